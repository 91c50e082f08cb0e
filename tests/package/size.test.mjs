// Small enough to be inlined without a thought.
import assert from 'node:assert/strict';
import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';

const root = dirname(createRequire(import.meta.url).resolve('mcp-tool-risk/package.json'));
const KB = 1000;

test('the module has at most 170 KB gzipped', (t) => {
  const bytes = gzipSync(readFileSync(join(root, 'dist/mcp-tool-risk.wasm')), { level: 9 }).length;
  t.diagnostic(`${(bytes / KB).toFixed(1)} KB`);
  assert.ok(bytes <= 170 * KB, `${bytes} bytes`);
});

test('the package has at most 2 MB unpacked', (t) => {
  const files = readdirSync(root, { recursive: true }).map((name) => lstatSync(join(root, name)));
  const bytes = files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  t.diagnostic(`${(bytes / KB).toFixed(1)} KB`);
  assert.ok(bytes <= 2000 * KB, `${bytes} bytes`);
});
