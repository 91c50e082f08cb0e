// What goes wrong inside WebAssembly is provoked there: the error is typed, the next call works, a gate is rebuilt, and the decision in
// flight was a denial.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { Gate, ToolRiskError, classify, version } from 'mcp-tool-risk';

const dist = dirname(createRequire(import.meta.url).resolve('mcp-tool-risk'));
const { attempt, glue } = await import(pathToFileURL(join(dist, 'internals.js')));
const tools = { tools: [{ name: 'list_notes', inputSchema: { type: 'object', properties: { query: { type: 'string' } } } }] };
const request = { server: 'notes', tool: 'list_notes', arguments: {} };
const ALLOWED = { effect: 'allow', approvers: 0 };

/** The exports of the instance that the next call goes to, without the glue that keeps them from harm. */
function instance() {
  version();
  return glue.initSync();
}

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

// Frames of one size: a function that is compiled in the middle of it all would fit in more often.
for (const flag of ['--no-opt', '--no-maglev', '--no-sparkplug']) setFlagsFromString(flag);
const at = (depth, body) => (depth === 0 ? body() : at(depth - 1, body));
const fits = (depth, body) => {
  try {
    at(depth, body);
    return true;
  } catch {
    return false;
  }
};

/** What `body` gives, or throws, where ever less of the stack is left: from just enough to nothing but its own frame. */
function towardsTheEndOfTheStack(body) {
  // Compiled beforehand: the engine's own compiler wants more stack than what it compiles.
  assert.throws(() => classify('{'));
  const nothing = () => {};
  nothing();
  body();
  let [enough, tooDeep] = [0, 1 << 20];
  while (tooDeep - enough > 1) {
    const depth = (enough + tooDeep) >> 1;
    if (fits(depth, body)) enough = depth;
    else tooDeep = depth;
  }
  const given = [];
  for (let depth = enough - 20; fits(depth, nothing); depth += 4) {
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
  const errors = towardsTheEndOfTheStack(() => classify(`[{"name": "a", "inputSchema": ${nested(60)}}]`)).filter((given) => given instanceof ToolRiskError);
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
  const decisions = towardsTheEndOfTheStack(() => gate.decide(deep)).filter((given) => !(given instanceof Error));
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
