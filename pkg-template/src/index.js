// The entry for everything but edge workers: the module travels inside, compressed and as text, so there is no file to find.
import { provideText } from './bytes.js';
import inline from './wasm-inline.js';

provideText(() => inline);

export * from './api.js';
