// The package as it is published: imported and required, without any call before the first.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import * as esm from 'mcp-tool-risk';

const require = createRequire(import.meta.url);
const { version } = JSON.parse(readFileSync(require.resolve('mcp-tool-risk/package.json'), 'utf8'));

test('import works without an init call', () => {
  assert.equal(esm.version(), version);
});

test('require works without an init call and has the same names', () => {
  const cjs = require('mcp-tool-risk');
  assert.equal(cjs.version(), version);
  assert.deepEqual(Object.keys(cjs).sort(), Object.keys(esm).sort());
});

async function inWorker(module) {
  const worker = new Worker(new URL('./slim-worker.mjs', import.meta.url), { workerData: module });
  const answer = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await worker.terminate();
  return answer;
}

test('slim says that it needs the module, and takes its bytes', async () => {
  const bytes = readFileSync(require.resolve('mcp-tool-risk/mcp-tool-risk.wasm'));
  assert.deepEqual(await inWorker(bytes), ['not-initialised', version]);
});

test('a worker takes the compiled module', async () => {
  assert.deepEqual(await inWorker(esm.wasmModule()), ['not-initialised', version]);
});
