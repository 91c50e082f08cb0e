//! What a GraphQL document does, as far as its operations and their fields show.

use mcp_tool_risk_types::{find, mentions};

use super::effect::{Effect, Grade, Reading};
use crate::name;

/// Whether a text starts like a GraphQL document.
pub(crate) fn looks_like(text: &str) -> bool {
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == ',' || c == '\u{feff}');
    let word = start.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    start.starts_with('{') || start.starts_with('#') || matches!(word, "query" | "mutation" | "subscription" | "fragment")
}

/// Adds what the document does. A mutation is graded by the names of its fields.
pub(crate) fn read(text: &str, reading: &mut Reading) {
    let mut braces = 0usize;
    let mut parentheses = 0usize;
    let mut mutates = false;
    let mut known_fields = true;
    // The word at the start of an operation is still to come.
    let mut head = true;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let mut step = c.len_utf8();
        match c {
            // A carriage return ends a line, too.
            '#' => step = rest.find(['\n', '\r']).unwrap_or(rest.len()),
            '"' => match string_length(rest) {
                Some(length) => step = length,
                None => return reading.unclear("GraphQL that can't be split"),
            },
            '{' => {
                if braces == 0 && parentheses == 0 && head {
                    reading.grade(Grade::Read, "GraphQL query");
                    head = false;
                }
                braces += 1;
            }
            '}' => {
                if braces == 0 {
                    return reading.unclear("GraphQL that can't be split");
                }
                braces -= 1;
                if braces == 0 {
                    head = true;
                    mutates = false;
                }
            }
            '(' => parentheses += 1,
            ')' => parentheses = parentheses.saturating_sub(1),
            c if c.is_ascii_alphabetic() || c == '_' => {
                step = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
                let word = rest.get(..step).unwrap_or_default();
                let after = rest.get(step..).unwrap_or_default().trim_start();
                if braces == 0 && head {
                    head = false;
                    match word {
                        "query" | "subscription" => reading.grade(Grade::Read, "GraphQL query"),
                        "mutation" => {
                            reading.grade(Grade::Change, "GraphQL mutation");
                            mutates = true;
                        }
                        // The fields of a fragment may be those of a mutation.
                        "fragment" => mutates = mentions(after, "Mutation"),
                        _ => return reading.unclear("GraphQL that can't be split"),
                    }
                } else if braces == 1 && parentheses == 0 && mutates && !after.starts_with(':') {
                    match name::read(word).worst() {
                        Some(act) => reading.add(Effect::of(act), "GraphQL mutation"),
                        None => known_fields = false,
                    }
                }
            }
            _ => {}
        }
        rest = rest.get(step..).unwrap_or_default();
    }
    if braces != 0 || parentheses != 0 {
        reading.unclear("GraphQL that can't be split");
    }
    if !known_fields {
        reading.unclear("GraphQL mutation whose fields aren't known");
    }
}

/// The length of the string at the start, quotes included.
fn string_length(text: &str) -> Option<usize> {
    if let Some(block) = text.strip_prefix("\"\"\"") {
        return find(block, "\"\"\"").map(|at| at + 6);
    }
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at + 1),
            '\n' => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use mcp_tool_risk_types::{RiskLevel, Word as _};

    use super::*;

    fn of(text: &str) -> Reading {
        let mut reading = Reading::default();
        read(text, &mut reading);
        reading
    }

    #[test]
    fn operations_are_graded() {
        for text in ["{ me { id } }", "query Q($a: Int = 1) { user(id: $a) { deleteReason } }", "# mutation\n{ a(b: \"mutation { x }\") }"]
        {
            let found = of(text);
            assert!(found.understood && found.effect.is_read() && found.effect.risk == RiskLevel::Low, "{text}: {found:?}");
        }
        let found = of("query A { a } mutation B { deleteUser(id: 1) { id } }");
        assert!(found.effect.risk.rank() >= RiskLevel::High.rank());
        assert!(of("# a note\rmutation { deleteUser(id: 1) { id } }").effect.risk.rank() >= RiskLevel::High.rank());
        assert!(of("mutation { addComment(text: \"x\") { id } }").effect.risk == RiskLevel::Medium);
        for text in ["mutation { frobnicate }", "{ a", "{ a(b: \"open) }", "}", "drop table"] {
            assert!(!of(text).understood, "{text}");
        }
    }
}
