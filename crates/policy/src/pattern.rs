//! Globs: `*` stands for any run of characters, everything else for itself.
//!
//! A pattern belongs to one component (the server, the tool, one argument). Names are never glued together, so a
//! separator inside a name can't shift a match.

use mcp_tool_risk_types::{find, nearest};

/// A compiled glob.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Glob {
    /// Matches everything.
    Any,
    /// Without a `*`.
    Exact(Box<str>),
    /// The parts between the stars. The first is a prefix, the last a suffix; both can be empty.
    Parts(Box<[Box<str>]>),
}

impl Glob {
    /// Compiles a pattern. `\*` is a star itself and `\\` a backslash.
    pub(crate) fn new(pattern: &str) -> Self {
        let mut parts: Vec<String> = vec![String::new()];
        let mut chars = pattern.chars();
        while let Some(c) = chars.next() {
            let literal = match c {
                '*' => {
                    parts.push(String::new());
                    continue;
                }
                '\\' => chars.next().unwrap_or('\\'),
                other => other,
            };
            if let Some(part) = parts.last_mut() {
                part.push(literal);
            }
        }
        let mut parts: Vec<Box<str>> = parts.into_iter().map(String::into_boxed_str).collect();
        match parts.len() {
            0 | 1 => Self::Exact(parts.pop().unwrap_or_default()),
            _ if parts.iter().all(|part| part.is_empty()) => Self::Any,
            _ => Self::Parts(parts.into_boxed_slice()),
        }
    }

    /// Whether the text fits. Takes the leftmost place for every part, which is enough, so nothing is tried twice.
    pub(crate) fn matches(&self, text: &str) -> bool {
        let parts = match self {
            Self::Any => return true,
            Self::Exact(exact) => return exact.len() == text.len() && begins(text.as_bytes(), exact.as_bytes()),
            Self::Parts(parts) => parts,
        };
        let [first, middle @ .., last] = &**parts else { return false };
        if !begins(text.as_bytes(), first.as_bytes()) {
            return false;
        }
        let Some(mut rest) = text.get(first.len()..) else { return false };
        for part in middle {
            match find(rest, part).and_then(|at| rest.get(at + part.len()..)) {
                Some(after) => rest = after,
                None => return false,
            }
        }
        let tail = rest.len().checked_sub(last.len()).and_then(|at| rest.as_bytes().get(at..));
        tail.is_some_and(|tail| begins(tail, last.as_bytes()))
    }

    /// Whether the pattern is one name.
    pub(crate) fn exact(&self) -> Option<&str> {
        if let Self::Exact(name) = self { Some(name) } else { None }
    }

    /// Whether everything that the other pattern matches, this one matches too, as far as can be told.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Any, _) => true,
            (_, Self::Exact(name)) => self.matches(name),
            _ => self == other,
        }
    }

    /// Of names that it matches none of, the one that was probably meant.
    pub(crate) fn near<'n>(&self, names: &mut dyn Iterator<Item = &'n str>) -> Option<&'n str> {
        nearest(self.exact()?, names)
    }
}

/// Whether the text begins with the part. Names are short: a call of `memcmp` would cost more than it saves.
fn begins(text: &[u8], part: &[u8]) -> bool {
    text.len() >= part.len() && text.iter().zip(part).all(|(a, b)| a == b)
}

#[cfg(test)]
mod tests {
    use super::Glob;

    #[test]
    fn stars_match_runs_and_nothing_else_is_special() {
        for (pattern, fits, others) in [
            ("get_*", &["get_", "get_user"][..], &["forget_user", "get"][..]),
            ("*_get_*", &["a_get_b", "a_get_get_b"], &["get_b", "a_get"]),
            ("*", &["", "anything"], &[]),
            ("read", &["read"], &["reads", "Read", ""]),
            ("a*b*c", &["abc", "axxbxxc", "abcbc"], &["ab", "acb", "abcd"]),
            ("*aa", &["aa", "aaa"], &["a"]),
            ("aa*aa", &["aaaa", "aaxaa"], &["aaa"]),
            ("a?c", &["a?c"], &["abc"]),
            (r"a\*c", &["a*c"], &["abc"]),
            ("list.*", &["list.x"], &["listx"]),
        ] {
            let glob = Glob::new(pattern);
            for text in fits {
                assert!(glob.matches(text), "{pattern} should match {text}");
            }
            for text in others {
                assert!(!glob.matches(text), "{pattern} should not match {text}");
            }
        }
    }

    #[test]
    fn many_stars_cost_nothing() {
        let glob = Glob::new(&"*a".repeat(2_000));
        assert!(!glob.matches(&("a".repeat(100_000) + "b")));
    }
}
