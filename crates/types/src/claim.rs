//! What one source says of one field.

use crate::Value;

/// What a source gives for a field. A field that is absent or `null` has no claim at all.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Claim {
    /// What is known of the value; of a set, the known elements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// Whether something was given that could not be understood: a wrong type, an unknown word.
    /// Such a claim joins as unknown, which is above every value.
    pub unknown: bool,
}

impl Claim {
    /// A claim that is fully understood.
    pub fn known(value: impl Into<Value>) -> Self {
        Self { value: Some(value.into()), unknown: false }
    }

    /// A claim of which nothing is understood.
    pub fn unknown() -> Self {
        Self { value: None, unknown: true }
    }
}
