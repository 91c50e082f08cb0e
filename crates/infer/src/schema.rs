//! What a schema offers: its parameters, wherever they are nested, in one bounded pass.

use std::borrow::Cow;

use mcp_tool_risk_types::json::{Json, Object, push_segment};

use crate::lexicon::{self, Role};
use crate::split::{self, Marks};

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
    marks: Marks,
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
    /// Whether one of these is among its words.
    pub(crate) fn has_any(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.marks.may_have(word) && self.words.split(' ').any(|own| own == *word))
    }

    /// The last of its words.
    pub(crate) fn last_word(&self) -> &str {
        self.words.rsplit(' ').next().unwrap_or_default()
    }

    /// What its words say that it can do where the whole name says nothing.
    fn role_by_words(&self) -> Option<Role> {
        let begins = |verbs: &[&str]| verbs.iter().any(|verb| self.words.starts_with(verb));
        if self.has_any(&["truncate", "drop", "delete", "wipe", "purge", "destroy", "erase"]) {
            // A switch that empties or removes first: `truncate`, `drop_existing`, not `include_deleted`.
            Some(Role::Finality)
        } else if self.kind == "boolean" && self.depth == 0 && begins(&["save ", "store ", "write ", "persist "]) {
            // A switch that keeps what would stay in the reply: `save_csv`.
            Some(Role::Writes)
        } else if self.kind == "boolean" && begins(&["reveal ", "unmask ", "decrypt "]) {
            // A switch that shows what is hidden otherwise: `reveal_env_values`.
            Some(Role::Reveal)
        } else {
            self.words.ends_with(" mode").then_some(Role::Mode)
        }
    }

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
    let mut walk = Walk { root: schema, params: Vec::new(), budget: MAX_STEPS, at: "/inputSchema".to_owned() };
    if let Some(schema) = schema {
        walk.object(&Schema::of(schema), 0, 0);
    }
    walk.params
}

/// The keywords of a schema that are looked at.
#[derive(Clone, Copy, Default)]
struct Schema<'a> {
    reference: Option<&'a Json<'a>>,
    kind: Option<&'a Json<'a>>,
    description: Option<&'a Json<'a>>,
    choices: Option<&'a Json<'a>>,
    constant: Option<&'a Json<'a>>,
    properties: Option<&'a Json<'a>>,
    required: Option<&'a Json<'a>>,
    items: Option<&'a Json<'a>>,
    one_of: Option<&'a Json<'a>>,
    any_of: Option<&'a Json<'a>>,
    all_of: Option<&'a Json<'a>>,
    then: Option<&'a Json<'a>>,
    otherwise: Option<&'a Json<'a>>,
}

impl<'a> Schema<'a> {
    fn of(json: &'a Json<'a>) -> Self {
        let mut schema = Self::default();
        for (key, value) in json.as_object().into_iter().flat_map(Object::iter) {
            let keyword = match key {
                "type" => &mut schema.kind,
                "description" => &mut schema.description,
                "properties" => &mut schema.properties,
                "required" => &mut schema.required,
                "items" => &mut schema.items,
                "enum" => &mut schema.choices,
                "const" => &mut schema.constant,
                "anyOf" => &mut schema.any_of,
                "oneOf" => &mut schema.one_of,
                "allOf" => &mut schema.all_of,
                "$ref" => &mut schema.reference,
                "then" => &mut schema.then,
                "else" => &mut schema.otherwise,
                _ => continue,
            };
            *keyword = Some(value);
        }
        schema
    }

    /// The type; of several, and of several branches, the first that isn't null.
    fn kind(&self) -> &'a str {
        let branches = |branches: Option<&'a Json<'a>>| {
            elements(branches).iter().filter_map(|branch| branch.get("type")?.as_str()).find(|kind| *kind != "null")
        };
        match self.kind {
            Some(Json::String(kind)) => kind,
            // `["boolean", "null"]`
            Some(Json::Array(kinds)) => kinds.iter().filter_map(Json::as_str).find(|kind| *kind != "null").unwrap_or(""),
            _ => branches(self.any_of).or_else(|| branches(self.one_of)).unwrap_or(""),
        }
    }

    fn collect_choices(&self, choices: &mut Vec<&'a str>, depth: usize) {
        if depth > 3 {
            return;
        }
        for value in elements(self.choices).iter().chain(self.constant) {
            if let Some(text) = value.as_str().filter(|_| choices.len() < MAX_CHOICES) {
                choices.push(text);
            }
        }
        for branch in elements(self.one_of).iter().chain(elements(self.any_of)).chain(self.items) {
            Schema::of(branch).collect_choices(choices, depth + 1);
        }
    }
}

/// The elements of an array.
fn elements<'a>(json: Option<&'a Json<'a>>) -> &'a [Json<'a>] {
    json.and_then(Json::as_array).unwrap_or_default()
}

struct Walk<'a> {
    root: Option<&'a Json<'a>>,
    params: Vec<Param<'a>>,
    // References may make a small schema endless to walk.
    budget: usize,
    /// The JSON Pointer of what is looked at.
    at: String,
}

impl<'a> Walk<'a> {
    /// A schema whose properties are parameters. `depth` counts nested parameters, `steps` everything.
    fn object(&mut self, schema: &Schema<'a>, depth: usize, steps: usize) {
        if steps > MAX_DEPTH || self.params.len() >= MAX_PARAMS || self.budget == 0 {
            return;
        }
        self.budget -= 1;
        let schema = self.resolve(schema);
        let length = self.at.len();
        let properties = schema.properties.and_then(Json::as_object);
        self.params.reserve(properties.map_or(0, Object::len).min(MAX_PARAMS));
        for (name, property) in properties.into_iter().flat_map(Object::iter) {
            self.at.push_str("/properties");
            push_segment(&mut self.at, name);
            let required = elements(schema.required).iter().any(|r| r.as_str() == Some(name));
            self.param(name, &Schema::of(property), required, depth, steps);
            self.at.truncate(length);
        }
        for (keyword, branches) in [("/oneOf/", schema.one_of), ("/anyOf/", schema.any_of), ("/allOf/", schema.all_of)] {
            for (i, branch) in elements(branches).iter().enumerate() {
                self.at.push_str(keyword);
                self.at.push_str(&i.to_string());
                self.object(&Schema::of(branch), depth, steps + 1);
                self.at.truncate(length);
            }
        }
        for (keyword, branch) in [("/then", schema.then), ("/else", schema.otherwise), ("/items", schema.items)] {
            if let Some(branch) = branch {
                self.at.push_str(keyword);
                self.object(&Schema::of(branch), depth, steps + 1);
                self.at.truncate(length);
            }
        }
    }

    fn param(&mut self, name: &'a str, property: &Schema<'a>, required: bool, depth: usize, steps: usize) {
        if self.params.len() >= MAX_PARAMS {
            return;
        }
        let schema = self.resolve(property);
        let words = split::words(name);
        let mut marks = Marks::default();
        words.split(' ').for_each(|word| marks.add(word));
        let mut choices = Vec::new();
        schema.collect_choices(&mut choices, 0);
        let mut param = Param {
            role: lexicon::role(&words),
            name,
            words,
            marks,
            description: property.description.or(schema.description).and_then(Json::as_str).unwrap_or(""),
            choices,
            kind: schema.kind(),
            required,
            depth,
            constant: schema.constant,
            at: self.at.clone(),
        };
        param.role = param.role.or_else(|| param.role_by_words());
        self.params.push(param);
        self.object(&schema, depth + 1, steps + 1);
    }

    /// Follows a `$ref` into the same schema; anything else stays.
    fn resolve(&self, schema: &Schema<'a>) -> Schema<'a> {
        let target = schema.reference.and_then(Json::as_str).and_then(|r| r.strip_prefix('#'));
        target.and_then(|pointer| self.root?.pointer(pointer)).map_or(*schema, Schema::of)
    }
}
