// The example for Electron: each of its processes by itself, with Electron's modules played by a few lines; and the whole in the real
// binary, where one is installed.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import test, { after } from 'node:test';
import * as esbuild from 'esbuild';
import { classify } from 'mcp-tool-risk';
import { launch, quietPage } from '../chromium.mjs';

const example = fileURLToPath(new URL('../../examples/electron', import.meta.url));
const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve('mcp-tool-risk')));
const root = mkdtempSync(join(tmpdir(), 'mcp-tool-risk-electron-'));
after(() => rmSync(root, { recursive: true, force: true }));

/** The example as it is after `npm install` and `npm run build`, but for Electron itself. */
function installed(name) {
  const folder = join(root, name);
  mkdirSync(join(folder, 'node_modules/electron'), { recursive: true });
  for (const file of ['package.json', 'main.js', 'preload.cjs', 'renderer.js', 'index.html']) cpSync(join(example, file), join(folder, file));
  cpSync(packageFolder, join(folder, 'node_modules/mcp-tool-risk'), { recursive: true });
  return folder;
}

const build = (folder, options) =>
  esbuild.build({ absWorkingDir: folder, bundle: true, write: true, metafile: true, logLevel: 'error', ...options });
const buildPage = (folder) => build(folder, { entryPoints: ['renderer.js'], outfile: 'dist/renderer.js' });

/** What Electron's main process has, as far as the example asks for it. Every answer crosses as IPC has it: by a structured clone. */
const PLAYED = `
const handlers = {};
const windows = [];
exports.handlers = handlers;
exports.windows = windows;
exports.ipcMain = { handle: (name, answer) => { handlers[name] = answer; } };
exports.app = { on() {}, quit() {}, whenReady: () => Promise.resolve(), getAppPath: () => require('node:path').dirname(require('node:path').dirname(__dirname)) };
exports.BrowserWindow = class {
  constructor(options) { windows.push({ options }); }
  loadFile(path) { windows.at(-1).path = path; return Promise.resolve(); }
};
`;
const OWN_PAGE = { senderFrame: { url: 'file:///index.html' } };

/** Starts a main process, and hands over what the page can ask of it. */
async function start(folder, main) {
  writeFileSync(join(folder, 'node_modules/electron/index.js'), PLAYED);
  const electron = createRequire(join(folder, 'x.js'))('electron');
  if (main.endsWith('.cjs')) createRequire(join(folder, 'x.js'))(`./${main}`);
  else await import(pathToFileURL(join(folder, main)));
  await new Promise(setImmediate);
  const ask = async (name, ...args) => structuredClone(await electron.handlers[name](OWN_PAGE, ...structuredClone(args)));
  return { electron, ask };
}

/** What the main process says, whichever way it was loaded. */
async function answers(ask) {
  const decide = (server, tool, given) => ask('decide', { server, tool, arguments: given });
  return {
    tools: (await ask('tools')).map(({ server, tool, profile }) => [server, tool, profile.fields.riskLevel.value]),
    decisions: [await decide('notes', 'list_notes', {}), await decide('db', 'execute_sql', { sql: 'SELECT 1' }), await decide('db', 'execute_sql', '{"sql": "DROP TABLE a"}'), await decide('db', 'execute_sql', '{')]
      .map(({ effect, approvers, code }) => [effect, approvers, code]),
  };
}
const EXPECTED = {
  tools: [['notes', 'list_notes', 'low'], ['notes', 'purge_notebook', 'critical'], ['db', 'execute_sql', 'critical']],
  decisions: [['allow', 0, undefined], ['allow', 0, undefined], ['ask', 2, undefined], ['deny', 0, 'not-json']],
};

test('the main process as a module: every answer survives the structured clone of IPC', async () => {
  const folder = installed('esm');
  const { electron, ask } = await start(folder, 'main.js');
  assert.deepEqual(await answers(ask), EXPECTED);
  const [{ options, path }] = electron.windows;
  assert.deepEqual([options.webPreferences.sandbox, options.webPreferences.contextIsolation, path], [true, true, join(folder, 'index.html')]);
  assert.throws(() => electron.handlers.tools({ senderFrame: { url: 'https://elsewhere.example/' } }));
  assert.throws(() => electron.handlers.tools({ senderFrame: null }));
});

test('the main process as CommonJS, the package required', async () => {
  const folder = installed('cjs');
  await build(folder, { entryPoints: ['main.js'], platform: 'node', format: 'cjs', packages: 'external', outfile: 'main.cjs' });
  assert.match(readFileSync(join(folder, 'main.cjs'), 'utf8'), /require\("mcp-tool-risk"\)/);
  assert.deepEqual(await answers((await start(folder, 'main.cjs')).ask), EXPECTED);
});

test('the main process in one bundle, as packagers make it', async () => {
  const folder = installed('bundle');
  await build(folder, { entryPoints: ['main.js'], platform: 'node', format: 'cjs', external: ['electron'], outfile: 'main.cjs' });
  rmSync(join(folder, 'node_modules/mcp-tool-risk'), { recursive: true });
  assert.deepEqual(await answers((await start(folder, 'main.cjs')).ask), EXPECTED);
});

test('the preload script has nothing in it but itself', async () => {
  const folder = installed('preload');
  const { metafile } = await build(folder, { entryPoints: ['preload.cjs'], platform: 'node', external: ['electron'], outfile: 'dist/preload.cjs' });
  assert.deepEqual(Object.keys(metafile.inputs), ['preload.cjs']);
  assert.doesNotMatch(readFileSync(join(folder, 'dist/preload.cjs'), 'utf8'), /WebAssembly|mcp-tool-risk/);
});

test('the page: from file://, under Electron’s recommended policy, in Chromium', async () => {
  const folder = installed('page');
  await buildPage(folder);
  const { ask } = await start(folder, 'main.js');
  const { browser, close } = await launch();
  try {
    const { page, complaints } = await quietPage(browser);
    // In the place of the preload script.
    await page.exposeFunction('hostTools', () => ask('tools'));
    await page.exposeFunction('hostDecide', (request) => ask('decide', request));
    await page.addInitScript(() => {
      window.host = { tools: () => window.hostTools(), decide: (request) => window.hostDecide(request) };
    });
    await page.goto(pathToFileURL(join(folder, 'index.html')).href);
    await usePage(page);
    assert.deepEqual(complaints, []);
  } finally {
    await close();
  }
});

/** What a user sees and does. */
async function usePage(page) {
  await page.locator('body[data-ready]').waitFor();
  const text = (id) => page.locator(`#${id} tr`).allInnerTexts();
  assert.deepEqual((await text('tools')).map((row) => row.split('\t').slice(0, 2)), EXPECTED.tools.map(([server, tool]) => [server, tool]));
  const [{ annotations }] = classify([{ name: 'delete_branch' }]);
  assert.deepEqual(await text('own'), [['delete_branch', annotations.category, annotations.riskLevel].join('\t')]);
  for (const [given, effect] of [['{"sql": "SELECT 1"}', 'allow'], ['{"sql": "DROP TABLE a"}', 'ask'], ['{', 'deny']]) {
    await page.locator('#tool').selectOption('db execute_sql');
    await page.locator('#arguments').fill(given);
    await page.locator('#call').click();
    await page.locator('#decision td', { hasText: new RegExp(`^${effect}$`) }).waitFor();
  }
}

/** The binary that the example's own installation, or the variable ELECTRON, brought. */
function binary() {
  const brought = join(example, 'node_modules/electron');
  const path = join(brought, 'path.txt');
  const candidates = [process.env.ELECTRON, existsSync(path) && join(brought, 'dist', readFileSync(path, 'utf8').trim())];
  return candidates.find((candidate) => candidate && existsSync(candidate));
}
const executablePath = binary();

test('the whole in the real Electron', { skip: executablePath === undefined && 'no Electron binary is installed: it was not started' }, async () => {
  const { _electron } = await import('playwright-core');
  const folder = installed('real');
  rmSync(join(folder, 'node_modules/electron'), { recursive: true });
  await buildPage(folder);
  const app = await _electron.launch({ executablePath, args: ['--no-sandbox', folder] });
  try {
    await usePage(await app.firstWindow());
  } finally {
    await app.close();
  }
});
