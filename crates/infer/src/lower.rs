//! Lower case. The standard library's tables say the same as these, and are ten times as long.

use std::borrow::Cow;

include!(concat!(env!("OUT_DIR"), "/lower.rs"));

/// The text in lower case, character by character; the text itself where it is that already.
pub(crate) fn lower(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|b| b.is_ascii() && !b.is_ascii_uppercase()) {
        return text.into();
    }
    if text.is_ascii() {
        return text.to_ascii_lowercase().into();
    }
    let mut lower = String::with_capacity(text.len());
    for c in text.chars() {
        push_lower(&mut lower, c);
    }
    lower.into()
}

/// Appends a character in lower case.
pub(crate) fn push_lower(text: &mut String, c: char) {
    if c == '\u{130}' {
        // The one that becomes two: an i with its dot.
        return text.push_str("i\u{307}");
    }
    text.push(if c.is_ascii() { c.to_ascii_lowercase() } else { of(c) });
}

fn of(c: char) -> char {
    let code = u32::from(c);
    let run = RUNS.partition_point(|(start, ..)| *start <= code).checked_sub(1).and_then(|at| RUNS.get(at));
    let Some((start, count, step, add)) = run else { return c };
    let (offset, step) = (code - start, u32::from(*step));
    if offset >= u32::from(*count) * step || offset % step != 0 {
        return c;
    }
    code.checked_add_signed(*add).and_then(char::from_u32).unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::push_lower;

    #[test]
    fn every_character_is_as_in_the_standard_library() {
        for c in '\0'..=char::MAX {
            let mut lower = String::new();
            push_lower(&mut lower, c);
            assert!(lower.chars().eq(c.to_lowercase()), "{c:?} {lower:?}");
        }
    }
}
