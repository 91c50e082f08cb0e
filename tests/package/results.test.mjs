// Results keep what the typings promise, which no compiler can check: what tells the members of a union apart.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { Gate, classify, inspect, readTools } from 'mcp-tool-risk';

const fixtures = readdirSync(new URL('../fixtures/', import.meta.url)).filter((name) => name.endsWith('.json'));
const read = (name) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
const POLICIES = ['strict', 'balanced', 'developer', 'read-only', 'unattended'];

function fitsDecision({ effect, approvers, code }) {
  if (effect === 'ask') assert.ok(approvers >= 1);
  else assert.equal(approvers, 0);
  if (effect !== 'deny') assert.equal(code, undefined);
}

test('a field is known and stands on a source, or unknown and on the default', () => {
  for (const name of fixtures) {
    for (const policy of POLICIES) {
      for (const { profile } of inspect(read(name), { policy }).tools) {
        for (const [field, { value, unknown, floor, provenance }] of Object.entries(profile.fields)) {
          assert.equal(profile.unknown.includes(field), unknown === true, field);
          assert.equal(provenance === 'default', unknown === true, field);
          if (unknown === undefined) {
            assert.notEqual(value, null, field);
            assert.equal(floor, undefined, field);
          }
        }
      }
    }
  }
});

test('an answer of many pieces is that of the tools one by one', () => {
  // Beyond ASCII, and longer than what the glue encodes in place.
  const tools = Array.from({ length: 1000 }, (_, i) => ({ name: `read_note_${i}`, description: `Liest Notiz ${i} – 読む 📝.`, inputSchema: { type: 'object' } }));
  const [all, each] = [(ask) => ask(tools), (ask) => tools.map((tool) => ask([tool])[0])];
  const places = (list) => readTools(list).tools.map(({ pointer, ...tool }) => tool);
  for (const ask of [classify, places, (list) => inspect(list).tools]) assert.deepEqual(all(ask), each(ask));
  assert.equal(readTools(tools).tools[999].pointer, '/999');
});

test('a tool that cannot be read has every field too', () => {
  const [named, nameless] = inspect([{ name: 'list_notes' }, {}]).tools;
  assert.equal(nameless.tool, null);
  assert.deepEqual(Object.keys(nameless.profile.fields), Object.keys(named.profile.fields));
  assert.deepEqual(nameless.profile.fields.riskLevel, { value: 'critical', unknown: true, provenance: 'default' });
});

test('approvers and code go with the effect', () => {
  for (const name of fixtures) {
    for (const policy of POLICIES) {
      const gate = new Gate(policy);
      const { tools } = gate.setTools('a', read(name));
      for (const { tool, decision } of tools) {
        fitsDecision(decision);
        for (const more of [{}, { arguments: {} }, { arguments: '{' }, { mode: 'headless' }, { approversAvailable: 1 }]) {
          const request = { server: 'a', tool, ...more };
          fitsDecision(gate.decide(request));
          fitsDecision(gate.explain(request));
        }
      }
      gate.free();
    }
  }
});

test('a handle is disposable, twice too, and decides from then on as one without tools', () => {
  const gate = new Gate();
  const before = gate.decide({ server: 'notes', tool: 'list_notes' });
  gate.setTools('notes', [{ name: 'list_notes' }]);
  assert.notDeepEqual(gate.decide({ server: 'notes', tool: 'list_notes' }), before);
  gate[Symbol.dispose]();
  gate[Symbol.dispose]();
  assert.deepEqual(gate.decide({ server: 'notes', tool: 'list_notes' }), before);
  assert.deepEqual(Gate.prototype[Symbol.dispose], Gate.prototype.free);
});
