//! The boundary between the core and JavaScript: thin functions, no logic.
//!
//! Documents that others wrote cross as JSON text and are read by the core's own reader. Values of the host's
//! own cross as objects through `tsify::Ts`. Nothing here keeps state, so the instance can be replaced after a trap.

use wasm_bindgen::prelude::wasm_bindgen;

/// The version of the package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
