// A call: a form made from the input schema, and the arguments as JSON beneath it for what a form cannot hold.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from './core.ts';
import { loaded } from './state.ts';
import { visible } from './text.tsx';

interface Property {
  name: string;
  type: 'string' | 'number' | 'boolean' | 'choice' | 'list' | 'json';
  choices: string[];
  required: boolean;
  description: string;
}

const MAX_PARAMETERS = 40;

/** What a form can hold of a schema; all else stays JSON. */
export function propertiesOf(definition: string | null): Property[] {
  let schema: Record<string, unknown>;
  try {
    schema = (JSON.parse(definition ?? '{}') as { inputSchema?: Record<string, unknown> }).inputSchema ?? {};
  } catch {
    return [];
  }
  const properties = schema['properties'];
  if (typeof properties !== 'object' || properties === null) return [];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties as Record<string, unknown>)
    .slice(0, MAX_PARAMETERS)
    .map(([name, raw]) => {
      const one = (typeof raw === 'object' && raw !== null ? raw : {}) as Record<string, unknown>;
      const choices = Array.isArray(one['enum']) ? one['enum'].filter((choice) => typeof choice === 'string') : [];
      const items = one['items'] as Record<string, unknown> | undefined;
      const type =
        choices.length > 0 ? 'choice'
        : one['type'] === 'boolean' ? 'boolean'
        : one['type'] === 'number' || one['type'] === 'integer' ? 'number'
        : one['type'] === 'string' ? 'string'
        : one['type'] === 'array' && items?.['type'] === 'string' ? 'list'
        : 'json';
      return { name, type, choices, required: required.includes(name), description: typeof one['description'] === 'string' ? one['description'] : '' };
    });
}

export function CallForm({ index, change }: { index: number; change: (text: string | undefined) => void }) {
  const properties = useSignal<Property[] | null>(null);
  const values = useSignal<Record<string, unknown>>({});
  const open = useSignal(false);
  const wrong = useSignal<Record<string, string>>({});
  const list = loaded.value;
  useEffect(() => {
    void call('detail', index).then((answer) => (properties.value = propertiesOf(answer?.entry.definition ?? null)));
  }, [index, list]);
  const give = (name: string, value: unknown) => {
    const next = { ...values.value };
    if (value === undefined) delete next[name];
    else Object.defineProperty(next, name, { value, enumerable: true, configurable: true, writable: true });
    values.value = next;
    change(JSON.stringify(next));
  };
  if (!properties.value) return null;
  return (
    <div class="call">
      <button type="button" class="button" aria-expanded={open.value} onClick={() => {
        open.value = !open.value;
        change(open.value ? JSON.stringify(values.value) : undefined);
      }}>
        {open.value ? 'Look at the tool again' : 'Try a call'}
      </button>
      {open.value && (
        <div class="call-fields">
          {properties.value.length === 0 && <p class="hint">The schema names no parameters.</p>}
          {properties.value.map((property) => (
            <label class="call-field">
              <span><code>{visible(property.name)}</code>{property.required && <span class="quiet"> required</span>}</span>
              <Field property={property} give={(value) => give(property.name, value)} wrong={(text) => (wrong.value = { ...wrong.value, [property.name]: text })} />
              {property.description && <small class="quiet">{visible(property.description.slice(0, 160))}</small>}
              {wrong.value[property.name] && <small class="bad">{wrong.value[property.name]}</small>}
            </label>
          ))}
          <pre class="code-block" tabIndex={0} aria-label="The arguments">{JSON.stringify(values.value)}</pre>
        </div>
      )}
    </div>
  );
}

function Field({ property: { type, choices }, give, wrong }: { property: Property; give: (value: unknown) => void; wrong: (text: string) => void }) {
  if (type === 'choice' || type === 'boolean') {
    const options = type === 'boolean' ? ['true', 'false'] : choices;
    return (
      <select onChange={(event) => {
        const { value } = event.currentTarget;
        give(value === '' ? undefined : type === 'boolean' ? value === 'true' : value);
      }}>
        <option value="">not given</option>
        {options.map((option) => <option value={option}>{option}</option>)}
      </select>
    );
  }
  const input = (event: Event) => {
    const { value } = event.currentTarget as HTMLInputElement;
    wrong('');
    if (value === '') return give(undefined);
    if (type === 'string') return give(value);
    if (type === 'list') return give(value.split(',').map((item) => item.trim()).filter(Boolean));
    if (type === 'number') return Number.isFinite(Number(value)) ? give(Number(value)) : wrong('a number is expected');
    try {
      give(JSON.parse(value));
    } catch {
      wrong('JSON is expected');
    }
  };
  return <input type="text" inputMode={type === 'number' ? 'decimal' : 'text'} placeholder={type === 'list' ? 'a, b, c' : type === 'json' ? '{ }' : ''} onInput={input} />;
}
