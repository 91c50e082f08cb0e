// The benchmarks: medians and ratios, ours and the peer's taken in turns in one run.
//
// usage: node benches/bench.mjs PACKAGE SOURCES REPORT    (by way of `cargo xtask bench`)
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import jsonLogic from 'json-logic-js';

const [packageFolder, sourceFolder, reportFile] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const here = dirname(fileURLToPath(import.meta.url));
const entry = pathToFileURL(join(packageFolder, 'dist/index.js')).href;
const cedarFolder = dirname(require.resolve('@cedar-policy/cedar-wasm/nodejs'));
const { Gate, classify } = await import(entry);
const cedar = require('@cedar-policy/cedar-wasm/nodejs');

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** Median milliseconds of one call for each function, taken in turns; `least` milliseconds a sample. */
function measure(functions, { samples = 15, least = 20 } = {}) {
  const names = Object.keys(functions);
  const repeats = {};
  for (const name of names) {
    // Warm, and count how often it fits into a sample.
    const start = performance.now();
    let count = 0;
    do {
      functions[name]();
      count += 1;
    } while (performance.now() - start < least * 3);
    repeats[name] = Math.max(1, Math.round(count / 3));
  }
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let sample = 0; sample < samples; sample += 1) {
    for (const name of names) {
      const start = performance.now();
      for (let i = 0; i < repeats[name]; i += 1) functions[name]();
      times[name].push((performance.now() - start) / repeats[name]);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])]));
}

const rows = [];
function row(workload, ours, peer, reach) {
  rows.push({ workload, ours, peer: peer?.[0] ?? '', peerValue: peer?.[1], ratio: peer ? ours.value / peer[1].value : undefined, reach });
}
const ms = (value) => ({ value, unit: 'ms' });

// Lists as servers sent them, where the measurement data is at hand; else the project's own, repeated.
const data = process.env.TOOL_RISK_DATA;
const lists = ['azure', 'postman'].map((name) => [name, join(data ?? '', `corpus/lists/${name}.json`)]).filter(([, path]) => data && existsSync(path));
const fixture = JSON.parse(readFileSync(join(here, '../tests/fixtures/tools.json'), 'utf8')).tools;
const many = (count) => JSON.stringify({ tools: Array.from({ length: count }, (_, i) => ({ ...fixture[i % fixture.length], name: `${fixture[i % fixture.length].name}_${i}` })) });
const texts = lists.length > 0 ? lists.map(([name, path]) => [`${name}.json`, readFileSync(path, 'utf8')]) : [['fixtures, 200 tools', many(200)]];

for (const [name, text] of texts) {
  const result = measure({
    grades: () => classify(text, { evidence: false }),
    full: () => classify(text),
    sdk: () => ListToolsResultSchema.parse(JSON.parse(text)),
  });
  const peer = ['JSON.parse and the SDK’s schema', ms(result.sdk)];
  row(`classify ${name}, grades only`, ms(result.grades), peer, '≤ 1.5');
  row(`classify ${name}, full evidence`, ms(result.full), peer, '≤ 4');
}

// One call against a hundred rules, of which one fits.
const RULES = 100;
const tool = { name: 'list_notes', inputSchema: { type: 'object', properties: { notebook: { type: 'string' } } } };
for (const [title, hit] of [['first', 0], ['middle', RULES / 2], ['last', RULES - 1]]) {
  const rules = Array.from({ length: RULES }, (_, i) => i);
  const named = (i) => (i === hit ? 'notes' : `server-${i}`);
  const gate = new Gate({
    version: 1,
    inference: { mode: 'accept' },
    rules: rules.map((i) => ({ id: `r${i}`, effect: 'allow', when: { server: named(i), tool: 'list_*', riskLevel: { atMost: 'medium' } } })),
  });
  gate.setTools('notes', [tool]);
  const call = { server: 'notes', tool: 'list_notes' };
  if (gate.decide(call).effect !== 'allow') throw new Error('the gate does not decide as the benchmark wants');

  const policies = rules.map((i) => `permit(principal, action == Action::"call", resource) when { context.server == "${named(i)}" && context.tool like "list_*" && context.risk <= 2 };`);
  cedar.preparsePolicySet(`set-${title}`, { staticPolicies: policies.join('\n') });
  const cedarCall = {
    principal: { type: 'Agent', id: 'a' },
    action: { type: 'Action', id: 'call' },
    resource: { type: 'Tool', id: 'list_notes' },
    context: { server: 'notes', tool: 'list_notes', risk: 1, notebook: 'work' },
    preparsedPolicySetId: `set-${title}`,
    entities: [],
  };
  const answer = cedar.statefulIsAuthorized(cedarCall);
  if (answer.type !== 'success' || answer.response.decision !== 'allow') throw new Error(`cedar does not decide as the benchmark wants: ${JSON.stringify(answer)}`);

  const logic = { if: rules.flatMap((i) => [{ and: [{ '==': [{ var: 'server' }, named(i)] }, { in: ['list_', { var: 'tool' }] }, { '<=': [{ var: 'risk' }, 2] }] }, 'allow']).concat('ask') };
  const facts = { server: 'notes', tool: 'list_notes', risk: 1, notebook: 'work' };
  if (jsonLogic.apply(logic, facts) !== 'allow') throw new Error('json-logic does not decide as the benchmark wants');

  const result = measure({ ours: () => gate.decide(call), cedar: () => cedar.statefulIsAuthorized(cedarCall), logic: () => jsonLogic.apply(logic, facts) });
  row(`decide, 100 rules, hit ${title}`, ms(result.ours), ['cedar-wasm', ms(result.cedar)], '≤ 0.02');
  row(`decide, 100 rules, hit ${title}`, ms(result.ours), ['json-logic-js', ms(result.logic)], 'shown only');
}

// A call with arguments of 1 KB, as text: what they make of the tool counts in the decision.
{
  const rules = Array.from({ length: RULES }, (_, i) => ({ id: `r${i}`, effect: 'allow', when: { server: i === RULES - 1 ? 'db' : `server-${i}`, riskLevel: { atMost: 'low' } } }));
  const gate = new Gate({ version: 1, inference: { mode: 'accept' }, rules });
  gate.setTools('db', [
    { name: 'query', description: 'Runs an SQL statement.', inputSchema: { type: 'object', properties: { sql: { type: 'string' } }, required: ['sql'] } },
    { name: 'list_notes', inputSchema: { type: 'object', properties: { words: { type: 'array', items: { type: 'string' } } } } },
  ]);
  const sql = `SELECT id, name FROM notes WHERE name IN (${Array.from({ length: 90 }, (_, i) => `'note ${i}'`).join(', ')})`;
  const text = { list_notes: JSON.stringify({ words: Array.from({ length: 90 }, (_, i) => `note ${i}`) }), query: JSON.stringify({ sql }) };
  for (const [tool, called] of Object.entries(text)) {
    const call = { server: 'db', tool, arguments: called };
    if (gate.decide(call).effect !== 'allow') throw new Error(`${tool}: the gate does not decide as the benchmark wants`);
    const result = measure({ decide: () => gate.decide(call), assess: () => gate.assess(call) });
    row(`decide, 100 rules, 1 KB of arguments (${tool})`, ms(result.decide), undefined, '≤ 0.015 ms');
    row(`assess, 1 KB of arguments (${tool})`, ms(result.assess), undefined, '≤ 0.025 ms');
  }
}

// From the import to the first decision, in a process that runs already.
function coldStart(script) {
  const timed = `const start = performance.now(); ${script}; console.log(performance.now() - start);`;
  const runs = Array.from({ length: 9 }, () => Number(execFileSync(process.execPath, ['--input-type=module', '-e', timed], { cwd: here, encoding: 'utf8' })));
  return ms(median(runs));
}
const ours = coldStart(`const { Gate } = await import(${JSON.stringify(entry)}); new Gate('balanced').decide({ server: 'a', tool: 'b' })`);
const theirs = coldStart(`const cedar = await import(${JSON.stringify(pathToFileURL(require.resolve('@cedar-policy/cedar-wasm/nodejs')).href)});
  cedar.isAuthorized({ principal: { type: 'A', id: 'a' }, action: { type: 'Action', id: 'call' }, resource: { type: 'T', id: 't' }, context: {}, policies: { staticPolicies: 'permit(principal, action, resource);' }, entities: [] })`);
row('cold start: import to first decision', ours, ['cedar-wasm', theirs], '≤ 0.15');

const kb = (value) => ({ value: value / 1000, unit: 'KB' });
const gzipped = (file) => kb(gzipSync(readFileSync(file), { level: 9 }).length);
const unpacked = (folder) => kb(readdirSync(folder, { recursive: true }).reduce((sum, name) => sum + (lstatSync(join(folder, name)).isFile() ? lstatSync(join(folder, name)).size : 0), 0));
row('module, gzipped', gzipped(join(packageFolder, 'dist/mcp-tool-risk.wasm')), ['cedar-wasm', gzipped(join(cedarFolder, 'cedar_wasm_bg.wasm'))], '≤ 170 KB');
row('package, unpacked', unpacked(packageFolder), ['cedar-wasm', unpacked(dirname(cedarFolder))], '≤ 2,000 KB');

// Growth: the exponent of the time over the size.
function growth(title, sizes, text) {
  const inputs = sizes.map((size) => [size, text(size)]);
  const times = inputs.map(([, text]) => measure({ ours: () => classify(text, { evidence: false }) }, { samples: 5, least: 5 }).ours);
  const [first, last] = [0, inputs.length - 1];
  const exponent = Math.log(times[last] / times[first]) / Math.log(inputs[last][1].length / inputs[first][1].length);
  rows.push({ workload: `growth: ${title}`, ours: { value: exponent, unit: 'exponent' }, peer: '', reach: '≤ 1.05', times: sizes.map((size, i) => [size, times[i]]) });
}
growth('100, 1,000, 10,000 tools', [100, 1000, 10_000], many);
const property = (i) => [`field_${i}`, { type: 'string', description: 'The value of this field, as text.' }];
growth('schemas of 1 KB to 1 MB', [12, 120, 1200, 12_000], (count) =>
  JSON.stringify([{ name: 'update_record', inputSchema: { type: 'object', properties: Object.fromEntries(Array.from({ length: count }, (_, i) => property(i))) } }]));

const digits = (value) => (value >= 100 ? Math.round(value).toLocaleString('en') : value >= 1 ? value.toFixed(2) : value.toPrecision(2));

// Peak memory of a fresh instance, over the bytes of what it reads.
function memory(title, tools) {
  const text = JSON.stringify({ tools });
  const script = `
    const glue = await import(${JSON.stringify(pathToFileURL(join(sourceFolder, 'glue.js')).href)});
    const { readFileSync } = await import('node:fs');
    const { memory } = glue.initSync({ module: readFileSync(${JSON.stringify(join(packageFolder, 'dist/mcp-tool-risk.wasm'))}) });
    const before = memory.buffer.byteLength;
    glue.classify(readFileSync(0, 'utf8'), { evidence: false });
    console.log(memory.buffer.byteLength - before);`;
  const grown = Number(execFileSync(process.execPath, ['--input-type=module', '-e', script], { input: text, encoding: 'utf8' }));
  rows.push({ workload: `memory: ${digits(text.length / 1e6)} MB of ${title}, grades only`, ours: { value: grown / text.length, unit: 'times' }, peer: '', reach: '≤ 4' });
}
{
  // The first list above as often as makes two megabytes.
  const { tools } = JSON.parse(texts[0][1]);
  const copies = Math.ceil(2e6 / texts[0][1].length);
  memory('tools', Array.from({ length: copies }, (_, i) => tools.map((tool) => ({ ...tool, name: `${tool.name}_${i}` }))).flat());
  memory('tiny tools', Array.from({ length: 9000 }, (_, i) => ({ name: `get_item_${i}`, description: `Reads item ${i} of the list and returns it with all of its parts and notes.` })));
}

const shown = (quantity) => (quantity ? `${digits(quantity.value)}${quantity.unit === 'exponent' ? '' : ` ${quantity.unit}`}` : '');
const table = [['workload', 'ours', 'peer', '', 'ratio', 'reach'], ...rows.map(({ workload, ours, peer, peerValue, ratio, reach }) => [workload, shown(ours), peer, shown(peerValue), ratio === undefined ? '' : digits(ratio), reach])];
const widths = table[0].map((_, i) => Math.max(...table.map((cells) => cells[i].length)));
const machine = { date: new Date().toISOString().slice(0, 10), cpu: cpus()[0].model, cores: cpus().length, node: process.version };
console.log(`${machine.date}, ${machine.cpu}, ${machine.cores} cores, Node.js ${machine.node}; medians\n`);
for (const cells of table) console.log(cells.map((cell, i) => cell.padEnd(widths[i])).join('  ').trimEnd());
mkdirSync(dirname(reportFile), { recursive: true });
writeFileSync(reportFile, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
console.log(`\n${reportFile}`);
