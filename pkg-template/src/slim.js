// The entry without the module: `init(module)` brings it.
import { takeBytes } from './bytes.js';

takeBytes();

export * from './api.js';
