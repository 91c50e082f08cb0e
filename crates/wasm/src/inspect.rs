//! Inspection: each tool of a list with its profile, and where the server and the definition disagree.

use mcp_tool_risk_infer::{Evidence, Rules, infer};
use mcp_tool_risk_policy::{InferenceMode, InferenceUse, RiskProfile, Sources, derive, resolve};
use mcp_tool_risk_types::json::to_text;
use mcp_tool_risk_types::{
    Claim, Declaration, Diagnostic, Field, FieldMap, ReadError, ServerTrust, ToolDefinition, ToolEntry, Value, read_tools,
};
use serde::{Deserialize, Serialize};
use tsify::Tsify;

/// Options of `inspect`.
#[derive(Debug, Clone, Deserialize, Tsify)]
#[serde(default, deny_unknown_fields)]
pub struct InspectOptions {
    /// The id that the host gives the server, for tools that name none.
    pub server: String,
    /// How far the host trusts the server.
    pub trust: ServerTrust,
}

impl Default for InspectOptions {
    fn default() -> Self {
        Self { server: "server".to_owned(), trust: ServerTrust::Known }
    }
}

/// What is known of every tool of a list.
#[derive(Serialize)]
struct Inspection<'a> {
    tools: Vec<Tool<'a>>,
    /// What was noticed outside the tools.
    diagnostics: &'a [Diagnostic],
}

#[derive(Serialize)]
struct Tool<'a> {
    server: &'a str,
    tool: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    profile: RiskProfile,
    evidence: Vec<Evidence>,
    declared: FieldMap<Option<Value>>,
    disagreements: Vec<Disagreement>,
    diagnostics: &'a [Diagnostic],
}

/// A field of which the server says something else than its definition.
#[derive(Serialize)]
struct Disagreement {
    field: Field,
    declared: Value,
    inferred: Value,
}

/// Inspects every tool of a list: the JSON of an `Inspection`.
///
/// # Errors
/// The text is no tool list.
pub fn inspect(text: &str, options: &InspectOptions) -> Result<String, ReadError> {
    let list = read_tools(text)?;
    let tools = list.entries.iter().map(|entry| tool(entry, options)).collect();
    Ok(to_text(&Inspection { tools, diagnostics: &list.diagnostics }))
}

fn tool<'a>(entry: &'a ToolEntry<'_>, options: &'a InspectOptions) -> Tool<'a> {
    let definition = entry.definition();
    let declaration = definition.map(Declaration::read).unwrap_or_default();
    let inference = definition.map(|tool| infer(tool, Rules::Default)).unwrap_or_default();
    let mut findings = inference.findings;
    findings.extend(declaration.diagnostics.iter().cloned());
    let sources = Sources { declaration: declaration.claims(), inference: inference.values, findings, ..Sources::default() };
    let profile = resolve(&sources, options.trust, &InferenceUse::mode(InferenceMode::Accept));
    Tool {
        server: entry.server().unwrap_or(&options.server),
        tool: definition.map(ToolDefinition::name),
        title: definition.and_then(ToolDefinition::title),
        disagreements: disagreements(&declaration, &sources),
        profile,
        evidence: inference.evidence,
        declared: declaration.given.iter().map(|(field, given)| (field, given.value.clone())).collect(),
        diagnostics: &entry.diagnostics,
    }
}

/// Declared values that the definition speaks against. Words of equal rank, such as read and observe, agree.
fn disagreements(declaration: &Declaration, sources: &Sources) -> Vec<Disagreement> {
    let inferred = derive(&sources.inference.iter().map(|(field, inferred)| (field, Claim::known(inferred.value.clone()))).collect());
    let given = declaration.given.iter().filter_map(|(field, given)| Some((field, given.value.as_ref()?, inferred.value(field)?)));
    given
        .filter(|(field, declared, inferred)| !(declared.at_most(inferred, *field) && inferred.at_most(declared, *field)))
        .map(|(field, declared, inferred)| Disagreement { field, declared: declared.clone(), inferred: inferred.clone() })
        .collect()
}
