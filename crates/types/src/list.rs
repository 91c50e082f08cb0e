//! Lists of tools, as servers and files give them (MCP "ListToolsResult", revisions 2025-11-25 and 2026-07-28).
//!
//! Whatever is malformed, every element becomes an entry: a tool that can't be read has a diagnostic and no definition.

use std::fmt::{self, Display};

use crate::definition::check;
use crate::json::{Json, JsonError, Parsed, parse};
use crate::sorted::firsts;
use crate::text::excerpt;
use crate::{Code, Diagnostic, ReadError, ToolDefinition};

/// Longer texts are refused. Lists in the wild stay below 2 MB.
pub const MAX_BYTES: usize = 64 << 20;

/// More entries are refused: what is computed for each of them must fit into memory too.
pub const MAX_TOOLS: usize = 200_000;

const WHAT_TO_GIVE: &str =
    "expected a tools/list result, its JSON-RPC response, an array of tools, one tool, or JSON Lines with one tool each";

/// Tools in the order of the text. Its `Display` is the JSON that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolList<'t> {
    frame: Frame<'t>,
    /// One entry for each element, malformed ones too.
    pub entries: Vec<ToolEntry<'t>>,
    /// What was noticed outside the entries; pointers start at the document.
    pub diagnostics: Vec<Diagnostic>,
}

/// What stands around the tools.
#[derive(Debug, Clone, PartialEq)]
enum Frame<'t> {
    /// One tool alone.
    Single,
    /// A bare array.
    Array,
    /// One element a line.
    Lines,
    /// A result, or (if `response`) a JSON-RPC response around one; its tools are taken out.
    Object { json: Json<'t>, response: bool },
}

/// One element of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolEntry<'t> {
    element: Element<'t>,
    /// The pointer to the array that the element stands in, and its place there.
    at: Option<(&'static str, usize)>,
    /// In JSON Lines, the line from 1; the document is then that line.
    pub line: Option<usize>,
    /// What was noticed beside what the tool itself shows.
    noticed: Vec<Diagnostic>,
}

#[derive(Debug, Clone, PartialEq)]
enum Element<'t> {
    Tool(Json<'t>),
    /// `{"id", "server", "tool"}`
    Wrapped(Json<'t>),
    /// A line that is no JSON.
    Text(&'t str),
}

/// Reads a list of tools: a tools/list result, the JSON-RPC response with it, an array of tools, one tool, or JSON Lines of tools;
/// each tool bare or as `{"id", "server", "tool"}`.
///
/// # Errors
/// The text is empty, too large, not JSON, or JSON without tools. An empty list is none of these.
///
/// ```
/// let list = mcp_tool_risk_types::read_tools(r#"{"tools": [{"name": "a", "inputSchema": {"type": "object"}}, 7], "nextCursor": ""}"#)?;
/// assert_eq!(list.entries[0].definition().unwrap().name(), "a");
/// assert!(list.entries[1].definition().is_none());
/// assert_eq!(list.next_cursor(), Some(""));
/// # Ok::<(), mcp_tool_risk_types::ReadError>(())
/// ```
pub fn read_tools(text: &str) -> Result<ToolList<'_>, ReadError> {
    if text.len() > MAX_BYTES {
        let message = format!("the text has {} bytes; at most {MAX_BYTES} are read: split the list", text.len());
        return Err(ReadError::new(Code::TooLarge, message));
    }
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    if body.trim().is_empty() {
        return Err(ReadError::new(Code::EmptyText, format!("the text is empty; {WHAT_TO_GIVE}")));
    }
    let mut list = match parse(body) {
        Ok(parsed) => document(parsed)?,
        Err(error) => lines(body, error)?,
    };
    list.report_duplicates();
    Ok(list)
}

/// Whether a lone value is meant as a tool, however malformed.
fn looks_like_tool(json: &Json<'_>) -> bool {
    ["name", "inputSchema"].iter().any(|key| json.get(key).is_some()) || is_wrapped(json)
}

fn is_wrapped(json: &Json<'_>) -> bool {
    json.get("tool").is_some() && json.get("name").is_none()
}

fn no_list(json: &Json<'_>, pointer: &str) -> ReadError {
    let mut message = format!("{} that is no tool list", json.type_name());
    if let Some((key, _)) = json.as_object().and_then(|object| object.iter().next()) {
        message.push_str(&format!(" (its first key is {})", excerpt(key)));
    }
    message.push_str("; ");
    message.push_str(WHAT_TO_GIVE);
    ReadError { pointer: pointer.to_owned(), ..ReadError::new(Code::NoToolList, message) }
}

fn take_array<'t>(json: Option<&mut Json<'t>>, pointer: &str) -> Result<Vec<Json<'t>>, ReadError> {
    match json {
        Some(Json::Array(items)) => Ok(std::mem::take(items)),
        other => Err(no_list(other.map_or(&Json::Null, |json| json), pointer)),
    }
}

fn document(parsed: Parsed<'_>) -> Result<ToolList<'_>, ReadError> {
    let Parsed { value: mut json, notes, unlisted } = parsed;
    let is_tool = json.get("name").is_some() && json.get("inputSchema").is_some();
    let (frame, items, base) = if !is_tool && json.get("tools").is_some() {
        let items = take_array(json.as_object_mut().and_then(|object| object.get_mut("tools")), "/tools")?;
        (Frame::Object { json, response: false }, items, "/tools")
    } else if !is_tool && json.pointer("/result/tools").is_some() {
        let result = json.as_object_mut().and_then(|object| object.get_mut("result")).and_then(Json::as_object_mut);
        let items = take_array(result.and_then(|result| result.get_mut("tools")), "/result/tools")?;
        (Frame::Object { json, response: true }, items, "/result/tools")
    } else if looks_like_tool(&json) {
        (Frame::Single, vec![json], "")
    } else if json.get("error").is_some() {
        let message = "a JSON-RPC response with an error instead of a tool list; ask the server again";
        return Err(ReadError { pointer: "/error".to_owned(), ..ReadError::new(Code::NoToolList, message) });
    } else {
        match json {
            Json::Array(items) if items.is_empty() || items.iter().any(|item| item.as_object().is_some()) => (Frame::Array, items, ""),
            other => return Err(no_list(&other, "")),
        }
    };
    if items.len() > MAX_TOOLS {
        return Err(too_many(items.len(), base));
    }
    let single = matches!(frame, Frame::Single);
    let mut list = ToolList { frame, entries: Vec::with_capacity(items.len()), diagnostics: Vec::new() };
    for (i, item) in items.into_iter().enumerate() {
        list.entries.push(ToolEntry::new(item, (!single).then_some((base, i)), None));
    }
    for note in notes {
        list.note(note.into(), if single { None } else { Some(base) });
    }
    list.check_frame();
    if unlisted > 0 {
        list.diagnostics.push(more(unlisted));
    }
    Ok(list)
}

fn too_many(count: usize, pointer: &str) -> ReadError {
    let message = format!("{count} tools; at most {MAX_TOOLS} are read at once: split the list");
    ReadError { pointer: pointer.to_owned(), ..ReadError::new(Code::TooLarge, message) }
}

fn more(unlisted: usize) -> Diagnostic {
    Diagnostic { code: Code::Unlisted, pointer: String::new(), message: format!("{unlisted} more of the same kinds are not listed") }
}

/// Reads JSON Lines; where the text isn't meant as such, the error of reading it as one document stands.
fn lines<'t>(text: &'t str, error: JsonError) -> Result<ToolList<'t>, ReadError> {
    let lines = || text.lines().enumerate().map(|(i, line)| (i + 1, line.trim())).filter(|(_, line)| !line.is_empty());
    let like_objects = lines().filter(|(_, line)| line.starts_with('{') && line.ends_with('}')).count();
    let count = lines().count();
    // A broken document has such lines too, but most of its lines end otherwise.
    if count < 2 || like_objects * 2 < count {
        return Err(error.into());
    }
    if count > MAX_TOOLS {
        return Err(too_many(count, ""));
    }
    let mut list = ToolList { frame: Frame::Lines, entries: Vec::with_capacity(count), diagnostics: Vec::new() };
    let mut first_json = None;
    let mut tools = false;
    for (number, line) in lines() {
        match parse(line) {
            Ok(Parsed { value, notes, unlisted }) => {
                tools |= looks_like_tool(&value);
                first_json = first_json.or(Some(number));
                let mut entry = ToolEntry::new(value, None, Some(number));
                for note in notes {
                    entry.note(note.into());
                }
                if unlisted > 0 {
                    entry.noticed.push(more(unlisted));
                }
                list.entries.push(entry);
            }
            Err(error) => {
                let message = format!("not JSON: {} at line {number}, column {}; the tool is not read", error.message, error.column);
                let noticed = vec![Diagnostic { code: Code::NotJson, pointer: String::new(), message }];
                list.entries.push(ToolEntry { element: Element::Text(line), at: None, line: Some(number), noticed });
            }
        }
    }
    match first_json {
        None => Err(error.into()),
        Some(_) if tools => Ok(list),
        Some(number) => Err(ReadError::new(Code::NoToolList, format!("JSON Lines without any tool (line {number}); {WHAT_TO_GIVE}"))),
    }
}

impl<'t> ToolEntry<'t> {
    fn new(json: Json<'t>, at: Option<(&'static str, usize)>, line: Option<usize>) -> Self {
        let element = if is_wrapped(&json) { Element::Wrapped(json) } else { Element::Tool(json) };
        Self { element, at, line, noticed: Vec::new() }
    }

    /// Where the tool stands in its document, as a JSON Pointer.
    pub fn pointer(&self) -> String {
        let tool = if matches!(self.element, Element::Wrapped(_)) { "/tool" } else { "" };
        self.at.map_or_else(|| tool.to_owned(), |(base, i)| format!("{base}/{i}{tool}"))
    }

    /// What was noticed; pointers start at the tool. Put together here, because of a list of small tools it is the larger part.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        if let Some(json) = self.json() {
            check(json, &mut diagnostics);
        }
        if let Some(server) = self.beside("server").filter(|server| server.as_str().is_none()) {
            let message = format!("server: {} where a string is expected; the tool has no server", server.type_name());
            diagnostics.push(Diagnostic { code: Code::WrongType, pointer: String::new(), message });
        }
        diagnostics.extend_from_slice(&self.noticed);
        diagnostics
    }

    /// Files a note whose pointer starts at the element.
    fn note(&mut self, mut note: Diagnostic) {
        if matches!(self.element, Element::Wrapped(_)) {
            // What stands beside the tool is told at the tool.
            note.pointer = note.pointer.strip_prefix("/tool").unwrap_or("").to_owned();
        }
        self.noticed.push(note);
    }

    /// The tool as it was read, however malformed; `None` for a line that is no JSON.
    pub fn json(&self) -> Option<&Json<'t>> {
        match &self.element {
            Element::Tool(json) => Some(json),
            Element::Wrapped(wrapper) => wrapper.get("tool"),
            Element::Text(_) => None,
        }
    }

    /// The tool; `None` where it is too malformed to be called, which a diagnostic explains.
    pub fn definition(&self) -> Option<ToolDefinition<'_, 't>> {
        self.json().and_then(ToolDefinition::new)
    }

    fn beside(&self, key: &str) -> Option<&Json<'t>> {
        match &self.element {
            Element::Wrapped(wrapper) => wrapper.get(key),
            _ => None,
        }
    }

    /// The `id` that stands beside the tool.
    pub fn id(&self) -> Option<&Json<'t>> {
        self.beside("id")
    }

    /// The `server` that stands beside the tool.
    pub fn server(&self) -> Option<&str> {
        self.beside("server").and_then(Json::as_str)
    }
}

impl<'t> ToolList<'t> {
    /// The entries that can be called.
    pub fn definitions(&self) -> impl Iterator<Item = ToolDefinition<'_, 't>> {
        self.entries.iter().filter_map(ToolEntry::definition)
    }

    /// The value at a key of the result around the tools.
    pub fn result(&self, key: &str) -> Option<&Json<'t>> {
        match &self.frame {
            Frame::Object { json, response: false } => json.get(key),
            Frame::Object { json, response: true } => json.get("result")?.get(key),
            _ => None,
        }
    }

    /// The cursor of the next page. An empty string is a cursor; only `None` is the end.
    pub fn next_cursor(&self) -> Option<&str> {
        self.result("nextCursor").and_then(Json::as_str)
    }

    /// How long the list may be cached, in milliseconds (2026-07-28); 0 where absent or negative.
    pub fn ttl_ms(&self) -> f64 {
        self.result("ttlMs").and_then(Json::as_f64).map_or(0.0, |ttl| ttl.max(0.0))
    }

    /// Who may share the cached list: `public` or `private` (2026-07-28).
    pub fn cache_scope(&self) -> Option<&str> {
        self.result("cacheScope").and_then(Json::as_str)
    }

    fn check_frame(&mut self) {
        for (key, expected) in [("nextCursor", "string"), ("resultType", "string"), ("ttlMs", "number"), ("cacheScope", "string")] {
            let given = self.result(key).map_or("null", Json::type_name);
            if given != "null" && given != expected {
                let prefix = if matches!(self.frame, Frame::Object { response: true, .. }) { "/result/" } else { "/" };
                let message = format!("{key}: {given} where a {expected} is expected; taken as absent");
                self.diagnostics.push(Diagnostic { code: Code::WrongType, pointer: format!("{prefix}{key}"), message });
            }
        }
    }

    /// Files a note at the entry that its pointer leads to.
    fn note(&mut self, mut note: Diagnostic, base: Option<&str>) {
        let split = match base {
            None => Some((0, note.pointer.as_str())),
            Some(base) => note.pointer.strip_prefix(base).and_then(|rest| rest.strip_prefix('/')).and_then(|rest| {
                let (index, inner) = rest.split_at_checked(rest.find('/').unwrap_or(rest.len()))?;
                Some((index.parse::<usize>().ok()?, inner))
            }),
        };
        match split.and_then(|(index, inner)| Some((self.entries.get_mut(index)?, inner.to_owned()))) {
            Some((entry, inner)) => {
                note.pointer = inner;
                entry.note(note);
            }
            None => self.diagnostics.push(note),
        }
    }

    /// Names are unique on a server; hosts differ in which of two tools they call.
    fn report_duplicates(&mut self) {
        let name = |at: usize| self.entries.get(at).and_then(|entry| Some((entry.server(), entry.definition()?.name())));
        let firsts = firsts(self.entries.len(), &|a, b| name(a).cmp(&name(b)));
        let again = firsts.into_iter().enumerate().filter(|(i, first)| i != first && name(*i).is_some());
        for (i, earlier) in again.collect::<Vec<_>>() {
            let message = match self.entries.get(earlier).map(|entry| (entry.line, entry.pointer())) {
                Some((Some(line), _)) => format!("the name is also that of the tool in line {line}"),
                Some((None, pointer)) => format!("the name is also that of the tool at {pointer}"),
                None => continue,
            };
            if let Some(entry) = self.entries.get_mut(i) {
                entry.noticed.push(Diagnostic { code: Code::DuplicateName, pointer: "/name".to_owned(), message });
            }
        }
    }
}

impl Display for ToolEntry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.element {
            Element::Tool(json) | Element::Wrapped(json) => json.fmt(f),
            Element::Text(text) => f.write_str(text),
        }
    }
}

impl Display for ToolList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let array = |f: &mut fmt::Formatter<'_>| write_joined(f, &self.entries);
        match &self.frame {
            Frame::Single => self.entries.iter().try_for_each(|entry| entry.fmt(f)),
            Frame::Array => array(f),
            Frame::Lines => self.entries.iter().try_for_each(|entry| writeln!(f, "{entry}")),
            Frame::Object { json, response: false } => crate::json::write_object(f, json, &|f, key, value| match key {
                "tools" => array(f),
                _ => value.fmt(f),
            }),
            Frame::Object { json, response: true } => crate::json::write_object(f, json, &|f, key, value| match key {
                "result" => crate::json::write_object(f, value, &|f, key, value| match key {
                    "tools" => array(f),
                    _ => value.fmt(f),
                }),
                _ => value.fmt(f),
            }),
        }
    }
}

fn write_joined(f: &mut fmt::Formatter<'_>, entries: &[ToolEntry<'_>]) -> fmt::Result {
    f.write_str("[")?;
    for (i, entry) in entries.iter().enumerate() {
        if i > 0 {
            f.write_str(",")?;
        }
        entry.fmt(f)?;
    }
    f.write_str("]")
}
