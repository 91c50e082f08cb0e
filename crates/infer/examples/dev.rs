//! Development only.
#![allow(clippy::all, clippy::print_stdout, missing_docs, reason = "development")]
use mcp_tool_risk_infer::{Rules, infer};
use mcp_tool_risk_types::{Field, ToolDefinition, Value, Word, json};
fn main() {
    let path = std::env::args().nth(1).unwrap();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let parsed = json::parse(line).unwrap();
        let v = &parsed.value;
        let tool = ToolDefinition::new(v.get("tool").unwrap()).unwrap();
        let inf = infer(tool, Rules::Default);
        let mut unknown = vec![];
        let get = |f: Field, unknown: &mut Vec<String>| match inf.values.get(f) {
            Some(i) => i.value.to_json().to_string(),
            None => {
                unknown.push(format!("{:?}", f.word()));
                Value::most_restrictive(f).map_or_else(
                    || match f {
                        Field::Source => "\"untrustedPublic\"".into(),
                        Field::SideEffects => "[]".into(),
                        _ => "\"none\"".into(),
                    },
                    |v| v.to_json().to_string(),
                )
            }
        };
        let mut parts = vec![];
        for f in [
            Field::Category,
            Field::RiskLevel,
            Field::BlastRadius,
            Field::Reversibility,
            Field::SideEffects,
            Field::Approval,
            Field::MinTrustLevel,
            Field::ReadOnlyHint,
            Field::DestructiveHint,
            Field::IdempotentHint,
            Field::OpenWorldHint,
        ] {
            parts.push(format!("\"{}\":{}", f.word(), get(f, &mut unknown)));
        }
        let am = format!(
            "{{\"inputMetadata\":{{\"destination\":{},\"sensitivity\":{}}},\"returnMetadata\":{{\"source\":{},\"sensitivity\":{}}},\"outcome\":{},\"requiresReview\":{}}}",
            get(Field::Destination, &mut unknown),
            get(Field::InputSensitivity, &mut unknown),
            get(Field::Source, &mut unknown),
            get(Field::ReturnSensitivity, &mut unknown),
            get(Field::Outcome, &mut unknown),
            get(Field::RequiresReview, &mut unknown)
        );
        let conf: Vec<String> = inf.values.iter().map(|(f, i)| format!("\"{}\":{}", f.word(), i.confidence)).collect();
        let ev: Vec<String> = inf.evidence.iter().map(|e| format!("{}={}:{} s{}", e.at, e.seen, e.says, e.strength)).collect();
        println!(
            "{{\"id\":{},\"annotations\":{{{},\"io.modelcontextprotocol/action-metadata\":{}}},\"unknown\":[{}],\"confidence\":{{{}}},\"evidence\":{}}}",
            v.get("id").unwrap(),
            parts.join(","),
            am,
            unknown.join(","),
            conf.join(","),
            json::Json::String(ev.join(" | ").into())
        );
    }
}
