//! A tool as its server lists it (MCP 2025-11-25 and 2026-07-28, "Tool").

use crate::json::{Json, Object};

/// A view of one tool of a list. Nothing is required of it but that it is an object with a name;
/// unknown keys stay in [`ToolDefinition::json`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ToolDefinition<'a, 't> {
    json: &'a Json<'t>,
    name: &'a str,
}

impl<'a, 't> ToolDefinition<'a, 't> {
    /// The tool in a JSON object; `None` where it is no object or has no name.
    pub fn new(json: &'a Json<'t>) -> Option<Self> {
        let name = json.get("name")?.as_str().filter(|name| !name.is_empty())?;
        Some(Self { json, name })
    }

    /// The definition as it was read.
    pub fn json(self) -> &'a Json<'t> {
        self.json
    }

    /// The programmatic name.
    pub fn name(self) -> &'a str {
        self.name
    }

    /// The display name: `title`, else `annotations.title`.
    pub fn title(self) -> Option<&'a str> {
        let text = |json: Option<&'a Json<'t>>| json.and_then(Json::as_str);
        text(self.json.get("title")).or_else(|| text(self.annotations()?.get("title")))
    }

    /// The description for the model.
    pub fn description(self) -> Option<&'a str> {
        self.json.get("description").and_then(Json::as_str)
    }

    /// The schema of the arguments.
    pub fn input_schema(self) -> Option<&'a Json<'t>> {
        self.json.get("inputSchema")
    }

    /// The schema of the structured result.
    pub fn output_schema(self) -> Option<&'a Json<'t>> {
        self.json.get("outputSchema")
    }

    /// What the server declares, raw.
    pub fn annotations(self) -> Option<&'a Object<'t>> {
        self.json.get("annotations").and_then(Json::as_object)
    }

    /// The tool's `_meta`, raw.
    pub fn meta(self) -> Option<&'a Object<'t>> {
        self.json.get("_meta").and_then(Json::as_object)
    }
}
