// One import in every host, with no plugin and no setting: all give the same text.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test, { after } from 'node:test';
import { Worker } from 'node:worker_threads';
import * as esbuild from 'esbuild';
import { answer } from './src/answer.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const source = (name) => join(here, 'src', name);
const require = createRequire(import.meta.url);
const packageFolder = dirname(dirname(require.resolve('mcp-tool-risk')));
const expected = answer();

// Far away from the package, so that a bundle that looks for a file beside itself finds none.
const folder = mkdtempSync(join(tmpdir(), 'mcp-tool-risk-hosts-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const out = (name) => join(folder, name);

function run(command, args, options = {}) {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], cwd: folder, ...options }).trimEnd();
}

/** The executable that npm brought for this machine, wherever its install script left it; `undefined` where there is none. */
function binary(...paths) {
  const modules = join(here, 'node_modules');
  const found = paths.flatMap((path) => {
    const [scope, rest] = path.split('/*/');
    if (rest === undefined) return [join(modules, path)];
    return existsSync(join(modules, scope)) ? readdirSync(join(modules, scope)).map((name) => join(modules, scope, name, rest)) : [];
  });
  // A script of a few lines stands in where the machine is not supported.
  return found.find((path) => existsSync(path) && statSync(path).size > 1_000_000);
}

test('the instance in Node gives what it gave before', () => assert.equal(answer(), expected));

for (const platform of ['node', 'browser']) {
  test(`esbuild for ${platform}, moved elsewhere`, async () => {
    const outfile = out(`esbuild-${platform}.mjs`);
    await esbuild.build({ entryPoints: [source('main.mjs')], bundle: true, format: 'esm', platform, outfile, logLevel: 'error' });
    assert.equal(run(process.execPath, [outfile]), expected);
  });
}

test('esbuild to CommonJS, moved elsewhere', async () => {
  const outfile = out('esbuild.cjs');
  await esbuild.build({ entryPoints: [source('main.mjs')], bundle: true, format: 'cjs', platform: 'node', outfile, logLevel: 'error' });
  assert.equal(run(process.execPath, [outfile]), expected);
});

test('Rollup', async () => {
  const { rollup } = await import('rollup');
  const { nodeResolve } = await import('@rollup/plugin-node-resolve');
  const warnings = [];
  const bundle = await rollup({ input: source('main.mjs'), plugins: [nodeResolve()], onwarn: ({ message }) => warnings.push(message) });
  await bundle.write({ file: out('rollup.mjs'), format: 'es' });
  assert.deepEqual(warnings, []);
  assert.equal(run(process.execPath, [out('rollup.mjs')]), expected);
});

async function webpacked(entry, target, filename) {
  const { default: webpack } = await import('webpack');
  const config = { mode: 'production', target, entry, output: { path: folder, filename }, performance: { hints: false } };
  const stats = await new Promise((resolve, reject) => {
    webpack(config, (error, stats) => (error ? reject(error) : resolve(stats)));
  });
  assert.deepEqual(stats.toJson({ errors: true, warnings: true }).errors, []);
  assert.deepEqual(stats.toJson({ warnings: true }).warnings, []);
}

for (const target of ['node', 'web']) {
  test(`webpack for ${target}`, async () => {
    await webpacked(source('main.mjs'), target, `webpack-${target}.cjs`);
    assert.equal(run(process.execPath, [out(`webpack-${target}.cjs`)]), expected);
  });
}

test('Vite', async () => {
  const { build } = await import('vite');
  await build({
    root: here,
    configFile: false,
    logLevel: 'error',
    build: { outDir: out('vite'), emptyOutDir: true, lib: { entry: source('main.mjs'), formats: ['es'], fileName: 'main' }, minify: true },
  });
  const files = readdirSync(out('vite'));
  assert.equal(files.length, 1, `only the script: ${files}`);
  assert.equal(run(process.execPath, [join(out('vite'), files[0])]), expected);
});

test('Vitest', () => {
  const cli = join(here, 'node_modules/vitest/vitest.mjs');
  const ANSWER = out('vitest.txt');
  run(process.execPath, [cli, 'run', '--root', here, 'src/answer.spec.mjs'], { cwd: here, env: { ...process.env, ANSWER } });
  assert.equal(readFileSync(ANSWER, 'utf8'), expected);
});

/** A project with nothing in it but the package, as npm would install it. */
function project(name) {
  const root = out(name);
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  cpSync(packageFolder, join(root, 'node_modules/mcp-tool-risk'), { recursive: true });
  cpSync(join(here, 'src'), join(root, 'src'), { recursive: true });
  return root;
}

for (const environment of ['node', 'jsdom']) {
  test(`Jest in ${environment}`, async () => {
    const root = project(`jest-${environment}`);
    const outfile = join(root, 'src/answer.cjs');
    await esbuild.build({ entryPoints: [source('answer.mjs')], bundle: true, format: 'cjs', platform: 'node', packages: 'external', outfile, logLevel: 'error' });
    const ANSWER = out(`jest-${environment}.txt`);
    const testEnvironment = require.resolve(`jest-environment-${environment}`);
    const config = JSON.stringify({ rootDir: root, testMatch: ['**/src/*.jest.cjs'], transform: {}, testEnvironment });
    run(process.execPath, [join(here, 'node_modules/jest/bin/jest.js'), '--config', config], { cwd: root, env: { ...process.env, ANSWER } });
    assert.equal(readFileSync(ANSWER, 'utf8'), expected);
  });
}

test('a test of Node’s own runner', () => {
  const ANSWER = out('node-test.txt');
  run(process.execPath, ['--test', source('answer.node.mjs')], { env: { ...process.env, ANSWER, NODE_TEST_CONTEXT: undefined } });
  assert.equal(readFileSync(ANSWER, 'utf8'), expected);
});

test('a worker thread', async () => {
  const worker = new Worker(source('thread.mjs'));
  const answered = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await worker.terminate();
  assert.equal(answered, expected);
});

test('the CommonJS form', async () => {
  const root = project('commonjs');
  await esbuild.build({ entryPoints: [source('main.mjs')], bundle: true, format: 'cjs', platform: 'node', packages: 'external', outfile: join(root, 'main.cjs'), logLevel: 'error' });
  assert.equal(run(process.execPath, [join(root, 'main.cjs')]), expected);
});

/** Bundles of what requires the package, each at a place where there is none of its files. */
const REQUIRED = {
  esbuild: (outfile) => esbuild.build({ entryPoints: [source('required.cjs')], bundle: true, format: 'cjs', platform: 'node', outfile, logLevel: 'error' }),
  'esbuild for the browser': (outfile) => esbuild.build({ entryPoints: [source('required.cjs')], bundle: true, outfile, logLevel: 'error' }),
  webpack: (outfile) => webpacked(source('required.cjs'), 'node', basename(outfile)),
  'webpack for the browser': (outfile) => webpacked(source('required.cjs'), 'web', basename(outfile)),
};
for (const [bundler, build] of Object.entries(REQUIRED)) {
  test(`the CommonJS form, by ${bundler}, moved elsewhere`, async () => {
    const outfile = out(`required-${bundler.replaceAll(' ', '-')}.cjs`);
    await build(outfile);
    assert.equal(run(process.execPath, [outfile]), expected);
  });
}

test('a bundle has no use for a module of another version that stands beside it', async () => {
  const outfile = out('stale/required.cjs');
  await REQUIRED.esbuild(outfile);
  writeFileSync(out('stale/mcp-tool-risk.wasm'), readFileSync(join(packageFolder, 'dist/mcp-tool-risk.wasm')).subarray(1));
  assert.equal(run(process.execPath, [outfile]), expected);
});

test('an import on a server does not touch what only browsers have', () => {
  assert.equal(run(process.execPath, ['--import', source('no-window.mjs'), source('main.mjs')]), expected);
});

for (const [host, path, args] of [
  ['Deno', binary('@deno/*/deno', 'deno/deno'), ['run', '--no-lock', '--node-modules-dir=manual', '--no-prompt']],
  ['Bun', binary('@oven/*/bin/bun', 'bun/bin/bun.exe'), ['run']],
]) {
  test(host, { skip: path === undefined && `no ${host} for this machine` }, () => {
    const root = project(host);
    assert.equal(run(path, [...args, join(root, 'src/main.mjs')], { cwd: root, env: { ...process.env, DENO_DIR: out('deno-cache'), DENO_NO_UPDATE_CHECK: '1' } }), expected);
  });
}

test('workerd, where bytes are not compiled at run time', async () => {
  const { Miniflare } = await import('miniflare');
  // The bundler leaves the module to the host, as wrangler does.
  const outfile = out('worker/index.mjs');
  await esbuild.build({
    entryPoints: [source('worker.mjs')],
    bundle: true,
    format: 'esm',
    conditions: ['workerd'],
    external: ['*.wasm'],
    outfile,
    logLevel: 'error',
  });
  cpSync(join(packageFolder, 'dist/mcp-tool-risk.wasm'), out('worker/mcp-tool-risk.wasm'));
  const miniflare = new Miniflare({
    modules: [
      { type: 'ESModule', path: outfile },
      { type: 'CompiledWasm', path: out('worker/mcp-tool-risk.wasm') },
    ],
    modulesRoot: out('worker'),
    compatibilityDate: '2026-04-01',
  });
  try {
    const response = await miniflare.dispatchFetch('http://localhost/');
    assert.equal(await response.text(), expected);
  } finally {
    await miniflare.dispose();
  }
});
