//! Values as an annotations object: the complete ToolAnnotations shape, as a server would declare it.

use crate::declaration::{ACTION_METADATA_KEY, HINT_FIELDS, RISK_FIELDS};
use crate::json::{Json, Object};
use crate::words::Word as _;
use crate::{Field, FieldMap, Value};

/// An annotations object with the values: SEP-2793's fields and the hints at the top, the action metadata under its extension's key.
/// Reading it as a declaration gives the values again.
///
/// ```
/// use mcp_tool_risk_types::{Field, FieldMap, Outcome, RiskLevel, export};
/// let values = FieldMap::from_iter([(Field::RiskLevel, RiskLevel::High.into()), (Field::Outcome, Outcome::Irreversible.into())]);
/// let annotations = mcp_tool_risk_types::json::Json::from(export(&values, Some("Send")));
/// assert_eq!(
///     annotations.to_string(),
///     r#"{"title":"Send","riskLevel":"high","io.modelcontextprotocol/action-metadata":{"outcome":"irreversible"}}"#
/// );
/// ```
pub fn export(values: &FieldMap<Value>, title: Option<&str>) -> Object<'static> {
    let mut annotations = Object::default();
    if let Some(title) = title {
        annotations.insert("title", Json::String(title.to_owned().into()));
    }
    put(&mut annotations, values, HINT_FIELDS);
    put(&mut annotations, values, RISK_FIELDS);
    put_object(&mut annotations, ACTION_METADATA_KEY, action_metadata(values));
    annotations
}

/// The same for `_meta`, where official SDKs keep what they drop from annotations: SEP-2793's fields under the key given
/// (see [`crate::RISK_METADATA_KEY`]), the action metadata under its own. The hints survive in the annotations.
pub fn export_meta(values: &FieldMap<Value>, risk_metadata_key: &str) -> Object<'static> {
    let mut meta = Object::default();
    let mut risk = Object::default();
    put(&mut risk, values, RISK_FIELDS);
    put_object(&mut meta, risk_metadata_key, risk);
    put_object(&mut meta, ACTION_METADATA_KEY, action_metadata(values));
    meta
}

fn action_metadata(values: &FieldMap<Value>) -> Object<'static> {
    let mut input = Object::default();
    put_as(&mut input, values, Field::Destination, "destination");
    put_as(&mut input, values, Field::InputSensitivity, "sensitivity");
    let mut output = Object::default();
    put_as(&mut output, values, Field::Source, "source");
    put_as(&mut output, values, Field::ReturnSensitivity, "sensitivity");
    let mut metadata = Object::default();
    put_object(&mut metadata, "inputMetadata", input);
    put_object(&mut metadata, "returnMetadata", output);
    put(&mut metadata, values, &[Field::Outcome, Field::RequiresReview]);
    metadata
}

fn put(object: &mut Object<'static>, values: &FieldMap<Value>, fields: &[Field]) {
    for field in fields {
        put_as(object, values, *field, field.word());
    }
}

fn put_as(object: &mut Object<'static>, values: &FieldMap<Value>, field: Field, key: &'static str) {
    if let Some(value) = values.get(field) {
        object.insert(key, value.to_json());
    }
}

fn put_object(object: &mut Object<'static>, key: &str, inner: Object<'static>) {
    if !inner.is_empty() {
        object.insert(key.to_owned(), inner.into());
    }
}
