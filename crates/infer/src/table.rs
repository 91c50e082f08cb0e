//! A table as a text: lines of values with their keys. It takes far less room than a table of strings.
//!
//! In the module it is packed, which saves a sixth of the compressed size: a line for each value, with its keys in order, and of each
//! key a capital letter for how much of its start is that of the key before (`A` for nothing), and the rest.

use std::sync::OnceLock;

/// A table, written by build.rs.
pub(crate) struct Table<V> {
    packed: &'static str,
    /// How many places the index has: a power of two, and half of them stay free.
    slots: usize,
    read: fn(&'static str) -> V,
    /// Made when the table is first used.
    unpacked: OnceLock<Unpacked<V>>,
}

struct Unpacked<V> {
    /// The keys, each with a tab and the two bytes of its value's number.
    keys: Vec<u8>,
    values: Vec<V>,
    /// Where each key starts, at its hash or behind it, below the upper bits of that hash: other keys are told without a look at
    /// them. Halving took a third of a classification, and in the module the index would be as long as the words.
    index: Vec<u32>,
}

/// A place of the index that is free.
const FREE: u32 = u32::MAX;
/// The part of the index that is the start of a key.
const START: u32 = 0xf_ffff;

impl<V> Table<V> {
    pub(crate) const fn new(packed: &'static str, slots: usize, read: fn(&'static str) -> V) -> Self {
        Self { packed, slots, read, unpacked: OnceLock::new() }
    }

    /// The value of a key, and the number of the key. The key is the given pieces, one behind the other.
    pub(crate) fn find(&self, key: &[&str]) -> Option<(u32, &V)> {
        let Unpacked { keys, values, index } = self.unpacked.get_or_init(|| self.unpack());
        let hash = key.iter().fold(SEED, |hash, piece| mix(hash, piece.as_bytes()));
        let mut slot = hash as usize;
        loop {
            slot &= index.len() - 1;
            let place = *index.get(slot)?;
            if place == FREE {
                return None;
            }
            slot += 1;
            if (place ^ hash) & !START != 0 {
                continue;
            }
            let start = place & START;
            let mut line = keys.get(start as usize..)?;
            if key.iter().all(|piece| line.strip_prefix(piece.as_bytes()).map(|rest| line = rest).is_some())
                && let [b'\t', low, high, ..] = line
            {
                return Some((start, values.get(usize::from(u16::from_le_bytes([*low, *high])))?));
            }
        }
    }

    fn unpack(&self) -> Unpacked<V> {
        let mut keys = Vec::with_capacity(self.packed.len());
        let mut values = Vec::new();
        let mut index = vec![FREE; self.slots];
        for (value, packed) in self.packed.lines().filter_map(|line| line.split_once('\t')) {
            let [low, high] = (values.len() as u16).to_le_bytes();
            values.push((self.read)(value));
            let mut last = 0..0;
            let mut bytes = packed.bytes();
            let mut next = bytes.next();
            while let Some(shared) = next {
                let start = keys.len();
                last.end = last.start + usize::from(shared.wrapping_sub(b'A'));
                keys.extend_from_within(last);
                loop {
                    next = bytes.next();
                    match next {
                        Some(byte) if !byte.is_ascii_uppercase() => keys.push(byte),
                        _ => break,
                    }
                }
                last = start..start;
                let hash = mix(SEED, keys.get(start..).unwrap_or_default());
                keys.extend([b'\t', low, high]);
                let mut slot = hash as usize;
                while let Some(place) = index.get_mut(slot & (self.slots - 1)) {
                    if *place == FREE {
                        *place = hash & !START | start as u32 & START;
                        break;
                    }
                    slot += 1;
                }
            }
        }
        Unpacked { keys, values, index }
    }
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
    fn every_key_is_found_and_nothing_else() {
        let table = Table::new("\tAzz\n1\tAaBbcDdAbc\n2\tAabBz\n", 16, |value| value);
        let value = |key: &[&str]| table.find(key).map(|(_, value)| *value);
        for (key, expected) in [("a", "1"), ("abc", "1"), ("abcd", "1"), ("ab", "2"), ("az", "2"), ("bc", "1"), ("zz", "")] {
            assert_eq!(value(&[key]), Some(expected));
        }
        assert_eq!(value(&["a", "b"]), Some("2"));
        for key in ["", "aa", "c", "zzz", "0", "a\t1", "z", "1"] {
            assert_eq!(value(&[key]), None);
        }
    }

    #[test]
    fn each_key_has_a_number_of_its_own() {
        let table = Table::new("1\tAaBbAc\n", 8, |value| value);
        let number = |key| table.find(&[key]).map(|(number, _)| number);
        assert_ne!(number("a"), number("ab"));
        assert_ne!(number("ab"), number("c"));
    }
}
