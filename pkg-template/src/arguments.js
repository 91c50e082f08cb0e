// What stands on the command line: checked against the table of commands, with a word for what was probably meant.
import { parseArgs } from 'node:util';

/** The command line itself is wrong. */
export class Usage extends Error {
  constructor(message, command) {
    super(message);
    this.command = command;
  }
}

/** How many letters are wrong, left out, too many, or have changed places. */
function distance(a, b) {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? rows[i - 2][j - 2] + 1 : Infinity;
      rows[i].push(Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1), swapped));
    }
  }
  return rows[a.length][b.length];
}

/** `; did you mean "..."?`, where a word is near. */
export function meant(given, words) {
  const bare = (word) => word.toLowerCase().replace(/[-_]/g, '');
  const [word] = given.length > 40 ? [] : words
    .map((word) => [word, bare(word).startsWith(bare(given)) ? 0 : distance(bare(given), bare(word))])
    .filter(([word, apart]) => apart <= Math.max(1, word.length / 3))
    .sort(([, a], [, b]) => a - b)
    .flatMap(([word]) => word);
  return word === undefined ? '' : `; did you mean "${word}"?`;
}

function oneOf(what, given, words, command) {
  if (!words.includes(given)) throw new Usage(`${what} is one of ${words.join(', ')}, not ${JSON.stringify(given)}${meant(given, words)}`, command);
}

/** One option as it was typed. */
function value(name, token, option, command) {
  if (option.value === undefined) {
    if (token.value !== undefined) throw new Usage(`--${name} takes no value`, command);
    return true;
  }
  // A lone dash is standard input.
  if (token.value === undefined || token.value === '' || (!token.inlineValue && /^-./.test(token.value))) {
    throw new Usage(`--${name} needs a value: ${option.value}`, command);
  }
  if (option.words) oneOf(`--${name}`, token.value, option.words, command);
  return option.read ? option.read(token.value, (message) => new Usage(`--${name}: ${message}`, command)) : token.value;
}

/** The name of a command, of one word or two, and what stands after it. */
export function named(commands, [first, ...rest]) {
  if (first?.startsWith('-')) throw new Usage(`the command comes first, before ${JSON.stringify(first)}`);
  if (Object.hasOwn(commands, first)) return [first, rest];
  const several = Object.keys(commands).filter((name) => name.startsWith(`${first} `));
  const both = `${first} ${rest[0]}`;
  if (several.includes(both)) return [both, rest.slice(1)];
  if (several.length > 0) throw new Usage(`${first} is ${several.join(', ')}${rest.length > 0 ? meant(both, several) : ''}`);
  throw new Usage(`there is no command ${JSON.stringify(first)}${meant(first, Object.keys(commands))}`);
}

/** The command with its options and operands. */
export function parse(commands, given) {
  const [name, args] = named(commands, given);
  const command = commands[name];
  const options = Object.fromEntries(Object.entries(command.options).map(([key, option]) => [key, { type: option.value === undefined ? 'boolean' : 'string' }]));
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  const values = {};
  const operands = [];
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(command.options, token.name) && token.rawName.startsWith('--') ? command.options[token.name] : undefined;
    if (option === undefined) {
      const near = meant(token.name, Object.keys(command.options)).replace('"', '"--');
      throw new Usage(`${name} has no option ${JSON.stringify(token.rawName)}${near}`, name);
    }
    const read = value(token.name, token, option, name);
    if (option.many) (values[token.name] ??= []).push(read);
    else if (Object.hasOwn(values, token.name)) throw new Usage(`--${token.name} stands twice`, name);
    else values[token.name] = read;
  }
  const { takes } = command;
  const several = takes.at(-1).endsWith('...');
  if (operands.length < takes.length || (operands.length > takes.length && !several)) {
    throw new Usage(`${name} takes ${takes.join(' ')}; ${operands.length === 0 ? 'nothing was' : operands.length === 1 ? '1 was' : `${operands.length} were`} given`, name);
  }
  for (const [at, words] of (command.words ?? []).entries()) oneOf(takes[at], operands[at], words, name);
  const needed = Object.entries(command.options).find(([key, option]) => option.needed && values[key] === undefined);
  if (needed) throw new Usage(`${name} needs --${needed[0]} ${needed[1].value}`, name);
  return { command, name, values: { format: command.options.format.words[0], ...values }, operands };
}

const wrapped = (text, indent) => text.split('\n').join(`\n${' '.repeat(indent)}`);

/** What one command takes. */
export function helpOf(commands, name) {
  const { takes, about, options } = commands[name];
  const shown = Object.entries(options).map(([key, { value, words, says, many, needed }]) => {
    const marks = [needed && 'needed', many && 'may stand several times', key === 'format' && `${words[0]} where none is given`].filter(Boolean);
    return [`--${key}${value === undefined ? '' : ` ${value}`}`, `${says}${marks.length > 0 ? ` (${marks.join('; ')})` : ''}`];
  });
  const lines = shown.map(([left, says]) => `  ${left}\n      ${wrapped(says, 6)}`);
  return `usage: mcp-tool-risk ${name} ${takes.join(' ')} [options]\n\n${about}\n\n${lines.join('\n')}`;
}

/** All commands, a line each. */
export function help(commands, groups) {
  const width = Math.max(...Object.keys(commands).map((name) => name.length)) + 2;
  const lines = groups.flatMap(([title, names]) => ['', title, ...names.map((name) => `  ${name.padEnd(width)}${commands[name].about.split('\n', 1)[0]}`)]);
  return lines.join('\n').trimStart();
}
