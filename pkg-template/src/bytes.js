// For hosts that compile bytes. Those that compile none refuse, or rewrite, whatever so much as names how: their entries have no part of this.
import { compileWith, provide } from './runtime.js';

/** Bytes, however they come, can be compiled. */
export function takeBytes() {
  compileWith({ now: (bytes) => new WebAssembly.Module(bytes), later: (bytes) => WebAssembly.compile(bytes) });
}

/** The bytes come as text in base64, decoded when they are needed. */
export function provideText(text) {
  takeBytes();
  provide(() => {
    const binary = atob(text());
    // A plain loop: `Uint8Array.from` with a callback takes a hundred times longer.
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  });
}
