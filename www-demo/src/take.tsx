// What one takes away: report, policy, a link, a card to embed.
import { useSignal } from '@preact/signals';
import { call } from './core.ts';
import { loaded, policy, policyGiven, presetText, selected, source } from './state.ts';
import { CopyButton, download } from './copy.tsx';
import { embed, link, LONG } from './link.ts';
import { Foreign } from './text.tsx';

const REPORTS = [
  { format: 'markdown', label: 'Markdown', type: 'text/markdown', name: 'tools.md' },
  { format: 'html', label: 'HTML page', type: 'text/html', name: 'tools.html' },
  { format: 'csv', label: 'CSV', type: 'text/csv', name: 'tools.csv' },
  { format: 'json', label: 'JSON', type: 'application/json', name: 'tools.json' },
] as const;

export function Take() {
  const length = useSignal(0);
  const origin = useSignal(`npm:${/^[a-z0-9][a-z0-9._-]*$/.test(source.peek().server) ? source.peek().server : 'my-server'}`);
  const failure = useSignal('');
  const rows = loaded.value?.rows ?? [];
  const named = rows.filter(({ name }) => name !== null);
  const chosen = useSignal<number | null>(selected.peek());
  const index = chosen.value ?? named[0]?.index ?? null;
  return (
    <div class="take">
      <section>
        <h1>Take it with you</h1>
        <p class="lead">Everything is made in your browser from what you see: {rows.length.toLocaleString('en')} tools of <Foreign text={source.value.server} />, under {policy.value.text === null ? `the preset ${policy.value.preset}` : 'your policy'}.</p>
      </section>
      <section class="take-card">
        <h2>Report</h2>
        <p>Which tools need approval, and why: each with its grade, where every value comes from, and the rule that decides.</p>
        <div class="row">
          {REPORTS.map(({ format, label, type, name }) => (
            <button type="button" class="button" onClick={() => void call('report', format).then((text) => download(name, type, text))}>{label}</button>
          ))}
        </div>
      </section>
      <section class="take-card">
        <h2>Policy</h2>
        <p>The document that decides, to be kept beside your host’s settings.</p>
        <div class="row">
          <button type="button" class="button" onClick={() => void Promise.resolve(policy.value.text ?? presetText(policy.value.preset)).then((text) => download('policy.json', 'application/json', text))}>Download policy.json</button>
          <CopyButton label="Copy" text={() => policy.value.text ?? presetText(policyGiven.value)} />
        </div>
      </section>
      <section class="take-card">
        <h2>Catalogue</h2>
        <p>The grades as curated profiles with digests, for a person to look through and correct.</p>
        <div class="row">
          <label class="choice">Origin <input type="text" value={origin.value} onInput={(event) => (origin.value = event.currentTarget.value)} placeholder="npm:my-server" /></label>
          <button type="button" class="button" onClick={() => void call('catalogue', origin.value).then((catalogue) => {
            failure.value = '';
            download('catalogue.json', 'application/json', JSON.stringify(catalogue, null, 2));
          }).catch((error: Error) => (failure.value = error.message))}>Download</button>
        </div>
        {failure.value && <p class="bad" role="alert">{failure.value}</p>}
      </section>
      <section class="take-card">
        <h2>Link</h2>
        <p>The list, the policy and what is open, compressed into the part of the address that browsers never send.</p>
        <div class="row">
          <CopyButton label="Copy link" text={async () => {
            const address = await link();
            length.value = address.length;
            // Browsers refuse to show very long addresses; copied, they still work where they are taken.
            if (address.length < 1_000_000) history.replaceState(null, '', address);
            return address;
          }} />
          {length.value > LONG && <span class="hint">{Math.round(length.value / 1000)} KB: some programs cut links of that length.</span>}
        </div>
      </section>
      <section class="take-card">
        <h2>A tool’s card</h2>
        <p>One tool’s grade, as a frame for a page of yours.</p>
        <div class="row">
          <select aria-label="Tool" value={String(index)} onChange={(event) => (chosen.value = Number(event.currentTarget.value))}>
              {named.slice(0, 500).map(({ index, name }) => <option value={String(index)}>{name}</option>)}
            </select>
          <CopyButton label="Copy the frame" text={() => (index === null ? '' : embed(index))} />
        </div>
      </section>
    </div>
  );
}
