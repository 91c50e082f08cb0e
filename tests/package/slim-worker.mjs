// A worker that gets the module as bytes, or compiled, and reports what its calls gave before and after.
import { parentPort, workerData } from 'node:worker_threads';
import { init, version } from 'mcp-tool-risk/slim';

let before;
try {
  before = version();
} catch (error) {
  before = error.code;
}
await init(workerData);
parentPort.postMessage([before, version()]);
