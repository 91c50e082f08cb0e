// A plain page and a module worker in Chromium, under the strictest policy that lets WebAssembly compile.
import assert from 'node:assert/strict';
import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { classify } from 'mcp-tool-risk';

const CSP = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json', '.wasm': 'application/wasm' };
const FOLDERS = {
  dist: dirname(createRequire(import.meta.url).resolve('mcp-tool-risk')),
  pages: fileURLToPath(new URL('./pages', import.meta.url)),
  fixtures: fileURLToPath(new URL('../fixtures', import.meta.url)),
};

let server, browser, profile;

before(async () => {
  server = createServer((request, response) => {
    const [, folder, ...path] = normalize(request.url).split('/');
    try {
      const body = readFileSync(join(FOLDERS[folder], ...path));
      response.writeHead(200, { 'content-type': TYPES[extname(request.url)], 'content-security-policy': CSP }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  profile = mkdtempSync(join(tmpdir(), 'mcp-tool-risk-browser-'));
  browser = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
});

after(async () => {
  await browser?.close();
  server?.close();
  if (profile) rmSync(profile, { recursive: true, force: true });
});

test('a page and a worker give what Node gives, without a word from the policy', async () => {
  const page = await browser.newPage();
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && !/favicon/.test(message.location().url) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`http://127.0.0.1:${server.address().port}/pages/page.html`);
  await page.waitForFunction(() => window.result, null, { timeout: 20_000 }).catch(() => {});
  const result = await page.evaluate(() => window.result);
  assert.deepEqual(complaints, []);
  const expected = JSON.stringify(classify(readFileSync(join(FOLDERS.fixtures, 'tools.json'), 'utf8')));
  assert.deepEqual(result, { page: expected, worker: expected });
});
