//! The call: what its arguments make of a tool, and what is decided then.

use mcp_tool_risk_infer::Evidence;
use mcp_tool_risk_infer::call::{AssessOptions, Known};
use mcp_tool_risk_policy::{Answer, FieldProfile, Fields, Provenance, RiskProfile};
use mcp_tool_risk_types::json::{Json, parse, to_text};
use mcp_tool_risk_types::{Diagnostic, Field, FieldMap, ReadError, ToolDefinition, Value, Word as _};
use serde::Serialize;

use crate::gate::{CallContext, Gate};
use crate::ready::Ready;

/// What the arguments of one call make of a tool.
#[derive(Default)]
pub(crate) struct Assessed {
    understood: bool,
    pub(crate) profile: RiskProfile,
    evidence: Vec<Evidence>,
    findings: Vec<Diagnostic>,
}

#[derive(Serialize)]
struct Assessment<'a> {
    /// Whether the arguments were understood completely; otherwise nothing was lowered.
    understood: bool,
    /// The profile for this call.
    profile: &'a RiskProfile,
    evidence: &'a [Evidence],
    findings: &'a [Diagnostic],
    decision: Answer<'a>,
}

impl Gate {
    /// What the arguments make of the tool, and what is decided on the call by that: the JSON of an `Assessment`.
    ///
    /// # Errors
    /// Context or arguments are not usable.
    pub fn assess(&self, server: &str, tool: &str, context: &CallContext, arguments: &str) -> Result<String, ReadError> {
        self.at_call(server, tool, context, Some(arguments), &mut |call| {
            let nothing = Assessed::default();
            let Assessed { understood, profile, evidence, findings } = call.assessed.unwrap_or(&nothing);
            let decision = self.policy.answer(&self.policy.decide(call.prepared, &call.context));
            to_text(&Assessment { understood: *understood, profile, evidence, findings, decision })
        })
    }

    /// What the arguments make of a listed tool.
    pub(crate) fn assessed(&self, (server, tool): (&str, &str), known: &RiskProfile, ready: &Ready, arguments: &Json<'_>) -> Assessed {
        let settings = self.policy.server(server);
        let options =
            AssessOptions { own_domains: settings.domains.unwrap_or_default(), roots: settings.roots.unwrap_or_default(), dialect: None };
        let start = start(known, self.policy.overrides(server, tool).per_call);
        let assessment = ready.ask(|prepared| {
            // Few tools call others, and only those need the rest of the list.
            let others: Vec<_> = self.definitions(server).filter(|_| prepared.calls_tools()).filter_map(|text| parse(text).ok()).collect();
            let others: Vec<_> = others.iter().filter_map(|parsed| ToolDefinition::new(&parsed.value)).collect();
            prepared.assess(&start, arguments, &others, &options)
        });
        Assessed {
            understood: assessment.understood,
            profile: applied(known, &assessment.values),
            evidence: assessment.evidence,
            findings: assessment.findings,
        }
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

/// The profile with the values of the call. What is unknown stays so, since it is unknown whose word counts; its floor rises.
pub(crate) fn applied(profile: &RiskProfile, values: &FieldMap<Value>) -> RiskProfile {
    let mut out = profile.clone();
    for field in Field::ALL.iter().copied() {
        let (Some(value), Some(entry)) = (values.get(field), out.fields.get_mut(field)) else { continue };
        match (&entry.value, &entry.floor) {
            (Some(old), _) => {
                if !value.at_most(old, field)
                    && entry.provenance != Provenance::Inference
                    && !entry.raised_by.contains(&Provenance::Inference)
                {
                    entry.raised_by.push(Provenance::Inference);
                }
                entry.value = Some(entry.least.as_ref().map_or_else(|| value.clone(), |least| value.join(least, field)));
            }
            (None, Some(floor)) => entry.floor = Some(floor.join(value, field)),
            (None, None) => entry.floor = Some(value.clone()),
        }
    }
    out
}
