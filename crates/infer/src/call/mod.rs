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

/// For each byte, whether it is one of those given: what long texts are searched for.
#[allow(clippy::indexing_slicing, reason = "evaluated by the compiler, where a panic is an error")]
const fn bytes(given: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut at = 0;
    while at < given.len() {
        table[given[at] as usize] = true;
        at += 1;
    }
    table
}

fn is_one(byte: u8, table: &[bool; 256]) -> bool {
    table.get(usize::from(byte)) == Some(&true)
}
