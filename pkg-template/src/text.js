// Takes the place of the globals in the glue. There they are made at the import; here the engine is asked when the first text crosses.
// So jsdom works, which hides those of Node.js, and an engine without WebAssembly says so at a call instead of failing at the import.

function engine(name) {
  const found = globalThis[name] ?? globalThis.process?.getBuiltinModule?.('node:util')?.[name];
  if (found === undefined) throw new Error(`mcp-tool-risk needs ${name}, which this JavaScript engine does not have`);
  return found;
}

export class TextDecoder {
  #given;
  #own;

  constructor(...given) {
    this.#given = given;
  }

  decode(bytes) {
    // The glue's first call is without bytes.
    if (bytes === undefined) return '';
    this.#own ??= new (engine('TextDecoder'))(...this.#given);
    return this.#own.decode(bytes);
  }
}

export class TextEncoder {
  #own;

  #engine() {
    return (this.#own ??= new (engine('TextEncoder'))());
  }

  encode(text) {
    return this.#engine().encode(text);
  }

  encodeInto(text, view) {
    return this.#engine().encodeInto(text, view);
  }
}
