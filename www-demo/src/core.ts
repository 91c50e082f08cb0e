// The page's end of the worker.
import type { Methods } from './worker.ts';
import type { Failure } from './protocol.ts';

let worker: Worker | undefined;
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

function start(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<{ id: number; result: never; error?: Failure }>) => {
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error) call?.reject(new CoreError(data.error));
    else call?.resolve(data.result);
  };
  // A worker that does not start answers nothing; whoever waits must hear of it.
  started.onerror = ({ message }) => {
    for (const { reject } of waiting.values()) reject(new CoreError({ code: 'worker', message: message || 'the worker did not start' }));
    waiting.clear();
  };
  return started;
}

/** Calls a function of the worker. */
export function call<M extends keyof Methods>(method: M, ...args: Parameters<Methods[M]>): Promise<Awaited<ReturnType<Methods[M]>>> {
  worker ??= start();
  const id = ++last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker!.postMessage({ id, method, args });
  });
}
