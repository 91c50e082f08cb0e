// What crosses to another process or thread: every result is made of plain objects, so a structured clone is the same.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import * as risk from 'mcp-tool-risk';

const list = readFileSync(new URL('../fixtures/tools.json', import.meta.url), 'utf8');
const [tool] = JSON.parse(list).tools;
const calls = [{ server: 'a', tool, arguments: {} }];
const policy = { version: 1, name: 'p', extends: 'balanced', tests: [{ name: 'a test', profile: { category: 'read' }, expect: { effect: 'allow' } }] };
const request = { server: 'a', tool: tool.name, arguments: {} };
const gate = new risk.Gate(policy);
const inspection = gate.setTools('a', list);

const RESULTS = {
  setTools: () => inspection,
  decide: () => gate.decide(request),
  'decide, refused': () => gate.decide({ ...request, arguments: '{' }),
  explain: () => gate.explain(request),
  trace: () => gate.trace(request),
  assess: () => gate.assess(request),
  visible: () => gate.visible(request),
  lint: () => gate.lint(),
  report: () => gate.report('json'),
  digest: () => gate.digest,
  classify: () => risk.classify(list),
  inspect: () => risk.inspect(list, { policy }),
  readTools: () => risk.readTools(list),
  vocabulary: () => risk.vocabulary(),
  assessCalls: () => risk.assessCalls(calls),
  decideCalls: () => risk.decideCalls(calls),
  simulate: () => risk.simulate(calls, { before: 'strict' }),
  checkPolicy: () => risk.checkPolicy({ version: 1, rulez: [] }),
  testPolicy: () => risk.testPolicy(policy),
  toolPolicies: () => risk.toolPolicies(inspection),
  makeCatalogue: () => risk.makeCatalogue(inspection, { name: 'c', origin: 'npm:c' }),
  importPolicy: () => risk.importPolicy('claude-code', { permissions: { allow: ['mcp__a__b'] } }),
  version: () => risk.version(),
};

for (const [name, result] of Object.entries(RESULTS)) {
  test(name, () => {
    const given = result();
    assert.deepEqual(structuredClone(given), given);
    // Nor does JSON lose anything of it, which is how logs and replays keep it.
    assert.deepEqual(JSON.parse(JSON.stringify(given)), given);
  });
}

test('every function is among them', () => {
  const own = Object.getOwnPropertyNames(risk.Gate.prototype).filter((name) => !['constructor', 'removeServer', 'free'].includes(name));
  const functions = Object.keys(risk).filter((name) => !['Gate', 'ToolRiskError', 'init', 'wasmModule'].includes(name));
  assert.deepEqual([...own, ...functions].filter((name) => !(name in RESULTS)), []);
});
