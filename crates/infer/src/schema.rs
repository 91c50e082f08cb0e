//! What a schema offers: its parameters, wherever they are nested, in one bounded pass.

use std::borrow::Cow;

use mcp_tool_risk_types::json::{Json, push_segment};

use crate::lexicon::{self, Role};
use crate::split;

/// Schemas are walked this deep; `$ref` into the same document is followed within it.
const MAX_DEPTH: usize = 12;
/// No more schemas than this are visited.
const MAX_STEPS: usize = 20_000;
/// No more parameters than this are looked at.
const MAX_PARAMS: usize = 2000;
/// No more choices of one parameter than this are looked at.
const MAX_CHOICES: usize = 200;

/// One parameter.
#[derive(Clone, Debug)]
pub(crate) struct Param<'a> {
    /// Its JSON Pointer in the tool definition.
    pub(crate) at: String,
    /// Its name, as written.
    pub(crate) name: &'a str,
    /// Its words, joined by spaces.
    pub(crate) words: Cow<'a, str>,
    /// What its name says.
    pub(crate) role: Option<Role>,
    /// Its description.
    pub(crate) description: &'a str,
    /// The values it may have, where they are listed.
    pub(crate) choices: Vec<&'a str>,
    /// Its JSON type, where there is one.
    pub(crate) kind: &'a str,
    /// Whether the call must have it.
    pub(crate) required: bool,
    /// How deep it is nested; 0 at the top.
    pub(crate) depth: usize,
    /// The constant it must have.
    pub(crate) constant: Option<&'a Json<'a>>,
}

impl Param<'_> {
    /// A flag: true or false, or of no type.
    pub(crate) fn is_switch(&self) -> bool {
        matches!(self.kind, "boolean" | "") && !matches!(self.constant, Some(Json::Bool(false)))
    }

    /// Free text, not a number, not a closed list.
    pub(crate) fn is_free_text(&self) -> bool {
        matches!(self.kind, "string" | "" | "array" | "object") && self.choices.is_empty() && self.constant.is_none()
    }
}

/// The parameters of the input schema.
pub(crate) fn params<'a>(schema: Option<&'a Json<'a>>) -> Vec<Param<'a>> {
    let mut walk = Walk { root: schema, params: Vec::new(), budget: MAX_STEPS };
    if let Some(schema) = schema {
        walk.object(schema, "/inputSchema", 0, 0);
    }
    walk.params
}

/// A switch that empties or removes first: `truncate`, `drop_existing`, not `include_deleted`.
fn removing(words: &str) -> bool {
    words.split(' ').any(|word| matches!(word, "truncate" | "drop" | "delete" | "wipe" | "purge" | "destroy" | "erase"))
}

/// A switch that keeps what would stay in the reply: `save_csv`.
fn keeping(words: &str) -> bool {
    ["save ", "store ", "write ", "persist "].iter().any(|verb| words.starts_with(verb))
}

/// A switch that shows what is hidden otherwise: `reveal_env_values`.
fn revealing(words: &str) -> bool {
    ["reveal ", "unmask ", "decrypt "].iter().any(|verb| words.starts_with(verb))
}

struct Walk<'a> {
    root: Option<&'a Json<'a>>,
    params: Vec<Param<'a>>,
    // References may make a small schema endless to walk.
    budget: usize,
}

impl<'a> Walk<'a> {
    /// A schema whose properties are parameters. `depth` counts nested parameters, `steps` everything.
    fn object(&mut self, schema: &'a Json<'a>, at: &str, depth: usize, steps: usize) {
        if steps > MAX_DEPTH || self.params.len() >= MAX_PARAMS || self.budget == 0 {
            return;
        }
        self.budget -= 1;
        let schema = self.resolve(schema);
        let required = schema.get("required").and_then(Json::as_array).unwrap_or_default();
        if let Some(properties) = schema.get("properties").and_then(Json::as_object) {
            for (name, property) in properties.iter() {
                let mut pointer = format!("{at}/properties");
                push_segment(&mut pointer, name);
                let required = required.iter().any(|r| r.as_str() == Some(name));
                self.param(name, property, pointer, required, depth, steps);
            }
        }
        for keyword in ["oneOf", "anyOf", "allOf"] {
            for (i, branch) in schema.get(keyword).and_then(Json::as_array).unwrap_or_default().iter().enumerate() {
                self.object(branch, &format!("{at}/{keyword}/{i}"), depth, steps + 1);
            }
        }
        for keyword in ["then", "else"] {
            if let Some(branch) = schema.get(keyword) {
                self.object(branch, &format!("{at}/{keyword}"), depth, steps + 1);
            }
        }
        if let Some(items) = schema.get("items") {
            self.object(items, &format!("{at}/items"), depth, steps + 1);
        }
    }

    fn param(&mut self, name: &'a str, property: &'a Json<'a>, at: String, required: bool, depth: usize, steps: usize) {
        if self.params.len() >= MAX_PARAMS {
            return;
        }
        let resolved = self.resolve(property);
        let words = split::words(name);
        let text = |key: &str| property.get(key).or_else(|| resolved.get(key)).and_then(Json::as_str).unwrap_or("");
        let mut choices = Vec::new();
        collect_choices(resolved, &mut choices, 0);
        let kind = match resolved.get("type") {
            Some(Json::String(kind)) => kind.as_ref(),
            // `["boolean", "null"]`
            Some(Json::Array(kinds)) => kinds.iter().filter_map(Json::as_str).find(|k| *k != "null").unwrap_or(""),
            _ => ["anyOf", "oneOf"]
                .iter()
                .find_map(|k| resolved.get(k)?.as_array()?.iter().filter_map(|b| b.get("type")?.as_str()).find(|k| *k != "null"))
                .unwrap_or(""),
        };
        self.params.push(Param {
            role: lexicon::role(&words)
                .or_else(|| removing(&words).then_some(Role::Finality))
                .or_else(|| (kind == "boolean" && depth == 0 && keeping(&words)).then_some(Role::Writes))
                .or_else(|| (kind == "boolean" && revealing(&words)).then_some(Role::Reveal))
                .or_else(|| words.ends_with(" mode").then_some(Role::Mode)),
            name,
            words,
            description: text("description"),
            choices,
            kind,
            required,
            depth,
            constant: resolved.get("const"),
            at: at.clone(),
        });
        self.object(resolved, &at, depth + 1, steps + 1);
    }

    /// Follows a `$ref` into the same schema; anything else stays.
    fn resolve(&self, schema: &'a Json<'a>) -> &'a Json<'a> {
        let target = schema.get("$ref").and_then(Json::as_str).and_then(|r| r.strip_prefix('#'));
        target.and_then(|pointer| self.root?.pointer(pointer)).unwrap_or(schema)
    }
}

fn collect_choices<'a>(schema: &'a Json<'a>, choices: &mut Vec<&'a str>, depth: usize) {
    if depth > 3 {
        return;
    }
    for value in schema.get("enum").and_then(Json::as_array).unwrap_or_default().iter().chain(schema.get("const")) {
        if let Some(text) = value.as_str().filter(|_| choices.len() < MAX_CHOICES) {
            choices.push(text);
        }
    }
    for keyword in ["oneOf", "anyOf"] {
        for branch in schema.get(keyword).and_then(Json::as_array).unwrap_or_default() {
            collect_choices(branch, choices, depth + 1);
        }
    }
    if let Some(items) = schema.get("items") {
        collect_choices(items, choices, depth + 1);
    }
}
