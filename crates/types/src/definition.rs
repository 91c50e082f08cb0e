//! A tool as its server lists it (MCP 2025-11-25 and 2026-07-28, "Tool").

use crate::json::{Json, Object};
use crate::text::excerpt;
use crate::{Code, Diagnostic};

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
    /// The icons, raw. Their sources are foreign addresses: a host checks the scheme before it loads one.
    pub fn icons(self) -> &'a [Json<'t>] {
        self.json.get("icons").and_then(Json::as_array).unwrap_or_default()
    }

    /// `execution.taskSupport`: `forbidden` (the default), `optional` or `required`; of 2025-11-25, gone in 2026-07-28.
    pub fn task_support(self) -> Option<&'a str> {
        self.json.get("execution")?.get("taskSupport")?.as_str()
    }
}

/// Notices what is malformed in one tool of a list; what its annotations say is the declaration's matter. Pointers start at the tool.
pub(crate) fn check(json: &Json<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut add = |code, pointer: &str, message: String| diagnostics.push(Diagnostic { code, pointer: pointer.to_owned(), message });
    let Some(object) = json.as_object() else {
        add(Code::MalformedTool, "", format!("{} where a tool is expected; it can't be called", json.type_name()));
        return;
    };
    match object.get("name") {
        None => add(Code::MalformedTool, "", "a tool without a name; it can't be called".to_owned()),
        Some(Json::String(name)) if name.is_empty() => {
            add(Code::MalformedTool, "/name", "a tool with an empty name; it can't be called".to_owned());
        }
        Some(Json::String(name)) => {
            if let Some(message) = against_name_rule(name) {
                add(Code::NameRule, "/name", message);
            }
        }
        Some(other) => {
            add(Code::MalformedTool, "/name", format!("{} where a name is expected; the tool can't be called", other.type_name()))
        }
    }
    if object.get("inputSchema").is_none() {
        add(Code::MissingKey, "", "the tool has no inputSchema; nothing is known of its arguments".to_owned());
    }
    for (key, expected) in [
        ("title", "string"),
        ("description", "string"),
        ("inputSchema", "object"),
        ("outputSchema", "object"),
        ("_meta", "object"),
        ("icons", "array"),
        ("execution", "object"),
    ] {
        let given = object.get(key).map_or(expected, Json::type_name);
        // An optional key may be null; a schema must be there.
        if given != expected && (given != "null" || key == "inputSchema") {
            let article = if expected == "string" { "a" } else { "an" };
            add(Code::WrongType, &format!("/{key}"), format!("{key}: {given} where {article} {expected} is expected; not read"));
        }
    }
}

/// What the specification's rule (1 to 128 of `A-Z a-z 0-9 _ - .`) has against a name. Nobody enforces it, so neither do we.
pub(crate) fn against_name_rule(name: &str) -> Option<String> {
    const MAX_LENGTH: usize = 128;
    let length = name.chars().count();
    if length > MAX_LENGTH {
        return Some(format!("the name has {length} characters; the specification allows {MAX_LENGTH}"));
    }
    let strange = name.chars().find(|c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')))?;
    let strange = excerpt(strange.encode_utf8(&mut [0; 4]));
    Some(format!("the name has {strange}; the specification allows letters, digits, '_', '-' and '.'"))
}
