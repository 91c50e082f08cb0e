//! Our own documents: what is read, and what an error says.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use mcp_tool_risk_types::json::{Json, all_from_json, from_text, parse};
use mcp_tool_risk_types::{Code, Field, FieldMap, ReadError, RiskLevel, struct_from_json, words_from_json};

#[derive(Debug, PartialEq)]
struct Policy {
    name: Option<String>,
    rules: Vec<Rule>,
    limit: u8,
    overrides: FieldMap<Json<'static>>,
}

#[derive(Debug, PartialEq)]
struct Rule {
    effect: Effect,
    risk: Option<RiskLevel>,
    and: Option<Box<Rule>>,
    is_final: bool,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Effect {
    Allow,
    Deny,
}

impl Effect {
    const ALL: &'static [Self] = &[Self::Allow, Self::Deny];
    fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Deny => "deny",
        }
    }
}

words_from_json!(Effect = Deny);
struct_from_json!(Rule { effect: "effect" required, risk: "risk", and: "and", is_final: "final" });
struct_from_json!(Policy { name: "name", rules: "rules" required, limit: "limit" = 7, overrides: "overrides" });

fn policy(text: &str) -> Result<Policy, ReadError> {
    from_text(text).map(|(policy, _)| policy)
}

#[test]
fn a_document_is_read() {
    let text = r#"{"limit": 3.0, "overrides": {"minTrustLevel": 4.0, "sideEffects": ["cost"]}, "rules": [
        {"effect": "allow", "and": {"effect": "deny", "risk": "high", "final": true}}]}"#;
    let inner = Rule { effect: Effect::Deny, risk: Some(RiskLevel::High), and: None, is_final: true };
    let rule = Rule { effect: Effect::Allow, risk: None, and: Some(Box::new(inner)), is_final: false };
    let read = policy(text).unwrap();
    assert_eq!((&read.name, read.limit, &read.rules), (&None, 3, &vec![rule]));
    assert_eq!(read.overrides.get(Field::SideEffects).unwrap().to_string(), r#"["cost"]"#);
    assert_eq!(read.overrides.get(Field::MinTrustLevel).unwrap().to_string(), "4");
    assert_eq!(policy(r#"{"rules": []}"#).unwrap().limit, 7);
}

#[test]
fn an_error_says_what_and_where() {
    use Code::{MissingKey, NotJson, OutOfRange, TooDeep, UnknownKey, UnknownWord, WrongType};
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
        (r#"{"rules": [{"effect": {"allow": null}}]}"#, WrongType, "/rules/0/effect", None),
        (r#"{"rules": [{"effect": "allow", "and": {}}]}"#, MissingKey, "/rules/0/and", None),
        (r#"{"rules": [{"effect": "allow", "final": "true"}]}"#, WrongType, "/rules/0/final", None),
        (r#"{"rules": [{"effect": "allow", "risk": "hihg"}]}"#, UnknownWord, "/rules/0/risk", Some("high")),
        (r#"{"rules": [], "name": null}"#, WrongType, "/name", None),
        (r#"{"rules": [], "limit": 300}"#, OutOfRange, "/limit", None),
        (r#"{"rules": [], "limit": -1}"#, OutOfRange, "/limit", None),
        (r#"{"rules": [], "limit": 1e999}"#, OutOfRange, "/limit", None),
        (r#"{"rules": [], "limit": 1.5}"#, WrongType, "/limit", None),
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
fn errors_are_found_in_one_go() {
    let text = r#"{"nam": 1, "rules": [{"effect": "ask"}, {"final": 1}], "limit": "many"}"#;
    let errors = all_from_json::<Policy>(&parse(text).unwrap().value).unwrap_err();
    let found: Vec<_> = errors.iter().map(|error| (error.code, error.pointer.as_str())).collect();
    assert_eq!(
        found,
        [
            (Code::UnknownKey, "/nam"),
            (Code::UnknownWord, "/rules/0/effect"),
            (Code::WrongType, "/rules/1/final"),
            (Code::MissingKey, "/rules/1"),
            (Code::WrongType, "/limit"),
        ]
    );
    let hostile = format!("[{}1]", "1,".repeat(10_000));
    assert_eq!(all_from_json::<Vec<String>>(&parse(&hostile).unwrap().value).unwrap_err().len(), 100);
}

#[test]
fn what_was_noticed_is_handed_on() {
    let (value, noticed) = from_text::<FieldMap<u8>>(r#"{"outcome": 1, "outcome": 2}"#).unwrap();
    assert_eq!(value.get(Field::Outcome), Some(&2));
    assert_eq!(
        (noticed.len(), noticed.first().unwrap().code, noticed.first().unwrap().pointer.as_str()),
        (1, Code::DuplicateKey, "/outcome")
    );
}
