//! The tables of words.

use crate::table::{Table, find};

include!(concat!(env!("OUT_DIR"), "/flow.rs"));

/// The home of a folded word, by its first letter; public as `p`.
pub(super) fn home(word: &str) -> Option<u8> {
    find(&HOMES, word.as_bytes())?.first().copied()
}

/// The weights of a feature for each source, in quarters, in the order of [`Source::ALL`](mcp_tool_risk_types::Source).
pub(super) fn weights(key: &str) -> Option<[i32; 5]> {
    let line = match key.strip_prefix(['*', '/']) {
        // As build.rs writes it: the mark of the place behind the word.
        Some(word) => {
            let mark = key.get(..1)?;
            find(&WEIGHTS, [word, mark].concat().as_bytes())?
        }
        None => find(&WEIGHTS, key.as_bytes())?,
    };
    let mut weights = [0; 5];
    for (weight, letter) in weights.iter_mut().zip(line) {
        *weight = i32::from(*letter) - ZERO;
    }
    Some(weights)
}
