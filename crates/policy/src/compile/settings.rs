//! Settings by server, and the operator's classifications.

use mcp_tool_risk_types::{Claim, Code, Field, FieldMap, ReadError, ServerTrust, Word};
use serde::Serialize;

use super::{Errors, Policy, when};
use crate::Fields;
use crate::document::{InferenceSettings, Layer, LeastConfidence, ServerEntry};
use crate::pattern::Glob;
use crate::resolve::{InferenceMode, InferenceUse};

#[derive(Debug, Clone)]
pub(crate) struct CompiledServer {
    pub(crate) server: Vec<Glob>,
    pub(crate) trust: Option<ServerTrust>,
    mode: Option<InferenceMode>,
    least_confidence: FieldMap<u8>,
    domains: Option<Vec<String>>,
    roots: Option<Vec<String>>,
}

#[derive(Debug, Clone)]
pub(crate) struct CompiledOverride {
    pub(crate) server: Vec<Glob>,
    pub(crate) tool: Vec<Glob>,
    pub(crate) claims: FieldMap<Claim>,
    pub(crate) per_call: bool,
}

impl CompiledOverride {
    fn fits(&self, server: &str, tool: &str) -> bool {
        self.server.iter().any(|glob| glob.matches(server)) && self.tool.iter().any(|glob| glob.matches(tool))
    }
}

/// What the layers say of a server.
#[derive(Debug, Clone, PartialEq)]
pub struct ServerSettings {
    /// How far it is trusted: the least that a layer gives; `known` where none does.
    pub trust: ServerTrust,
    /// How inferred values are used.
    pub inference: InferenceUse,
    /// Own domains: those that every layer names which names any.
    pub domains: Option<Vec<String>>,
    /// Own folders, in the same way.
    pub roots: Option<Vec<String>>,
}

/// What the layers' overrides say of a tool.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct OverrideClaims {
    /// The operator's classification. Where two layers give a field, the outer one's value counts.
    #[serde(skip)]
    pub operator: FieldMap<Claim>,
    /// A project's, which only tightens.
    #[serde(skip)]
    pub project: FieldMap<Claim>,
    /// The fields whose operator's value the arguments of a call may lower.
    pub per_call: Fields,
}

pub(crate) fn server(entry: &ServerEntry, at: usize, errors: &mut Errors) -> CompiledServer {
    let pointer = format!("/servers/{at}");
    let globs = when::globs(&entry.server, &format!("{pointer}/server"), errors);
    for (key, list) in [("domains", &entry.domains), ("roots", &entry.roots)] {
        if list.as_ref().is_some_and(|list| list.iter().any(String::is_empty)) {
            errors.push(&format!("{pointer}/{key}"), ReadError::new(Code::Invalid, "an empty text names nothing"));
        }
    }
    let inference = entry.inference.clone().unwrap_or_default();
    CompiledServer {
        server: globs,
        trust: entry.trust,
        mode: inference.mode,
        least_confidence: least_confidence(&inference, &format!("{pointer}/inference"), errors),
        domains: entry.domains.clone(),
        roots: entry.roots.clone(),
    }
}

pub(crate) fn every_server(inference: &InferenceSettings, errors: &mut Errors) -> CompiledServer {
    CompiledServer {
        server: vec![Glob::Any],
        trust: None,
        mode: inference.mode,
        least_confidence: least_confidence(inference, "/inference", errors),
        domains: None,
        roots: None,
    }
}

fn least_confidence(settings: &InferenceSettings, pointer: &str, errors: &mut Errors) -> FieldMap<u8> {
    let figures: FieldMap<u8> = match &settings.least_confidence {
        None => FieldMap::new(),
        Some(LeastConfidence::Every(figure)) => Field::ALL.iter().map(|field| (*field, *figure)).collect(),
        Some(LeastConfidence::ByField(figures)) => figures.clone(),
    };
    if figures.iter().any(|(_, figure)| *figure > 100) {
        errors.push(&format!("{pointer}/leastConfidence"), ReadError::new(Code::OutOfRange, "a confidence is from 0 to 100"));
    }
    figures
}

impl Policy {
    /// The settings for a server.
    ///
    /// Trust and confidence: the strictest that a layer gives. Mode: the outermost operator's, and a project can choose `advise`.
    /// Domains and folders: what all layers share that name any; a project alone can't name them.
    pub fn server(&self, server: &str) -> ServerSettings {
        let mut settings = ServerSettings { trust: ServerTrust::Known, inference: InferenceUse::default(), domains: None, roots: None };
        let (mut trust, mut mode) = (None, None);
        for layer in &self.layers {
            let is_project = layer.layer == Layer::Project;
            let entries = || layer.servers.iter().filter(|entry| entry.server.iter().any(|glob| glob.matches(server)));
            // A project can lower trust, below what counts without it.
            if let Some(given) = entries().find_map(|entry| entry.trust) {
                let least = if is_project { Some(trust.unwrap_or(ServerTrust::Known)) } else { trust };
                trust = Some(least.map_or(given, |least: ServerTrust| if given.rank() < least.rank() { given } else { least }));
            }
            if let Some(given) = entries().find_map(|entry| entry.mode) {
                mode = match mode {
                    _ if is_project => {
                        if given == InferenceMode::Advise {
                            Some(given)
                        } else {
                            mode
                        }
                    }
                    None => Some(given),
                    outer => outer,
                };
            }
            for field in Field::ALL {
                if let Some(given) = entries().find_map(|entry| entry.least_confidence.get(*field)) {
                    let least = settings.inference.least_confidence.get(*field).copied().unwrap_or(0);
                    settings.inference.least_confidence.insert(*field, least.max(*given));
                }
            }
            share(&mut settings.domains, entries().find_map(|entry| entry.domains.as_ref()), is_project);
            share(&mut settings.roots, entries().find_map(|entry| entry.roots.as_ref()), is_project);
        }
        settings.trust = trust.unwrap_or(ServerTrust::Known);
        settings.inference.mode = mode.unwrap_or_default();
        settings
    }

    /// What the overrides of all layers say of a tool.
    pub fn overrides(&self, server: &str, tool: &str) -> OverrideClaims {
        let mut claims = OverrideClaims::default();
        for layer in &self.layers {
            let Some(entry) = layer.overrides.iter().find(|entry| entry.fits(server, tool)) else { continue };
            let is_project = layer.layer == Layer::Project;
            for (field, claim) in entry.claims.iter() {
                if is_project {
                    tighten(&mut claims.project, field, claim);
                } else if !claims.operator.contains(field) {
                    claims.operator.insert(field, claim.clone());
                    if entry.per_call {
                        claims.per_call.insert(field);
                    }
                }
            }
        }
        claims
    }
}

fn tighten(claims: &mut FieldMap<Claim>, field: Field, more: &Claim) {
    let joined = match (claims.get(field).and_then(|claim| claim.value.as_ref()), &more.value) {
        (Some(old), Some(new)) => Claim::known(old.join(new, field)),
        _ => more.clone(),
    };
    claims.insert(field, joined);
}

/// Narrows a list to what the next layer names too.
fn share(list: &mut Option<Vec<String>>, given: Option<&Vec<String>>, is_project: bool) {
    match (list.as_mut(), given) {
        (Some(list), Some(given)) => list.retain(|item| given.contains(item)),
        (None, Some(given)) if !is_project => *list = Some(given.clone()),
        _ => {}
    }
}
