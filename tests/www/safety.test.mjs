// What foreign texts must not do, what works without a network, links, and what everybody must be able to use.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import test, { after, before } from 'node:test';
import { example, graded, names, open, paste, ROOT, start } from './harness.mjs';

let here;
before(async () => (here = await start()));
after(() => here?.close());

const tool = (more) => JSON.stringify({ tools: [{ name: 'get_a', inputSchema: { type: 'object' }, ...more }] });

test('scripts, addresses and hidden characters of a list stay text', async () => {
  const { page, calm } = await open(here);
  const title = await page.title();
  await page.getByRole('button', { name: 'A hostile list' }).click();
  await page.locator('.tool-row', { hasText: 'get_weather' }).waitFor();
  for (let index = 0; index < JSON.parse(example('hostile')).tools.length; index++) {
    await page.locator('.tool-row').nth(index).click();
    await page.locator('.detail .detail-head').waitFor();
  }
  await page.locator('.tool-row', { hasText: 'get_weather' }).click();
  await page.locator('.detail .prose', { hasText: '<script>' }).first().waitFor();
  assert.equal(await page.title(), title);
  assert.equal(await page.locator('.detail img, .detail script, .detail a, .detail iframe').count(), 0);
  await page.locator('.tool-row', { hasText: 'format_report' }).click();
  await page.locator('.detail .hidden-char', { hasText: 'U+202E' }).first().waitFor();
  assert.doesNotMatch(await page.locator('body').textContent(), /[\u202a-\u202e\u2066-\u2069\u200b]/u);
  await page.locator('.tool-row', { hasText: 'icons' }).click();
  await page.locator('.detail', { hasText: 'javascript:alert(1)' }).waitFor();
  await calm();
});

test('a tool named __proto__, parameters with such names, a schema 5,000 deep', async () => {
  const { page, calm } = await open(here);
  await paste(page, `{"tools": [{"name": "__proto__", "inputSchema": {"type": "object", "properties": {"__proto__": {"type": "string"}, "constructor": {"type": "string"}}}}, {"name": "deep", "inputSchema": ${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}]}`);
  await graded(page, 2);
  for (const name of ['__proto__', 'deep']) {
    await page.locator('.tool-row', { hasText: name }).click();
    await page.locator('.detail h2', { hasText: name }).waitFor();
  }
  await calm();
});

test('a list of 10 MB is graded while the page answers', async (t) => {
  const { page, calm } = await open(here);
  const tools = Array.from({ length: 1000 }, (_, i) => ({ name: `get_item_${i}`, description: 'Word by word. '.repeat(700), inputSchema: { type: 'object' } }));
  const text = JSON.stringify({ tools });
  assert.ok(text.length > 9_500_000);
  await paste(page, text);
  await page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    setInterval(() => ((window.longest = Math.max(window.longest, performance.now() - last)), (last = performance.now())), 20);
  });
  await graded(page, 1000);
  await page.getByRole('searchbox').fill('item_777');
  assert.deepEqual(await names(page), ['get_item_777']);
  t.diagnostic(`longest pause of the page: ${Math.round(await page.evaluate(() => window.longest))} ms`);
  await calm();
});

test('once loaded, the page works without a network', async () => {
  const own = await start();
  try {
    const { page } = await open(own);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await own.site.close();
    await page.reload();
    await page.locator('.tool-row', { hasText: 'send_email' }).waitFor();
    await page.getByRole('button', { name: 'Policy', exact: true }).click();
    await page.locator('.policy .editor[data-ready]').waitFor();
    await page.getByRole('button', { name: 'Tools', exact: true }).click();
    await page.getByRole('button', { name: 'Kubernetes' }).click();
    await page.locator('.tool-row', { hasText: 'pods_exec' }).waitFor();
  } finally {
    await own.browser.close();
  }
});

test('a link brings everything back', async () => {
  const { page, calm } = await open(here);
  await paste(page, tool({ name: 'delete_\u202eü', description: 'Deletes “all” 🙂.' }));
  await graded(page, 1);
  await page.getByLabel('Trust').selectOption('untrusted');
  await page.getByRole('button', { name: 'Policy', exact: true }).click();
  await page.getByRole('button', { name: 'Read only' }).click();
  await page.getByRole('button', { name: 'Take away' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.waitForFunction(() => location.hash.length > 2);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await calm();

  const second = await here.browser.newPage();
  await second.goto(link);
  await second.getByRole('button', { name: 'Policy', exact: true }).click();
  await second.locator('.segments [aria-pressed=true]', { hasText: 'Read only' }).waitFor();
  await second.getByRole('button', { name: 'Tools', exact: true }).click();
  assert.equal(await second.getByLabel('Trust').inputValue(), 'untrusted');
  assert.match((await names(second))[0], /delete_U\+202Eü/);
  await second.close();
});

test('a damaged link says so, and so does one that swells beyond all lists', async () => {
  const bomb = deflateRawSync(Buffer.alloc(80 << 20, 32)).toString('base64url');
  for (const hash of ['#1abc', `#1${deflateRawSync('null').toString('base64url')}`, `#1${bomb}`]) {
    const { page, calm } = await open(here, { hash });
    await page.getByRole('alert').waitFor();
    assert.match(await page.getByRole('alert').textContent(), /damaged/);
    await calm();
  }
});

test('a link of somebody who means no good shows what can be shown', async () => {
  const state = { e: 'mail', t: 'root', p: '../../secret', v: '__proto__', i: 1e9, l: { a: 1 }, s: ['x'], d: 7, c: 'yes' };
  const { page, calm } = await open(here, { hash: `#1${deflateRawSync(JSON.stringify(state)).toString('base64url')}` });
  assert.ok((await names(page)).includes('send_email'));
  assert.equal(await page.getByLabel('Trust').inputValue(), 'known');
  assert.equal(await page.getByRole('alert').count(), 0);
  await calm();
});

test('the frame of a card shows that tool alone', async () => {
  const { page, calm } = await open(here);
  await page.getByRole('button', { name: 'Take away' }).click();
  await page.getByLabel('Tool', { exact: true }).selectOption({ label: 'send_email' });
  await page.getByRole('button', { name: 'Copy the frame' }).click();
  await page.getByText('✓ copied').waitFor();
  const frame = await page.evaluate(() => navigator.clipboard.readText());
  await calm();
  const card = await here.browser.newPage();
  await card.goto(/src="([^"]+)"/.exec(frame)[1]);
  await card.locator('.card h1', { hasText: 'send_email' }).waitFor();
  assert.equal(await card.locator('.bar').count(), 0);
  await card.close();
});

test('a server on this machine is asked for its tools, page by page', async () => {
  const asked = [];
  const server = createServer(async (request, response) => {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-expose-headers': 'mcp-session-id' };
    if (request.method === 'OPTIONS') return response.writeHead(204, headers).end();
    let body = '';
    for await (const chunk of request) body += chunk;
    const { id, method, params } = JSON.parse(body);
    asked.push(method);
    if (id === undefined) return response.writeHead(202, headers).end();
    const results = {
      initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'test', version: '1' } },
      'tools/list': params?.cursor ? { tools: [{ name: 'delete_b', inputSchema: { type: 'object' } }] } : { tools: [{ name: 'get_a', inputSchema: { type: 'object' } }], nextCursor: 'more' },
    };
    const answer = JSON.stringify({ jsonrpc: '2.0', id, result: results[method] });
    const stream = method === 'tools/list';
    response.writeHead(200, { ...headers, 'content-type': stream ? 'text/event-stream' : 'application/json', 'mcp-session-id': 's1' }).end(stream ? `event: message\ndata: ${answer}\n\n` : answer);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${server.address().port}/mcp`;
  const { page, calm } = await open(here, { allowed: [address] });
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByLabel('A server on this machine').fill(address);
  await page.getByRole('button', { name: 'List its tools' }).click();
  await graded(page, 2);
  assert.deepEqual(await names(page), ['get_a', 'delete_b']);
  assert.deepEqual(asked, ['initialize', 'notifications/initialized', 'tools/list', 'tools/list']);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByLabel('A server on this machine').fill('https://example.com/mcp');
  await page.getByRole('button', { name: 'List its tools' }).click();
  await page.getByText('alone, so that no list of yours').waitFor();
  await calm();
  server.close();
});

test('axe finds nothing, in light and dark, wide and on a phone', async () => {
  const axe = readFileSync(createRequire(join(ROOT, 'www-demo/package.json')).resolve('axe-core/axe.min.js'), 'utf8');
  const { page, calm } = await open(here);
  const check = async (where) => {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
    assert.deepEqual(violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary?.slice(0, 200)}`).join(' | ')}`), []);
  };
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByRole('button', { name: 'Tools', exact: true }).click();
      await check(`tools ${colorScheme} ${width}`);
      await page.locator('.tool-row', { hasText: 'send_email' }).click();
      await page.locator('.detail .trace').waitFor();
      await page.getByRole('button', { name: 'Try a call' }).click();
      await page.locator('.assessed').waitFor();
      await check(`tool ${colorScheme} ${width}`);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByRole('button', { name: 'Paste or edit JSON' }).click();
      await page.locator('.editor[data-ready]').waitFor();
      await check(`editor ${colorScheme} ${width}`);
      await page.getByRole('button', { name: 'Close the editor' }).click();
      await page.getByRole('button', { name: 'A hostile list' }).click();
      await page.locator('.tool-row', { hasText: 'format_report' }).click();
      await page.locator('.detail .trace').waitFor();
      await check(`hostile ${colorScheme} ${width}`);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByRole('button', { name: 'Mail server' }).click();
      await page.locator('.tool-row', { hasText: 'send_email' }).waitFor();
      await page.getByRole('button', { name: 'Policy', exact: true }).click();
      await page.locator('.policy .editor[data-ready]').waitFor();
      const form = page.getByRole('button', { name: 'Import from another host' });
      await form.click();
      await check(`policy ${colorScheme} ${width}`);
      await form.click();
      await page.getByRole('button', { name: 'Overview' }).click();
      await page.locator('.load tbody tr').nth(4).waitFor();
      await check(`overview ${colorScheme} ${width}`);
      await page.getByRole('button', { name: 'Take away' }).click();
      await check(`take ${colorScheme} ${width}`);
    }
  }
  await calm();
});
