// What goes wrong inside WebAssembly is provoked there: the error is typed, the next call works, a gate is rebuilt, and the decision in
// flight was a denial.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'node:test';
import { Gate, ToolRiskError, classify, version } from 'mcp-tool-risk';

const dist = dirname(createRequire(import.meta.url).resolve('mcp-tool-risk'));
const glue = await import(pathToFileURL(join(dist, 'glue.js')));
const { attempt } = await import(pathToFileURL(join(dist, 'runtime.js')));
const tools = { tools: [{ name: 'list_notes', inputSchema: { type: 'object', properties: { query: { type: 'string' } } } }] };
const request = { server: 'notes', tool: 'list_notes', arguments: {} };
const ALLOWED = { effect: 'allow', approvers: 0 };

/** The instance's own exports, without the glue that keeps them from harm. */
const instance = () => glue.initSync();

function gateOfNotes() {
  const gate = new Gate();
  gate.setTools('notes', tools);
  return gate;
}

function typed(error) {
  assert.ok(error instanceof ToolRiskError && error.code === 'internal', String(error));
  assert.ok(error.cause instanceof Error);
  return true;
}

const at = (depth, body) => (depth === 0 ? body() : at(depth - 1, body));

/** What `body` gives, or throws, where ever more of the stack is left: from nothing but its own frame to enough. */
function fromTheEndOfTheStack(body) {
  const deepest = (inner) => {
    let [fits, breaks] = [0, 1 << 20];
    while (breaks - fits > 1) {
      const depth = (fits + breaks) >> 1;
      try {
        at(depth, inner);
        fits = depth;
      } catch {
        breaks = depth;
      }
    }
    return fits;
  };
  // Compiled beforehand: the engine's own compiler wants more stack than what it compiles.
  assert.throws(() => classify('{'));
  body();
  const enough = deepest(body);
  const given = [];
  for (let depth = deepest(() => {}); depth > enough - 50; depth -= 5) {
    try {
      given.push(at(depth, body));
    } catch (error) {
      given.push(error);
    }
    assert.equal(typeof version(), 'string');
  }
  return given;
}

/** Takes what is left of four gigabytes, but for a little. */
function exhaust() {
  const { memory } = instance();
  for (let step = 32_768; step > 0; ) {
    try {
      memory.grow(step);
    } catch {
      step >>= 1;
    }
  }
}
const LARGE = JSON.stringify({ query: 'x'.repeat(60 << 20) });

test('a trap: a typed error, and the next call works', () => {
  assert.throws(() => attempt('test', () => instance().gatehandle_digest(0xffff_fff0)), typed);
  assert.equal(typeof version(), 'string');
  assert.equal(classify(tools).length, 1);
});

test('a gate survives a trap', () => {
  const gate = gateOfNotes();
  assert.deepEqual(gate.decide(request), ALLOWED);
  assert.throws(() => attempt('test', () => instance().gatehandle_digest(0xffff_fff0)), typed);
  assert.deepEqual(gate.decide(request), ALLOWED);
  gate.free();
});

const nested = (levels) => `${'{"properties":{"a":'.repeat(levels)}{}${'}}'.repeat(levels)}`;

test('an overflow of the stack inside WebAssembly: a typed error, and the next call works', () => {
  const errors = fromTheEndOfTheStack(() => classify(`[{"name": "a", "inputSchema": ${nested(60)}}]`)).filter((given) => given instanceof ToolRiskError);
  assert.ok(errors.length > 0, 'the stack overflowed inside');
  for (const error of errors) {
    typed(error);
    assert.ok(error.cause instanceof RangeError && /wasm/.test(error.cause.stack), error.cause.stack);
  }
  assert.equal(classify(tools).length, 1);
});

test('a decision that overflows the stack is a denial, and the one after it is none', () => {
  const gate = gateOfNotes();
  const deep = { ...request, arguments: nested(60) };
  const expected = gate.decide(deep);
  const decisions = fromTheEndOfTheStack(() => gate.decide(deep)).filter((given) => !(given instanceof Error));
  const denied = decisions.filter(({ effect }) => effect === 'deny');
  assert.ok(denied.length > 0, 'the stack overflowed');
  for (const { code } of denied) assert.equal(code, 'internal');
  for (const decision of decisions) if (decision.effect !== 'deny') assert.deepEqual(decision, expected);
  assert.deepEqual(gate.decide(request), ALLOWED);
  gate.free();
});

test('running out of memory: a typed error, and the next call works', () => {
  exhaust();
  assert.throws(() => classify(`{"tools": [{"name": "a", "description": ${LARGE}}]}`), typed);
  assert.equal(classify(tools).length, 1);
});

test('a decision that runs out of memory is a denial, and the one after it is none', () => {
  const gate = gateOfNotes();
  exhaust();
  const { effect, code } = gate.decide({ ...request, arguments: LARGE });
  assert.deepEqual([effect, code], ['deny', 'internal']);
  assert.deepEqual(gate.decide(request), ALLOWED);
  gate.free();
});
