// What the command line shows.
import { plain, table } from './table.js';

/** What the strongest evidence says. */
function strongest(evidence) {
  const [first] = evidence;
  return first ? `“${plain(first.seen)}” ${first.says}` : 'nothing to go by';
}

/** A value as text; a question mark says that it is the worst because nothing is known. */
function word(value, unknown) {
  const text = Array.isArray(value)
    ? value.map((each) => word(each)).join('/')
    : typeof value === 'object' && value !== null
      ? Object.keys(value)[0]
      : String(value);
  return unknown ? `${text}?` : text;
}

/** The lines of `classify` as a table. */
export function classification(lines, width) {
  const columns = [
    { title: 'TOOL', most: 34 },
    { title: 'CATEGORY' },
    { title: 'RISK' },
    { title: 'APPROVAL' },
    { title: 'STRONGEST EVIDENCE' },
  ];
  const rows = lines.split('\n').filter(Boolean).map((line) => {
    const { tool, annotations, unknown, evidence, diagnostics } = JSON.parse(line);
    const shown = (field) => word(annotations[field], unknown.includes(field));
    const why = tool === null ? diagnostics[0].message : strongest(evidence);
    return { cells: [tool ?? '(none)', shown('category'), shown('riskLevel'), shown('approvalRecommendation'), why] };
  });
  return table(columns, rows, width);
}

/** The core hints in one or two words; what else is declared by the names of the fields. */
function declaration({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint, ...others }) {
  const parts = [];
  if (readOnlyHint === true) parts.push('read-only');
  else if (destructiveHint !== undefined) parts.push(destructiveHint ? 'destructive' : 'additive');
  else if (readOnlyHint === false) parts.push('writes');
  if (openWorldHint !== undefined) parts.push(openWorldHint ? 'open' : 'closed');
  if (parts.length === 0 && idempotentHint !== undefined) parts.push(idempotentHint ? 'idempotent' : 'not idempotent');
  const more = Object.keys(others).length;
  if (more > 0) parts.push(`${more} ${more === 1 ? 'field' : 'fields'}`);
  return parts.join(', ') || '—';
}

/** A decision in a word. */
function does({ effect, approvers }) {
  return effect === 'ask' ? `asks ${approvers}` : effect === 'allow' ? 'runs' : 'denied';
}

/** What `inspect` found, as a table; where the server and the definition disagree, the row has a note. */
export function inspection({ tools, diagnostics }, width) {
  const columns = [
    { title: 'TOOL', most: 30 },
    { title: 'CATEGORY' },
    { title: 'RISK' },
    { title: 'APPROVAL' },
    { title: 'DECISION' },
    { title: 'DECLARED', most: 19 },
    { title: 'STRONGEST EVIDENCE' },
  ];
  const rows = tools.map(({ tool, profile, decision, evidence, declared, disagreements, diagnostics }) => {
    const shown = (field) => word(profile.fields[field]?.value, profile.unknown.includes(field));
    const why = tool === null ? diagnostics[0].message : strongest(evidence);
    return {
      cells: [tool ?? '(none)', shown('category'), shown('riskLevel'), shown('approvalRecommendation'), does(decision), declaration(declared), why],
      notes: disagreements.map(({ field, declared, inferred }) => `≠ ${field}: declared ${word(declared)}, looks ${word(inferred)}`),
    };
  });
  return [table(columns, rows, width), ...diagnostics.map(({ message }) => `note: ${plain(message)}`)].join('\n');
}
