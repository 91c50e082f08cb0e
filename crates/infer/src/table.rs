//! Tables as texts: lines of key, tab and value, sorted by key, found by halving. They take far less room than tables of strings.

/// The rest of the line that begins with the key and a tab.
pub(crate) fn find(table: &'static [u8], key: &[u8]) -> Option<&'static [u8]> {
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
    use super::find;

    #[test]
    fn every_line_is_found_and_nothing_else() {
        let table = b"a\t1\nab\t2\nb\t3\nzz\t4\n";
        for (key, value) in [("a", b"1"), ("ab", b"2"), ("b", b"3"), ("zz", b"4")] {
            assert_eq!(find(table, key.as_bytes()), Some(&value[..]));
        }
        for key in ["", "aa", "c", "zzz", "0", "a\t1"] {
            assert_eq!(find(table, key.as_bytes()), None);
        }
    }
}
