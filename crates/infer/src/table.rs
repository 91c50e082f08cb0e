//! Tables as texts: lines of key, tab and value. They take far less room than tables of strings.

use std::sync::OnceLock;

/// A table, written by build.rs.
pub(crate) struct Table {
    /// The lines, each with its end; fewer than 64 KiB.
    lines: &'static [u8],
    /// Where each line starts, at the hash of its key or behind it. Made when the table is first used: halving took a third of a
    /// classification, and in the module the index would be as long as the words.
    index: OnceLock<Vec<u16>>,
}

/// A place of the index that is free.
const FREE: u16 = u16::MAX;

impl Table {
    pub(crate) const fn new(lines: &'static str) -> Self {
        Self { lines: lines.as_bytes(), index: OnceLock::new() }
    }

    /// The rest of the line that begins with the key and a tab. The key is the given pieces, one behind the other.
    pub(crate) fn find<const N: usize>(&self, key: [&[u8]; N]) -> Option<&'static [u8]> {
        let index = self.index.get_or_init(|| index(self.lines));
        let mut slot = key.iter().fold(SEED, |hash, piece| mix(hash, piece)) as usize;
        loop {
            // Its length is a power of two, and half of it stays free.
            slot &= index.len() - 1;
            let start = *index.get(slot)?;
            if start == FREE {
                return None;
            }
            let mut line = self.lines.get(usize::from(start)..)?;
            if key.iter().all(|piece| line.strip_prefix(*piece).map(|rest| line = rest).is_some())
                && let [b'\t', value @ ..] = line
            {
                return value.get(..value.iter().position(|b| *b == b'\n')?);
            }
            slot += 1;
        }
    }
}

fn index(lines: &[u8]) -> Vec<u16> {
    let count = lines.iter().filter(|b| **b == b'\n').count();
    let mut index = vec![FREE; (2 * count).next_power_of_two()];
    let mut start = 0;
    for line in lines.split_inclusive(|b| *b == b'\n') {
        let key = line.split(|b| *b == b'\t').next().unwrap_or_default();
        let mut slot = mix(SEED, key) as usize;
        loop {
            slot &= index.len() - 1;
            match index.get_mut(slot) {
                Some(free) if *free == FREE => {
                    *free = u16::try_from(start).unwrap_or(FREE);
                    break;
                }
                Some(_) => slot += 1,
                None => break,
            }
        }
        start += line.len();
    }
    index
}

/// FNV-1a, its high bits first: the low ones of a slot hang on every letter.
fn mix(mut hash: u32, piece: &[u8]) -> u32 {
    for byte in piece {
        hash = (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193).rotate_left(5);
    }
    hash
}

const SEED: u32 = 0x811c_9dc5;

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn every_line_is_found_and_nothing_else() {
        let table = Table::new("a\t1\nab\t2\nb\t3\nzz\t\n");
        for (key, value) in [("a", "1"), ("ab", "2"), ("b", "3"), ("zz", "")] {
            assert_eq!(table.find([key.as_bytes()]), Some(value.as_bytes()));
        }
        assert_eq!(table.find([b"a", b"b"]), Some(&b"2"[..]));
        for key in ["", "aa", "c", "zzz", "0", "a\t1", "z", "1"] {
            assert_eq!(table.find([key.as_bytes()]), None);
        }
    }
}
