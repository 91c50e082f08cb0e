// The command line of those who write policies.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { after } from 'node:test';
import { Gate, importPolicy, inspect, makeCatalogue } from 'mcp-tool-risk';

const cli = join(dirname(createRequire(import.meta.url).resolve('mcp-tool-risk')), 'cli.js');
const folder = mkdtempSync(join(tmpdir(), 'cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const run = (...args) => spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8' });
function file(name, content) {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const TOOLS = { tools: [{ name: 'get_note', inputSchema: { type: 'object' } }, { name: 'delete_note', inputSchema: { type: 'object' } }] };
const POLICY = {
  version: 1,
  name: 'mine',
  extends: 'balanced',
  rules: [{ id: 'no-deletes', effect: 'deny', when: { category: { atLeast: 'delete' } }, reason: 'Nothing is removed.' }],
  tests: [{ name: 'a delete is denied', profile: { category: 'delete' }, expect: { effect: 'deny' } }],
};
const WRONG = { name: 'this is wrong', profile: { category: 'delete' }, expect: { effect: 'allow' } };
const tools = file('tools.json', TOOLS);
const policy = file('policy.json', POLICY);

test('lint: all errors with their places and code 1, or what to look at and code 0', () => {
  const broken = run('lint', file('broken.json', { version: 1, rules: [{ id: 'a', effect: 'alow' }, { id: 'b', effect: 'dney' }] }));
  assert.equal(broken.status, 1);
  assert.match(broken.stdout, /\/rules\/0\/effect.*did you mean "allow"/);
  assert.match(broken.stdout, /\/rules\/1\/effect/);
  const typo = file('typo.json', { version: 1, name: 'typo', rules: [{ id: 'a', effect: 'ask', when: { tool: 'delte_*' } }] });
  const { status, stdout } = run('lint', typo, '--tools', tools);
  assert.equal(status, 0);
  assert.match(stdout, /matches-no-tool/);
  assert.doesNotMatch(run('lint', typo).stdout, /matches-no-tool/);
  assert.ok(JSON.parse(run('lint', typo, '--format', 'json').stdout).length > 0);
  assert.equal(run('lint', file('none.json', 'version: [')).status, 1);
});

test('test: code 1 where a test fails or the document is wrong', () => {
  const good = run('test', policy);
  assert.deepEqual([good.status, good.stdout], [0, 'ok      a delete is denied\n1 passed, 0 failed\n']);
  const bad = run('test', file('bad.json', { ...POLICY, tests: [...POLICY.tests, WRONG] }));
  assert.equal(bad.status, 1);
  assert.match(bad.stdout, /FAILED {2}this is wrong: expected allow, got deny/);
  assert.match(bad.stdout, /1 passed, 1 failed/);
  assert.equal(run('test', file('wrong.json', { version: 1, rulez: [] })).status, 1);
});

test('report: as the gate’s, in four formats', () => {
  const gate = new Gate(POLICY);
  gate.setTools('server', TOOLS);
  for (const format of ['markdown', 'csv', 'json', 'html']) {
    const { status, stdout } = run('report', tools, '--policy', policy, '--format', format);
    assert.equal(status, 0);
    assert.equal(stdout.trimEnd(), gate.report(format).trimEnd());
  }
  gate.free();
  assert.equal(run('report', tools, '--format', 'pdf').status, 2);
});

test('import: the policy on standard output, the report on standard error', () => {
  const settings = { permissions: { allow: ['mcp__notes__get_note', 'Bash(ls)'], deny: ['mcp__notes__delete_note'] } };
  const { status, stdout, stderr } = run('import', 'claude-code', file('settings.json', settings), '--layer', 'project');
  assert.equal(status, 0);
  const { document, report } = importPolicy('claude-code', settings, { layer: 'project' });
  assert.deepEqual(JSON.parse(stdout), document);
  assert.ok(report.length > 0);
  for (const { code } of report) assert.ok(stderr.includes(`(${code})`));
  assert.equal(run('import', 'claude', policy).status, 1);
  assert.equal(run('import', policy).status, 2);
});

test('catalogue: what makeCatalogue makes of the tools', () => {
  const { status, stdout } = run('catalogue', tools, '--name', 'mine', '--origin', 'npm:notes', '--author', 'me', '--date', '2026-11-30');
  assert.equal(status, 0);
  const options = { name: 'mine', origin: 'npm:notes', author: 'me', date: '2026-11-30' };
  assert.deepEqual(JSON.parse(stdout), makeCatalogue(inspect(TOOLS), options));
  assert.equal(run('catalogue', tools, '--name', 'mine').status, 2);
  assert.equal(run('catalogue', tools, '--name', 'mine', '--origin', 'somewhere').status, 1);
});
