// For hosts that compile bytes. Those that compile none refuse, or rewrite, whatever so much as names how: their entries have no part of this.
import { inflateSync } from './inflate.js';
import { compileWith, provide } from './runtime.js';

/** Bytes, however they come, can be compiled. */
export function takeBytes() {
  compileWith({ now: (bytes) => new WebAssembly.Module(bytes), later: (bytes) => WebAssembly.compile(bytes) });
}

/** The bytes come deflated, as text in base64, and are unpacked when they are needed; `beside` may have them as they are. */
export function provideText(text, beside) {
  takeBytes();
  provide(() => beside?.() ?? inflate(decode(text())));
}

// Node.js and its like bring both steps along, five to ten times faster than JavaScript that runs once. Elsewhere there is nothing synchronous.

function inflate(bytes) {
  const zlib = globalThis.process?.getBuiltinModule?.('node:zlib');
  return zlib ? zlib.inflateRawSync(bytes) : inflateSync(bytes);
}

function decode(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  if (globalThis.Buffer?.from) return globalThis.Buffer.from(text, 'base64');
  const binary = atob(text);
  // A plain loop: `Uint8Array.from` with a callback takes a hundred times longer.
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
