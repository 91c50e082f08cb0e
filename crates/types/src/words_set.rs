//! Sets of words.

use core::marker::PhantomData;

use crate::words::Word;

/// A set of words of one vocabulary, as bits.
///
/// ```
/// use mcp_tool_risk_types::{Source, Words};
/// let set = Words::from_iter([Source::User, Source::System]);
/// assert!(set.contains(Source::User) && !set.contains(Source::Internal));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(type = "W | W[]"))]
pub struct Words<W> {
    bits: u8,
    vocabulary: PhantomData<W>,
}

impl<W: Word> Words<W> {
    /// The empty set.
    pub const EMPTY: Self = Self { bits: 0, vocabulary: PhantomData };

    /// The set with one word.
    pub fn of(word: W) -> Self {
        Self { bits: word.bit(), vocabulary: PhantomData }
    }

    /// Whether the set has no word.
    pub fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether the set has the word.
    pub fn contains(self, word: W) -> bool {
        self.bits & word.bit() != 0
    }

    /// Number of words.
    pub fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Adds a word.
    pub fn insert(&mut self, word: W) {
        self.bits |= word.bit();
    }

    /// Removes a word.
    pub fn remove(&mut self, word: W) {
        self.bits &= !word.bit();
    }

    /// Every word of either set.
    pub fn union(self, other: Self) -> Self {
        Self { bits: self.bits | other.bits, vocabulary: PhantomData }
    }

    /// Whether every word of this set is in the other.
    pub fn is_subset(self, other: Self) -> bool {
        self.bits & !other.bits == 0
    }

    /// The words, in the vocabulary's order.
    pub fn iter(self) -> impl Iterator<Item = W> {
        W::ALL.iter().copied().filter(move |w| self.contains(*w))
    }

    /// The most restrictive rank in the set.
    pub fn max_rank(self) -> Option<u8> {
        self.iter().map(Word::rank).max()
    }

    /// What two independent claims, each a set of possible values, come to: every pairwise greater value.
    /// The empty set claims nothing.
    pub fn join_each(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return self.union(other);
        }
        let mut joined = Self::EMPTY;
        for a in self.iter() {
            for b in other.iter() {
                joined.insert(if b.rank() > a.rank() { b } else { a });
            }
        }
        joined
    }
}

impl<W: Word> Default for Words<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<W: Word> FromIterator<W> for Words<W> {
    fn from_iter<I: IntoIterator<Item = W>>(words: I) -> Self {
        let mut set = Self::EMPTY;
        for word in words {
            set.insert(word);
        }
        set
    }
}
