// An editor's place on the page; the editor itself comes when the place is seen.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CompletionSource } from '@codemirror/autocomplete';
import type { Editor, Problem } from './editor.ts';

export function EditorView({ text, label, change, problems, reveal, complete }: {
  text: string;
  label: string;
  change: (text: string) => void;
  problems: Problem[];
  reveal?: { pointer: string; line?: number | undefined } | undefined;
  complete?: CompletionSource;
}) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const latest = useRef(change);
  latest.current = change;
  const [ready, setReady] = useState(false);
  useEffect(() => {
    let gone = false;
    void import('./editor.ts').then(({ create }) => {
      if (gone || !host.current) return;
      editor.current = create(host.current, { text, label, change: (text) => latest.current(text), ...(complete ? { complete } : {}) });
      setReady(true);
    });
    return () => {
      gone = true;
      editor.current?.destroy();
    };
  }, []);
  useEffect(() => editor.current?.set(text), [text, ready]);
  useEffect(() => editor.current?.mark(problems), [problems, ready]);
  useEffect(() => {
    if (reveal) editor.current?.reveal(reveal.pointer, reveal.line);
  }, [reveal?.pointer, reveal?.line, ready]);
  return <div class="editor" ref={host} data-ready={ready || undefined} />;
}
