// Documents on their way into the core.
import { ToolRiskError } from './error.js';

/** What an error says, whatever it was that was thrown. */
export function said(error) {
  try {
    return String(error?.message ?? error);
  } catch {
    return 'an error that does not say what it is';
  }
}

/** The host's options as they stand now. What is kept of them cannot change later, and no getter runs inside WebAssembly. */
export function optionsOf(options) {
  if (options === undefined || options === null) return {};
  if (typeof options !== 'object' || Array.isArray(options)) {
    throw new ToolRiskError('wrong-type', `options: expected an object, got ${Array.isArray(options) ? 'an array' : typeof options}`);
  }
  try {
    return { ...options };
  } catch (cause) {
    throw new ToolRiskError('wrong-type', `options: cannot be read: ${said(cause)}`, { cause });
  }
}

/** A document as JSON text: text as it is, an object in its JSON form. */
export function textOf(document) {
  let text = document;
  if (typeof document === 'object' && document !== null) {
    try {
      text = JSON.stringify(document);
    } catch (cause) {
      throw new ToolRiskError('not-json', `the document has no JSON form: ${said(cause)}`, { cause });
    }
  }
  if (typeof text !== 'string') {
    throw new ToolRiskError('not-json', `expected JSON text or an object, got ${document === null ? 'null' : typeof document}`);
  }
  // Half of a surrogate pair would silently become U+FFFD on the way; escaped, the reader sees and reports it.
  return text.replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
}

/** Calls as JSON Lines: lines as they are, an array one a line. */
export function linesOf(calls) {
  return Array.isArray(calls) ? calls.map(textOf).join('\n') : textOf(calls);
}
