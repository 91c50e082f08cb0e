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
fn write_string(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let mut quoted = String::new();
    push_string(&mut quoted, text);
    f.write_str(&quoted)
}

/// Appends a string with its quotes.
pub(super) fn push_string(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    while let Some((run, stopped)) = rest.split_at_checked(plain_length(rest.as_bytes())) {
        out.push_str(run);
        let Some(stop) = stopped.bytes().next() else { break };
        let short = match stop {
            b'"' | b'\\' => stop,
            0x8 => b'b',
            0xc => b'f',
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            _ => b'u',
        };
        out.push('\\');
        out.push(char::from(short));
        if short == b'u' {
            out.push_str(if stop < 0x10 { "000" } else { "001" });
            out.extend(char::from_digit(u32::from(stop % 0x10), 0x10));
        }
        rest = stopped.get(1..).unwrap_or("");
    }
    out.push('"');
}

/// How many bytes stand for themselves in a string of JSON, before a quotation mark, a backslash or a control character.
pub(super) fn plain_length(bytes: &[u8]) -> usize {
    const EACH: u64 = u64::from_ne_bytes([1; 8]);
    // The highest bit of each byte that is less than the given one. A borrow may set further bits, above a right one alone.
    let less = |eight: u64, than: u8| eight.wrapping_sub(EACH * u64::from(than)) & !eight & (EACH << 7);
    // Eight at once: texts are long, and most of them have nothing to escape. The last eight may be looked at twice.
    let mut at = 0;
    while at < bytes.len() {
        at = at.min(bytes.len().saturating_sub(8));
        let Some(eight) = bytes.get(at..).and_then(<[u8]>::first_chunk) else {
            return bytes.iter().position(|b| matches!(b, b'"' | b'\\' | 0..=0x1f)).unwrap_or(bytes.len());
        };
        let eight = u64::from_le_bytes(*eight);
        let stops = less(eight, 0x20) | less(eight ^ (EACH * u64::from(b'"')), 1) | less(eight ^ (EACH * u64::from(b'\\')), 1);
        if stops != 0 {
            return at + stops.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::{plain_length, push_string};

    #[test]
    fn what_stands_for_itself_ends_at_the_first_byte_that_does_not() {
        for (before, byte) in (0..20).flat_map(|before| (0..=0xff).map(move |byte| (before, byte))) {
            let bytes = [&vec![b'~'; before][..], &[byte, b'a', b'"', 0, 0xff, b' ', b'!', b'#', b'[', b']']].concat();
            let stops = |b: &u8| matches!(b, b'"' | b'\\' | 0..=0x1f);
            assert_eq!(plain_length(&bytes), bytes.iter().position(stops).unwrap(), "{before} {byte}");
        }
        assert_eq!(plain_length(&[b'a'; 20]), 20);
    }

    #[test]
    fn a_string_is_escaped_as_serde_json_does() {
        let all: String = ('\0'..'\u{180}').collect();
        let mut ours = String::new();
        push_string(&mut ours, &all);
        assert_eq!(ours, serde_json::to_string(&all).unwrap());
    }
}
