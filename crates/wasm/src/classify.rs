//! Classification: what each tool of a list can do, read off its definition.

use mcp_tool_risk_infer::{Evidence, Inference, Rules, infer};
use mcp_tool_risk_policy::{Fields, InferenceMode, InferenceUse, Sources, resolve};
use mcp_tool_risk_types::json::{Object, write_text};
use mcp_tool_risk_types::{
    DataClass, Declaration, Diagnostic, Field, FieldMap, ReadError, Sensitivity, ServerTrust, Source, ToolDefinition, ToolEntry, Value,
    Word, Words, export, read_tools, struct_from_json,
};
use serde::Serialize;
use tsify::Tsify;

use crate::pieces::{Pieces, Take};

/// Options of `classify`.
#[derive(Debug, Clone, Copy, Default, Tsify)]
#[serde(default)]
pub struct ClassifyOptions {
    /// Whether what the server declares is looked at too. It only tightens.
    pub declared: bool,
    /// Whether the evidence is told; absent, it is. Otherwise its array is empty.
    pub evidence: Option<bool>,
    /// The rules that grade.
    pub rules: Rules,
}

struct_from_json!(ClassifyOptions { declared: "declared", evidence: "evidence", rules: "rules" });

/// Classifies every tool of a list: one line of JSON for each, in the order of the text. Pieces of the answer are whole lines.
///
/// # Errors
/// The text is no tool list.
pub fn classify(text: &str, options: &ClassifyOptions, take: Take<'_>) -> Result<(), ReadError> {
    let list = read_tools(text)?;
    let mut lines = Pieces::new(take);
    for entry in &list.entries {
        line(&mut lines.text, entry, *options);
        lines.text.push('\n');
        lines.seam();
    }
    lines.end();
    Ok(())
}

/// What stands in a line behind the tool's own `id` and `server`.
#[derive(Serialize)]
struct Line<'a> {
    tool: Option<&'a str>,
    annotations: Object<'static>,
    unknown: Fields,
    confidence: FieldMap<u8>,
    evidence: Vec<Evidence>,
    diagnostics: Vec<Diagnostic>,
}

fn line(out: &mut String, entry: &ToolEntry<'_>, options: ClassifyOptions) {
    let tool = entry.definition();
    // A tool that cannot be read is unknown in every field.
    let graded = tool.map(|tool| grade(tool, options)).unwrap_or_default();
    let line = Line {
        tool: tool.map(ToolDefinition::name),
        annotations: annotations(&graded.values),
        unknown: Field::ALL.iter().copied().filter(|field| !graded.known.contains(*field)).collect(),
        confidence: graded.confidence,
        evidence: if options.evidence.unwrap_or(true) { graded.evidence } else { Vec::new() },
        diagnostics: [entry.diagnostics(), graded.diagnostics].concat(),
    };
    out.push('{');
    if let Some(id) = entry.id() {
        // As it was written, to the last digit.
        out.push_str(&format!("\"id\":{id},"));
    }
    if let Some(server) = entry.server() {
        out.push_str("\"server\":");
        write_text(out, server);
        out.push(',');
    }
    finish_object(out, &line);
}

/// Writes the keys of a value behind those that an open object has, and closes it.
pub(crate) fn finish_object(out: &mut String, value: &impl Serialize) {
    let start = out.len();
    write_text(out, value);
    if out.as_bytes().get(start) == Some(&b'{') {
        out.remove(start);
    }
}

/// What is printed of a tool.
#[derive(Default)]
struct Graded {
    /// What is shown of each field.
    values: FieldMap<Value>,
    /// The fields that are known; of the others the values are the most restrictive ones.
    known: Fields,
    confidence: FieldMap<u8>,
    evidence: Vec<Evidence>,
    diagnostics: Vec<Diagnostic>,
}

fn grade(tool: ToolDefinition<'_, '_>, options: ClassifyOptions) -> Graded {
    let Inference { values: inferred, evidence, findings } = infer(tool, options.rules);
    let mut values = FieldMap::new();
    let mut confidence = FieldMap::new();
    // Settling belongs to sources that may contradict themselves. The inference knows more than the table of what implies
    // what: writing a whole file is destructive and yet no deletion.
    if !options.declared {
        for (field, entry) in inferred.iter() {
            values.insert(field, entry.value.clone());
            confidence.insert(field, entry.confidence);
        }
        if Field::ALL.iter().all(|field| values.contains(*field)) {
            return Graded { values, known: Field::ALL.iter().copied().collect(), confidence, evidence, diagnostics: findings };
        }
    }
    let mut sources = Sources { inference: inferred, findings, ..Sources::default() };
    if options.declared {
        let declaration = Declaration::read(tool);
        sources.declaration = declaration.claims();
        sources.findings.extend(declaration.diagnostics);
    }
    let profile = resolve(&sources, ServerTrust::Known, &InferenceUse::mode(InferenceMode::Accept));
    for field in Field::ALL.iter().copied().filter(|field| !values.contains(*field)).collect::<Vec<_>>() {
        if let Some(value) = profile.shown(field) {
            values.insert(field, value);
        }
        if let Some(percent) = profile.fields.get(field).and_then(|entry| entry.confidence) {
            confidence.insert(field, percent);
        }
    }
    let unknown = profile.unknown();
    let known = Field::ALL.iter().copied().filter(|field| !unknown.contains(*field)).collect();
    Graded { values, known, confidence, evidence, diagnostics: profile.diagnostics }
}

/// A complete annotations object: of an unknown field, the most restrictive value.
fn annotations(shown: &FieldMap<Value>) -> Object<'static> {
    let worst = |field: Field| Value::most_restrictive(field).unwrap_or_else(|| anything(field));
    let values = Field::ALL.iter().map(|field| (*field, shown.get(*field).cloned().unwrap_or_else(|| worst(*field)))).collect();
    export(&values, None)
}

/// What a set may hold of which nothing is known: every word that has a name.
fn anything(field: Field) -> Value {
    match field {
        Field::Source => Value::Source(Source::ALL.iter().copied().collect::<Words<Source>>()),
        Field::InputSensitivity | Field::ReturnSensitivity => {
            let mut all = Sensitivity::none();
            DataClass::ALL.iter().for_each(|class| all.insert(*class));
            Value::Sensitivity(all)
        }
        _ => Value::SideEffects(SIDE_EFFECTS.iter().map(|effect| (*effect).to_owned()).collect()),
    }
}

/// The common words of the open vocabulary `sideEffects` (SEP-2793).
const SIDE_EFFECTS: [&str; 6] = ["state_loss", "downtime", "cost", "external_notification", "data_exfiltration", "privilege_change"];
