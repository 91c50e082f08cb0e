// The command line as a test runs it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';

export const dist = dirname(createRequire(import.meta.url).resolve('mcp-tool-risk'));
const cli = join(dist, 'cli.js');
const folder = mkdtempSync(join(tmpdir(), 'cli-'));
after(() => rmSync(folder, { recursive: true, force: true }));

export const pipe = (input, ...args) => spawnSync(process.execPath, [cli, ...args], { input, encoding: 'utf8', maxBuffer: 1 << 28, timeout: 60_000 });
export const run = (...args) => pipe('', ...args);

/** Writes a file and gives its path. */
export function file(name, content) {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
  return path;
}

/** What it prints where all is well. */
export function done(...args) {
  const { status, stdout, stderr } = run(...args);
  assert.equal(status, 0, stderr);
  assert.equal(stderr, '');
  return stdout;
}

/** What it says where the command, a file or a document is not usable; nothing stands on standard output then. */
export function refused(...args) {
  const { status, stdout, stderr } = run(...args);
  assert.equal(status, 2, `${args.join(' ')}\n${stdout}${stderr}`);
  assert.equal(stdout, '');
  assert.doesNotMatch(stderr, /\n +at /, 'a stack is no message');
  return stderr;
}

export const TOOLS = { tools: [{ name: 'get_note', inputSchema: { type: 'object' } }, { name: 'delete_note', inputSchema: { type: 'object' } }] };
export const POLICY = {
  version: 1,
  name: 'mine',
  extends: 'balanced',
  rules: [{ id: 'no-deletes', effect: 'deny', when: { category: { atLeast: 'delete' } }, reason: 'Nothing is removed.' }],
  tests: [{ name: 'a delete is denied', profile: { category: 'delete' }, expect: { effect: 'deny' } }],
};
export const tools = file('tools.json', TOOLS);
export const calls = file('calls.jsonl', { id: 1, server: 'notes', tool: TOOLS.tools[0], arguments: {} });
export const policy = file('policy.json', POLICY);
