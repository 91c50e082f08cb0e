//! Sorting that is compiled once.
//!
//! The standard library compiles its sorts anew for every type, several kilobytes each time; together they were a tenth of the module.

use core::cmp::Ordering;

/// The elements in order; equal ones keep theirs.
///
/// ```
/// let words = mcp_tool_risk_types::sorted(vec!["pear", "fig", "apple", "kiwi"], &|a, b| a.len().cmp(&b.len()));
/// assert_eq!(words, ["fig", "pear", "kiwi", "apple"]);
/// ```
pub fn sorted<T>(items: Vec<T>, compare: &dyn Fn(&T, &T) -> Ordering) -> Vec<T> {
    let places = order(items.len(), &|a, b| match (items.get(a), items.get(b)) {
        (Some(x), Some(y)) => compare(x, y),
        _ => Ordering::Equal,
    });
    let mut slots: Vec<Option<T>> = items.into_iter().map(Some).collect();
    places.into_iter().filter_map(|place| slots.get_mut(place)?.take()).collect()
}

/// For each of so many things, the place of the first that equals it.
///
/// ```
/// let words = ["fig", "pear", "fig"];
/// assert_eq!(mcp_tool_risk_types::firsts(3, &|a, b| words[a].cmp(words[b])), [0, 1, 0]);
/// ```
pub fn firsts(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut firsts: Vec<usize> = (0..length).collect();
    let mut first = None;
    for place in order(length, compare) {
        match (first, firsts.get_mut(place)) {
            (Some(earlier), Some(slot)) if compare(earlier, place) == Ordering::Equal => *slot = earlier,
            _ => first = Some(place),
        }
    }
    firsts
}

/// The places of the elements in order: a heap sort, whose comparison ends in the place.
fn order(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut heap: Vec<usize> = (0..length).collect();
    let before = |heap: &[usize], a: usize, b: usize| match (heap.get(a), heap.get(b)) {
        (Some(a), Some(b)) => compare(*a, *b).then_with(|| a.cmp(b)) == Ordering::Less,
        _ => false,
    };
    let sift = |heap: &mut [usize], mut root: usize, end: usize| {
        loop {
            let mut child = 2 * root + 1;
            if child >= end {
                return;
            }
            if child + 1 < end && before(heap, child, child + 1) {
                child += 1;
            }
            if !before(heap, root, child) {
                return;
            }
            heap.swap(root, child);
            root = child;
        }
    };
    for root in (0..length / 2).rev() {
        sift(&mut heap, root, length);
    }
    for end in (1..length).rev() {
        heap.swap(0, end);
        sift(&mut heap, 0, end);
    }
    heap
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_as_the_standard_library_does() {
        let mut seed = 7_u32;
        for length in [0, 1, 2, 3, 4, 7, 8, 9, 100, 1000] {
            let items: Vec<(u32, usize)> = (0..length)
                .map(|place| {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (seed >> 28, place)
                })
                .collect();
            let mut expected = items.clone();
            expected.sort_by_key(|(key, _)| *key);
            assert_eq!(sorted(items, &|(a, _), (b, _)| a.cmp(b)), expected, "{length}");
        }
    }
}
