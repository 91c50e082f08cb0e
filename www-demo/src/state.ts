// What the page knows. Everything that is shown is computed from these signals and the worker's answers.
import { computed, effect, signal } from '@preact/signals';
import { call, CoreError } from './core.ts';
import type { Loaded, Row, ServerTrust, ShownField } from './protocol.ts';
import type { Vocabulary } from 'mcp-tool-risk/slim';
import mail from './examples/mail.json?raw';

export interface Example {
  id: string;
  label: string;
  text: () => Promise<string>;
}

/** Lists of our own. The first is shown at once; the others are fetched when they are wanted. */
export const EXAMPLES: Example[] = [
  { id: 'mail', label: 'Mail server', text: async () => mail },
  { id: 'kubernetes', label: 'Kubernetes', text: async () => (await import('./examples/kubernetes.json?raw')).default },
  { id: 'database', label: 'Database', text: async () => (await import('./examples/database.json?raw')).default },
  { id: 'hostile', label: 'A hostile list', text: async () => (await import('./examples/hostile.json?raw')).default },
];

/** The list, where it came from, and the id that the host would give its server. */
export const source = signal({ text: mail, example: 'mail' as string | null, server: 'mail' });
/** The policy: a preset as it is (no text), or a document that started from one. */
export const policy = signal<{ preset: string; text: string | null }>({ preset: 'balanced', text: null });
/** What the core is given. */
export const policyGiven = computed(() => policy.value.text ?? policy.value.preset);

export const PRESETS = [
  { id: 'strict', label: 'Strict' },
  { id: 'balanced', label: 'Balanced' },
  { id: 'developer', label: 'Developer' },
  { id: 'read-only', label: 'Read only' },
  { id: 'unattended', label: 'Unattended' },
] as const;

const PRESET_TEXTS = import.meta.glob<string>('../../presets/*.json', { query: '?raw', import: 'default' });

/** A preset's document, fetched when somebody wants to read it. */
export async function presetText(id: string): Promise<string> {
  return (await PRESET_TEXTS[`../../presets/${id}.json`]?.()) ?? '{}';
}

export const trust = signal<ServerTrust>('known');

export const loaded = signal<Loaded | null>(null);
export const failure = signal<CoreError | null>(null);
export const busy = signal(true);
/** Milliseconds that the last grading took, the crossing included. */
export const took = signal(0);

export type View = 'tools' | 'policy' | 'overview' | 'take';
export const EFFECTS = ['allow', 'ask', 'askSeveral', 'deny'] as const;
export type EffectKind = (typeof EFFECTS)[number];

/** The kind of a decision: asking several people is a kind of its own. */
export function kindOf({ effect, approvers }: { effect: string; approvers: number }): EffectKind {
  return effect === 'ask' && approvers > 1 ? 'askSeveral' : (effect as EffectKind);
}
export const view = signal<View>('tools');
export const selected = signal<number | null>(null);
export const editing = signal(false);

export const query = signal('');
export const risks = signal<ReadonlySet<string>>(new Set());
export type SortKey = 'order' | 'name' | 'effect' | ShownField;
export const sort = signal<{ key: SortKey; down: boolean }>({ key: 'order', down: false });
export const group = signal<'none' | 'server' | 'effect' | ShownField>('none');

export const vocabulary = signal<Vocabulary | null>(null);

/** What a word means and where it stands in its order. */
export interface WordInfo {
  word: string;
  meaning: string;
  rank: number;
}

/** By vocabulary, then by word. */
export const words = computed(() => new Map(vocabulary.value?.vocabularies.map(({ vocabulary, words }) => [vocabulary, new Map(words.map((info): [string, WordInfo] => [info.word, info]))])));
export const fields = computed(() => new Map(vocabulary.value?.fields.map((info) => [info.field as string, info])));

/** The vocabulary of a field's words, where it has a closed one. */
export function wordsOf(field: string): Map<string, WordInfo> | undefined {
  const name = fields.value.get(field)?.vocabulary;
  return name === undefined ? undefined : words.value.get(name);
}

let revision = 0;

/** Grades whenever the list or the trust changes; of several answers the latest question's counts. */
export function start(): void {
  void call('vocabulary').then((answer) => (vocabulary.value = answer)).catch((error: CoreError) => (failure.value = error));
  effect(() => {
    const { text, server } = source.value;
    const asked = ++revision;
    const since = performance.now();
    busy.value = true;
    call('load', text, server, trust.value, policyGiven.value)
      .then((answer) => {
        if (asked !== revision) return;
        loaded.value = answer;
        failure.value = null;
        if (selected.peek() !== null && selected.peek()! >= answer.rows.length) selected.value = null;
      })
      .catch((error: CoreError) => {
        if (asked === revision) failure.value = error;
      })
      .finally(() => {
        if (asked !== revision) return;
        busy.value = false;
        took.value = performance.now() - since;
        performance.mark('graded');
      });
  });
}

/** Shows another list. What was chosen in the old one says nothing about it. */
export function show(text: string, { example = null, server = 'server' }: { example?: string | null; server?: string } = {}): void {
  selected.value = null;
  query.value = '';
  risks.value = new Set();
  source.value = { text, example, server };
}

/** The text as it is edited; the selection stays. */
export function edit(text: string): void {
  if (text !== source.peek().text) source.value = { ...source.peek(), text, example: null };
}

/** How strict a value is, for sorting; what is unknown is the strictest. */
export function rank(row: Row, field: ShownField): number {
  const { value, unknown } = row.cells[field];
  if (unknown) return 100;
  const infos = wordsOf(field);
  return Math.max(-1, ...[value].flat().map((word) => infos?.get(String(word))?.rank ?? -1));
}

/** The one word that stands for a value: of a set of possible ones, the strictest. */
export function wordOf(row: Row, field: ShownField): string {
  const { value, unknown } = row.cells[field];
  if (unknown) return 'unknown';
  const infos = wordsOf(field);
  const all = [value].flat().map(String);
  return all.reduce((worst, word) => ((infos?.get(word)?.rank ?? 0) > (infos?.get(worst)?.rank ?? 0) ? word : worst), all[0] ?? 'unknown');
}

export const EFFECT_WORDS: Record<EffectKind, string> = { allow: 'runs', ask: 'asks one', askSeveral: 'asks several', deny: 'denied' };

export type Item = { kind: 'group'; label: string; count: number } | { kind: 'row'; row: Row };

/** What the table shows, in its order. */
export const items = computed((): Item[] => {
  const rows = loaded.value?.rows ?? [];
  const needle = query.value.trim().toLowerCase();
  const wanted = risks.value;
  const found = rows.filter(
    (row) =>
      (wanted.size === 0 || wanted.has(wordOf(row, 'riskLevel'))) &&
      (needle === '' || `${row.name ?? ''}\n${row.title}\n${row.description}\n${row.server}`.toLowerCase().includes(needle)),
  );
  const { key, down } = sort.value;
  if (key !== 'order') {
    const strict = ({ decision }: Row) => EFFECTS.indexOf(kindOf(decision));
    const by =
      key === 'name'
        ? (a: Row, b: Row) => (a.name ?? '').localeCompare(b.name ?? '', 'en')
        : key === 'effect'
          ? (a: Row, b: Row) => strict(a) - strict(b)
          : (a: Row, b: Row) => rank(a, key) - rank(b, key);
    found.sort((a, b) => (down ? by(b, a) : by(a, b)) || a.index - b.index);
  }
  const grouping = group.value;
  if (grouping === 'none') return found.map((row) => ({ kind: 'row', row }));
  const groups = new Map<string, Row[]>();
  for (const row of found) {
    const label = grouping === 'server' ? row.server : grouping === 'effect' ? EFFECT_WORDS[kindOf(row.decision)] : wordOf(row, grouping);
    const rows = groups.get(label);
    if (rows) rows.push(row);
    else groups.set(label, [row]);
  }
  const strictest = (rows: Row[]) =>
    grouping === 'server' ? 0 : grouping === 'effect' ? EFFECTS.indexOf(kindOf(rows[0]!.decision)) : rank(rows[0]!, grouping);
  return [...groups]
    .sort(([, a], [, b]) => strictest(b) - strictest(a))
    .flatMap(([label, rows]): Item[] => [{ kind: 'group', label, count: rows.length }, ...rows.map((row): Item => ({ kind: 'row', row }))]);
});
