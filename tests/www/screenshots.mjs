// The pictures in docs/screenshots: `node tests/www/screenshots.mjs`, with the page built.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { open, ROOT, start } from './harness.mjs';

const folder = join(ROOT, 'docs/screenshots');
mkdirSync(folder, { recursive: true });
const here = await start();
const { page } = await open(here);
await page.emulateMedia({ reducedMotion: 'reduce' });

const view = (name) => page.getByRole('navigation').getByRole('button', { name }).click();
async function shot(name, { dark = false, width = 1360, height = 850 } = {}) {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
  await page.mouse.move(0, 0);
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(folder, `${name}.png`) });
}
const PHONE = { width: 390, height: 844 };

await shot('tools-light');
await shot('tools-phone', PHONE);
await page.setViewportSize({ width: 1360, height: 850 });
await page.getByRole('button', { name: 'Kubernetes' }).click();
await page.locator('.tool-row', { hasText: 'pods_delete' }).click();
await page.locator('.detail .trace').waitFor();
await shot('tool-light');
await shot('tool-dark', { dark: true });
await shot('tool-phone-dark', { ...PHONE, dark: true });
await page.locator('.detail .close').click();
await view('Policy');
await page.locator('.policy .editor[data-ready]').waitFor();
await page.setViewportSize({ width: 1360, height: 850 });
await page.locator('.decision', { hasText: 'pods_log' }).click();
await page.locator('.why .trace').waitFor();
await shot('policy-light');
await shot('policy-dark', { dark: true });
await view('Overview');
await page.locator('.load tbody tr').nth(4).waitFor();
await shot('overview-light', { height: 1180 });
await shot('overview-dark', { height: 1180, dark: true });
await shot('overview-phone', PHONE);
await view('Tools');
await page.setViewportSize({ width: 1360, height: 850 });
await page.getByRole('button', { name: 'A hostile list' }).click();
await page.locator('.tool-row', { hasText: 'format_report' }).click();
await page.locator('.detail .hidden-char').first().waitFor();
await shot('hostile-light');
await page.locator('.detail .close').click();
await page.getByRole('button', { name: 'Database' }).click();
await page.locator('.tool-row', { hasText: 'execute_sql' }).click();
const why = page.locator('.detail .why');
await why.getByRole('button', { name: 'Try a call' }).click();
await why.locator('.call-field', { hasText: 'sql' }).locator('input').fill('SELECT name FROM users WHERE id = 7');
await why.locator('.assessed .changes').waitFor();
await why.evaluate((element) => element.closest('.detail').scrollTo(0, element.offsetTop - 70));
await shot('call-light');
await here.close();
