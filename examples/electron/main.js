// The main process holds the gate: what it says counts. The page only asks.
import { join } from 'node:path';
import { app, BrowserWindow, ipcMain } from 'electron';
import { Gate } from 'mcp-tool-risk';

// What the servers of this host list; a real host has it from `tools/list`, raw.
const SERVERS = {
  notes: { tools: [{ name: 'list_notes', inputSchema: { type: 'object' } }, { name: 'purge_notebook', inputSchema: { type: 'object' } }] },
  db: { tools: [{ name: 'execute_sql', inputSchema: { type: 'object', properties: { sql: { type: 'string' } }, required: ['sql'] } }] },
};

const gate = new Gate('balanced');
const inspections = Object.entries(SERVERS).map(([server, list]) => gate.setTools(server, list));

/** Answers the page, and nobody who got into the window in its place. */
function handle(name, answer) {
  ipcMain.handle(name, ({ senderFrame }, ...args) => {
    if (!senderFrame?.url.startsWith('file:')) throw new Error(`${name}: not asked by the application's own page`);
    return answer(...args);
  });
}

// Results are plain objects, so they cross as they are.
handle('tools', () => inspections.flatMap(({ tools }) => tools));
handle('decide', (request) => gate.explain(request));

app.on('web-contents-created', (_event, contents) => {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
});
app.on('window-all-closed', () => app.quit());

// Without top-level await, so that it can be bundled to CommonJS as well.
void app.whenReady().then(() => {
  const folder = app.getAppPath();
  const window = new BrowserWindow({ webPreferences: { sandbox: true, contextIsolation: true, preload: join(folder, 'preload.cjs') } });
  return window.loadFile(join(folder, 'index.html'));
});
