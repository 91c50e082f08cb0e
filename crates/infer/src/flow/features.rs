//! What the weights of `data/flow-weights.tsv` are looked up by: the words of a definition with the places where they
//! stand, and the homes that `data/flow-homes.tsv` knows for them.

use std::collections::BTreeSet;

use super::table;
use crate::grade::Reading;
use crate::settle::Settled;
use crate::split::{self, Token};

/// A key of the table of weights, and where it was seen first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Feature {
    /// `*word` anywhere, `/word` in the name, `=act`, `~` with a place and a home.
    pub(crate) key: String,
    pub(crate) at: At,
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

/// No more words of a description, parameters, and pairs of letters without spaces than these are looked at.
const MAX_WORDS: usize = 60;
const MAX_PARAMS: usize = 40;
const MAX_PAIRS: usize = 200;
/// Longer words are identifiers.
const MAX_WORD: usize = 24;
/// One home counts no more often than this in one place, and in all.
const MAX_IN_PLACE: u8 = 3;
const MAX_IN_ALL: u8 = 2;

/// Folds plural and singular. What stays need not be a word: the tables are folded in the same way.
pub(crate) fn fold(word: &str) -> String {
    let stem = |end: &str, least: usize| word.strip_suffix(end).filter(|s| word.is_ascii() && s.len() >= least);
    if let Some(s) = stem("ies", 2) {
        return format!("{s}y");
    }
    if let Some(s) = stem("es", 2).filter(|s| ["ss", "x", "ch", "sh"].iter().any(|end| s.ends_with(end))) {
        return s.to_owned();
    }
    stem("s", 3).filter(|s| !s.ends_with(['s', 'u', 'i'])).unwrap_or(word).to_owned()
}

#[derive(Default)]
struct Collected {
    features: Vec<Feature>,
    words: BTreeSet<String>,
    /// How often each home was met: in the name, in the description, among the parameters, in all.
    homes: [[u8; HOMES.len()]; 4],
}

/// The homes as data/flow-homes.tsv marks them.
const HOMES: [u8; 5] = *b"wpius";
const PLACES: [char; 4] = ['/', '*', '.', '!'];

impl Collected {
    fn word(&mut self, word: &str, place: usize, at: At) {
        if !self.words.insert(word.to_owned()) {
            return;
        }
        let home = table::home(word).and_then(|mark| HOMES.iter().position(|h| *h == mark));
        for (place, most) in [(place, MAX_IN_PLACE), (3, MAX_IN_ALL)] {
            let count = home.and_then(|home| self.homes.get_mut(place)?.get_mut(home));
            if let (Some(count), Some(home)) = (count.filter(|c| **c < most), home) {
                *count += 1;
                let (place, home) = (PLACES.get(place).copied().unwrap_or('!'), HOMES.get(home).map_or('s', |h| char::from(*h)));
                self.features.push(Feature { key: format!("~{place}{home}"), at });
            }
        }
        if place == 0 {
            self.features.push(Feature { key: format!("/{word}"), at });
        }
        self.features.push(Feature { key: format!("*{word}"), at });
    }
}

/// The features of a definition: the act first, then what each word adds.
pub(crate) fn read(reading: &Reading<'_>, settled: &Settled) -> Vec<Feature> {
    let mut found = Collected::default();
    found.features.push(Feature { key: "=".to_owned(), at: At::Whole });
    found.features.push(Feature { key: format!("={}", settled.act.profile().name), at: At::Whole });
    let usable = |text: &str| text.len() <= MAX_WORD && text.chars().any(char::is_alphabetic);
    for token in reading.name.tokens.iter().filter(|t| usable(&t.text)) {
        found.word(&fold(&token.text), 0, At::Name(token.start, token.end));
    }
    for Token { text, start, end, .. } in reading.text.words.iter().filter(|t| usable(&t.text)).take(MAX_WORDS) {
        found.word(&fold(text), 1, At::Description(*start, *end));
    }
    // Scripts without spaces: every pair of letters.
    let letters = reading.description.char_indices();
    for ((start, a), (at, b)) in letters.clone().zip(letters.skip(1)).take(MAX_PAIRS) {
        if split::is_cjk(a) && split::is_cjk(b) {
            found.word(&format!("{a}{b}"), 1, At::Description(start, at + b.len_utf8()));
        }
    }
    for (index, param) in reading.params.iter().take(MAX_PARAMS).enumerate() {
        for word in param.words.split(' ').filter(|w| usable(w)) {
            found.word(&fold(word), 2, At::Param(index));
        }
    }
    found.features
}
