//! The writer: compact, escaped as `JSON.stringify` does, numbers as they were read.

use std::fmt::{self, Write};

use super::Json;

impl fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(text) | Self::Deep(text) => f.write_str(text),
            Self::String(text) => write_string(f, text),
            Self::Array(items) => {
                f.write_char('[')?;
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        f.write_char(',')?;
                    }
                    item.fmt(f)?;
                }
                f.write_char(']')
            }
            Self::Object(_) => write_object(f, self, &|f, _, value| value.fmt(f)),
        }
    }
}

/// Writes one value of an object.
type WriteValue<'w> = &'w dyn Fn(&mut fmt::Formatter<'_>, &str, &Json<'_>) -> fmt::Result;

/// Writes an object whose values the closure writes.
pub(crate) fn write_object(f: &mut fmt::Formatter<'_>, json: &Json<'_>, write_value: WriteValue<'_>) -> fmt::Result {
    f.write_char('{')?;
    for (i, (key, value)) in json.as_object().into_iter().flat_map(super::Object::iter).enumerate() {
        if i > 0 {
            f.write_char(',')?;
        }
        write_string(f, key)?;
        f.write_char(':')?;
        write_value(f, key, value)?;
    }
    f.write_char('}')
}

/// Writes a string with its quotes.
pub(super) fn write_string(f: &mut dyn Write, text: &str) -> fmt::Result {
    f.write_char('"')?;
    let mut plain = text;
    // All of these are ASCII: bytes are looked through faster than characters.
    while let Some(stop) = plain.bytes().position(|b| matches!(b, b'"' | b'\\' | 0..=0x1f)) {
        let Some((run, rest)) = plain.split_at_checked(stop) else { break };
        f.write_str(run)?;
        let mut chars = rest.chars();
        match chars.next() {
            Some('"') => f.write_str("\\\"")?,
            Some('\\') => f.write_str("\\\\")?,
            Some('\u{8}') => f.write_str("\\b")?,
            Some('\u{c}') => f.write_str("\\f")?,
            Some('\n') => f.write_str("\\n")?,
            Some('\r') => f.write_str("\\r")?,
            Some('\t') => f.write_str("\\t")?,
            Some(c) => write!(f, "\\u{:04x}", u32::from(c))?,
            None => {}
        }
        plain = chars.as_str();
    }
    f.write_str(plain)?;
    f.write_char('"')
}
