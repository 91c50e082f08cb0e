// Hostile and broken documents: a clear error or a diagnostic, never a crash, never an empty success.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { Gate, ToolRiskError, classify, inspect } from 'mcp-tool-risk';

const cli = join(dirname(createRequire(import.meta.url).resolve('mcp-tool-risk')), 'cli.js');

function runCli(input, ...args) {
  return spawnSync(process.execPath, [cli, 'classify', '-', '--format', 'jsonl', ...args], { input, encoding: 'utf8', maxBuffer: 1 << 30 });
}

/** The document is refused by the function and by the command line, with the same code. */
function refused(text, code) {
  assert.throws(() => classify(text), (error) => {
    assert.ok(error instanceof ToolRiskError && error instanceof Error);
    assert.equal(error.code, code);
    assert.ok(error.message.length > 20, error.message);
    return true;
  });
  const { status, stdout, stderr } = runCli(text);
  assert.equal(status, 2);
  assert.equal(stdout, '');
  assert.match(stderr, new RegExp(`\\(${code}\\)`));
}

/** Every tool comes back, and the one at `index` has a diagnostic with the code. */
function noticed(text, { code, index = 0, tools = 1 }) {
  const result = classify(text);
  assert.equal(result.length, tools);
  const codes = result[index].diagnostics.map((diagnostic) => diagnostic.code);
  if (code) assert.ok(codes.includes(code), `${code} not among ${codes}`);
  const { status, stdout } = runCli(text);
  assert.equal(status, 0);
  assert.deepEqual(stdout.trimEnd().split('\n').map((line) => JSON.parse(line)), result);
  return result[index];
}

const list = (...tools) => JSON.stringify({ tools });
const tool = (more) => ({ name: 'get_thing', inputSchema: { type: 'object' }, ...more });

test('an empty text', () => refused('', 'empty-text'));
test('not JSON', () => refused('{"tools": [', 'not-json'));
test('JSON that is no tool list', () => refused('{"prompts": []}', 'no-tool-list'));
test('a number', () => refused('7', 'no-tool-list'));
test('a list of numbers', () => refused('[1, 2]', 'no-tool-list'));
test('tools that are no array', () => refused('{"tools": {}}', 'no-tool-list'));
test('an empty list is a list', () => assert.deepEqual(classify('{"tools": []}'), []));

test('a tool without a name keeps its place, and is the worst', () => {
  const found = noticed(list({ inputSchema: {} }, tool()), { tools: 2 });
  assert.ok(found.diagnostics.length > 0);
  assert.equal(found.annotations.riskLevel, 'critical');
  assert.equal(found.annotations.approvalRecommendation, 'multi');
  assert.ok(found.unknown.includes('riskLevel'));
});

test('a name of 10,000 characters', () => {
  const name = 'delete_'.repeat(1429).slice(0, 10_000);
  assert.equal(noticed(list(tool({ name })), {}).tool, name);
});

test('a schema nested 10,000 deep', () => {
  const deep = '{"properties":{"a":'.repeat(5000) + '{}' + '}}'.repeat(5000);
  noticed(`{"tools":[{"name":"get_thing","inputSchema":${deep}}]}`, { code: 'too-deep' });
});

test('inputSchema null or a string', () => {
  for (const inputSchema of [null, 'object']) assert.ok(noticed(list(tool({ inputSchema })), {}).diagnostics.length > 0);
});

test('duplicate names', () => noticed(list(tool(), tool()), { code: 'duplicate-name', index: 1, tools: 2 }));

test('duplicate keys: the last wins, as in JSON.parse', () => {
  const found = noticed('{"tools":[{"name":"get_a","name":"delete_a","inputSchema":{"type":"object"}}]}', { code: 'duplicate-key' });
  assert.equal(found.tool, 'delete_a');
});

test('a lone surrogate, escaped or not', () => {
  noticed('{"tools":[{"name":"get_\\ud800","inputSchema":{"type":"object"}}]}', { code: 'lone-surrogate' });
  const [found] = classify('{"tools":[{"name":"get_\ud800","inputSchema":{"type":"object"}}]}');
  assert.ok(found.diagnostics.some(({ code }) => code === 'lone-surrogate'));
});

test('__proto__ as a property name', () => {
  const found = noticed('{"tools":[{"name":"get_thing","__proto__":{"riskLevel":"low"},"inputSchema":{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{}}}}]}', {});
  assert.equal(found.tool, 'get_thing');
  assert.equal({}.riskLevel, undefined);
});

test('50 MB in one description', () => {
  const found = noticed(list(tool({ description: 'word '.repeat(10_000_000) })), {});
  assert.equal(found.tool, 'get_thing');
});

test('50 MB of tools', () => {
  const one = JSON.stringify(tool({ description: 'Gets a thing. '.repeat(400) }));
  const many = Math.ceil(50_000_000 / one.length);
  assert.equal(classify(`[${Array(many).fill(one).join(',')}]`).length, many);
});

test('more than the limit is refused', () => refused(list(tool({ description: 'x'.repeat(65 << 20) })), 'too-large'));

test('a file that is not there, or no text', () => {
  const missing = spawnSync(process.execPath, [cli, 'classify', '/nowhere/at/all.json'], { encoding: 'utf8' });
  assert.equal(missing.status, 2);
  assert.match(missing.stderr, /no-file/);
  assert.match(runCli(Buffer.from([0x7b, 0xff, 0x7d])).stderr, /not-utf-8/);
});

test('a command that does not exist, or an option', () => {
  for (const args of [['clasify', 'x'], ['classify'], ['classify', 'x', '--frmat', 'jsonl'], ['classify', 'x', '--format', 'xml']]) {
    const { status, stderr } = spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8' });
    assert.equal(status, 2, args.join(' '));
    assert.match(stderr, /usage:/);
  }
});

test('an unknown option is refused by name', () => {
  assert.throws(() => classify('{"tools": []}', { ruled: 'sep-2793' }), (error) => error.code === 'unknown-key' && /ruled/.test(error.message));
});

test('options that are none', () => {
  const tools = '{"tools": []}';
  for (const options of [null, undefined, {}, { library: null }]) {
    assert.deepEqual(inspect(tools, options).tools, []);
    assert.equal(typeof new Gate('balanced', options).digest, 'string');
  }
  for (const options of [7, 'trusted', [], { get trust() { throw new Error('no'); } }]) {
    assert.throws(() => inspect(tools, options), (error) => error instanceof ToolRiskError && error.code === 'wrong-type');
    assert.throws(() => new Gate().setTools('s', tools, options), (error) => error instanceof ToolRiskError && error.code === 'wrong-type');
  }
});

test('what a message quotes cannot steer the terminal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'policy-'));
  try {
    const policy = join(folder, 'policy.json');
    writeFileSync(policy, '{"version": 1, "\\u001b[2J\\u061ckey": 1}');
    for (const args of [['-', '--policy', policy], ['\u001b[2J'], ['x', '--\u001b[2J']]) {
      const { status, stderr } = spawnSync(process.execPath, [cli, 'inspect', ...args], { input: list(tool()), encoding: 'utf8' });
      assert.ok(status > 0);
      assert.doesNotMatch(stderr, /[\u001b\u061c]/, args.join(' '));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a file with the name of a preset does not take its place', () => {
  const folder = mkdtempSync(join(tmpdir(), 'policy-'));
  try {
    writeFileSync(join(folder, 'strict'), '{"version": 1, "rules": [{"id": "all", "effect": "allow"}]}');
    const run = (policy) => {
      const { stdout } = spawnSync(process.execPath, [cli, 'inspect', '-', '--format', 'json', '--policy', policy], { cwd: folder, input: list(tool()), encoding: 'utf8' });
      return JSON.parse(stdout).tools[0].decision.effect;
    };
    assert.deepEqual([run('strict'), run('./strict')], ['ask', 'allow']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a document that JSON cannot hold', () => {
  const circle = { tools: [] };
  circle.self = circle;
  for (const document of [circle, { tools: 1n }, undefined, 7, null, () => {}]) {
    assert.throws(() => classify(document), (error) => error instanceof ToolRiskError && error.code === 'not-json');
  }
});
