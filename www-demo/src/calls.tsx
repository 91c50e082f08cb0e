// Calls that were tried and kept, and what another policy makes of them.
import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from './core.ts';
import { kindOf, loaded, policyGiven, PRESETS, source, trust, type EffectKind } from './state.ts';
import { EffectWord } from './words.tsx';
import { Foreign, visible } from './text.tsx';

interface Recorded {
  tool: string;
  arguments: string;
}

const recorded = signal<Recorded[]>([]);

/** Keeps a call. */
export function record(one: Recorded): void {
  recorded.value = [...recorded.value, one];
}

export function Calls() {
  const other = useSignal<string>('developer');
  const effects = useSignal<{ now: EffectKind; then: EffectKind }[]>([]);
  const calls = recorded.value;
  const list = loaded.value;
  const { text, server } = source.value;
  useEffect(() => {
    let current = true;
    if (calls.length === 0 || !list) return;
    const own = list.problems.length === 0 ? policyGiven.value : 'balanced';
    void Promise.all([own, other.value].map((policy) => call('replay', text, server, trust.value, policy, calls)))
      .then(([now, then]) => current && (effects.value = calls.map((_, i) => ({ now: kindOf(now![i]!), then: kindOf(then![i]!) }))))
      .catch(() => {});
    return () => void (current = false);
  }, [calls, list, other.value]);
  if (calls.length === 0) return null;
  const changed = effects.value.filter(({ now, then }) => now !== then).length;
  return (
    <section class="calls" aria-label="Recorded calls">
      <div class="calls-head">
        <h2>Recorded calls</h2>
        <label class="choice">replayed against <select value={other.value} onChange={(event) => (other.value = event.currentTarget.value)}>{PRESETS.map(({ id, label }) => <option value={id}>{label}</option>)}</select></label>
        <button type="button" class="plain" onClick={() => (recorded.value = [])}>Forget them</button>
      </div>
      <table>
        <thead><tr><th scope="col">Call</th><th scope="col">Now</th><th scope="col">Then</th></tr></thead>
        <tbody>
          {calls.map(({ tool, arguments: given }, i) => (
            <tr>
              <th scope="row"><code><Foreign text={tool} /></code> <span class="quiet">{visible(given.slice(0, 120))}</span></th>
              {effects.value[i] && <><td><EffectWord kind={effects.value[i].now} /></td><td class={effects.value[i].now === effects.value[i].then ? 'quiet' : ''}><EffectWord kind={effects.value[i].then} /></td></>}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">{changed} of {calls.length} {calls.length === 1 ? 'call comes' : 'calls come'} out differently.</p>
    </section>
  );
}
