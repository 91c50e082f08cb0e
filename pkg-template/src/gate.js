// The long-lived handle of a host: a policy, and the tools of its servers.
import { optionsOf, said, textOf } from './document.js';
import { ToolRiskError } from './error.js';
import { attempt, generation } from './runtime.js';

const EFFECTS = ['allow', 'ask', 'deny'];

function string(value, name) {
  if (typeof value === 'string') return value;
  throw new ToolRiskError('wrong-type', `${name}: expected a string, got ${value === null ? 'null' : typeof value}`, { pointer: `/${name}` });
}

/** A preset's name stays a name, everything else is a document. */
export function layersOf(policy) {
  const layers = Array.isArray(policy) ? policy : [policy];
  return layers.map((layer) => (typeof layer === 'string' ? layer : textOf(layer)));
}

export function libraryOf(options) {
  const { library, catalogues, ...unknown } = optionsOf(options);
  const [key] = Object.keys(unknown);
  if (key !== undefined) throw new ToolRiskError('unknown-key', `unknown key "${key}"; expected library or catalogues`, { pointer: `/${key}` });
  const entries = Object.entries(library ?? {});
  return [entries.map(([name]) => name), entries.map(([, document]) => textOf(document))];
}

/** Catalogues cross as text, like every document. */
const cataloguesOf = (options) => [optionsOf(options).catalogues ?? []].flat().map(textOf);

/** JSON has no NaN: it would pass for a count that was left out, which stands for enough approvers. */
function contextOf(context) {
  const { approversAvailable } = context;
  if (typeof approversAvailable !== 'number' || Number.isFinite(approversAvailable)) return context;
  const message = `approversAvailable: ${approversAvailable} where a whole number from 0 to 255 is expected`;
  throw new ToolRiskError('out-of-range', message, { pointer: '/approversAvailable' });
}

/** An error is a denial, so that nobody can take it for consent. */
function denial(error) {
  const code = error instanceof ToolRiskError ? error.code : 'internal';
  return { effect: 'deny', approvers: 0, code, reason: `The call could not be checked: ${said(error)}` };
}

/** Something short with a policy that nobody keeps. */
function once(name, options, body) {
  const { policy = 'balanced', library, ...rest } = optionsOf(options);
  const compile = (glue, layers) => new glue.Gate(layersOf(layers), ...libraryOf({ library }), []);
  contextOf(rest);
  return attempt(name, (glue) => {
    const handle = compile(glue, policy);
    try {
      return body(handle, rest, (layers) => compile(glue, layers));
    } finally {
      handle.free();
    }
  });
}

/** A line of answers for each line of calls. */
export function decideLines(lines, options) {
  return once('decideLines', options, (handle, rest) => handle.decideLines(lines, rest));
}

/** What a policy makes of calls; and where that differs from what the one before it made of them. */
export function simulateLines(lines, options) {
  return once('simulate', options, (handle, { before, ...rest }, compile) =>
    JSON.parse(handle.simulate(before === undefined ? undefined : compile(before), lines, rest)));
}

export class Gate {
  // What the handle was made of, so that it can be made again after a trap.
  #policy;
  #servers = new Map();
  #handle;
  #generation;

  constructor(policy = 'balanced', options = undefined) {
    this.#policy = [layersOf(policy), ...libraryOf(options), cataloguesOf(options)];
    this.#use('Gate', () => {});
  }

  #use(name, body) {
    return attempt(name, (glue) => {
      if (this.#handle === undefined || this.#generation !== generation) {
        const handle = new glue.Gate(...this.#policy);
        for (const [server, [tools, options]] of this.#servers) handle.setTools(server, tools, options);
        this.#handle = handle;
        this.#generation = generation;
      }
      return body(this.#handle);
    });
  }

  #call(name, request) {
    if (typeof request !== 'object' || request === null) throw new ToolRiskError('wrong-type', 'expected { server, tool, ... }');
    const { server, tool, arguments: given, ...context } = request;
    const args = given === undefined ? undefined : textOf(given);
    const around = Object.keys(context).length > 0 ? contextOf(context) : undefined;
    try {
      return this.#use(name, (handle) => handle[name](string(server, 'server'), string(tool, 'tool'), around, args));
    } catch (error) {
      // The core is given what stands around a call apart from the call.
      if (error.code === 'unknown-key') error.message = error.message.replace('expected one of ', 'expected one of server, tool, arguments, ');
      throw error;
    }
  }

  get digest() {
    return this.#use('digest', (handle) => handle.digest());
  }

  setTools(server, tools, options) {
    const list = textOf(tools);
    const kept = optionsOf(options);
    const result = this.#use('setTools', (handle) => handle.setTools(string(server, 'server'), list, kept));
    this.#servers.set(server, [list, kept]);
    return JSON.parse(result.join(''));
  }

  removeServer(server) {
    this.#servers.delete(string(server, 'server'));
    this.#use('removeServer', (handle) => handle.removeServer(server));
  }

  decide(request) {
    try {
      const packed = this.#call('decide', request);
      return { effect: EFFECTS[packed & 255], approvers: packed >> 8 };
    } catch (error) {
      try {
        return denial(error);
      } catch {
        // With no stack left even that fails; a literal does not.
        return { effect: 'deny', approvers: 0, code: 'internal' };
      }
    }
  }

  explain(request) {
    try {
      return JSON.parse(this.#call('explain', request));
    } catch (error) {
      const reasons = { rule: null, layer: null, message: 'This call could not be checked, so it does not run.', policy: null };
      try {
        return { ...denial(error), ...reasons };
      } catch {
        return { effect: 'deny', approvers: 0, code: 'internal', reason: reasons.message, ...reasons };
      }
    }
  }

  trace(request) {
    return JSON.parse(this.#call('trace', request));
  }

  assess(request) {
    return JSON.parse(this.#call('assess', request));
  }

  visible(request) {
    return JSON.parse(this.#call('visible', { ...request, arguments: undefined }));
  }

  lint() {
    return JSON.parse(this.#use('lint', (handle) => handle.lint()));
  }

  report(format = 'markdown', context = undefined) {
    const around = contextOf(optionsOf(context));
    return this.#use('report', (handle) => handle.report(string(format, 'format'), around));
  }

  free() {
    if (this.#handle !== undefined && this.#generation === generation) this.#handle.free();
    this.#handle = undefined;
    this.#servers.clear();
  }
}

if (Symbol.dispose) Gate.prototype[Symbol.dispose] = Gate.prototype.free;
