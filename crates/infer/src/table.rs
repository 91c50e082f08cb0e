//! Tables as texts: lines of key, tab and value. They take far less room than tables of strings.
//!
//! In the module they are packed, which saves a sixth of the compressed size: a line for each value, with its keys in order, and of each
//! key a capital letter for how much of its start is that of the key before (`A` for nothing), and the rest.

use std::sync::OnceLock;

/// A table, written by build.rs.
pub(crate) struct Table {
    packed: &'static str,
    /// Made when the table is first used.
    unpacked: OnceLock<Unpacked>,
}

struct Unpacked {
    /// The lines, each with its end; fewer than 64 KiB.
    lines: Vec<u8>,
    /// Where each line starts, at the hash of its key or behind it, below the upper half of that hash: other keys are told without
    /// a look at their lines. Halving took a third of a classification, and in the module the index would be as long as the words.
    index: Vec<u32>,
}

/// A place of the index that is free.
const FREE: u32 = u32::MAX;
/// The part of the index that is the start of a line.
const START: u32 = 0xffff;

impl Table {
    pub(crate) const fn new(packed: &'static str) -> Self {
        Self { packed, unpacked: OnceLock::new() }
    }

    /// The rest of the line that begins with the key and a tab. The key is the given pieces, one behind the other.
    pub(crate) fn find<const N: usize>(&self, key: [&[u8]; N]) -> Option<&[u8]> {
        let Unpacked { lines, index } = self.unpacked.get_or_init(|| {
            let lines = unpack(self.packed);
            Unpacked { index: index(&lines), lines }
        });
        let hash = key.iter().fold(SEED, |hash, piece| mix(hash, piece));
        let mut slot = hash as usize;
        loop {
            // Its length is a power of two, and half of it stays free.
            slot &= index.len() - 1;
            let place = *index.get(slot)?;
            if place == FREE {
                return None;
            }
            slot += 1;
            if (place ^ hash) & !START != 0 {
                continue;
            }
            let mut line = lines.get((place & START) as usize..)?;
            if key.iter().all(|piece| line.strip_prefix(*piece).map(|rest| line = rest).is_some())
                && let [b'\t', value @ ..] = line
            {
                return value.get(..value.iter().position(|b| *b == b'\n')?);
            }
        }
    }
}

fn unpack(packed: &str) -> Vec<u8> {
    let mut lines = Vec::with_capacity(2 * packed.len());
    for (value, keys) in packed.lines().filter_map(|line| line.split_once('\t')) {
        let mut key = Vec::new();
        let mut bytes = keys.bytes();
        let mut next = bytes.next();
        while let Some(shared) = next {
            key.truncate(usize::from(shared.wrapping_sub(b'A')));
            loop {
                next = bytes.next();
                match next {
                    Some(byte) if !byte.is_ascii_uppercase() => key.push(byte),
                    _ => break,
                }
            }
            for part in [key.as_slice(), b"\t", value.as_bytes(), b"\n"] {
                lines.extend_from_slice(part);
            }
        }
    }
    lines
}

fn index(lines: &[u8]) -> Vec<u32> {
    let count = lines.iter().filter(|b| **b == b'\n').count();
    let mut index = vec![FREE; (2 * count).next_power_of_two()];
    let mut start = 0_u32;
    for line in lines.split_inclusive(|b| *b == b'\n') {
        let key = line.split(|b| *b == b'\t').next().unwrap_or_default();
        let hash = mix(SEED, key);
        let mut slot = hash as usize;
        loop {
            slot &= index.len() - 1;
            match index.get_mut(slot) {
                Some(free) if *free == FREE => {
                    *free = hash & !START | start & START;
                    break;
                }
                Some(_) => slot += 1,
                None => break,
            }
        }
        start += line.len() as u32;
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
        let table = Table::new("\tAzz\n1\tAaBbcDdAbc\n2\tAabBz\n");
        for (key, value) in [("a", "1"), ("abc", "1"), ("abcd", "1"), ("ab", "2"), ("az", "2"), ("bc", "1"), ("zz", "")] {
            assert_eq!(table.find([key.as_bytes()]), Some(value.as_bytes()));
        }
        assert_eq!(table.find([b"a", b"b"]), Some(&b"2"[..]));
        for key in ["", "aa", "c", "zzz", "0", "a\t1", "z", "1"] {
            assert_eq!(table.find([key.as_bytes()]), None);
        }
    }
}
