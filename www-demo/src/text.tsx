// Texts that servers wrote: data, shown as it is, with what cannot be seen made visible.
import type { ComponentChildren } from 'preact';

// Controls, format characters (direction, zero width), separators of lines and paragraphs, variation selectors, tags, fillers.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;
const NAMES: Record<string, string> = {
  '\u200b': 'zero width space', '\u200c': 'zero width non-joiner', '\u200d': 'zero width joiner', '\u2060': 'word joiner', '\ufeff': 'byte order mark',
  '\u202a': 'left-to-right embedding', '\u202b': 'right-to-left embedding', '\u202c': 'end of direction', '\u202d': 'left-to-right override', '\u202e': 'right-to-left override',
  '\u2066': 'left-to-right isolate', '\u2067': 'right-to-left isolate', '\u2068': 'first strong isolate', '\u2069': 'end of isolate', '\u00ad': 'soft hyphen',
};

function code(char: string): string {
  return `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The text with every character that shows nothing, or turns others around, as a small sign. */
export function visible(text: string): ComponentChildren {
  if (!HIDDEN.test(text)) return text;
  const out: ComponentChildren[] = [];
  let plain = '';
  for (const char of text) {
    if (!HIDDEN.test(char) || char === '\n' || char === '\t') {
      plain += char;
      continue;
    }
    if (plain) out.push(plain);
    plain = '';
    out.push(
      <span class="hidden-char" title={NAMES[char] ?? 'a character that shows nothing'}>
        {code(char)}
      </span>,
    );
  }
  if (plain) out.push(plain);
  return out;
}

/** A foreign text, kept to itself: its direction does not reach what stands beside it. */
export function Foreign({ text, class: name }: { text: string; class?: string }) {
  return <bdi class={name}>{visible(text)}</bdi>;
}
