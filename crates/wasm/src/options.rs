//! The host's own values, from objects.

use mcp_tool_risk_types::json::{Json, from_json};
use mcp_tool_risk_types::{Code, ReadError};
use serde::de::DeserializeOwned;
use tsify::{Ts, Tsify};
use wasm_bindgen::{JsCast, JsValue};

/// Reads an object of the host's by the rules for documents: an unknown key or word is refused by name. Absent, it is `{}`.
pub(crate) fn read<T>(options: Option<Ts<T>>) -> Result<T, ReadError>
where
    T: Tsify + DeserializeOwned,
    T::JsType: JsCast,
{
    let json = match options {
        // By way of the tree, so that the walk over JavaScript objects exists once, whatever the type.
        Some(options) => object(options.js_value())?,
        None => Json::Object(Default::default()),
    };
    from_json(&json)
}

fn object(value: JsValue) -> Result<Json<'static>, ReadError> {
    serde_wasm_bindgen::from_value(value).map_err(|error| ReadError::new(Code::WrongType, format!("options: {error}")))
}
