//! Calls as JSON Lines: one call a line in, one assessment a line out.

use mcp_tool_risk_types::json::{self, Json, NoteKind, Object};
use mcp_tool_risk_types::{Diagnostic, Field, FieldMap, ToolDefinition, Value, Word as _, export};

use super::assess::{AssessOptions, Known, Prepared};
use crate::{Evidence, Push};

fn text(text: &str) -> Json<'static> {
    Json::String(text.to_owned().into())
}

fn seen(evidence: &Evidence) -> Json<'static> {
    let mut object = Object::default();
    object.insert("at", text(&evidence.at));
    object.insert("seen", text(&evidence.seen));
    object.insert("says", text(&evidence.says));
    let push = match evidence.push {
        Push::Raises => "raises",
        Push::Sets => "sets",
        Push::Lowers => "lowers",
    };
    object.insert("push", text(push));
    object.insert("strength", Json::Number(evidence.strength.to_string().into()));
    object.insert("fields", Json::Array(evidence.fields.iter().map(|field| text(field.word())).collect()));
    Json::Object(object)
}

fn noticed(diagnostic: &Diagnostic) -> Json<'static> {
    let mut object = Object::default();
    object.insert("code", text(diagnostic.code.word()));
    object.insert("pointer", text(&diagnostic.pointer));
    object.insert("message", text(&diagnostic.message));
    Json::Object(object)
}

/// Assesses calls given as JSON Lines of `{"id", "server", "tool": {...}, "arguments": {...}, "tools"?: [...]}` by inference alone.
/// One line each comes out: `{"id", "server", "annotations", "unknown", "evidence", "diagnostics"}`. `annotations` has every field; what
/// isn't known is shown as the most restrictive value and named in `unknown`.
pub fn assess_lines(lines: &str, options: &AssessOptions) -> String {
    let mut out = String::new();
    for line in lines.lines().filter(|line| !line.trim().is_empty()) {
        out.push_str(&assess_line(line, options).to_string());
        out.push('\n');
    }
    out
}

fn assess_line(line: &str, options: &AssessOptions) -> Json<'static> {
    let mut object = Object::default();
    let mut values: FieldMap<Value> = FieldMap::new();
    let mut evidence = Vec::new();
    let mut diagnostics = Vec::new();
    let mut title = None;
    let bad = |pointer: &str, message: &str| Diagnostic {
        code: mcp_tool_risk_types::Code::Invalid,
        pointer: pointer.to_owned(),
        message: message.to_owned(),
    };
    match json::parse(line) {
        Err(_) => diagnostics.push(bad("", "the line is no JSON; everything counts as unknown")),
        Ok(parsed) => {
            for key in ["id", "server"] {
                if let Some(value) = parsed.value.get(key) {
                    // A copy that doesn't borrow from the line.
                    let value = match value {
                        Json::String(value) => text(value),
                        Json::Number(value) => Json::Number(value.to_string().into()),
                        other => text(&other.to_string()),
                    };
                    object.insert(key, value);
                }
            }
            match parsed.value.get("tool").and_then(ToolDefinition::new) {
                None => diagnostics.push(bad("/tool", "there is no tool with a name; everything counts as unknown")),
                Some(tool) => {
                    title = tool.title().map(str::to_owned);
                    let tools = parsed.value.get("tools").and_then(Json::as_array).unwrap_or_default();
                    let tools: Vec<ToolDefinition<'_, '_>> = tools.iter().filter_map(ToolDefinition::new).collect();
                    let none = Json::Object(Object::default());
                    let arguments = parsed.value.get("arguments").unwrap_or(&none);
                    let prepared = Prepared::new(tool);
                    let mut profile = prepared.profile();
                    // Which of two equal keys counts is up to the server: nothing is lowered.
                    let twice =
                        parsed.notes.iter().find(|note| note.kind == NoteKind::DuplicateKey && note.pointer.starts_with("/arguments"));
                    if let Some(note) = twice {
                        diagnostics.push(Diagnostic {
                            code: mcp_tool_risk_types::Code::DuplicateKey,
                            pointer: note.pointer.clone(),
                            message: "a key stands twice; which one counts is up to the server, so nothing was lowered".to_owned(),
                        });
                        profile =
                            profile.iter().map(|(field, known)| (field, Known { value: known.value.clone(), narrowable: false })).collect();
                    }
                    let assessment = prepared.assess(&profile, arguments, &tools, options);
                    values = assessment.values;
                    evidence = assessment.evidence;
                    diagnostics.extend(assessment.findings);
                }
            }
        }
    }
    let mut unknown = Vec::new();
    for field in Field::ALL.iter().copied().filter(|field| !values.contains(*field)).collect::<Vec<_>>() {
        unknown.push(text(field.word()));
        if let Some(value) = Value::most_restrictive(field) {
            values.insert(field, value);
        }
    }
    object.insert("annotations", Json::Object(export(&values, title.as_deref())));
    object.insert("unknown", Json::Array(unknown));
    object.insert("evidence", Json::Array(evidence.iter().map(seen).collect()));
    object.insert("diagnostics", Json::Array(diagnostics.iter().map(noticed).collect()));
    Json::Object(object)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_stands_twice_lowers_nothing() {
        let line = |arguments: &str| {
            let tool = r#"{"name":"run_command","inputSchema":{"type":"object","properties":{"command":{"type":"string"}}}}"#;
            let line = format!(r#"{{"id":"1","tool":{tool},"arguments":{arguments}}}"#);
            let out = assess_lines(&line, &AssessOptions::default());
            json::parse(&out).unwrap().value.pointer("/annotations/riskLevel").unwrap().as_str().unwrap().to_owned()
        };
        assert_eq!(line(r#"{"command":"ls"}"#), "low");
        assert_eq!(line(r#"{"command":"rm -rf /","command":"ls"}"#), "critical");
    }
}
