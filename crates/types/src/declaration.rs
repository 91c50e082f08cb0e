//! What a server declares of a tool's risk, from every carrier and generation on record.
//!
//! SEP-2793's fields and the core hints stand in `annotations`. The action metadata stands under its extension key in
//! `annotations` or `_meta`, in its older generations (SEP-2061, SEP-1913) directly in `annotations`. Official SDKs drop unknown
//! annotation keys, so SEP-2793's fields are read from a `_meta` key too.

use crate::json::{Json, Object, push_segment};
use crate::reading::is_either_case;
use crate::suggest::nearest;
use crate::text::excerpt;
use crate::words::Word as _;
use crate::{Claim, Code, Diagnostic, Field, FieldMap, State, ToolDefinition, Value};

/// The key of the action metadata extension, in `annotations` or `_meta`.
pub const ACTION_METADATA_KEY: &str = "io.modelcontextprotocol/action-metadata";

/// Our key for SEP-2793's fields in `_meta`, where SDKs keep it.
pub const RISK_METADATA_KEY: &str = "io.github.mcp-tool-risk/risk-metadata";

/// The fields of SEP-2793.
pub const RISK_FIELDS: &[Field] = &[
    Field::Category,
    Field::RiskLevel,
    Field::BlastRadius,
    Field::Reversibility,
    Field::SideEffects,
    Field::Approval,
    Field::MinTrustLevel,
];

/// The hints of the core specification.
pub const HINT_FIELDS: &[Field] = &[Field::ReadOnlyHint, Field::DestructiveHint, Field::IdempotentHint, Field::OpenWorldHint];

/// The fields of the action metadata.
pub const ACTION_FIELDS: &[Field] =
    &[Field::Outcome, Field::RequiresReview, Field::Destination, Field::InputSensitivity, Field::Source, Field::ReturnSensitivity];

/// More keys of one object are not looked at for typing errors, nor are more errors told.
const MAX_KEYS: usize = 200;
const MAX_TYPOS: usize = 8;

/// What was given for a field in all its carriers together. A field that is in no carrier has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// How far it was understood; in doubt the worse of two carriers.
    pub state: State,
    /// What is known of the value: the join of the carriers.
    pub value: Option<Value>,
    /// Where it stands, as JSON Pointers into the tool.
    pub pointers: Vec<String>,
}

impl Given {
    /// What it claims; `null` claims nothing.
    pub fn claim(&self) -> Option<Claim> {
        (self.state != State::Null).then(|| Claim { value: self.value.clone(), unknown: self.state != State::Known })
    }

    /// Takes in another carrier; says whether the two differ.
    fn add(&mut self, field: Field, other: Self) -> bool {
        let differ = self.state != State::Null && other.state != State::Null && (self.state, &self.value) != (other.state, &other.value);
        self.state = self.state.max(other.state);
        self.value = match (self.value.take(), other.value) {
            (Some(a), Some(b)) => Some(a.join(&b, field)),
            (a, b) => a.or(b),
        };
        self.pointers.extend(other.pointers);
        differ
    }
}

/// What a server declares of one tool.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Declaration {
    /// `annotations.title`
    pub title: Option<String>,
    /// The fields that stand in some carrier.
    pub given: FieldMap<Given>,
    /// What was noticed; pointers start at the tool.
    pub diagnostics: Vec<Diagnostic>,
}

impl Declaration {
    /// Reads what the server declares of the tool.
    ///
    /// ```
    /// use mcp_tool_risk_types::{Declaration, Field, Outcome, RiskLevel, ToolDefinition, json::parse};
    /// let json = parse(r#"{"name": "send", "annotations": {"riskLevel": "high", "inputMetadata": {"Outcomes": "Irreversible"}}}"#)?.value;
    /// let declaration = Declaration::read(ToolDefinition::new(&json).unwrap());
    /// assert_eq!(declaration.value(Field::RiskLevel), Some(&RiskLevel::High.into()));
    /// assert_eq!(declaration.value(Field::Outcome), Some(&Outcome::Irreversible.into()));
    /// # Ok::<(), mcp_tool_risk_types::json::JsonError>(())
    /// ```
    pub fn read(tool: ToolDefinition<'_, '_>) -> Self {
        Self::read_with_key(tool, RISK_METADATA_KEY)
    }

    /// The same, with another `_meta` key for SEP-2793's fields.
    pub fn read_with_key(tool: ToolDefinition<'_, '_>, risk_metadata_key: &str) -> Self {
        let mut declaration = Self::default();
        if let Some(annotations) = tool.json().get("annotations") {
            declaration.annotations(annotations);
        }
        if let Some(meta) = tool.meta() {
            if let Some(json) = meta.get(ACTION_METADATA_KEY) {
                declaration.action_metadata(&path("/_meta", ACTION_METADATA_KEY), json);
            }
            if let Some(json) = meta.get(risk_metadata_key) {
                declaration.risk_metadata(&path("/_meta", risk_metadata_key), json);
            }
        }
        declaration
    }

    /// What is known of a field's value.
    pub fn value(&self, field: Field) -> Option<&Value> {
        self.given.get(field).and_then(|given| given.value.as_ref())
    }

    /// What the declaration claims, field by field.
    pub fn claims(&self) -> FieldMap<Claim> {
        self.given.iter().filter_map(|(field, given)| Some((field, given.claim()?))).collect()
    }

    fn annotations(&mut self, json: &Json<'_>) {
        let Some(object) = self.object("/annotations", json, &[RISK_FIELDS, HINT_FIELDS, ACTION_FIELDS]) else { return };
        match object.get("title") {
            None | Some(Json::Null) => {}
            Some(Json::String(title)) => self.title = Some(title.clone().into_owned()),
            Some(other) => {
                let message = format!("title: {} where a string is expected; not read", other.type_name());
                self.diagnose(Code::WrongType, "/annotations/title", message);
            }
        }
        for field in RISK_FIELDS.iter().chain(HINT_FIELDS) {
            self.member("/annotations", object, &[field.word()], *field);
        }
        if let Some(json) = object.get(ACTION_METADATA_KEY) {
            self.action_metadata(&path("/annotations", ACTION_METADATA_KEY), json);
        }
        self.containers("/annotations", object);
        let known = RISK_FIELDS.iter().chain(HINT_FIELDS).map(|field| field.word());
        let known: Vec<&str> = known.chain(["title", "inputMetadata", "returnMetadata", ACTION_METADATA_KEY]).collect();
        self.typos("/annotations", object, &known);
    }

    fn risk_metadata(&mut self, pointer: &str, json: &Json<'_>) {
        let Some(object) = self.object(pointer, json, &[RISK_FIELDS]) else { return };
        for field in RISK_FIELDS {
            self.member(pointer, object, &[field.word()], *field);
        }
        self.typos(pointer, object, &RISK_FIELDS.iter().map(|field| field.word()).collect::<Vec<_>>());
    }

    fn action_metadata(&mut self, pointer: &str, json: &Json<'_>) {
        let Some(object) = self.object(pointer, json, &[ACTION_FIELDS]) else { return };
        self.member(pointer, object, &["outcome", "outcomes"], Field::Outcome);
        self.member(pointer, object, &["requiresReview"], Field::RequiresReview);
        self.containers(pointer, object);
        self.typos(pointer, object, &["outcome", "outcomes", "requiresReview", "inputMetadata", "returnMetadata"]);
    }

    /// `inputMetadata` and `returnMetadata`, in either case.
    fn containers(&mut self, pointer: &str, object: &Object<'_>) {
        for (key, json) in object.iter() {
            if is_either_case(key, "inputMetadata") {
                let pointer = path(pointer, key);
                let fields = &[Field::Destination, Field::InputSensitivity, Field::Outcome];
                let Some(object) = self.object(&pointer, json, &[fields]) else { continue };
                self.member(&pointer, object, &["destination"], Field::Destination);
                self.member(&pointer, object, &["sensitivity"], Field::InputSensitivity);
                self.member(&pointer, object, &["outcomes", "outcome"], Field::Outcome);
                self.typos(&pointer, object, &["destination", "sensitivity", "outcomes", "outcome"]);
            } else if is_either_case(key, "returnMetadata") {
                let pointer = path(pointer, key);
                let fields = &[Field::Source, Field::ReturnSensitivity];
                let Some(object) = self.object(&pointer, json, &[fields]) else { continue };
                self.member(&pointer, object, &["source"], Field::Source);
                self.member(&pointer, object, &["sensitivity"], Field::ReturnSensitivity);
                self.typos(&pointer, object, &["source", "sensitivity"]);
            }
        }
    }

    /// A container's object. Where it is something else, its fields were given and are unknown.
    fn object<'j, 't>(&mut self, pointer: &str, json: &'j Json<'t>, fields: &[&[Field]]) -> Option<&'j Object<'t>> {
        match json {
            Json::Object(object) => Some(object),
            Json::Null => None,
            // PHP writes an empty object so.
            Json::Array(items) if items.is_empty() => {
                self.diagnose(Code::WrongType, pointer, "an empty array where an object is expected; read as an empty object".to_owned());
                None
            }
            other => {
                let message = format!("{} where an object is expected; what it should declare is unknown", other.type_name());
                self.diagnose(Code::WrongType, pointer, message);
                for field in fields.iter().copied().flatten() {
                    self.give(*field, Given { state: State::WrongType, value: None, pointers: vec![pointer.to_owned()] });
                }
                None
            }
        }
    }

    /// Reads a field from every key that spells one of the names; action metadata is spelled in either case.
    fn member(&mut self, pointer: &str, object: &Object<'_>, names: &[&str], field: Field) {
        let action = ACTION_FIELDS.contains(&field);
        for (key, json) in object.iter() {
            if !names.iter().any(|name| key == *name || (action && is_either_case(key, name))) {
                continue;
            }
            let pointer = path(pointer, key);
            let reading = Value::read(field, json);
            for mut diagnostic in reading.diagnostics {
                diagnostic.pointer.insert_str(0, &pointer);
                self.diagnostics.push(diagnostic);
            }
            self.give(field, Given { state: reading.state, value: reading.value, pointers: vec![pointer] });
        }
    }

    fn give(&mut self, field: Field, given: Given) {
        let Some(before) = self.given.get_mut(field) else {
            self.given.insert(field, given);
            return;
        };
        let pointer = given.pointers.first().cloned().unwrap_or_default();
        if before.add(field, given) {
            let other = before.pointers.first().cloned().unwrap_or_default();
            let message = format!("{}: differs from what stands at {other}; the more restrictive counts", field.word());
            self.diagnose(Code::CarriersDiffer, &pointer, message);
        }
    }

    /// Keys that are not read, but look like one that would be.
    fn typos(&mut self, pointer: &str, object: &Object<'_>, known: &[&str]) {
        let mut told = 0;
        for (key, _) in object.iter().take(MAX_KEYS) {
            if known.iter().any(|name| key == *name || (is_either_case(key, name) && !is_exact(name))) || told == MAX_TYPOS {
                continue;
            }
            if let Some(near) = nearest(key, &mut known.iter().copied()) {
                told += 1;
                let message = format!("the key {} is not read; did you mean \"{near}\"?", excerpt(key));
                self.diagnose(Code::LikelyTypo, &path(pointer, key), message);
            }
        }
    }

    fn diagnose(&mut self, code: Code, pointer: &str, message: String) {
        self.diagnostics.push(Diagnostic { code, pointer: pointer.to_owned(), message });
    }
}

/// Whether the name is read in its exact spelling only.
fn is_exact(name: &str) -> bool {
    name == "title" || RISK_FIELDS.iter().chain(HINT_FIELDS).any(|field| field.word() == name)
}

fn path(pointer: &str, segment: &str) -> String {
    let mut pointer = pointer.to_owned();
    push_segment(&mut pointer, segment);
    pointer
}
