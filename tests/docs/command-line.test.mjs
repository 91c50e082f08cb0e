// Every console block of a document prints what it says, in the order of the page. A block with a file's name behind its
// language is that file.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const cli = join(dirname(createRequire(import.meta.url).resolve('mcp-tool-risk')), 'cli.js');
const BLOCKS = /^```(\w+)(?: (\S+))?\n([^]*?)^```$/gm;

let ran = 0;
for (const page of readdirSync(docs).filter((name) => name.endsWith('.md'))) {
  const folder = mkdtempSync(join(tmpdir(), 'console-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  let status = 0;
  /** A command as a shell in that folder runs it. */
  function run(command) {
    const script = `npx() { shift; "${process.execPath}" "${cli}" "$@"; }\n(exit ${status})\n${command}`;
    const result = spawnSync('sh', ['-c', `{ ${script}\n} 2>&1`], { cwd: folder, encoding: 'utf8', env: { ...process.env, COLUMNS: '100' } });
    ({ status } = result);
    return result.stdout;
  }
  for (const [, language, name, text] of readFileSync(join(docs, page), 'utf8').matchAll(BLOCKS)) {
    if (name !== undefined) writeFileSync(join(folder, name), text);
    if (language !== 'console') continue;
    for (const [, command, printed] of text.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)) {
      ran += 1;
      test(`${page}: ${command}`, () => assert.equal(run(command), printed));
    }
  }
}

test('the documents have commands', () => assert.ok(ran >= 10));

test('the list of all commands is what --help prints', () => {
  const path = join(docs, 'command-line.md');
  const help = (...args) => spawnSync(process.execPath, [cli, ...args, '--help'], { encoding: 'utf8' }).stdout;
  const names = [...help().matchAll(/^ {2}([a-z]+(?: [a-z]+)?) {2,}/gm)].map(([, name]) => name);
  assert.ok(names.length >= 15);
  const listed = names.map((name) => `### ${name}\n\n\`\`\`text\n${help(...name.split(' '))}\`\`\`\n\n`).join('');
  const text = readFileSync(path, 'utf8');
  const expected = text.replace(/(<!-- help: .* -->\n)[^]*(<!-- \/help -->)/, (_, start, end) => `${start}\n${listed}${end}`);
  if (process.env.UPDATE) writeFileSync(path, expected);
  else assert.equal(text, expected, 'run this test with UPDATE=1');
});
