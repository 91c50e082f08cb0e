// After a trap the next call works, a gate is rebuilt, and the decision in flight was a denial.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'node:test';
import { Gate, ToolRiskError, classify, version } from 'mcp-tool-risk';

const dist = dirname(createRequire(import.meta.url).resolve('mcp-tool-risk'));
const glue = await import(pathToFileURL(join(dist, 'glue.js')));
const { attempt } = await import(pathToFileURL(join(dist, 'runtime.js')));
const tools = { tools: [{ name: 'list_notes', inputSchema: { type: 'object' } }] };

/** What a trap looks like from outside, whatever caused it. */
const TRAPS = {
  'a trap': () => {
    throw new WebAssembly.RuntimeError('unreachable');
  },
  'an overflow of the stack': function deeper() {
    return 1 + deeper();
  },
};

for (const [title, trap] of Object.entries(TRAPS)) {
  test(`${title} is a typed error, and the next call works`, () => {
    assert.throws(() => attempt('test', trap), (error) => error instanceof ToolRiskError && error.code === 'internal' && error.cause instanceof Error);
    assert.equal(typeof version(), 'string');
    assert.equal(classify(tools).length, 1);
  });

  test(`a gate survives ${title}`, () => {
    const gate = new Gate();
    gate.setTools('notes', tools);
    const before = gate.decide({ server: 'notes', tool: 'list_notes' });
    assert.throws(() => attempt('test', trap));
    assert.deepEqual(gate.decide({ server: 'notes', tool: 'list_notes' }), before);
    gate.free();
  });
}

test('the decision in flight is a denial, and the one after it is none', () => {
  const gate = new Gate();
  gate.setTools('notes', tools);
  const { decide } = glue.Gate.prototype;
  glue.Gate.prototype.decide = TRAPS['a trap'];
  const inFlight = gate.decide({ server: 'notes', tool: 'list_notes' });
  glue.Gate.prototype.decide = decide;
  assert.deepEqual([inFlight.effect, inFlight.code], ['deny', 'internal']);
  assert.equal(gate.decide({ server: 'notes', tool: 'list_notes' }).effect, 'allow');
});

test('running out of memory is a typed error, and the next call works', () => {
  const { memory } = glue.initSync();
  const pages = memory.grow(0);
  // What is left of four gigabytes, but for a little.
  let step = 32_768;
  while (step > 0) {
    try {
      memory.grow(step);
    } catch {
      step >>= 1;
    }
  }
  assert.ok(memory.grow(0) > pages);
  const large = JSON.stringify({ tools: [{ name: 'get_a', description: 'x'.repeat(60 << 20), inputSchema: {} }] });
  assert.throws(() => classify(large), (error) => error instanceof ToolRiskError && error.code === 'internal');
  assert.equal(classify(tools).length, 1);
});
