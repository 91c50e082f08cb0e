// The page's end of the worker.
import moduleUrl from 'mcp-tool-risk/mcp-tool-risk.wasm?url';
import type { Methods } from './worker.ts';
import type { Failure } from './protocol.ts';

let last = 0;
const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: CoreError) => void }>();

/** An error of the core: `code` is stable, `pointer` says where in the document. */
export class CoreError extends Error {
  readonly code: string;
  readonly pointer: string | undefined;
  constructor({ code, message, pointer }: Failure) {
    super(message);
    this.code = code;
    this.pointer = pointer;
  }
}

/** Whoever waits for a worker that does not start must hear of it. */
function giveUp(message: string): void {
  for (const { reject } of waiting.values()) reject(new CoreError({ code: 'worker', message }));
  waiting.clear();
}

function start(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<{ id: number; result: never; error?: Failure }>) => {
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error) call?.reject(new CoreError(data.error));
    else call?.resolve(data.result);
  };
  started.onerror = ({ message }) => giveUp(message || 'the worker did not start');
  return started;
}

/** While it comes over the wire it is compiled, beside the main thread. */
async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(moduleUrl);
  if (!response.ok) throw new Error(`the module could not be fetched: ${response.status}`);
  // Not every host of files knows the type that streaming asks for.
  return response.headers.get('content-type') === 'application/wasm' ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

// At once, so that worker and module come while the page is drawn.
const worker = start();
compile().then((module) => worker.postMessage({ module }), (error: Error) => giveUp(error.message));

/** Calls a function of the worker. */
export function call<M extends keyof Methods>(method: M, ...args: Parameters<Methods[M]>): Promise<Awaited<ReturnType<Methods[M]>>> {
  const id = ++last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, method, args });
  });
}
