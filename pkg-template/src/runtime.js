// One WebAssembly instance, started by the first call and replaced after a trap.
import * as glue from './glue.js';
import { said } from './document.js';
import { ToolRiskError } from './error.js';

let source; // gives the bytes or the compiled module
let compiler; // makes a module of bytes, where the host lets it
let compiled; // once the instance runs
let broken = false; // whether a call ended in the middle, so that the instance has to be replaced

/** Called by the entries: where the module comes from. */
export function provide(from) {
  source = from;
}

/** Called by the entries: how bytes are compiled. */
export function compileWith(how) {
  compiler = how;
}

/** Also of another realm, as Next.js hands it to its edge runtime. */
const isModule = (given) => Object.prototype.toString.call(given) === '[object WebAssembly.Module]';

function adopt(module) {
  // The glue asks whether it is one of this realm.
  if (!(module instanceof WebAssembly.Module)) Object.setPrototypeOf(module, WebAssembly.Module.prototype);
  glue.initSync({ module });
  compiled = module;
}

function start() {
  if (broken) replace();
  if (compiled) return;
  if (typeof WebAssembly === 'undefined') {
    throw new ToolRiskError('no-webassembly', 'mcp-tool-risk needs WebAssembly, which this JavaScript engine does not have');
  }
  if (!source) throw new ToolRiskError('not-initialised', 'mcp-tool-risk/slim brings no module: call init(module) first');
  const given = source();
  adopt(isModule(given) ? given : compiler.now(given));
}

/**
 * Compiles ahead of the first call, off the main thread where the engine can. Optional with the main entry; needed
 * once with `mcp-tool-risk/slim`, which takes the module here: compiled, as bytes, or as the response of a fetch.
 */
export async function init(module) {
  if (compiled) return;
  try {
    let given = await (module ?? source?.());
    if (typeof Response === 'function' && given instanceof Response) {
      if (!given.ok) throw new ToolRiskError('not-initialised', `the module could not be fetched: ${given.status} ${given.url}`);
      given = await given.arrayBuffer();
    }
    if (given !== undefined && !isModule(given)) {
      if (!compiler) throw new ToolRiskError('not-initialised', 'this host compiles no bytes: give init a compiled module, or nothing');
      given = await compiler.later(given);
    }
    if (compiled) return;
    if (given) adopt(given);
    else start();
  } catch (cause) {
    if (cause instanceof ToolRiskError) throw cause;
    throw new ToolRiskError('not-initialised', `the module could not be started: ${said(cause)}`, { cause });
  }
}

/** The compiled module, to be handed to a worker's `init`, which then compiles nothing. */
export function wasmModule() {
  start();
  return compiled;
}

/** How often the instance was replaced; what it held before is gone. */
export let generation = 0;

function replace() {
  glue.__wbg_reset_state();
  generation += 1;
  broken = false;
}

/** Calls one exported function. What it throws is a `ToolRiskError`, and the next call works again. */
export function call(name, ...args) {
  return attempt(name, () => glue[name](...args));
}

/** The same for anything that goes into WebAssembly. */
export function attempt(name, body) {
  start();
  try {
    return body(glue);
  } catch (error) {
    // Before anything else: with no stack left, whatever is called here fails too.
    broken = true;
    // The core throws text, the facade its own errors; everything else is a trap, or the engine out of stack or memory.
    const refused = typeof error === 'string' ? refusal(error) : error;
    if (!(refused instanceof ToolRiskError)) {
      throw new ToolRiskError('internal', `${name} failed inside WebAssembly, which is started anew`, { cause: error });
    }
    broken = false;
    throw refused;
  }
}

function refusal(text) {
  const { code, message, pointer } = JSON.parse(text);
  return new ToolRiskError(code, message, { pointer });
}
