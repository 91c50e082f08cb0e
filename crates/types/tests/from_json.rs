//! Our own documents: what is read, and what an error says.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use mcp_tool_risk_types::json::{Json, from_text};
use mcp_tool_risk_types::{Code, Field, FieldMap, ReadError, RiskLevel};
use serde::Deserialize;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Policy {
    name: Option<String>,
    rules: Vec<Rule>,
    #[serde(default)]
    limits: BTreeMap<String, u8>,
    #[serde(default)]
    overrides: FieldMap<Json<'static>>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Rule {
    effect: Effect,
    when: Option<Condition>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Effect {
    Allow,
    Deny,
    Ask { approvers: u8 },
    Chain(Vec<Effect>),
    Pair(u8, u8),
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Condition {
    Not { not: Box<Condition> },
    Risk(RiskLevel),
    Many(Vec<Condition>),
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
enum Tagged {
    Exact { value: f64 },
    Any,
}

fn policy(text: &str) -> Result<Policy, ReadError> {
    from_text(text).map(|(policy, _)| policy)
}

#[test]
fn a_document_is_read() {
    let text = r#"{"name": null, "limits": {"a": 3.0}, "overrides": {"minTrustLevel": 4, "sideEffects": ["cost"]}, "rules": [
        {"effect": "allow"}, {"effect": {"ask": {"approvers": 2}}, "when": {"not": "high"}}, {"effect": {"chain": ["deny", {"pair": [1, 2]}]}, "when": ["low"]}]}"#;
    let policy = policy(text).unwrap();
    assert_eq!(policy.name, None);
    assert_eq!(policy.limits.get("a"), Some(&3));
    assert_eq!(policy.overrides.get(Field::SideEffects).unwrap().to_string(), r#"["cost"]"#);
    let not_high = Condition::Not { not: Box::new(Condition::Risk(RiskLevel::High)) };
    let rules = vec![
        Rule { effect: Effect::Allow, when: None },
        Rule { effect: Effect::Ask { approvers: 2 }, when: Some(not_high) },
        Rule {
            effect: Effect::Chain(vec![Effect::Deny, Effect::Pair(1, 2)]),
            when: Some(Condition::Many(vec![Condition::Risk(RiskLevel::Low)])),
        },
    ];
    assert_eq!(policy.rules, rules);
}

#[test]
fn an_error_says_what_and_where() {
    use Code::{Invalid, MissingKey, NotJson, OutOfRange, TooDeep, UnknownKey, UnknownWord, WrongType};
    let deep = format!(r#"{{"rules": [], "name": {}1{}}}"#, "[".repeat(200), "]".repeat(200));
    for (text, code, pointer, suggestion) in [
        ("", NotJson, "", None),
        ("{", NotJson, "", None),
        ("[]", WrongType, "", None),
        ("{}", MissingKey, "", None),
        (r#"{"rules": [], "rulez": []}"#, UnknownKey, "/rulez", Some("rules")),
        (r#"{"rules": [], "a/b~c": []}"#, UnknownKey, "/a~1b~0c", None),
        (r#"{"rules": {}}"#, WrongType, "/rules", None),
        (r#"{"rules": [["allow"]]}"#, WrongType, "/rules/0", None),
        (r#"{"rules": [{"effect": "alow"}]}"#, UnknownWord, "/rules/0/effect", Some("allow")),
        (r#"{"rules": [{"effect": "whatever"}]}"#, UnknownWord, "/rules/0/effect", None),
        (r#"{"rules": [{"effect": {"aks": {}}}]}"#, UnknownWord, "/rules/0/effect/aks", Some("ask")),
        (r#"{"rules": [{"effect": {"ask": {"approvers": "2"}}}]}"#, WrongType, "/rules/0/effect/ask/approvers", None),
        (r#"{"rules": [{"effect": {"ask": [2]}}]}"#, WrongType, "/rules/0/effect/ask", None),
        (r#"{"rules": [{"effect": "ask"}]}"#, WrongType, "/rules/0/effect", None),
        (r#"{"rules": [{"effect": {"allow": 1}}]}"#, WrongType, "/rules/0/effect/allow", None),
        (r#"{"rules": [{"effect": {"pair": [1, 2, 3]}}]}"#, WrongType, "/rules/0/effect/pair", None),
        (r#"{"rules": [{"effect": {}}]}"#, WrongType, "/rules/0/effect", None),
        (r#"{"rules": [{"effect": "allow", "when": "purple"}]}"#, Invalid, "/rules/0/when", None),
        (r#"{"rules": [], "limits": {"a": 300}}"#, OutOfRange, "/limits/a", None),
        (r#"{"rules": [], "limits": {"a": -1}}"#, OutOfRange, "/limits/a", None),
        (r#"{"rules": [], "limits": {"a": 1e999}}"#, OutOfRange, "/limits/a", None),
        (r#"{"rules": [], "limits": {"a": 1.5}}"#, WrongType, "/limits/a", None),
        (r#"{"rules": [], "overrides": {"riskLevl": "low"}}"#, UnknownKey, "/overrides/riskLevl", Some("riskLevel")),
        (&deep, WrongType, "/name", None),
    ] {
        let error = policy(text).unwrap_err();
        assert_eq!((error.code, error.pointer.as_str(), error.suggestion.as_deref()), (code, pointer, suggestion), "{text}: {error}");
    }
    let error = from_text::<Json>(&format!("{}1{}", "[".repeat(200), "]".repeat(200))).unwrap_err();
    assert_eq!((error.code, error.pointer.len()), (TooDeep, 256));
}

#[test]
fn tagged_enums_are_read() {
    let read = |text| from_text::<Vec<Tagged>>(text).map(|(value, _)| value);
    assert_eq!(read(r#"[{"kind": "exact", "value": 1e2}, {"kind": "any"}]"#).unwrap(), [Tagged::Exact { value: 100.0 }, Tagged::Any]);
    let error = read(r#"[{"kind": "exakt"}]"#).unwrap_err();
    assert_eq!((error.code, error.pointer.as_str(), error.suggestion.as_deref()), (Code::UnknownWord, "/0/kind", Some("exact")));
    let error = read(r#"[{"kind": "exact", "valu": 1}]"#).unwrap_err();
    assert_eq!((error.code, error.pointer.as_str(), error.suggestion.as_deref()), (Code::UnknownKey, "/0", Some("value")));
}

#[test]
fn what_was_noticed_is_handed_on() {
    let (value, noticed) = from_text::<BTreeMap<String, u8>>(r#"{"a": 1, "a": 2}"#).unwrap();
    assert_eq!(value.get("a"), Some(&2));
    assert_eq!((noticed.len(), noticed.first().unwrap().code, noticed.first().unwrap().pointer.as_str()), (1, Code::DuplicateKey, "/a"));
}
