// Decisions, from the published package.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Gate, ToolRiskError, inspect } from 'mcp-tool-risk';

const fixture = (name) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
const GENERATIONS = ['mail.sep-2061.json', 'mail.sep-1913.json', 'mail.extension.json'];

test('the worked tools of SEP-2061 read in every generation to the same profile', () => {
  const profiles = GENERATIONS.map((name) => inspect(fixture(name), { server: 'mail', trust: 'trusted' }).tools.map(({ profile }) => profile));
  assert.deepEqual(profiles[1], profiles[0]);
  assert.deepEqual(profiles[2], profiles[0]);
});

test('their profiles differ as the draft wants: only send_email is irreversible and to be reviewed', () => {
  const { tools } = inspect(fixture(GENERATIONS[0]), { server: 'mail', trust: 'trusted' });
  const of = (field) => tools.map(({ profile }) => profile.fields[field].value);
  assert.deepEqual(tools.map(({ tool }) => tool), ['read_drafts', 'list_inbox', 'send_email']);
  assert.deepEqual(of('outcome'), ['benign', 'benign', 'irreversible']);
  assert.deepEqual(of('destination'), ['ephemeral', 'ephemeral', 'public']);
  assert.deepEqual(of('source'), ['user', 'untrustedPublic', 'system']);
  assert.deepEqual(of('requiresReview'), [false, false, true]);
});

test('from a trusted server, balanced: drafts are read, the inbox and sending ask', () => {
  for (const generation of GENERATIONS) {
    const gate = new Gate('balanced');
    gate.setTools('mail', fixture(generation), { trust: 'trusted' });
    const decide = (tool, more) => gate.decide({ server: 'mail', tool, ...more });
    assert.deepEqual(decide('read_drafts'), { effect: 'allow', approvers: 0 });
    assert.deepEqual(decide('list_inbox', { arguments: { limit: 5 } }), { effect: 'ask', approvers: 1 });
    assert.deepEqual(decide('send_email', { arguments: { to: 'a@b.example', subject: '', body: '' } }), { effect: 'ask', approvers: 1 });
    assert.equal(decide('send_email', { mode: 'headless' }).effect, 'deny');
  }
});

test('of a tool that was never listed nothing is known: two people are asked', () => {
  const gate = new Gate();
  gate.setTools('mail', fixture(GENERATIONS[0]), { trust: 'trusted' });
  assert.deepEqual(gate.decide({ server: 'mail', tool: 'unheard_of' }), { effect: 'ask', approvers: 2 });
  assert.deepEqual(gate.decide({ server: 'other', tool: 'read_drafts' }), { effect: 'ask', approvers: 2 });
});

test('a list replaces what was known of its server', () => {
  const gate = new Gate();
  gate.setTools('mail', fixture(GENERATIONS[0]), { trust: 'trusted' });
  gate.setTools('mail', { tools: [{ name: 'list_inbox', inputSchema: { type: 'object' } }] });
  assert.equal(gate.decide({ server: 'mail', tool: 'read_drafts' }).approvers, 2);
  gate.removeServer('mail');
  assert.equal(gate.decide({ server: 'mail', tool: 'list_inbox' }).approvers, 2);
});

test('of two tools with one name nothing is known', () => {
  const gate = new Gate();
  const tool = { name: 'list_notes', inputSchema: { type: 'object' } };
  gate.setTools('notes', { tools: [tool, tool] });
  assert.deepEqual(gate.decide({ server: 'notes', tool: 'list_notes' }), { effect: 'ask', approvers: 2 });
});

test('a list cannot pass itself off as that of another server', () => {
  const policy = { version: 1, extends: 'balanced', servers: [{ server: 'github', trust: 'trusted' }] };
  const tool = { name: 'delete_everything', inputSchema: { type: 'object' }, annotations: { category: 'read', riskLevel: 'low' } };
  for (const list of [{ tools: [tool] }, { tools: [{ server: 'github', tool }] }, `${JSON.stringify({ server: 'github', tool })}\n`]) {
    const gate = new Gate(policy);
    const [found] = gate.setTools('stranger', list, {}).tools;
    assert.deepEqual([found.server, found.decision.approvers], ['stranger', 2]);
    assert.deepEqual(gate.decide({ server: 'stranger', tool: tool.name }), { effect: 'ask', approvers: 2 });
  }
});

test('options are taken as they are when they are given', () => {
  const gate = new Gate();
  gate.setTools('mail', fixture(GENERATIONS[0]), { trust: 'trusted' });
  let reads = 0;
  const options = {
    get trust() {
      reads += 1;
      gate.decide({ server: 'mail', tool: 'read_drafts' });
      if (reads > 1) throw new Error('read again');
      return 'trusted';
    },
  };
  assert.equal(gate.setTools('notes', { tools: [{ name: 'list_notes', inputSchema: { type: 'object' } }] }, options).tools.length, 1);
  for (const tool of ['read_drafts', 'send_email']) assert.equal(gate.decide({ server: 'mail', tool }).code, undefined);
  assert.equal(reads, 1);
});

test('a decision is a denial whatever is thrown on the way to it', () => {
  const gate = new Gate();
  const thrown = [Symbol('x'), null, Object.create(null), { get message() { throw new Error('again'); } }];
  for (const what of thrown) {
    const hostile = { get value() { throw what; } };
    const request = Object.defineProperty({ tool: 'a' }, 'server', { enumerable: true, get: () => hostile.value });
    assert.equal(gate.decide(request).effect, 'deny');
    assert.equal(gate.explain(request).effect, 'deny');
    assert.deepEqual([gate.decide({ server: 's', tool: 'a', arguments: hostile })].map(({ effect, code }) => [effect, code]), [['deny', 'not-json']]);
  }
});

test('a number of approvers that is none does not count as enough', () => {
  const gate = new Gate();
  for (const approversAvailable of [NaN, Infinity, -Infinity]) {
    const { effect, code } = gate.decide({ server: 'mail', tool: 'a', approversAvailable });
    assert.deepEqual([effect, code], ['deny', 'out-of-range']);
    assert.throws(() => gate.report('json', { approversAvailable }), (error) => error.code === 'out-of-range');
  }
});

test('whatever is wrong with a request, the answer is a denial with a code', () => {
  const gate = new Gate();
  const cases = [
    [{ server: 'mail', tool: 'a', arguments: '{' }, 'not-json'],
    [{ server: 'mail', tool: 'a', arguments: 7 }, 'not-json'],
    [{ server: 'mail', tool: 'a', mode: 'headles' }, 'unknown-word'],
    [{ server: 'mail', tool: 'a', approvers: 2 }, 'unknown-key'],
    [{ server: 'mail', tool: 'a', now: 'noon' }, 'invalid'],
    [{ server: 7, tool: 'a' }, 'wrong-type'],
    [{ tool: 'a' }, 'wrong-type'],
    [undefined, 'wrong-type'],
  ];
  for (const [request, code] of cases) {
    const decision = gate.decide(request);
    assert.deepEqual([decision.effect, decision.code], ['deny', code], JSON.stringify(request));
    const answer = gate.explain(request);
    assert.deepEqual([answer.effect, answer.code], ['deny', code], JSON.stringify(request));
  }
});

test('a policy that is wrong is refused with its place', () => {
  assert.throws(() => new Gate('balnced'), (error) => error instanceof ToolRiskError && error.code === 'unknown-word' && /balanced/.test(error.message));
  const wrong = { version: 1, rules: [{ id: 'a', effect: 'dney' }] };
  assert.throws(() => new Gate(wrong), (error) => error.pointer === '/rules/0/effect');
  assert.throws(() => new Gate('balanced', { libary: {} }), (error) => error.code === 'unknown-key');
});

test('layers: a project only tightens', () => {
  const tools = { tools: [{ name: 'list_notes', inputSchema: { type: 'object' } }] };
  const project = { version: 1, layer: 'project', rules: [{ id: 'no', effect: 'deny', when: { tool: 'list_*' } }] };
  const effects = [['balanced'], ['balanced', project]].map((layers) => {
    const gate = new Gate(layers);
    gate.setTools('notes', tools);
    return gate.decide({ server: 'notes', tool: 'list_notes' }).effect;
  });
  assert.deepEqual(effects, ['allow', 'deny']);
});

test('results are plain objects', () => {
  const result = inspect(fixture('tools.json'));
  assert.deepEqual(structuredClone(result), result);
  const gate = new Gate();
  assert.deepEqual(structuredClone(gate.explain({ server: 'a', tool: 'b' })), gate.explain({ server: 'a', tool: 'b' }));
});

test('a key that stands twice among the arguments denies, and arguments that are no object are not understood', () => {
  const policy = {
    version: 1,
    rules: [
      { id: 'etc', effect: 'deny', when: { arguments: { '/path': { prefix: '/etc' } } } },
      { id: 'all', effect: 'allow' },
    ],
  };
  const gate = new Gate(policy);
  gate.setTools('files', { tools: [{ name: 'list_files', inputSchema: { type: 'object' } }] });
  const decide = (args) => gate.decide({ server: 'files', tool: 'list_files', arguments: args });
  assert.equal(decide('{"path":"/home"}').effect, 'allow');
  assert.equal(decide('{"path":"/etc/x"}').effect, 'deny');
  const twice = decide('{"path":"/etc/x","path":"/home"}');
  assert.deepEqual([twice.effect, twice.code], ['deny', 'duplicate-key']);
  for (const none of ['[]', '7', 'null']) assert.deepEqual([decide(none).effect, decide(none).code], ['deny', 'wrong-type'], none);
});

test('a key of a call that is none is named beside those that there are', () => {
  const { effect, code, reason } = new Gate().decide({ server: 'files', tool: 'list_files', args: {} });
  assert.deepEqual([effect, code], ['deny', 'unknown-key']);
  assert.match(reason, /args.*server, tool, arguments, mode/);
});
