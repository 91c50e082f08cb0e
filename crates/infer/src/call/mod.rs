//! What the arguments of one call make of a tool.
//!
//! The static inference is the worst that a schema offers. The readers here say what given arguments do; a grade is
//! lowered only for what they understood completely.

pub mod effect;
pub mod sql;
mod table;
