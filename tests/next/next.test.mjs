// Next.js with nothing but the import: a server component, a route on the server, one at the edge, and the browser.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { after, before } from 'node:test';
import { launch, quietPage } from '../chromium.mjs';
import { answer } from '../hosts/src/answer.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const next = join(here, 'node_modules/next/dist/bin/next');
const options = { cwd: here, env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', CI: '1' } };
let chromium;
before(async () => (chromium = await launch()));
after(() => chromium?.close());

/** The built application, served: its address, and how to end it. */
async function serve() {
  const server = spawn(process.execPath, [next, 'start', '--hostname', '127.0.0.1', '--port', '0'], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const address = await new Promise((resolve, reject) => {
    const listen = (data) => {
      said += data;
      const [url] = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(said) ?? [];
      if (url && /ready/i.test(said)) resolve(url);
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.once('exit', (code) => reject(new Error(`next start ended with ${code}: ${said}`)));
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  return { address, end: () => (server.kill(), ended) };
}

for (const bundler of ['turbopack', 'webpack']) {
  test(`Next.js with ${bundler}`, async (t) => {
    rmSync(join(here, '.next'), { recursive: true, force: true });
    execFileSync(process.execPath, [next, 'build', `--${bundler}`], { ...options, encoding: 'utf8', stdio: 'pipe' });
    const { address, end } = await serve();
    try {
      const text = async (path) => (await fetch(`${address}${path}`)).text();
      await t.test('a route on the server', async () => assert.equal(await text('/node'), answer()));
      await t.test('a route at the edge', async () => assert.equal(await text('/api/edge'), answer()));
      await t.test('a server component, and the browser', async () => {
        const { page, complaints } = await quietPage(chromium.browser);
        await page.goto(address);
        await page.waitForFunction(() => document.getElementById('client')?.textContent);
        assert.equal(await page.locator('#server').textContent(), answer());
        assert.equal(await page.locator('#client').textContent(), answer());
        assert.deepEqual(complaints, []);
        await page.close();
      });
    } finally {
      await end();
    }
  });
}
