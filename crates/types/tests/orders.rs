//! The table of orders and joins, and the laws that make a join a join.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::all_values;
use mcp_tool_risk_types::json::parse;
use mcp_tool_risk_types::*;

fn value(field: Field, json: &str) -> Value {
    let reading = Value::read(field, &parse(json).unwrap().value);
    assert_eq!(reading.state, State::Known, "{field:?} {json}");
    reading.value.unwrap()
}

/// Each field with its values from least to most restrictive; equal ones share a step.
const TABLE: &[(Field, &[&[&str]])] = &[
    (Field::Category, &[&["utility", "read", "observe"], &["mutate"], &["delete"], &["destroy"]]),
    (Field::RiskLevel, &[&["low"], &["medium"], &["high"], &["critical"]]),
    (Field::BlastRadius, &[&["item"], &["namespace"], &["cluster"], &["organization"], &["global"]]),
    (Field::MinTrustLevel, &[&["1"], &["2"], &["3"], &["4"], &["5"]]),
    (Field::Reversibility, &[&["auto"], &["manual"], &["none"]]),
    (Field::Approval, &[&["none"], &["single"], &["multi"]]),
    (Field::Outcome, &[&["benign"], &["consequential"], &["irreversible"]]),
    (Field::RequiresReview, &[&["false"], &["true"]]),
    (Field::DestructiveHint, &[&["false"], &["true"]]),
    (Field::OpenWorldHint, &[&["false"], &["true"]]),
    (Field::ReadOnlyHint, &[&["true"], &["false"]]),
    (Field::IdempotentHint, &[&["true"], &["false"]]),
    (Field::Destination, &[&["ephemeral"], &["system"], &["user"], &["internal"], &["public"]]),
];

#[test]
fn ordered_fields_have_the_order_of_the_table() {
    for (field, steps) in TABLE {
        let quoted = |word: &str| {
            if word.parse::<f64>().is_ok() || matches!(word, "true" | "false") { word.to_owned() } else { format!("\"{word}\"") }
        };
        let ranked: Vec<(usize, Value)> =
            steps.iter().enumerate().flat_map(|(step, words)| words.iter().map(move |word| (step, value(*field, &quoted(word))))).collect();
        for (a_step, a) in &ranked {
            for (b_step, b) in &ranked {
                assert_eq!(a.at_most(b, *field), a_step <= b_step, "{field:?} {a:?} {b:?}");
                assert_eq!(&a.join(b, *field), if a_step >= b_step { a } else { b }, "{field:?} {a:?} {b:?}");
            }
        }
        assert_eq!(Value::most_restrictive(*field).as_ref(), ranked.last().map(|(_, value)| value));
    }
    let sets = [Field::Source, Field::InputSensitivity, Field::ReturnSensitivity, Field::SideEffects];
    assert_eq!(TABLE.len() + sets.len(), FIELD_COUNT);
    assert!(sets.iter().all(|field| field.kind() == Kind::Set && Value::most_restrictive(*field).is_none()));
}

#[test]
fn sets_are_ordered_by_inclusion_and_join_by_union() {
    for (field, a, b, joined) in [
        (Field::Source, r#""user""#, r#"["user","system"]"#, r#"["user","system"]"#),
        (Field::Source, r#""user""#, r#""system""#, r#"["user","system"]"#),
        (Field::Source, "[]", r#""system""#, r#""system""#),
        (Field::InputSensitivity, r#""none""#, r#""pii""#, r#""pii""#),
        (Field::InputSensitivity, r#""user""#, r#""pii""#, r#"["user","pii"]"#),
        (
            Field::ReturnSensitivity,
            r#"{"regulated":{"scopes":["A"]}}"#,
            r#"{"regulated":{"scopes":["B"]}}"#,
            r#"{"regulated":{"scopes":["A","B"]}}"#,
        ),
        (Field::SideEffects, "[]", r#"["cost"]"#, r#"["cost"]"#),
        (Field::SideEffects, r#"["downtime"]"#, r#"["cost"]"#, r#"["cost","downtime"]"#),
    ] {
        let (a, b, joined) = (value(field, a), value(field, b), value(field, joined));
        assert_eq!((a.join(&b, field), b.join(&a, field)), (joined.clone(), joined.clone()));
        assert_eq!(a.at_most(&b, field), joined == b);
        assert_eq!(b.at_most(&a, field), joined == a);
    }
}

/// Equal in the order: of two equal words a join keeps the first, so results are compared by it.
fn equal(a: &Value, b: &Value, field: Field) -> bool {
    a.at_most(b, field) && b.at_most(a, field)
}

#[test]
fn joins_are_commutative_associative_idempotent_and_monotone() {
    for field in Field::ALL.iter().copied() {
        let values = all_values(field);
        for a in &values {
            assert_eq!(&a.join(a, field), a);
            for b in &values {
                let joined = a.join(b, field);
                assert!(joined.fits(field));
                assert!(equal(&joined, &b.join(a, field), field), "{a:?} {b:?}");
                assert!(a.at_most(&joined, field) && b.at_most(&joined, field), "{a:?} {b:?}");
                assert_eq!(a.at_most(b, field), equal(&joined, b, field), "{a:?} {b:?}");
            }
        }
        // Of the large sets of values a part is enough for triples.
        let some: Vec<&Value> = values.iter().step_by(values.len().div_ceil(24)).collect();
        for a in &some {
            for b in &some {
                for c in &some {
                    assert_eq!(a.join(b, field).join(c, field), a.join(&b.join(c, field), field), "{a:?} {b:?} {c:?}");
                    if b.at_most(c, field) {
                        assert!(a.join(b, field).at_most(&a.join(c, field), field), "{a:?} {b:?} {c:?}");
                    }
                    // The least: below everything that is above both.
                    if a.at_most(c, field) && b.at_most(c, field) {
                        assert!(a.join(b, field).at_most(c, field), "{a:?} {b:?} {c:?}");
                    }
                }
            }
        }
    }
}
