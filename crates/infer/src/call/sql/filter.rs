//! How much a WHERE clause leaves of a table.

use super::keyword::Key;
use super::lexer::{Kind, Token};

/// What a filter leaves, widest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Filter {
    /// Everything, or what may be everything.
    Trivial,
    /// Some rows, nobody can tell how many.
    Broad,
    /// Rows that the text names.
    Narrow,
}

/// What the tokens after WHERE leave.
pub(super) fn of(tokens: &[Token<'_>]) -> Filter {
    let mut any_or = false;
    let (mut least, mut most) = (None, None);
    let mut rest = tokens;
    while !rest.is_empty() {
        let (length, skip) = predicate_length(rest);
        let (predicate, after) = rest.split_at(length.min(rest.len()));
        any_or |= after.first().is_some_and(|token| token.key() == Key::Or || token.is(b'|'));
        rest = after.get(skip..).unwrap_or_default();
        if !predicate.is_empty() {
            let found = judge(predicate);
            least = Some(least.map_or(found, |other: Filter| other.min(found)));
            most = Some(most.map_or(found, |other: Filter| other.max(found)));
        }
    }
    if any_or { least } else { most }.unwrap_or(Filter::Trivial)
}

/// How many tokens the first predicate has, and how many to skip after it (the connective).
fn predicate_length(tokens: &[Token<'_>]) -> (usize, usize) {
    let mut between = false;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token.key() {
            Key::Between => between = true,
            Key::And if between => between = false,
            Key::And | Key::Or => return (at, 1),
            Key::In => {
                at += 1;
                let mut depth = 0usize;
                while let Some(token) = tokens.get(at) {
                    if token.is(b'(') {
                        depth += 1;
                    } else if token.is(b')') {
                        depth = depth.saturating_sub(1);
                    }
                    if depth == 0 {
                        break;
                    }
                    at += 1;
                }
            }
            _ if token.is(b'|') || token.is(b'(') || token.is(b')') => return (at, 1),
            _ => {}
        }
        at += 1;
    }
    (at, 0)
}

fn is_literal(token: &Token<'_>) -> bool {
    matches!(token.kind, Kind::Text | Kind::Number | Kind::Param) || matches!(token.key(), Key::True | Key::False | Key::Null)
}

/// Whether a number is beyond what columns usually hold.
fn is_large(number: &str) -> bool {
    number.len() > 6 && number.bytes().all(|b| b.is_ascii_digit())
}

fn judge(predicate: &[Token<'_>]) -> Filter {
    let has = |key: Key| predicate.iter().any(|token| token.key() == key);
    if has(Key::Select) || has(Key::Exists) {
        // A query without a filter of its own finds something as soon as there is anything.
        return if has(Key::Where) { Filter::Broad } else { Filter::Trivial };
    }
    let last = predicate.last();
    let text = last.map_or("", |token| token.text);
    if has(Key::Not) || has(Key::Is) {
        // IS NULL, NOT IN, NOT LIKE and the like name nothing.
        return if has(Key::Is) && has(Key::Not) || predicate.len() < 3 { Filter::Trivial } else { Filter::Broad };
    }
    if has(Key::In) {
        return if predicate.first().is_some_and(is_literal) { Filter::Trivial } else { Filter::Narrow };
    }
    if has(Key::Like) || has(Key::Ilike) {
        let all = text.trim_matches(['%', '_', '*']).is_empty() || predicate.first().is_some_and(is_literal);
        return if all { Filter::Trivial } else { Filter::Broad };
    }
    if has(Key::Between) {
        return if is_large(text) { Filter::Trivial } else { Filter::Broad };
    }
    // A column (maybe qualified), an operator, a value.
    let operator = |token: &&Token<'_>| matches!(token.kind, Kind::Symbol(b'=' | b'<' | b'>' | b'!'));
    let Some(at) = predicate.iter().position(|token| operator(&token)) else { return Filter::Trivial };
    let (left, right) = predicate.split_at(at);
    let operators = right.iter().take_while(operator).count();
    let (operators, right) = right.split_at(operators.min(right.len()));
    let is_column = !left.is_empty()
        && left
            .iter()
            .enumerate()
            .all(|(i, token)| if i % 2 == 1 { token.is(b'.') } else { matches!(token.kind, Kind::Word(_) | Kind::Name) })
        && !left.iter().any(is_literal);
    let equals = operators.len() == 1 && operators.first().is_some_and(|token| token.is(b'='));
    match right {
        [value] if is_column && equals && matches!(value.kind, Kind::Text | Kind::Number | Kind::Param) => Filter::Narrow,
        [value] if is_column && is_literal(value) => {
            // `id > 0`, `name <> ''`, `id < 99999999` leave everything.
            let small = value.text.trim_matches(['0', '.']).is_empty();
            if small || is_large(value.text) { Filter::Trivial } else { Filter::Broad }
        }
        [symbol, _] if is_column && symbol.is(b'-') => Filter::Trivial,
        // `id = id + 0`
        _ if left.iter().any(|name| {
            !is_literal(name)
                && !name.is(b'.')
                && is_column
                && left.len() == 1
                && right.iter().any(|other| other.text.eq_ignore_ascii_case(name.text))
        }) =>
        {
            Filter::Trivial
        }
        _ if left.iter().all(is_literal) && right.iter().all(is_literal) => Filter::Trivial,
        _ if left.len() == right.len() && left.iter().zip(right).all(|(a, b)| a.text.eq_ignore_ascii_case(b.text)) => Filter::Trivial,
        _ if left.iter().chain(right).any(|token| matches!(token.kind, Kind::Word(Key::Other) | Kind::Name)) => Filter::Broad,
        _ => Filter::Trivial,
    }
}
