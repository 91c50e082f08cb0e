// The native core and WebAssembly say the same, to the byte.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cli = join(dirname(createRequire(import.meta.url).resolve('mcp-tool-risk')), 'cli.js');
const native = join(root, 'target/debug/mcp-tool-risk-xtask');

const fixtures = readdirSync(join(root, 'tests/fixtures')).map((name) => join(root, 'tests/fixtures', name));
const data = process.env.TOOL_RISK_DATA;
const corpus = data ? ['corpus/tools.jsonl', 'corpus/declared.jsonl', 'corpus/lists/azure.json'].map((name) => join(data, name)) : [];

for (const file of [...fixtures, ...corpus.filter(existsSync)]) {
  test(file.slice(file.lastIndexOf('/') + 1), () => {
    const run = (...command) => execFileSync(command[0], command.slice(1), { maxBuffer: 1 << 30 });
    const wasm = run(process.execPath, cli, 'classify', file, '--format', 'jsonl');
    assert.ok(wasm.length > 0);
    assert.ok(run(native, 'classify', file).equals(wasm));
  });
}
