// CodeMirror, loaded when somebody wants to edit. It lives in a shadow root, where its styles need no word in the
// content security policy.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionSource } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, ensureSyntaxTree, HighlightStyle, indentOnInput, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorState, type Text } from '@codemirror/state';
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { SyntaxNode } from '@lezer/common';

export interface Problem {
  message: string;
  code: string;
  severity: 'error' | 'warning' | 'info';
  /** A JSON Pointer; or, of text that is no JSON, absent. */
  pointer?: string | undefined;
  /** Of JSON Lines, the line of the document that the pointer starts at. */
  line?: number | undefined;
}

const style = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--ink)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.punctuation, color: 'var(--quiet)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--ink)', backgroundColor: 'var(--paper)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-gutters': { backgroundColor: 'var(--paper)', color: 'var(--quiet)', border: 'none' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--selection) !important' },
  '&.cm-focused': { outline: 'none' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--ink)', border: '1px solid var(--line)', borderRadius: '8px', overflow: 'hidden', fontFamily: 'var(--sans)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--selection)', color: 'var(--ink)' },
  '.cm-diagnostic': { padding: '6px 10px', borderLeftWidth: '3px' },
  // Signs of our own in place of pictures in data: addresses, which the policy of the page does not let in.
  '.cm-lintRange-error, .cm-lintRange-warning, .cm-lintRange-info': { backgroundImage: 'none', textDecoration: 'underline wavy var(--danger) 1px', textUnderlineOffset: '3px' },
  '.cm-lintRange-warning, .cm-lintRange-info': { textDecorationColor: 'var(--strong-line)' },
  '.cm-lint-marker': { width: '9px', height: '9px', margin: '6px auto 0', content: 'none !important', borderRadius: '50%' },
  '.cm-lint-marker-error': { backgroundColor: 'var(--danger)', borderRadius: '2px' },
  '.cm-lint-marker-warning, .cm-lint-marker-info': { border: '2px solid var(--strong-line)' },
  '.cm-specialChar': { color: 'var(--danger)' },
});

/**
 * Typing over a selection: left to the browser, it would carry the look of what is replaced over as an inline style, which
 * the policy of the page refuses.
 */
const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== 'insertText' || event.data === null || view.composing || view.state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

export interface Editor {
  set(text: string): void;
  mark(problems: Problem[]): void;
  reveal(pointer: string, line?: number): void;
  focus(): void;
  destroy(): void;
}

/** Where a JSON Pointer leads in the text, by its syntax tree. */
function rangeOf(state: EditorState, pointer: string, line?: number): { from: number; to: number } {
  const start = line !== undefined && line >= 1 && line <= state.doc.lines ? state.doc.line(line) : undefined;
  const tree = ensureSyntaxTree(state, Math.min(state.doc.length, 2_000_000), 500) ?? syntaxTree(state);
  let node: SyntaxNode | null = start ? value(tree.resolveInner(start.from + indent(state.doc, start.from), 1)) : tree.topNode.firstChild;
  if (start && !node) return { from: start.from, to: start.to };
  for (const part of pointer.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    const next: SyntaxNode | null = node ? step(state, node, part) : null;
    if (!next) break;
    node = next;
  }
  if (!node) return start ? { from: start.from, to: start.to } : { from: 0, to: Math.min(1, state.doc.length) };
  // A long value is pointed at by its first line.
  const end = Math.min(node.to, state.doc.lineAt(node.from).to);
  return { from: node.from, to: Math.max(end, Math.min(node.from + 1, state.doc.length)) };
}

function indent(doc: Text, at: number): number {
  return /^\s*/.exec(doc.lineAt(at).text)![0].length;
}

function value(node: SyntaxNode | null): SyntaxNode | null {
  while (node && node.name !== 'Object' && node.name !== 'Array' && node.parent?.name !== 'JsonText') node = node.parent;
  return node;
}

function step(state: EditorState, node: SyntaxNode, part: string): SyntaxNode | null {
  if (node.name === 'Array') {
    let at = Number(part);
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (child.name === '[' || child.name === ']' || child.name === ',' || child.type.isError) continue;
      if (at-- === 0) return child;
    }
    return null;
  }
  if (node.name !== 'Object') return null;
  let found: SyntaxNode | null = null;
  for (const property of node.getChildren('Property')) {
    const name = property.getChild('PropertyName');
    // Of two equal keys the last counts, as in the reader.
    if (name && unquote(state.sliceDoc(name.from, name.to)) === part) found = property.lastChild;
  }
  return found;
}

function unquote(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}

/** `line 3, column 7` in a message of the reader. */
function placeIn(doc: Text, message: string): { from: number; to: number } | undefined {
  const match = /line (\d+)(?:,? column (\d+))?/.exec(message);
  if (!match) return undefined;
  const line = Number(match[1]);
  if (line < 1 || line > doc.lines) return undefined;
  const { from, to } = doc.line(line);
  const at = Math.min(to, from + Math.max(0, Number(match[2] ?? 1) - 1));
  return { from: Math.max(from, Math.min(at, to - 1)), to: Math.max(at + 1, Math.min(to, at + 1)) };
}

export function create(host: HTMLElement, options: { text: string; label: string; change: (text: string) => void; complete?: CompletionSource }): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  let quiet = false;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        lineNumbers(),
        highlightSpecialChars({ addSpecialChars: /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g }),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        autocompletion(options.complete ? { override: [options.complete] } : {}),
        json(),
        lintGutter(),
        syntaxHighlighting(style),
        theme,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0' }),
        typeOver,
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !quiet) options.change(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    set(text) {
      if (view.state.doc.toString() === text) return;
      quiet = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      quiet = false;
    },
    mark(problems) {
      const { state } = view;
      const diagnostics = problems.slice(0, 200).map(({ message, code, severity, pointer, line }): Diagnostic => {
        const place = pointer === undefined || pointer === '' ? (placeIn(state.doc, message) ?? rangeOf(state, '', line)) : rangeOf(state, pointer, line);
        return { ...place, to: Math.min(place.to, state.doc.length), from: Math.min(place.from, state.doc.length), severity, message, source: code };
      });
      view.dispatch(setDiagnostics(state, diagnostics));
    },
    reveal(pointer, line) {
      const { from } = rangeOf(view.state, pointer, line);
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'start', yMargin: 24 }) });
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
