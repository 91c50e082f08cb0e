'use strict';
// One bundle serves both CommonJS entries, so that they share one instance.
const { provideText, ...api } = require('./slim.cjs');

// Bundlers bring none.
const { require: load } = module;

/** The module from its file, which takes less time than the text. A bundle has none beside it, or one of another version. */
function beside() {
  try {
    const bytes = load('node:fs').readFileSync(__dirname + '/mcp-tool-risk.wasm');
    if (bytes.length === MODULE_BYTES) return bytes;
  } catch {}
}

// A bundler puts the text in the place of this `require`, though it be an ES module.
provideText(() => require('./wasm-inline.js').default, beside);

module.exports = api;
