//! "Did you mean": the expected word that is nearest to a given one.

/// Longer words are not compared: nobody mistypes them, and the cost stays bounded.
const MAX_LENGTH: usize = 48;

/// The candidate that is nearest to the word, if one is near enough to be what was meant.
/// Case and separators cost nothing: `RISK_LEVEL` is `riskLevel`.
///
/// ```
/// use mcp_tool_risk_types::nearest;
/// assert_eq!(nearest("hihg", &mut ["low", "high"].into_iter()), Some("high"));
/// assert_eq!(nearest("purple", &mut ["low", "high"].into_iter()), None);
/// ```
pub fn nearest<'c>(word: &str, candidates: &mut dyn Iterator<Item = &'c str>) -> Option<&'c str> {
    if word.len() > MAX_LENGTH {
        return None;
    }
    let word = fold(word);
    let mut best: Option<(usize, &'c str)> = None;
    for candidate in candidates.filter(|c| c.len() <= MAX_LENGTH) {
        let folded = fold(candidate);
        let distance = distance(&word, &folded);
        let near = distance <= folded.len().max(word.len()) / 3;
        if near && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Letters and digits in lower case.
pub(crate) fn fold(word: &str) -> Vec<char> {
    word.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect()
}

/// Edits from one word to the other: insert, delete, replace, swap neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX / 2);
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut least = (at(&last, j) + usize::from(x != y)).min(at(&last, j + 1) + 1).min(at(&row, j) + 1);
            if i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x) {
                least = least.min(at(&before, j - 1) + 1);
            }
            row.push(least);
        }
        before = last;
        last = row;
    }
    at(&last, b.len())
}
