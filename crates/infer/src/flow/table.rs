//! The tables of words.

use crate::table::Table;

include!(concat!(env!("OUT_DIR"), "/flow.rs"));

/// The home of a folded word, by its first letter; public as `p`.
pub(super) fn home(word: &str) -> Option<u8> {
    home_of_pair(word, "")
}

/// The home of two folded words that stand together.
pub(super) fn home_of_pair(first: &str, second: &str) -> Option<u8> {
    HOMES.find([first.as_bytes(), second.as_bytes()])?.first().copied()
}

/// The weights of a feature for each source, in quarters, in the order of the columns of data/flow-weights.tsv. Its key is a mark
/// and a word: `*word` anywhere, `/word` in the name, `=act`, `~` with a place and a home.
pub(super) fn weights(mark: &str, word: &str) -> Option<[i32; 5]> {
    let line = WEIGHTS.find([mark.as_bytes(), word.as_bytes()])?;
    let mut weights = [0; 5];
    for (weight, letter) in weights.iter_mut().zip(line) {
        *weight = i32::from(*letter) - ZERO;
    }
    Some(weights)
}
