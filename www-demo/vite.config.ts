import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** The service worker: `src/sw.js` with the names of all files of the build, so that the page works offline once loaded. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => name !== 'sw.js').sort();
      // Names under assets/ carry a hash of their content, so the list of names is the version.
      const page = bundle['index.html'];
      const version = page && 'source' in page ? hash(files.join() + String(page.source)) : hash(files.join());
      const source = readFileSync(new URL('./src/sw.js', import.meta.url), 'utf8')
        .replace('__VERSION__', JSON.stringify(version))
        .replace('__FILES__', JSON.stringify(files.filter((name) => name !== 'index.html')));
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

/** FNV-1a: enough to tell two builds apart. */
function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return (sum >>> 0).toString(16);
}

export default defineConfig({
  // Relative, so that the page works below any path.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  build: {
    outDir: '../target/www',
    emptyOutDir: true,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    // A data: address would need a word in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { host: '127.0.0.1' },
  plugins: [serviceWorker()],
});
