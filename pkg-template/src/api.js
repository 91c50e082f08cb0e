// The public functions. Documents cross as JSON text; results are plain objects.
import { call } from './runtime.js';

export { ToolRiskError } from './error.js';
export { init, wasmModule } from './runtime.js';

/** The version of the package. */
export function version() {
  return call('version');
}
