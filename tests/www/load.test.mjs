// How much comes over the wire, and how soon the first list is graded on a slow machine. Times are reported, not asserted.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { gzipSync } from 'node:zlib';
import { open, ROOT, start } from './harness.mjs';

let here;
before(async () => (here = await start()));
after(() => here?.close());

/** What is fetched for the first view: the page's own files but those that the service worker keeps for later. */
async function firstLoad() {
  const page = await here.browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const asked = new Set();
  page.on('request', (request) => request.serviceWorker() === null && asked.add(new URL(request.url()).pathname));
  await page.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: { register: async () => {} } }));
  await page.goto(here.site.address);
  await page.waitForFunction(() => performance.getEntriesByName('graded').length > 0);
  const [first] = await page.evaluate(() => performance.getEntriesByName('graded').map(({ startTime }) => startTime));
  const worker = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  for (const path of worker) asked.add(path);
  await page.close();
  return { first, asked: [...asked] };
}

test('the first load: the page itself, without the module, has at most 150 KB compressed', async (t) => {
  const { first, asked } = await firstLoad();
  const fetched = asked.map((path) => (path === '/' ? '/index.html' : path));
  const files = new Set(fetched);
  let [sum, own] = [0, 0];
  for (const path of files) {
    const bytes = readFileSync(join(ROOT, 'target/www', path));
    // Fonts are compressed as they are.
    const size = path.endsWith('.woff2') ? bytes.length : gzipSync(bytes, { level: 9 }).length;
    sum += size;
    if (!path.endsWith('.wasm')) own += size;
    t.diagnostic(`${(size / 1000).toFixed(1)} KB ${path}`);
  }
  t.diagnostic(`${(sum / 1000).toFixed(1)} KB in all; first list graded ${Math.round(first)} ms after the start, with the processor slowed down four times`);
  assert.ok(!fetched.some((path) => path.includes('editor')), 'the editor comes when it is wanted');
  assert.ok([...files].some((path) => path.endsWith('.wasm')));
  // The module's share is held by the package's own test of its size.
  assert.ok(own <= 150_000, `${own} bytes`);
});

test('the editor comes when it is wanted', async () => {
  const { page, calm } = await open(here);
  const before = await page.evaluate(() => performance.getEntriesByType('resource').length);
  await page.getByRole('button', { name: 'Paste or edit JSON' }).click();
  await page.locator('.editor[data-ready]').waitFor();
  assert.ok((await page.evaluate(() => performance.getEntriesByType('resource').length)) > before);
  await calm();
});
