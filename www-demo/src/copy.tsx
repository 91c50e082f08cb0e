import { useSignal } from '@preact/signals';

/** Copies a text, and says so. */
export function CopyButton({ text, label }: { text: () => string | Promise<string>; label: string }) {
  const state = useSignal<'' | 'done' | 'failed'>('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await text());
      state.value = 'done';
    } catch {
      state.value = 'failed';
    }
    setTimeout(() => (state.value = ''), 2000);
  };
  return (
    <button type="button" class="button" onClick={copy}>
      {label}
      <span role="status" class="copied">{state.value === 'done' ? ' ✓ copied' : state.value === 'failed' ? ' the browser does not allow it' : ''}</span>
    </button>
  );
}

/** Gives a text to the visitor as a file. */
export function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
