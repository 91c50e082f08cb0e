//! Grades MCP tools from their definitions.
//!
//! Servers declare little or nothing, so [`infer`] reads what a definition says of itself: the verbs of its name by
//! their grammatical place, the parameters and their choices, the head of its description. Every value names its
//! evidence. Evidence that raises counts wherever it stands; a name or a schema may lower; a description settles a
//! tool only where name and schema are silent.

pub mod call;
mod confidence;
mod evidence;
mod flow;
mod grade;
mod lexicon;
mod lower;
mod name;
mod powers;
mod schema;
mod sep2793;
mod settle;
mod split;
mod table;
mod text;

use mcp_tool_risk_types::{Diagnostic, Field, FieldMap, ToolDefinition, Value};

pub use evidence::{Evidence, Push};
pub use lexicon::{Act, Profile};

/// Which rules grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Rules {
    /// Everything that the product knows.
    #[default]
    #[serde(rename = "default")]
    Default,
    /// The reference rules of SEP-2793 ("Inference") verbatim, and nothing more.
    #[serde(rename = "sep-2793")]
    Sep2793,
}

impl Rules {
    /// Every set of rules.
    pub const ALL: &'static [Self] = &[Self::Default, Self::Sep2793];

    /// The spelling on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Sep2793 => "sep-2793",
        }
    }
}

mcp_tool_risk_types::words_from_json!(Rules);

/// A value that was read off a definition.
#[derive(Debug, Clone, PartialEq)]
pub struct Inferred {
    /// The value.
    pub value: Value,
    /// How sure, in percent: calibrated for the core hints, an ordinal for the other fields.
    pub confidence: u8,
}

/// What was read off a definition.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Inference {
    /// The values; a field that the definition does not support is absent.
    pub values: FieldMap<Inferred>,
    /// The evidence, strongest first.
    pub evidence: Vec<Evidence>,
    /// Findings about the definition itself: look-alike letters, hidden characters.
    pub findings: Vec<Diagnostic>,
}

impl Inference {
    /// The fields that the definition does not support.
    pub fn unknown(&self) -> impl Iterator<Item = Field> {
        use mcp_tool_risk_types::Word as _;
        Field::ALL.iter().copied().filter(|field| !self.values.contains(*field))
    }
}

/// Grades a tool.
///
/// ```
/// use mcp_tool_risk_infer::{Rules, infer};
/// use mcp_tool_risk_types::{Field, RiskLevel, ToolDefinition, json};
/// let parsed = json::parse(r#"{"name": "drop_table", "inputSchema": {"type": "object"}}"#)?;
/// let tool = ToolDefinition::new(&parsed.value).ok_or("no tool")?;
/// let inference = infer(tool, Rules::Default);
/// let risk = inference.values.get(Field::RiskLevel).ok_or("no risk")?;
/// assert_eq!(risk.value, RiskLevel::Critical.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn infer(definition: ToolDefinition<'_, '_>, rules: Rules) -> Inference {
    match rules {
        Rules::Default => grade::grade(definition),
        Rules::Sep2793 => sep2793::grade(definition),
    }
}

/// The source where the acts decide it, whether the words decide the destination, and the keys of the features that the weights of
/// data/flow-weights.tsv are learned from.
#[cfg(feature = "train")]
#[must_use]
pub fn flow_features(definition: ToolDefinition<'_, '_>) -> Option<(Option<mcp_tool_risk_types::Source>, bool, Vec<String>)> {
    grade::flow_features(definition)
}

#[cfg(test)]
mod tests;
