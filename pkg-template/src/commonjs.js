// What the CommonJS bundle is made from: the slim entry, and what the main entry adds to it.
export * from './slim.js';
export { provideText } from './bytes.js';
