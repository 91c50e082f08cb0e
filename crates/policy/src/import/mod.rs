//! Other hosts' permission lists as policy documents, with a report of what could not be carried over exactly.
//!
//! YAML and TOML come in as the JSON that they parse to. One principle holds for every format: a rule that allows and cannot be carried over
//! exactly is left out; one that asks or denies becomes as wide as it must. Either way it is reported. Names that other hosts glue together
//! (`mcp__server__tool`) are taken apart only where there is one reading; an ambiguous one is never guessed.

mod claude;
mod codex;
mod gemini;
pub(crate) mod karai;
mod lists;
mod names;
#[cfg(test)]
mod tests;

use mcp_tool_risk_types::json::{Json, Object, Parts};
use mcp_tool_risk_types::{Code, Diagnostic, ReadError};

use crate::document::{EffectWord as Effect, Layer};
use names::Target;

/// A format that policies are imported from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum ImportFormat {
    /// A `tool_policies.yaml` in KARAI's vocabulary.
    Karai,
    /// Claude Code's `settings.json` (`permissions`).
    ClaudeCode,
    /// A Gemini CLI policy file (`[[rule]]`).
    GeminiCli,
    /// Codex's `config.toml` (`mcp_servers`).
    Codex,
    /// VS Code's `settings.json` (`chat.tools...`).
    VsCode,
    /// Cursor's `permissions.json` (`mcpAllowlist`).
    Cursor,
    /// An `mcp.json` with `alwaysAllow` or `autoApprove` lists, as Cline and Roo have them.
    McpJson,
}

impl ImportFormat {
    /// Every format.
    pub const ALL: &'static [Self] =
        &[Self::Karai, Self::ClaudeCode, Self::GeminiCli, Self::Codex, Self::VsCode, Self::Cursor, Self::McpJson];

    /// The spelling on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Karai => "karai",
            Self::ClaudeCode => "claude-code",
            Self::GeminiCli => "gemini-cli",
            Self::Codex => "codex",
            Self::VsCode => "vs-code",
            Self::Cursor => "cursor",
            Self::McpJson => "mcp-json",
        }
    }
}

/// A server that the host knows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct KnownServer {
    /// The host's id of it.
    pub server: String,
    /// The tools that it lists; empty where they aren't known.
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub tools: Vec<String>,
}

/// What helps an import.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ImportOptions {
    /// The layer of the document; the user's where it isn't given.
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub layer: Layer,
    /// The host's servers. With them, names that were glued together can be taken apart.
    #[cfg_attr(feature = "ts", tsify(optional))]
    pub servers: Vec<KnownServer>,
}

impl ImportOptions {
    /// Reads options.
    ///
    /// # Errors
    /// They have another shape, or a key or word that isn't known.
    pub fn read(json: &Json<'_>) -> Result<Self, ReadError> {
        let options = Parts::of(json, &["layer", "servers"])?;
        let layer = match options.text("layer")? {
            None => Layer::default(),
            Some(word) => [Layer::Organisation, Layer::User, Layer::Project]
                .into_iter()
                .find(|layer| layer.word() == word)
                .ok_or_else(|| ReadError::new(Code::UnknownWord, "a layer is organisation, user or project").under("layer"))?,
        };
        let mut servers = Vec::new();
        for (i, json) in options.list("servers")?.iter().enumerate() {
            servers.push(KnownServer::read(json).map_err(|error| error.under(&i.to_string()).under("servers"))?);
        }
        Ok(Self { layer, servers })
    }
}

impl KnownServer {
    fn read(json: &Json<'_>) -> Result<Self, ReadError> {
        let server = Parts::of(json, &["server", "tools"])?;
        let mut tools = Vec::new();
        for (i, tool) in server.list("tools")?.iter().enumerate() {
            let error = || ReadError::new(Code::WrongType, "a tool is named by a string").under(&i.to_string()).under("tools");
            tools.push(tool.as_str().ok_or_else(error)?.to_owned());
        }
        Ok(Self { server: server.required_text("server")?.to_owned(), tools })
    }
}

/// What an import makes.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// The policy document.
    pub document: Json<'static>,
    /// What was not carried over, or not exactly. Pointers lead into the document that was imported.
    pub report: Vec<Diagnostic>,
}

/// Imports a policy.
///
/// # Errors
/// The document has nothing of the format.
pub fn import_policy(format: ImportFormat, json: &Json<'_>, options: &ImportOptions) -> Result<Imported, ReadError> {
    let mut draft = Draft { options, rules: Vec::new(), overrides: Vec::new(), default: None, report: Vec::new() };
    let Some(object) = json.as_object() else {
        return Err(ReadError::new(Code::WrongType, [json.type_name(), " where an object is expected"].concat()));
    };
    // What stands above a deny is taken out of it, so such a file grows with the square of its rules.
    if object.get("rule").and_then(Json::as_array).is_some_and(|rules| rules.len() > MAX_RULES) {
        return Err(ReadError::new(Code::TooLarge, "more than 1000 rules in one file: split it").under("rule"));
    }
    let found = match format {
        ImportFormat::Karai => karai::import(&mut draft, object),
        ImportFormat::ClaudeCode => claude::import(&mut draft, object),
        ImportFormat::GeminiCli => gemini::import(&mut draft, object),
        ImportFormat::Codex => codex::import(&mut draft, object),
        ImportFormat::VsCode => lists::import_vscode(&mut draft, object),
        ImportFormat::Cursor => lists::import_cursor(&mut draft, object),
        ImportFormat::McpJson => lists::import_mcp_json(&mut draft, object),
    };
    match found {
        Some(()) => Ok(draft.finish(format)),
        None => Err(ReadError::new(Code::MissingKey, ["the document has nothing that the format ", format.word(), " knows"].concat())),
    }
}

const MAX_RULES: usize = 1000;

/// The document in the making.
struct Draft<'o> {
    options: &'o ImportOptions,
    rules: Vec<Json<'static>>,
    overrides: Vec<Json<'static>>,
    default: Option<Effect>,
    report: Vec<Diagnostic>,
}

impl Draft<'_> {
    /// Notes what became of a name, or of the value at the pointer where the name is empty.
    fn note(&mut self, code: Code, pointer: &str, name: &str, message: &str) {
        let message = if name.is_empty() { message.to_owned() } else { ["`", name, "` ", message].concat() };
        self.report.push(Diagnostic { code, pointer: pointer.to_owned(), message });
    }

    /// Something that has no counterpart.
    fn lost(&mut self, pointer: &str, name: &str, message: &str) {
        self.note(Code::NotCarriedOver, pointer, name, message);
    }

    /// Something that is there, and not quite the same.
    fn changed(&mut self, pointer: &str, name: &str, message: &str) {
        self.note(Code::CarriedDifferently, pointer, name, message);
    }

    fn rule(&mut self, effect: Effect, when: Object<'static>, reason: &str, message: Option<&str>) {
        let mut rule = Object::default();
        put(&mut rule, "id", text(&["imported-", &(self.rules.len() + 1).to_string()].concat()));
        put(&mut rule, "effect", text(effect.word()));
        if !when.is_empty() {
            put(&mut rule, "when", when.into());
        }
        put(&mut rule, "reason", text(reason));
        if let Some(message) = message {
            put(&mut rule, "message", text(message));
        }
        self.rules.push(rule.into());
    }

    /// Makes a rule for a name that may have several readings.
    fn named(&mut self, effect: Effect, targets: &[Target], pointer: &str, name: &str) {
        if let Some(when) = self.settle(effect, targets, pointer, name) {
            self.rule(effect, when, name, None);
        }
    }

    /// The condition for a name's readings; `None` where the rule must be left out.
    fn settle(&mut self, effect: Effect, targets: &[Target], pointer: &str, name: &str) -> Option<Object<'static>> {
        match targets {
            [] => {
                self.lost(pointer, name, "fits no server or tool that is known");
                return None;
            }
            [_] => {}
            several => {
                let mut message = "can be".to_owned();
                for (i, target) in several.iter().enumerate() {
                    message.push_str(if i == 0 { " " } else { " or " });
                    message.push_str(&[&*target.server, " / ", &*target.tool].concat());
                }
                message.push_str(if effect == Effect::Allow { "; it was left out" } else { "; every reading was taken" });
                self.note(Code::AmbiguousName, pointer, name, &message);
                if effect == Effect::Allow {
                    return None;
                }
            }
        }
        Some(any_of(targets.iter().map(Target::condition).collect()))
    }

    fn finish(self, format: ImportFormat) -> Imported {
        let mut document = Object::default();
        put(&mut document, "version", Json::Number("1".into()));
        put(&mut document, "name", text(&["imported from ", format.word()].concat()));
        put(&mut document, "layer", text(self.options.layer.word()));
        for (key, list) in [("overrides", self.overrides), ("rules", self.rules)] {
            if !list.is_empty() {
                put(&mut document, key, Json::Array(list));
            }
        }
        if let Some(default) = self.default {
            put(&mut document, "default", text(default.word()));
        }
        Imported { document: document.into(), report: self.report }
    }
}

/// `Object::insert`, compiled once.
#[inline(never)]
fn put(object: &mut Object<'static>, key: &str, value: Json<'static>) {
    object.insert(key.to_owned(), value);
}

#[inline(never)]
fn text(text: &str) -> Json<'static> {
    Json::String(text.to_owned().into())
}

/// An object with one key.
fn single(key: &str, value: Json<'static>) -> Object<'static> {
    let mut object = Object::default();
    put(&mut object, key, value);
    object
}

/// The condition under which one of these holds. A condition without keys always holds, and so does their union then.
fn any_of(mut conditions: Vec<Object<'static>>) -> Object<'static> {
    if conditions.iter().any(Object::is_empty) {
        return Object::default();
    }
    match (conditions.len(), conditions.pop()) {
        (1, Some(one)) => one,
        (_, last) => {
            conditions.extend(last);
            single("any", Json::Array(conditions.into_iter().map(Json::from).collect()))
        }
    }
}

/// The strings of an array, with pointers; what isn't a string is reported.
fn strings<'j>(draft: &mut Draft<'_>, json: Option<&'j Json<'_>>, pointer: &str) -> Vec<(&'j str, String)> {
    let mut found = Vec::new();
    match json {
        None | Some(Json::Null) => {}
        Some(Json::String(one)) => found.push((one.as_ref(), pointer.to_owned())),
        Some(Json::Array(items)) => {
            for (i, item) in items.iter().enumerate() {
                let at = at(pointer, &i.to_string());
                match item.as_str() {
                    Some(text) => found.push((text, at)),
                    None => draft.lost(&at, "", "this isn't a string"),
                }
            }
        }
        Some(_) => draft.lost(pointer, "", "this isn't an array of strings"),
    }
    found
}

/// A pointer one step deeper.
fn at(pointer: &str, segment: &str) -> String {
    let mut deeper = pointer.to_owned();
    mcp_tool_risk_types::json::push_segment(&mut deeper, segment);
    deeper
}
