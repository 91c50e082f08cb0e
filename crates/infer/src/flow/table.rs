//! The tables of words: lines sorted by key, found by halving, so that they stay small.

include!(concat!(env!("OUT_DIR"), "/flow.rs"));

/// The rest of the line that begins with the key and a tab.
fn find(table: &'static [u8], key: &[u8]) -> Option<&'static [u8]> {
    let (mut low, mut high) = (0, table.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = table.get(..middle)?.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        let line = table.get(start..)?;
        let line = line.get(..line.iter().position(|b| *b == b'\n')?)?;
        let tab = line.iter().position(|b| *b == b'\t')?;
        match line.get(..tab)?.cmp(key) {
            std::cmp::Ordering::Equal => return line.get(tab + 1..),
            std::cmp::Ordering::Less => low = start + line.len() + 1,
            std::cmp::Ordering::Greater => high = start,
        }
    }
    None
}

/// The home of a folded word, by its first letter; public as `p`.
pub(super) fn home(word: &str) -> Option<u8> {
    find(HOMES, word.as_bytes())?.first().copied()
}

/// The weights of a feature for each source, in quarters, in the order of [`Source::ALL`](mcp_tool_risk_types::Source).
pub(super) fn weights(key: &str) -> Option<[i32; 5]> {
    let line = find(WEIGHTS, key.as_bytes())?;
    let mut weights = [0; 5];
    for (weight, letter) in weights.iter_mut().zip(line) {
        *weight = i32::from(*letter) - ZERO;
    }
    Some(weights)
}
