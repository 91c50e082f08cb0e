//! Tables as texts: lines of key, tab and value, sorted by key, found by halving. They take far less room than tables of strings.

/// A table, written by build.rs.
pub(crate) struct Table {
    /// The lines, each with its end.
    pub(crate) lines: &'static [u8],
    /// Where the keys begin that start with `aa`, `ab` and so on; last, the length.
    /// Halving alone took half the time of a classification.
    pub(crate) starts: &'static [u16],
}

/// The rest of the line that begins with the key and a tab.
pub(crate) fn find(table: &Table, key: &[u8]) -> Option<&'static [u8]> {
    let [a @ b'a'..=b'z', b @ b'a'..=b'z', ..] = key else { return halve(table.lines, key) };
    let cell = usize::from(a - b'a') * 26 + usize::from(b - b'a');
    let at = |cell: usize| table.starts.get(cell).map(|start| usize::from(*start));
    halve(table.lines.get(at(cell)?..at(cell + 1)?)?, key)
}

fn halve(table: &'static [u8], key: &[u8]) -> Option<&'static [u8]> {
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

#[cfg(test)]
mod tests {
    use super::{Table, find};

    #[test]
    fn every_line_is_found_and_nothing_else() {
        let mut starts = vec![4_u16; 26 * 26];
        // Up to `ab` inclusive nothing but `a` comes before.
        starts.splice(2.., vec![9; 26 * 26 - 2]);
        starts.splice(26.., vec![13; 26 * 26 - 26]);
        starts.push(18);
        let table = &Table { lines: b"a\t1\nab\t2\nb\t3\nzz\t4\n", starts: starts.leak() };
        for (key, value) in [("a", b"1"), ("ab", b"2"), ("b", b"3"), ("zz", b"4")] {
            assert_eq!(find(table, key.as_bytes()), Some(&value[..]));
        }
        for key in ["", "aa", "c", "zzz", "0", "a\t1"] {
            assert_eq!(find(table, key.as_bytes()), None);
        }
    }
}
