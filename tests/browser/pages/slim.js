import * as risk from '/dist/slim.js';
import { ask } from '/hosts/questions.mjs';

// A worker with the module of its page.
onmessage = async ({ data }) => {
  await risk.init(data);
  postMessage(ask(risk));
};
