//! The reader.

use std::borrow::Cow;

use super::write::plain_length;
use super::{Json, JsonError, Note, NoteKind, Object, Parsed, Path};
use crate::sorted::firsts;

/// Values nested deeper than this are kept as text. Tool schemas in the wild stay below 40.
pub const MAX_DEPTH: usize = 128;

/// No more notes than this are kept, nor more bytes in their pointers: hostile input must not grow the answer beyond its own size.
const MAX_NOTES: usize = 1000;
const MAX_NOTE_BYTES: usize = 1 << 20;

/// Up to this many keys, comparing each with each is faster than sorting.
const FEW_KEYS: usize = 16;

/// Reads a JSON text.
///
/// # Errors
/// The text is not JSON in the sense of `JSON.parse`. A byte order mark at the start is skipped.
///
/// ```
/// let parsed = mcp_tool_risk_types::json::parse(r#"{"a": 1, "a": 2}"#)?;
/// assert_eq!(parsed.value.get("a").and_then(|a| a.as_f64()), Some(2.0));
/// assert_eq!(parsed.notes[0].pointer, "/a");
/// # Ok::<(), mcp_tool_risk_types::json::JsonError>(())
/// ```
pub fn parse(text: &str) -> Result<Parsed<'_>, JsonError> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { text: body, at: 0, items: Vec::new(), entries: Vec::new(), notes: Vec::new(), note_bytes: 0, unlisted: 0 };
    let result = reader.document();
    match result {
        Ok(value) => Ok(Parsed { value, notes: reader.notes, unlisted: reader.unlisted }),
        Err(message) => Err(locate(body, reader.at, text.len() - body.len(), message)),
    }
}

fn locate(text: &str, at: usize, skipped: usize, message: &'static str) -> JsonError {
    let before = text.get(..at).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    JsonError {
        message,
        offset: at + skipped,
        line: before.matches('\n').count() + 1,
        column: before.get(line_start..).unwrap_or("").chars().count() + 1,
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The elements of the arrays, and the entries of the objects, that are still open.
    items: Vec<Json<'a>>,
    entries: Vec<Entry<'a>>,
    notes: Vec<Note>,
    note_bytes: usize,
    unlisted: usize,
}

type Read<T> = Result<T, &'static str>;
type Entry<'a> = (Cow<'a, str>, Json<'a>);

impl<'a> Reader<'a> {
    fn document(&mut self) -> Read<Json<'a>> {
        let value = self.value(&Path::ROOT)?;
        self.skip_space();
        if self.peek().is_some() { Err("expected the end of the text") } else { Ok(value) }
    }

    #[inline(always)]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    #[inline(always)]
    fn skip_space(&mut self) {
        // Most often there is none.
        if self.peek().is_some_and(|byte| byte <= b' ') {
            self.skip_long_space();
        }
    }

    fn skip_long_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Whether a comma stands here; if not, what closes must.
    fn goes_on(&mut self, close: u8) -> Option<bool> {
        self.skip_space();
        let comma = self.eat(b',');
        (comma || self.eat(close)).then_some(comma)
    }

    fn note(&mut self, kind: NoteKind, path: &Path<'_>) {
        if self.notes.len() >= MAX_NOTES || self.note_bytes >= MAX_NOTE_BYTES {
            self.unlisted += 1;
            return;
        }
        let pointer = path.pointer();
        self.note_bytes += pointer.len();
        self.notes.push(Note { kind, pointer });
    }

    fn slice(&self, from: usize) -> &'a str {
        self.text.get(from..self.at).unwrap_or("")
    }

    fn value(&mut self, path: &Path<'_>) -> Read<Json<'a>> {
        self.skip_space();
        match self.peek() {
            Some(b'{' | b'[') if path.depth >= MAX_DEPTH => {
                let start = self.at;
                self.skip_nested()?;
                self.note(NoteKind::TooDeep, path);
                Ok(Json::Deep(Cow::Borrowed(self.slice(start))))
            }
            Some(b'{') => self.object(path),
            Some(b'[') => self.array(path),
            Some(b'"') => self.string(path).map(Json::String),
            _ => self.scalar(),
        }
    }

    fn scalar(&mut self) -> Read<Json<'a>> {
        match self.peek() {
            Some(b't') => self.literal("true").map(|()| Json::Bool(true)),
            Some(b'f') => self.literal("false").map(|()| Json::Bool(false)),
            Some(b'n') => self.literal("null").map(|()| Json::Null),
            Some(b'-' | b'0'..=b'9') => {
                let start = self.at;
                self.number()?;
                Ok(Json::Number(Cow::Borrowed(self.slice(start))))
            }
            None => Err("the text ends where a value is expected"),
            _ => Err("expected a value"),
        }
    }

    fn literal(&mut self, word: &'static str) -> Read<()> {
        if self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(word.as_bytes())) {
            self.at += word.len();
            Ok(())
        } else {
            Err("expected a value")
        }
    }

    fn digits(&mut self) -> Read<()> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start { Err("expected a digit") } else { Ok(()) }
    }

    fn number(&mut self) -> Read<()> {
        self.eat(b'-');
        if self.eat(b'0') {
            if matches!(self.peek(), Some(b'0'..=b'9')) {
                return Err("a number has a leading zero");
            }
        } else {
            self.digits()?;
        }
        if self.eat(b'.') {
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    fn array(&mut self, path: &Path<'_>) -> Read<Json<'a>> {
        self.at += 1;
        let start = self.items.len();
        self.skip_space();
        if self.eat(b']') {
            return Ok(Json::Array(Vec::new()));
        }
        loop {
            let item = self.value(&path.index(self.items.len() - start))?;
            self.items.push(item);
            if !self.goes_on(b']').ok_or("expected ',' or ']'")? {
                return Ok(Json::Array(self.items.drain(start..).collect()));
            }
        }
    }

    fn object(&mut self, path: &Path<'_>) -> Read<Json<'a>> {
        self.at += 1;
        let start = self.entries.len();
        self.skip_space();
        if self.eat(b'}') {
            return Ok(Json::Object(Object::default()));
        }
        loop {
            self.skip_space();
            if self.peek() != Some(b'"') {
                return Err("expected a key in double quotes");
            }
            let key = self.string(path)?;
            self.skip_space();
            if !self.eat(b':') {
                return Err("expected ':'");
            }
            let value = self.value(&path.key(&key))?;
            self.entries.push((key, value));
            if !self.goes_on(b'}').ok_or("expected ',' or '}'")? {
                break;
            }
        }
        let entries = self.entries.drain(start..).collect();
        Ok(Json::Object(Object { entries: self.last_wins(entries, path) }))
    }

    /// Keeps the last value of each key, at the place of the first, as `JSON.parse` does.
    fn last_wins(&mut self, mut entries: Vec<Entry<'a>>, path: &Path<'_>) -> Vec<Entry<'a>> {
        let same = |(i, (key, _)): (usize, &Entry<'a>)| entries.iter().take(i).any(|(earlier, _)| earlier == key);
        if entries.len() <= FEW_KEYS && !entries.iter().enumerate().any(same) {
            return entries;
        }
        let keys = |a: usize, b: usize| entries.get(a).map(|(key, _)| key).cmp(&entries.get(b).map(|(key, _)| key));
        let firsts = firsts(entries.len(), &keys);
        for (place, first) in firsts.iter().enumerate().filter(|(place, first)| place != *first) {
            let Some((key, value)) = entries.get_mut(place) else { continue };
            self.note(NoteKind::DuplicateKey, &path.key(key));
            let value = std::mem::replace(value, Json::Null);
            if let Some(slot) = entries.get_mut(*first) {
                slot.1 = value;
            }
        }
        let mut places = firsts.iter().enumerate();
        entries.retain(|_| places.next().is_some_and(|(place, first)| place == *first));
        entries
    }

    fn string(&mut self, path: &Path<'_>) -> Read<Cow<'a, str>> {
        self.at += 1;
        let start = self.at;
        self.plain_run();
        if self.peek() == Some(b'"') {
            let text = self.slice(start);
            self.at += 1;
            return Ok(Cow::Borrowed(text));
        }
        let mut text = String::from(self.slice(start));
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(Cow::Owned(text));
                }
                Some(b'\\') => {
                    self.at += 1;
                    match self.escape()? {
                        Some(c) => text.push(c),
                        None => {
                            text.push('\u{fffd}');
                            self.note(NoteKind::LoneSurrogate, path);
                        }
                    }
                }
                Some(0..=0x1f) => return Err("a control character in a string must be escaped"),
                Some(_) => {
                    let run = self.at;
                    self.plain_run();
                    text.push_str(self.slice(run));
                }
                None => return Err("the text ends inside a string"),
            }
        }
    }

    /// Advances over bytes that stand for themselves. Stops at ASCII only, so never inside a character.
    fn plain_run(&mut self) {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        self.at += plain_length(rest);
    }

    /// The character of an escape sequence, `None` for a lone surrogate.
    fn escape(&mut self) -> Read<Option<char>> {
        let byte = self.peek().ok_or("the text ends inside a string")?;
        let simple = match byte {
            b'"' | b'\\' | b'/' => byte as char,
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.at += 1;
                return self.unicode();
            }
            _ => return Err("unknown escape sequence in a string"),
        };
        self.at += 1;
        Ok(Some(simple))
    }

    fn hex4(&mut self) -> Read<u32> {
        let digits = self.text.get(self.at..self.at + 4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let code = digits.and_then(|d| u32::from_str_radix(d, 16).ok()).ok_or("expected four hexadecimal digits")?;
        self.at += 4;
        Ok(code)
    }

    fn unicode(&mut self) -> Read<Option<char>> {
        let code = self.hex4()?;
        if (0xd800..0xdc00).contains(&code) {
            let after_high = self.at;
            if self.eat(b'\\') && self.eat(b'u') {
                let low = self.hex4()?;
                if (0xdc00..0xe000).contains(&low) {
                    return Ok(char::from_u32(0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00)));
                }
            }
            self.at = after_high;
        }
        Ok(char::from_u32(code))
    }

    /// Validates a nested value without recursion and without keeping anything of it.
    fn skip_nested(&mut self) -> Read<()> {
        // One entry for each open container: whether it is an object.
        let mut open = Vec::new();
        loop {
            self.skip_space();
            match self.peek() {
                Some(b'{') => {
                    self.at += 1;
                    self.skip_space();
                    if !self.eat(b'}') {
                        open.push(true);
                        self.skip_key()?;
                        continue;
                    }
                }
                Some(b'[') => {
                    self.at += 1;
                    self.skip_space();
                    if !self.eat(b']') {
                        open.push(false);
                        continue;
                    }
                }
                Some(b'"') => self.skip_string()?,
                _ => self.scalar().map(drop)?,
            }
            loop {
                let Some(in_object) = open.last().copied() else { return Ok(()) };
                self.skip_space();
                if self.eat(b',') {
                    if in_object {
                        self.skip_space();
                        self.skip_key()?;
                    }
                    break;
                }
                if !self.eat(if in_object { b'}' } else { b']' }) {
                    return Err(if in_object { "expected ',' or '}'" } else { "expected ',' or ']'" });
                }
                open.pop();
            }
        }
    }

    fn skip_key(&mut self) -> Read<()> {
        if self.peek() != Some(b'"') {
            return Err("expected a key in double quotes");
        }
        self.skip_string()?;
        self.skip_space();
        if self.eat(b':') { Ok(()) } else { Err("expected ':'") }
    }

    fn skip_string(&mut self) -> Read<()> {
        self.at += 1;
        loop {
            self.plain_run();
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    self.at += 1;
                    self.escape()?;
                }
                Some(_) => return Err("a control character in a string must be escaped"),
                None => return Err("the text ends inside a string"),
            }
        }
    }
}
