/** The version of the package. */
export function version(): string;

/** Every error that this package throws. */
export class ToolRiskError extends Error {
  /** Stable; the message is for people and may change. */
  readonly code: string;
  /** Where in the given document, as a JSON Pointer, if the error has a place. */
  readonly pointer?: string;
}

/**
 * Compiles ahead of the first call, off the main thread where the engine can. Optional with the main entry; needed
 * once with `mcp-tool-risk/slim`, which takes the module here: compiled, as bytes, or as the response of a fetch.
 */
export function init(module?: WasmSource | Promise<WasmSource>): Promise<void>;

/** The compiled module, to be handed to a worker's `init`, which then compiles nothing. */
export function wasmModule(): WasmModule;

/** A compiled WebAssembly module; the type of the DOM library without needing it. */
export type WasmModule = object;

/** What `init` takes. */
export type WasmSource = WasmModule | ArrayBuffer | ArrayBufferView;
