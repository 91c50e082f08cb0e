// Curated profiles and other hosts' permission lists.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { importPolicy, inspect, makeCatalogue, toolPolicies } from 'mcp-tool-risk';

const reference = readFileSync(createRequire(import.meta.url).resolve('mcp-tool-risk/catalogue/reference.json'), 'utf8');
const origin = 'npm:@modelcontextprotocol/server-everything@2026.8.31';
const getEnv = { name: 'get-env', description: 'anything', inputSchema: { type: 'object', properties: {} } };
const risk = (options, tool = getEnv) => {
  const { value, provenance, raisedBy } = inspect([tool], options).tools[0].profile.fields.riskLevel;
  return [value, provenance, raisedBy];
};

test('the catalogue in the package stands for a verified origin', () => {
  assert.deepEqual(risk({ catalogues: reference, origin, verified: true }), ['high', 'catalogue', undefined]);
  assert.deepEqual(risk({ catalogues: [JSON.parse(reference)], origin: 'npm:else', verified: true })[1], 'inference');
  assert.deepEqual(risk({ catalogues: reference })[1], 'inference');
});

test('an unverified origin or another shape only tightens', () => {
  const tool = { name: 'list_things', inputSchema: { type: 'object' } };
  const [{ shape }] = inspect([tool]).tools;
  const entry = { name: 'list_things', digests: [shape], profile: { category: 'mutate', riskLevel: 'critical' } };
  const catalogues = { version: 1, name: 'own', servers: [{ origin: 'npm:own', tools: [entry] }] };
  const own = { catalogues, origin: 'npm:own@1.0.0' };
  assert.deepEqual(risk({ ...own, verified: true }, tool), ['critical', 'catalogue', undefined]);
  assert.deepEqual(risk(own, tool), ['critical', 'inference', ['catalogue']]);
  const changed = { ...tool, inputSchema: { type: 'object', properties: { all: { type: 'boolean' } } } };
  assert.deepEqual(risk({ ...own, verified: true }, changed), ['critical', 'inference', ['catalogue']]);
});

test('a broken catalogue or origin says where', () => {
  const pointer = (options) => {
    try {
      inspect([getEnv], options);
    } catch ({ code, pointer }) {
      return [code, pointer];
    }
  };
  assert.deepEqual(pointer({ origin: 'server-everything' }), ['invalid', '/origin']);
  assert.deepEqual(pointer({ catalogues: [reference, { version: 1, name: 'x' }] }), ['missing-key', '/catalogues/1']);
});

test('any list can be made a catalogue, which then stands', () => {
  const found = inspect([getEnv]);
  const catalogue = makeCatalogue(found, { name: 'mine', origin: 'command:./server', date: '2026-11-30' });
  assert.deepEqual(catalogue.servers[0].tools.map(({ name }) => name), ['get-env']);
  const own = { catalogues: catalogue, origin: 'command:./server', verified: true };
  assert.equal(risk(own)[1], 'catalogue');
  assert.throws(() => makeCatalogue(found, { name: 'mine', origin: 'npm:x', date: 'today' }), { code: 'invalid' });
  assert.throws(() => makeCatalogue(inspect([getEnv, getEnv]), { name: 'mine', origin: 'npm:x' }), { code: 'invalid' });
  assert.throws(() => makeCatalogue({}, { name: 'mine', origin: 'npm:x' }), { code: 'missing-key' });
});

test('tool_policies go out and come in', () => {
  const { document, report } = toolPolicies(inspect([getEnv], { catalogues: reference, origin, verified: true }));
  assert.deepEqual(document.tools['get-env'].risk_level, 'high');
  assert.deepEqual(report.map(({ code }) => code), ['not-carried-over']);
  const policy = importPolicy('karai', document);
  assert.equal(policy.document.overrides[0].set.riskLevel, 'high');
});

test('other lists come in with a report', () => {
  const settings = { permissions: { allow: ['mcp__hub__get', 'mcp__a__b__c', 'Bash(ls)'] } };
  const { document, report } = importPolicy('claude-code', settings);
  assert.deepEqual(document.rules.map(({ effect, when }) => [effect, when]), [['allow', { server: 'hub', tool: 'get' }]]);
  assert.deepEqual(report.map(({ code, pointer }) => [code, pointer]), [
    ['ambiguous-name', '/permissions/allow/1'],
    ['not-carried-over', '/permissions/allow/2'],
  ]);
  const known = importPolicy('claude-code', settings, { servers: [{ server: 'a__b' }, { server: 'hub' }], layer: 'project' });
  assert.equal(known.document.layer, 'project');
  assert.deepEqual(known.document.rules[1].when, { server: 'a__b', tool: 'c' });
  assert.throws(() => importPolicy('claude', settings), { code: 'unknown-word' });
  assert.throws(() => importPolicy('cursor', settings), { code: 'missing-key' });
});
