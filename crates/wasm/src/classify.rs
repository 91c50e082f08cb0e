//! Classification: what each tool of a list can do, read off its definition.

use mcp_tool_risk_infer::{Inference, Rules, infer};
use mcp_tool_risk_types::json::{Json, Object, write_text};
use mcp_tool_risk_types::{Diagnostic, Field, FieldMap, ReadError, ToolEntry, Value, Word, read_tools};
use serde::{Deserialize, Serialize};

/// Options of `classify`.
#[derive(Debug, Clone, Copy, Default, Deserialize, tsify::Tsify)]
#[serde(default, deny_unknown_fields)]
pub struct ClassifyOptions {
    /// The rules that grade.
    pub rules: Rules,
}

/// Classifies every tool of a list: one line of JSON for each, in the order of the text.
///
/// # Errors
/// The text is no tool list.
pub fn classify(text: &str, options: &ClassifyOptions) -> Result<String, ReadError> {
    let list = read_tools(text)?;
    let mut lines = String::new();
    for entry in &list.entries {
        line(&mut lines, entry, options);
        lines.push('\n');
    }
    Ok(lines)
}

/// What stands in a line beside the tool's own `id` and `server`.
#[derive(Serialize)]
struct Line<'a> {
    tool: Option<&'a str>,
    annotations: Json<'static>,
    unknown: Vec<Field>,
    confidence: FieldMap<f64>,
    evidence: &'a [mcp_tool_risk_infer::Evidence],
    diagnostics: Vec<&'a Diagnostic>,
}

fn line(out: &mut String, entry: &ToolEntry<'_>, options: &ClassifyOptions) {
    // A tool that cannot be read is unknown in every field, which is the worst.
    let inference = entry.definition().map_or_else(Inference::default, |tool| infer(tool, options.rules));
    let values = &inference.values;
    let line = Line {
        tool: entry.definition().map(|tool| tool.name()),
        annotations: export(&values.iter().map(|(field, inferred)| (field, inferred.value.clone())).collect()),
        unknown: inference.unknown().collect(),
        confidence: values.iter().map(|(field, inferred)| (field, f64::from(inferred.confidence) / 100.0)).collect(),
        evidence: &inference.evidence,
        diagnostics: entry.diagnostics.iter().chain(&inference.findings).collect(),
    };
    out.push('{');
    // As they were written, to the last digit.
    if let Some(id) = entry.id() {
        out.push_str(&format!("\"id\":{id},"));
    }
    if let Some(server) = entry.server() {
        out.push_str("\"server\":");
        write_text(out, server);
        out.push(',');
    }
    let start = out.len();
    write_text(out, &line);
    // The line's own brace is already there.
    out.remove(start);
}

/// An annotations object with every field; one without a value shows its most restrictive one.
fn export(values: &FieldMap<Value>) -> Json<'static> {
    let mut annotations = Object::default();
    for field in Field::ALL {
        if let Some(value) = values.get(*field).cloned().or_else(|| Value::most_restrictive(*field)) {
            let segments: Vec<String> = field.pointer().split('/').skip(1).map(|part| part.replace("~1", "/")).collect();
            insert(&mut annotations, &segments, value.to_json());
        }
    }
    Json::Object(annotations)
}

fn insert(object: &mut Object<'static>, path: &[String], value: Json<'static>) {
    let Some((key, rest)) = path.split_first() else { return };
    if rest.is_empty() {
        object.insert(key.clone(), value);
        return;
    }
    let mut inner = object.get(key).and_then(Json::as_object).cloned().unwrap_or_default();
    insert(&mut inner, rest, value);
    object.insert(key.clone(), Json::Object(inner));
}
