//! Damaged tools: nothing fails but with an error, nothing is lost.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod common;

use common::Random;
use mcp_tool_risk_types::json::{Json, from_text, parse};
use mcp_tool_risk_types::*;

const LIST: &str = include_str!("fixtures/list.json");
const STRANGE: &[&str] = &[
    "null",
    "true",
    "-1e999",
    "\"\"",
    "\"public\"",
    "[]",
    "{}",
    "[[null]]",
    r#"{"regulated":{"scopes":[1]}}"#,
    "\"\\ud800\"",
    r#"{"__proto__":0}"#,
];

/// Everything that looks at a tool.
fn examine(text: &str) -> Option<usize> {
    let list = read_tools(text).ok()?;
    let mut seen = 0;
    for entry in &list.entries {
        seen += 1;
        assert!(entry.definition().is_some() || !entry.diagnostics().is_empty(), "{text}");
        let complaints = entry.json().map(check_strict).unwrap_or_default();
        for diagnostic in complaints.iter().chain(&entry.diagnostics()) {
            let place = entry.json().and_then(|tool| tool.pointer(&diagnostic.pointer));
            assert!(place.is_some() || entry.json().is_none(), "{diagnostic:?} {text}");
        }
        for (_, claim) in entry.definition().map(|tool| Declaration::read(tool).claims()).unwrap_or_default().iter() {
            assert!(claim.unknown || claim.value.is_some());
        }
    }
    Some(seen)
}

/// Replaces one random value inside the JSON.
fn damage(json: &mut Json<'static>, random: &mut Random) {
    let strange = parse(STRANGE.get(random.below(STRANGE.len())).unwrap()).unwrap().value;
    let stop = random.below(4) == 0;
    match json {
        Json::Array(items) if !stop && !items.is_empty() => {
            let at = random.below(items.len());
            damage(items.get_mut(at).unwrap(), random);
        }
        Json::Object(object) if !stop && !object.is_empty() => {
            let key = object.iter().nth(random.below(object.len())).unwrap().0.to_owned();
            damage(object.get_mut(&key).unwrap(), random);
        }
        other => *other = strange,
    }
}

#[test]
fn damaged_values_are_told() {
    let whole = from_text::<Json>(LIST).unwrap().0;
    let annotated = r#"{"name":"x","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true,"riskLevel":"low","sideEffects":["cost"],
        "minTrustLevel":3,"inputMetadata":{"Destination":["User"],"Sensitivity":["PII",{"Regulated":{"Scopes":["SOX"]}}]}},
        "_meta":{"io.modelcontextprotocol/action-metadata":{"outcome":"benign","requiresReview":false,"returnMetadata":{"source":["user"]}}}}"#;
    let annotated = from_text::<Json>(annotated).unwrap().0;
    let mut random = Random(0x1234_5678_9abc_def1);
    for i in 0..4000 {
        let mut json = if i % 2 == 0 { whole.clone() } else { annotated.clone() };
        for _ in 0..=random.below(3) {
            damage(&mut json, &mut random);
        }
        let tools = json.get("tools").and_then(Json::as_array).map(<[Json<'_>]>::len);
        assert_eq!(examine(&json.to_string()).filter(|_| tools.is_some()), tools, "{json}");
    }
}

#[test]
fn damaged_texts_are_told() {
    let mut random = Random(0xfeed_beef_0bad_cafe);
    for _ in 0..4000 {
        let mut text: Vec<char> = LIST.chars().collect();
        let at = random.below(text.len());
        match random.below(3) {
            0 => text.truncate(at),
            1 => drop(text.remove(at)),
            _ => *text.get_mut(at).unwrap() = ['"', '{', ']', '\\', ',', '\n', 'é', '\u{feff}', '0'][random.below(9)],
        }
        examine(&text.into_iter().collect::<String>());
    }
}
