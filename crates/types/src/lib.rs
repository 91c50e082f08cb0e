//! The vocabulary of MCP tool risk.
//!
//! Tool definitions and their annotations are documents that others wrote, so reading is tolerant:
//! absent, `null`, a wrong type, an unknown word and a known word stay five different things, and
//! nothing malformed makes a tool disappear.

mod claim;
mod declaration;
mod definition;
mod diagnostic;
mod error;
mod export;
mod field;
mod list;
mod reading;
mod sha256;
mod sorted;
mod strict;
mod suggest;
mod text;
mod texts;
mod value;
mod wire;
mod words;
mod words_set;

pub mod json;

pub use claim::Claim;
pub use declaration::{ACTION_FIELDS, ACTION_METADATA_KEY, Declaration, Given, HINT_FIELDS, RISK_FIELDS, RISK_METADATA_KEY};
pub use definition::ToolDefinition;
pub use diagnostic::{Code, Diagnostic};
pub use error::ReadError;
pub use export::{export, export_meta};
pub use field::{FIELD_COUNT, Field, FieldMap, Kind};
pub use list::{MAX_BYTES, MAX_TOOLS, ToolEntry, ToolList, read_tools};
pub use reading::{Reading, State};
pub use sha256::Sha256;
pub use sorted::{firsts, sorted};
pub use strict::check_strict;
pub use suggest::nearest;
pub use text::{excerpt, find, is_hidden, mentions, replaced, steers};
pub use texts::Texts;
pub use value::{Sensitivity, Value};
pub use words::*;
pub use words_set::Words;
