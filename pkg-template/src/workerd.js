// Cloudflare Workers compile no bytes at run time: the module is imported, and comes compiled.
import module from './mcp-tool-risk.wasm';
import { provide } from './runtime.js';

provide(() => module);

export * from './api.js';
