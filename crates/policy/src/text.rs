//! Words of sentences.

use mcp_tool_risk_types::Value;

/// A value as it stands in a document, for a sentence.
pub(crate) fn show(value: &Value) -> String {
    value.to_json().to_string().replace('"', "")
}
