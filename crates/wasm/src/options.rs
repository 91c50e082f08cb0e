//! The host's own values, from objects.

use js_sys::JSON;
use mcp_tool_risk_types::json::{FromJson, Json, from_json, parse};
use mcp_tool_risk_types::{Code, ReadError};
use tsify::{Ts, Tsify};
use wasm_bindgen::JsCast;

/// Reads an object of the host's by the rules for documents: an unknown key or word is refused by name. Absent, it is `{}`.
///
/// By way of JSON text, because one reader for everything is smaller than a walk over JavaScript objects, and faster; a key
/// that is `undefined` or `null` counts as absent.
pub(crate) fn read<T>(options: Option<Ts<T>>) -> Result<T, ReadError>
where
    T: Tsify + FromJson,
    T::JsType: JsCast,
{
    let text = text(options)?;
    let mut json = parse(&text)?.value;
    if let Json::Object(object) = &mut json {
        object.retain(|value| *value != Json::Null);
    }
    from_json(&json)
}

/// The text of an object of the host's. Absent, it is `{}`.
pub(crate) fn text<T>(options: Option<Ts<T>>) -> Result<String, ReadError>
where
    T: Tsify,
    T::JsType: JsCast,
{
    let Some(options) = options else { return Ok("{}".to_owned()) };
    let text = JSON::stringify(&options.js_value()).ok().and_then(|text| text.as_string());
    text.ok_or_else(|| ReadError::new(Code::WrongType, "options: a value without a JSON form"))
}
