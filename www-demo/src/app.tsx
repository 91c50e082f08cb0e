import { useEffect, useRef } from 'preact/hooks';
import { signal } from '@preact/signals';
import { busy, editing, group, items, loaded, query, risks, selected, source, took, trust, view, wordsOf, wordOf, type View } from './state.ts';
import { explain, hideTip, labelOf, TipLayer, Word } from './words.tsx';
import { Table } from './table.tsx';
import { Detail } from './detail.tsx';
import { FailureNotice, SourceBar, SourceEditor, useDrops } from './source.tsx';
import { Foreign } from './text.tsx';
import { Policy } from './policy.tsx';
import { Overview } from './overview.tsx';
import { Take } from './take.tsx';
import { Card } from './card.tsx';
import { card, linkFailure } from './link.ts';

const VIEWS: { id: View; label: string }[] = [
  { id: 'tools', label: 'Tools' },
  { id: 'policy', label: 'Policy' },
  { id: 'overview', label: 'Overview' },
  { id: 'take', label: 'Take away' },
];

type Theme = 'system' | 'light' | 'dark';
const theme = signal<Theme>((localStorage.getItem('theme') as Theme | null) ?? 'system');

function ThemeButton() {
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme.value;
    localStorage.setItem('theme', theme.value);
  }, [theme.value]);
  const next: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
  return (
    <button type="button" class="icon-button" onClick={() => (theme.value = next[theme.value])} aria-label={`Colours: ${theme.value}`} title={`Colours: ${theme.value}`}>
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.500" stroke-linecap="round">
        {theme.value === 'dark' && <path d="M14.500 11A6 6 0 0 1 7 3.500a6 6 0 1 0 7.500 7.500Z" stroke-linejoin="round" />}
        {theme.value === 'light' && <path d="M9 6a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z M9 1.800v1.400 M9 14.800v1.400 M1.800 9h1.400 M14.800 9h1.400 M3.900 3.900l1 1 M13.100 13.100l1 1 M14.100 3.900l-1 1 M4.900 13.100l-1 1" />}
        {theme.value === 'system' && <><circle cx="9" cy="9" r="6.200" /><path d="M9 2.800a6.200 6.200 0 0 1 0 12.400Z" fill="currentColor" /></>}
      </svg>
    </button>
  );
}

export function App() {
  const { over } = useDrops();
  if (card.value) return <main class="view-card"><Card /></main>;
  return (
    <>
      <a class="skip" href="#content">Skip to the content</a>
      <header class="bar">
        <a class="brand" href="./" aria-label="MCP tool risk, start page">
          <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" class="brand-box" /><g class="brand-low"><rect x="6.500" y="18" width="4" height="7" rx="1.400" /><rect x="12" y="14.500" width="4" height="10.500" rx="1.400" /><rect x="17.500" y="11" width="4" height="14" rx="1.400" /></g><rect x="23" y="7" width="4" height="18" rx="1.400" class="brand-high" /></svg>
          <span>MCP tool risk</span>
        </a>
        <nav aria-label="Views">
          {VIEWS.map(({ id, label }) => (
            <button type="button" aria-current={view.value === id ? 'page' : undefined} onClick={() => { hideTip(); view.value = id; }}>{label}</button>
          ))}
        </nav>
        <div class="bar-end">
          <ThemeButton />
        </div>
      </header>
      <main id="content" class={`view-${view.value}`}>
        {linkFailure.value && <div class="failure page-failure" role="alert"><strong>The link could not be read</strong><p>{linkFailure.value}</p></div>}
        {view.value === 'tools' && <Tools />}
        {view.value === 'policy' && <Policy />}
        {view.value === 'overview' && <Overview />}
        {view.value === 'take' && <Take />}
        <TipLayer />
      </main>
      {over && <div class="drop" aria-hidden="true"><p>Drop a tools/list</p></div>}
    </>
  );
}

function Tools() {
  return (
    <div class={`tools ${selected.value === null ? '' : 'with-detail'} ${editing.value ? 'with-editor' : ''}`}>
      <div class="tools-main">
        <section class="intro">
          <h1>What can these tools do?</h1>
          <p class="lead">Paste what an MCP server lists. Each tool is graded from its definition, with the evidence. Nothing leaves your browser.</p>
          <SourceBar />
        </section>
        <FailureNotice />
        {editing.value && <SourceEditor />}
        <Summary />
        <Toolbar />
        <Table />
      </div>
      <Detail />
    </div>
  );
}

const TRUSTS = [
  { word: 'untrusted', label: 'untrusted' },
  { word: 'known', label: 'known' },
  { word: 'trusted', label: 'trusted' },
] as const;

function Summary() {
  const rows = loaded.value?.rows ?? [];
  const words = [...(wordsOf('riskLevel')?.values() ?? [])];
  const counts = new Map<string, number>();
  for (const row of rows) {
    const word = wordOf(row, 'riskLevel');
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const shown = [...words.map(({ word }) => word), 'unknown'].filter((word) => counts.has(word));
  const toggle = (word: string) => {
    const next = new Set(risks.value);
    if (!next.delete(word)) next.add(word);
    risks.value = next;
  };
  return (
    <section class="summary" aria-label="Summary">
      <p class="summary-head">
        <strong><Foreign text={source.value.server} /></strong>
        <span class="quiet"> {rows.length.toLocaleString('en')} {rows.length === 1 ? 'tool' : 'tools'}</span>
        <span class="sr" role="status">{busy.value ? 'grading' : `${rows.length} tools graded`}</span>
      </p>
      <div class="spread" role="group" aria-label="Filter by risk">
        {shown.map((word) => (
          <button type="button" class={`spread-part risk-${word}`} style={{ flexGrow: counts.get(word)! }} aria-pressed={risks.value.has(word)} onClick={() => toggle(word)}>
            <Word field="riskLevel" word={word} unknown={word === 'unknown'} />
            <span class="count">{counts.get(word)!.toLocaleString('en')}</span>
          </button>
        ))}
      </div>
      <label class="choice">
        <span {...explain('trust', 'How far the host trusts the server. The host sets it, never the server.')} tabIndex={0}>Trust</span>
        <select value={trust.value} onChange={(event) => (trust.value = event.currentTarget.value as typeof trust.value)}>
          {TRUSTS.map(({ word, label }) => <option value={word}>{label}</option>)}
        </select>
      </label>
    </section>
  );
}

const GROUPS = ['none', 'riskLevel', 'category', 'blastRadius', 'reversibility', 'destination', 'approvalRecommendation', 'effect', 'server'] as const;

function Toolbar() {
  const search = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const field = event.composedPath().some((node) => node instanceof HTMLElement && (node.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(node.tagName)));
      if (event.key !== '/' || field || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      search.current?.focus();
    };
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
  }, []);
  const count = items.value.filter(({ kind }) => kind === 'row').length;
  const all = loaded.value?.rows.length ?? 0;
  return (
    <div class="toolbar">
      <label class="search">
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9Z M10.400 10.400l3.100 3.100" fill="none" stroke="currentColor" stroke-width="1.500" stroke-linecap="round" /></svg>
        <span class="sr">Search</span>
        <input ref={search} type="search" placeholder="Search   /" value={query.value} onInput={(event) => (query.value = event.currentTarget.value)} />
      </label>
      <label class="choice">
        <span>Group by</span>
        <select aria-label="Group by" value={group.value} onChange={(event) => (group.value = event.currentTarget.value as typeof group.value)}>
          {GROUPS.map((field) => <option value={field}>{field === 'none' ? 'nothing' : field === 'server' ? 'server' : field === 'effect' ? 'decision' : labelOf(field).toLowerCase()}</option>)}
        </select>
      </label>
      <p class="quiet toolbar-count" role="status">{count === all ? (busy.value ? 'grading …' : `graded in ${Math.max(1, Math.round(took.value))} ms`) : `${count.toLocaleString('en')} of ${all.toLocaleString('en')}`}</p>
    </div>
  );
}
