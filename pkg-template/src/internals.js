// What stands behind the API, for the tests that break an instance on purpose. `exports` does not lead here.
// With the whole API, so that both are one file for every entry.
import './api.js';

export * as glue from './glue.js';
export { attempt } from './runtime.js';
