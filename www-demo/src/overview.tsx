// The whole server in one picture, and how often one would be asked.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from './core.ts';
import { EFFECT_WORDS, EFFECTS, loaded, policy, policyGiven, PRESETS, rank, selected, source, trust, view, wordOf, wordsOf } from './state.ts';
import type { Counts, Row } from './protocol.ts';
import { EffectWord, explainWord, Meter } from './words.tsx';

export function Overview() {
  return (
    <div class="overview">
      <RiskMap />
      <Load />
    </div>
  );
}

const MAP = { width: 190, bare: 84, height: 92, gap: 8, left: 92, top: 4, foot: 34 };

/** One square for each tool: category upwards, blast radius to the right. So areas are numbers of tools. */
function RiskMap() {
  const rows = loaded.value?.rows ?? [];
  const categories = [...(wordsOf('category')?.keys() ?? [])].reverse();
  const radii = [...(wordsOf('blastRadius')?.keys() ?? [])];
  const unknown = rows.some((row) => row.cells.category.unknown || row.cells.blastRadius.unknown);
  const columns = unknown ? [...radii, 'unknown'] : radii;
  const lines = unknown ? ['unknown', ...categories] : categories;
  const cells = new Map<string, Row[]>();
  for (const row of rows) {
    const key = `${wordOf(row, 'category')} ${wordOf(row, 'blastRadius')}`;
    const cell = cells.get(key);
    if (cell) cell.push(row);
    else cells.set(key, [row]);
  }
  const used = lines.filter((line) => columns.some((column) => cells.has(`${line} ${column}`)) || ['read', 'mutate', 'delete', 'destroy'].includes(line));
  const most = Math.max(1, ...[...cells.values()].map(({ length }) => length));
  // The largest square with which the fullest cell is not too full.
  let size = 26;
  while (size > 2 && Math.floor(MAP.width / (size + 2)) * Math.floor(MAP.height / (size + 2)) < most) size -= 1;
  const perLine = Math.max(1, Math.floor(MAP.width / (size + 2)));
  // Reaches that nobody has take less room.
  const wide = columns.map((column) => (lines.some((line) => cells.has(`${line} ${column}`)) ? MAP.width : MAP.bare));
  const start = wide.map((_, i) => MAP.left + wide.slice(0, i).reduce((sum, each) => sum + each + MAP.gap, 0));
  const width = MAP.left + wide.reduce((sum, each) => sum + each + MAP.gap, 0) - MAP.gap;
  const height = MAP.top + used.length * (MAP.height + MAP.gap) + MAP.foot;
  const risks = [...(wordsOf('riskLevel')?.keys() ?? [])];
  const open = (row: Row) => {
    selected.value = row.index;
    view.value = 'tools';
  };
  return (
    <section class="map" aria-labelledby="map-title">
      <h1 id="map-title">The whole server at a glance</h1>
      <p class="lead">Each square is a tool: the further up, the more it may do to things; the further right, the more it may reach.</p>
      <ul class="legend" aria-label="Colours and bars">
        {risks.map((word) => <li class={`risk-${word}`}><span class={`swatch risk-${word}`}><Meter field="riskLevel" word={word} /></span>{word}</li>)}
      </ul>
      <div class="map-scroll" tabIndex={0} role="group" aria-label="Risk map">
        <svg viewBox={`0 0 ${width} ${height}`} class="map-picture" role="group" aria-label={`${rows.length} tools by category and blast radius`}>
          {used.map((line, y) => (
            <g>
              <text x={MAP.left - 16} y={MAP.top + y * (MAP.height + MAP.gap) + MAP.height / 2 + 5} class="map-label" text-anchor="end" {...(explainWord('category', line) as object)}>{line}</text>
              {columns.map((column, x) => {
                const found = (cells.get(`${line} ${column}`) ?? []).toSorted((a, b) => rank(b, 'riskLevel') - rank(a, 'riskLevel'));
                const [left, top, room] = [start[x]!, MAP.top + y * (MAP.height + MAP.gap), wide[x]!];
                const [inner, innerTop] = [left + (room - Math.min(found.length, perLine) * (size + 2)) / 2 + 1, top + (MAP.height - Math.ceil(found.length / perLine) * (size + 2)) / 2 + 1];
                return (
                  <>
                    <rect x={left} y={top} width={room} height={MAP.height} rx="8" class="map-cell" />
                    {found.map((row, i) => {
                      const word = wordOf(row, 'riskLevel');
                      const [sx, sy] = [inner + (i % perLine) * (size + 2), innerTop + Math.floor(i / perLine) * (size + 2)];
                      const steps = risks.indexOf(word) + 1;
                      const name = `${row.name ?? 'no name'}: ${word}, ${line}, ${column}`;
                      return (
                        <g class={`map-tool risk-${word}`} role="button" tabIndex={rows.length <= 200 ? 0 : undefined} aria-label={name} onClick={() => open(row)} onKeyDown={(event: KeyboardEvent) => (event.key === 'Enter' || event.key === ' ') && (event.preventDefault(), open(row))}>
                          <title>{name}</title>
                          <rect x={sx} y={sy} width={size} height={size} rx={Math.min(5, size / 4)} />
                          {size >= 14 && Array.from({ length: steps }, (_, step) => <rect class="bar-mark" x={sx + size * (0.22 + step * 0.155)} y={sy + size * (0.62 - step * 0.12)} width={size * 0.1} height={size * (0.16 + step * 0.12)} rx={size * 0.04} />)}
                        </g>
                      );
                    })}
                  </>
                );
              })}
            </g>
          ))}
          {columns.map((column, x) => (
            <text x={start[x]! + wide[x]! / 2} y={height - 12} class="map-label" text-anchor="middle" {...(explainWord('blastRadius', column) as object)}>{column}</text>
          ))}
        </svg>
      </div>
    </section>
  );
}

/** How often people are asked, if every tool is called equally often. */
function Load() {
  const loads = useSignal<Counts[] | null>(null);
  const { text, server } = source.value;
  const own = policy.value.text;
  useEffect(() => {
    let current = true;
    const policies: string[] = PRESETS.map(({ id }) => id);
    // A document with errors has no load; the last good one is not what is written there.
    const good = own !== null && loaded.value?.problems.length === 0;
    void call('loads', text, server, trust.value, good ? [...policies, policyGiven.value] : policies)
      .then((answer) => current && (loads.value = answer))
      .catch(() => current && (loads.value = null));
    return () => void (current = false);
  }, [text, server, trust.value, own, loaded.value]);
  const shown = loads.value;
  const titles = [...PRESETS.map(({ label }) => label), 'Yours'];
  return (
    <section class="load" aria-labelledby="load-title">
      <h2 id="load-title">How often would you be asked?</h2>
      <p class="lead">Of 100 calls, if every tool is called equally often and the server is {trust.value}.</p>
      {shown && (
        <table>
          <thead class="sr"><tr><th>Policy</th>{EFFECTS.map((kind) => <th>{EFFECT_WORDS[kind]}</th>)}</tr></thead>
          <tbody>
            {shown.map((counts, i) => {
              const all = EFFECTS.reduce((sum, kind) => sum + counts[kind], 0) || 1;
              const share = (kind: keyof Counts) => Math.round((100 * counts[kind]) / all);
              return (
                <tr>
                  <th scope="row">{titles[i]}</th>
                  <td class="sr">{EFFECTS.map((kind) => `${EFFECT_WORDS[kind]} ${share(kind)}`).join(', ')}</td>
                  <td aria-hidden="true" class="load-bar">
                    <span class="bar-track">
                      {EFFECTS.filter((kind) => counts[kind] > 0).map((kind) => <span class={`load-part load-${kind}`} style={{ flexGrow: counts[kind] }} title={`${EFFECT_WORDS[kind]}: ${share(kind)}`}>{share(kind)}</span>)}
                    </span>
                  </td>
                  <td class="load-asked">{counts.deny === all ? 'nothing runs' : <>asked <b>{share('ask') + share('askSeveral')}</b> times</>}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <ul class="legend">{EFFECTS.map((kind) => <li><span class={`load-key load-${kind}`} /> <EffectWord kind={kind} /></li>)}</ul>
    </section>
  );
}

