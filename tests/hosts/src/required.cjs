// Whoever requires the package has its CommonJS form bundled.
const risk = require('mcp-tool-risk');
const { ask } = require('./questions.mjs');

console.log(ask(risk));
