// Tables for a terminal. What servers wrote is shown as text, never as control sequences.

/** Writes out what could move the cursor, or reorder what stands beside it, as in `\u{202e}`. */
export function plain(text) {
  return String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);
}

const segments = new Intl.Segmenter();

/** Columns that a text takes: two for East Asian wide characters and emoji. */
function width(text) {
  // Of Latin letters and our own quotation marks, each takes one.
  if (/^[ -\u02ff\u2013-\u2026]*$/.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of segments.segment(text)) columns += /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u.test(segment) ? 2 : 1;
  return columns;
}

function cut(text, columns) {
  if (width(text) <= columns) return text;
  let out = '';
  for (const { segment } of segments.segment(text)) {
    if (width(out + segment) > columns - 1) break;
    out += segment;
  }
  return `${out}…`;
}

function wrap(text, columns) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines[lines.length - 1];
    const longer = line ? `${line} ${word}` : word;
    if (width(longer) <= columns) lines[lines.length - 1] = longer;
    else if (line) lines.push(cut(word, columns));
    else lines[lines.length - 1] = cut(word, columns);
  }
  return lines;
}

/**
 * A table whose last column takes what is left of the width, in as many lines as it needs.
 *
 * `columns` are `{ title, most? }`; `rows` are `{ cells, notes? }`, notes being lines of their own below the row.
 */
export function table(columns, rows, total) {
  const shown = rows.map(({ cells, notes = [] }) => ({ cells: cells.map(plain), notes: notes.map(plain) }));
  const last = columns.length - 1;
  const widths = columns.map(({ title, most = Infinity }, i) =>
    Math.min(most, shown.reduce((widest, { cells }) => Math.max(widest, width(cells[i])), width(title))));
  const before = widths.slice(0, last).reduce((sum, each) => sum + each + 2, 0);
  widths[last] = Math.min(widths[last], Math.max(20, total - before));
  const pad = (text, columns) => text + ' '.repeat(Math.max(0, columns - width(text)));
  const line = (texts) => texts.map((text, i) => pad(text, widths[i])).join('  ').trimEnd();

  const out = [line(columns.map(({ title }) => title)), widths.map((each) => '─'.repeat(each)).join('  ')];
  for (const { cells, notes } of shown) {
    const [first, ...more] = wrap(cells[last], widths[last]);
    out.push(line([...cells.slice(0, last).map((text, i) => cut(text, widths[i])), first]));
    for (const text of more) out.push(' '.repeat(before) + text);
    for (const note of notes) for (const text of wrap(note, before + widths[last] - 4)) out.push(`    ${text}`);
  }
  return out.join('\n');
}
