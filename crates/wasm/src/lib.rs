//! The boundary between the core and JavaScript: documents in, documents out, no judgement.
//!
//! Documents that others wrote cross as JSON text and are read by the core's own reader. Values of the host's
//! own cross as objects through `tsify::Ts`. Nothing here keeps state, so the instance can be replaced after a trap.
//! Errors cross as the JSON text of a [`ReadError`].

mod classify;
mod inspect;
mod options;
mod reading;
mod vocabulary;

use mcp_tool_risk_types::ReadError;
use mcp_tool_risk_types::json::to_text;
use tsify::Ts;
use wasm_bindgen::prelude::wasm_bindgen;

pub use classify::{ClassifyOptions, classify};
pub use inspect::{InspectOptions, inspect};
pub use reading::read_list;
pub use vocabulary::vocabulary;

/// The version of the package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// [`classify`] for JavaScript.
///
/// # Errors
/// The text is no tool list, or an option is not known.
#[wasm_bindgen(js_name = classify)]
pub fn classify_js(text: &str, options: Option<Ts<ClassifyOptions>>) -> Result<String, String> {
    let options = options::read(options).map_err(refusal)?;
    classify(text, &options).map_err(refusal)
}

/// [`inspect`] for JavaScript.
///
/// # Errors
/// The text is no tool list, or an option is not known.
#[wasm_bindgen(js_name = inspect)]
pub fn inspect_js(text: &str, options: Option<Ts<InspectOptions>>) -> Result<String, String> {
    let options = options::read(options).map_err(refusal)?;
    inspect(text, &options).map_err(refusal)
}

/// [`read_list`] for JavaScript.
///
/// # Errors
/// The text is no tool list.
#[wasm_bindgen(js_name = readList)]
pub fn read_list_js(text: &str) -> Result<String, String> {
    read_list(text).map_err(refusal)
}

/// [`vocabulary`] for JavaScript.
#[wasm_bindgen(js_name = vocabulary)]
pub fn vocabulary_js() -> String {
    vocabulary()
}

fn refusal(error: ReadError) -> String {
    to_text(&error)
}
