//! Why a document was not read at all.

use std::fmt;

use serde::Serialize;

use crate::Code;
use crate::json::JsonError;

/// A document, or a part that nothing can stand in for, could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct ReadError {
    /// The stable code.
    pub code: Code,
    /// JSON Pointer to what is wrong; empty where it is the document, or no JSON at all.
    pub pointer: String,
    /// What is wrong, where it helps with line and column, and what to do.
    pub message: String,
    /// The expected word that is nearest to the one given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
}

impl ReadError {
    /// An error at the document itself.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, pointer: String::new(), message: message.into(), suggestion: None }
    }

    /// The same error, seen from one step further out.
    #[must_use]
    pub fn under(mut self, segment: &str) -> Self {
        let mut pointer = String::new();
        crate::json::push_segment(&mut pointer, segment);
        pointer.push_str(&self.pointer);
        self.pointer = pointer;
        self
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() { f.write_str(&self.message) } else { write!(f, "{}: {}", self.pointer, self.message) }
    }
}

impl std::error::Error for ReadError {}

impl From<JsonError> for ReadError {
    fn from(error: JsonError) -> Self {
        Self::new(Code::NotJson, format!("not JSON: {error}"))
    }
}
