#!/usr/bin/env node
// The command line: reads what is asked, has the core answer once, prints.
import { readFileSync, writeSync } from 'node:fs';
import { ToolRiskError, version } from './api.js';
import { Usage, help, helpOf, named, parse } from './arguments.js';
import { takeBytes } from './bytes.js';
import { COMMANDS, GROUPS } from './commands.js';
import { Problems } from './input.js';
import { provide } from './runtime.js';
import { plain } from './table.js';
import { problems } from './views.js';

// Nothing moves a command line away from its files.
takeBytes();
provide(() => readFileSync(new URL('mcp-tool-risk.wasm', import.meta.url)));

const HELP = `usage: mcp-tool-risk COMMAND FILE [options]

${help(COMMANDS, GROUPS)}

mcp-tool-risk COMMAND --help tells what a command takes; --version.

Exit code: 0 done; 1 the answer is no: a test fails, a --strict check found something, a tool has another shape than was graded;
2 the command, a file or a document is not usable.`;

/** Everything but line breaks, shown. */
const lines = (text) => text.replace(/[^\r\n]+|\r(?!\n)/g, plain);

function print(text, stream = 1) {
  // Files and pipes get every byte, a terminal nothing that would steer it.
  const shown = (stream === 1 ? process.stdout : process.stderr).isTTY ? lines(text) : text;
  // writeSync, since the end of the process would cut what a pipe has not taken yet.
  const bytes = Buffer.from(shown.endsWith('\n') || shown === '' ? shown : `${shown}\n`);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(stream, bytes, at);
    } catch (error) {
      if (error.code === 'EPIPE') return;
      if (error.code !== 'EAGAIN') throw new ToolRiskError('not-written', `cannot write the result: ${error.message}`);
    }
  }
}

const isHelp = (arg) => arg === '--help' || arg === '-h';

async function main([first, ...rest]) {
  if (first === undefined || isHelp(first) || (first === 'help' && rest.every(isHelp))) return print(HELP);
  if (first === '--version') return print(version());
  const args = first === 'help' ? [...rest, '--help'] : [first, ...rest];
  if (args.some(isHelp)) return print(helpOf(COMMANDS, named(COMMANDS, args.filter((arg) => !isHelp(arg)))[0]));
  const { command, name, values, operands } = parse(COMMANDS, args);
  let result;
  try {
    result = await command.run(operands, values);
  } catch (error) {
    throw blamed(error, name, values, operands.at(-1));
  }
  const { text, code, notes } = result;
  process.exitCode = code;
  print(text);
  if (notes) print(notes, 2);
}

/** What the core refuses is a value on the command line, or else the file. */
function blamed(error, name, values, path) {
  if (error instanceof Usage) return new Usage(error.message, name);
  if (!(error instanceof ToolRiskError) || error.code === 'internal') return error;
  const option = error.pointer?.slice(1);
  if (Object.hasOwn(values, option)) return new Usage(`--${option}: ${error.message}`, name);
  return new Problems([{ ...error, file: path, message: error.message }]);
}

/** What is wrong, for a person. */
function complaint(error) {
  if (error instanceof Usage) {
    const usage = error.command === undefined ? 'usage: mcp-tool-risk COMMAND FILE [options]' : helpOf(COMMANDS, error.command).split('\n', 1)[0];
    return `mcp-tool-risk: ${plain(error.message)}\n${usage}; see --help`;
  }
  if (error instanceof Problems) return problems(error.found);
  if (!(error instanceof ToolRiskError)) return lines(`mcp-tool-risk: a mistake of this program; please report it\n${error?.stack ?? error}`);
  return plain(`mcp-tool-risk: ${error.message} (${error.code})`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  print(complaint(error), 2);
  process.exitCode = 2;
}
