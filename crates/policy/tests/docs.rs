//! The table of the presets in the docs is what the presets do.
//!
//! `UPDATE=1 cargo test -p mcp-tool-risk-policy --test docs` writes it anew.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "helpers of tests")]

use mcp_tool_risk_infer::Inferred;
use mcp_tool_risk_policy::*;
use mcp_tool_risk_types::json::parse;
use mcp_tool_risk_types::*;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/policy.md");
const START: &str = "--test docs` -->\n";
const END: &str = "<!-- /presets -->";

type Given = Vec<(Field, Value)>;

fn grades() -> Vec<(&'static str, Given)> {
    let private = vec![
        (Field::Category, Category::Read.into()),
        (Field::Destination, Destination::User.into()),
        (Field::Source, Source::User.into()),
        (Field::ReturnSensitivity, DataClass::Pii.into()),
    ];
    let change = vec![
        (Field::Category, Category::Mutate.into()),
        (Field::RiskLevel, RiskLevel::Low.into()),
        (Field::Approval, Approval::None.into()),
    ];
    vec![
        ("low, read", vec![(Field::Category, Category::Read.into())]),
        ("low, change", change),
        ("medium, private read", private),
        ("medium, change", vec![(Field::Category, Category::Mutate.into())]),
        ("high, delete", vec![(Field::Category, Category::Delete.into())]),
        ("critical, destroy", vec![(Field::Category, Category::Destroy.into())]),
        ("nothing known", Vec::new()),
    ]
}

fn table() -> String {
    let columns: [(&str, &str, ServerTrust); 6] = [
        ("operator", "o", ServerTrust::Untrusted),
        ("declared, untrusted", "d", ServerTrust::Untrusted),
        ("declared, known", "d", ServerTrust::Known),
        ("declared, trusted", "d", ServerTrust::Trusted),
        ("inferred, untrusted", "i", ServerTrust::Untrusted),
        ("inferred, known or trusted", "i", ServerTrust::Known),
    ];
    let mut text = String::from("\n| preset | grade |");
    columns.iter().for_each(|(name, ..)| text.push_str(&format!(" {name} |")));
    text.push_str("\n|---|---|---|---|---|---|---|---|\n");
    for (name, document) in PRESETS {
        let policy = Policy::compile(&[document], &[]).unwrap();
        for (grade, given) in grades() {
            text.push_str(&format!("| `{name}` | {grade} |"));
            for (_, source, trust) in &columns {
                let claims = given.iter().map(|(field, value)| (*field, Claim::known(value.clone()))).collect();
                let mut sources = Sources::default();
                match *source {
                    "o" => sources.operator = claims,
                    "d" => sources.declaration = claims,
                    _ => {
                        let inferred = |value: &Value| Inferred { value: value.clone(), confidence: 90 };
                        sources.inference = given.iter().map(|(field, value)| (*field, inferred(value))).collect();
                    }
                }
                let profile = resolve(&sources, *trust, &policy.server("server").inference);
                let decision = policy.decide(&PreparedProfile::new("server", "tool", &profile), &Context::default());
                let effect = match decision.effect() {
                    EffectWord::Ask => format!("ask {}", decision.approvers()),
                    other => other.word().to_owned(),
                };
                text.push_str(&format!(" {effect} |"));
            }
            text.push('\n');
        }
    }
    text.push('\n');
    text
}

#[test]
fn the_table_of_presets_is_up_to_date() {
    let docs = std::fs::read_to_string(PATH).unwrap();
    let (before, rest) = docs.split_once(START).unwrap();
    let (old, after) = rest.split_once(END).unwrap();
    let new = table();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(PATH, format!("{before}{START}{new}{END}{after}")).unwrap();
    } else {
        assert_eq!(old, new, "run this test with UPDATE=1");
    }
}

#[test]
fn the_example_compiles_and_passes_its_own_tests() {
    let docs = std::fs::read_to_string(PATH).unwrap();
    let example = docs.split_once("```json\n").unwrap().1.split_once("```").unwrap().0;
    assert!(parse(example).is_ok());
    let results = run_tests(example, &[]).unwrap_or_else(|errors| panic!("{errors:?}"));
    assert!(!results.is_empty() && results.iter().all(|result| result.passed), "{results:?}");
    let policy = Policy::compile(&[example], &[]).unwrap();
    assert_eq!(policy.lint(None), []);
}
