//! What authors of servers are told.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use mcp_tool_risk_types::json::{Json, Object, parse};
use mcp_tool_risk_types::*;

fn codes(tool: &str) -> Vec<(Code, String)> {
    check_strict(&parse(tool).unwrap().value).into_iter().map(|d| (d.code, d.pointer)).collect()
}

fn with(members: &str) -> String {
    format!(r#"{{"name":"x","inputSchema":{{"type":"object"}}{members}}}"#)
}

fn one(tool: &str, code: Code, pointer: &str) {
    assert_eq!(codes(tool), [(code, pointer.to_owned())], "{tool}");
}

#[test]
fn a_good_tool_passes() {
    let values = FieldMap::from_iter([
        (Field::Category, Category::Mutate.into()),
        (Field::RiskLevel, RiskLevel::Medium.into()),
        (Field::ReadOnlyHint, false.into()),
        (Field::SideEffects, Value::SideEffects(["cost".to_owned()].into_iter().collect())),
        (Field::Outcome, Outcome::Consequential.into()),
        (Field::ReturnSensitivity, DataClass::Pii.into()),
    ]);
    let schema = parse(r#"{"type":"object","properties":{},"required":["a"]}"#).unwrap().value;
    let tool = Json::from(Object::from_iter([
        ("name", Json::String("x".into())),
        ("inputSchema", schema),
        ("annotations", export(&values, Some("X")).into()),
        ("_meta", export_meta(&values, RISK_METADATA_KEY).into()),
    ]));
    assert_eq!(check_strict(&tool), []);
    assert_eq!(codes(&with(r#","icons":[{"src":"https://example.com/a.png"}],"execution":{"taskSupport":"optional"}"#)), []);
}

#[test]
fn the_shape_of_a_tool() {
    one(r#"{"name":"x"}"#, Code::MissingKey, "");
    one(r#"{"name":"x","inputSchema":{}}"#, Code::Invalid, "/inputSchema");
    one(r#"{"name":"x","inputSchema":{"type":["object"]}}"#, Code::Invalid, "/inputSchema");
    one(r#"{"name":"x","inputSchema":{"type":"object","properties":[]}}"#, Code::WrongType, "/inputSchema/properties");
    one(r#"{"name":"x","inputSchema":{"type":"object","required":true}}"#, Code::WrongType, "/inputSchema/required");
    one(r#"{"name":"a b","inputSchema":{"type":"object"}}"#, Code::NameRule, "/name");
    one(&format!(r#"{{"name":"{}","inputSchema":{{"type":"object"}}}}"#, "n".repeat(65)), Code::NameRule, "/name");
    one(&format!(r#"{{"name":"{}","inputSchema":{{"type":"object"}}}}"#, "n".repeat(129)), Code::NameRule, "/name");
    one(r#"{"name":"","inputSchema":{"type":"object"}}"#, Code::MalformedTool, "/name");
    one("7", Code::MalformedTool, "");
    one(&with(r#","title":null"#), Code::WrongType, "/title");
    one(&with(r#","annotations":{"title":null}"#), Code::WrongType, "/annotations/title");
    one(&with(r#","icons":[{}]"#), Code::MissingKey, "/icons/0");
    one(&with(r#","icons":[{"src":"javascript:alert(1)"}]"#), Code::Invalid, "/icons/0/src");
    one(&with(r#","execution":{"taskSupport":"always"}"#), Code::UnknownWord, "/execution/taskSupport");
}

#[test]
fn the_words_of_a_declaration() {
    let meta = |risk: &str| with(&format!(r#","_meta":{{"{RISK_METADATA_KEY}":{risk}}}"#));
    let at = |field: &str| format!("/_meta/io.github.mcp-tool-risk~1risk-metadata/{field}");
    one(&meta(r#"{"riskLevel":"hihg"}"#), Code::UnknownWord, &at("riskLevel"));
    one(&meta(r#"{"minTrustLevel":7}"#), Code::OutOfRange, &at("minTrustLevel"));
    one(&meta(r#"{"sideEffects":["state-loss","soot"]}"#), Code::LikelyTypo, &at("sideEffects"));
    one(&with(r#","annotations":{"read_only_hint":true}"#), Code::LikelyTypo, "/annotations/read_only_hint");
    one(&with(r#","annotations":{"readOnlyHint":"yes"}"#), Code::WrongType, "/annotations/readOnlyHint");
}

#[test]
fn older_forms_are_understood_and_told() {
    let extension = |metadata: &str| with(&format!(r#","_meta":{{"{ACTION_METADATA_KEY}":{metadata}}}"#));
    let at = |place: &str| format!("/_meta/io.modelcontextprotocol~1action-metadata/{place}");
    assert_eq!(
        codes(&extension(r#"{"inputMetadata":{"destination":["user","public"],"sensitivity":{"regulated":{"scopes":["SOX","GDPR"]}}}}"#)),
        []
    );
    one(&extension(r#"{"inputMetadata":{"destination":"external"}}"#), Code::OlderForm, &at("inputMetadata/destination"));
    one(&extension(r#"{"returnMetadata":{"source":["user","System"]}}"#), Code::OlderForm, &at("returnMetadata/source/1"));
    one(&extension(r#"{"inputMetadata":{"outcomes":"benign"}}"#), Code::OlderForm, &at("inputMetadata/outcomes"));
    one(&extension(r#"{"inputMetadata":{"Sensitivity":"pii"}}"#), Code::OlderForm, &at("inputMetadata/Sensitivity"));

    let older = with(r#","annotations":{"inputMetadata":{"destination":"user","color":1}}"#);
    let told: Vec<Code> = codes(&older).into_iter().map(|(code, _)| code).collect();
    assert_eq!(told, [Code::MissingKey, Code::MissingKey, Code::UnknownKey, Code::OlderForm, Code::DroppedCarrier]);
}

#[test]
fn carriers_that_sdks_drop_are_told() {
    one(&with(r#","annotations":{"riskLevel":"low"}"#), Code::DroppedCarrier, "/annotations");
    one(&with(&format!(r#","annotations":{{"{ACTION_METADATA_KEY}":{{"outcome":"benign"}}}}"#)), Code::DroppedCarrier, "/annotations");
    assert_eq!(
        codes(&with(&format!(r#","annotations":{{"riskLevel":"low"}},"_meta":{{"{RISK_METADATA_KEY}":{{"riskLevel":"low"}}}}"#))),
        []
    );
    assert_eq!(codes(&with(r#","annotations":{"readOnlyHint":true}"#)), []);
}

#[test]
fn contradictions_are_told_at_the_laxer_value() {
    for (hints, risk, action, field) in [
        (r#""readOnlyHint":true,"destructiveHint":true"#, "", "", "readOnlyHint"),
        (r#""readOnlyHint":true"#, r#""category":"mutate""#, "", "readOnlyHint"),
        (r#""readOnlyHint":true"#, "", r#""outcome":"consequential""#, "readOnlyHint"),
        (r#""readOnlyHint":false"#, r#""category":"observe""#, "", "category"),
        (r#""destructiveHint":false"#, r#""category":"delete""#, "", "destructiveHint"),
        (r#""destructiveHint":true"#, r#""category":"mutate""#, "", "category"),
        (r#""openWorldHint":false"#, "", r#""inputMetadata":{"destination":["user","public"]}"#, "openWorldHint"),
        (r#""openWorldHint":false"#, "", r#""returnMetadata":{"source":"untrustedPublic"}"#, "openWorldHint"),
        ("", r#""reversibility":"manual""#, r#""outcome":"irreversible""#, "reversibility"),
        ("", r#""reversibility":"none""#, r#""outcome":"consequential""#, "outcome"),
        ("", r#""category":"destroy","riskLevel":"low""#, "", "riskLevel"),
        ("", r#""riskLevel":"medium""#, r#""outcome":"irreversible""#, "riskLevel"),
        ("", r#""riskLevel":"medium""#, r#""returnMetadata":{"sensitivity":"credentials"}"#, "riskLevel"),
        ("", r#""riskLevel":"high","approvalRecommendation":"none""#, "", "approvalRecommendation"),
        ("", r#""approvalRecommendation":"none""#, r#""requiresReview":true"#, "approvalRecommendation"),
    ] {
        let tool = with(&format!(
            r#","annotations":{{{hints}}},"_meta":{{"{RISK_METADATA_KEY}":{{{risk}}},"{ACTION_METADATA_KEY}":{{{action}}}}}"#
        ));
        let told = codes(&tool);
        assert_eq!(told.len(), 1, "{tool}: {told:?}");
        assert!(told.iter().all(|(code, pointer)| *code == Code::Contradiction && pointer.ends_with(field)), "{tool}: {told:?}");
    }
}
