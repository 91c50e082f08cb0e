// Calls: what arguments make of a tool, and what is decided then.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Gate, decideCalls } from 'mcp-tool-risk';

const TOOLS = {
  tools: [{ name: 'execute_sql', description: 'Runs any SQL statement.', inputSchema: { type: 'object', properties: { sql: { type: 'string' } }, required: ['sql'] } }],
};
const ask = (gate, sql) => gate.assess({ server: 'db', tool: 'execute_sql', arguments: { sql } });

test('a SELECT is less than the tool, a DROP is not, and the decision follows', () => {
  const gate = new Gate('balanced');
  gate.setTools('db', TOOLS);
  assert.equal(gate.decide({ server: 'db', tool: 'execute_sql' }).effect, 'ask');
  const read = ask(gate, 'SELECT 1');
  assert.equal(read.understood, true);
  assert.equal(read.profile.fields.riskLevel.value, 'low');
  assert.equal(read.decision.effect, 'allow');
  assert.equal(ask(gate, 'DROP TABLE a').profile.fields.riskLevel.value, 'critical');
  assert.equal(ask(gate, 'SELECT 1; DROP TABLE a').decision.effect, 'ask');
  gate.free();
});

test('whoever is asked decides on the call, not on the tool: decide, explain, trace, decideCalls', () => {
  const [tool] = TOOLS.tools;
  const note = { name: 'get_topic', inputSchema: { type: 'object', properties: { id: { type: 'string' } } } };
  const proxy = { name: 'call_tool', inputSchema: { type: 'object', properties: { tool_name: { type: 'string' }, arguments: { type: 'object' } }, required: ['tool_name'] } };
  const tools = [tool, note, proxy];
  const cases = [
    [tool, { sql: 'SELECT 1' }, 'allow', 0],
    [tool, { sql: 'DROP TABLE a' }, 'ask', 2],
    // Raised by what nothing in the definition speaks of.
    [note, { id: 'a' }, 'allow', 0],
    [note, { id: 'a', force: true }, 'ask', 1],
    // By the other tool's definition.
    [proxy, { tool_name: 'get_topic', arguments: { id: 'a' } }, 'allow', 0],
    [proxy, { tool_name: 'execute_sql', arguments: { sql: 'DROP TABLE a' } }, 'ask', 2],
  ];
  for (const policy of ['balanced', 'strict', 'read-only', 'unattended']) {
    const gate = new Gate(policy);
    gate.setTools('db', { tools });
    for (const [each, given, effect, approvers] of cases) {
      const request = { server: 'db', tool: each.name, arguments: given };
      const decision = gate.decide(request);
      if (policy === 'balanced') assert.deepEqual(decision, { effect, approvers }, JSON.stringify(request));
      const { id, server, tool, ...recorded } = decideCalls([{ server: 'db', tool: each, arguments: given, tools }], { policy })[0];
      const answers = [gate.explain(request), gate.trace(request).decision, gate.assess(request).decision, recorded];
      for (const answer of answers) assert.deepEqual(answer, answers[0], JSON.stringify(request));
      assert.deepEqual([answers[0].effect, answers[0].approvers], [decision.effect, decision.approvers]);
    }
    gate.free();
  }
});

test('what an operator fixed is not lowered, unless the arguments may', () => {
  const policy = (perCall) => ({ version: 1, name: 'p', extends: 'balanced', overrides: [{ tool: 'execute_sql', set: { riskLevel: 'critical' }, perCall }] });
  for (const [perCall, risk] of [[false, 'critical'], [true, 'low']]) {
    const gate = new Gate(policy(perCall));
    gate.setTools('db', TOOLS);
    assert.equal(ask(gate, 'SELECT 1').profile.fields.riskLevel.value, risk);
    gate.free();
  }
});

test('where inference counts for nothing, no call makes a tool known', () => {
  const gate = new Gate('strict');
  gate.setTools('db', TOOLS);
  const { profile, decision } = ask(gate, 'SELECT 1');
  assert.equal(profile.fields.riskLevel.unknown, true);
  assert.equal(decision.effect, 'ask');
  assert.equal(gate.assess({ server: 'db', tool: 'never_listed', arguments: {} }).understood, false);
  gate.free();
});

test('where inference only tightens, no call is less than the tool', () => {
  const advise = { version: 1, extends: 'balanced', inference: { mode: 'advise' } };
  const unsure = { version: 1, extends: 'balanced', inference: { mode: 'accept', leastConfidence: 100 } };
  const cases = ['strict', 'balanced', 'developer', 'read-only', 'unattended'].map((preset) => [preset, 'untrusted']);
  for (const [policy, trust] of [...cases, [advise, 'known'], [unsure, 'known']]) {
    const gate = new Gate(policy);
    gate.setTools('db', TOOLS, { trust });
    const before = gate.decide({ server: 'db', tool: 'execute_sql' });
    assert.notEqual(before.effect, 'allow');
    const { profile, decision } = ask(gate, 'SELECT 1');
    assert.equal(profile.fields.riskLevel.value, 'critical');
    assert.deepEqual([decision.effect, decision.approvers], [before.effect, before.approvers]);
    gate.free();
  }
});

test('what a server or a project declares only tightens, for calls too', () => {
  const [tool] = TOOLS.tools;
  const project = { version: 1, layer: 'project', overrides: [{ tool: 'execute_sql', set: { riskLevel: 'critical' } }] };
  const cases = [
    ['balanced', { riskLevel: 'critical' }, 'critical', 2],
    ['balanced', { riskLevel: 'high' }, 'high', 1],
    ['balanced', { destructiveHint: true, readOnlyHint: false }, 'high', 1],
    ['balanced', { riskLevel: 'grave' }, 'critical', 2],
    ['balanced', { riskLevel: 'low' }, 'low', 0],
    [['balanced', project], {}, 'critical', 2],
  ];
  for (const [policy, annotations, risk, approvers] of cases) {
    const gate = new Gate(policy);
    gate.setTools('db', { tools: [{ ...tool, annotations }] });
    const { profile, decision } = ask(gate, 'SELECT 1');
    assert.deepEqual([profile.fields.riskLevel.value, decision.approvers], [risk, approvers], JSON.stringify(annotations));
    gate.free();
  }
});
