import * as risk from '/dist/index.js';
import { ask } from '/hosts/questions.mjs';

// The page; a worker on its own; and one that gets the compiled module from the page.
const result = { page: ask(risk) };
function listen(name) {
  const worker = new Worker(`/pages/${name}.js`, { type: 'module' });
  const said = (text) => {
    result[name] = text;
    if (result.worker && result.slim) window.result = result;
  };
  worker.onmessage = ({ data }) => said(data);
  worker.onerror = ({ message }) => said(`error: ${message}`);
  return worker;
}
listen('worker');
listen('slim').postMessage(risk.wasmModule());
