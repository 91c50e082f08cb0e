//! The host's own values, from objects.

use js_sys::JSON;
use mcp_tool_risk_types::json::{Json, from_json, parse};
use mcp_tool_risk_types::{Code, ReadError};
use serde::de::DeserializeOwned;
use tsify::{Ts, Tsify};
use wasm_bindgen::JsCast;

/// Reads an object of the host's by the rules for documents: an unknown key or word is refused by name. Absent, it is `{}`.
///
/// By way of JSON text, because one reader for everything is smaller than a walk over JavaScript objects, and faster; a key
/// that is `undefined` counts as absent.
pub(crate) fn read<T>(options: Option<Ts<T>>) -> Result<T, ReadError>
where
    T: Tsify + DeserializeOwned,
    T::JsType: JsCast,
{
    let Some(options) = options else { return from_json(&Json::Object(Default::default())) };
    let text = JSON::stringify(&options.js_value()).ok().and_then(|text| text.as_string());
    let text = text.ok_or_else(|| ReadError::new(Code::WrongType, "options: a value without a JSON form"))?;
    from_json(&parse(&text)?.value)
}
