// What is handed to `init` may be no module; nothing is started by it, and the right one still is.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';
import { ToolRiskError, init, version } from 'mcp-tool-risk/slim';

const bytes = readFileSync(createRequire(import.meta.url).resolve('mcp-tool-risk/mcp-tool-risk.wasm'));

test('what is no module is refused with a code, and the module is taken afterwards', async () => {
  for (const given of [undefined, 7, 'text', {}, bytes.subarray(0, 100), new Response('', { status: 404 })]) {
    await assert.rejects(init(given), (error) => error instanceof ToolRiskError && error.code === 'not-initialised', String(given));
    assert.throws(version, (error) => error.code === 'not-initialised');
  }
  const offline = Promise.reject(new Error('offline'));
  await assert.rejects(init(offline), (error) => error.code === 'not-initialised' && /offline/.test(error.message));
  await init(bytes);
  assert.equal(typeof version(), 'string');
});
