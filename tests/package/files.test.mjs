// The data that travels with the package: presets, schemas, catalogues.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { Gate, checkPolicy } from 'mcp-tool-risk';

const require = createRequire(import.meta.url);
const namesOf = (folder) => readdirSync(fileURLToPath(new URL(`../../${folder}/`, import.meta.url))).filter((name) => name.endsWith('.json'));
const read = (name) => JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(`mcp-tool-risk/${name}`)), 'utf8'));

for (const folder of ['presets', 'schema', 'catalogue']) {
  for (const name of namesOf(folder)) {
    test(`${folder}/${name} is imported and required`, async () => {
      const { default: imported } = await import(`mcp-tool-risk/${folder}/${name}`, { with: { type: 'json' } });
      assert.deepEqual(imported, read(`${folder}/${name}`));
      assert.deepEqual(require(`mcp-tool-risk/${folder}/${name}`), imported);
      if (folder === 'catalogue') assert.deepEqual(read(`catalog/${name}`), imported);
    });
  }
}

test('a preset’s file is the policy of its name', () => {
  for (const name of namesOf('presets')) {
    const document = read(`presets/${name}`);
    assert.deepEqual(checkPolicy(document), []);
    assert.equal(new Gate(document).digest, new Gate(name.replace('.json', '')).digest);
  }
});

test('the schema names the keys of a policy', () => {
  assert.ok('rules' in read('schema/policy.schema.json').properties);
});

test('the module names no folder of the machine that built it', () => {
  const module = readFileSync(fileURLToPath(import.meta.resolve('mcp-tool-risk/mcp-tool-risk.wasm')), 'latin1');
  assert.match(module, /js-sys-[0-9.]+\/src/, 'sources are named');
  for (const folder of [homedir(), '/.cargo/']) assert.ok(!module.includes(folder), folder);
});
