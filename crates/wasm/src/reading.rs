//! Reading alone: the tools of a list as they were read.

use mcp_tool_risk_types::json::Json;
use mcp_tool_risk_types::{Diagnostic, ReadError, ToolDefinition, read_tools};
use serde::Serialize;

use crate::pieces::{Take, write_list};

#[derive(Serialize)]
struct Tool<'a> {
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a Json<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    server: Option<&'a str>,
    pointer: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// As JSON text, since what is nested too deeply for the reader is too deep for many others.
    definition: Option<String>,
    diagnostics: Vec<Diagnostic>,
}

/// Every tool of a list, malformed ones too, and where it stands.
///
/// # Errors
/// The text is no tool list.
pub fn read_list(text: &str, take: Take<'_>) -> Result<(), ReadError> {
    let list = read_tools(text)?;
    let tools = list.entries.iter().map(|entry| {
        let tool = entry.definition();
        Tool {
            name: tool.map(ToolDefinition::name),
            title: tool.and_then(ToolDefinition::title),
            description: tool.and_then(ToolDefinition::description),
            id: entry.id(),
            server: entry.server(),
            pointer: entry.pointer(),
            line: entry.line,
            definition: entry.json().map(ToString::to_string),
            diagnostics: entry.diagnostics(),
        }
    });
    write_list(take, tools, &list.diagnostics);
    Ok(())
}
