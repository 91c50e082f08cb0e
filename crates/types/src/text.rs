//! Texts: searched in, and shown in messages.
//!
//! The standard library's search for a text in a text, and its `Debug` of one, bring tables and panics along that were a fiftieth of
//! the module.

/// Where the part is in the text first.
///
/// ```
/// use mcp_tool_risk_types::find;
/// assert_eq!((find("aabaab", "ab"), find("aabaab", "bb"), find("a", "")), (Some(1), None, Some(0)));
/// ```
pub fn find(text: &str, part: &str) -> Option<usize> {
    /// From this length on trying each place could take long.
    const LONG: usize = 16;
    let (text, part) = (text.as_bytes(), part.as_bytes());
    if part.len() >= LONG {
        return find_long(text, part);
    }
    let Some((first, rest)) = part.split_first() else { return Some(0) };
    let mut at = 0;
    while let Some(skipped) = text.get(at..)?.iter().position(|b| b == first) {
        at += skipped + 1;
        if text.get(at..)?.starts_with(rest) {
            return Some(at - 1);
        }
    }
    None
}

/// In linear time, as of Knuth, Morris and Pratt.
fn find_long(text: &[u8], part: &[u8]) -> Option<usize> {
    // For each length of the part's beginning: how much of the part it ends with, itself aside.
    let mut ends_with = vec![0; part.len() + 1];
    let longer = |ends_with: &[usize], mut length: usize, next: u8| loop {
        if part.get(length) == Some(&next) {
            return length + 1;
        }
        if length == 0 {
            return 0;
        }
        length = ends_with.get(length).copied().unwrap_or(0);
    };
    let mut length = 0;
    for (at, byte) in part.iter().enumerate().skip(1) {
        length = longer(&ends_with, length, *byte);
        if let Some(slot) = ends_with.get_mut(at + 1) {
            *slot = length;
        }
    }
    length = 0;
    for (at, byte) in text.iter().enumerate() {
        length = longer(&ends_with, length, *byte);
        if length == part.len() {
            return Some(at + 1 - length);
        }
    }
    None
}

/// Whether the part is in the text.
pub fn mentions(text: &str, part: &str) -> bool {
    find(text, part).is_some()
}

/// The text with each `from` replaced.
pub fn replaced(text: &str, from: &str, to: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = find(rest, from).and_then(|at| Some((rest.get(..at)?, rest.get(at + from.len()..)?))) {
        out.push_str(before);
        out.push_str(to);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The start of a foreign text, quoted, for a message.
pub fn excerpt(text: &str) -> String {
    const SHOWN: usize = 60;
    let mut shown = String::from('"');
    let mut chars = text.chars();
    for c in chars.by_ref().take(SHOWN) {
        match c {
            '"' | '\\' => shown.extend(['\\', c]),
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            c if steers(c) || is_hidden(c) => shown.extend(c.escape_unicode()),
            c => shown.push(c),
        }
    }
    shown.push('"');
    if chars.next().is_some() {
        shown.push_str("...");
    }
    shown
}

/// Control and format characters (Unicode's Cc, Cf, Zl and Zp).
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}' | '\u{891}' | '\u{8e2}' | '\u{180e}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0001}' | '\u{e0020}'..='\u{e007f}')
}

/// Characters of a text that show nothing, or turn the direction of what follows.
pub fn is_hidden(c: char) -> bool {
    !c.is_ascii()
        && matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::{excerpt, find, replaced};

    #[test]
    fn it_finds_what_the_standard_library_finds() {
        let text = "ab".repeat(40) + "aab" + &"ab".repeat(30) + "c";
        for start in 0..text.len() {
            for length in [0, 1, 2, 3, 15, 16, 17, 40, 200] {
                let part = text.get(start..).unwrap().get(..length).unwrap_or("bb");
                assert_eq!(find(&text, part), text.find(part), "{part}");
                let other = part.to_owned() + "a";
                assert_eq!(find(&text, &other), text.find(&other), "{other}");
            }
        }
        assert_eq!(find(&"a".repeat(300_000), &("a".repeat(100_000) + "b")), None);
        assert_eq!(replaced("a--b-", "--", "+"), "a+b-");
    }

    #[test]
    fn an_excerpt_hides_nothing() {
        assert_eq!(excerpt("a\"b\\c\n\u{1b}\u{202e}é"), r#""a\"b\\c\n\u{1b}\u{202e}é""#);
        assert_eq!(excerpt(&"x".repeat(61)), format!("\"{}\"...", "x".repeat(60)));
    }
}
