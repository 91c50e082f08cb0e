// Policy: written, decided live, explained, tried with calls; the picture; what is taken away.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { Gate } from 'mcp-tool-risk';
import { example, graded, open, paste, start } from './harness.mjs';

let here;
before(async () => (here = await start()));
after(() => here?.close());

/** The lists that stand in for the real world: those beside the checkout, where there are some, and our own. */
function lists() {
  const own = ['mail', 'kubernetes', 'database', 'hostile'].map((name) => [name, example(name)]);
  const folder = join(process.env.TOOL_RISK_DATA ?? '', 'corpus/lists');
  const real = process.env.TOOL_RISK_DATA && existsSync(folder) ? readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]) : [];
  return [...own, ...real];
}

async function downloaded(page, click) {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return readFileSync(await download.path(), 'utf8');
}

/** Types a document into the policy's editor in place of what is there. */
async function write(page, document) {
  await page.locator('.policy .editor[data-ready] .cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(document);
}

const DENY_DELETES = JSON.stringify({
  version: 1,
  name: 'mine',
  extends: 'balanced',
  rules: [{ id: 'no-deletes', effect: 'deny', when: { category: { atLeast: 'delete' } }, reason: 'Nothing is removed.' }],
  tests: [{ name: 'deletes are denied', profile: { category: 'delete' }, expect: { effect: 'deny' } }],
});

test('decisions on the page are those of Node, byte for byte', async () => {
  const { page, calm } = await open(here);
  for (const [name, text] of lists()) {
    await page.getByRole('button', { name: 'Tools', exact: true }).click();
    await paste(page, text);
    const gate = new Gate('balanced');
    const { tools } = gate.setTools('server', text, { trust: 'known' });
    await graded(page, tools.length);
    await page.getByRole('button', { name: 'Take away' }).click();
    assert.equal(await downloaded(page, () => page.getByRole('button', { name: 'JSON', exact: true }).click()), gate.report('json'), name);
    gate.free();
  }
  await calm();
});

test('every preset decides as it does in Node', async () => {
  const { page, calm } = await open(here);
  await page.getByRole('button', { name: 'Policy', exact: true }).click();
  for (const [label, preset] of [['Strict', 'strict'], ['Developer', 'developer'], ['Read only', 'read-only'], ['Unattended', 'unattended']]) {
    await page.getByRole('button', { name: label }).click();
    const gate = new Gate(preset);
    const words = { allow: 'runs', ask: 'asks one', deny: 'denied' };
    const expected = gate.setTools('mail', example('mail'), { trust: 'known' }).tools.map(({ decision: { effect, approvers } }) => (effect === 'ask' && approvers > 1 ? `asks ${approvers}` : words[effect]));
    const effects = page.locator('.decision .decision-effect .effect');
    await page.waitForFunction((expected) => JSON.stringify([...document.querySelectorAll('.decision .decision-effect .effect')].map((one) => one.textContent)) === expected, JSON.stringify(expected)).catch(() => {});
    assert.deepEqual(await effects.allTextContents(), expected, preset);
    gate.free();
  }
  await calm();
});

test('a policy is decided as it is typed: effects, what changed, tests, errors with their place', async () => {
  const { page, calm } = await open(here);
  await page.getByRole('button', { name: 'Policy', exact: true }).click();
  await write(page, DENY_DELETES);
  await page.locator('.decision', { hasText: 'delete_message' }).locator('.effect-deny').waitFor();
  await page.locator('.editor-foot', { hasText: '1 of 1 tests pass' }).waitFor();
  await page.getByRole('button', { name: /^changed/ }).click();
  assert.match(await page.locator('.decision').first().textContent(), /before: .*denied/);

  await write(page, DENY_DELETES.replace('"extends"', '"extend"'));
  const foot = page.locator('.editor-foot', { hasText: '1 error' });
  await foot.waitFor();
  await page.locator('.policy .editor .cm-lintRange-error').first().waitFor();
  // The last good policy still decides.
  assert.ok(await page.locator('.decision', { hasText: 'delete_message' }).locator('.effect-deny').isVisible());
  await calm();
});

test('the editor offers the words of the schema', async () => {
  const { page, calm } = await open(here);
  await page.getByRole('button', { name: 'Policy', exact: true }).click();
  await write(page, '{"version": 1, "rules": [{"id": "a", "effect": ""}]}');
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+Space');
  const offered = page.locator('.policy .editor .cm-tooltip-autocomplete li');
  await offered.first().waitFor();
  assert.deepEqual((await offered.allTextContents()).sort(), ['allow', 'ask', 'deny']);
  await calm();
});

test('why and why not, and a call whose arguments decide', async () => {
  const { page, calm } = await open(here);
  await page.getByRole('button', { name: 'Policy', exact: true }).click();
  await write(page, JSON.stringify({ version: 1, name: 'mine', rules: [{ id: 'own-people', effect: 'allow', when: { tool: 'share_mailbox', arguments: { '/role': { equals: 'reader' } } }, reason: 'Readers change nothing.' }] }));
  await page.locator('.decision', { hasText: 'share_mailbox' }).click();
  const why = page.locator('.why');
  await why.locator('.trace', { hasText: 'own-people' }).waitFor();
  await why.getByRole('button', { name: 'Try a call' }).click();
  await why.locator('.call-field', { hasText: 'role' }).locator('select').selectOption('reader');
  await why.locator('.why-head .effect-allow').waitFor();
  await why.getByRole('button', { name: 'Record this call' }).click();
  await page.getByLabel('replayed against').selectOption('strict');
  await page.locator('.calls', { hasText: '1 of 1 call comes out differently' }).waitFor();
  await why.locator('.call-field', { hasText: 'role' }).locator('select').selectOption('owner');
  await why.locator('.why-head .effect-ask').waitFor();
  await calm();
});

test('a call that is understood counts for what it does', async () => {
  const { page, calm } = await open(here);
  await page.getByRole('button', { name: 'Database' }).click();
  await page.locator('.tool-row', { hasText: 'execute_sql' }).click();
  const why = page.locator('.detail .why');
  await why.getByRole('button', { name: 'Try a call' }).click();
  const sql = why.locator('.call-field', { hasText: 'sql' }).locator('input');
  const gate = new Gate('balanced');
  gate.setTools('database', example('database'), { trust: 'known' });
  for (const statement of ['SELECT 1', 'SELECT 1; DROP TABLE a']) {
    await sql.fill(statement);
    const { profile, decision } = gate.assess({ server: 'database', tool: 'execute_sql', arguments: { sql: statement } });
    await why.locator('.assessed .risk', { hasText: profile.fields.riskLevel.value }).first().waitFor();
    await why.locator(`.why-head .effect-${decision.approvers > 1 ? 'askSeveral' : decision.effect}`).waitFor();
  }
  gate.free();
  await calm();
});

test('a permission list of another host comes in, with what was lost', async () => {
  const { page, calm } = await open(here);
  await page.getByRole('button', { name: 'Policy', exact: true }).click();
  await page.getByRole('button', { name: 'Import from another host' }).click();
  await page.getByLabel('The other host’s file').fill(JSON.stringify({ permissions: { deny: ['mcp__mail__send_email'], allow: ['Bash(ls:*)'] } }));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.locator('.decision', { hasText: 'send_email' }).locator('.effect-deny').waitFor();
  assert.ok((await page.locator('.import-form .notices li').count()) > 0);
  await calm();
});

test('the picture has a square for every tool, and each leads to its tool', async () => {
  const { page, calm } = await open(here);
  await page.getByRole('button', { name: 'Overview' }).click();
  const count = JSON.parse(example('mail')).tools.length;
  await page.waitForFunction((count) => document.querySelectorAll('.map-tool').length === count, count);
  await page.locator('.load tbody tr').nth(4).waitFor();
  await page.locator('.map-tool[aria-label^="send_email"]').click();
  await page.locator('.detail h2', { hasText: 'send_email' }).waitFor();
  await calm();
});

test('reports, policy and catalogue are taken away', async () => {
  const { page, calm } = await open(here);
  await page.getByRole('button', { name: 'Take away' }).click();
  const take = (name) => downloaded(page, () => page.getByRole('button', { name, exact: true }).click());
  assert.match(await take('Markdown'), /\| mail \| send\\?_email \|/);
  assert.match(await take('HTML page'), /<!doctype html>[^]*send_email/);
  assert.match(await take('CSV'), /send_email/);
  assert.equal(JSON.parse(await take('Download policy.json')).name, 'balanced');
  assert.match(await take('Download'), /send_email/);
  await calm();
});
