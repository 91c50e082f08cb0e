// The command line of those who look at tools and their calls.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { Gate, inspect, makeCatalogue, toolPolicies } from 'mcp-tool-risk';
import { POLICY, TOOLS, done, file, pipe, policy, refused, run, tools } from './cli.mjs';

const HOSTILE = { tools: [{ name: '=1+1\u001b[2J\u202e', description: 'x\u001b]0;t\u0007', inputSchema: { type: 'object' } }, { name: 'two\nlines\u009b', inputSchema: { type: 'object' } }] };
/** What could move a cursor or turn what stands beside it, except the line breaks of the output itself. */
const STEERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const steers = (text) => STEERS.test(text.replaceAll('\r\n', '').replaceAll('\n', ''));

test('report: as the gate’s, in four formats', () => {
  const gate = new Gate(POLICY);
  gate.setTools('server', TOOLS);
  for (const format of ['markdown', 'csv', 'json', 'html']) {
    assert.equal(done('report', tools, '--policy', policy, '--format', format).trimEnd(), gate.report(format).trimEnd());
  }
  assert.equal(done('report', tools, '--policy', policy, '--approvers', '0'), gate.report('markdown', { approversAvailable: 0 }));
  gate.free();
  assert.match(refused('report', tools, '--format', 'pdf'), /--format is one of markdown, csv, json, html/);
});

test('what a server writes steers neither terminal, page nor spreadsheet', () => {
  const path = file('hostile.json', HOSTILE);
  for (const args of [['classify'], ['inspect'], ['visible'], ['report'], ['report', '--format', 'csv'], ['report', '--format', 'html']]) {
    const text = done(args[0], path, ...args.slice(1));
    assert.equal(steers(text), false, args.join(' '));
    if (args[0] !== 'report') assert.match(text, /=1\+1\\u\{1b\}\[2J\\u\{202e\}/);
    assert.match(text, /two\\u\{a\}/);
  }
  assert.match(done('report', path, '--format', 'csv'), /,"'=1\+1\\u\{1b\}/);
  const said = refused('explain', path, '--tool', 'x\u001b[2J');
  assert.equal(steers(said), false);
  assert.equal(steers(done('explain', path, '--tool', HOSTILE.tools[0].name)), false);
});

test('visible: each tool, from the rules that decide', () => {
  const rules = [{ id: 'no-prod', effect: 'deny', when: { tool: 'get_note', arguments: { '/env': 'prod' } }, reason: 'Not there.' }, ...POLICY.rules];
  const path = file('visible.json', { ...POLICY, rules });
  const rows = done('visible', tools, '--policy', path, '--format', 'jsonl').trimEnd().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual(rows.map(({ server, tool, visible, effect }) => [server, tool, visible, effect]), [
    ['server', 'get_note', 'conditional', 'ask'],
    ['server', 'delete_note', 'hide', 'deny'],
  ]);
  for (const { reason } of rows) assert.ok(reason.length > 0);
  assert.match(done('visible', tools, '--policy', path), /get_note +conditional[^]*delete_note +hide +denied +Rule "no-deletes"/);
  const headless = done('visible', tools, '--policy', 'strict', '--mode', 'headless', '--format', 'jsonl');
  assert.doesNotMatch(headless, /"offer"/);
  const nameless = done('visible', file('nameless.json', { tools: [{ inputSchema: {} }] }), '--format', 'jsonl');
  assert.deepEqual([JSON.parse(nameless).tool, JSON.parse(nameless).visible], [null, 'hide']);
  const report = run('report', file('nameless.json', { tools: [{ name: 'get_note' }, { inputSchema: {} }] }));
  assert.match(report.stdout, /1 tools under balanced/);
  assert.match(report.stderr, /^note: .*without a name; it can't be called \(malformed-tool\)\n$/);
});

test('a list of tools is no list of calls', () => {
  for (const list of [{ tools: [{ name: 'get_note' }] }, [{ name: 'get_note' }]]) {
    const path = file('list.json', JSON.stringify(list, null, 2));
    for (const args of [['decide', path], ['simulate', path], ['assess', path], ['explain', path, '--call', '1']]) {
      assert.match(refused(...args), /list\.json lists tools, and calls are wanted: lines of/, args[0]);
    }
  }
});

test('calls in one array, and one call over several lines, are read as lines are', () => {
  const calls = [1, 2].map((id) => ({ id, server: 's', tool: { name: 'get_note' }, arguments: { id } }));
  const lines = done('decide', file('array-lines.jsonl', calls.map((call) => JSON.stringify(call)).join('\n')));
  assert.equal(lines.trim().split('\n').length, 2);
  assert.equal(done('decide', file('array.json', JSON.stringify(calls, null, 2))), lines);
  assert.equal(done('decide', file('one-call.json', JSON.stringify(calls[0], null, 2))), `${lines.split('\n')[0]}\n`);
});

test('inspect: a declaration that cannot be understood is none', () => {
  const path = file('unclear.json', [{ name: 'send_note', annotations: { destructiveHint: 'no', openWorldHint: true } }]);
  const text = done('inspect', path);
  assert.match(text, /open, 1 unclear/);
  assert.doesNotMatch(text, /additive/);
});

const SQL = { name: 'execute_sql', description: 'Runs any SQL statement.', inputSchema: { type: 'object', properties: { sql: { type: 'string' } }, required: ['sql'] } };
const db = file('db.json', { tools: [SQL] });
const calls = file('calls.jsonl', [
  { id: 'read', server: 'db', tool: SQL, arguments: { sql: 'SELECT 1' } },
  { id: 2, server: 'db', tool: SQL, arguments: { sql: 'DROP TABLE a' } },
  { id: 'tool', server: 'db', tool: SQL },
].map((call) => JSON.stringify(call)).join('\n'));

test('explain: of a tool and of a call, what decide says of it', () => {
  const decided = done('decide', calls).trimEnd().split('\n').map((line) => JSON.parse(line));
  for (const { id, server, tool, ...answer } of decided) {
    assert.deepEqual(JSON.parse(done('explain', calls, '--call', String(id), '--format', 'json')).decision, answer);
  }
  const [read, , of] = decided;
  const explained = (...args) => JSON.parse(done('explain', db, '--server', 'db', '--tool', 'execute_sql', '--format', 'json', ...args));
  assert.equal(explained().decision.rule, of.rule);
  assert.equal(explained('--arguments', '{"sql":"SELECT 1"}').decision.effect, read.effect);
  assert.equal(explained('--arguments', `@${file('args.json', { sql: 'SELECT 1' })}`).decision.effect, read.effect);
  assert.equal(explained('--policy', 'read-only', '--mode', 'plan').decision.effect, 'deny');
  const { rules, alternatives } = explained();
  assert.ok(rules.some(({ truth, conditions }) => truth === 'true' && conditions.length > 0) && alternatives.length > 0);
});

test('explain: in words', () => {
  const text = done('explain', calls, '--call', '2');
  assert.match(text, /^asks 2: Rule "critical-asks-two"/);
  assert.match(text, /critical-asks-two \(balanced\): ask where it fits; true, counts as opinion\n +true +\/rules\/0\/when\/any\/0\/riskLevel +"critical"/);
  const runs = done('explain', calls, '--call', 'read');
  assert.match(runs, /^runs: .*\nthe model is told: This call may run\.\npolicy: sha256:/);
  assert.match(runs, /for ask: all of these would have to change\n {2}\S+ \/rules\/\d.*: false → true\n/);
});

test('explain: what cannot be explained', () => {
  assert.match(refused('explain', db), /explain needs either --tool NAME or --call ID/);
  assert.match(refused('explain', db, '--tool', 'execute_sq'), /has no tool "execute_sq"; did you mean "execute_sql"\?/);
  assert.match(refused('explain', db, '--tool', 'execute_sql', '--arguments', '{"sql":'), /--arguments: not JSON/);
  assert.match(refused('explain', db, '--tool', 'execute_sql', '--arguments', '{"sql":1,"sql":2}'), /--arguments: \/sql: .*\(duplicate-key\)/);
  assert.match(refused('explain', db, '--tool', 'execute_sql', '--arguments', '{}', '--now', 'noon'), /mcp-tool-risk: --now: "noon" is no RFC 3339 time/);
  assert.match(refused('explain', calls, '--call', 'raed'), /has no call with the id "raed"; did you mean "read"\?/);
  assert.match(refused('explain', calls, '--call', 'read', '--server', 'x'), /stand in the line/);
  const bad = file('bad.jsonl', '{"id":1,"tool":{"name":"a"},"arguments":{"a":1,"a":2}}\n{"id":2,"tool":{}}\n{"id":3,"tool":{"name":"a"}}\n{"id":3,"tool":{"name":"b"}}');
  assert.match(refused('explain', bad, '--call', '1'), /could not be checked: .*\(duplicate-key\)/);
  assert.match(refused('explain', bad, '--call', '2'), /\(wrong-type\)/);
  assert.match(refused('explain', bad, '--call', '3'), /several calls with the id "3"/);
});

test('decide, simulate: approvers, time and the policy before', () => {
  const [, drop] = done('decide', calls, '--approvers', '1').trimEnd().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual([drop.effect, drop.approvers, drop.notice, drop.approversWanted], ['ask', 1, 'short', 2]);
  assert.match(done('simulate', calls), /^3 calls: 1 run, 0 ask one person, 2 ask several, 0 are denied\n$/);
  assert.match(done('simulate', calls, '--before', 'balanced', '--policy', 'read-only'), /differ\n {2}/);
  const freeze = file('freeze.yaml', 'version: 1\nname: freeze\nextends: balanced\nrules:\n  - { id: friday, effect: deny, when: { time: { days: [fri], from: "16:00", to: "23:59" } }, reason: Friday. }\n');
  assert.match(done('decide', calls, '--policy', freeze, '--now', '2026-11-27T17:00:00Z'), /"rule":"friday"/);
  assert.doesNotMatch(done('decide', calls, '--policy', freeze, '--now', '2026-11-26T17:00:00Z'), /"rule":"friday"/);
});

test('export: the tools in the vocabulary of tool_policies, and back', () => {
  const { status, stdout, stderr } = run('export', 'karai', tools);
  assert.equal(status, 0);
  assert.match(stderr, /\(not-carried-over\)/);
  assert.match(stdout, /^tools:\n {2}get_note:\n {4}min_level: \d\n/);
  const { document } = toolPolicies(inspect(TOOLS));
  assert.deepEqual(JSON.parse(run('export', 'karai', tools, '--format', 'json').stdout), document);
  const back = JSON.parse(done('import', 'karai', file('back.yaml', stdout)));
  assert.deepEqual(back.overrides.map(({ tool, set }) => [tool, set.riskLevel]), Object.entries(document.tools).map(([name, { risk_level: risk }]) => [name, risk]));
  assert.equal(run('export', 'karai', tools, '--strict').status, 1);
  assert.match(refused('export', 'kaari', tools), /FORMAT is one of karai, not "kaari"; did you mean "karai"\?/);
  // A name that YAML would take for something else stays a name.
  const odd = run('export', 'karai', file('odd.json', ['no', 'null', '1.0', '~', 'a: b', '- x', 'é\u202e'].map((name) => ({ name })))).stdout;
  assert.deepEqual(JSON.parse(done('import', 'karai', file('odd.yaml', odd))).overrides.map(({ tool }) => tool), ['no', 'null', '1.0', '~', 'a: b', '- x', 'é\u202e']);
});

const BY = ['--name', 'mine', '--origin', 'npm:notes', '--author', 'me', '--date', '2026-11-30'];

test('catalogue export: what makeCatalogue makes of the tools', () => {
  const options = { name: 'mine', origin: 'npm:notes', author: 'me', date: '2026-11-30' };
  assert.deepEqual(JSON.parse(done('catalogue', 'export', tools, ...BY)), makeCatalogue(inspect(TOOLS), options));
  assert.match(refused('catalogue', 'export', tools, '--name', 'mine', '--origin', 'somewhere'), /--origin: this is no origin/);
  assert.match(refused('catalogue', 'export', tools, ...BY.slice(0, 6), '--date', 'today'), /--date: a date is YYYY-MM-DD/);
});

test('catalogue check: usable, and whether it fits the tools', () => {
  const made = file('made.json', done('catalogue', 'export', tools, ...BY));
  assert.equal(done('catalogue', 'check', made), `${made}: 2 tools\n`);
  const fits = done('catalogue', 'check', made, '--tools', tools, '--origin', 'npm:notes@1.2.3');
  assert.match(fits, /get_note: is known\ndelete_note: is known\n/);
  const changed = file('changed.json', { tools: [{ name: 'get_note', inputSchema: { type: 'object', properties: { all: { type: 'boolean' } } } }, { name: 'new' }] });
  const { status, stdout } = run('catalogue', 'check', made, '--tools', changed, '--origin', 'npm:notes', '--format', 'json');
  assert.equal(status, 1);
  assert.deepEqual(JSON.parse(stdout).tools, [{ tool: 'get_note', shape: 'other' }, { tool: 'new', shape: 'unknown' }]);
  assert.match(done('catalogue', 'check', made, '--tools', tools, '--origin', 'npm:others'), /get_note: is not in them/);
  const reference = fileURLToPath(import.meta.resolve('mcp-tool-risk/catalogue/reference.json'));
  assert.match(done('catalogue', 'check', reference), /: \d{3} tools\n/);

  const wrong = JSON.parse(readFileSync(made, 'utf8'));
  wrong.servers[0].tools[1].profile.riskLevel = 'hihg';
  assert.match(refused('catalogue', 'check', file('wrong.json', JSON.stringify(wrong, null, 2))), /wrong\.json:\d+: \/servers\/0\/tools\/1\/profile\/riskLevel: /);
  assert.match(refused('catalogue', 'check', file('twice.json', '{"version":1,"name":"a","servers":[],"servers":[]}')), /\/servers: .*\(duplicate-key\)/);
  assert.match(refused('catalogue', 'check', made, '--tools', tools), /--tools and --origin belong together/);
});

test('catalogue merge: digests are united, the order changes nothing, and what differs is refused', () => {
  const first = JSON.parse(done('catalogue', 'export', tools, ...BY));
  const second = structuredClone(first);
  const other = `sha256:${'0'.repeat(64)}`;
  second.servers[0].tools[0].digests = [other];
  second.servers[0].tools.pop();
  second.servers.push({ origin: 'npm:a', tools: [structuredClone(first.servers[0].tools[1])] });
  const [a, b] = [file('a.json', first), file('b.json', second)];
  const merged = JSON.parse(done('catalogue', 'merge', a, b, '--name', 'both'));
  assert.deepEqual(merged.servers.map(({ origin, tools }) => [origin, tools.map(({ name }) => name)]), [['npm:a', ['get_note']], ['npm:notes', ['delete_note', 'get_note']]]);
  const [united] = merged.servers[1].tools;
  assert.deepEqual(united.digests, [other, ...first.servers[0].tools[0].digests].sort());
  assert.deepEqual([united.author, united.date], ['me', '2026-11-30']);
  assert.deepEqual(JSON.parse(done('catalogue', 'merge', b, a, '--name', 'both')), merged);
  assert.match(done('catalogue', 'check', file('merged.json', merged)), /3 tools/);
  second.servers[0].tools[0].profile.riskLevel = 'critical';
  const said = refused('catalogue', 'merge', a, file('c.json', JSON.stringify(second, null, 2)), '--name', 'both');
  assert.match(said, /c\.json.*npm:notes delete_note has another profile in .*a\.json: decide which is right, and take the other out \(conflict\)/);
});

test('catalogues count for tools of their origin', () => {
  const graded = JSON.parse(done('catalogue', 'export', tools, ...BY));
  graded.servers[0].tools.find(({ name }) => name === 'get_note').profile.riskLevel = 'high';
  const path = file('graded.json', graded);
  const provenance = (...args) => JSON.parse(done('inspect', tools, '--catalogue', path, '--format', 'json', ...args)).tools[0].profile.fields.riskLevel;
  const verified = provenance('--origin', 'npm:notes', '--verified');
  assert.deepEqual([verified.value, verified.provenance], ['high', 'catalogue']);
  assert.notEqual(provenance('--origin', 'npm:notes').provenance, 'catalogue');
  assert.deepEqual([provenance('--origin', 'npm:other', '--verified')].map(({ value, provenance }) => [value, provenance]), [['medium', 'inference']]);
});

test('a call may come from a pipe', () => {
  const { status, stdout } = pipe(readFileSync(calls), 'explain', '-', '--call', 'read');
  assert.deepEqual([status, /^runs: /.test(stdout)], [0, true]);
});
