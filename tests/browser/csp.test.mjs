// A plain page and its workers in Chromium, with no bundler, under the strictest policy that lets WebAssembly compile.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import test, { after, before } from 'node:test';
import * as esbuild from 'esbuild';
import { launch, quietPage } from '../chromium.mjs';
import { answer } from '../hosts/src/answer.mjs';

const CSP = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };
const FOLDERS = {
  dist: dirname(createRequire(import.meta.url).resolve('mcp-tool-risk')),
  pages: fileURLToPath(new URL('./pages', import.meta.url)),
  hosts: fileURLToPath(new URL('../hosts/src', import.meta.url)),
};

let server, chromium;

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
  chromium = await launch();
});

after(async () => {
  await chromium?.close();
  server?.close();
});

/** What a page gives, once it has everything; and that its policy had no word to say. */
async function resultOf(url) {
  const { page, complaints } = await quietPage(chromium.browser);
  await page.goto(url);
  await page.waitForFunction(() => window.result, null, { timeout: 20_000 }).catch(() => {});
  const result = await page.evaluate(() => window.result);
  await page.close();
  assert.deepEqual(complaints, []);
  return result;
}

test('a page, a worker, and a worker that takes the compiled module give what Node gives', async () => {
  const result = await resultOf(`http://127.0.0.1:${server.address().port}/pages/page.html`);
  assert.deepEqual(result, { page: answer(), worker: answer(), slim: answer() });
});

test('slim streams the module from where the page keeps it', async () => {
  assert.equal(await resultOf(`http://127.0.0.1:${server.address().port}/pages/slim.html`), answer());
});

test('a page from file://, with one classic script', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-tool-risk-file-'));
  try {
    const contents = "import { answer } from './answer.mjs'; window.result = answer();";
    await esbuild.build({ stdin: { contents, resolveDir: FOLDERS.hosts }, bundle: true, format: 'iife', outfile: join(folder, 'page.js'), logLevel: 'error' });
    const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'">`;
    writeFileSync(join(folder, 'page.html'), `<!doctype html><meta charset="utf-8">${policy}<script src="page.js"></script>`);
    assert.equal(await resultOf(pathToFileURL(join(folder, 'page.html')).href), answer());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
