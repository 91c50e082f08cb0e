// Where the list comes from: an example, a paste, a drop, a file, a server on this machine.
import { useEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { edit, editing, EXAMPLES, failure, loaded, selected, show, source } from './state.ts';
import { EditorView } from './editor-view.tsx';
import type { Problem } from './editor.ts';
import { listTools } from './connect.ts';

export async function showExample(id: string): Promise<void> {
  const example = EXAMPLES.find((one) => one.id === id);
  if (example) show(await example.text(), { example: id, server: id });
}

/** Takes a file; its name becomes the id that the host gives the server. */
export async function showFile(file: File): Promise<void> {
  show(await file.text(), { server: file.name.replace(/\.[^.]*$/, '') || 'server' });
}

/** A paste or a drop anywhere on the page is a list, unless it goes into a field. */
export function useDrops(): { over: boolean } {
  const over = useSignal(false);
  useEffect(() => {
    const inField = (event: Event) => event.composedPath().some((node) => node instanceof HTMLElement && (node.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(node.tagName)));
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain');
      if (!text || inField(event)) return;
      event.preventDefault();
      show(text);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      over.value = false;
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData('text/plain');
      if (file) void showFile(file);
      else if (text) show(text);
    };
    const drag = (event: DragEvent) => {
      event.preventDefault();
      over.value = true;
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && (over.value = false);
    document.addEventListener('paste', paste);
    document.addEventListener('drop', drop);
    document.addEventListener('dragover', drag);
    document.addEventListener('dragleave', leave);
    return () => {
      document.removeEventListener('paste', paste);
      document.removeEventListener('drop', drop);
      document.removeEventListener('dragover', drag);
      document.removeEventListener('dragleave', leave);
    };
  }, []);
  return { over: over.value };
}

export function SourceBar() {
  const file = useRef<HTMLInputElement>(null);
  return (
    <div class="source-bar">
      <div class="segments" role="group" aria-label="Examples">
        {EXAMPLES.map(({ id, label }) => (
          <button type="button" aria-pressed={source.value.example === id} onClick={() => void showExample(id)}>{label}</button>
        ))}
      </div>
      <div class="source-own">
        <button type="button" class="button" onClick={() => file.current?.click()}>Open a file</button>
        <input ref={file} type="file" accept=".json,.jsonl,.txt,application/json" class="sr" tabIndex={-1} aria-label="A tools/list file" onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen) void showFile(chosen);
          event.currentTarget.value = '';
        }} />
        <button type="button" class="button" aria-pressed={editing.value} onClick={() => (editing.value = !editing.value)}>{editing.value ? 'Close the editor' : 'Paste or edit JSON'}</button>
        <Connect />
      </div>
    </div>
  );
}

function Connect() {
  const open = useSignal(false);
  const state = useSignal('');
  const connect = async (event: Event) => {
    event.preventDefault();
    const address = String(new FormData(event.currentTarget as HTMLFormElement).get('address'));
    state.value = 'Asking the server …';
    try {
      const { text, host } = await listTools(address);
      state.value = '';
      open.value = false;
      show(text, { server: host });
    } catch (error) {
      state.value = (error as Error).message;
    }
  };
  return (
    <>
      <button type="button" class="button" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>Connect</button>
      {open.value && (
        <form class="connect" onSubmit={connect}>
          <label>
            A server on this machine (Streamable HTTP)
            <input name="address" type="url" required value="http://localhost:3000/mcp" />
          </label>
          <button type="submit" class="button strong">List its tools</button>
          <p role="status" class="hint">{state.value}</p>
        </form>
      )}
    </>
  );
}

/** What is wrong with the list, worst first; pointers start at the document, or at the line. */
function problems(): Problem[] {
  const error = failure.value;
  if (error) return [{ message: error.message, code: error.code, severity: 'error', pointer: error.pointer }];
  const list = loaded.value;
  if (!list) return [];
  const inside = list.rows.flatMap((row) => row.diagnostics.map(({ code, message, pointer }): Problem => ({ code, message, severity: row.name === null ? 'error' : 'warning', pointer: row.pointer + pointer, line: row.line })));
  return [...list.diagnostics.map(({ code, message, pointer }): Problem => ({ code, message, severity: 'warning', pointer })), ...inside];
}

export function SourceEditor() {
  const found = problems();
  const row = selected.value === null ? undefined : loaded.value?.rows[selected.value];
  const wait = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = (text: string) => {
    clearTimeout(wait.current);
    wait.current = setTimeout(() => edit(text), 150);
  };
  return (
    <section class="source-editor" aria-label="The list as JSON">
      <EditorView text={source.value.text} label="The list as JSON" change={change} problems={found} reveal={row && { pointer: row.pointer, line: row.line }} />
      <p class="editor-foot" role="status">{found.length === 0 ? 'Nothing to complain about.' : `${found.length} ${found.length === 1 ? 'remark' : 'remarks'}: ${found[0]!.message}`}</p>
    </section>
  );
}

/** A list that cannot be read at all. */
export function FailureNotice() {
  const error = failure.value;
  if (!error) return null;
  return (
    <div class="failure" role="alert">
      <strong>{error.code === 'not-json' ? 'That is no JSON' : error.code === 'empty-text' ? 'Nothing there yet' : 'That could not be read'}</strong>
      <p>{error.message}{error.pointer ? <> at <code>{error.pointer}</code></> : null}</p>
      {!editing.value && <button type="button" class="button" onClick={() => (editing.value = true)}>Show me where</button>}
      {loaded.value && <p class="hint">The tools below are those of the last list that could be read.</p>}
    </div>
  );
}
