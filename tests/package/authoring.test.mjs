// What those who write policies ask.
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkPolicy, Gate, testPolicy } from 'mcp-tool-risk';

const TOOLS = { tools: [{ name: 'get_note', inputSchema: { type: 'object' } }, { name: 'delete_note', inputSchema: { type: 'object' } }] };
const POLICY = {
  version: 1,
  name: 'mine',
  extends: 'balanced',
  rules: [{ id: 'no-deletes', effect: 'deny', when: { category: { atLeast: 'delete' } }, reason: 'Nothing is removed.' }],
  tests: [
    { name: 'a delete is denied', profile: { category: 'delete' }, expect: { effect: 'deny' } },
    { name: 'this is wrong', profile: { category: 'delete' }, expect: { effect: 'allow' } },
  ],
};

test('the trace names every rule, and what would have to change', () => {
  const gate = new Gate(POLICY);
  gate.setTools('notes', TOOLS);
  const { decision, rules, alternatives } = gate.trace({ server: 'notes', tool: 'delete_note' });
  assert.equal(decision.effect, 'deny');
  assert.deepEqual(decision, gate.explain({ server: 'notes', tool: 'delete_note' }));
  assert.equal(rules[0].rule, 'no-deletes');
  assert.equal(rules[0].truth, 'true');
  assert.ok(alternatives.some(({ changes }) => changes.some(({ rule }) => rule === 'no-deletes')));
  gate.free();
});

test('the report has a row for every tool, in four formats', () => {
  const gate = new Gate(POLICY);
  gate.setTools('notes', TOOLS);
  assert.deepEqual(JSON.parse(gate.report('json')).tools.map(({ tool }) => tool), ['delete_note', 'get_note']);
  for (const format of ['markdown', 'csv', 'html']) assert.match(gate.report(format), /delete\\?_note/);
  assert.throws(() => gate.report('htm'), { code: 'unknown-word' });
  gate.free();
});

test('all errors of a policy, not the first alone', () => {
  const errors = checkPolicy({ version: 1, rulez: [], rules: [{ id: 'a', effect: 'alow' }, { id: 'b', effect: 'deny', when: { riskLevel: 'hihg' } }] });
  assert.ok(errors.length >= 2, JSON.stringify(errors));
  assert.deepEqual(checkPolicy('balanced'), []);
  assert.equal(checkPolicy('balnced')[0].suggestion, 'balanced');
});

test('lint and the document’s own tests', () => {
  const gate = new Gate({ version: 1, name: 'typo', rules: [{ id: 'a', effect: 'ask', when: { tool: 'delte_*' } }] });
  gate.setTools('notes', TOOLS);
  const codes = gate.lint().map(({ code }) => code);
  assert.ok(codes.includes('matches-no-tool') && codes.includes('missing-reason'), codes.join());
  gate.free();
  assert.deepEqual(testPolicy(POLICY).results.map(({ passed }) => passed), [true, false]);
});
