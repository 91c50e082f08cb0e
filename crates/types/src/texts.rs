//! Sets of texts.

use crate::sorted;

/// A set of texts, in their order. It is small, and a sorted vector is a fraction of a tree's code.
///
/// ```
/// use mcp_tool_risk_types::Texts;
/// let texts = Texts::from_iter(["b", "a", "b"].map(str::to_owned));
/// assert_eq!(texts.iter().collect::<Vec<_>>(), ["a", "b"]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Texts(Vec<String>);

impl Texts {
    /// The empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text; false where it is there already. Whoever adds many takes `extend`.
    pub fn insert(&mut self, text: &str) -> bool {
        let place = self.0.binary_search_by(|known| known.as_str().cmp(text));
        if let Err(place) = place {
            self.0.insert(place, text.to_owned());
        }
        place.is_err()
    }

    /// Whether the text is there.
    pub fn contains(&self, text: &str) -> bool {
        self.0.binary_search_by(|known| known.as_str().cmp(text)).is_ok()
    }

    /// The texts in order.
    pub fn iter(&self) -> core::slice::Iter<'_, String> {
        self.0.iter()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether every text of this set is in the other.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().all(|text| other.contains(text))
    }
}

impl Extend<String> for Texts {
    fn extend<I: IntoIterator<Item = String>>(&mut self, texts: I) {
        self.0.extend(texts);
        self.0 = sorted(std::mem::take(&mut self.0), &|a, b| a.cmp(b));
        self.0.dedup();
    }
}

impl FromIterator<String> for Texts {
    fn from_iter<I: IntoIterator<Item = String>>(texts: I) -> Self {
        let mut set = Self::new();
        set.extend(texts);
        set
    }
}
