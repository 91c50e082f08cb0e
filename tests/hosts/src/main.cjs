'use strict';
// Jest and old bundles: the CommonJS form answers the same names.
const risk = require('mcp-tool-risk');

const tools = [{ name: 'list_notes', inputSchema: { type: 'object' } }];
module.exports = () => JSON.stringify(risk.classify({ tools }));
