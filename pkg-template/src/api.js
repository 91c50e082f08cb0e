// The public functions. Documents cross as JSON text; results are plain objects.
import { ToolRiskError } from './error.js';
import { call } from './runtime.js';

export { ToolRiskError } from './error.js';
export { init, wasmModule } from './runtime.js';

/** A document as JSON text: text as it is, an object in its JSON form. */
function textOf(document) {
  let text = document;
  if (typeof document === 'object' && document !== null) {
    try {
      text = JSON.stringify(document);
    } catch (cause) {
      throw new ToolRiskError('not-json', `the document has no JSON form: ${cause.message}`, { cause });
    }
  }
  if (typeof text !== 'string') {
    throw new ToolRiskError('not-json', `expected JSON text or an object, got ${document === null ? 'null' : typeof document}`);
  }
  // Half of a surrogate pair would silently become U+FFFD on the way; escaped, the reader sees and reports it.
  return text.replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
}

/** The version of the package. */
export function version() {
  return call('version');
}

export function classify(tools, options) {
  const lines = call('classify', textOf(tools), options);
  return lines.split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

export function inspect(tools, options) {
  return JSON.parse(call('inspect', textOf(tools), options));
}

export function readTools(tools) {
  return JSON.parse(call('readList', textOf(tools)));
}

export function vocabulary() {
  return JSON.parse(call('vocabulary'));
}
