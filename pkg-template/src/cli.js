#!/usr/bin/env node
// The command line: reads a file, asks the core once, prints.
import { existsSync, readFileSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Gate, ToolRiskError, checkPolicy, importPolicy, inspect, makeCatalogue, simulate, testPolicy, version } from './index.js';
import { decideLines } from './gate.js';
import { call } from './runtime.js';
import { plain } from './table.js';
import { classification, findings, inspection, problems, results, simulation } from './views.js';

const HELP = `usage: mcp-tool-risk COMMAND FILE [options]

of tools
  classify FILE [--format table|jsonl] [--declared]
      What each tool can do, read off its definition alone. With --declared, what its server says is looked at too.
  inspect FILE [--format table|json] [--server ID] [--trust untrusted|known|trusted] [--policy PRESET|FILE]
      Each tool with grade, decision, evidence, and where the server's declaration differs.
  report FILE [--format markdown|csv|json|html] [--server ID] [--trust T] [--policy PRESET|FILE] [--mode interactive|headless|plan]
      Which tools need approval, and why.
  catalogue FILE --name NAME --origin ORIGIN [--author A] [--date YYYY-MM-DD] [--note TEXT] [--server ID] [--trust T]
      The tools as a catalogue, for a person to look through and correct.

of calls, as JSON Lines of {"id", "server", "tool": {...}, "arguments": {...}, "tools"?: [...]}
  assess FILE [--format jsonl] [--own-domains A,B] [--roots A,B] [--dialect D]
      What each call does, read off definition and arguments.
  decide FILE [--format jsonl] [--policy PRESET|FILE] [--trust T] [--mode M] [--now TIME] [--own-domains A,B] [--roots A,B] [--dialect D]
      What happens to each call, or without arguments to each tool. A line that cannot be read is denied.
  simulate FILE [--format text|json] [--policy PRESET|FILE] [--before PRESET|FILE] [and the options of decide]
      How often each effect comes out; with --before, what changes from that policy to the other.

of policies
  lint FILE [--format text|json] [--tools FILE] [--server ID]
      What is wrong, and what its author should look at.
  test FILE [--format text|json]
      Runs the document's own tests.
  import FORMAT FILE [--layer organisation|user|project]
      Another host's permission list as a policy; what was not carried over stands on standard error.

  FILE  of tools: a tools/list result, an array of tools, or JSON Lines of tools or of {"id", "server", "tool"}; - reads standard input.
  --help, --version

Exit code: 0 done, 1 the document is not usable or a test of it fails, 2 the command is not.`;

class Usage extends Error {}

const text = { type: 'string' };
const AROUND = { policy: text, trust: text, mode: text, now: text, 'own-domains': text, roots: text, dialect: text };

/** The formats of each command, the first where none is given; its options; and what it does. */
const COMMANDS = {
  classify: {
    formats: ['table', 'jsonl'],
    options: { declared: { type: 'boolean', default: false } },
    run(document, { format, ...options }) {
      const lines = call('classify', document, options);
      return format === 'jsonl' ? lines : classification(lines, columns());
    },
  },
  inspect: {
    formats: ['table', 'json'],
    options: { server: text, trust: text, policy: text },
    run(document, { format, policy, ...options }) {
      const result = inspect(document, { ...options, policy: policyOf(policy) });
      return format === 'json' ? json(result) : inspection(result, columns());
    },
  },
  report: {
    formats: ['markdown', 'csv', 'json', 'html'],
    options: { server: text, trust: text, policy: text, mode: text },
    run(document, { format, server = 'server', trust, policy, mode }) {
      const gate = new Gate(policyOf(policy));
      gate.setTools(server, document, { trust });
      return gate.report(format, { mode });
    },
  },
  catalogue: {
    formats: ['json'],
    options: { server: text, trust: text, name: text, origin: text, author: text, date: text, note: text },
    run(document, { format, server, trust, ...options }) {
      for (const key of ['name', 'origin']) if (options[key] === undefined) throw new Usage(`catalogue needs --${key}`);
      return json(makeCatalogue(inspect(document, { server, trust }), options));
    },
  },
  assess: {
    formats: ['jsonl'],
    options: { 'own-domains': text, roots: text, dialect: text },
    run: (lines, { format, ...options }) => call('assessLines', lines, around(options)),
  },
  decide: {
    formats: ['jsonl'],
    options: AROUND,
    run: (lines, { format, ...options }) => decideLines(lines, around(options)),
  },
  simulate: {
    formats: ['text', 'json'],
    options: { ...AROUND, before: text },
    run(lines, { format, before, ...options }) {
      const result = simulate(lines, { ...around(options), before: policyOf(before) });
      return format === 'json' ? json(result) : simulation(result);
    },
  },
  lint: {
    formats: ['text', 'json'],
    options: { tools: text, server: text },
    run(document, { format, tools, server = 'server' }) {
      const errors = checkPolicy(document);
      let found = errors;
      if (errors.length > 0) process.exitCode = 1;
      else {
        const gate = new Gate(document);
        if (tools !== undefined) gate.setTools(server, readText(tools));
        found = gate.lint();
      }
      return format === 'json' ? json(found) : errors.length > 0 ? problems(found) : findings(found);
    },
  },
  test: {
    formats: ['text', 'json'],
    options: {},
    run(document, { format }) {
      const tested = testPolicy(document);
      if (tested.errors.length > 0 || tested.results.some(({ passed }) => !passed)) process.exitCode = 1;
      return format === 'json' ? json(tested) : tested.errors.length > 0 ? problems(tested.errors) : results(tested.results);
    },
  },
  import: {
    takes: ['FORMAT', 'FILE'],
    formats: ['json'],
    options: { layer: text },
    run(document, { layer }, [from]) {
      const { document: policy, report } = importPolicy(from, document, { layer });
      if (report.length > 0) console.error(findings(report));
      return json(policy);
    },
  },
};

const json = (value) => JSON.stringify(value, null, 2);
const columns = () => process.stdout.columns ?? (Number(process.env.COLUMNS) || 120);
const listOf = (given) => given?.split(',').map((each) => each.trim()).filter(Boolean);

/** The options of calls as the functions have them. */
function around({ policy, 'own-domains': domains, roots, ...options }) {
  const given = policy === undefined ? {} : { policy: policyOf(policy) };
  return { ...options, ...given, ownDomains: listOf(domains), roots: listOf(roots) };
}

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

function parse([name, ...args]) {
  if (!Object.hasOwn(COMMANDS, name)) throw new Usage(`there is no command ${JSON.stringify(name)}`);
  const { formats, options, takes = ['FILE'], run } = COMMANDS[name];
  let parsed;
  try {
    parsed = parseArgs({ args, options: { ...options, format: { type: 'string', default: formats[0] } }, allowPositionals: true });
  } catch (error) {
    throw new Usage(error.message);
  }
  const { positionals, values } = parsed;
  if (positionals.length !== takes.length) throw new Usage(`${name} takes ${takes.length === 1 ? 'one ' : ''}${takes.join(' and ')}`);
  if (!formats.includes(values.format)) throw new Usage(`--format is one of ${formats.join(', ')}`);
  return { run, values: { ...values }, path: positionals.at(-1), before: positionals.slice(0, -1) };
}

function main(args) {
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) return print(HELP);
  if (args[0] === '--version') return print(version());
  const { run, values, path, before } = parse(args);
  print(run(readText(path), values, before));
}

try {
  main(process.argv.slice(2));
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
