// The definition as an outline, every piece of evidence marked where it stands.
import { useState } from 'preact/hooks';
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Evidence } from 'mcp-tool-risk/slim';
import { explain } from './words.tsx';
import { visible } from './text.tsx';

const MAX_DEPTH = 40;
const SHOWN_AT_FIRST = 400;
const LONG = 1200;

export const PUSHES = {
  raises: { sign: '↑', says: 'raises the grade' },
  sets: { sign: '=', says: 'settles it where nothing stricter is seen' },
  lowers: { sign: '↓', says: 'lowers the grade' },
} as const;

interface Marking {
  at: Map<string, { evidence: Evidence; index: number }[]>;
  active: Signal<number | null>;
  /** How many more values may be drawn. */
  budget: { left: number };
}

function escape(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function Definition({ json, evidence, active }: { json: unknown; evidence: Evidence[]; active: Signal<number | null> }) {
  const [all, setAll] = useState(false);
  const at: Marking['at'] = new Map();
  evidence.forEach((one, index) => at.set(one.at, [...(at.get(one.at) ?? []), { evidence: one, index }]));
  const budget = { left: all ? 20_000 : SHOWN_AT_FIRST };
  const marking = { at, active, budget };
  const body = <Node value={json} pointer="" depth={0} marking={marking} />;
  return (
    <div class="definition">
      {body}
      {budgetSpent(json, all) && (
        <button type="button" class="plain" onClick={() => setAll(true)}>
          Show the whole definition
        </button>
      )}
    </div>
  );
}

/** Whether the definition has more values than are drawn at first. */
function budgetSpent(json: unknown, all: boolean): boolean {
  if (all) return false;
  let left = SHOWN_AT_FIRST;
  const stack = [json];
  while (stack.length > 0 && left-- > 0) {
    const value = stack.pop();
    if (typeof value === 'object' && value !== null) stack.push(...Object.values(value).slice(0, SHOWN_AT_FIRST));
  }
  return stack.length > 0;
}

function Node({ value, pointer, depth, marking, field = '' }: { value: unknown; pointer: string; depth: number; marking: Marking; field?: string }): ComponentChildren {
  if (marking.budget.left-- <= 0) return <span class="quiet">…</span>;
  if (depth > MAX_DEPTH) return <span class="quiet">nested further</span>;
  if (typeof value === 'string') return <Text text={value} pointer={pointer} marking={marking} prose={field === 'description' || field === 'title'} />;
  if (typeof value !== 'object' || value === null) return <Whole pointer={pointer} marking={marking}><span class="scalar">{String(value)}</span></Whole>;
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    return (
      <span class="chips">
        {value.length === 0 && <span class="quiet">empty</span>}
        {value.slice(0, marking.budget.left).map((item, i) => (
          <span class="chip"><Node value={item} pointer={`${pointer}/${i}`} depth={depth + 1} marking={marking} /></span>
        ))}
      </span>
    );
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return <span class="quiet">empty</span>;
  if (depth > 1 && isShort(entries)) {
    return (
      <span class="pairs">
        {entries.map(([key, child]) => (
          <span class="pair"><span class="key">{visible(key)}</span> <Node value={child} pointer={`${pointer}/${escape(key)}`} depth={depth + 1} marking={marking} field={key} /></span>
        ))}
      </span>
    );
  }
  return (
    <dl class={depth === 0 ? 'outline' : 'outline inner'}>
      {entries.slice(0, Math.max(0, marking.budget.left)).map(([key, child]) => {
        const here = `${pointer}/${escape(key)}`;
        const nested = isNested(child, depth);
        // Evidence in a whole value is marked at its key; evidence within a text, in the text.
        const whole = (marking.at.get(here) ?? []).filter(({ evidence }) => evidence.start === undefined);
        return (
          <div class={nested ? 'entry nested' : 'entry'}>
            <dt>{whole.length > 0 && typeof child === 'object' ? <Mark marks={whole} active={marking.active}>{visible(key)}</Mark> : <bdi>{visible(key)}</bdi>}</dt>
            <dd><Node value={child} pointer={here} depth={depth + 1} marking={marking} field={key} /></dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Whether an object fits into one line: a few short values, none of them nested. */
function isShort(entries: [string, unknown][]): boolean {
  return entries.length <= 4 && entries.every(([, value]) => typeof value !== 'object' || value === null) && entries.reduce((sum, [key, value]) => sum + key.length + String(value).length + 3, 0) <= 44;
}

function isNested(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => typeof item === 'object' && item !== null);
  const entries = Object.entries(value);
  return entries.length > 0 && !(depth > 0 && isShort(entries));
}

function Whole({ pointer, marking, children }: { pointer: string; marking: Marking; children: ComponentChildren }) {
  const marks = marking.at.get(pointer) ?? [];
  return marks.length > 0 ? <Mark marks={marks} active={marking.active}>{children}</Mark> : <>{children}</>;
}

/** A text, cut where evidence begins and ends. */
function Text({ text, pointer, marking, prose }: { text: string; pointer: string; marking: Marking; prose: boolean }) {
  const [all, setAll] = useState(false);
  const marks = marking.at.get(pointer) ?? [];
  const spans = marks.filter(({ evidence }) => evidence.start !== undefined && evidence.end !== undefined && evidence.end > evidence.start);
  const whole = marks.filter(({ evidence }) => evidence.start === undefined);
  const shown = all || text.length <= LONG ? text : text.slice(0, LONG);
  const cuts = [...new Set([0, shown.length, ...spans.flatMap(({ evidence }) => [evidence.start!, evidence.end!])])].filter((cut) => cut <= shown.length).sort((a, b) => a - b);
  const pieces: ComponentChildren[] = [];
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [start, end] = [cuts[i]!, cuts[i + 1]!];
    const covering = spans.filter(({ evidence }) => evidence.start! <= start && evidence.end! >= end);
    const piece = visible(shown.slice(start, end));
    pieces.push(covering.length > 0 ? <Mark marks={covering} active={marking.active}>{piece}</Mark> : piece);
  }
  const body = <bdi class={prose ? 'prose' : 'code'}>{text === '' ? <span class="quiet">empty</span> : pieces}</bdi>;
  return (
    <>
      {whole.length > 0 ? <Mark marks={whole} active={marking.active}>{body}</Mark> : body}
      {shown.length < text.length && (
        <button type="button" class="plain" onClick={() => setAll(true)}>
          Show {(text.length - shown.length).toLocaleString('en')} more characters
        </button>
      )}
    </>
  );
}

function Mark({ marks, active, children }: { marks: { evidence: Evidence; index: number }[]; active: Signal<number | null>; children: ComponentChildren }) {
  const [first] = marks;
  const { evidence, index } = first!;
  const tips = explain(`${PUSHES[evidence.push].sign} ${PUSHES[evidence.push].says}`, marks.map(({ evidence }) => `It ${evidence.says}.`).join(' '), `Strength ${evidence.strength} of 3`);
  const enter = (event: Event) => { active.value = index; tips.onMouseEnter?.(event); };
  const leave = (event: Event) => { active.value = null; tips.onMouseLeave?.(event); };
  return (
    <mark tabIndex={0} class={`evidence ${evidence.push} s${evidence.strength} ${marks.some((mark) => mark.index === active.value) ? 'active' : ''}`} onMouseEnter={enter} onMouseLeave={leave} onFocus={enter} onBlur={leave} aria-describedby="tip" data-evidence={index}>
      {children}
      <span class="push" aria-hidden="true">{PUSHES[evidence.push].sign}</span>
    </mark>
  );
}
