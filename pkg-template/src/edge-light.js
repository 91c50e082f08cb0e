// Vercel's edge runtime compiles no bytes at run time: `?module` imports the module compiled.
import module from './mcp-tool-risk.wasm?module';
import { provide } from './runtime.js';

provide(() => module);

export * from './api.js';
