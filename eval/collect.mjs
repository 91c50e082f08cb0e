// Starts the pinned MCP servers one after another over stdio, takes what each lists, joins it with our grades.
//
//   node eval/collect.mjs            writes target/eval/tools.jsonl and target/eval/labelled.jsonl
//   node eval/collect.mjs --only=X   starts only the servers whose package name contains X, and joins nothing
//
// The definitions are other people's words: they are taken from the installed servers each time and kept under target/ only.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { join as joinGrades, readGrades } from './grades.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(here, '..', 'target', 'eval');
const only = process.argv.find((a) => a.startsWith('--only='))?.slice('--only='.length);
const patience = 60_000;
// A network of its own, with nothing in it, where the system lets an ordinary user have one (Linux with user namespaces).
const cell = spawnSync('unshare', ['-rn', 'true']).status === 0 ? ['unshare', '-rn'] : [];

if (!existsSync(join(here, 'node_modules'))) {
  // Not `npm ci`: it refuses where a registry lacks a program for some other system, though every version is pinned.
  await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'], here);
}
const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
const { ResultSchema } = await import('@modelcontextprotocol/sdk/types.js');

const servers = JSON.parse(readFileSync(join(here, 'servers.json'), 'utf8')).filter((s) => !only || s.package.includes(only));
const lines = [];
const failed = [];
for (const server of servers) {
  const manifest = JSON.parse(readFileSync(join(here, 'node_modules', server.package, 'package.json'), 'utf8'));
  const origin = `${manifest.name}@${manifest.version}`;
  try {
    const tools = await list(server, manifest);
    for (const tool of tools) lines.push({ id: `${origin}#${tool.name}`, server: origin, source: `npm:${origin}`, tool });
    console.error(`${origin}: ${tools.length} tools`);
  } catch (error) {
    failed.push(origin);
    console.error(`${origin}: ${error.message}`);
  }
}
mkdirSync(out, { recursive: true });
write('tools.jsonl', lines);
if (failed.length) {
  console.error(`no list from ${failed.join(', ')}`);
  process.exit(1);
}
if (!only) {
  const { labelled, problems } = joinGrades(lines, readGrades());
  if (problems.length) {
    for (const problem of problems) console.error(problem);
    process.exit(1);
  }
  write('labelled.jsonl', labelled);
}
console.error(`${servers.length} servers, ${lines.length} tools`);

/** Every page of tools/list, as the server sent it: the result schema is the open one, so that no key is dropped. */
async function list(server, manifest) {
  const room = mkdtempSync(join(tmpdir(), 'mcp-eval-'));
  const bins = typeof manifest.bin === 'string' ? [manifest.bin] : Object.values(manifest.bin ?? {});
  const entry = join(here, 'node_modules', server.package, server.entry ?? bins[0] ?? manifest.main);
  const fill = (text) => text.replaceAll('{room}', room);
  for (const [name, text] of Object.entries(server.files ?? {})) writeFileSync(join(room, name), fill(text));
  const [command, ...args] = [...cell, process.execPath, entry, ...(server.args ?? []).map(fill)];
  const transport = new StdioClientTransport({
    command,
    args,
    cwd: room,
    stderr: 'ignore',
    env: {
      PATH: process.env.PATH ?? '',
      HOME: room,
      TMPDIR: room,
      // Where there is no cell: what a server calls at its start (version checks, telemetry) meets a closed port on this machine.
      HTTP_PROXY: 'http://127.0.0.1:9',
      HTTPS_PROXY: 'http://127.0.0.1:9',
      DO_NOT_TRACK: '1',
      ...Object.fromEntries(Object.entries(server.env ?? {}).map(([k, v]) => [k, fill(v)])),
    },
  });
  const client = new Client({ name: 'mcp-tool-risk-eval', version: '0.0.0' }, { capabilities: server.capabilities ?? {} });
  const options = { timeout: patience };
  try {
    await client.connect(transport, options);
    const tools = [];
    let cursor;
    do {
      const page = await client.request({ method: 'tools/list', params: cursor ? { cursor } : {} }, ResultSchema, options);
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor);
    return tools;
  } finally {
    await client.close();
    rmSync(room, { recursive: true, force: true });
  }
}

function write(name, rows) {
  writeFileSync(join(out, name), rows.map((row) => JSON.stringify(row) + '\n').join(''));
}

function run(command, args, cwd) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 2, 2] });
    child.on('error', fail);
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`${command} ${args[0]} ended with ${code}`))));
  });
}
