// The one visual language: a meter whose bars count, a word beside it, and colour for risk alone.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { EFFECT_WORDS, fields, vocabulary, words, wordsOf, type EffectKind } from './state.ts';
import type { Value } from 'mcp-tool-risk/slim';

interface Tip {
  x: number;
  y: number;
  above: boolean;
  title: string;
  text: string;
  source: string;
}

/** What an element needs to show a tip. */
export interface TipProps {
  onMouseEnter?: (event: Event) => void;
  onMouseLeave?: (event: Event) => void;
  onFocus?: (event: Event) => void;
  onBlur?: (event: Event) => void;
  'aria-describedby'?: string;
}

const tip = signal<Tip | null>(null);

/** Handlers that show what a word means, on hover and on focus. */
export function explain(title: string, text: string | undefined, source = ''): TipProps {
  if (!text) return {};
  const open = (event: Event) => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const above = box.top > window.innerHeight / 2;
    tip.value = { x: Math.max(12, Math.min(box.left, window.innerWidth - 332)), y: above ? window.innerHeight - box.top + 6 : box.bottom + 6, above, title, text, source };
  };
  const close = () => (tip.value = null);
  return { onMouseEnter: open, onMouseLeave: close, onFocus: open, onBlur: close, 'aria-describedby': 'tip' };
}

/** What a word of a field means, from the vocabulary. */
export function explainWord(field: string, word: string): TipProps {
  const name = fields.value.get(field)?.vocabulary;
  const about = vocabulary.value?.vocabularies.find(({ vocabulary }) => vocabulary === name)?.meaning ?? '';
  return explain(word, name === undefined ? undefined : words.value.get(name)?.get(word)?.meaning, about);
}

export function explainField(field: string): TipProps {
  const info = fields.value.get(field);
  const about = info?.vocabulary === undefined ? '' : (vocabulary.value?.vocabularies.find(({ vocabulary }) => vocabulary === info.vocabulary)?.meaning ?? '');
  return explain(field, info?.meaning, about);
}

/** The one tip of the page. */
export function TipLayer() {
  const shown = tip.value;
  const place = shown ? { left: `${shown.x}px`, ...(shown.above ? { bottom: `${shown.y}px` } : { top: `${shown.y}px` }) } : {};
  return (
    <div id="tip" role="tooltip" class="tip" hidden={!shown} style={place}>
      <strong>{shown?.title}</strong>
      <p>{shown?.text}</p>
      {shown?.source && <small>{shown.source}</small>}
    </div>
  );
}

export function hideTip(): void {
  tip.value = null;
}

const LABELS: Record<string, string> = {
  category: 'Category', riskLevel: 'Risk', blastRadius: 'Blast radius', reversibility: 'Undo', sideEffects: 'Side effects', approvalRecommendation: 'Approval',
  minTrustLevel: 'Least trust level', readOnlyHint: 'Read only', destructiveHint: 'Destructive', idempotentHint: 'Idempotent', openWorldHint: 'Open world', outcome: 'Outcome',
  requiresReview: 'Review', destination: 'Data goes to', inputSensitivity: 'Data passed in', source: 'Data comes from', returnSensitivity: 'Data returned',
};

/** A field's name for people; its name on the wire stands in its tip. */
export function labelOf(field: string): string {
  return LABELS[field] ?? field;
}

/** Bars that count up to the rank: read without colour, compared at a glance. */
export function Meter({ field, word, unknown = false }: { field: string; word: string; unknown?: boolean }) {
  const infos = wordsOf(field);
  const steps = infos ? Math.max(...[...infos.values()].map(({ rank }) => rank)) + 1 : 0;
  if (steps < 2) return null;
  const filled = unknown ? 0 : (infos?.get(word)?.rank ?? -1) + 1;
  const bars = Array.from({ length: steps }, (_, i) => {
    const height = 4 + (8 * (i + 1)) / steps;
    return <rect x={i * 5} y={13 - height} width="3.4" height={height} rx="1.2" class={i < filled ? 'on' : 'off'} />;
  });
  return (
    <svg class={`meter ${unknown ? 'unknown' : ''}`} width={steps * 5 - 1.6} height="14" viewBox={`0 0 ${steps * 5 - 1.6} 14`} aria-hidden="true">
      {bars}
    </svg>
  );
}

const GLYPHS: Record<string, string> = {
  // read: an open eye
  read: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z M8 9.8A1.8 1.8 0 1 0 8 6.2a1.8 1.8 0 0 0 0 3.6Z',
  // observe: a pulse
  observe: 'M1.5 8.5h3l2-5 3 9 2-4h3',
  // utility: a function of its argument
  utility: 'M4 13c2 0 2.2-1.5 2.6-4.500S7.300 3 10 3 M4.500 7.500h5 M10.500 8.500l3.500 4 M14 8.500l-3.500 4',
  // mutate: a pencil
  mutate: 'M3 13l.7-3L10.500 3.200l2.300 2.300L6 12.300 3 13Z M9 4.700l2.300 2.300',
  // delete: a bin
  delete: 'M3 4.500h10 M6 4.500V3h4v1.500 M4.200 4.500l.6 8.500h6.400l.6-8.500 M6.800 7v3.500 M9.200 7v3.500',
  // destroy: an eight-sided sign with a cross
  destroy: 'M5.500 2h5L14 5.500v5L10.500 14h-5L2 10.500v-5L5.500 2Z M6 6l4 4 M10 6l-4 4',
};

export function Glyph({ name }: { name: string }) {
  const path = GLYPHS[name];
  return path ? (
    <svg class="glyph" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  ) : null;
}

/** One word of a field, with its meter; `tabbable` where it stands in running content and not in a grid. */
export function Word({ field, word, unknown = false, tabbable = false }: { field: string; word: string; unknown?: boolean; tabbable?: boolean }) {
  const name = `word ${field === 'riskLevel' ? `risk risk-${word}` : ''} ${unknown ? 'is-unknown' : ''}`;
  const tips = tabbable ? explainWord(field, word) : {};
  return (
    <span class={name} {...(tabbable && Object.keys(tips).length > 0 ? { tabIndex: 0 } : {})} {...tips}>
      {field === 'category' ? <Glyph name={word} /> : <Meter field={field} word={word} unknown={unknown} />}
      <span>{unknown ? `unknown` : word}</span>
    </span>
  );
}

/** A value of any field, for people. */
export function FieldValue({ field, value, unknown = false }: { field: string; value: Value | null; unknown?: boolean }): ComponentChildren {
  if (unknown) return <span class="word is-unknown">unknown</span>;
  if (value === null || value === undefined) return <span class="quiet">anything</span>;
  if (typeof value === 'boolean') return <span>{value ? 'yes' : 'no'}</span>;
  const all = Array.isArray(value) ? value : [value];
  if (all.length === 0) return <span class="quiet">none</span>;
  return all.map((one, i) => {
    const word = typeof one === 'object' && one !== null ? Object.keys(one)[0]! : String(one);
    const scopes = typeof one === 'object' && one !== null ? Object.values(one).flat(2).map(scopeText).join(', ') : '';
    return (
      <>
        {i > 0 && <span class="quiet">, </span>}
        <Word field={field} word={word} tabbable />
        {scopes && <span class="quiet"> ({scopes})</span>}
      </>
    );
  });
}

function scopeText(scope: unknown): string {
  return typeof scope === 'object' && scope !== null ? Object.values(scope).flat(2).join(', ') : String(scope);
}

const EFFECT_GLYPHS: Record<EffectKind, string> = {
  // allow: a tick
  allow: 'M3 8.500l3.200 3.200L13 4.800',
  // ask: one person
  ask: 'M8 7.800a2.600 2.600 0 1 0 0-5.200 2.600 2.600 0 0 0 0 5.200Z M3.200 13.500c.5-2.600 2.300-3.800 4.800-3.800s4.300 1.200 4.800 3.800',
  // several: two persons
  askSeveral: 'M5.800 8a2.300 2.300 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600Z M1.500 13.200c.4-2.300 2-3.400 4.300-3.400s3.900 1.100 4.300 3.400 M10.300 3.500a2.300 2.300 0 0 1 0 4.400 M11.800 10c1.500.5 2.400 1.500 2.700 3.200',
  // deny: a barred circle
  deny: 'M8 2.200a5.800 5.800 0 1 0 0 11.600A5.800 5.800 0 0 0 8 2.200Z M4 12L12 4',
};

/** What happens to a call: ink alone, since colour means risk. */
export function EffectWord({ kind, approvers }: { kind: EffectKind; approvers?: number }) {
  return (
    <span class={`word effect effect-${kind}`}>
      <svg class="glyph" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <path d={EFFECT_GLYPHS[kind]} fill="none" stroke="currentColor" stroke-width="1.500" stroke-linecap="round" stroke-linejoin="round" />
      </svg>
      <span>{kind === 'askSeveral' && approvers !== undefined ? `asks ${approvers}` : EFFECT_WORDS[kind]}</span>
    </span>
  );
}
