// The state of the page in its address, behind the #, which browsers do not send: compressed, and nobody else's.
import { signal } from '@preact/signals';
import { call } from './core.ts';
import { EXAMPLES, policy, PRESETS, selected, show, source, trust, view, type View } from './state.ts';
import type { ServerTrust } from './protocol.ts';

const VERSION = '1';
/** Addresses longer than this are cut by some programs on the way. */
export const LONG = 30_000;

interface State {
  /** An example's id, or the list itself. */
  e?: string;
  l?: string;
  s?: string;
  t?: ServerTrust;
  p?: string;
  d?: string;
  v?: View;
  i?: number;
  /** Show one tool's card and nothing else. */
  c?: 1;
}

/** As long as the longest list that the core reads; a short link may claim to be far longer. */
const MOST = 64 << 20;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST) {
      void reader.cancel();
      throw new Error('too long');
    }
    chunks.push(part.value as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

export async function pack(state: object): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return VERSION + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export async function unpack(hash: string): Promise<State> {
  if (!hash.startsWith(VERSION)) throw new Error('The link is of another version of this page.');
  try {
    const binary = atob(hash.slice(1).replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const state: unknown = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))));
    if (typeof state !== 'object' || state === null) throw new Error('no state');
    return state;
  } catch {
    throw new Error('The link is damaged, or holds more than a list can be.');
  }
}

function current(): State {
  const { text, example, server } = source.peek();
  return {
    ...(example === null ? { l: text, s: server } : { e: example }),
    ...(trust.peek() === 'known' ? {} : { t: trust.peek() }),
    p: policy.peek().preset,
    ...(policy.peek().text === null ? {} : { d: policy.peek().text! }),
    v: view.peek(),
    ...(selected.peek() === null ? {} : { i: selected.peek()! }),
  };
}

function addressOf(hash: string): string {
  return `${location.origin}${location.pathname}#${hash}`;
}

/** The address of all that is shown. */
export async function link(): Promise<string> {
  return addressOf(await pack(current()));
}

/** A frame with one tool's card, its list cut down to that tool. */
export async function embed(index: number): Promise<string> {
  const detail = await call('detail', index);
  const state: State = { l: JSON.stringify({ tools: [JSON.parse(detail?.entry.definition ?? '{}')] }), s: source.peek().server, t: trust.peek(), p: policy.peek().preset, ...(policy.peek().text === null ? {} : { d: policy.peek().text! }), c: 1 };
  return `<iframe src="${addressOf(await pack(state))}" width="420" height="300" title="What a tool can do" loading="lazy"></iframe>`;
}

/** One tool's card and nothing else, as in a frame. */
export const card = signal(false);
export const linkFailure = signal('');

/** A link comes from anybody: what is not of its kind is left out. */
function checked(state: State): State {
  const strings = ['e', 'l', 's', 'd'] as const;
  const out: State = {};
  for (const key of strings) if (typeof state[key] === 'string') out[key] = state[key];
  if (PRESETS.some(({ id }) => id === state.p)) out.p = state.p!;
  if (['untrusted', 'known', 'trusted'].includes(state.t!)) out.t = state.t!;
  if (['tools', 'policy', 'overview', 'take'].includes(state.v!)) out.v = state.v!;
  if (Number.isInteger(state.i) && state.i! >= 0) out.i = state.i!;
  if (state.c === 1) out.c = 1;
  return out;
}

/** Shows what the address holds, if it holds something. */
export async function restore(): Promise<void> {
  const hash = location.hash.slice(1);
  if (!hash || hash === 'content') return;
  try {
    const { e, l, s, t, p, d, v, i, c } = checked(await unpack(hash));
    const example = EXAMPLES.find(({ id }) => id === e);
    policy.value = { preset: p ?? 'balanced', text: d ?? null };
    trust.value = t ?? 'known';
    if (example) show(await example.text(), { example: example.id, server: example.id });
    else if (typeof l === 'string') show(l, { server: s ?? 'server' });
    view.value = v ?? 'tools';
    selected.value = typeof i === 'number' ? i : null;
    card.value = c === 1;
    linkFailure.value = '';
  } catch (error) {
    linkFailure.value = (error as Error).message;
  }
}
