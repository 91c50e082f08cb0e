// Every TypeScript block of the documents runs as it stands; a `text` block after it is what it prints.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));
const docs = readdirSync(join(root, 'docs'), { recursive: true }).filter((name) => name.endsWith('.md'));
const pages = ['README.md', 'pkg-template/README.md', ...docs.map((name) => join('docs', name))];
// Below tests/, so that the installed package is found from there.
const folder = mkdtempSync(join(root, 'tests', '.blocks-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let number = 0;
for (const page of pages) {
  const text = readFileSync(join(root, page), 'utf8');
  for (const [, language, code, printed] of text.matchAll(/```(ts|js)\n(.*?)```(?:\n\n?```text\n(.*?)```)?/gs)) {
    number += 1;
    const file = join(folder, `block-${number}.mjs`);
    test(`${page}: ${code.split('\n', 1)[0]}`, () => {
      writeFileSync(file, transformSync(code, { loader: language }).code);
      const output = execFileSync(process.execPath, [file], { cwd: root, encoding: 'utf8' });
      if (printed !== undefined) assert.equal(output.trimEnd(), printed.trimEnd());
    });
  }
}

test('the documents have blocks', () => assert.ok(number >= 2));
