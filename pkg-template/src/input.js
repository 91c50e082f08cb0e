// Files of the command line: read, and turned into the JSON text that the core takes.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { Usage, meant } from './arguments.js';
import { ToolRiskError, checkPolicy } from './api.js';
import { withoutComments } from './jsonc.js';

/** What is wrong in a file, all of it. */
export class Problems extends Error {
  constructor(found) {
    super('the file is not usable');
    this.found = found;
  }
}

const unusable = (file, code, message) => new Problems([{ file, code, message }]);

/** What the core says of a file, with the file's name. */
export function about(path, body) {
  try {
    return body();
  } catch (error) {
    if (!(error instanceof ToolRiskError) || error.code === 'internal') throw error;
    throw new Problems([{ file: path, code: error.code, message: error.message, pointer: error.pointer }]);
  }
}

let taken = false;

/** The text of a file; of `-`, standard input, which there is once. */
export function readText(path) {
  if (path === '-') {
    if (taken) throw new Usage('only one file can be standard input');
    taken = true;
  }
  let bytes;
  try {
    bytes = readFileSync(path === '-' ? 0 : path);
  } catch ({ code, message }) {
    const why = { ENOENT: 'there is no such file', EISDIR: 'it is a folder', EACCES: 'access is denied' }[code] ?? message;
    throw unusable(path, 'no-file', `cannot be read: ${why}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unusable(path, 'not-utf-8', 'this is not UTF-8 text; save it as UTF-8');
  }
}

const formatOf = (path) => /\.(?:ya?ml|toml|jsonc)$/i.exec(path)?.[0].slice(1).toLowerCase().replace('yml', 'yaml') ?? 'json';

/** The parsers of YAML and TOML, which most calls have no use for. */
export const formats = () => import('./formats.js');

/** What people write by hand, as JSON text. `comments` may stand in JSON whatever the file is called. */
export async function readWritten(path, { comments = false } = {}) {
  const text = readText(path);
  const format = formatOf(path);
  if (format === 'json' && !comments) return { path, text, json: text };
  if (format === 'json' || format === 'jsonc') return { path, text, json: withoutComments(text) };
  const { toJson } = await formats();
  try {
    return { path, text, json: toJson(format, text) };
  } catch (cause) {
    const [first] = cause.message.split('\n');
    const message = cause instanceof RangeError ? 'it is nested too deeply' : first.replace(/^Invalid TOML document: |:$/g, '');
    throw unusable(path, `not-${format}`, `this is no usable ${format.toUpperCase()}: ${message}`);
  }
}

/** Adds file and line to what is wrong in a file. */
export async function located({ path, json, text }, problems) {
  const known = formatOf(path) !== 'toml' && text.length < 1 << 20;
  const { lineOf } = known && problems.some(({ pointer }) => pointer) ? await formats() : {};
  const source = formatOf(path) === 'yaml' ? text : json;
  return problems.map((problem) => ({ file: path, line: problem.pointer ? lineOf?.(source, problem.pointer) : undefined, ...problem }));
}

/** What is wrong in a policy. */
async function problemsOf(file, library) {
  // A short word would be taken for the name of a preset.
  if (/^\s*\{/.test(file.json)) return located(file, checkPolicy(file.json, { library }));
  const elsewhere = formatOf(file.path) === 'json' ? '. YAML and TOML are read from files whose names end in .yaml, .yml or .toml' : '';
  const message = file.text.trim() === '' ? 'it is empty; a policy is expected' : `this is no policy: an object is expected${elsewhere}`;
  return [{ file: file.path, code: 'wrong-type', message }];
}

async function checked(file, library) {
  const problems = await problemsOf(file, library);
  if (problems.length > 0) throw new Problems(problems);
  return file.json;
}

/** Documents that others extend by name, from `NAME=FILE`. */
export async function libraryOf(given = []) {
  const files = await Promise.all(given.map(async ([name, path]) => [name, await readWritten(path)]));
  const library = Object.fromEntries(files.map(([name, { json }]) => [name, json]));
  if (files.length !== Object.keys(library).length) throw new Usage('--library gives one name to two documents');
  for (const [, file] of files) await checked(file, library);
  return library;
}

const presets = () => readdirSync(new URL('../presets/', import.meta.url)).map((name) => name.replace(/\.json$/, ''));

/** A preset's name, or what stands in a file. A file that happens to have a preset's name does not take its place. */
async function layerOf(option, given, library) {
  const names = presets();
  if (names.includes(given)) return given;
  if (given === '-' || existsSync(given)) return checked(await readWritten(given), library);
  throw new Usage(`--${option} ${given} is neither a preset (${names.join(', ')}) nor a file${meant(given, names)}`);
}

/** A policy of one layer or several; `undefined` where none is given. */
export async function policyOf(given, library, option = 'policy') {
  if (given === undefined) return undefined;
  const layers = [];
  for (const each of given) layers.push(await layerOf(option, each, library));
  const between = checkPolicy(layers, { library });
  if (between.length > 0) throw new Problems(between);
  return layers;
}

/** Reads a policy that is to be looked at, with what is wrong in it. */
export async function examined(path, library) {
  const file = await readWritten(path);
  return { json: file.json, problems: await problemsOf(file, library) };
}
