// The module and the package may not grow unseen: each has a recorded size, and at most 5 % above it.
import assert from 'node:assert/strict';
import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';

const root = dirname(createRequire(import.meta.url).resolve('mcp-tool-risk/package.json'));
const KB = 1000;
// Whoever makes it smaller writes the new sizes here; whoever makes it larger says why in the commit.
const RECORDED = { module: 329 * KB, package: 1778 * KB };

function check(t, bytes, recorded) {
  t.diagnostic(`${(bytes / KB).toFixed(1)} KB`);
  assert.ok(bytes <= recorded * 1.05, `${bytes} bytes are more than 5 % above ${recorded}`);
}

test('the module, gzipped, is no larger than recorded', (t) => {
  check(t, gzipSync(readFileSync(join(root, 'dist/mcp-tool-risk.wasm')), { level: 9 }).length, RECORDED.module);
});

test('the package, unpacked, is no larger than recorded', (t) => {
  const files = readdirSync(root, { recursive: true }).map((name) => lstatSync(join(root, name)));
  check(t, files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0), RECORDED.package);
});
