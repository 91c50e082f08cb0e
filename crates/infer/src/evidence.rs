//! What was seen, where, and which way it pushes.

use mcp_tool_risk_types::Field;
use serde::Serialize;

/// Which way evidence pushes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Push {
    /// Towards a stricter value, wherever it stands.
    Raises,
    /// Towards this value, where nothing stricter is seen.
    Sets,
    /// Towards a laxer value: only names and schemas may.
    Lowers,
}

/// One piece of evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// Where: a JSON Pointer into the tool definition, `/name` or `/inputSchema/properties/force`.
    pub at: String,
    /// What: the word, phrase, parameter or enum value, as it was written (shortened to 80 characters).
    pub seen: String,
    /// Start of what was seen within a string, in UTF-16 units; absent where the whole value is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<u32>,
    /// End of what was seen, exclusive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<u32>,
    /// What it was taken for, as the end of a sentence that begins with "it": `deletes items that its arguments name`.
    pub says: String,
    /// Which way it pushes.
    pub push: Push,
    /// How strongly, 1 to 3.
    pub strength: u8,
    /// The fields that it bears on.
    pub fields: Vec<Field>,
}

/// Longest quotation in evidence, in characters.
const MAX_SEEN: usize = 80;

impl Evidence {
    /// Evidence in a string of the definition, with its place there.
    pub(crate) fn span(at: &str, text: &str, start: usize, end: usize, says: impl Into<String>, push: Push, strength: u8) -> Self {
        let units = |to: usize| text.get(..to).map(|t| if t.is_ascii() { to } else { t.encode_utf16().count() } as u32);
        Self { start: units(start), end: units(end), ..Self::whole(at, text.get(start..end).unwrap_or(""), says, push, strength) }
    }

    /// Evidence in a whole value, as a parameter's presence.
    pub(crate) fn whole(at: &str, seen: &str, says: impl Into<String>, push: Push, strength: u8) -> Self {
        Self {
            at: at.to_owned(),
            seen: if seen.len() <= MAX_SEEN { seen.to_owned() } else { seen.chars().take(MAX_SEEN).collect() },
            start: None,
            end: None,
            says: says.into(),
            push,
            strength,
            fields: Vec::new(),
        }
    }
}
