'use strict';
// One bundle serves both CommonJS entries, so that they share one instance.
const { provideText, ...api } = require('./slim.cjs');

provideText(() => require('./wasm-inline.cjs'));

module.exports = api;
