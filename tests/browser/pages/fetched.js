import * as risk from '/dist/slim.js';
import { ask } from '/hosts/questions.mjs';

await risk.init(fetch('/dist/mcp-tool-risk.wasm'));
window.result = ask(risk);
