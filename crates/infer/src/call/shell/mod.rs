//! What a command line does: split as a POSIX shell splits it, every command looked up in a table.

mod command;
mod parse;
mod script;

use super::effect::Reading;
use super::sql::Dialect;

/// How deep substitutions, subshells and commands that run commands are followed.
const MAX_DEPTH: usize = 12;
/// Longest text that is looked into, in bytes; beyond it everything is unclear.
const MAX_TEXT: usize = 1 << 20;

/// What the readers of command lines need to know of their surroundings.
#[derive(Debug, Clone, Copy, Default)]
pub struct Context<'o> {
    /// The dialect of SQL that command-line clients are given.
    pub dialect: Option<Dialect>,
    /// Folders that the host has given; empty where it names none.
    pub roots: &'o [String],
}

/// A word of a command line, as far as it is known.
#[derive(Debug, Clone, Default)]
pub(crate) struct Word {
    /// The text without quotes; what is not known is left out.
    text: String,
    /// The text with the backslashes that a POSIX shell takes away, where it has any: a path of Windows.
    with_backslashes: Option<String>,
    /// Part of the word is only known when it runs.
    dynamic: bool,
    /// The word may become an option, or several words.
    loose: bool,
    /// The unknown part is one of a list that was looked at.
    listed: bool,
    /// The word has wildcards.
    glob: bool,
    /// The word was quoted, so it is no keyword.
    quoted: bool,
}

impl Word {
    fn literal(text: &str) -> Self {
        Self { text: text.to_owned(), quoted: true, ..Self::default() }
    }

    fn unknown() -> Self {
        Self { dynamic: true, loose: true, ..Self::default() }
    }
}

/// What a command line does.
pub fn read(text: &str, context: &Context<'_>) -> Reading {
    let mut reading = Reading::default();
    read_nested(text, context, 0, &mut reading);
    reading
}

/// What a command given as separate arguments does.
pub fn read_argv<'a>(words: impl Iterator<Item = &'a str>, context: &Context<'_>) -> Reading {
    let mut reading = Reading::default();
    let words: Vec<Word> = words.map(Word::literal).collect();
    command::read(&words, context, 0, &mut reading);
    reading
}

fn read_nested(text: &str, context: &Context<'_>, depth: usize, reading: &mut Reading) {
    if depth >= MAX_DEPTH || text.len() > MAX_TEXT {
        reading.unclear("command line too long or nested too deeply");
    } else {
        parse::read(text, context, depth, reading);
    }
}

#[cfg(test)]
mod tests;
