// What the command line shows.
import { plain, table } from './table.js';

/** What the strongest evidence says. */
function strongest(evidence) {
  const [first] = evidence;
  return first ? `“${plain(first.seen)}” ${first.says}` : 'nothing to go by';
}

/** A value as text; a question mark says that it is the worst because nothing is known. */
function word(value, unknown) {
  if (value === undefined) return '?';
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

/** The core hints in one or two words; how many other fields are declared, and how many could not be understood. */
function declaration(declared) {
  const understood = Object.entries(declared).filter(([, value]) => value !== null);
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint, ...others } = Object.fromEntries(understood);
  const parts = [];
  if (readOnlyHint === true) parts.push('read-only');
  else if (destructiveHint !== undefined) parts.push(destructiveHint ? 'destructive' : 'additive');
  else if (readOnlyHint === false) parts.push('writes');
  if (openWorldHint !== undefined) parts.push(openWorldHint ? 'open' : 'closed');
  if (parts.length === 0 && idempotentHint !== undefined) parts.push(idempotentHint ? 'idempotent' : 'not idempotent');
  const more = Object.keys(others).length;
  if (more > 0) parts.push(`${more} ${more === 1 ? 'field' : 'fields'}`);
  const unclear = Object.keys(declared).length - understood.length;
  if (unclear > 0) parts.push(`${unclear} unclear`);
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

/** The word that was meant, where the message does not say it already. */
const hint = ({ suggestion, message }) => (suggestion === undefined || message.includes('did you mean') ? '' : `; did you mean "${suggestion}"?`);

/** What is wrong in files, one line each. */
export function problems(errors) {
  return errors.map((error) => {
    const { file, line, document, pointer, message, code } = error;
    const place = file === undefined ? document : line === undefined ? file : `${file}:${line}`;
    return plain(['error', place, pointer, `${message}${hint(error)} (${code})`].filter(Boolean).join(': '));
  }).join('\n');
}

/** What somebody should look at, one line each. */
export function findings(found) {
  return found.map((each) => plain(`note: ${each.pointer || '/'}: ${each.message}${hint(each)} (${each.code})`)).join('\n') || 'nothing to note';
}

/** What came of a policy's own tests. */
export function results(tests) {
  const failed = tests.filter(({ passed }) => !passed).length;
  const lines = tests.map(({ name, passed, expected, got, reason }) =>
    plain(passed ? `ok      ${name}` : `FAILED  ${name}: expected ${expected}, got ${got}. ${reason}`));
  return [...lines, `${tests.length - failed} passed, ${failed} failed`].join('\n');
}

const counted = ({ allow, ask, askSeveral, deny }) => `${allow} run, ${ask} ask one person, ${askSeveral} ask several, ${deny} are denied`;

/** What two policies make of calls. */
export function simulation({ calls, counts, before, differences }) {
  const lines = [`${calls} calls: ${counted(counts)}`];
  if (before === undefined) return lines[0];
  lines.push(`before: ${counted(before)}`, `${differences.length} differ`);
  for (const { call, id, before: was, after } of differences) {
    lines.push(plain(`  ${id ?? `call ${call}`}: ${does(was)} → ${does(after)}: ${after.reason}`));
  }
  return lines.join('\n');
}

/** Whether tools are offered, as a table. */
export function visibility(rows, width) {
  const columns = [{ title: 'TOOL', most: 34 }, { title: 'VISIBLE' }, { title: 'DECISION' }, { title: 'WHY' }];
  return table(columns, rows.map((row) => ({ cells: [row.tool ?? '(none)', row.visible, does(row), row.reason] })), width);
}

/** The trace of a decision. */
export function explanation({ decision, rules, alternatives }) {
  const lines = [`${does(decision)}: ${decision.reason}`, `the model is told: ${decision.message}`, `policy: ${decision.policy}`, '', 'rules'];
  for (const { layer, document, rule, effect, truth, part, conditions } of rules) {
    const from = document === layer ? layer : `${layer}, from ${document}`;
    lines.push(`  ${rule} (${from}): ${effect} where it fits; ${truth}, counts as ${part}`);
    for (const { pointer, asks, truth } of conditions) lines.push(`    ${truth.padEnd(7)}  ${pointer}  ${asks}`);
  }
  for (const { effect, changes, incomplete } of alternatives) {
    const none = incomplete ? 'nothing was found before the search stopped' : 'no change of these conditions leads there';
    lines.push('', `for ${effect}: ${changes.length === 0 ? none : `all of these would have to change${incomplete ? ' (the search stopped; there may be fewer)' : ''}`}`);
    for (const { rule, pointer, asks, from, to } of changes) lines.push(`  ${rule} ${pointer}  ${asks}: ${from} → ${to}`);
  }
  return lines.map(plain).join('\n');
}

const SHAPES = { fits: 'is known', other: 'has another shape than was graded, so the catalogue only tightens', unknown: 'is not in them' };

/** What catalogues hold, and whether they fit tools. */
export function catalogued({ catalogues, tools = [] }) {
  return [...catalogues.map(({ file, tools }) => `${file}: ${tools} tools`), ...tools.map(({ tool, shape }) => `${tool ?? '(none)'}: ${SHAPES[shape]}`)]
    .map(plain).join('\n');
}
