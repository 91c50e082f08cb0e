import * as risk from '/dist/index.js';
import { ask } from '/hosts/questions.mjs';

postMessage(ask(risk));
