//! Resolve: from completed sources to one profile.

#[cfg(test)]
mod tests;

use mcp_tool_risk_infer::Inferred;
use mcp_tool_risk_types::{Claim, Code, Diagnostic, Field, FieldMap, ServerTrust, Value, Word};
use serde::Serialize;

use crate::Fields;
use crate::derive::{Bound, Derived, LINES, close, derive};
use crate::profile::{Conflict, FieldProfile, Provenance, RiskProfile};
use crate::text::show;

/// What a curated profile says of a tool.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CatalogueClaims {
    /// The entry's values.
    pub claims: FieldMap<Claim>,
    /// Whether the host verified the server's origin and the digest of the schema's shape fits.
    pub verified: bool,
}

/// What is said of one tool, by source.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sources {
    /// The operator's classification.
    pub operator: FieldMap<Claim>,
    /// A project's classification; it only tightens.
    pub project: FieldMap<Claim>,
    /// The curated profile.
    pub catalogue: CatalogueClaims,
    /// What the server declares.
    pub declaration: FieldMap<Claim>,
    /// What was read off the definition.
    pub inference: FieldMap<Inferred>,
    /// What was noticed while the sources were read; it becomes part of the profile's diagnostics.
    pub findings: Vec<Diagnostic>,
}

/// What a policy makes of inference, on servers that are known or trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum InferenceMode {
    /// Inferred values stand where nobody else gives one.
    Accept,
    /// Inferred values tighten.
    Advise,
    /// Inferred values count for nothing: undeclared is unknown.
    #[default]
    Ignore,
}

mcp_tool_risk_types::words_from_json!(InferenceMode = Ignore);

impl InferenceMode {
    /// Every mode, in order.
    pub const ALL: &'static [Self] = &[Self::Accept, Self::Advise, Self::Ignore];

    /// The spelling on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Advise => "advise",
            Self::Ignore => "ignore",
        }
    }
}

/// How inference is used.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct InferenceUse {
    /// The mode.
    pub mode: InferenceMode,
    /// Under `accept`, values of less confidence (in percent) only tighten. A field without a figure accepts any.
    pub least_confidence: FieldMap<u8>,
}

impl InferenceUse {
    /// Use by mode alone.
    pub fn mode(mode: InferenceMode) -> Self {
        Self { mode, least_confidence: FieldMap::new() }
    }
}

/// What a source may do with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Gives the value where no higher row does.
    Stands,
    /// Joins a standing value, or gives a floor.
    Tightens,
    /// Doesn't count.
    Silent,
}

struct Row {
    provenance: Provenance,
    derived: Derived,
    confidence: FieldMap<u8>,
    roles: FieldMap<Role>,
    /// Derived values whose premise was raised: they only tighten.
    demoted: Fields,
}

impl Row {
    fn role(&self, field: Field) -> Role {
        match self.roles.get(field) {
            Some(Role::Stands) if self.demoted.contains(field) => Role::Tightens,
            Some(role) => *role,
            None => Role::Silent,
        }
    }

    fn new(provenance: Provenance, claims: &FieldMap<Claim>, role: Role) -> Self {
        let roles = Field::ALL.iter().map(|field| (*field, role)).collect();
        Self { provenance, derived: derive(claims), confidence: FieldMap::new(), roles, demoted: Fields::EMPTY }
    }

    fn inference(inferred: &FieldMap<Inferred>, trust: ServerTrust, how: &InferenceUse) -> Self {
        let claims = inferred.iter().map(|(field, inferred)| (field, Claim::known(inferred.value.clone()))).collect();
        let mut row = Self::new(Provenance::Inference, &claims, Role::Tightens);
        // A derived value has the least confidence of what it came from.
        for (field, _) in row.derived.fields.iter() {
            let premises = row.derived.premises(field).union(Fields::of(field));
            let least = premises.iter().filter_map(|premise| inferred.get(premise)).map(|inferred| inferred.confidence).min();
            if let Some(least) = least {
                row.confidence.insert(field, least);
            }
        }
        if trust != ServerTrust::Untrusted {
            for field in Field::ALL {
                let least = how.least_confidence.get(*field).copied().unwrap_or(0);
                let role = match how.mode {
                    InferenceMode::Accept if row.confidence.get(*field).is_some_and(|confidence| *confidence >= least) => Role::Stands,
                    InferenceMode::Accept | InferenceMode::Advise => Role::Tightens,
                    InferenceMode::Ignore => Role::Silent,
                };
                row.roles.insert(*field, role);
            }
        }
        row
    }
}

/// Resolves what all sources say of a tool.
///
/// ```
/// use mcp_tool_risk_policy::{InferenceUse, Sources, resolve};
/// use mcp_tool_risk_types::{Field, RiskLevel, ServerTrust};
/// let profile = resolve(&Sources::default(), ServerTrust::Known, &InferenceUse::default());
/// assert_eq!(profile.value(Field::RiskLevel), None);
/// assert_eq!(profile.shown(Field::RiskLevel), Some(RiskLevel::Critical.into()));
/// ```
pub fn resolve(sources: &Sources, trust: ServerTrust, inference: &InferenceUse) -> RiskProfile {
    let stands_if = |stands| if stands { Role::Stands } else { Role::Tightens };
    let mut rows = vec![
        Row::new(Provenance::Override, &sources.operator, Role::Stands),
        Row::new(Provenance::Project, &sources.project, Role::Tightens),
        Row::new(Provenance::Catalogue, &sources.catalogue.claims, stands_if(sources.catalogue.verified)),
        Row::new(Provenance::Declaration, &sources.declaration, stands_if(trust == ServerTrust::Trusted)),
        Row::inference(&sources.inference, trust, inference),
    ];
    // Every round demotes at least one more value, so this ends.
    let fields = loop {
        let fields: FieldMap<FieldProfile> = Field::ALL.iter().map(|field| (*field, resolve_field(*field, &rows))).collect();
        if !demote(&mut rows, &fields) {
            break fields;
        }
    };
    let mut diagnostics = sources.findings.clone();
    diagnostics.extend(rows.iter().flat_map(|row| row.derived.diagnostics.iter().cloned()));
    if trust == ServerTrust::Trusted {
        diagnostics.extend(gaps(&rows));
    }
    diagnostics.extend(contradictions(&fields));
    RiskProfile { fields, diagnostics }
}

fn resolve_field(field: Field, rows: &[Row]) -> FieldProfile {
    let mut entry = FieldProfile::unknown();
    let standing = rows.iter().position(|row| row.role(field) == Role::Stands && row.derived.value(field).is_some());
    let mut joined: Option<(Value, usize)> = standing.and_then(|at| Some((rows.get(at)?.derived.value(field)?.clone(), at)));
    let mut unknown = joined.is_none();
    let mut tightened: Option<Value> = None;
    // The operator's word is final, both ways.
    let is_final = standing == Some(0);
    for (at, row) in rows.iter().enumerate().filter(|(at, _)| Some(*at) != standing && !is_final) {
        let Some(said) = row.derived.fields.get(field) else { continue };
        let least = match row.role(field) {
            Role::Silent => continue,
            Role::Tightens => {
                unknown |= said.unknown;
                said.value.as_ref().or(said.floor.as_ref())
            }
            // What stands below a standing value gives nothing; its floor tightens as every floor does.
            Role::Stands => {
                unknown |= said.unknown && standing.is_none_or(|standing| at < standing);
                said.floor.as_ref()
            }
        };
        let Some(least) = least else { continue };
        tightened = Some(tightened.map_or_else(|| least.clone(), |old| old.join(least, field)));
        joined = Some(match joined.take() {
            None => {
                entry.raised_by.push(row.provenance);
                (least.clone(), at)
            }
            Some((old, source)) => {
                let new = old.join(least, field);
                if new != old {
                    entry.raised_by.push(row.provenance);
                }
                (new, source)
            }
        });
    }
    if let Some((value, at)) = joined {
        // A floor at the field's greatest value is that value.
        if unknown && Value::most_restrictive(field).as_ref() != Some(&value) {
            entry.floor = Some(value);
        } else if let Some(row) = rows.get(at) {
            entry.value = Some(value);
            entry.least = if unknown { entry.value.clone() } else { tightened };
            entry.provenance = row.provenance;
            entry.confidence = row.confidence.get(field).copied();
            entry.derived_from = row.derived.fields.get(field).map_or(Fields::EMPTY, |said| said.derived_from);
            entry.raised_by.retain(|source| *source != row.provenance);
        }
    }
    for row in rows.iter().filter(|row| row.role(field) != Role::Silent || row.provenance == Provenance::Inference) {
        let Some(said) = row.derived.fields.get(field) else { continue };
        let differs = if said.unknown { true } else { said.value.is_some() && said.value != entry.value };
        if differs && row.provenance != entry.provenance {
            entry.conflicts.push(Conflict { source: row.provenance, value: said.value.clone() });
        }
    }
    entry
}

/// Marks derived values that stand although a premise of theirs was raised. Tells whether there were new ones.
fn demote(rows: &mut [Row], fields: &FieldMap<FieldProfile>) -> bool {
    let mut changed = false;
    for row in rows.iter_mut().filter(|row| row.provenance != Provenance::Override) {
        for field in Field::ALL.iter().copied() {
            if row.role(field) != Role::Stands || row.derived.value(field).is_none() {
                continue;
            }
            if row.derived.premises(field).iter().any(|premise| is_raised(premise, &row.derived, fields)) {
                row.demoted.insert(field);
                changed = true;
            }
        }
    }
    changed
}

/// Whether the resolved field is stricter than the source has it.
fn is_raised(field: Field, source: &Derived, fields: &FieldMap<FieldProfile>) -> bool {
    let Some(resolved) = fields.get(field) else { return false };
    match source.fields.get(field) {
        Some(said) => match (&said.value, &resolved.value) {
            (Some(said), Some(resolved)) => said.join(resolved, field) != *said,
            (Some(_), None) => true,
            (None, _) => false,
        },
        // That the field was not given is the premise; anything but the least contradicts it.
        None => resolved.value.as_ref().or(resolved.floor.as_ref()).is_some_and(|value| value.rank(field) > Some(0)),
    }
}

/// Where a trusted declaration and the inference are two grades or more apart.
fn gaps(rows: &[Row]) -> Vec<Diagnostic> {
    let of = |provenance| rows.iter().find(|row| row.provenance == provenance);
    let (Some(declaration), Some(inference)) = (of(Provenance::Declaration), of(Provenance::Inference)) else { return Vec::new() };
    let mut gaps = Vec::new();
    for field in Field::ALL.iter().copied() {
        let (Some(declared), Some(inferred)) = (declaration.derived.value(field), inference.derived.value(field)) else { continue };
        let (Some(a), Some(b)) = (declared.rank(field), inferred.rank(field)) else { continue };
        if a.abs_diff(b) >= 2 {
            gaps.push(Diagnostic {
                code: Code::DeclarationGap,
                pointer: field.pointer().to_owned(),
                message: format!("the server declares {} {}, the definition looks like {}", field.word(), show(declared), show(inferred)),
            });
        }
    }
    gaps
}

/// Where the resolved fields contradict each other. They are reported and stay as they are.
fn contradictions(fields: &FieldMap<FieldProfile>) -> Vec<Diagnostic> {
    let mut bounds: FieldMap<Bound> =
        fields.iter().filter_map(|(field, entry)| Some((field, Bound { value: entry.value.clone()?, from: Fields::EMPTY }))).collect();
    close(&mut bounds, LINES);
    let mut found = Vec::new();
    for (field, bound) in bounds.iter() {
        let Some(value) = fields.get(field).and_then(|entry| entry.value.as_ref()) else { continue };
        if !bound.value.at_most(value, field) {
            let premises: Vec<&str> = bound.from.iter().map(Word::word).collect();
            found.push(Diagnostic {
                code: Code::Contradiction,
                pointer: field.pointer().to_owned(),
                message: format!(
                    "across the sources, {} is {} although {} implies {}",
                    field.word(),
                    show(value),
                    premises.join(" and "),
                    show(&bound.value)
                ),
            });
        }
    }
    found
}
