// Policy: written on one side, what it does to every tool on the other.
import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { CompletionSource } from '@codemirror/autocomplete';
import type { Assessment, Explanation, ImportFormat } from 'mcp-tool-risk/slim';
import { call, CoreError } from './core.ts';
import { EFFECT_WORDS, EFFECTS, kindOf, loaded, policy, policyGiven, PRESETS, presetText, source, trust, wordOf, type EffectKind } from './state.ts';
import type { Authoring, Row, ShownField } from './protocol.ts';
import { EditorView } from './editor-view.tsx';
import type { Problem } from './editor.ts';
import { EffectWord, FieldValue, labelOf, Word } from './words.tsx';
import { PUSHES } from './definition.tsx';
import { Foreign, visible } from './text.tsx';
import { CallForm } from './call.tsx';
import { Calls, record } from './calls.tsx';

const chosen = signal<number | null>(null);

/** The effects under the preset that the document started from: what an edit is compared with. */
const before = signal<EffectKind[] | null>(null);

export function Policy() {
  const text = useSignal<string | null>(null);
  const complete = useSignal<CompletionSource | null>(null);
  const { preset, text: edited } = policy.value;
  useEffect(() => {
    let current = true;
    if (edited !== null) text.value = edited;
    else void presetText(preset).then((shown) => current && (text.value = shown));
    return () => void (current = false);
  }, [preset, edited]);
  useEffect(() => {
    void Promise.all([import('./complete.ts'), import('../../schema/policy.schema.json')]).then(([{ fromSchema }, schema]) => (complete.value = fromSchema(schema.default as never)));
  }, []);
  const { text: list, server } = source.value;
  useEffect(() => {
    let current = true;
    void call('effects', list, server, trust.value, preset)
      .then((effects) => current && (before.value = effects.map(kindOf)))
      .catch(() => current && (before.value = null));
    return () => void (current = false);
  }, [list, server, trust.value, preset]);
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = (next: string) => {
    clearTimeout(wait.current);
    wait.current = setTimeout(() => (policy.value = { preset: policy.peek().preset, text: next }), 200);
  };
  return (
    <div class="policy">
      <section class="policy-write" aria-label="The policy">
        <h1>Who is asked, and when?</h1>
        <p class="lead">Start from a preset and change it. Every tool of the list is decided as you type.</p>
        <div class="segments" role="group" aria-label="Presets">
          {PRESETS.map(({ id, label }) => (
            <button type="button" aria-pressed={preset === id && edited === null} onClick={() => (policy.value = { preset: id, text: null })}>{label}</button>
          ))}
        </div>
        <Import />
        {text.value !== null && complete.value && <PolicyEditor text={text.value} change={change} complete={complete.value} />}
      </section>
      <div class="policy-effects">
        <Calls />
        <Decisions />
      </div>
    </div>
  );
}

const FORMATS: { id: ImportFormat; label: string }[] = [
  { id: 'claude-code', label: 'Claude Code settings.json' },
  { id: 'vs-code', label: 'VS Code settings.json' },
  { id: 'cursor', label: 'Cursor permissions.json' },
  { id: 'mcp-json', label: 'mcp.json with alwaysAllow' },
  { id: 'gemini-cli', label: 'Gemini CLI policy, as JSON' },
  { id: 'codex', label: 'Codex config, as JSON' },
  { id: 'karai', label: 'tool_policies, as JSON' },
];

/** Another host's list, and what of it could not be carried over. */
function Import() {
  const open = useSignal(false);
  const report = useSignal<{ message: string; pointer: string }[] | null>(null);
  const failure = useSignal('');
  const submit = (event: Event) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    call('importPolicy', form.get('format') as ImportFormat, String(form.get('document')))
      .then((converted) => {
        failure.value = '';
        report.value = converted.report;
        policy.value = { preset: policy.peek().preset, text: JSON.stringify(converted.document, null, 2) };
      })
      .catch((error: CoreError) => (failure.value = error.message));
  };
  return (
    <div class="import">
      <button type="button" class="plain" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>Import from another host</button>
      {open.value && (
        <form class="import-form" onSubmit={submit}>
          <label class="choice">Format <select name="format">{FORMATS.map(({ id, label }) => <option value={id}>{label}</option>)}</select></label>
          <label><span class="sr">The other host’s file</span><textarea name="document" rows={5} required placeholder="{ }" spellcheck={false} /></label>
          <button type="submit" class="button">Import</button>
          <div role="status">
            {failure.value && <p class="bad">{failure.value}</p>}
            {report.value && (report.value.length === 0 ? <p class="hint">Everything was carried over.</p> : <ul class="notices">{report.value.map(({ message, pointer }) => <li>{visible(message)} <code>{pointer}</code></li>)}</ul>)}
          </div>
        </form>
      )}
    </div>
  );
}

function PolicyEditor({ text, change, complete }: { text: string; change: (text: string) => void; complete: CompletionSource }) {
  const authoring = useSignal<Authoring>({ lint: [], tests: [] });
  const list = loaded.value;
  const broken = list?.problems ?? [];
  useEffect(() => {
    let current = true;
    if (broken.length === 0) void call('author', text).then((answer) => current && (authoring.value = answer)).catch(() => {});
    return () => void (current = false);
  }, [list, text]);
  const { lint, tests } = authoring.value;
  const problems: Problem[] = [
    ...broken.map(({ code, message, pointer, suggestion }): Problem => ({ code, pointer, severity: 'error', message: suggestion ? `${message} Did you mean “${suggestion}”?` : message })),
    ...(broken.length > 0 ? [] : lint.map(({ code, message, pointer }): Problem => ({ code, message, pointer, severity: 'warning' }))),
    ...(broken.length > 0 ? [] : tests.filter(({ passed }) => !passed).map(({ name, pointer, expected, got }): Problem => ({ code: 'test', pointer, severity: 'error', message: `“${name}”: expected ${expected}, got ${got}` }))),
  ];
  const passed = tests.filter((test) => test.passed).length;
  return (
    <div class="source-editor policy-editor">
      <EditorView text={text} label="The policy as JSON" change={change} problems={problems} complete={complete} />
      <div class="editor-foot open" role="status">
        {broken.length > 0 ? (
          <><strong class="bad">{broken.length} {broken.length === 1 ? 'error' : 'errors'}:</strong> {broken[0]!.message} <span class="quiet">The last policy without errors decides.</span></>
        ) : (
          <>
            {problems[0] ? <>{lint.length} {lint.length === 1 ? 'remark' : 'remarks'}{lint[0] ? `: ${lint[0].message}` : ''}</> : 'Nothing to complain about.'}
            {tests.length > 0 && <span class={passed === tests.length ? '' : 'bad'}> {passed} of {tests.length} tests pass.</span>}
          </>
        )}
      </div>
    </div>
  );
}

function Decisions() {
  const list = loaded.value;
  const only = useSignal<'all' | 'changed' | EffectKind>('all');
  if (!list) return null;
  const old = before.value;
  const changed = (row: Row) => old !== null && old.length === list.rows.length && old[row.index] !== kindOf(row.decision);
  const changes = list.rows.filter(changed);
  const shown = list.rows.filter((row) => only.value === 'all' || (only.value === 'changed' ? changed(row) : kindOf(row.decision) === only.value));
  const edited = policy.value.text !== null;
  return (
    <section aria-label="Decisions">
      <div class="effect-filters" role="group" aria-label="Filter by decision">
        <button type="button" aria-pressed={only.value === 'all'} onClick={() => (only.value = 'all')}>all <b>{list.rows.length}</b></button>
        {EFFECTS.map((kind) => {
          const count = list.rows.filter((row) => kindOf(row.decision) === kind).length;
          return count > 0 && <button type="button" aria-pressed={only.value === kind} onClick={() => (only.value = kind)}><EffectWord kind={kind} /> <b>{count}</b></button>;
        })}
        {edited && <button type="button" aria-pressed={only.value === 'changed'} onClick={() => (only.value = 'changed')}>changed <b>{changes.length}</b></button>}
      </div>
      <ul class="decisions">
        {shown.slice(0, 300).map((row) => (
          <li>
            <button type="button" class={`decision ${chosen.value === row.index ? 'open' : ''}`} aria-expanded={chosen.value === row.index} onClick={() => (chosen.value = chosen.value === row.index ? null : row.index)}>
              <span class="tool-name">{row.name === null ? <em>no name</em> : <Foreign text={row.name} />}</span>
              <Word field="riskLevel" word={wordOf(row, 'riskLevel')} unknown={row.cells.riskLevel.unknown} />
              <span class="decision-effect">
                {changed(row) && <span class="was"><span class="sr">before: </span><s>{EFFECT_WORDS[old![row.index]!]}</s> →</span>}
                <EffectWord kind={kindOf(row.decision)} approvers={row.decision.approvers} />
              </span>
              <span class="decision-rule">{row.decision.rule ?? 'no rule'}</span>
            </button>
            {chosen.value === row.index && <Why index={row.index} />}
          </li>
        ))}
      </ul>
      {shown.length > 300 && <p class="hint">The first 300 of {shown.length.toLocaleString('en')}.</p>}
    </section>
  );
}

const TRUTHS = { true: { sign: '✓', says: 'true' }, false: { sign: '✕', says: 'false' }, unknown: { sign: '?', says: 'nobody can tell' } } as const;

const CALL_FIELDS: ShownField[] = ['riskLevel', 'category', 'blastRadius', 'reversibility', 'destination'];

/** What the arguments make of the tool: where the call is less than the tool, or more. */
function Assessed({ assessment: { understood, profile, evidence, findings }, row }: { assessment: Assessment; row: Row }) {
  const changes = CALL_FIELDS.filter((field) => JSON.stringify(profile.fields[field]?.value) !== JSON.stringify(row.cells[field].value));
  return (
    <section class="assessed" aria-label="This call" aria-live="polite">
      <p class="verdict">
        {(['riskLevel', 'category'] as const).map((field) => <Word field={field} word={String(profile.fields[field]?.value ?? 'unknown')} unknown={profile.fields[field]?.unknown ?? !profile.fields[field]} tabbable />)}
      </p>
      <p class="quiet">{understood ? (changes.length === 0 ? 'Understood completely; the call is what the tool is.' : 'Understood completely, so the call counts for what it does.') : 'Not understood completely, so nothing is lowered.'}</p>
      {changes.length > 0 && (
        <ul class="changes">
          {changes.map((field) => (
            <li><span class="quiet">{labelOf(field)}</span> <s><FieldValue field={field} value={row.cells[field].value} unknown={row.cells[field].unknown} /></s> <span class="sr">becomes</span><span aria-hidden="true">→</span> <FieldValue field={field} value={profile.fields[field]?.value ?? null} unknown={profile.fields[field]?.unknown ?? false} /></li>
          ))}
        </ul>
      )}
      {evidence.length > 0 && <ul class="call-evidence">{evidence.slice(0, 12).map(({ at, seen, says, push }) => <li><span class={`sign ${push}`} aria-hidden="true">{PUSHES[push].sign}</span> {seen !== '' && <q class="seen">{visible(seen)}</q>} {says} <span class="quiet">{visible(at)}</span></li>)}</ul>}
      {findings.length > 0 && <ul class="notices">{findings.slice(0, 12).map(({ code, message }) => <li><strong class="quiet-code">{code}</strong> {visible(message)}</li>)}</ul>}
    </section>
  );
}

/** A condition with the key that it stands at. */
function asked(pointer: string, asks: string): string {
  const parts = pointer.split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const key = parts.at(-1) ?? '';
  const within = ['provenance', 'confidence', 'arguments'].includes(parts.at(-2) ?? '') ? `${parts.at(-2)} of ` : '';
  return /^\d*$/.test(key) ? asks : `${within}${key}: ${asks}`;
}

/** Why it is decided so, and what would have to change. */
export function Why({ index }: { index: number }) {
  const given = useSignal<string | undefined>(undefined);
  const trace = useSignal<Explanation | null>(null);
  const assessed = useSignal<Assessment | null>(null);
  const failure = useSignal('');
  const list = loaded.value;
  useEffect(() => {
    let current = true;
    const { value } = given;
    Promise.all([call('trace', index, value), value === undefined ? null : call('assess', index, value)])
      .then(([explanation, assessment]) => {
        if (!current) return;
        trace.value = explanation;
        assessed.value = assessment;
        failure.value = '';
      })
      .catch((error: CoreError) => current && (failure.value = error.message));
    return () => void (current = false);
  }, [index, list, given.value, policyGiven.value]);
  if (!trace.value) return failure.value ? <p class="hint why">{failure.value}</p> : null;
  const { decision, rules, alternatives } = trace.value;
  const name = list?.rows[index]?.name ?? undefined;
  return (
    <div class="why">
      <p class="why-head"><EffectWord kind={kindOf(decision)} approvers={decision.approvers} /> <span>{visible(decision.reason)}</span></p>
      <p class="quiet">The model is told: “{visible(decision.message)}”</p>
      <CallForm index={index} change={(text) => (given.value = text)} />
      {assessed.value && <Assessed assessment={assessed.value} row={list!.rows[index]!} />}
      {given.value !== undefined && name !== undefined && (
        <button type="button" class="button record" onClick={() => record({ tool: name, arguments: given.value! })}>Record this call</button>
      )}
      <h3>Rule by rule</h3>
      <ol class="trace">
        {rules.map(({ rule, effect, truth, part, conditions }) => (
          <li class={part === 'none' || part.startsWith('after') || part === 'ignored' ? 'idle' : ''}>
            <span class={`truth ${truth}`} title={TRUTHS[truth].says}>{TRUTHS[truth].sign}<span class="sr">{TRUTHS[truth].says}</span></span>
            <span><code>{visible(rule)}</code> <span class="quiet">{effect}{part === 'none' ? '' : `, ${part}`}</span></span>
            {conditions.length > 0 && (
              <ul>
                {conditions.map(({ pointer, asks, truth }) => (
                  <li><span class={`truth ${truth}`} title={TRUTHS[truth].says}>{TRUTHS[truth].sign}<span class="sr">{TRUTHS[truth].says}</span></span> <code>{visible(asked(pointer, asks))}</code></li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
      {alternatives.length > 0 && (
        <>
          <h3>What would have to change</h3>
          <ul class="alternatives">
            {alternatives.map(({ effect, changes, incomplete }) => (
              <li>
                <span class="quiet">for</span> <EffectWord kind={effect} />
                {changes.length === 0 ? (
                  <span class="quiet">: {incomplete ? 'not found, the search stopped' : 'no set of conditions does it'}</span>
                ) : (
                  <ul>{changes.map(({ rule, pointer, asks, to }) => <li><code>{visible(asked(pointer, asks))}</code> <span class="quiet">in {visible(rule)} would be {TRUTHS[to].says}</span></li>)}</ul>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
