#!/usr/bin/env node
// The command line: reads a file, asks the core once, prints.
import { existsSync, readFileSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ToolRiskError, checkPolicy, inspect, version } from './index.js';
import { call } from './runtime.js';
import { plain } from './table.js';
import { inspection, classification } from './views.js';

const HELP = `usage: mcp-tool-risk COMMAND FILE [options]

  classify FILE [--format table|jsonl] [--declared]
      What each tool can do, read off its definition alone. With --declared, what its server says is looked at too.
  inspect FILE [--format table|json] [--server ID] [--trust untrusted|known|trusted] [--policy PRESET|FILE]
      Each tool with grade, decision, evidence, and where the server's declaration differs.

  FILE  a tools/list result, an array of tools, or JSON Lines of tools or of {"id", "server", "tool"}; - reads standard input.
  --help, --version

Exit code: 0 done, 1 the document is not usable, 2 the command is not.`;

const OPTIONS = {
  classify: { format: { type: 'string', default: 'table' }, declared: { type: 'boolean', default: false } },
  inspect: {
    format: { type: 'string', default: 'table' },
    server: { type: 'string' },
    trust: { type: 'string' },
    policy: { type: 'string' },
  },
};
const FORMATS = { classify: ['table', 'jsonl'], inspect: ['table', 'json'] };

class Usage extends Error {}

function print(text) {
  // writeSync, since process.exit would cut what a pipe has not taken yet.
  const bytes = Buffer.from(text.endsWith('\n') || text === '' ? text : `${text}\n`);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (error.code === 'EPIPE') return;
      if (error.code !== 'EAGAIN') throw new ToolRiskError('not-written', `cannot write the result: ${error.message}`);
    }
  }
}

function readText(path) {
  let bytes;
  try {
    bytes = readFileSync(path === '-' ? 0 : path);
  } catch (error) {
    throw new ToolRiskError('no-file', `cannot read ${path}: ${error.message}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ToolRiskError('not-utf-8', `${path} is not UTF-8 text`);
  }
}

/** A preset's name, or what stands in a file. A file that happens to have a preset's name does not take its place. */
function policyOf(given) {
  return given === undefined || checkPolicy(given).length === 0 || !existsSync(given) ? given : readText(given);
}

function parse([command, ...args]) {
  if (!Object.hasOwn(OPTIONS, command)) throw new Usage(`there is no command ${JSON.stringify(command)}`);
  let parsed;
  try {
    parsed = parseArgs({ args, options: OPTIONS[command], allowPositionals: true });
  } catch (error) {
    throw new Usage(error.message);
  }
  const { positionals, values } = parsed;
  if (positionals.length !== 1) throw new Usage(`${command} takes one FILE`);
  if (!FORMATS[command].includes(values.format)) throw new Usage(`--format is one of ${FORMATS[command].join(', ')}`);
  return { command, path: positionals[0], ...values };
}

function run(args) {
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) return print(HELP);
  if (args[0] === '--version') return print(version());
  const { command, path, format, ...options } = parse(args);
  const text = readText(path);
  const columns = process.stdout.columns ?? (Number(process.env.COLUMNS) || 120);
  if (command === 'classify') {
    const lines = call('classify', text, options);
    return print(format === 'jsonl' ? lines : classification(lines, columns));
  }
  const result = inspect(text, { ...options, policy: policyOf(options.policy) });
  print(format === 'json' ? JSON.stringify(result, null, 2) : inspection(result, columns));
}

try {
  run(process.argv.slice(2));
} catch (error) {
  if (error instanceof Usage) {
    console.error(`mcp-tool-risk: ${plain(error.message)}\n\n${HELP}`);
    process.exitCode = 2;
  } else if (error instanceof ToolRiskError) {
    const place = error.pointer ? ` at ${error.pointer}` : '';
    console.error(plain(`mcp-tool-risk: ${error.message}${place} (${error.code})`));
    process.exitCode = 1;
  } else throw error;
}
