//! JSON as others wrote it: read once, kept whole.
//!
//! `JSON.parse` decides what is JSON and which of two equal keys wins. Beyond it, what it would lose is
//! reported: duplicate keys, lone surrogates (they become U+FFFD) and values nested deeper than
//! [`MAX_DEPTH`], which are validated and kept as text, so that hostile nesting costs no stack.
//! Numbers stay as they were written.

mod from_json;
mod number;
mod parts;
mod path;
mod read;
mod serde_value;
mod serialize;
mod write;

use std::borrow::Cow;
use std::fmt;

pub use from_json::{
    FromJson, all_from_json, fill_at, fill_struct, from_json, from_text, not_expected, object_of, report, text_of, unknown_key, word_of,
    wrong_type,
};
pub use number::{number_text, number_value};
pub use parts::Parts;
pub use path::Path;
pub use read::{MAX_DEPTH, parse};
pub use serialize::{to_text, write_text};
pub(crate) use write::write_object;

use crate::text::replaced;

/// A JSON value that borrows from its text where it can.
#[derive(Debug, Clone, PartialEq)]
pub enum Json<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it was written.
    Number(Cow<'a, str>),
    /// A string, unescaped.
    String(Cow<'a, str>),
    /// An array.
    Array(Vec<Json<'a>>),
    /// An object, keys in the order of the text.
    Object(Object<'a>),
    /// A value deeper than [`MAX_DEPTH`], as text.
    Deep(Cow<'a, str>),
}

/// A JSON object. Keys are unique; their order is that of the text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Object<'a> {
    entries: Vec<(Cow<'a, str>, Json<'a>)>,
}

impl<'a> Object<'a> {
    /// The value at the key.
    pub fn get(&self, key: &str) -> Option<&Json<'a>> {
        self.entries.iter().find(|(k, _)| k == key).map(|(_, value)| value)
    }

    /// The value at the key, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Json<'a>> {
        self.entries.iter_mut().find(|(k, _)| k == key).map(|(_, value)| value)
    }

    /// Keys and values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &Json<'a>)> {
        self.entries.iter().map(|(key, value)| (key.as_ref(), value))
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Drops the keys whose value is not to stay.
    pub fn retain(&mut self, mut stays: impl FnMut(&Json<'a>) -> bool) {
        self.entries.retain(|(_, value)| stays(value));
    }

    /// Replaces the value at the key, or adds the key at the end.
    pub fn insert(&mut self, key: impl Into<Cow<'a, str>>, value: Json<'a>) {
        let key = key.into();
        match self.entries.iter_mut().find(|(k, _)| *k == key) {
            Some((_, slot)) => *slot = value,
            None => self.entries.push((key, value)),
        }
    }
}

impl<'a, K: Into<Cow<'a, str>>> FromIterator<(K, Json<'a>)> for Object<'a> {
    /// Keys that come twice keep the last value.
    fn from_iter<I: IntoIterator<Item = (K, Json<'a>)>>(entries: I) -> Self {
        let mut object = Self::default();
        for (key, value) in entries {
            object.insert(key, value);
        }
        object
    }
}

impl<'a> From<Object<'a>> for Json<'a> {
    fn from(object: Object<'a>) -> Self {
        Self::Object(object)
    }
}

impl<'a> Json<'a> {
    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The truth of a boolean.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// A number as JavaScript would hold it; infinite where it is out of range.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Number(text) => Some(number_value(text)),
            _ => None,
        }
    }

    /// The elements of an array.
    pub fn as_array(&self) -> Option<&[Json<'a>]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The keys and values of an object.
    pub fn as_object(&self) -> Option<&Object<'a>> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The keys and values of an object, to be changed.
    pub fn as_object_mut(&mut self) -> Option<&mut Object<'a>> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The value at a key of an object.
    pub fn get(&self, key: &str) -> Option<&Json<'a>> {
        self.as_object()?.get(key)
    }

    /// The value at a JSON Pointer (RFC 6901); the empty pointer is the value itself.
    pub fn pointer(&self, pointer: &str) -> Option<&Json<'a>> {
        if pointer.is_empty() {
            return Some(self);
        }
        pointer.strip_prefix('/')?.split('/').try_fold(self, |value, segment| match value {
            Self::Object(object) => object.get(&unescape_segment(segment)),
            // RFC 6901: an index has no leading zero.
            Self::Array(items) if segment == "0" || !segment.starts_with(['0', '+']) => items.get(segment.parse::<usize>().ok()?),
            _ => None,
        })
    }

    /// The name of the value's type, as in messages.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Number(_) => "number",
            Self::String(_) => "string",
            Self::Array(_) => "array",
            Self::Object(_) => "object",
            Self::Deep(_) => "value nested too deeply",
        }
    }
}

/// A key as it stands in a JSON Pointer, read.
pub fn unescape_segment(segment: &str) -> Cow<'_, str> {
    if segment.contains('~') { Cow::Owned(replaced(&replaced(segment, "~1", "/"), "~0", "~")) } else { Cow::Borrowed(segment) }
}

/// Appends one segment to a JSON Pointer.
pub fn push_segment(pointer: &mut String, segment: &str) {
    pointer.push('/');
    let mut rest = segment;
    while let Some((run, stopped)) = rest.bytes().position(|b| matches!(b, b'~' | b'/')).and_then(|at| rest.split_at_checked(at)) {
        pointer.push_str(run);
        pointer.push_str(if stopped.starts_with('~') { "~0" } else { "~1" });
        rest = stopped.get(1..).unwrap_or("");
    }
    pointer.push_str(rest);
}

/// What was read, and what `JSON.parse` would have lost.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed<'a> {
    /// The value.
    pub value: Json<'a>,
    /// What was noticed on the way, in the order of the text.
    pub notes: Vec<Note>,
    /// How much more was noticed that `notes` has no room for.
    pub unlisted: usize,
}

/// Something worth a diagnostic that is no error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What was noticed.
    pub kind: NoteKind,
    /// Where, as a JSON Pointer.
    pub pointer: String,
}

/// Kinds of [`Note`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteKind {
    /// A key stands twice in an object; the last value counts.
    DuplicateKey,
    /// Half of a surrogate pair, replaced by U+FFFD.
    LoneSurrogate,
    /// Nested deeper than [`MAX_DEPTH`]: kept as text, not looked into.
    TooDeep,
}

/// Why a text is not JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// What was expected, for example `expected ',' or '}'`.
    pub message: &'static str,
    /// Byte offset in the text.
    pub offset: usize,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at line {}, column {}", self.message, self.line, self.column)
    }
}

impl std::error::Error for JsonError {}
