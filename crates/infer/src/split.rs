//! Names into words: every convention of writing them, look-alike letters and hidden characters.

use std::borrow::Cow;

pub(crate) use mcp_tool_risk_types::is_hidden;

use crate::lexicon::{Found, Kind, find};
use crate::lower::{lower, push_lower};

/// A word of a name or text: lower case, with its place in the original.
#[derive(Clone, Debug)]
pub(crate) struct Token<'a> {
    /// Lower-case text, look-alike letters folded to Latin where [`Token::folded`] says so.
    pub(crate) text: Cow<'a, str>,
    /// Byte offset of the start in the original.
    pub(crate) start: usize,
    /// Byte offset of the end in the original.
    pub(crate) end: usize,
    /// Whether letters of another alphabet, or digits, stood in for Latin ones.
    pub(crate) folded: bool,
    /// What the tables say of it.
    pub(crate) found: Found,
}

impl<'a> Token<'a> {
    fn new(text: impl Into<Cow<'a, str>>, start: usize, end: usize, folded: bool) -> Self {
        let text = text.into();
        Self { found: Found::of(&text), text, start, end, folded }
    }
}

/// The words of a name or text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words<'a> {
    tokens: Vec<Token<'a>>,
    marks: Marks,
}

impl<'a> Words<'a> {
    /// Whether it is one of the words.
    pub(crate) fn has_any(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.marks.may_have(word) && self.tokens.iter().any(|token| token.text == *word))
    }

    pub(crate) fn as_slice(&self) -> &[Token<'a>] {
        &self.tokens
    }

    /// Adds words at the end.
    pub(crate) fn add(&mut self, tokens: Vec<Token<'a>>) {
        tokens.iter().for_each(|token| self.marks.add(&token.text));
        if self.tokens.is_empty() {
            self.tokens = tokens;
        } else {
            self.tokens.extend(tokens);
        }
    }
}

impl<'a> std::ops::Deref for Words<'a> {
    type Target = [Token<'a>];

    fn deref(&self) -> &[Token<'a>] {
        self.as_slice()
    }
}

/// Whether one of the first words stands right before one of the second.
pub(crate) fn has_pair(tokens: &[Token<'_>], first: &[&str], second: &[&str]) -> bool {
    tokens.windows(2).any(|pair| matches!(pair, [a, b] if first.contains(&a.text.as_ref()) && second.contains(&b.text.as_ref())))
}

/// Which words there may be, so that most questions for a word are answered without a look at the words.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    /// A bit for each letter that a word begins with.
    first: u32,
    /// One of 256 bits for each word.
    words: [u32; 8],
}

impl Marks {
    pub(crate) fn add(&mut self, word: &str) {
        let (first, mark) = Self::of(word);
        self.first |= 1 << (first & 31);
        if let Some(bits) = self.words.get_mut(usize::from(mark >> 5)) {
            *bits |= 1 << (mark & 31);
        }
    }

    pub(crate) fn may_have(&self, word: &str) -> bool {
        let (first, mark) = Self::of(word);
        self.first >> (first & 31) & 1 != 0 && self.words.get(usize::from(mark >> 5)).is_some_and(|bits| bits >> (mark & 31) & 1 != 0)
    }

    fn of(word: &str) -> (u8, u8) {
        let bytes = word.as_bytes();
        let (first, last) = (bytes.first().copied().unwrap_or(0), bytes.last().copied().unwrap_or(0));
        (first, (word.len() as u8).wrapping_mul(13).wrapping_add(first.wrapping_mul(7)).wrapping_add(last.wrapping_mul(31)))
    }
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
    places(text)
        .into_iter()
        .map(|(start, end)| {
            let (text, folded) = word(text.get(start..end).unwrap_or(""));
            Token::new(text, start, end, folded)
        })
        .collect()
}

/// The words of a name, joined by spaces.
pub(crate) fn words(text: &str) -> Cow<'_, str> {
    // Most names of parameters are one word.
    if text.bytes().all(|b| b.is_ascii_lowercase()) && glued(text).is_none() {
        return text.into();
    }
    let places = places(text);
    let original = |(start, end): &(usize, usize)| text.get(*start..*end).unwrap_or("");
    if let [only] = &*places {
        return word(original(only)).0;
    }
    let mut words = String::with_capacity(text.len() + places.len());
    for place in &places {
        if !words.is_empty() {
            words.push(' ');
        }
        let original = original(place);
        words.push_str(&if original.is_ascii() { original.into() } else { word(original).0 });
    }
    words.make_ascii_lowercase();
    words.into()
}

/// Where the words of a name begin and end.
fn places(text: &str) -> Vec<(usize, usize)> {
    // What a character is; all of it but upper and lower case are words of their own.
    const UPPER: u8 = 1;
    const LOWER: u8 = 2;
    const NUMERIC: u8 = 4;
    const ALPHANUMERIC: u8 = 8;
    let kind = |c: char| match c {
        'a'..='z' => LOWER | ALPHANUMERIC,
        'A'..='Z' => UPPER | ALPHANUMERIC,
        '0'..='9' => NUMERIC | ALPHANUMERIC,
        '\0'..='\x7f' => 0,
        c => {
            let bit = |bit: u8, is: bool| if is { bit } else { 0 };
            bit(UPPER, c.is_uppercase())
                | bit(LOWER, c.is_lowercase())
                | bit(NUMERIC, c.is_numeric())
                | bit(ALPHANUMERIC, c.is_alphanumeric())
        }
    };
    let mut places = Vec::new();
    // Where the word begins, and where it ends so far; both the same where there is none.
    let (mut start, mut end) = (0, 0);
    // Where a word of a script without spaces ends.
    let mut read = 0;
    let mut previous = 0;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        if at < read || is_hidden(c) {
            continue;
        }
        let (now, cjk) = (kind(c), is_cjk(c));
        // A word begins at `aB`, at the last capital of `ABc`, and where letters meet digits.
        let begins = || {
            let next = || chars.clone().next().map_or(0, |(_, next)| kind(next));
            now & UPPER != 0 && (previous & LOWER != 0 || previous & UPPER != 0 && next() & LOWER != 0)
                || (now ^ previous) & NUMERIC != 0 && previous & ALPHANUMERIC != 0
        };
        if start < end && (now & ALPHANUMERIC == 0 || cjk || begins()) {
            places.push((start, end));
            start = end;
        }
        if cjk {
            let (length, known) = cjk_word(text, at);
            read = at + length;
            places.extend(known.then_some((at, read)));
        } else if now & ALPHANUMERIC != 0 {
            if start == end {
                start = at;
            }
            end = at + c.len_utf8();
        }
        previous = now;
    }
    if start < end {
        places.push((start, end));
    }
    if let [(start, end)] = *places
        && let Some(verb) = text.get(start..end).and_then(glued)
    {
        return vec![(start, start + verb), (start + verb, end)];
    }
    places
}

/// How long the verb is in a name that is a verb and its object without anything between: `listusers`.
fn glued(word: &str) -> Option<usize> {
    let word = lower(word);
    let whole = Found::of(&word);
    if !word.is_ascii() || whole.verb.is_some() || !whole.classes.is_empty() {
        return None;
    }
    (3..word.len().saturating_sub(2)).find(|at| {
        word.split_at_checked(*at).is_some_and(|(verb, noun)| {
            find(&[verb]).known.word.is_some_and(|verb| verb.kind == Kind::Verb) && !Found::of(noun).classes.is_empty()
        })
    })
}

/// A word of a name in lower case, and whether letters of another alphabet were folded in it.
fn word(original: &str) -> (Cow<'_, str>, bool) {
    if original.is_ascii() {
        return (lower(original), false);
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
    if folded && foreign && find(&[&seen]).known.word.is_none() {
        return (lower(original), false);
    }
    (seen.into(), folded)
}

/// The segments of a name between separators, each as one lower-case word with digits and capitals read as the
/// letters that they imitate: `deIete` -> `delete`, `de1ete` -> `delete`. Only segments that change are given.
pub(crate) fn imitations(text: &str) -> Vec<Token<'static>> {
    let mut found = Vec::new();
    if text.bytes().all(|b| b.is_ascii() && !matches!(b, b'I' | b'1' | b'0' | b'3' | b'5')) {
        return found;
    }
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
            found.push(Token::new(folded, start, start + segment.len(), true));
        }
        start += segment.len();
        // The separator: one character.
        start += text.get(start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    }
    found
}

pub(crate) fn is_cjk(c: char) -> bool {
    c >= '\u{3040}' && matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// Splits running text. Scripts without spaces give the words of the lexicon that they contain, longest first.
pub(crate) fn text(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::with_capacity(text.len() / 6);
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at) {
        // Spaces and the like.
        if byte.is_ascii() && !byte.is_ascii_alphanumeric() {
            at += 1;
            continue;
        }
        let Some(rest) = text.get(at..) else { break };
        let len = word_length(rest);
        if len > 0 {
            // `don't` keeps its apostrophe, a closing quote goes, and so does what opens one.
            let word = rest.get(..len).unwrap_or("");
            let word = if word.ends_with('\'') { word.trim_end_matches('\'') } else { word };
            tokens.push(Token::new(lower(word), at, at + len, false));
            at += len;
            continue;
        }
        let Some(c) = rest.chars().next() else { break };
        let (length, known) = if is_cjk(c) { cjk_word(text, at) } else { (c.len_utf8(), false) };
        if known {
            tokens.push(Token::new(rest.get(..length).unwrap_or(""), at, at + length, false));
        }
        at += length;
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

const LONGEST_CJK_WORD: usize = 5;

/// How long the longest known word of a run without spaces is, in bytes, and whether there is one; otherwise how long its first
/// character is.
fn cjk_word(text: &str, at: usize) -> (usize, bool) {
    let rest = text.get(at..).unwrap_or("");
    let ends: Vec<usize> = rest.char_indices().take(LONGEST_CJK_WORD).map(|(i, c)| i + c.len_utf8()).collect();
    let known = |end: &&usize| {
        let found = Found::of(rest.get(..**end).unwrap_or(""));
        found.exact.word.is_some() || !found.classes.is_empty()
    };
    match ends.iter().rev().find(known) {
        Some(end) => (*end, true),
        None => (ends.first().copied().unwrap_or(1), false),
    }
}
