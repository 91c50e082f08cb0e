//! Derive: a source completes itself from its own given fields, before sources are merged.

mod fill;
mod settle;
#[cfg(test)]
mod tests;

use mcp_tool_risk_types::{Claim, Code, Diagnostic, Field, FieldMap, Value, Word};
use serde::Serialize;

pub(crate) use settle::{Bound, LINES, Line, close};

use crate::Fields;
use crate::text::show;

/// What a completed source says of one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DerivedField {
    /// The value; `None` where it is unknown.
    pub value: Option<Value>,
    /// Of an unknown value, what it is at least.
    pub floor: Option<Value>,
    /// Whether something was given that could not be understood.
    pub unknown: bool,
    /// The premises of a value or floor that was not given. The destination can be among them although it is
    /// not given: that it is not given is a premise then.
    pub derived_from: Fields,
}

/// A source, settled and filled.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Derived {
    /// What is known of every field of which something is known.
    pub fields: FieldMap<DerivedField>,
    /// Given values that were raised to what a stricter one implies.
    pub diagnostics: Vec<Diagnostic>,
}

impl Derived {
    /// The value of a field.
    pub fn value(&self, field: Field) -> Option<&Value> {
        self.fields.get(field)?.value.as_ref()
    }

    /// Every premise of a field's value, premises of premises included.
    pub(crate) fn premises(&self, field: Field) -> Fields {
        let mut premises = self.fields.get(field).map_or(Fields::EMPTY, |entry| entry.derived_from);
        loop {
            let wider =
                premises.iter().filter_map(|field| self.fields.get(field)).fold(premises, |all, entry| all.union(entry.derived_from));
            if wider == premises {
                return premises;
            }
            premises = wider;
        }
    }
}

/// Settles what contradicts within the source and fills what follows from it.
///
/// ```
/// use mcp_tool_risk_policy::derive;
/// use mcp_tool_risk_types::{Approval, Claim, Field, FieldMap, RiskLevel};
/// let source = FieldMap::from_iter([(Field::RiskLevel, Claim::known(RiskLevel::High))]);
/// assert_eq!(derive(&source).value(Field::Approval), Some(&Approval::Single.into()));
/// ```
pub fn derive(source: &FieldMap<Claim>) -> Derived {
    derive_by(source, LINES)
}

fn derive_by(source: &FieldMap<Claim>, lines: &[Line]) -> Derived {
    let mut given = source.clone();
    let mut diagnostics = Vec::new();
    // Fill can imply more than a given field says; that field is raised and Fill starts afresh. Once is
    // enough (a test tries all of it); the bound is there so that an error in the rows cannot hang.
    for _ in 0..=Field::ALL.len() {
        let mut bounds: FieldMap<Bound> = given.iter().filter_map(|(field, claim)| Some((field, bound(claim.value.as_ref()?)))).collect();
        close(&mut bounds, lines);
        raise_given(&mut given, &bounds, &mut diagnostics);
        let fields = fill::fill(&given, &bounds);
        let mut implied = bounds;
        for (field, entry) in fields.iter() {
            if let Some(least) = entry.value.as_ref().or(entry.floor.as_ref()) {
                implied.insert(field, Bound { value: least.clone(), from: entry.derived_from });
            }
        }
        close(&mut implied, lines);
        if !raise_given(&mut given, &implied, &mut diagnostics) {
            return Derived { fields, diagnostics };
        }
    }
    Derived { fields: FieldMap::new(), diagnostics }
}

fn bound(value: &Value) -> Bound {
    Bound { value: value.clone(), from: Fields::EMPTY }
}

/// Raises given fields to their bounds, with a diagnostic for each. Tells whether any was raised.
fn raise_given(given: &mut FieldMap<Claim>, bounds: &FieldMap<Bound>, diagnostics: &mut Vec<Diagnostic>) -> bool {
    let mut raised = false;
    for (field, bound) in bounds.iter() {
        let Some(claim) = given.get_mut(field) else { continue };
        match &claim.value {
            Some(value) if !bound.value.at_most(value, field) => {
                if !claim.unknown {
                    diagnostics.push(contradiction(field, value, bound));
                }
                claim.value = Some(bound.value.clone());
                raised = true;
            }
            // What is implied of a claim that isn't understood bounds it from below.
            None => {
                claim.value = Some(bound.value.clone());
                raised = true;
            }
            Some(_) => {}
        }
    }
    raised
}

fn contradiction(field: Field, value: &Value, bound: &Bound) -> Diagnostic {
    let premises: Vec<&str> = bound.from.iter().map(Word::word).collect();
    Diagnostic {
        code: Code::Contradiction,
        pointer: field.pointer().to_owned(),
        message: format!("{} {} was raised to {}, which {} implies", field.word(), show(value), show(&bound.value), premises.join(" and ")),
    }
}

/// Serialised as a given or a derived value, for reports.
impl Serialize for DerivedField {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut fields = serializer.serialize_struct("DerivedField", 3)?;
        fields.serialize_field("value", &self.value)?;
        fields.serialize_field("floor", &self.floor)?;
        fields.serialize_field("derivedFrom", &self.derived_from)?;
        fields.end()
    }
}
