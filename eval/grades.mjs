// Our grades of the pinned servers' tools: reading, checking and joining them with what the servers list.
//
// A line of grades.jsonl is {"server": "package@version", "tool": name, "label": {...}, "why": "..."}; a label holds, per field, the set of
// acceptable values (the best one first), risk as a range [floor, ceiling], and true, false or null (both defensible) for the four flags.
import { readFileSync } from 'node:fs';
import { dirname, join as path } from 'node:path';
import { fileURLToPath } from 'node:url';

const grades = ['low', 'medium', 'high', 'critical'];
const sensitivity = ['none', 'user', 'pii', 'financial', 'credentials', 'regulated'];
/** The words of each field of a label, in the order in which a label lists its fields. */
export const words = {
  category: ['utility', 'read', 'observe', 'mutate', 'delete', 'destroy'],
  blastRadius: ['item', 'namespace', 'cluster', 'organization', 'global'],
  reversibility: ['auto', 'manual', 'none'],
  outcome: ['benign', 'consequential', 'irreversible'],
  destination: ['ephemeral', 'system', 'user', 'internal', 'public'],
  source: ['untrustedPublic', 'trustedPublic', 'internal', 'user', 'system'],
  inputSensitivity: sensitivity,
  returnSensitivity: sensitivity,
};
export const flags = ['readOnly', 'destructive', 'openWorld', 'review'];
const readLike = new Set(['utility', 'read', 'observe']);

export function readGrades(file = path(dirname(fileURLToPath(import.meta.url)), 'grades.jsonl')) {
  return readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
}

/** What is wrong with one grade, in words; empty where nothing is. */
export function check({ server, tool, label, why, ...rest }) {
  const problems = [];
  const say = (problem) => problems.push(`${server} ${tool}: ${problem}`);
  for (const key of Object.keys(rest)) say(`unknown key ${key}`);
  if (typeof why !== 'string' || !why) say('why is missing');
  for (const [field, known] of Object.entries(words)) {
    const values = label[field];
    if (!Array.isArray(values) || !values.length) say(`${field} is not a set of values`);
    else if (new Set(values).size !== values.length) say(`${field} names a value twice`);
    else for (const value of values) if (!known.includes(value)) say(`${field} has no value ${value}`);
  }
  const [floor, ceiling] = (label.risk ?? []).map((grade) => grades.indexOf(grade));
  if (!(floor >= 0 && floor <= ceiling)) say(`risk ${JSON.stringify(label.risk)} is no range`);
  for (const flag of flags) if (![true, false, null].includes(label[flag])) say(`${flag} is neither true, false nor null`);
  const expected = [...Object.keys(words), 'risk', ...flags, 'disputed'];
  for (const key of Object.keys(label)) if (!expected.includes(key)) say(`unknown field ${key}`);
  if (problems.length) return problems;
  // A label that contradicts itself is a slip of the grader.
  if (label.readOnly === true && label.destructive !== false) say('read-only, yet perhaps destructive');
  if (label.readOnly === true && !readLike.has(label.category[0])) say(`read-only, yet ${label.category[0]}`);
  if (label.readOnly === false && readLike.has(label.category[0])) say(`not read-only, yet ${label.category[0]}`);
  if (label.outcome[0] === 'irreversible' && ceiling < grades.indexOf('high')) say('irreversible, yet below high');
  if ((label.outcome[0] === 'irreversible') !== (label.reversibility[0] === 'none')) say(`${label.outcome[0]}, yet undone: ${label.reversibility[0]}`);
  if (label.openWorld === false && label.source[0] === 'untrustedPublic') say('anybody can write what comes back, yet a closed world');
  if (readLike.has(label.category[0]) && label.reversibility[0] !== 'auto') say(`${label.category[0]}, yet not undone by itself`);
  return problems;
}

/** The tools that servers list, each with its label; a tool without a grade and a grade without a tool are problems. */
export function join(lines, graded) {
  const problems = graded.flatMap(check);
  const open = new Map();
  for (const grade of graded) {
    const id = `${grade.server}#${grade.tool}`;
    if (open.has(id)) problems.push(`${id} is graded twice`);
    open.set(id, grade);
  }
  const labelled = [];
  for (const line of lines) {
    const grade = open.get(line.id);
    open.delete(line.id);
    if (grade) labelled.push({ ...line, label: grade.label, why: grade.why });
    else problems.push(`${line.id} has no grade`);
  }
  for (const id of open.keys()) problems.push(`${id} is graded but not listed`);
  return { labelled, problems };
}
