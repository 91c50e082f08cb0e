// One tool: why it is graded as it is, and what would change that.
import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Evidence, Field, InspectedTool } from 'mcp-tool-risk/slim';
import { call } from './core.ts';
import { loaded, selected, trust, wordsOf } from './state.ts';
import { Definition, PUSHES } from './definition.tsx';
import { explain, explainField, FieldValue, hideTip, labelOf, Word } from './words.tsx';
import { Foreign, visible } from './text.tsx';
import { CopyButton } from './copy.tsx';
import { Why } from './policy.tsx';
import type { Detail as DetailData } from './protocol.ts';

const GROUPS: { title: string; fields: Field[] }[] = [
  { title: 'Risk', fields: ['riskLevel', 'category', 'blastRadius', 'reversibility', 'sideEffects', 'approvalRecommendation', 'minTrustLevel'] },
  { title: 'Effect and data', fields: ['outcome', 'requiresReview', 'destination', 'inputSensitivity', 'source', 'returnSensitivity'] },
  { title: 'Hints', fields: ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] },
];

const PROVENANCES: Record<string, string> = {
  override: 'The operator classified the tool.',
  project: 'A project’s document classified the tool; that can only tighten.',
  catalogue: 'A curated profile.',
  declaration: 'The server says so.',
  inference: 'Read off the definition.',
  default: 'Nobody says: the most restrictive value counts.',
};

export function Detail() {
  const index = selected.value;
  const data = useSignal<DetailData | null>(null);
  const list = loaded.value;
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    let current = true;
    if (index === null) data.value = null;
    else void call('detail', index).then((answer) => current && (data.value = answer));
    return () => void (current = false);
  }, [index, list]);
  useEffect(() => {
    if (index !== null && window.matchMedia('(max-width: 1080px)').matches) close.current?.focus();
  }, [index]);
  if (index === null) return null;
  const shown = data.value;
  return (
    <aside class="detail" aria-label="The tool" onKeyDown={(event) => event.key === 'Escape' && leave()}>
      <button type="button" class="close" ref={close} onClick={leave} aria-label="Close">
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="M3.500 3.500l9 9 M12.500 3.500l-9 9" stroke="currentColor" stroke-width="1.600" stroke-linecap="round" /></svg>
      </button>
      {shown && <Tool key={`${index} ${shown.entry.definition}`} data={shown} index={index} />}
    </aside>
  );
}

function leave() {
  hideTip();
  selected.value = null;
  // Back to where one came from.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-here]')?.focus());
}

function Tool({ data, index }: { data: DetailData; index: number }) {
  const { tool, entry, annotations } = data;
  const active = useSignal<number | null>(null);
  const json = useMemo(() => parse(entry.definition), [entry.definition]);
  const risk = tool.profile.fields.riskLevel;
  const category = tool.profile.fields.category;
  return (
    <>
      <header class="detail-head">
        <p class="eyebrow"><Foreign text={tool.server} /></p>
        <h2>{tool.tool === null ? <em>no name</em> : <Foreign text={tool.tool} />}</h2>
        {entry.title && <p class="detail-title"><Foreign text={entry.title} /></p>}
        <p class="verdict">
          <Word field="riskLevel" word={String(risk?.value ?? 'unknown')} unknown={risk?.unknown ?? !risk} tabbable />
          <Word field="category" word={String(category?.value ?? 'unknown')} unknown={category?.unknown ?? !category} tabbable />
          <FieldWord tool={tool} field="approvalRecommendation" before="approval: " />
        </p>
      </header>
      {entry.diagnostics.length + tool.profile.diagnostics.length > 0 && (
        <ul class="notices">
          {[...entry.diagnostics, ...tool.profile.diagnostics].slice(0, 20).map(({ code, message, pointer }) => (
            <li><strong class="quiet-code">{code}</strong> {visible(message)} {pointer && <code>{pointer}</code>}</li>
          ))}
        </ul>
      )}
      {tool.disagreements.length > 0 && (
        <section class="disagree">
          <h3><span class="mark-disagree" aria-hidden="true">≠</span> The server says something else</h3>
          <table>
            <thead><tr><th scope="col">Field</th><th scope="col">Declared</th><th scope="col">Read off the definition</th></tr></thead>
            <tbody>
              {tool.disagreements.map(({ field, declared, inferred }) => (
                <tr><th scope="row">{labelOf(field)}</th><td><FieldValue field={field} value={declared} /></td><td><FieldValue field={field} value={inferred} /></td></tr>
              ))}
            </tbody>
          </table>
          <p class="hint">{trust.value === 'trusted' ? 'The server is trusted, so what it declares stands.' : 'What a server declares of itself can only tighten, unless the operator trusts it.'}</p>
        </section>
      )}
      <section>
        <h3>The definition, and what was seen in it</h3>
        {json === undefined ? <p class="hint">{entry.definition === null ? 'The line is no JSON.' : 'The definition is nested too deeply to be drawn.'}</p> : <Definition json={json} evidence={tool.evidence} active={active} />}
      </section>
      <section>
        <h3>Evidence</h3>
        <EvidenceList evidence={tool.evidence} active={active} />
      </section>
      <Lower data={data} index={index} json={json} />
      {tool.tool !== null && (
        <section>
          <h3>What happens to a call</h3>
          <Why index={index} />
        </section>
      )}
      <section>
        <h3>Every field</h3>
        {GROUPS.map(({ title, fields }) => <Fields title={title} fields={fields} tool={tool} />)}
      </section>
      {annotations && (
        <section>
          <h3>The annotations, to be declared</h3>
          <p class="hint">A server that declares these needs no guessing. What is unknown stands at its most restrictive value: correct it.</p>
          <pre class="code-block" tabIndex={0}>{JSON.stringify(annotations, null, 2)}</pre>
          <CopyButton text={() => JSON.stringify(annotations, null, 2)} label="Copy annotations" />
        </section>
      )}
    </>
  );
}

function FieldWord({ tool, field, before }: { tool: InspectedTool; field: Field; before: string }) {
  const profile = tool.profile.fields[field];
  return <span class="verdict-more">{before}<FieldValue field={field} value={profile?.value ?? null} unknown={profile?.unknown ?? false} /></span>;
}

function parse(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `inputSchema`'s places in words: `parameter force`. */
export function placeOf(pointer: string): string {
  const [top, ...rest] = pointer.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (top === undefined) return 'the definition';
  if (top !== 'inputSchema' && top !== 'outputSchema') return [top, ...rest].join(' › ');
  const names = rest.filter((part, i) => part !== 'properties' || i % 2 === 1);
  const [name, ...more] = names;
  return [`${top === 'inputSchema' ? 'parameter' : 'result'} ${name ?? ''}`.trim(), ...more].join(' › ');
}

function EvidenceList({ evidence, active }: { evidence: Evidence[]; active: Signal<number | null> }) {
  if (evidence.length === 0) return <p class="hint">Nothing in the definition says what the tool does, so the most restrictive values count.</p>;
  return (
    <ul class="evidence-list">
      {evidence.map((one, index) => (
        <li class={active.value === index ? 'active' : ''} onMouseEnter={() => (active.value = index)} onMouseLeave={() => (active.value = null)}>
          <span class={`sign ${one.push}`} tabIndex={0} {...explain(PUSHES[one.push].says, `Strength ${one.strength} of 3.`)}>
            {PUSHES[one.push].sign}
            <span class="sr">{PUSHES[one.push].says}, strength {one.strength} of 3</span>
            <span class="strength" aria-hidden="true">{'●'.repeat(one.strength)}<span class="off">{'●'.repeat(3 - one.strength)}</span></span>
          </span>
          <span class="what">
            {one.seen === '' ? <>It {one.says}</> : <><q class="seen"><bdi>{visible(one.seen)}</bdi></q> {one.says}</>}
            <span class="where">{placeOf(one.at)}{one.fields.length > 0 && ` · bears on ${one.fields.map(labelOf).join(', ').toLowerCase()}`}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Fields({ title, fields, tool }: { title: string; fields: Field[]; tool: InspectedTool }) {
  return (
    <table class="fields">
      <caption>{title}</caption>
      <tbody>
        {fields.map((field) => {
          const entry = tool.profile.fields[field];
          const provenance = entry?.provenance ?? 'default';
          return (
            <tr>
              <th scope="row"><span tabIndex={0} {...explainField(field)}>{labelOf(field)}</span></th>
              <td>
                <FieldValue field={field} value={entry?.value ?? null} unknown={entry?.unknown ?? !entry} />
                {entry?.floor !== undefined && <span class="quiet"> at least <FieldValue field={field} value={entry.floor} /></span>}
              </td>
              <td>
                <span class={`provenance ${provenance}`} tabIndex={0} {...explain(provenance, PROVENANCES[provenance], [entry?.derivedFrom?.length ? `Derived from ${entry.derivedFrom.map(labelOf).join(', ')}.` : '', entry?.raisedBy?.length ? `Raised by ${entry.raisedBy.join(', ')}.` : ''].filter(Boolean).join(' '))}>
                  {entry?.derivedFrom?.length ? '← ' : ''}{provenance}{entry?.raisedBy?.length ? ` ↑ ${entry.raisedBy.join(', ')}` : ''}
                </span>
                {entry?.confidence !== undefined && (
                  <span class="confidence"><meter min={0} max={100} value={entry.confidence} aria-label={`confidence of ${labelOf(field)}`} /> {entry.confidence} %</span>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface Change {
  place: string;
  risk: string;
  category: string;
}

/** What would lower the grade: the tool graded anew without each piece of the schema that raises it. */
function Lower({ data, index, json }: { data: DetailData; index: number; json: unknown }) {
  const changes = useSignal<Change[] | null>(null);
  const { tool } = data;
  useEffect(() => {
    const places = [...new Set(tool.evidence.filter(({ push, at }) => push === 'raises' && at.startsWith('/inputSchema/')).map(({ at }) => wholePart(at)))].slice(0, 12);
    const candidates = places.flatMap((at) => {
      const copy = structuredClone(json);
      return remove(copy, at) ? [{ at, text: JSON.stringify(copy) }] : [];
    });
    if (candidates.length === 0) return void (changes.value = []);
    void call('without', index, candidates.map(({ text }) => text)).then((answers) => {
      const rankOf = (field: Field, other: InspectedTool | null) => {
        const value = other?.profile.fields[field];
        return value === undefined || value.unknown ? 99 : (wordsOf(field)?.get(String(value.value))?.rank ?? 99);
      };
      changes.value = answers.flatMap((other, i) => {
        if (!other) return [];
        const lower = (['riskLevel', 'category'] as const).some((field) => rankOf(field, other) < rankOf(field, tool));
        return lower ? [{ place: placeOf(candidates[i]!.at), risk: String(other.profile.fields.riskLevel?.value), category: String(other.profile.fields.category?.value) }] : [];
      });
    });
  }, []);
  if (changes.value === null || tool.tool === null) return null;
  return (
    <section>
      <h3>What would lower the grade</h3>
      {changes.value.length === 0 ? (
        <p class="hint">No single part of the schema: the grade stands on what the tool is for.</p>
      ) : (
        <ul class="lower">
          {changes.value.map(({ place, risk, category }) => (
            <li>Without <code>{visible(place)}</code>: <Word field="riskLevel" word={risk} tabbable /> <Word field="category" word={category} tabbable /></li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The parameter or the choice that the pointer stands in. */
function wholePart(pointer: string): string {
  const parts = pointer.split('/');
  const choice = parts.findLastIndex((part, i) => (part === 'enum' || part === 'anyOf' || part === 'oneOf') && i + 1 < parts.length);
  if (choice > 0) return parts.slice(0, choice + 2).join('/');
  const property = parts.lastIndexOf('properties');
  return property > 0 && property + 1 < parts.length ? parts.slice(0, property + 2).join('/') : pointer;
}

function remove(json: unknown, pointer: string): boolean {
  const parts = pointer.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = parts.pop();
  let at: unknown = json;
  for (const part of parts) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return false;
    at = (at as Record<string, unknown>)[part];
  }
  if (last === undefined || typeof at !== 'object' || at === null || !Object.hasOwn(at, last)) return false;
  if (Array.isArray(at)) at.splice(Number(last), 1);
  else delete (at as Record<string, unknown>)[last];
  return true;
}
