//! Inspection: each tool of a list with its profile and decision, and where the server and the definition disagree.

use mcp_tool_risk_infer::{Evidence, Inferred, Rules, infer};
use mcp_tool_risk_policy::{
    Answer, Catalogue, CatalogueClaims, Context, Origin, OverrideClaims, Policy, PreparedProfile, RiskProfile, Sources, derive, resolve,
    shape_digest,
};
use mcp_tool_risk_types::{
    Claim, Declaration, Diagnostic, Field, FieldMap, ReadError, ServerTrust, ToolDefinition, ToolEntry, Value, read_tools, struct_from_json,
};
use serde::Serialize;
use tsify::Tsify;

use crate::pieces::{Take, write_list};

/// What a host says of the server whose tools it gives.
#[derive(Debug, Clone, Default, Tsify)]
#[serde(default)]
pub struct ServerOptions {
    /// How far the host trusts the server. Absent: as the policy says, and `known` where it says nothing.
    pub trust: Option<ServerTrust>,
    /// Where the server comes from, for catalogues: `npm:NAME@VERSION`, `pypi:NAME`, `url:ADDRESS`, `command:LINE`.
    pub origin: Option<String>,
    /// Whether the host has verified the origin. Otherwise what a catalogue says only tightens.
    pub verified: bool,
}

struct_from_json!(ServerOptions { trust: "trust", origin: "origin", verified: "verified" });

/// What is known of one tool.
#[derive(Serialize)]
pub(crate) struct Inspected<'a> {
    server: &'a str,
    pub(crate) tool: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<String>,
    pub(crate) profile: RiskProfile,
    decision: Answer<'a>,
    evidence: Vec<Evidence>,
    declared: FieldMap<Option<Value>>,
    disagreements: Vec<Disagreement>,
    diagnostics: Vec<Diagnostic>,
    #[serde(skip)]
    pub(crate) prepared: PreparedProfile,
}

/// A field of which the server says something else than its definition.
#[derive(Serialize)]
struct Disagreement {
    field: Field,
    declared: Value,
    inferred: Value,
}

/// Inspects every tool of a list and hands out the JSON of an `Inspection`. `each` sees every tool on the way.
///
/// # Errors
/// The text is no tool list.
pub(crate) fn inspect(
    text: &str,
    server: &str,
    policy: &Policy,
    catalogue: &Catalogue,
    options: &ServerOptions,
    each: &mut dyn FnMut(&Inspected<'_>, ToolDefinition<'_, '_>),
    take: Take<'_>,
) -> Result<(), ReadError> {
    let list = read_tools(text)?;
    let origin = options.origin.as_deref().map(Origin::read).transpose().map_err(|error| error.under("origin"))?;
    let curated = |tool: ToolDefinition<'_, '_>| catalogue.find(origin.as_ref()?, options.verified, tool);
    let tools = list.entries.iter().map(|entry| {
        let curated = entry.definition().and_then(curated).unwrap_or_default();
        let tool = one(entry, server, policy, curated, options.trust);
        if let Some(definition) = entry.definition() {
            each(&tool, definition);
        }
        tool
    });
    write_list(take, tools, &list.diagnostics);
    Ok(())
}

fn one<'a>(
    entry: &'a ToolEntry<'_>,
    server: &'a str,
    policy: &'a Policy,
    catalogue: CatalogueClaims,
    trust: Option<ServerTrust>,
) -> Inspected<'a> {
    let definition = entry.definition();
    let name = definition.map(ToolDefinition::name);
    let declaration = definition.map(Declaration::read).unwrap_or_default();
    let inference = definition.map(|tool| infer(tool, Rules::Default)).unwrap_or_default();
    let overrides = policy.overrides(server, name.unwrap_or_default());
    let sources = sources(overrides, catalogue, &declaration, inference.values, inference.findings);
    let settings = policy.server(server);
    let profile = match name {
        Some(_) => resolve(&sources, trust.unwrap_or(settings.trust), &settings.inference),
        // What cannot be read is unknown, whatever an override says of every tool.
        None => RiskProfile::default(),
    };
    let prepared = PreparedProfile::new(server, name.unwrap_or_default(), &profile);
    let schema = definition.and_then(ToolDefinition::input_schema);
    Inspected {
        server,
        tool: name,
        title: definition.and_then(ToolDefinition::title),
        shape: definition.map(shape_digest),
        disagreements: disagreements(&declaration, &sources),
        decision: policy.answer(&policy.decide(&prepared, &Context { schema, ..Context::default() })),
        profile,
        evidence: inference.evidence,
        declared: declaration.given.iter().map(|(field, given)| (field, given.value.clone())).collect(),
        diagnostics: entry.diagnostics(),
        prepared,
    }
}

/// All sources of one tool. Findings of the inference and of the declaration count alike.
pub(crate) fn sources(
    overrides: OverrideClaims,
    catalogue: CatalogueClaims,
    declaration: &Declaration,
    inference: FieldMap<Inferred>,
    mut findings: Vec<Diagnostic>,
) -> Sources {
    findings.extend(declaration.diagnostics.iter().cloned());
    let OverrideClaims { operator, project, .. } = overrides;
    Sources { operator, project, catalogue, declaration: declaration.claims(), inference, findings }
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
