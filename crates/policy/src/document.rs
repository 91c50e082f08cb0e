//! Policy documents as people write them.
//!
//! These types are the shape of the JSON, and its JSON Schema is generated from them. What a word or a pattern means
//! is checked where it is compiled, so that every error of a document is found in one go.

use mcp_tool_risk_types::json::{FromJson, Json, all_from_json, fill_at, object_of, report, unknown_key, wrong_type};
use mcp_tool_risk_types::{Field, FieldMap, ReadError, ServerTrust, Word, struct_from_json, words_from_json};
use serde::{Serialize, Serializer};

use crate::resolve::InferenceMode;

/// A policy document.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct PolicyDocument {
    /// The schema that editors check the document with; the engine does not look at it.
    #[serde(rename = "$schema", default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The version of the language: 1.
    pub version: u32,
    /// A name for people, as in reasons and reports.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What the document is for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Whose document it is. Layers are asked from the organisation inwards.
    #[serde(default)]
    pub layer: Layer,
    /// A preset, or a document that the host gives: its rules follow this document's own, its settings fill what this document leaves out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extends: Option<String>,
    /// The trust level of the agent, 1 to 5: tools that want more fit `belowMinTrust`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 5)))]
    pub trust_level: Option<u8>,
    /// How inferred values are used, for every server that says nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inference: Option<InferenceSettings>,
    /// Settings by server. For each setting the first entry that fits and has it counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub servers: Vec<ServerEntry>,
    /// The operator's own classification of tools. The first entry that fits a tool counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<OverrideEntry>,
    /// The rules, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Rule>,
    /// What happens where no rule of any layer has an opinion; without it, one approver is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<EffectWord>,
    /// What a deny rule does of which nobody can tell whether it fits: `ask` one approver (the default) or `deny`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_unknown: Option<AskOrDeny>,
    /// What happens where fewer approvers are there than wanted: `ask` those, or `deny` (the default).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short: Option<AskOrDeny>,
    /// What happens to an ask where nobody is there: `deny` (the default), or `ask` for a host that can hold a call until somebody answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub headless: Option<AskOrDeny>,
    /// In an operator's document: whether a project's allow rules and default count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project_may_allow: Option<bool>,
    /// Expectations that are checked against the document itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<TestCase>,
}

/// Whose document it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Layer {
    /// The organisation's, outermost.
    Organisation,
    /// The user's.
    #[default]
    User,
    /// The project's, innermost: it comes with the files that are worked on, so it may only tighten.
    Project,
}

impl Layer {
    /// Every layer, outermost first.
    pub const ALL: &'static [Self] = &[Self::Organisation, Self::User, Self::Project];

    /// The spelling on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Organisation => "organisation",
            Self::User => "user",
            Self::Project => "project",
        }
    }
}

/// How inferred values are used.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct InferenceSettings {
    /// The mode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::inference_mode"))]
    pub mode: Option<InferenceMode>,
    /// Under `accept`: the least confidence in percent with which a value stands, for every field or by field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_confidence: Option<LeastConfidence>,
}

/// Least confidences in percent.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum LeastConfidence {
    /// For every field.
    Every(#[cfg_attr(feature = "schema", schemars(range(max = 100)))] u8),
    /// By field.
    ByField(
        #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::percents"))]
        #[cfg_attr(feature = "ts", tsify(type = "Partial<Record<Field, number>>"))]
        FieldMap<u8>,
    ),
}

impl FromJson for LeastConfidence {
    fn blank() -> Self {
        Self::Every(0)
    }

    fn fill(&mut self, json: &Json<'_>, errors: &mut Vec<ReadError>) {
        match (json, &mut *self) {
            (Json::Object(_), _) => {
                let mut figures = FieldMap::new();
                figures.fill(json, errors);
                *self = Self::ByField(figures);
            }
            (Json::Number(_), Self::Every(figure)) => figure.fill(json, errors),
            _ => report(wrong_type(json, "a percentage, or an object of them by field,"), errors),
        }
    }
}

/// Settings of the servers that fit the pattern.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ServerEntry {
    /// The server, or a glob of servers.
    pub server: Patterns,
    /// How far the server is trusted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::trust"))]
    pub trust: Option<ServerTrust>,
    /// How inferred values are used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inference: Option<InferenceSettings>,
    /// Own domains: data that stays there does not leave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domains: Option<Vec<String>>,
    /// Own folders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roots: Option<Vec<String>>,
}

/// An operator's classification.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct OverrideEntry {
    /// The server, or a glob of servers; without it, every server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<Patterns>,
    /// The tool, or a glob of tools.
    pub tool: Patterns,
    /// The values. What follows from them is derived; what does not, other sources give.
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::values"))]
    #[cfg_attr(feature = "ts", tsify(type = "FieldValues"))]
    pub set: FieldMap<Json<'static>>,
    /// Whether the arguments of a call may lower these values for the call.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub per_call: bool,
    /// Why.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

/// A rule.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Rule {
    /// The rule's name, unique in its document.
    pub id: String,
    /// What it does where it fits.
    pub effect: EffectWord,
    /// Of an ask: how many distinct people must agree; 1 where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100)))]
    pub approvers: Option<u8>,
    /// Of an ask: whether inner layers are bound by it.
    #[serde(rename = "final", default, skip_serializing_if = "Option::is_none")]
    pub is_final: Option<bool>,
    /// When it fits; without it, always.
    #[serde(default, skip_serializing_if = "When::is_empty")]
    pub when: When,
    /// Why, for the operator.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// What the model is told where the rule decides; without it, a sentence that gives nothing away.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
}

/// An effect, by its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum EffectWord {
    /// The call runs.
    Allow,
    /// People are asked.
    Ask,
    /// The call does not run.
    Deny,
}

impl EffectWord {
    /// Every effect.
    pub const ALL: &'static [Self] = &[Self::Allow, Self::Ask, Self::Deny];

    /// The spelling on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

/// To ask, or to deny.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum AskOrDeny {
    /// Ask.
    Ask,
    /// Deny.
    Deny,
}

impl AskOrDeny {
    /// Both.
    pub const ALL: &'static [Self] = &[Self::Ask, Self::Deny];

    /// The spelling on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

/// One pattern or several; any of them may fit. `*` stands for any run of characters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "crate::schema::OneOrMany<String>"))]
pub struct Patterns(pub Vec<String>);

impl FromJson for Patterns {
    fn blank() -> Self {
        Self::default()
    }

    fn fill(&mut self, json: &Json<'_>, errors: &mut Vec<ReadError>) {
        match json {
            Json::String(one) => self.0.push(one.clone().into_owned()),
            Json::Array(_) => self.0.fill(json, errors),
            other => report(wrong_type(other, "a pattern or an array of patterns"), errors),
        }
    }
}

impl Serialize for Patterns {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [one] => one.serialize(serializer),
            many => many.serialize(serializer),
        }
    }
}

/// An expectation on the document that it stands in.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct TestCase {
    /// What is expected, in a sentence.
    pub name: String,
    /// The server of the call.
    #[serde(default = "any_server")]
    pub server: String,
    /// The tool of the call.
    #[serde(default = "any_tool")]
    pub tool: String,
    /// What is known of the tool; what follows is derived, everything else is unknown.
    #[serde(default, skip_serializing_if = "is_empty_map")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "crate::schema::values"))]
    #[cfg_attr(feature = "ts", tsify(type = "FieldValues", optional))]
    pub profile: FieldMap<Json<'static>>,
    /// Where the profile comes from; from the operator where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<TestProvenance>,
    /// The arguments of the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Map<String, serde_json::Value>"))]
    #[cfg_attr(feature = "ts", tsify(type = "Record<string, unknown>", optional))]
    pub arguments: Option<Json<'static>>,
    /// The mode.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// How many approvers are there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approvers_available: Option<u8>,
    /// The time, as in RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// What must come out.
    pub expect: Expectation,
}

fn any_server() -> String {
    "server".to_owned()
}

fn any_tool() -> String {
    "tool".to_owned()
}

fn is_empty_map<T>(map: &FieldMap<T>) -> bool {
    map.iter().next().is_none()
}

/// Where the profile of a test comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum TestProvenance {
    /// The operator's classification.
    Override,
    /// A verified catalogue entry.
    Catalogue,
    /// A trusted server's declaration.
    Declaration,
    /// Inference.
    Inference,
}

impl TestProvenance {
    /// Every provenance that a test can have.
    pub const ALL: &'static [Self] = &[Self::Override, Self::Catalogue, Self::Declaration, Self::Inference];

    /// The spelling on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Override => "override",
            Self::Catalogue => "catalogue",
            Self::Declaration => "declaration",
            Self::Inference => "inference",
        }
    }
}

/// What must come out of a test.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Expectation {
    /// The effect.
    pub effect: EffectWord,
    /// Of an ask, the number of approvers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub approvers: Option<u8>,
    /// The rule that decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// How the host runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Mode {
    /// Somebody is there.
    #[default]
    Interactive,
    /// Nobody is there.
    Headless,
    /// Somebody is there, and nothing is to be changed yet.
    Plan,
}

impl Mode {
    /// Every mode.
    pub const ALL: &'static [Self] = &[Self::Interactive, Self::Headless, Self::Plan];

    /// The spelling on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Interactive => "interactive",
            Self::Headless => "headless",
            Self::Plan => "plan",
        }
    }
}

/// A condition: everything that it has must hold.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct When {
    /// Tests on the fields of the profile.
    pub fields: FieldMap<Json<'static>>,
    /// Every other key, as it stands.
    pub others: Vec<(WhenKey, Json<'static>)>,
    /// Conditions that must all hold.
    pub all: Option<Vec<When>>,
    /// Conditions of which one must hold.
    pub any: Option<Vec<When>>,
    /// A condition that must not hold.
    pub not: Option<Box<When>>,
}

impl When {
    /// Whether it has nothing, so that it always holds.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

macro_rules! when_keys {
    ($( $(#[doc = $doc:literal])+ $variant:ident = $word:literal, )+) => {
        /// A key of a condition that is no field of the profile.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum WhenKey { $( $(#[doc = $doc])+ $variant, )+ }

        impl WhenKey {
            /// Every key.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// The spelling on the wire.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
            /// What it asks.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),+).trim_ascii_start()),+ }
            }
        }
    };
}

when_keys! {
    /// The id that the host gave the server: a glob or an array of globs.
    Server = "server",
    /// The tool's name: a glob or an array of globs.
    Tool = "tool",
    /// Where values come from: field to a source or an array of sources.
    Provenance = "provenance",
    /// How sure inferred values are, in percent: field to `{"atLeast": n, "atMost": n}`. What isn't inferred is certain.
    Confidence = "confidence",
    /// What was noticed about the definition or the sources: a code or an array of codes; `none` where nothing was.
    Findings = "findings",
    /// Whether the tool wants a higher trust level than the agent has.
    BelowMinTrust = "belowMinTrust",
    /// Arguments of the call: JSON Pointer to a test.
    Arguments = "arguments",
    /// The time at the host: `days`, `from`, `to`, `after`, `before`.
    Time = "time",
    /// How the host runs: a mode or an array of modes.
    Mode = "mode",
}

impl FromJson for When {
    fn blank() -> Self {
        Self::default()
    }

    fn fill(&mut self, json: &Json<'_>, errors: &mut Vec<ReadError>) {
        let Some(object) = object_of(json, errors) else { return };
        for (key, json) in object.iter() {
            let mut value = Json::Null;
            if let Some(field) = Field::from_word(key) {
                fill_at(&mut value, key, json, errors);
                self.fields.insert(field, value);
            } else if let Some(other) = WhenKey::ALL.iter().find(|known| known.word() == key) {
                fill_at(&mut value, key, json, errors);
                self.others.push((*other, value));
            } else {
                // Filled at once: `null` would leave a condition that asks nothing, and so always holds.
                let slot: &mut dyn FromJson = match key {
                    "all" => self.all.insert(Vec::new()),
                    "any" => self.any.insert(Vec::new()),
                    "not" => self.not.insert(Box::default()),
                    _ => {
                        report(unknown_key(key, &mut when_keys()), errors);
                        continue;
                    }
                };
                fill_at(slot, key, json, errors);
            }
        }
    }
}

/// Every key of a condition.
fn when_keys() -> impl Iterator<Item = &'static str> {
    let others = WhenKey::ALL.iter().map(|key| key.word());
    ["all", "any", "not"].into_iter().chain(others).chain(Field::ALL.iter().map(|field| field.word()))
}

impl Serialize for When {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeMap;
        let mut map = serializer.serialize_map(None)?;
        for (key, value) in &self.others {
            map.serialize_entry(key.word(), value)?;
        }
        for (field, value) in self.fields.iter() {
            map.serialize_entry(field.word(), value)?;
        }
        if let Some(all) = &self.all {
            map.serialize_entry("all", all)?;
        }
        if let Some(any) = &self.any {
            map.serialize_entry("any", any)?;
        }
        if let Some(not) = &self.not {
            map.serialize_entry("not", not)?;
        }
        map.end()
    }
}

impl PolicyDocument {
    /// Reads a document, with all errors of its shape.
    ///
    /// # Errors
    /// The JSON is no policy document.
    pub fn read(json: &Json<'_>) -> Result<Self, Vec<ReadError>> {
        all_from_json(json)
    }
}

words_from_json!(Layer = User, EffectWord, AskOrDeny, TestProvenance, Mode);

struct_from_json!(PolicyDocument {
    schema: "$schema",
    version: "version" required,
    name: "name",
    description: "description",
    layer: "layer",
    extends: "extends",
    trust_level: "trustLevel",
    inference: "inference",
    servers: "servers",
    overrides: "overrides",
    rules: "rules",
    default: "default",
    on_unknown: "onUnknown",
    short: "short",
    headless: "headless",
    project_may_allow: "projectMayAllow",
    tests: "tests",
});

struct_from_json!(InferenceSettings { mode: "mode", least_confidence: "leastConfidence" });

struct_from_json!(ServerEntry {
    server: "server" required,
    trust: "trust",
    inference: "inference",
    domains: "domains",
    roots: "roots",
});

struct_from_json!(OverrideEntry {
    server: "server",
    tool: "tool" required,
    set: "set" required,
    per_call: "perCall",
    reason: "reason",
});

struct_from_json!(Rule {
    id: "id" required,
    effect: "effect" required,
    approvers: "approvers",
    is_final: "final",
    when: "when",
    reason: "reason",
    message: "message",
});

struct_from_json!(TestCase {
    name: "name" required,
    server: "server" = any_server(),
    tool: "tool" = any_tool(),
    profile: "profile",
    provenance: "provenance",
    arguments: "arguments",
    mode: "mode",
    approvers_available: "approversAvailable",
    now: "now",
    expect: "expect" required,
});

struct_from_json!(Expectation { effect: "effect" required, approvers: "approvers", rule: "rule" });
