//! What the weights of `data/flow-weights.tsv` are looked up by: the words of a definition with the places where they
//! stand, and the homes that `data/flow-homes.tsv` knows for them.

use std::borrow::Cow;

use super::table;
use crate::grade::Reading;
use crate::settle::Settled;
use crate::split::{self, Token};

/// Something that the table of weights knows, and where it was seen first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Feature {
    /// What speaks for each source, in quarters.
    pub(super) weights: [i32; 5],
    pub(crate) at: At,
    /// Whether it is known where what the word names lives.
    pub(super) known: bool,
}

/// Where a word was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum At {
    /// Bytes of the name.
    Name(usize, usize),
    /// Bytes of the description.
    Description(usize, usize),
    /// The parameter of this index.
    Param(usize),
    /// The definition as a whole.
    Whole,
}

impl At {
    /// From here to the end of the other.
    fn to(self, other: Self) -> Self {
        match (self, other) {
            (Self::Name(start, _), Self::Name(_, end)) => Self::Name(start, end),
            (Self::Description(start, _), Self::Description(_, end)) => Self::Description(start, end),
            (at, _) => at,
        }
    }
}

/// No more words of a name or a description, parameters, and pairs of letters without spaces than these are looked at.
const MAX_WORDS: usize = 60;
const MAX_PARAMS: usize = 40;
const MAX_PAIRS: usize = 200;
/// Longer words are identifiers.
const MAX_WORD: usize = 24;
/// One home counts no more often than this in one place, and in all.
const MAX_IN_PLACE: u8 = 3;
const MAX_IN_ALL: u8 = 2;

/// Folds plural and singular. What stays need not be a word: the tables are folded in the same way.
pub(crate) fn fold(word: &str) -> Cow<'_, str> {
    let stem = |end: &str, least: usize| word.strip_suffix(end).filter(|s| word.is_ascii() && s.len() >= least);
    if let Some(s) = stem("ies", 2) {
        return format!("{s}y").into();
    }
    let plural = stem("es", 2).filter(|s| ["ss", "x", "ch", "sh"].iter().any(|end| s.ends_with(end)));
    plural.or_else(|| stem("s", 3).filter(|s| !s.ends_with(['s', 'u', 'i']))).unwrap_or(word).into()
}

#[derive(Default)]
struct Collected<'r> {
    features: Vec<Feature>,
    /// The words that were met, sorted.
    words: Vec<Cow<'r, str>>,
    /// Documentation of a system is public, whoever runs the system.
    documents: bool,
    /// How often each home was met: in the name, in the description, among the parameters, in all.
    homes: [[u8; HOMES.len()]; 4],
    /// What was looked up, for learning.
    #[cfg(feature = "train")]
    keys: Vec<String>,
}

/// The homes as data/flow-homes.tsv marks them.
const HOMES: [u8; 5] = *b"wpius";
/// What a home is looked up by, in each place.
const PLACES: [&str; 4] = ["~/", "~*", "~.", "~!"];

impl<'r> Collected<'r> {
    fn feature(&mut self, mark: &str, word: &str, at: At, known: bool) {
        #[cfg(feature = "train")]
        self.keys.push([mark, word].concat());
        if let Some(weights) = table::weights(mark, word) {
            self.features.push(Feature { weights, at, known });
        }
    }

    /// The words of one place in their order. Two that together name something known are one: "hacker news".
    fn words(&mut self, words: impl Iterator<Item = (Cow<'r, str>, At)>, place: usize) {
        let mut words = words.peekable();
        while let Some((word, at)) = words.next() {
            match words.next_if(|(next, _)| table::home_of_pair(&word, next).is_some()) {
                Some((next, end)) => self.word(word + next, place, at.to(end)),
                None => self.word(word, place, at),
            }
        }
    }

    fn word(&mut self, word: Cow<'r, str>, place: usize, at: At) {
        let Err(free) = self.words.binary_search(&word) else { return };
        let home = table::home(&word).map(|home| if self.documents && home == b'i' { b'p' } else { home });
        let home = home.and_then(|mark| HOMES.iter().position(|h| *h == mark));
        let known = home.is_some();
        for (place, most) in [(place, MAX_IN_PLACE), (3, MAX_IN_ALL)] {
            let count = home.and_then(|home| self.homes.get_mut(place)?.get_mut(home));
            if let (Some(count), Some(home)) = (count.filter(|c| **c < most), home) {
                *count += 1;
                self.feature(PLACES.get(place).copied().unwrap_or("~!"), "wpius".get(home..=home).unwrap_or("s"), at, known);
            }
        }
        if place == 0 {
            self.feature("/", &word, at, known);
        }
        self.feature("*", &word, at, known);
        self.words.insert(free, word);
    }
}

/// The features of a definition: the act first, then what each word adds.
pub(crate) fn read(reading: &Reading<'_>, settled: &Settled) -> Vec<Feature> {
    collect(reading, settled).features
}

/// Every key that is looked up for a definition, whether the table knows it or not.
#[cfg(feature = "train")]
pub(crate) fn keys(reading: &Reading<'_>, settled: &Settled) -> Vec<String> {
    collect(reading, settled).keys
}

fn collect<'r>(reading: &'r Reading<'_>, settled: &Settled) -> Collected<'r> {
    let usable = |text: &str| text.len() <= MAX_WORD && text.chars().any(char::is_alphabetic);
    let mut found = Collected { documents: reading.name.has("documentation"), ..Collected::default() };
    found.feature("=", "", At::Whole, false);
    found.feature("=", settled.act.profile().name, At::Whole, false);
    let tokens = |tokens: &'r [Token<'r>]| tokens.iter().filter(move |t| usable(&t.text)).take(MAX_WORDS);
    found.words(tokens(&reading.name.tokens).map(|t| (fold(&t.text), At::Name(t.start, t.end))), 0);
    found.words(tokens(&reading.text.words).map(|t| (fold(&t.text), At::Description(t.start, t.end))), 1);
    // Scripts without spaces: every pair of letters.
    let letters = reading.description.char_indices();
    for ((start, a), (at, b)) in letters.clone().zip(letters.skip(1)).take(MAX_PAIRS) {
        if split::is_cjk(a) && split::is_cjk(b) {
            let end = at + b.len_utf8();
            found.word(reading.description.get(start..end).unwrap_or("").into(), 1, At::Description(start, end));
        }
    }
    for (index, param) in reading.params.iter().take(MAX_PARAMS).enumerate() {
        found.words(param.words.split(' ').filter(|w| usable(w)).map(|w| (fold(w), At::Param(index))), 2);
    }
    found
}
