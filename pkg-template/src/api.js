// The public functions. Documents cross as JSON text; results are plain objects.
import { linesOf, optionsOf, textOf } from './document.js';
import { decideLines, Gate, layersOf, libraryOf, simulateLines } from './gate.js';
import { call } from './runtime.js';
import vocabularyText from './vocabulary.js';

export { ToolRiskError } from './error.js';
export { Gate } from './gate.js';
export { init, wasmModule } from './runtime.js';

/** The version of the package. */
export function version() {
  return call('version');
}

const objects = (lines) => lines.split('\n').filter(Boolean).map((line) => JSON.parse(line));

export function classify(tools, options) {
  return call('classify', textOf(tools), options).flatMap(objects);
}

export function assessCalls(calls, options) {
  return objects(call('assessLines', linesOf(calls), options));
}

export function decideCalls(calls, options) {
  return objects(decideLines(linesOf(calls), options));
}

export function simulate(calls, options) {
  return simulateLines(linesOf(calls), options);
}

export function inspect(tools, options) {
  const { server = 'server', policy = 'balanced', library, catalogues, ...rest } = optionsOf(options);
  const gate = new Gate(policy, { library, catalogues });
  try {
    return gate.setTools(server, tools, rest);
  } finally {
    gate.free();
  }
}

export function toolPolicies(inspection) {
  return JSON.parse(call('toolPolicies', textOf(inspection)));
}

export function makeCatalogue(inspection, options) {
  return JSON.parse(call('makeCatalogue', textOf(inspection), options));
}

export function importPolicy(format, document, options) {
  return JSON.parse(call('importPolicy', String(format), textOf(document), options));
}

export function readTools(tools) {
  return JSON.parse(call('readList', textOf(tools)).join(''));
}

export function vocabulary() {
  return JSON.parse(vocabularyText);
}

export function checkPolicy(policy, options) {
  return JSON.parse(call('checkPolicy', layersOf(policy), ...libraryOf(options)));
}

export function testPolicy(document, options) {
  return JSON.parse(call('testPolicy', textOf(document), ...libraryOf(options)));
}
