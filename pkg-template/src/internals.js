// What stands behind the API, for the tests that break an instance on purpose. `exports` does not lead here.
export * as glue from './glue.js';
export { attempt } from './runtime.js';
