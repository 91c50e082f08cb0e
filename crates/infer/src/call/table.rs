//! Sorted text tables, searched without being unpacked: one entry a line, the key first.

/// The line of a sorted table whose key (the text before the first tab) equals `key`.
pub(super) fn find<'t>(table: &'t str, key: &str) -> Option<&'t str> {
    let (mut low, mut high) = (0, table.len());
    while low < high {
        let middle = low + (high - low) / 2;
        // The line around the middle. Tables are ASCII, so every index is a boundary.
        let start = table.get(low..middle)?.rfind('\n').map_or(low, |at| low + at + 1);
        let end = table.get(middle..high)?.find('\n').map_or(high, |at| middle + at);
        let line = table.get(start..end)?;
        let found = line.split('\t').next().unwrap_or_default();
        match found.cmp(key) {
            core::cmp::Ordering::Equal => return Some(line),
            core::cmp::Ordering::Less => low = end + 1,
            core::cmp::Ordering::Greater => high = start,
        }
    }
    None
}

/// Lowercases ASCII into a buffer; `None` where the text is longer than any key of a table.
pub(super) fn lower<'b>(text: &str, buffer: &'b mut [u8; 48]) -> Option<&'b str> {
    let target = buffer.get_mut(..text.len())?;
    target.copy_from_slice(text.as_bytes());
    target.make_ascii_lowercase();
    core::str::from_utf8(target).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_found_and_nothing_else() {
        let table = "a\t1\nab\t2\nb\t3\nzz\t4\n";
        for (key, value) in [("a", "1"), ("ab", "2"), ("b", "3"), ("zz", "4")] {
            assert_eq!(find(table, key), Some(format!("{key}\t{value}").as_str()));
        }
        for key in ["", "aa", "c", "zzz", "0"] {
            assert_eq!(find(table, key), None);
        }
    }
}
