// Vite's dev server, which optimises dependencies its own way, and a browser on it.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { createServer } from 'vite';
import { launch, quietPage } from '../chromium.mjs';
import { answer } from './src/answer.mjs';

const src = fileURLToPath(new URL('./src', import.meta.url));
const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve('mcp-tool-risk')));

test('Vite’s dev server, page and worker', async () => {
  const root = mkdtempSync(join(tmpdir(), 'mcp-tool-risk-vite-'));
  mkdirSync(join(root, 'node_modules'));
  cpSync(packageFolder, join(root, 'node_modules/mcp-tool-risk'), { recursive: true });
  cpSync(src, join(root, 'src'), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{ "type": "module", "dependencies": { "mcp-tool-risk": "*" } }');
  writeFileSync(join(root, 'index.html'), '<!doctype html><script type="module" src="/src/page.mjs"></script>');

  const server = await createServer({ root, configFile: false, logLevel: 'error', server: { host: '127.0.0.1', port: 0 } });
  const { browser, close } = await launch();
  try {
    await server.listen();
    const { page, complaints } = await quietPage(browser);
    await page.goto(server.resolvedUrls.local[0]);
    await page.waitForFunction(() => window.answers?.worker);
    const { own, worker } = await page.evaluate(() => window.answers);
    assert.equal(own, answer());
    assert.equal(worker, answer());
    assert.deepEqual(complaints, []);
  } finally {
    await close();
    await server.close();
    rmSync(root, { recursive: true, force: true });
  }
});
