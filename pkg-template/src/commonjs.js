// What the CommonJS bundle is made from: the public functions, and what its main entry needs.
export * from './api.js';
export { provide, provideText } from './runtime.js';
