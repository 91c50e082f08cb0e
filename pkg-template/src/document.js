// Documents on their way into the core.
import { ToolRiskError } from './error.js';

/** A document as JSON text: text as it is, an object in its JSON form. */
export function textOf(document) {
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
