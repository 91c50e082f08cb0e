import * as risk from '/dist/index.js';

// The page, then a worker that gets the compiled module from it.
const fixture = await (await fetch('/fixtures/tools.json')).text();
const page = JSON.stringify(risk.classify(fixture));
const worker = new Worker('/pages/worker.js', { type: 'module' });
worker.onmessage = ({ data }) => (window.result = { page, worker: data });
worker.onerror = ({ message }) => (window.result = { page, worker: `error: ${message}` });
worker.postMessage({ module: risk.wasmModule(), fixture });
