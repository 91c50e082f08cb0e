// The list of tools: a grid of which only what is seen is there.
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { items, kindOf, policy, selected, sort, wordOf, type Item, type SortKey } from './state.ts';
import type { Row, ShownField } from './protocol.ts';
import { explainField, explainWord, hideTip, labelOf, EffectWord, explain, Word } from './words.tsx';
import { Foreign } from './text.tsx';

const COLUMNS: ShownField[] = ['riskLevel', 'category', 'blastRadius', 'reversibility', 'destination', 'approvalRecommendation'];
const COLUMN_COUNT = COLUMNS.length + 2;
const OVERSCAN = 6;

/** The cell that has the grid's one tab stop. */
const at = signal({ item: 0, column: 0 });

function useNarrow(): boolean {
  const media = window.matchMedia('(max-width: 760px)');
  const [narrow, set] = useState(media.matches);
  useEffect(() => {
    const change = () => set(media.matches);
    media.addEventListener('change', change);
    return () => media.removeEventListener('change', change);
  }, []);
  return narrow;
}

function SortButton({ column, label }: { column: SortKey; label: string }) {
  const { key, down } = sort.value;
  const on = key === column;
  // Strictest first is what one looks for; names go from A to Z. A third press gives the list's own order back.
  const first = column !== 'name' && column !== 'order';
  const press = () => (sort.value = !on ? { key: column, down: first } : down === first ? { key: column, down: !first } : { key: 'order', down: false });
  return (
    <button type="button" class={`sort ${on ? 'on' : ''}`} onClick={press} {...(column === 'name' ? {} : column === 'effect' ? explain('Decision', `What happens to a call under the policy ${policy.value.text === null ? policy.value.preset : 'that you wrote'}, as far as that is known without its arguments.`) : explainField(column))}>
      {label}
      <svg width="9" height="9" viewBox="0 0 9 9" aria-hidden="true">
        <path d={on && !down ? 'M1 6.500L4.500 2.500 8 6.500' : 'M1 2.500L4.500 6.500 8 2.500'} fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" />
      </svg>
    </button>
  );
}

function ariaSort(column: SortKey): 'ascending' | 'descending' | 'none' {
  return sort.value.key !== column ? 'none' : sort.value.down ? 'descending' : 'ascending';
}

export function Table() {
  const list = items.value;
  const narrow = useNarrow();
  const height = narrow ? 78 : 54;
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [tall, setTall] = useState(700);
  // Only keys move the focus: a new list must not take it from the search field.
  const moved = useRef(false);

  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => setTall(box.current?.clientHeight ?? 700));
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    at.value = { item: 0, column: 0 };
    box.current?.scrollTo({ top: 0 });
  }, [list]);

  // The grid is drawn anew where its tab stop moves.
  void at.value;
  useLayoutEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    body.current?.querySelector<HTMLElement>('[data-here]')?.focus({ preventScroll: true });
  });

  const from = Math.max(0, Math.floor(top / height) - OVERSCAN);
  const to = Math.min(list.length, Math.ceil((top + tall) / height) + OVERSCAN);

  function move(item: number, column: number) {
    const next = { item: Math.max(0, Math.min(list.length - 1, item)), column: Math.max(0, Math.min(COLUMN_COUNT - 1, column)) };
    const view = box.current!;
    const head = narrow ? 0 : 40;
    const y = next.item * height;
    if (y < view.scrollTop) view.scrollTop = y;
    else if (y + height + head > view.scrollTop + view.clientHeight) view.scrollTop = y + height + head - view.clientHeight;
    setTop(view.scrollTop);
    moved.current = true;
    at.value = next;
  }

  function key(event: KeyboardEvent) {
    // Keys may come faster than the grid is drawn.
    const here = at.peek();
    const page = Math.max(1, Math.floor(tall / height) - 2);
    const go: Record<string, () => void> = {
      ArrowDown: () => move(here.item + 1, here.column),
      ArrowUp: () => move(here.item - 1, here.column),
      ArrowRight: () => move(here.item, here.column + 1),
      ArrowLeft: () => move(here.item, here.column - 1),
      PageDown: () => move(here.item + page, here.column),
      PageUp: () => move(here.item - page, here.column),
      Home: () => move(event.ctrlKey ? 0 : here.item, 0),
      End: () => move(event.ctrlKey ? list.length - 1 : here.item, COLUMN_COUNT - 1),
      Enter: () => choose(here.item),
      ' ': () => choose(here.item),
    };
    const action = go[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  function choose(item: number) {
    const chosen = list[item];
    if (chosen?.kind !== 'row') return;
    at.value = { item, column: at.value.column };
    selected.value = chosen.row.index;
    hideTip();
  }

  return (
    <div class="grid" ref={box} onScroll={(event) => setTop(event.currentTarget.scrollTop)} role="grid" aria-label="Tools" aria-rowcount={list.length + 1} aria-colcount={COLUMN_COUNT}>
      <div role="rowgroup" class="grid-head">
        <div role="row" aria-rowindex={1} class="grid-row">
          <div role="columnheader" aria-sort={ariaSort('name')}>
            <SortButton column="name" label="Tool" />
          </div>
          {COLUMNS.map((column) => (
            <div key={column} role="columnheader" aria-sort={ariaSort(column)}>
              <SortButton column={column} label={labelOf(column)} />
            </div>
          ))}
          <div role="columnheader" aria-sort={ariaSort('effect')}>
            <SortButton column="effect" label="Decision" />
          </div>
        </div>
      </div>
      <div role="rowgroup" class="grid-body" ref={body} onKeyDown={key} style={{ height: `${list.length * height}px` }}>
        {list.slice(from, to).map((item, i) => (
          <GridRow key={item.kind === 'row' ? item.row.index : `group ${item.label}`} item={item} position={from + i} height={height} choose={choose} />
        ))}
      </div>
    </div>
  );
}

function GridRow({ item, position, height, choose }: { item: Item; position: number; height: number; choose: (item: number) => void }) {
  const here = at.value;
  const mine = here.item === position;
  const stop = (column: number) => (mine && here.column === column ? { tabIndex: 0, 'data-here': '' } : { tabIndex: -1 });
  const place = { height: `${height}px`, transform: `translateY(${position * height}px)` };
  if (item.kind === 'group') {
    return (
      <div role="row" aria-rowindex={position + 2} class="grid-row group" style={place}>
        <div role="gridcell" aria-colspan={COLUMN_COUNT} {...(mine ? { tabIndex: 0, 'data-here': '' } : { tabIndex: -1 })}>
          <Foreign text={item.label} /> <span class="quiet">{item.count}</span>
        </div>
      </div>
    );
  }
  const { row } = item;
  const open = selected.value === row.index;
  return (
    <div role="row" aria-rowindex={position + 2} aria-selected={open} class={`grid-row tool-row ${open ? 'open' : ''}`} style={place} onClick={() => choose(position)}>
      <div role="rowheader" class="tool-cell" {...stop(0)}>
        <span class="tool-name">
          {row.name === null ? <em>no name</em> : <Foreign text={row.name} />}
          <Marks row={row} />
        </span>
        <span class="tool-text">{row.name === null ? row.diagnostics[0]?.message : <Foreign text={row.description || row.title} />}</span>
      </div>
      {COLUMNS.map((field, i) => {
        const word = wordOf(row, field);
        const { unknown } = row.cells[field];
        return (
          <div key={field} role="gridcell" class={`cell-${field}`} {...stop(i + 1)} {...explainWord(field, word)}>
            <Word field={field} word={word} unknown={unknown} />
          </div>
        );
      })}
      <div role="gridcell" class="cell-effect" {...stop(COLUMN_COUNT - 1)} {...explain(row.decision.rule ?? 'no rule', row.decision.reason)}>
        <EffectWord kind={kindOf(row.decision)} approvers={row.decision.approvers} />
      </div>
    </div>
  );
}

function Marks({ row }: { row: Row }) {
  return (
    <>
      {row.disagreements > 0 && (
        <span class="mark-disagree" title="The server declares something else than its definition says">
          ≠<span class="sr">declaration and definition disagree</span>
        </span>
      )}
      {row.findings > 0 && row.name !== null && (
        <span class="mark-finding" title="Something was noticed while reading">
          !<span class="sr">something was noticed while reading</span>
        </span>
      )}
    </>
  );
}
