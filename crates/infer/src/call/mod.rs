//! What the arguments of one call make of a tool.
//!
//! The static inference is the worst that a schema offers. The readers here say what given arguments do; a grade is
//! lowered only for what they understood completely.

pub mod effect;
mod path;
mod secrets;
pub mod shell;
pub mod sql;
mod table;
mod url;
