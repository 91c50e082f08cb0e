import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { check, join, readGrades, words } from './grades.mjs';

const grades = readGrades();
const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const good = grades[0];
const spoiled = (label) => check({ ...good, label: { ...good.label, ...label } });

test('every grade is well formed and consistent in itself', () => {
  assert.deepEqual(grades.flatMap(check), []);
});

test('a wrong word, an inverted range and a contradiction are found', () => {
  assert.match(spoiled({ category: ['reed'] })[0], /category has no value reed/);
  assert.match(spoiled({ source: [] })[0], /source is not a set/);
  assert.match(spoiled({ risk: ['high', 'low'] })[0], /no range/);
  assert.match(spoiled({ review: 'yes' })[0], /review is neither/);
  assert.match(spoiled({ risky: true })[0], /unknown field risky/);
  assert.match(spoiled({ category: ['delete'], readOnly: true, destructive: false })[0], /read-only, yet delete/);
});

test('a tool without a grade, a grade without a tool and a second grade are found', () => {
  const line = (tool) => ({ id: `p@1#${tool}`, server: 'p@1', tool: { name: tool } });
  const grade = (tool) => ({ ...good, server: 'p@1', tool });
  assert.deepEqual(join([line('a'), line('b')], [grade('a'), grade('c'), grade('a')]).problems, [
    'p@1#a is graded twice',
    'p@1#b has no grade',
    'p@1#c is graded but not listed',
  ]);
  const { labelled, problems } = join([line('a')], [grade('a')]);
  assert.deepEqual([problems, labelled[0].tool, labelled[0].label], [[], { name: 'a' }, good.label]);
});

test('the grades belong to the servers that are pinned, at the versions that are pinned', () => {
  const { devDependencies } = JSON.parse(read('package.json'));
  const servers = JSON.parse(read('servers.json')).map((s) => s.package);
  const graded = new Set(grades.map((g) => g.server));
  assert.deepEqual([...graded].sort(), servers.map((s) => `${s}@${devDependencies[s]}`).sort());
  const lock = JSON.parse(read('package-lock.json')).packages;
  for (const s of servers) assert.equal(lock[`node_modules/${s}`].version, devDependencies[s]);
  assert.ok(servers.length >= 10 && grades.length >= 200);
});

test('every category, grade and radius occurs', () => {
  for (const field of ['category', 'blastRadius', 'reversibility', 'outcome', 'destination', 'source']) {
    const seen = new Set(grades.flatMap((g) => g.label[field]));
    assert.deepEqual(words[field].filter((w) => !seen.has(w)), [], field);
  }
  assert.deepEqual(new Set(grades.flatMap((g) => g.label.risk)), new Set(['low', 'medium', 'high', 'critical']));
});
