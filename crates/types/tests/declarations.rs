//! What servers declare, in every carrier and generation.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use mcp_tool_risk_types::json::parse;
use mcp_tool_risk_types::*;

fn declare(tool: &str) -> Declaration {
    let parsed = parse(tool).unwrap();
    Declaration::read(ToolDefinition::new(&parsed.value).unwrap())
}

fn annotated(annotations: &str) -> Declaration {
    declare(&format!(r#"{{"name":"x","annotations":{annotations}}}"#))
}

fn codes(declaration: &Declaration) -> Vec<(Code, &str)> {
    declaration.diagnostics.iter().map(|d| (d.code, d.pointer.as_str())).collect()
}

fn shown(declaration: &Declaration, field: Field) -> String {
    declaration.value(field).map(|value| value.to_json().to_string()).unwrap_or_default()
}

/// The worked tools of SEP-2061 in one row: destination, input sensitivity, outcome, source, returned sensitivity.
const WORKED: [(&str, [&str; 5]); 3] = [
    ("read_drafts", [r#""ephemeral""#, r#""none""#, r#""benign""#, r#""user""#, r#""pii""#]),
    ("list_inbox", [r#""ephemeral""#, r#""none""#, r#""benign""#, r#""untrustedPublic""#, r#"["pii","user"]"#]),
    ("send_email", [r#""public""#, r#"["pii","user"]"#, r#""irreversible""#, r#""system""#, r#""none""#]),
];

fn pascal(words: &str) -> String {
    if words.contains("pii") {
        return words.replace("pii", "PII").replace("user", "User");
    }
    let mut chars: Vec<char> = words.chars().collect();
    chars[1] = chars[1].to_ascii_uppercase();
    chars.into_iter().collect()
}

#[test]
fn the_worked_tools_declare_the_same_in_all_generations_and_carriers() {
    for (name, words) in WORKED {
        let [destination, input, outcome, source, output] = words;
        let [d, i, o, s, r] = words.map(pascal);
        let extension = format!(
            r#"{{"inputMetadata":{{"destination":{destination},"sensitivity":{input}}},"returnMetadata":{{"source":{source},"sensitivity":{output}}},"outcome":{outcome}}}"#
        );
        let tools = [
            // SEP-2061
            format!(
                r#"{{"name":"{name}","annotations":{{"inputMetadata":{{"Destination":{d},"Sensitivity":{i},"Outcomes":{o}}},"returnMetadata":{{"Source":{s},"Sensitivity":{r}}}}}}}"#
            ),
            // SEP-1913
            format!(
                r#"{{"name":"{name}","annotations":{{"inputMetadata":{{"destination":[{destination}],"sensitivity":{input},"outcomes":{outcome}}},"returnMetadata":{{"source":{source},"sensitivity":{output}}}}}}}"#
            )
            .replace("[[", "[")
            .replace("]]", "]"),
            // The extension, in either carrier.
            format!(r#"{{"name":"{name}","annotations":{{"{ACTION_METADATA_KEY}":{extension}}}}}"#),
            format!(r#"{{"name":"{name}","_meta":{{"{ACTION_METADATA_KEY}":{extension}}}}}"#),
            format!(r#"{{"name":"{name}","annotations":{{"{ACTION_METADATA_KEY}":{extension}}},"_meta":{{"{ACTION_METADATA_KEY}":{extension}}}}}"#),
        ];
        let declared: Vec<Declaration> = tools.iter().map(|tool| declare(tool)).collect();
        for (declaration, tool) in declared.iter().zip(&tools) {
            assert!(declaration.diagnostics.is_empty(), "{tool}: {:?}", declaration.diagnostics);
            assert_eq!(declaration.claims(), declared[0].claims(), "{tool}");
            assert_eq!(declaration.claims().iter().count(), 5);
        }
    }
}

#[test]
fn the_drafts_example_reads_as_the_words_it_means() {
    let declaration = annotated(&format!(
        r#"{{"{ACTION_METADATA_KEY}":{{"inputMetadata":{{"destination":"external","sensitivity":"personal"}},
            "returnMetadata":{{"source":"open-world","sensitivity":"public"}},"outcome":"consequential","requiresReview":true}}}}"#
    ));
    assert!(declaration.diagnostics.is_empty());
    let words = ACTION_FIELDS.iter().map(|field| shown(&declaration, *field)).collect::<Vec<_>>();
    assert_eq!(words, [r#""consequential""#, "true", r#""public""#, r#""pii""#, r#""untrustedPublic""#, r#""none""#]);
}

#[test]
fn risk_metadata_and_hints_are_read_from_annotations() {
    let declaration = annotated(
        r#"{"title":"T","readOnlyHint":false,"destructiveHint":true,"idempotentHint":true,"openWorldHint":false,"riskLevel":"high","category":"delete",
            "blastRadius":"namespace","reversibility":"none","sideEffects":["state_loss","soot"],"approvalRecommendation":"single","minTrustLevel":4}"#,
    );
    assert_eq!((declaration.title.as_deref(), declaration.diagnostics.len()), (Some("T"), 0));
    assert_eq!(shown(&declaration, Field::SideEffects), r#"["soot","state_loss"]"#);
    assert_eq!(shown(&declaration, Field::MinTrustLevel), "4");
    assert_eq!(declaration.claims().iter().filter(|(_, claim)| !claim.unknown).count(), 11);
}

#[test]
fn risk_metadata_is_read_from_meta_under_the_key_asked_for() {
    let tool = r#"{"name":"x","_meta":{"io.github.mcp-tool-risk/risk-metadata":{"riskLevel":"high","readOnlyHint":true},"example.com/risk":{"riskLevel":"low"}}}"#;
    let declaration = declare(tool);
    assert_eq!(shown(&declaration, Field::RiskLevel), r#""high""#);
    assert_eq!(declaration.given.get(Field::RiskLevel).unwrap().pointers, ["/_meta/io.github.mcp-tool-risk~1risk-metadata/riskLevel"]);
    assert!(declaration.value(Field::ReadOnlyHint).is_none());
    let parsed = parse(tool).unwrap();
    let declaration = Declaration::read_with_key(ToolDefinition::new(&parsed.value).unwrap(), "example.com/risk");
    assert_eq!(shown(&declaration, Field::RiskLevel), r#""low""#);
}

#[test]
fn two_carriers_that_differ_join() {
    let both = |here: &str, there: &str| {
        declare(&format!(
            r#"{{"name":"x","annotations":{here},"_meta":{{"{RISK_METADATA_KEY}":{there},"{ACTION_METADATA_KEY}":{there}}}}}"#
        ))
    };
    for (here, there, field, joined, differ) in [
        (r#"{"riskLevel":"low"}"#, r#"{"riskLevel":"high"}"#, Field::RiskLevel, r#""high""#, true),
        (r#"{"riskLevel":"high"}"#, r#"{"riskLevel":"low"}"#, Field::RiskLevel, r#""high""#, true),
        (r#"{"riskLevel":"high"}"#, r#"{"riskLevel":"high"}"#, Field::RiskLevel, r#""high""#, false),
        (r#"{"riskLevel":"high"}"#, r#"{"riskLevel":null}"#, Field::RiskLevel, r#""high""#, false),
        (r#"{"category":"read"}"#, r#"{"category":"observe"}"#, Field::Category, r#""read""#, true),
        (r#"{"sideEffects":["cost"]}"#, r#"{"sideEffects":["downtime"]}"#, Field::SideEffects, r#"["cost","downtime"]"#, true),
        (r#"{"inputMetadata":{"outcomes":"benign"}}"#, r#"{"outcome":"irreversible"}"#, Field::Outcome, r#""irreversible""#, true),
        (
            r#"{"returnMetadata":{"source":"user"}}"#,
            r#"{"returnMetadata":{"Source":"System"}}"#,
            Field::Source,
            r#"["user","system"]"#,
            true,
        ),
    ] {
        let declaration = both(here, there);
        assert_eq!(shown(&declaration, field), joined, "{here} {there}");
        assert!(!declaration.claims().get(field).unwrap().unknown);
        assert_eq!(declaration.diagnostics.iter().any(|d| d.code == Code::CarriersDiffer), differ, "{here} {there}");
    }
    let declaration = both(r#"{"riskLevel":"low"}"#, r#"{"riskLevel":"purple"}"#);
    assert_eq!(declaration.claims().get(Field::RiskLevel).unwrap(), &Claim { value: Some(RiskLevel::Low.into()), unknown: true });
}

#[test]
fn absent_null_wrong_type_unknown_and_known_stay_apart() {
    let declaration = annotated(r#"{"category":null,"riskLevel":4,"blastRadius":"moon","reversibility":"auto"}"#);
    let state = |field| declaration.given.get(field).map(|given| given.state);
    assert_eq!(state(Field::Approval), None);
    assert_eq!(state(Field::Category), Some(State::Null));
    assert_eq!(state(Field::RiskLevel), Some(State::WrongType));
    assert_eq!(state(Field::BlastRadius), Some(State::UnknownWord));
    assert_eq!(state(Field::Reversibility), Some(State::Known));
    assert_eq!(codes(&declaration), [(Code::WrongType, "/annotations/riskLevel"), (Code::UnknownWord, "/annotations/blastRadius")]);
    assert_eq!(
        declaration.claims().iter().map(|(field, claim)| (field, claim.unknown)).collect::<Vec<_>>(),
        [(Field::RiskLevel, true), (Field::BlastRadius, true), (Field::Reversibility, false)]
    );
}

#[test]
fn a_malformed_container_makes_its_fields_unknown() {
    for (annotations, pointer, fields) in [
        (r#""safe""#, "/annotations", 17),
        (r#"[{"readOnlyHint":true}]"#, "/annotations", 17),
        (r#"{"io.modelcontextprotocol/action-metadata":"none"}"#, "/annotations/io.modelcontextprotocol~1action-metadata", 6),
        (r#"{"inputMetadata":7}"#, "/annotations/inputMetadata", 3),
        (r#"{"returnMetadata":true}"#, "/annotations/returnMetadata", 2),
    ] {
        let declaration = annotated(annotations);
        assert_eq!(codes(&declaration), [(Code::WrongType, pointer)], "{annotations}");
        assert_eq!(declaration.claims().iter().filter(|(_, claim)| **claim == Claim::unknown()).count(), fields);
    }
    // An empty array is how PHP writes an empty object, and null is not given.
    assert_eq!((annotated("[]").claims().iter().count(), codes(&annotated("[]"))), (0, vec![(Code::WrongType, "/annotations")]));
    assert_eq!((annotated("null").claims().iter().count(), codes(&annotated("null"))), (0, vec![]));
}

#[test]
fn regulated_data_is_read_in_both_spellings() {
    for sensitivity in [r#"{"regulated":{"scopes":["GDPR","HIPAA"]}}"#, r#"[{"Regulated":{"Scopes":["HIPAA","GDPR"]}}]"#] {
        let declaration = annotated(&format!(r#"{{"returnMetadata":{{"Sensitivity":{sensitivity}}}}}"#));
        assert_eq!(shown(&declaration, Field::ReturnSensitivity), r#"{"regulated":{"scopes":["GDPR","HIPAA"]}}"#);
    }
    let declaration = annotated(r#"{"inputMetadata":{"sensitivity":["pii",{"regulated":{}}]}}"#);
    assert_eq!(codes(&declaration), [(Code::WrongType, "/annotations/inputMetadata/sensitivity/1/regulated")]);
}

#[test]
fn likely_typos_are_told_and_not_read() {
    for (key, meant) in [
        ("read_only_hint", "readOnlyHint"),
        ("readOnly", "readOnlyHint"),
        ("ReadonlyHint", "readOnlyHint"),
        ("destructive_hint", "destructiveHint"),
        ("destructive", "destructiveHint"),
        ("openWorld", "openWorldHint"),
        ("risk_level", "riskLevel"),
        ("RiskLevel", "riskLevel"),
        ("minTrustLvl", "minTrustLevel"),
    ] {
        let declaration = annotated(&format!(r#"{{"{key}":true}}"#));
        assert_eq!(declaration.claims().iter().count(), 0);
        assert_eq!(codes(&declaration), [(Code::LikelyTypo, format!("/annotations/{key}").as_str())]);
        assert!(declaration.diagnostics[0].message.contains(meant));
    }
    for key in
        ["x-vendor", "audience", "priority", "maliciousActivityHint", "attribution", "secretHint", "trustedHint", "sensitiveDataHint"]
    {
        assert_eq!(codes(&annotated(&format!(r#"{{"{key}":true}}"#))), [], "{key}");
    }
}
