//! The call: what its arguments make of a tool, and what is decided then.

use mcp_tool_risk_infer::Evidence;
use mcp_tool_risk_infer::call::{AssessOptions, Assessment, Known};
use mcp_tool_risk_policy::{Answer, FieldProfile, Fields, PreparedProfile, Provenance, RiskProfile};
use mcp_tool_risk_types::json::{Json, parse, to_text};
use mcp_tool_risk_types::{Diagnostic, Field, FieldMap, ReadError, ToolDefinition, Value, Word as _};
use serde::Serialize;

use crate::gate::{CallContext, Gate};
use crate::ready::Ready;

/// What is asked for every call of a tool with arguments, and what it starts from.
pub(crate) struct Asked {
    pub(crate) ready: Ready,
    start: FieldMap<Known>,
    options: AssessOptions,
}

#[derive(Serialize)]
struct Assessed<'a> {
    /// Whether the arguments were understood completely; otherwise nothing was lowered.
    understood: bool,
    /// The profile for this call.
    profile: &'a RiskProfile,
    evidence: &'a [Evidence],
    findings: &'a [Diagnostic],
    decision: Answer<'a>,
}

impl Gate {
    /// What the arguments make of the tool, and what is decided on the call by that: the JSON of an `Assessed`.
    ///
    /// # Errors
    /// Context or arguments are not usable.
    pub fn assess(&self, server: &str, tool: &str, context: &CallContext, arguments: &str) -> Result<String, ReadError> {
        self.at_call(server, tool, context, Some(arguments), &mut |call| {
            let decision = self.policy.answer(&self.policy.decide(call.prepared, &call.context));
            let Some((known, Assessment { values, understood, evidence, findings })) = call.assessed else {
                let profile = &RiskProfile::default();
                return to_text(&Assessed { understood: false, profile, evidence: &[], findings: &[], decision });
            };
            to_text(&Assessed { understood: *understood, profile: &applied(known, values), evidence, findings, decision })
        })
    }

    /// Reads the JSON text of a tool's definition; `None` where it is none.
    pub(crate) fn asked(&self, (server, tool): (&str, &str), known: &RiskProfile, definition: &str) -> Option<Asked> {
        let settings = self.policy.server(server);
        let options =
            AssessOptions { own_domains: settings.domains.unwrap_or_default(), roots: settings.roots.unwrap_or_default(), dialect: None };
        let start = start(known, self.policy.overrides(server, tool).per_call);
        Some(Asked { ready: Ready::read(definition)?, start, options })
    }

    /// What the arguments make of a listed tool.
    pub(crate) fn assessed(&self, server: &str, Asked { ready, start, options }: &Asked, arguments: &Json<'_>) -> Assessment {
        ready.ask(|prepared| {
            // Few tools call others, and only those need the rest of the list.
            let others: Vec<_> = self.definitions(server).filter(|_| prepared.calls_tools()).filter_map(|text| parse(text).ok()).collect();
            let others: Vec<_> = others.iter().filter_map(|parsed| ToolDefinition::new(&parsed.value)).collect();
            prepared.assess(start, arguments, &others, options)
        })
    }
}

/// The profile that a call starts from. Arguments lower what was inferred and nobody raised, and what the operator lets them.
pub(crate) fn start(profile: &RiskProfile, per_call: Fields) -> FieldMap<Known> {
    let known = |(field, entry): (Field, &FieldProfile)| {
        let inferred = entry.provenance == Provenance::Inference && entry.raised_by.is_empty();
        let lent = entry.provenance == Provenance::Override && per_call.contains(field);
        Some((field, Known { value: entry.value.clone()?, narrowable: inferred || lent }))
    };
    profile.fields.iter().filter_map(known).collect()
}

/// What a value of the call makes of a field: its value, or its floor. What is unknown stays so, since it is unknown whose word counts.
fn moved(entry: &FieldProfile, value: &Value, field: Field) -> Value {
    match (&entry.value, &entry.least, &entry.floor) {
        (Some(_), Some(least), _) => value.join(least, field),
        (None, _, Some(floor)) => floor.join(value, field),
        _ => value.clone(),
    }
}

/// The prepared profile with the values of the call.
pub(crate) fn prepared(before: &PreparedProfile, profile: &RiskProfile, values: &FieldMap<Value>) -> PreparedProfile {
    let mut out = before.clone();
    for (field, value) in values.iter() {
        let Some(entry) = profile.fields.get(field) else { continue };
        let moved = Some(moved(entry, value, field));
        let (value, floor) = if entry.value.is_some() { (moved.as_ref(), entry.floor.as_ref()) } else { (None, moved.as_ref()) };
        out.set(field, value, floor);
    }
    out
}

/// The profile with the values of the call.
pub(crate) fn applied(profile: &RiskProfile, values: &FieldMap<Value>) -> RiskProfile {
    let mut out = profile.clone();
    for field in Field::ALL.iter().copied() {
        let (Some(value), Some(entry)) = (values.get(field), out.fields.get_mut(field)) else { continue };
        let moved = Some(moved(entry, value, field));
        let Some(old) = &entry.value else {
            entry.floor = moved;
            continue;
        };
        if !value.at_most(old, field) && entry.provenance != Provenance::Inference && !entry.raised_by.contains(&Provenance::Inference) {
            entry.raised_by.push(Provenance::Inference);
        }
        entry.value = moved;
    }
    out
}
