//! What the arguments of one call make of a tool.
//!
//! The static inference is the worst that a schema offers. The readers here say what given arguments do; a grade is
//! lowered only for what they understood completely.

mod arguments;
mod assess;
pub mod effect;
mod graphql;
mod lines;
mod mongodb;
mod path;
mod recipients;
mod secrets;
pub mod shell;
pub mod sql;
mod table;
pub mod url;

pub use assess::{AssessOptions, Assessment, Known, Prepared, assess};
pub use lines::assess_lines;

/// Whether the text has white space.
fn has_space(text: &str) -> bool {
    text.bytes().any(|byte| matches!(byte, b'\t'..=b'\r' | b' ')) || !text.is_ascii() && text.contains(char::is_whitespace)
}
