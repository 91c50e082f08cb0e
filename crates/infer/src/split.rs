//! Names into words: every convention of writing them, look-alike letters and hidden characters.

use std::borrow::Cow;

pub(crate) use mcp_tool_risk_types::is_hidden;

use crate::lower::{lower, push_lower};

/// A word of a name or text: lower case, with its place in the original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    /// Lower-case text, look-alike letters folded to Latin where [`Token::folded`] says so.
    pub(crate) text: Cow<'a, str>,
    /// Byte offset of the start in the original.
    pub(crate) start: usize,
    /// Byte offset of the end in the original.
    pub(crate) end: usize,
    /// Whether letters of another alphabet, or digits, stood in for Latin ones.
    pub(crate) folded: bool,
}

/// The Latin letter that a letter of another alphabet looks like.
pub(crate) fn latin(c: char) -> Option<char> {
    Some(match c {
        'а' | 'А' | 'α' | 'Α' => 'a',
        'в' | 'В' | 'Β' => 'b',
        'с' | 'С' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'Е' | 'ё' | 'ε' | 'Ε' => 'e',
        'һ' | 'Н' | 'Η' => 'h',
        'і' | 'І' | 'ι' | 'Ι' | 'ı' => 'i',
        'ј' | 'Ј' => 'j',
        'к' | 'К' | 'κ' | 'Κ' => 'k',
        'ӏ' | 'Ӏ' => 'l',
        'м' | 'М' | 'Μ' => 'm',
        'п' | 'ո' | 'Ν' => 'n',
        'о' | 'О' | 'ο' | 'Ο' | 'օ' => 'o',
        'р' | 'Р' | 'ρ' | 'Ρ' => 'p',
        'ԛ' => 'q',
        'г' => 'r',
        'ѕ' | 'Ѕ' => 's',
        'т' | 'Т' | 'τ' | 'Τ' => 't',
        'υ' | 'ս' => 'u',
        'ѵ' | 'ν' => 'v',
        'ԝ' | 'ω' => 'w',
        'х' | 'Х' | 'χ' | 'Χ' => 'x',
        'у' | 'У' | 'γ' | 'Υ' => 'y',
        'Ζ' => 'z',
        // Full-width forms.
        'ａ'..='ｚ' => char::from_u32(u32::from(c) - 0xff41 + u32::from('a'))?,
        'Ａ'..='Ｚ' => char::from_u32(u32::from(c) - 0xff21 + u32::from('a'))?,
        _ => return None,
    })
}

/// Splits a name: `getUser`, `get_user`, `get-user`, `Get.User`, `HTTPRequest`, `v2/users`, `mcp__srv__get`.
pub(crate) fn name(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    // Where the word begins, and where it ends so far.
    let mut current: Option<(usize, usize)> = None;
    let close = |tokens: &mut Vec<_>, current: &mut Option<(usize, usize)>| {
        tokens.extend(current.take().map(|(start, end)| token(text, start, end)));
    };
    let mut chars = text.char_indices().peekable();
    let mut previous = ' ';
    while let Some((at, c)) = chars.next() {
        if is_hidden(c) {
            continue;
        }
        if is_cjk(c) {
            close(&mut tokens, &mut current);
            let read = cjk(text, at, &mut tokens);
            while chars.next_if(|(i, _)| *i < at + read).is_some() {}
            previous = c;
            continue;
        }
        let next = chars.peek().map(|(_, n)| *n);
        if !c.is_alphanumeric() {
            close(&mut tokens, &mut current);
        } else {
            // A word begins at `aB`, at the last capital of `ABc`, and where letters meet digits.
            let starts = (c.is_uppercase() && (previous.is_lowercase() || previous.is_uppercase() && next.is_some_and(char::is_lowercase)))
                || (c.is_numeric() != previous.is_numeric() && previous.is_alphanumeric());
            if starts {
                close(&mut tokens, &mut current);
            }
            let (start, _) = current.unwrap_or((at, at));
            current = Some((start, at + c.len_utf8()));
        }
        previous = c;
    }
    close(&mut tokens, &mut current);
    if let [only] = tokens.as_slice()
        && let Some(verb) = glued(&only.text).filter(|verb| !only.folded && only.end - only.start == only.text.len() && *verb > 0)
    {
        let (start, end) = (only.start, only.end);
        return vec![token(text, start, start + verb), token(text, start + verb, end)];
    }
    tokens
}

/// How long the verb is in a name that is a verb and its object without anything between: `listusers`.
fn glued(word: &str) -> Option<usize> {
    if !word.is_ascii() || crate::lexicon::inflected(word).is_some() || crate::lexicon::is_noun(word) {
        return None;
    }
    let verb = |at: &usize| {
        let (verb, noun) = word.split_at_checked(*at)?;
        let verb = crate::lexicon::word(verb)?;
        (verb.kind == crate::lexicon::Kind::Verb && crate::lexicon::is_noun(noun)).then_some(())
    };
    (3..word.len().saturating_sub(2)).find(|at| verb(at).is_some())
}

/// The words of a name, joined by spaces.
pub(crate) fn words(text: &str) -> Cow<'_, str> {
    let mut tokens = name(text).into_iter().map(|token| token.text);
    let mut words = tokens.next().unwrap_or_default();
    for word in tokens {
        let words = words.to_mut();
        words.push(' ');
        words.push_str(&word);
    }
    words
}

/// A word of a name.
fn token(text: &str, start: usize, end: usize) -> Token<'_> {
    let original = text.get(start..end).unwrap_or("");
    if original.is_ascii() {
        return Token { text: lower(original), start, end, folded: false };
    }
    let mut folded = false;
    let mut seen = String::with_capacity(original.len());
    for c in original.chars().filter(|c| !is_hidden(*c)) {
        match latin(c) {
            Some(l) => {
                seen.push(l);
                folded = true;
            }
            None => push_lower(&mut seen, c),
        }
    }
    // A word that is wholly of another alphabet is that language, not a look-alike.
    let foreign = original.chars().filter(|c| c.is_alphabetic()).all(|c| !c.is_ascii());
    if folded && foreign && crate::lexicon::word(&seen).is_none() {
        return Token { text: lower(original), start, end, folded: false };
    }
    Token { text: seen.into(), start, end, folded }
}

/// The segments of a name between separators, each as one lower-case word with digits and capitals read as the
/// letters that they imitate: `deIete` -> `delete`, `de1ete` -> `delete`. Only segments that change are given.
pub(crate) fn imitations(text: &str) -> Vec<Token<'static>> {
    let mut found = Vec::new();
    let mut start = 0;
    for segment in text.split(|c: char| !c.is_alphanumeric() && !is_hidden(c)) {
        let mut folded = String::with_capacity(segment.len());
        let mut changed = false;
        let mut inside = false;
        for c in segment.chars() {
            let imitated = match c {
                'I' | '1' | '|' if inside => Some('l'),
                '0' if inside => Some('o'),
                '3' if inside => Some('e'),
                '5' if inside => Some('s'),
                _ if is_hidden(c) => None,
                _ => latin(c),
            };
            if is_hidden(c) {
                changed = true;
                continue;
            }
            changed |= imitated.is_some();
            match imitated {
                Some(l) => folded.push(l),
                None => push_lower(&mut folded, c),
            }
            inside = true;
        }
        if changed {
            found.push(Token { text: folded.into(), start, end: start + segment.len(), folded: true });
        }
        start += segment.len();
        // The separator: one character.
        start += text.get(start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    }
    found
}

pub(crate) fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// Splits running text. Scripts without spaces give the words of the lexicon that they contain, longest first.
pub(crate) fn text(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let len = word_length(rest);
        if len > 0 {
            // `don't` keeps its apostrophe, a closing quote goes, and so does what opens one.
            let word = rest.get(..len).unwrap_or("").trim_end_matches('\'');
            tokens.push(Token { text: lower(word), start: at, end: at + len, folded: false });
            at += len;
            continue;
        }
        let Some(c) = rest.chars().next() else { break };
        at += if is_cjk(c) { cjk(text, at, &mut tokens) } else { c.len_utf8() };
    }
    tokens
}

/// How long the word is that a text begins with, in bytes; 0 where it begins with none.
fn word_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        // Most texts are ASCII, and byte by byte is several times as fast.
        if byte.is_ascii_alphanumeric() || *byte == b'\'' && at > 0 {
            at += 1;
            continue;
        }
        match text.get(at..).filter(|_| !byte.is_ascii()).and_then(|rest| rest.chars().next()) {
            Some(c) if c.is_alphanumeric() && !is_cjk(c) => at += c.len_utf8(),
            _ => break,
        }
    }
    at
}

/// The longest words of one run without spaces; returns the bytes read.
const LONGEST_CJK_WORD: usize = 5;

fn cjk<'a>(text: &'a str, at: usize, tokens: &mut Vec<Token<'a>>) -> usize {
    let rest = text.get(at..).unwrap_or("");
    let ends: Vec<usize> = rest.char_indices().take(LONGEST_CJK_WORD).map(|(i, c)| i + c.len_utf8()).collect();
    for end in ends.iter().rev() {
        let word = rest.get(..*end).unwrap_or("");
        if crate::lexicon::word(word).is_some() || !crate::lexicon::classes(word).is_empty() {
            tokens.push(Token { text: word.into(), start: at, end: at + end, folded: false });
            return *end;
        }
    }
    ends.first().copied().unwrap_or(1)
}
