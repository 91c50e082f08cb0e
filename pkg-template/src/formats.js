// YAML and TOML for the command line, which loads this file, bundled with its parsers, when it meets one.
import { TomlError, parse } from 'smol-toml';
import { LineCounter, parseDocument, stringify } from 'yaml';

function fromYaml(text) {
  // The core schema of YAML 1.2, where `no` is a word and no tag makes a date. A key that stands twice, an unknown tag, a second document
  // are errors.
  const options = { version: '1.2', schema: 'core', resolveKnownTags: false, stringKeys: true, intAsBigInt: true };
  const document = parseDocument(text, options);
  const [problem] = [...document.errors, ...document.warnings];
  if (problem?.code === 'MULTIPLE_DOCS') throw new Error(`there is more than one document; the second begins at line ${problem.linePos[0].line}`);
  if (/call stack/.test(problem?.message)) throw new RangeError(problem.message);
  if (problem) throw problem;
  return document.toJS({ maxAliasCount: 1000 });
}

function fromToml(text) {
  try {
    return parse(text);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const [first] = cause.message.split('\n');
    throw new Error(`${first} at line ${cause.line}, column ${cause.column}`, { cause });
  }
}

/** What JSON has no number for would become another one, or null. */
function exact(key, value) {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number !== 'number' || (Number.isFinite(number) && (number === value || Number.isSafeInteger(number)))) return number;
  throw new Error(`"${key}" is a number that JSON does not have or cannot keep exactly; write it in quotation marks if it is a text`);
}

/** The document as JSON text. A date of TOML becomes its text. */
export function toJson(format, text) {
  return JSON.stringify(format === 'toml' ? fromToml(text) : fromYaml(text), exact);
}

/** A value as YAML text. */
export const toYaml = (value) => stringify(value, { lineWidth: 0 });

/** The line on which stands what a JSON Pointer leads to, or else the nearest that it stands in; of YAML and of JSON, which is YAML. */
export function lineOf(text, pointer) {
  const lineCounter = new LineCounter();
  let document;
  try {
    document = parseDocument(text, { lineCounter, uniqueKeys: false });
  } catch {
    // Too deep. What is wrong has been said without it.
    return undefined;
  }
  let found = document.contents;
  for (const segment of pointer.split('/').slice(1)) {
    const items = found?.items;
    const key = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    // The last of two keys with one name is the one too many.
    const next = Array.isArray(items) && items.findLast((item, at) => (item.key === undefined ? String(at) === key : String(item.key) === key));
    if (!next) break;
    found = next.value?.range ? next.value : (next.key ?? next);
  }
  return found?.range ? lineCounter.linePos(found.range[0]).line : undefined;
}
