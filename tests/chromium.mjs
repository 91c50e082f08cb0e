// Chromium for the tests: the one that is there, with a fresh profile and without a word to anybody.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** A browser; `close` ends it and removes its profile. */
export async function launch(options = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'mcp-tool-risk-chromium-'));
  const browser = await chromium.launchPersistentContext(profile, { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS, ...options });
  return {
    browser,
    async close() {
      await browser.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** A new page, and everything that it complains of: errors on the console, what was thrown, what its policy refused. */
export async function quietPage(browser) {
  const page = await browser.newPage();
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && !/favicon/.test(message.location().url) && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  return { page, complaints };
}
