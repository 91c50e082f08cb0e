// JSON with comments and trailing commas, as editors' settings have it.

const COMMENTS = /"(?:[^"\\]+|\\[^])*"?|\/\/[^\n]*|\/\*[^]*?\*\//g;
// One that stands alone trails nothing.
const COMMAS = /"(?:[^"\\]+|\\[^])*"?|(?<![[{,:]\s*),(?=\s*[}\]])/g;

/** The text as JSON. Blanks take the place of what is left out, so that errors keep their line and column. */
export function withoutComments(text) {
  const blank = (found) => (found.startsWith('"') ? found : found.replace(/[^\r\n]/g, ' '));
  return text.replace(COMMENTS, blank).replace(COMMAS, blank);
}
