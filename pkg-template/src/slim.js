// The entry without the module: `init(module)` brings it.
export * from './api.js';
