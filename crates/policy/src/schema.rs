//! JSON Schema of policy documents (draft 2020-12), from the types that read them.

use std::borrow::Cow;

use mcp_tool_risk_types::{Field, Kind, Word};
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::document::{Mode, PolicyDocument, When, WhenKey};
use crate::facts::vocabulary;
use crate::profile::Provenance;
use crate::time::DAYS;

/// The `$id` of the schema.
pub const POLICY_SCHEMA_ID: &str = "urn:mcp-tool-risk:policy:1";

/// The schema as JSON text, indented, with a final newline.
///
/// # Errors
/// Never for the schema that this crate has.
pub fn policy_schema() -> Result<String, serde_json::Error> {
    let settings = schemars::generate::SchemaSettings::draft2020_12().with_transform(RecursiveTransform(without_null));
    let mut schema = settings.into_generator().into_root_schema_for::<PolicyDocument>();
    schema.insert("$id".to_owned(), POLICY_SCHEMA_ID.into());
    Ok(serde_json::to_string_pretty(&schema)? + "\n")
}

/// An `Option` may be left out, and is never `null`.
fn without_null(schema: &mut Schema) {
    if let Some(Value::Array(types)) = schema.get_mut("type")
        && let [one, Value::String(null)] = types.as_slice()
        && null == "null"
    {
        let one = one.clone();
        schema.insert("type".to_owned(), one);
    }
    if let Some(Value::Array(either)) = schema.get("anyOf")
        && let [Value::Object(one), null] = either.as_slice()
        && *null == json!({ "type": "null" })
    {
        let one = one.clone();
        schema.remove("anyOf");
        for (key, value) in one {
            schema.insert(key, value);
        }
    }
    if schema.get("default") == Some(&Value::Null) {
        schema.remove("default");
    }
}

/// One value, or an array of at least one.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "the schema is all that it is for")]
pub(crate) enum OneOrMany<T> {
    /// One.
    One(T),
    /// Several.
    Many(#[schemars(length(min = 1))] Vec<T>),
}

/// A literal of a field, as documents write it.
fn literals(field: Field) -> Value {
    match field.kind() {
        Kind::TrueIsStricter | Kind::FalseIsStricter => json!({ "type": "boolean" }),
        _ if field == Field::MinTrustLevel => json!({ "type": "integer", "minimum": 1, "maximum": 5 }),
        _ if field == Field::SideEffects => json!({ "type": "string", "minLength": 1 }),
        _ => json!({ "enum": vocabulary(field).iter().map(|entry| entry.word).collect::<Vec<_>>() }),
    }
}

fn one_or_many(one: &Value) -> Value {
    json!({ "anyOf": [one, { "type": "array", "items": one, "minItems": 1 }] })
}

/// A test of a field.
fn field_test(field: Field) -> Value {
    let one = literals(field);
    let list = json!({ "type": "array", "items": one, "minItems": 1 });
    let mut properties = Map::from_iter([("in".to_owned(), one_or_many(&one))]);
    if !matches!(field.kind(), Kind::Set) {
        properties.extend([("atLeast".to_owned(), one.clone()), ("atMost".to_owned(), one.clone())]);
    }
    let test = json!({ "type": "object", "properties": properties, "additionalProperties": false, "minProperties": 1 });
    json!({ "description": field.meaning(), "anyOf": [one, list, test] })
}

/// The values of an override or a test.
pub(crate) fn values(_: &mut SchemaGenerator) -> Schema {
    let properties = Field::ALL.iter().map(|field| (field.word().to_owned(), value_of(*field))).collect::<Map<_, _>>();
    json_schema!({ "type": "object", "properties": properties, "additionalProperties": false })
}

/// The trust words.
pub(crate) fn trust(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": mcp_tool_risk_types::ServerTrust::ALL.iter().map(|trust| trust.word()).collect::<Vec<_>>() })
}

/// The modes of inference.
pub(crate) fn inference_mode(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "enum": crate::resolve::InferenceMode::ALL.iter().map(|mode| mode.word()).collect::<Vec<_>>() })
}

/// Percents by field.
pub(crate) fn percents(_: &mut SchemaGenerator) -> Schema {
    let percent = json!({ "type": "integer", "minimum": 0, "maximum": 100 });
    let properties = Field::ALL.iter().map(|field| (field.word().to_owned(), percent.clone())).collect::<Map<_, _>>();
    json_schema!({ "type": "object", "properties": properties, "additionalProperties": false })
}

fn value_of(field: Field) -> Value {
    let one = match field {
        Field::Source => json!({ "enum": mcp_tool_risk_types::Source::ALL.iter().map(|word| word.word()).collect::<Vec<_>>() }),
        Field::InputSensitivity | Field::ReturnSensitivity => {
            let words: Vec<&str> = vocabulary(field).iter().map(|entry| entry.word).filter(|word| *word != "regulated").collect();
            let scopes = json!({ "type": "array", "items": { "type": "string" } });
            json!({ "anyOf": [{ "enum": words }, {
                "type": "object", "required": ["regulated"], "additionalProperties": false,
                "properties": { "regulated": { "type": "object", "properties": { "scopes": scopes } } }
            }] })
        }
        _ => literals(field),
    };
    let mut schema = match field.kind() {
        Kind::Possible => one_or_many(&one),
        Kind::Set if field == Field::SideEffects => json!({ "type": "array", "items": one }),
        Kind::Set => json!({ "anyOf": [one, { "type": "array", "items": one }] }),
        _ => one,
    };
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("description".to_owned(), field.meaning().into());
    }
    schema
}

fn other_key(key: WhenKey) -> Value {
    let text = json!({ "type": "string", "minLength": 1 });
    let by_field = |schema: Value| {
        let properties = Field::ALL.iter().map(|field| (field.word().to_owned(), schema.clone())).collect::<Map<_, _>>();
        json!({ "type": "object", "properties": properties, "additionalProperties": false, "minProperties": 1 })
    };
    let mut schema = match key {
        WhenKey::Server | WhenKey::Tool => one_or_many(&text),
        WhenKey::Provenance => {
            let sources: Vec<&str> = Provenance::ALL.iter().filter(|p| **p != Provenance::Default).map(|p| p.word()).collect();
            by_field(one_or_many(&json!({ "enum": sources })))
        }
        WhenKey::Confidence => {
            let percent = json!({ "type": "integer", "minimum": 0, "maximum": 100 });
            by_field(json!({
                "type": "object", "additionalProperties": false, "minProperties": 1,
                "properties": { "atLeast": percent, "atMost": percent }
            }))
        }
        WhenKey::Findings => {
            let codes: Vec<&str> = mcp_tool_risk_types::Code::ALL.iter().map(|code| code.word()).chain(["none"]).collect();
            one_or_many(&json!({ "enum": codes }))
        }
        WhenKey::BelowMinTrust => json!({ "type": "boolean" }),
        WhenKey::Arguments => {
            let range = json!({
                "type": "object", "additionalProperties": false, "minProperties": 1,
                "properties": { "atLeast": { "type": "number" }, "atMost": { "type": "number" } }
            });
            let scalars = json!({ "type": ["string", "number", "boolean", "null"] });
            let test = json!({
                "type": "object", "additionalProperties": false, "minProperties": 1,
                "properties": {
                    "equals": true, "in": { "type": "array", "items": scalars, "minItems": 1 },
                    "glob": one_or_many(&text), "prefix": one_or_many(&text), "range": range,
                    "exists": { "type": "boolean" }, "regex": { "type": "string", "minLength": 1 }
                }
            });
            let literal = json!({ "type": ["string", "number", "boolean", "null", "array"] });
            json!({
                "type": "object", "minProperties": 1, "propertyNames": { "pattern": "^(/.*)?$" },
                "additionalProperties": { "anyOf": [literal, test] }
            })
        }
        WhenKey::Time => {
            let clock = json!({ "type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$" });
            json!({
                "type": "object", "additionalProperties": false, "minProperties": 1,
                "properties": {
                    "days": one_or_many(&json!({ "enum": DAYS })), "from": clock, "to": clock,
                    "after": { "type": "string" }, "before": { "type": "string" }
                },
                "dependentRequired": { "from": ["to"], "to": ["from"] }
            })
        }
        WhenKey::Mode => one_or_many(&json!({ "enum": Mode::ALL.iter().map(|mode| mode.word()).collect::<Vec<_>>() })),
    };
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("description".to_owned(), key.meaning().into());
    }
    schema
}

impl JsonSchema for When {
    fn schema_name() -> Cow<'static, str> {
        "When".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let nested = generator.subschema_for::<Self>();
        let mut properties = Map::new();
        for key in WhenKey::ALL {
            properties.insert(key.word().to_owned(), other_key(*key));
        }
        for field in Field::ALL {
            properties.insert(field.word().to_owned(), field_test(*field));
        }
        let list = json!({ "type": "array", "items": nested, "minItems": 1 });
        properties.extend([("all".to_owned(), list.clone()), ("any".to_owned(), list), ("not".to_owned(), json!(nested))]);
        json_schema!({
            "description": "A condition: everything that it has must hold.",
            "type": "object", "properties": properties, "additionalProperties": false
        })
    }
}
