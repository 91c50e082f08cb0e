//! The presets: ordinary documents, ready to be read, extended and copied.

/// Name and document of every preset.
pub static PRESETS: &[(&str, &str)] = &[
    ("strict", include_str!("../../../presets/strict.json")),
    ("balanced", include_str!("../../../presets/balanced.json")),
    ("developer", include_str!("../../../presets/developer.json")),
    ("read-only", include_str!("../../../presets/read-only.json")),
    ("unattended", include_str!("../../../presets/unattended.json")),
];

/// The document of a preset.
///
/// ```
/// assert!(mcp_tool_risk_policy::preset("balanced").is_some_and(|text| text.contains("low-runs")));
/// ```
pub fn preset(name: &str) -> Option<&'static str> {
    PRESETS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
