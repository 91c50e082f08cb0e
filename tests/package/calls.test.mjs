// Calls in bulk, as functions and on the command line.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { after } from 'node:test';
import { Gate, assessCalls, decideCalls, simulate } from 'mcp-tool-risk';

const cli = join(dirname(createRequire(import.meta.url).resolve('mcp-tool-risk')), 'cli.js');
const run = (input, ...args) => spawnSync(process.execPath, [cli, ...args], { input, encoding: 'utf8' });
const linesOf = (text) => text.trimEnd().split('\n').map((line) => JSON.parse(line));
const folder = mkdtempSync(join(tmpdir(), 'calls-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const SQL = { name: 'execute_sql', description: 'Runs any SQL statement.', inputSchema: { type: 'object', properties: { sql: { type: 'string' } }, required: ['sql'] } };
const MAIL = { name: 'send_email', description: 'Sends a message.', inputSchema: { type: 'object', properties: { to: { type: 'string' }, body: { type: 'string' } } } };
const sql = (id, text) => ({ id, server: 'db', tool: SQL, arguments: { sql: text } });
const CALLS = [sql('read', 'SELECT 1'), sql('drop', 'DROP TABLE a'), { id: 3, server: 'db', tool: SQL }];
const LINES = CALLS.map((each) => JSON.stringify(each)).join('\n');

test('assess: each call by its arguments, the same by function, text and command line', () => {
  const assessed = assessCalls(CALLS);
  assert.deepEqual(assessed.map(({ id, annotations }) => [id, annotations.riskLevel]).slice(0, 2), [['read', 'low'], ['drop', 'critical']]);
  assert.deepEqual(assessCalls(LINES), assessed);
  const { status, stdout } = run(LINES, 'assess', '-', '--format', 'jsonl');
  assert.equal(status, 0);
  assert.deepEqual(linesOf(stdout), assessed);
});

test('assess: what is inside is the host’s to say', () => {
  const line = JSON.stringify({ id: 1, server: 'm', tool: MAIL, arguments: { to: 'a@own.example', body: 'hello' } });
  const outside = linesOf(run(line, 'assess', '-').stdout);
  const inside = linesOf(run(line, 'assess', '-', '--own-domains', 'own.example').stdout);
  assert.notDeepEqual(inside[0].annotations, outside[0].annotations);
});

test('decide: arguments lower and raise what the policy decides on', () => {
  const decided = decideCalls(CALLS);
  assert.deepEqual(decided.map(({ id, server, tool, effect }) => [id, server, tool, effect]), [
    ['read', 'db', 'execute_sql', 'allow'],
    ['drop', 'db', 'execute_sql', 'ask'],
    [3, 'db', 'execute_sql', 'ask'],
  ]);
  const { status, stdout } = run(LINES, 'decide', '-', '--policy', 'balanced', '--format', 'jsonl');
  assert.equal(status, 0);
  assert.deepEqual(linesOf(stdout), decided);
});

test('decide: as a gate does with the same tools', () => {
  const gate = new Gate('balanced');
  gate.setTools('db', { tools: [SQL] });
  for (const [at, { arguments: given }] of CALLS.entries()) {
    const request = { server: 'db', tool: 'execute_sql', ...(given && { arguments: given }) };
    const { id, server, tool, ...answer } = decideCalls(CALLS)[at];
    assert.deepEqual(answer, gate.explain(request));
  }
  gate.free();
});

test('decide: mode and policy files', () => {
  const file = join(folder, 'policy.json');
  writeFileSync(file, JSON.stringify({ version: 1, name: 'no', extends: 'balanced', rules: [{ id: 'no-sql', effect: 'deny', when: { tool: '*_sql' }, reason: 'None.' }] }));
  assert.deepEqual(linesOf(run(LINES, 'decide', '-', '--mode', 'headless').stdout).map(({ effect }) => effect), ['allow', 'deny', 'deny']);
  const denied = linesOf(run(LINES, 'decide', '-', '--policy', file).stdout);
  assert.deepEqual(denied.map(({ effect, rule }) => [effect, rule]), Array(3).fill(['deny', 'no-sql']));
});

test('decide: a line that cannot be read is denied with a code, and none is missing', () => {
  const bad = [
    ['{"id": 1', 'not-json'],
    ['[]', 'missing-key'],
    ['{"id": 2}', 'missing-key'],
    ['{"id": 3, "tool": {}}', 'wrong-type'],
    ['{"id": 4, "server": 7, "tool": {"name": "a"}}', 'wrong-type'],
    ['{"id": 5, "tool": {"name": "a"}, "arguments": "b"}', 'wrong-type'],
    ['{"id": 6, "tool": {"name": "get_a"}, "tool": {"name": "b"}}', 'duplicate-key'],
    ['{"id": 7, "tool": {"name": "get_a"}, "arguments": {"a": 1, "a": 2}}', 'duplicate-key'],
  ];
  const { status, stdout } = run(bad.map(([line]) => line).join('\n'), 'decide', '-', '--policy', 'developer');
  assert.equal(status, 0);
  const decided = linesOf(stdout);
  assert.deepEqual(decided.map(({ effect, approvers, code }) => [effect, approvers, code]), bad.map(([, code]) => ['deny', 0, code]));
  assert.deepEqual(decided.map(({ id }) => id), [null, null, 2, 3, 4, 5, 6, 7]);
  for (const { reason } of decided) assert.match(reason, /could not be checked: ./);
});

test('an id comes back to the last digit', () => {
  assert.match(run('{"id": 12345678901234567890, "tool": {"name": "get_a"}}', 'decide', '-').stdout, /^\{"id":12345678901234567890,/);
});

test('options that are wrong are refused', () => {
  assert.equal(run(LINES, 'decide', '-', '--mode', 'headles').status, 2);
  assert.equal(run(LINES, 'assess', '-', '--dialect', 'klingon').status, 2);
  assert.equal(run(LINES, 'decide', '-', '--format', 'table').status, 2);
  assert.throws(() => assessCalls(CALLS, { dialect: 'klingon' }), { code: 'unknown-word' });
  assert.throws(() => decideCalls(CALLS, { policy: 'balnced' }), { code: 'unknown-word' });
  assert.throws(() => decideCalls(CALLS, { trusted: true }), { code: 'unknown-key' });
  assert.throws(() => decideCalls(CALLS, { now: 'noon' }), { code: 'invalid', pointer: '/now' });
});

test('simulate: counts, and where two policies differ', () => {
  assert.deepEqual(simulate(CALLS).counts, { allow: 1, ask: 0, askSeveral: 2, deny: 0 });
  const { calls, before, counts, differences } = simulate(CALLS, { before: 'balanced', policy: 'read-only' });
  assert.equal(calls, 3);
  assert.equal(before.askSeveral, 2);
  assert.equal(counts.allow + counts.ask + counts.askSeveral + counts.deny, 3);
  assert.ok(differences.length > 0 && differences.every(({ before, after }) => before.effect !== after.effect || before.approvers !== after.approvers));
  assert.deepEqual(simulate(CALLS, { before: 'balanced' }).differences, []);
  const { stdout } = run(LINES, 'simulate', '-', '--before', 'balanced', '--policy', 'read-only');
  assert.match(stdout, /^3 calls: /);
  assert.match(stdout, /drop: asks \d → denied/);
});

test('visible: what can never run is not offered', () => {
  const gate = new Gate('read-only');
  gate.setTools('db', { tools: [SQL, { name: 'list_tables', description: 'Lists the tables.', inputSchema: { type: 'object' } }] });
  assert.equal(gate.visible({ server: 'db', tool: 'execute_sql' }), 'hide');
  assert.equal(gate.visible({ server: 'db', tool: 'list_tables' }), 'offer');
  assert.throws(() => gate.visible({ server: 'db', tool: 'a', mode: 'headles' }), { code: 'unknown-word' });
  gate.free();
});
