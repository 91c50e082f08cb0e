//! The profile: what all sources together say of a tool.

use mcp_tool_risk_types::{Diagnostic, Field, FieldMap, Value, Word};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::Fields;

/// Where a value comes from, from the highest row of the table of sources to the lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Provenance {
    /// The operator classified the tool.
    Override,
    /// A project's document classified the tool; that can only tighten.
    Project,
    /// A curated profile.
    Catalogue,
    /// The server says so.
    Declaration,
    /// Read off the definition.
    Inference,
    /// Nobody says: the most restrictive value.
    Default,
}

impl Provenance {
    /// Every provenance, in order.
    pub const ALL: &'static [Self] = &[Self::Override, Self::Project, Self::Catalogue, Self::Declaration, Self::Inference, Self::Default];

    /// The spelling on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Override => "override",
            Self::Project => "project",
            Self::Catalogue => "catalogue",
            Self::Declaration => "declaration",
            Self::Inference => "inference",
            Self::Default => "default",
        }
    }
}

/// What another source says of a field, where that isn't the resolved value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// The source.
    pub source: Provenance,
    /// What it says; `None` where that could not be understood.
    pub value: Option<Value>,
}

/// One field of a profile.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldProfile {
    /// The value; `None` where it is unknown.
    pub value: Option<Value>,
    /// Of an unknown value, what it is at least.
    pub floor: Option<Value>,
    /// Of a known value, what it is at least by the sources that only tighten: the arguments of a call do not lower it further.
    pub least: Option<Value>,
    /// The source that the value stands on; [`Provenance::Default`] where it is unknown.
    pub provenance: Provenance,
    /// Of an inferred value, how sure the inference is, in percent.
    pub confidence: Option<u8>,
    /// The fields that the source derived the value from; empty where it gave the value.
    pub derived_from: Fields,
    /// The sources that raised the value or its floor.
    pub raised_by: Vec<Provenance>,
    /// What other sources say.
    pub conflicts: Vec<Conflict>,
}

impl FieldProfile {
    /// A field of which nothing is known.
    pub fn unknown() -> Self {
        Self {
            value: None,
            floor: None,
            least: None,
            provenance: Provenance::Default,
            confidence: None,
            derived_from: Fields::EMPTY,
            raised_by: Vec::new(),
            conflicts: Vec::new(),
        }
    }

    /// What is shown and exported: the value, and of an unknown field the most restrictive one. Open sets have no such
    /// value; of them the floor is shown.
    pub fn shown(&self, field: Field) -> Option<Value> {
        self.value.clone().or_else(|| Value::most_restrictive(field)).or_else(|| self.floor.clone())
    }
}

/// The resolved profile of a tool.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RiskProfile {
    /// Every field. A field that isn't there is unknown.
    pub fields: FieldMap<FieldProfile>,
    /// Contradictions within and across sources, and gaps between a trusted declaration and the inference.
    pub diagnostics: Vec<Diagnostic>,
}

impl RiskProfile {
    /// The value of a field; `None` where it is unknown.
    pub fn value(&self, field: Field) -> Option<&Value> {
        self.fields.get(field)?.value.as_ref()
    }

    /// The fields of which no value is known.
    pub fn unknown(&self) -> Fields {
        Field::ALL.iter().copied().filter(|field| self.value(*field).is_none()).collect()
    }

    /// The value of a field as it is shown and exported: of an unknown field the most restrictive one.
    pub fn shown(&self, field: Field) -> Option<Value> {
        self.fields.get(field).map_or_else(|| Value::most_restrictive(field), |entry| entry.shown(field))
    }
}

struct Shown<'a>(Field, &'a FieldProfile);

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(field, entry) = self;
        let mut out = serializer.serialize_struct("FieldProfile", 7)?;
        out.serialize_field("value", &entry.shown(*field))?;
        if entry.value.is_none() {
            out.serialize_field("unknown", &true)?;
        }
        if let Some(floor) = &entry.floor {
            out.serialize_field("floor", floor)?;
        }
        out.serialize_field("provenance", &entry.provenance)?;
        if let Some(confidence) = entry.confidence {
            out.serialize_field("confidence", &confidence)?;
        }
        if !entry.derived_from.is_empty() {
            out.serialize_field("derivedFrom", &entry.derived_from)?;
        }
        if !entry.raised_by.is_empty() {
            out.serialize_field("raisedBy", &entry.raised_by)?;
        }
        if !entry.conflicts.is_empty() {
            out.serialize_field("conflicts", &entry.conflicts)?;
        }
        out.end()
    }
}

impl Serialize for RiskProfile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("RiskProfile", 3)?;
        let unheard_of = FieldProfile::unknown();
        let entry = |field: Field| (field, Shown(field, self.fields.get(field).unwrap_or(&unheard_of)));
        let fields: FieldMap<Shown<'_>> = Field::ALL.iter().copied().map(entry).collect();
        out.serialize_field("fields", &fields)?;
        out.serialize_field("unknown", &self.unknown())?;
        out.serialize_field("diagnostics", &self.diagnostics)?;
        out.end()
    }
}
