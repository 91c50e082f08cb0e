// Lists: shown, filtered, looked into.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { classify, vocabulary } from 'mcp-tool-risk';
import { example, graded, names, open, paste, start } from './harness.mjs';

let here;
before(async () => (here = await start()));
after(() => here?.close());

test('at once a real list is graded, with the disagreements marked', async () => {
  const { page, calm } = await open(here);
  assert.deepEqual((await names(page)).slice(0, 3), ['read_drafts', 'list_inbox', 'search_messages']);
  const risk = await page.locator('.tool-row', { hasText: 'send_email' }).locator('.cell-riskLevel').textContent();
  const [expected] = classify({ tools: JSON.parse(example('mail')).tools.filter(({ name }) => name === 'send_email') });
  assert.equal(risk, expected.annotations.riskLevel);
  assert.ok(await page.locator('.tool-row', { hasText: 'empty_trash' }).locator('.mark-disagree').isVisible());
  await calm();
});

test('search, filter by risk, sort and group', async () => {
  const { page, calm } = await open(here);
  await page.keyboard.press('/');
  await page.keyboard.type('draft');
  assert.deepEqual((await names(page)).sort(), ['create_draft', 'read_drafts']);
  await page.getByRole('searchbox').fill('');
  const high = page.locator('.spread-part.risk-high');
  const count = Number(await high.locator('.count').textContent());
  await high.click();
  assert.equal((await names(page)).length, count);
  await high.click();
  await page.getByRole('columnheader', { name: 'Risk' }).getByRole('button').click();
  const words = await page.locator('.tool-row .cell-riskLevel').allTextContents();
  const order = ['critical', 'high', 'medium', 'low'];
  assert.deepEqual(words, [...words].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
  await page.getByLabel('Group by').selectOption('category');
  assert.ok((await page.locator('.grid-row.group').count()) > 2);
  await calm();
});

test('one tool: its evidence stands where it was seen', async () => {
  const { page, calm } = await open(here);
  await page.getByText('delete_message').click();
  const detail = page.locator('.detail');
  await detail.locator('mark.evidence').first().waitFor();
  assert.equal(await detail.locator('.definition dd').first().locator('mark').textContent(), 'delete↑');
  await detail.locator('dt mark', { hasText: 'permanent' }).focus();
  assert.match(await page.getByRole('tooltip').textContent(), /raises the grade/);
  await detail.getByRole('button', { name: 'Copy annotations' }).click();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  assert.equal(copied.category, 'delete');
  await page.keyboard.press('Escape');
  await detail.waitFor({ state: 'detached' });
  await calm();
});

test('the keyboard alone reaches a tool and comes back', async () => {
  const { page, calm } = await open(here);
  await page.locator('[data-here]').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Home', 'Enter']) await page.keyboard.press(key);
  await page.locator('.detail h2', { hasText: 'search_messages' }).waitFor();
  await calm();
});

test('a pasted list, an array, JSON Lines', async () => {
  const { page, calm } = await open(here);
  for (const text of ['{"tools": [{"name": "get_a"}, {"name": "b"}]}', '[{"name": "get_a"}, {"name": "b"}]', '{"name": "get_a"}\n{"id": 7, "server": "s", "tool": {"name": "b"}}']) {
    await paste(page, text);
    await graded(page, 2);
    assert.deepEqual(await names(page), ['get_a', 'b']);
  }
  await calm();
});

test('a dropped file, and one that is chosen; its name is the server’s', async () => {
  const { page, calm } = await open(here);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['[{"name": "drop_a", "inputSchema": {}}]'], 'my-notes.json', { type: 'application/json' }));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await graded(page, 1);
  assert.equal(await page.locator('.summary-head strong').textContent(), 'my-notes');
  await page.getByLabel('A tools/list file').setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('[{"name": "a"}, {"name": "b"}]') });
  await graded(page, 2);
  assert.equal(await page.locator('.summary-head strong').textContent(), 'other');
  await calm();
});

test('any word says what it means, to the mouse and to the keyboard', async () => {
  const { page, calm } = await open(here);
  const { vocabularies } = vocabulary();
  const { meaning, words } = vocabularies.find(({ vocabulary }) => vocabulary === 'blastRadius');
  const cell = page.locator('.tool-row .cell-blastRadius').first();
  await cell.locator('.meter').waitFor();
  // The page may still move under the mouse until its fonts are there.
  await page.evaluate(() => document.fonts.ready);
  const word = await cell.textContent();
  const expected = [words.find((one) => one.word === word).meaning, meaning];
  await cell.hover();
  for (const text of expected) await page.getByRole('tooltip').getByText(text).waitFor();
  await page.mouse.move(0, 0);
  await page.getByRole('tooltip').waitFor({ state: 'hidden' });
  await page.locator('[data-here]').focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  for (const text of expected) await page.getByRole('tooltip').getByText(text).waitFor();
  await calm();
});

test('a broken line is pointed at in the editor, and the rest is graded', async () => {
  const { page, calm } = await open(here);
  await paste(page, '{"name": "get_a", "inputSchema": {}}\n{"name": \n{"name": "b", "inputSchema": {}}');
  await graded(page, 3);
  await page.getByRole('button', { name: 'Paste or edit JSON' }).click();
  const marked = page.locator('.editor .cm-lintRange-error').first();
  await marked.waitFor();
  assert.match(await page.locator('.editor .cm-line').nth(1).innerHTML(), /cm-lintRange-error/);
  await calm();
});

test('text that is no JSON is refused with its place, and the last list stays', async () => {
  const { page, calm } = await open(here);
  await paste(page, '{"tools": [}');
  const alert = page.getByRole('alert');
  await alert.waitFor();
  assert.match(await alert.textContent(), /no JSON.*column 12/s);
  assert.ok((await names(page)).includes('send_email'));
  await alert.getByRole('button', { name: 'Show me where' }).click();
  await page.locator('.editor .cm-lintRange-error').first().waitFor();
  await calm();
});

test('5,000 tools: only what is seen is there, and scrolling comes to the last', async () => {
  const { page, calm } = await open(here);
  const tools = Array.from({ length: 5000 }, (_, i) => ({ name: `${['get', 'delete', 'create', 'run'][i % 4]}_item_${i}`, inputSchema: { type: 'object' } }));
  await paste(page, JSON.stringify({ tools }));
  await graded(page, 5000);
  assert.ok((await page.locator('.tool-row').count()) < 60);
  await page.locator('[data-here]').focus();
  await page.keyboard.press('Control+End');
  await page.locator('.tool-row', { hasText: 'run_item_4999' }).waitFor();
  await calm();
});
