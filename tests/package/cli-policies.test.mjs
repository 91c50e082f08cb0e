// The command line of those who write policies.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { importPolicy } from 'mcp-tool-risk';
import { POLICY, done, file, policy, refused, run, tools } from './cli.mjs';

const WRONG = { name: 'this is wrong', profile: { category: 'delete' }, expect: { effect: 'allow' } };

test('lint: code 2 and all errors with their places, or what to look at', () => {
  const broken = run('lint', file('broken.json', { version: 1, rules: [{ id: 'a', effect: 'alow' }, { id: 'b', effect: 'dney' }] }));
  assert.equal(broken.status, 2);
  assert.match(broken.stdout, /broken\.json:1: \/rules\/0\/effect.*did you mean "allow"/);
  assert.match(broken.stdout, /\/rules\/1\/effect/);
  const typo = file('typo.json', { version: 1, name: 'typo', rules: [{ id: 'a', effect: 'ask', when: { tool: 'delte_*' } }] });
  assert.match(done('lint', typo, '--tools', tools), /matches-no-tool/);
  assert.doesNotMatch(done('lint', typo), /matches-no-tool/);
  assert.ok(JSON.parse(done('lint', typo, '--format', 'json')).length > 0);
  assert.equal(done('lint', policy), 'nothing to note\n');
  assert.match(refused('lint', typo, '--tools', file('no-tools.json', '{')), /no-tools\.json: not JSON/);
});

test('lint --strict: code 1 where there is anything to note', () => {
  const typo = file('typo.json', { version: 1, name: 'typo', rules: [{ id: 'a', effect: 'ask', when: { tool: 'delte_*' } }] });
  const { status, stdout } = run('lint', typo, '--tools', tools, '--strict');
  assert.deepEqual([status, /matches-no-tool/.test(stdout)], [1, true]);
  assert.equal(run('lint', policy, '--strict').status, 0);
});

test('test: code 0 where all pass, 1 where one fails, 2 where the document is wrong', () => {
  assert.equal(done('test', policy), 'ok      a delete is denied\n1 passed, 0 failed\n');
  const bad = run('test', file('bad.json', { ...POLICY, tests: [...POLICY.tests, WRONG] }));
  assert.equal(bad.status, 1);
  assert.match(bad.stdout, /FAILED {2}this is wrong: expected allow, got deny/);
  assert.match(bad.stdout, /1 passed, 1 failed/);
  const none = run('test', file('none.json', { ...POLICY, tests: [] }));
  assert.deepEqual([none.status, none.stdout], [1, '0 passed, 0 failed\n'], 'without a test nothing was shown');
  const wrong = run('test', file('wrong.json', { version: 1, rulez: [] }));
  assert.equal(wrong.status, 2);
  assert.match(wrong.stdout, /wrong\.json:1: \/rulez: .*did you mean "rules"/);
  const { results, errors } = JSON.parse(done('test', policy, '--format', 'json'));
  assert.deepEqual([results.map(({ passed }) => passed), errors], [[true], []]);
  assert.equal(JSON.parse(run('test', file('wrong.json', { version: 1, rulez: [] }), '--format', 'json').stdout).errors[0].pointer, '/rulez');
});

const YAML = `version: 1
name: mine
extends: balanced
rules:
  - id: no-deletes
    effect: deny
    when: { category: { atLeast: delete } }
    reason: Nothing is removed.
tests:
  - { name: a delete is denied, profile: { category: delete }, expect: { effect: deny } }
`;
const TOML = `version = 1
name = "mine"
extends = "balanced"
[[rules]]
id = "no-deletes"
effect = "deny"
when = { category = { atLeast = "delete" } }
reason = "Nothing is removed."
[[tests]]
name = "a delete is denied"
profile = { category = "delete" }
expect = { effect = "deny" }
`;
const JSONC = `// mine
${JSON.stringify(POLICY).replace('"rules":[', '"rules": /* "all" */ [').replace(/\]\}$/, '], }')}`;

test('a policy in YAML, TOML and JSON with comments is the same policy', () => {
  const report = done('report', tools, '--policy', policy, '--format', 'json');
  for (const [name, text] of [['p.yaml', YAML], ['p.yml', YAML], ['P.YAML', YAML], ['p.toml', TOML], ['p.jsonc', JSONC], ['bom.yaml', `\ufeff${YAML}`]]) {
    const path = file(name, text);
    assert.equal(done('test', path), 'ok      a delete is denied\n1 passed, 0 failed\n', name);
    assert.equal(done('lint', path), 'nothing to note\n', name);
    assert.equal(done('report', tools, '--policy', path, '--format', 'json'), report, name);
  }
});

test('what is wrong in them is refused with a code, and where it is known with a line', () => {
  const cases = [
    ['open.yaml', 'version: [1', 'not-yaml', 1],
    ['twice.yaml', 'version: 1\nname: a\nname: b', 'not-yaml', 3],
    ['twice-quoted.yaml', 'version: 1\nname: a\n"name": b', 'not-yaml', 3],
    ['python.yaml', 'version: !!python/object 1', 'not-yaml', 1],
    ['own-tag.yaml', 'version: !mine 1', 'not-yaml', 1],
    ['date-tag.yaml', 'name: !!timestamp 2026-11-30', 'not-yaml', 1],
    ['set.yaml', 'rules: !!set {a, b}', 'not-yaml', 1],
    ['binary.yaml', 'name: !!binary aGk=', 'not-yaml', 1],
    ['two.yaml', 'version: 1\n---\nversion: 1', 'not-yaml'],
    ['infinite.yaml', 'version: .inf', 'not-yaml'],
    ['nan.yaml', 'version: .nan', 'not-yaml'],
    ['large.yaml', 'version: 9007199254740993', 'not-yaml'],
    ['twice-number.yaml', '1: a\n"1": b', 'not-yaml', 2],
    ['circle.yaml', 'rules: &r [*r]', 'not-yaml'],
    ['no-anchor.yaml', 'rules: *r', 'not-yaml'],
    ['deep.yaml', '['.repeat(100_000), 'not-yaml'],
    ['twice.toml', 'version = 1\nname = "a"\nname = "b"', 'not-toml', 3],
    ['twice-table.toml', '[inference]\nmode = "accept"\n[inference]', 'not-toml', 3],
    ['nan.toml', 'version = nan', 'not-toml'],
    ['infinite.toml', 'version = -inf', 'not-toml'],
    ['large.toml', 'version = 9007199254740993', 'not-toml', 1],
    ['open.toml', 'version = [1', 'not-toml', 1],
    ['comment.jsonc', '{ "version": 1 /* }', 'not-json', 1],
    ['commas.jsonc', '{ "name": "// , ]", "a": 1,, }', 'not-json', 1],
    ['lone-comma.jsonc', '{\n "rules": [,] }', 'not-json', 2],
    ['strict.json', '{ "version": 1, }', 'not-json', 1],
  ];
  for (const [name, text, code, line] of cases) {
    const { status, stdout, stderr } = run('lint', file(name, text));
    assert.equal(status, 2, name);
    const said = stdout + stderr;
    assert.match(said, new RegExp(`error: .*${name}: .*\\(${code}\\)\n$`), name);
    if (line !== undefined) assert.match(said, new RegExp(`at line ${line}\\b`), name);
  }
});

test('words, dates and merge keys of YAML are what stands there', () => {
  const named = (name, text) => JSON.parse(done('report', tools, '--policy', file(name, text), '--format', 'json')).layers;
  for (const word of ['no', 'on', 'y', '2026-11-30', '2026-11-30T17:05:00Z', '12:30:45', 'NaN', '1_000']) {
    assert.deepEqual(named('word.yaml', `%YAML 1.1\n---\nversion: 1\nname: ${word}\n`), [word]);
  }
  assert.deepEqual(named('date.toml', 'version = 1\nname = 2026-11-30\n'), ['2026-11-30']);
  assert.deepEqual(named('time.toml', 'version = 1\nname = 2026-11-30T17:05:00+01:00\n'), ['2026-11-30T17:05:00.000+01:00']);
  for (const [name, text, pointer] of [
    ['merge.yaml', 'version: 1\n<<: { name: a }\n', '/<<'],
    ['proto.yaml', 'version: 1\n__proto__: { name: a }\n', '/__proto__'],
    ['proto.toml', 'version = 1\n[__proto__]\nname = "a"\n', '/__proto__'],
    ['empty.yaml', 'version: 1\nrules:\n', '/rules'],
    ['number.yaml', 'version: 1\nname: 7\n', '/name'],
  ]) {
    const { status, stdout } = run('lint', file(name, text), '--format', 'json');
    assert.deepEqual([status, JSON.parse(stdout).map((each) => each.pointer)], [2, [pointer]], name);
  }
  const twice = run('lint', file('twice.jsonc', '{ "version": 1, // one\n "name": "a", "name": "b" }'));
  assert.match(twice.stdout, /twice\.jsonc:2: \/name: .*\(duplicate-key\)/);
});

test('anchors are expanded within reason', () => {
  const shared = 'version: 1\nname: a\nrules:\n  - { id: a, effect: deny, when: &w { category: delete }, reason: r }\n  - { id: b, effect: ask, when: *w, reason: r }\n';
  assert.equal(run('lint', file('anchors.yaml', shared)).status, 0);
  const laughs = ['a0: &a0 [x, x]', ...Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}]`)].join('\n');
  assert.match(refused('lint', file('laughs.yaml', laughs)), /\(not-yaml\)/);
  assert.match(refused('lint', file('deep.yaml', '- '.repeat(50_000))), /nested too deeply \(not-yaml\)/);
  assert.match(refused('lint', file('two.yaml', 'version: 1\n---\nversion: 1')), /more than one document; the second begins at line 2 \(not-yaml\)/);
  const deep = run('lint', file('deep.json', `{"version":1,"rulez":${'['.repeat(20_000)}${']'.repeat(20_000)}}`));
  assert.deepEqual([deep.status, deep.stderr, /unknown-key|too-deep/.test(deep.stdout)], [2, '', true]);
});

test('import: the policy on standard output, the report on standard error', () => {
  const settings = { permissions: { allow: ['mcp__notes__get_note', 'Bash(ls)'], deny: ['mcp__notes__delete_note'] } };
  const path = file('settings.json', settings);
  const { status, stdout, stderr } = run('import', 'claude-code', path, '--layer', 'project');
  assert.equal(status, 0);
  const { document, report } = importPolicy('claude-code', settings, { layer: 'project' });
  assert.deepEqual(JSON.parse(stdout), document);
  assert.ok(report.length > 0);
  for (const { code } of report) assert.ok(stderr.includes(`(${code})`));
  const strict = run('import', 'claude-code', path, '--strict');
  assert.deepEqual([strict.status, JSON.parse(strict.stdout).version], [1, 1]);
  assert.match(refused('import', 'codex', path), /settings\.json: the document has nothing that the format codex knows \(missing-key\)/);
});

test('import: every host’s list as it is written', () => {
  const cases = [
    ['claude-code', 'settings.json', '{ // mine\n "permissions": { "deny": ["mcp__notes__delete_note", ] } }', /"deny"/],
    ['gemini-cli', 'gemini.toml', '[[rule]]\nmcpName = "notes"\ntoolName = "delete_note"\ndecision = "deny"\npriority = 100\n', /"deny"/],
    ['codex', 'config.toml', '[mcp_servers.notes]\ncommand = "notes"\ndisabled_tools = ["delete_note"]\n', /delete_note/],
    ['cursor', 'permissions.json', '{ "mcpAllowlist": ["notes:get_note"] }', /"allow"/],
    ['mcp-json', 'mcp.json', '{ "mcpServers": { "notes": { "alwaysAllow": ["get_note"] } } }', /"allow"/],
    ['karai', 'tool_policies.yaml', 'tools:\n  delete_note: { risk_level: high, destructive: true }\n', /"destructiveHint": true/],
  ];
  for (const [host, name, text, expected] of cases) {
    const { status, stdout, stderr } = run('import', host, file(name, text));
    assert.equal(status, 0, `${host}: ${stderr}`);
    assert.match(stdout, expected, host);
    const { status: usable, stdout: said } = run('lint', file(`${host}.json`, stdout));
    assert.equal(usable, 0, said);
  }
  const vscode = run('import', 'vs-code', file('vs.json', '{ "chat.tools.global.autoApprove": true }'));
  assert.equal(vscode.status, 0, vscode.stderr);
  const karai = done('import', 'karai', fileURLToPath(new URL('../../catalogue/kubernetes.tool_policies.yaml', import.meta.url)));
  assert.ok(JSON.parse(karai).overrides.length >= 30);
});

test('import: servers take names apart, and a key that stands twice is told', () => {
  const settings = file('flat.json', { permissions: { allow: ['mcp__my__files__read'] } });
  const ambiguous = run('import', 'claude-code', settings);
  assert.match(ambiguous.stderr, /\(ambiguous-name\)/);
  const known = done('import', 'claude-code', settings, '--server', 'files', '--server', `my__files=${file('files.json', [{ name: 'read' }])}`);
  assert.deepEqual(JSON.parse(known).rules[0].when, { server: 'my__files', tool: 'read' });
  assert.match(refused('import', 'claude-code', settings, '--server', `files=${file('broken.json', '[')}`), /broken\.json: not JSON/);
  const twice = run('import', 'cursor', file('twice.json', '{ "mcpAllowlist": ["a:b"], "mcpAllowlist": ["notes:get_note"] }'));
  assert.match(twice.stderr, /\/mcpAllowlist: .*\(duplicate-key\)/);
});

test('the policy’s schema is the one that an editor finds', () => {
  const schema = JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('mcp-tool-risk/schema/policy.schema.json')), 'utf8'));
  assert.equal(schema.properties.extends.type, 'string');
});
