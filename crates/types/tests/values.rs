//! Reading one value of each field: the five states, the generations, what is written back.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use mcp_tool_risk_types::json::parse;
use mcp_tool_risk_types::*;

fn read(field: Field, json: &str) -> Reading {
    Value::read(field, &parse(json).unwrap().value)
}

fn known(field: Field, json: &str) -> Value {
    let reading = read(field, json);
    assert_eq!((reading.state, reading.diagnostics.len()), (State::Known, 0), "{field:?} {json}");
    reading.value.unwrap()
}

#[test]
fn every_word_reads_as_itself_and_is_written_back() {
    let fields: &[(Field, &[&str])] = &[
        (Field::RiskLevel, &["low", "medium", "high", "critical"]),
        (Field::Category, &["read", "observe", "mutate", "delete", "destroy", "utility"]),
        (Field::BlastRadius, &["item", "namespace", "cluster", "organization", "global"]),
        (Field::Reversibility, &["auto", "manual", "none"]),
        (Field::Approval, &["none", "single", "multi"]),
        (Field::Outcome, &["benign", "consequential", "irreversible"]),
        (Field::Destination, &["ephemeral", "system", "user", "internal", "public"]),
        (Field::Source, &["untrustedPublic", "trustedPublic", "internal", "user", "system"]),
        (Field::InputSensitivity, &["none", "user", "pii", "financial", "credentials"]),
        (Field::ReturnSensitivity, &["none", "user", "pii", "financial", "credentials"]),
    ];
    for (field, words) in fields {
        for word in *words {
            let json = format!("\"{word}\"");
            let value = known(*field, &json);
            assert!(value.fits(*field));
            assert_eq!(value.to_json().to_string(), json);
            assert_eq!(serde_json::to_string(&value).unwrap(), json);
        }
    }
    for field in Field::ALL.iter().filter(|f| matches!(f.kind(), Kind::TrueIsStricter | Kind::FalseIsStricter)) {
        for json in ["true", "false"] {
            assert_eq!(known(*field, json).to_json().to_string(), json);
        }
    }
    for level in ["1", "2", "3", "4", "5"] {
        assert_eq!(known(Field::MinTrustLevel, level).to_json().to_string(), level);
    }
}

#[test]
fn sets_are_written_in_the_order_of_their_vocabulary() {
    for (field, given, written) in [
        (Field::Destination, r#"["public","user"]"#, r#"["user","public"]"#),
        (Field::Source, r#"["system","user","user"]"#, r#"["user","system"]"#),
        (Field::Source, "[]", "[]"),
        (Field::InputSensitivity, "[]", r#""none""#),
        (Field::InputSensitivity, r#"["none","pii"]"#, r#""pii""#),
        (
            Field::InputSensitivity,
            r#"["pii",{"regulated":{"scopes":["SOX","GDPR"]}}]"#,
            r#"["pii",{"regulated":{"scopes":["GDPR","SOX"]}}]"#,
        ),
        (Field::ReturnSensitivity, r#"{"regulated":{"scopes":["GDPR"]}}"#, r#"{"regulated":{"scopes":["GDPR"]}}"#),
        (Field::SideEffects, r#"["state_loss","brewing"]"#, r#"["brewing","state_loss"]"#),
        (Field::SideEffects, "[]", "[]"),
    ] {
        assert_eq!(known(field, given).to_json().to_string(), written);
    }
}

#[test]
fn older_generations_and_draft_words_mean_the_same() {
    for (field, given, meant) in [
        (Field::Destination, r#""Public""#, r#""public""#),
        (Field::Destination, r#""external""#, r#""public""#),
        (Field::Destination, r#""local""#, r#""user""#),
        (Field::Source, r#""UntrustedPublic""#, r#""untrustedPublic""#),
        (Field::Source, r#""open-world""#, r#""untrustedPublic""#),
        (Field::Source, r#""first-party""#, r#""internal""#),
        (Field::Outcome, r#""Irreversible""#, r#""irreversible""#),
        (Field::InputSensitivity, r#""PII""#, r#""pii""#),
        (Field::InputSensitivity, r#""None""#, r#""none""#),
        (Field::InputSensitivity, r#""personal""#, r#""pii""#),
        (Field::ReturnSensitivity, r#""public""#, r#""none""#),
        (
            Field::ReturnSensitivity,
            r#"["Financial",{"Regulated":{"Scopes":["HIPAA"]}}]"#,
            r#"["financial",{"regulated":{"scopes":["HIPAA"]}}]"#,
        ),
        (Field::ReturnSensitivity, r#""Regulated""#, r#"{"regulated":{"scopes":[]}}"#),
        (Field::MinTrustLevel, "3.0", "3"),
        (Field::MinTrustLevel, "0.3e1", "3"),
    ] {
        assert_eq!(known(field, given), known(field, meant), "{given}");
    }
}

#[test]
fn absent_null_wrong_type_unknown_and_known_stay_apart() {
    use State::{Null, UnknownWord, WrongType};
    for (field, json, state) in [
        (Field::RiskLevel, "null", Null),
        (Field::RiskLevel, "3", WrongType),
        (Field::RiskLevel, r#"["high"]"#, WrongType),
        (Field::RiskLevel, r#""High""#, UnknownWord),
        (Field::RiskLevel, r#""hgih""#, UnknownWord),
        (Field::RiskLevel, r#""""#, UnknownWord),
        (Field::ReadOnlyHint, r#""true""#, WrongType),
        (Field::ReadOnlyHint, "1", WrongType),
        (Field::MinTrustLevel, r#""3""#, WrongType),
        (Field::MinTrustLevel, r#""NaN""#, WrongType),
        (Field::MinTrustLevel, "0", UnknownWord),
        (Field::MinTrustLevel, "6", UnknownWord),
        (Field::MinTrustLevel, "2.5", UnknownWord),
        (Field::MinTrustLevel, "-1", UnknownWord),
        (Field::MinTrustLevel, "1e999", UnknownWord),
        (Field::Outcome, "[]", WrongType),
        (Field::Outcome, r#""research execution""#, UnknownWord),
        (Field::Outcome, r#""BENIGN""#, UnknownWord),
        (Field::Destination, "[]", WrongType),
        (Field::Destination, "{}", WrongType),
        (Field::Source, "[null]", WrongType),
        (Field::InputSensitivity, r#""secret""#, UnknownWord),
        (Field::InputSensitivity, r#"{"confidential":{}}"#, UnknownWord),
        (Field::InputSensitivity, "true", WrongType),
        (Field::SideEffects, "7", WrongType),
    ] {
        let reading = read(field, json);
        assert_eq!((reading.state, reading.value.as_ref()), (state, None), "{field:?} {json}");
        assert_eq!(reading.diagnostics.is_empty(), state == Null, "{field:?} {json}");
        assert_eq!(reading.claim(), (state != Null).then(Claim::unknown));
    }
}

#[test]
fn of_a_set_the_known_elements_count() {
    for (field, json, known_part, pointer) in [
        (Field::Destination, r#"["user","moon"]"#, r#""user""#, "/1"),
        (Field::Source, r#"[4,"user"]"#, r#""user""#, "/0"),
        (Field::InputSensitivity, r#"["none","moon"]"#, r#""none""#, "/1"),
        (Field::InputSensitivity, r#"{"regulated":{"scopes":"GDPR"}}"#, r#"{"regulated":{"scopes":[]}}"#, "/regulated/scopes"),
        (Field::InputSensitivity, r#"{"regulated":{}}"#, r#"{"regulated":{"scopes":[]}}"#, "/regulated"),
        (Field::InputSensitivity, r#"{"regulated":{"scopes":["SOX",1]}}"#, r#"{"regulated":{"scopes":["SOX"]}}"#, "/regulated/scopes/1"),
        (Field::SideEffects, r#"["cost",{}]"#, r#"["cost"]"#, "/1"),
        (Field::SideEffects, r#""cost""#, r#"["cost"]"#, ""),
    ] {
        let reading = read(field, json);
        assert_eq!(reading.value.clone().unwrap().to_json().to_string(), known_part, "{json}");
        assert!(reading.claim().unwrap().unknown, "{json}");
        assert_eq!(reading.diagnostics[0].pointer, pointer, "{json}");
    }
}

#[test]
fn a_near_word_is_named() {
    let message = &read(Field::RiskLevel, r#""hgih""#).diagnostics[0].message;
    assert!(message.contains(r#"near to "high""#), "{message}");
    assert!(!read(Field::RiskLevel, r#""purple""#).diagnostics[0].message.contains("near"));
}

#[test]
fn hostile_values_do_not_grow_the_answer() {
    let many = format!("[{}\"pii\"]", "\"x\",".repeat(100_000));
    let reading = read(Field::InputSensitivity, &many);
    assert_eq!(reading.value, Some(DataClass::Pii.into()));
    assert!(reading.diagnostics.len() < 10);
    let long = format!("\"{}\"", "é".repeat(100_000));
    assert!(read(Field::RiskLevel, &long).diagnostics[0].message.len() < 300);
}
