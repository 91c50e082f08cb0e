// One tool's card, for a frame on somebody's page.
import { kindOf, loaded, wordOf } from './state.ts';
import { EffectWord, labelOf, Word } from './words.tsx';
import { Foreign } from './text.tsx';
import type { ShownField } from './protocol.ts';

const FIELDS: ShownField[] = ['category', 'blastRadius', 'reversibility', 'destination'];

export function Card() {
  const row = loaded.value?.rows[0];
  if (!row) return null;
  return (
    <article class="card">
      <p class="eyebrow"><Foreign text={row.server} /></p>
      <h1>{row.name === null ? 'no name' : <Foreign text={row.name} />}</h1>
      <p class="card-text"><Foreign text={row.description} /></p>
      <p class="verdict"><Word field="riskLevel" word={wordOf(row, 'riskLevel')} unknown={row.cells.riskLevel.unknown} /> <EffectWord kind={kindOf(row.decision)} approvers={row.decision.approvers} /></p>
      <dl>{FIELDS.map((field) => <div><dt>{labelOf(field)}</dt><dd><Word field={field} word={wordOf(row, field)} unknown={row.cells[field].unknown} /></dd></div>)}</dl>
      <p class="card-foot">graded by mcp-tool-risk</p>
    </article>
  );
}
