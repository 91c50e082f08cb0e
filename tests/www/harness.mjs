// The built playground in Chromium, and everything it must never say or ask for.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../../crates/xtask/js/serve.mjs';
import { launch } from '../chromium.mjs';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const example = (name) => readFileSync(join(ROOT, `www-demo/src/examples/${name}.json`), 'utf8');

/** A browser and the page's files; `close` ends both. */
export async function start(options = {}) {
  const site = await serve(join(ROOT, 'target/www'));
  const { browser, close } = await launch({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  return {
    site,
    browser,
    async close() {
      await close();
      await site.close();
    },
  };
}

/** Opens the page with its first list graded. `calm` asserts that nothing went wrong and nobody else was asked. */
export async function open({ site, browser }, { hash = '', allowed = [] } = {}) {
  const page = await browser.newPage();
  const complaints = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(site.address) && !/^(data|blob):/.test(url) && !allowed.some((start) => url.startsWith(start))) complaints.push(`request to ${url}`);
  });
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    window.reports = [];
    addEventListener('securitypolicyviolation', (event) => window.reports.push(`${event.violatedDirective} ${event.blockedURI}`));
  });
  await page.goto(site.address + hash);
  await page.locator('.tool-row').first().waitFor();
  return {
    page,
    async calm() {
      complaints.push(...(await page.evaluate(() => window.reports)));
      assert.deepEqual(complaints, []);
      await page.close();
    },
  };
}

/** Pastes a text, as a user does anywhere on the page. */
export async function paste(page, text) {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

/** The names in the table, as far as they are drawn. */
export const names = (page) => page.locator('.tool-row .tool-name bdi').allTextContents();

/** Waits until the newest list is graded. */
export async function graded(page, count) {
  await page.locator('.summary [role=status]', { hasText: `${count} tools graded` }).waitFor({ state: 'attached' });
}
