// The command line itself: what it takes, what it refuses, what it says then.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { calls, dist, done, file, pipe, policy, refused, run, tools } from './cli.mjs';

const COMMANDS = ['classify', 'inspect', 'visible', 'report', 'explain', 'export', 'assess', 'decide', 'simulate', 'lint', 'test', 'import',
  'catalogue export', 'catalogue merge', 'catalogue check'];

test('help: all commands, and what each takes', () => {
  const all = done('--help');
  for (const args of [[], ['-h'], ['help']]) assert.equal(done(...args), all);
  for (const name of COMMANDS) {
    assert.match(all, new RegExp(`\\n  ${name} `));
    const own = done(...name.split(' '), '--help');
    assert.match(own, new RegExp(`^usage: mcp-tool-risk ${name} .*FILE`));
    assert.match(own, /--format/);
  }
  assert.equal(done('help', 'decide'), done('decide', 'x', '--polcy', '-h'));
  assert.match(all, /Exit code: 0 .* 1 .*2 /s);
  assert.match(done('--version'), /^\d+\.\d+\.\d+\n$/);
});

test('every option that has words takes each of them', () => {
  for (const trust of ['untrusted', 'known', 'trusted']) done('inspect', tools, '--trust', trust);
  for (const mode of ['interactive', 'headless', 'plan']) done('report', tools, '--mode', mode);
  for (const layer of ['organisation', 'user', 'project']) run('import', 'cursor', file('c.json', { mcpAllowlist: [] }), '--layer', layer);
  const line = file('line.jsonl', { id: 1, tool: { name: 'run_sql' }, arguments: { sql: 'SELECT 1' } });
  for (const dialect of /--dialect (\S+)/.exec(done('decide', '--help'))[1].split('|')) done('assess', line, '--dialect', dialect);
});

test('what is typed wrongly is refused with what was meant', () => {
  const cases = [
    [['inspct', tools], /no command "inspct"; did you mean "inspect"\?/],
    [['catalogue'], /catalogue export, catalogue merge, catalogue check/],
    [['catalogue', 'mrge', tools], /did you mean "catalogue merge"/],
    [['inspect', tools, '--polcy', 'strict'], /inspect has no option "--polcy"; did you mean "--policy"\?/],
    [['inspect', tools, '--colour'], /inspect has no option "--colour"\n/],
    [['inspect', tools, '--declared'], /inspect has no option "--declared"/],
    [['inspect', tools, '-f', 'json'], /inspect has no option "-f"/],
    [['inspect', tools, '--format', 'jsno'], /--format is one of table, json, not "jsno"; did you mean "json"\?/],
    [['inspect', tools, '--trust', 'trustd'], /did you mean "trusted"\?/],
    [['inspect', tools, '--trust'], /--trust needs a value: untrusted\|known\|trusted/],
    [['inspect', tools, '--trust', '--format', 'json'], /--trust needs a value/],
    [['inspect', tools, '--trust='], /--trust needs a value/],
    [['inspect', tools, '--trust', 'known', '--trust', 'trusted'], /--trust stands twice/],
    [['classify', tools, '--declared=no'], /--declared takes no value/],
    [['inspect'], /inspect takes FILE; nothing was given/],
    [['inspect', tools, tools], /inspect takes FILE; 2 were given/],
    [['decide', calls, '--approvers', 'two'], /--approvers: expected a whole number from 0 to 255, not "two"/],
    [['decide', calls, '--approvers', '256'], /--approvers: expected/],
    [['decide', calls, '--now', 'noon'], /--now: "noon" is no RFC 3339 time/],
    [['inspect', tools, '--origin', 'somewhere'], /--origin: this is no origin: npm:NAME/],
    [['inspect', tools, '--catalogue', tools], /--catalogue needs --origin/],
    [['lint', policy, '--library', 'base'], /--library: expected NAME=FILE, not "base"/],
    [['import', 'gemini', policy], /FORMAT is one of karai, .*; did you mean "gemini-cli"\?/],
    [['import', policy], /import takes FORMAT FILE; 1 was given/],
    [['catalogue', 'export', tools], /catalogue export needs --name NAME/],
    [['-v', tools], /the command comes first, before "-v"/],
    [['__proto__', tools], /no command "__proto__"/],
    [['inspect', tools, '--__proto__', 'x'], /no option "--__proto__"/],
  ];
  for (const [args, message] of cases) {
    const said = refused(...args);
    assert.match(said, message);
    assert.match(said, /\nusage: mcp-tool-risk .*see --help\n$/);
  }
});

test('a policy that is neither a preset nor a file says so', () => {
  const neither = /--policy balancd is neither a preset \(balanced, developer, read-only, strict, unattended\) nor a file; did you mean "balanced"\?/;
  for (const args of [['inspect', tools], ['visible', tools], ['report', tools], ['decide', calls], ['simulate', calls], ['explain', tools, '--tool', 'get_note']]) {
    const said = refused(...args, '--policy', 'balancd');
    assert.match(said, neither);
    assert.match(said, new RegExp(`\nusage: mcp-tool-risk ${args[0]} FILE`));
  }
  assert.match(refused('simulate', calls, '--before', './policies/mine.yaml'), /--before \.\/policies\/mine\.yaml is neither a preset .* nor a file\n/);
});

test('what is wrong in a file is said with file, line and place', () => {
  const wrong = file('wrong.yaml', 'version: 1\nname: wrong\nrules:\n  - id: a\n    effect: alow\n  - id: b\n    effect: ask\n    when: null\n');
  for (const args of [['inspect', tools, '--policy', wrong], ['decide', calls, '--policy', wrong], ['report', tools, '--policy', 'strict', '--policy', wrong]]) {
    assert.deepEqual(refused(...args).trimEnd().split('\n'), [
      `error: ${wrong}:5: /rules/0/effect: unknown word "alow"; did you mean "allow"? (unknown-word)`,
      `error: ${wrong}:8: /rules/1/when: null where an object is expected (wrong-type)`,
    ]);
  }
  const json = file('wrong.json', '{\n  "version": 1,\n  "rules": [],\n  "rules": []\n}\n');
  assert.match(refused('inspect', tools, '--policy', json), /wrong\.json:4: \/rules: .*\(duplicate-key\)/);
  const library = file('base.json', { version: 1, name: 'base', onUnknwn: 'deny' });
  assert.match(refused('inspect', tools, '--policy', policy, '--library', `base=${library}`), /base\.json:1: \/onUnknwn: .*did you mean "onUnknown"/);
  assert.match(refused('inspect', file('none.json', '{"tools": [')), /error: .*none\.json: not JSON: .* at line 1, column 12 \(not-json\)/);
  assert.match(refused('inspect', file('list.json', '7')), /error: .*list\.json: .*\([a-z-]+\)\n/);
  assert.match(refused('inspect', tools, '--policy', file('word.txt', 'strict')), /word\.txt: this is no policy: an object is expected\. YAML and TOML/);
  assert.match(refused('inspect', tools, '--policy', file('word.yaml', 'strict')), /word\.yaml: this is no policy: an object is expected \(wrong-type\)/);
  assert.match(refused('inspect', tools, '--policy', file('empty.yaml', '\n')), /empty\.yaml: it is empty; a policy is expected \(wrong-type\)/);
  assert.match(refused('inspect', tools, '--policy', file('wrong.toml', '[[rules]\n')), /wrong\.toml: this is no usable TOML: expected .* at line 1, column 9/);
});

test('layers, and documents that others extend', () => {
  const base = file('base.json', { version: 1, name: 'base', rules: [{ id: 'none', effect: 'deny', when: { tool: 'get_*' }, reason: 'No.' }] });
  const mine = file('mine.json', { version: 1, name: 'mine', extends: 'base' });
  const effects = (...args) => JSON.parse(done('inspect', tools, '--format', 'json', ...args)).tools.map(({ decision }) => decision.effect);
  assert.deepEqual(effects('--policy', mine, '--library', `base=${base}`), ['deny', 'ask']);
  assert.deepEqual(effects('--policy', 'balanced', '--policy', base), ['deny', 'ask']);
  assert.match(refused('inspect', tools, '--policy', mine), /mine\.json:1: \/extends: /);
  assert.match(refused('inspect', tools, '--library', `a=${base}`, '--library', `a=${mine}`), /one name to two documents/);
});

test('standard input, once', () => {
  assert.equal(pipe(readFileSync(tools), 'inspect', '-').status, 0);
  assert.equal(pipe(readFileSync(policy), 'test', '-').stdout, done('test', policy));
  const twice = pipe(readFileSync(tools), 'inspect', '-', '--policy', '-');
  assert.equal(twice.status, 2);
  assert.match(twice.stderr, /only one file can be standard input/);
});

test('files that cannot be read', () => {
  assert.match(refused('lint', '/nowhere/at/all.yaml'), /error: \/nowhere\/at\/all\.yaml: cannot be read: there is no such file \(no-file\)/);
  assert.match(refused('report', dist), /cannot be read: it is a folder \(no-file\)/);
  assert.match(refused('lint', file('latin.json', Buffer.from([0x7b, 0xff, 0x7d]))), /latin\.json: this is not UTF-8 text; save it as UTF-8 \(not-utf-8\)/);
});

test('only a file that needs the parsers loads them, and the library never does', () => {
  for (const name of readdirSync(dist).filter((name) => name.endsWith('js') && !['cli.js', 'formats.js'].includes(name))) {
    assert.doesNotMatch(readFileSync(join(dist, name), 'utf8'), /formats\.js|cli\.js/, name);
  }
  assert.match(readFileSync(join(dist, 'cli.js'), 'utf8'), /import\("\.\/formats\.js"\)/);
  assert.doesNotMatch(readFileSync(join(dist, 'cli.js'), 'utf8'), /from ["']\.\/formats\.js["']/);
  const manifest = JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8'));
  assert.equal(manifest.dependencies, undefined);
  const licences = readFileSync(join(dist, 'LICENSES.txt'), 'utf8');
  for (const word of ['yaml', 'smol-toml', 'fflate', 'Copyright', 'Permission to use', 'Redistribution and use']) assert.ok(licences.includes(word), word);
});
