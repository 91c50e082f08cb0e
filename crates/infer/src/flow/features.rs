//! What the weights of `data/flow-weights.tsv` are looked up by: the words of a definition with the places where they
//! stand, and the homes that `data/flow-homes.tsv` knows for them.

use crate::grade::Reading;
use crate::lexicon::{Entry, Found, Weights, find, fold};
use crate::settle::Settled;
use crate::split::{self, Token};

/// Something that the table of weights knows, and where it was seen first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Feature {
    /// What speaks for each source, in quarters.
    pub(super) weights: Weights,
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

#[derive(Default)]
struct Collected {
    features: Vec<Feature>,
    /// The numbers of the words that were met.
    words: Vec<u32>,
    /// Documentation of a system is public, whoever runs the system.
    documents: bool,
    /// How often each home was met: in the name, in the description, among the parameters, in all.
    homes: [[u8; HOMES.len()]; 4],
    /// What was looked up, for learning.
    #[cfg(feature = "train")]
    keys: Vec<String>,
    #[cfg(feature = "train")]
    learned: Vec<String>,
}

/// A word as it was written, its folded form, and where it was seen.
type Seen<'r> = (&'r str, Entry, At);

/// The homes as data/flow-homes.tsv marks them.
const HOMES: &str = "wpius";
/// What a home is looked up by, in each place.
const PLACES: [&str; 4] = ["~/", "~*", "~.", "~!"];

impl Collected {
    fn feature(&mut self, weights: Option<Weights>, at: At, known: bool) {
        self.features.extend(weights.map(|weights| Feature { weights, at, known }));
    }

    /// The words of one place in their order. Two that together name something known are one: "hacker news".
    fn words(&mut self, mut words: &[Seen<'_>], place: usize) {
        while let [(word, entry, at), rest @ ..] = words {
            words = rest;
            let (start, end) = fold(word);
            if let [(next, _, next_at), after @ ..] = rest
                && let pair = find(&[start, end, fold(next).0, fold(next).1])
                && pair.known.home.is_some()
            {
                words = after;
                #[cfg(feature = "train")]
                self.learn([start, end, fold(next).0, fold(next).1].concat(), place);
                self.word(pair, place, at.to(*next_at));
            } else {
                #[cfg(feature = "train")]
                self.learn([start, end].concat(), place);
                self.word(*entry, place, *at);
            }
        }
    }

    /// Keeps what a word is looked up by, whether the table knows it or not.
    #[cfg(feature = "train")]
    fn learn(&mut self, word: String, place: usize) {
        if !self.learned.contains(&word) {
            let marks: &[&str] = if place == 0 { &["/", "*"] } else { &["*"] };
            self.keys.extend(marks.iter().map(|mark| [mark, word.as_str()].concat()));
            self.learned.push(word);
        }
    }

    fn word(&mut self, Entry { number, known }: Entry, place: usize, at: At) {
        // Words that nothing is known of add nothing.
        if known.home.is_none() && known.weights.or(known.weights_in_name).is_none() || self.words.contains(&number) {
            return;
        }
        self.words.push(number);
        let home = known.home.map(|home| if self.documents && home == b'i' { b'p' } else { home });
        let home = home.and_then(|mark| HOMES.bytes().position(|home| home == mark));
        for (place, most) in [(place, MAX_IN_PLACE), (3, MAX_IN_ALL)] {
            let count = home.and_then(|home| self.homes.get_mut(place)?.get_mut(home));
            if let (Some(count), Some(home)) = (count.filter(|c| **c < most), home) {
                *count += 1;
                let key = [PLACES.get(place).copied().unwrap_or("~!"), HOMES.get(home..=home).unwrap_or("s")];
                #[cfg(feature = "train")]
                self.keys.push(key.concat());
                self.feature(find(&key).known.weights, at, true);
            }
        }
        if place == 0 {
            self.feature(known.weights_in_name, at, home.is_some());
        }
        self.feature(known.weights, at, home.is_some());
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

fn is_word(text: &str) -> bool {
    text.len() <= MAX_WORD && text.chars().any(char::is_alphabetic)
}

fn first_words<'r, 'a>(tokens: &'r [Token<'a>]) -> impl Iterator<Item = &'r Token<'a>> {
    tokens.iter().filter(|t| is_word(&t.text)).take(MAX_WORDS)
}

fn collect(reading: &Reading<'_>, settled: &Settled) -> Collected {
    let mut found = Collected {
        features: Vec::with_capacity(64),
        words: Vec::with_capacity(32),
        documents: reading.name.has("documentation"),
        ..Collected::default()
    };
    for act in ["", settled.act.profile().name] {
        #[cfg(feature = "train")]
        found.keys.push(["=", act].concat());
        found.feature(find(&["=", act]).known.weights, At::Whole, false);
    }
    let mut seen: Vec<Seen<'_>> = Vec::with_capacity(MAX_WORDS);
    seen.extend(first_words(&reading.name.tokens).map(|t| (t.text.as_ref(), t.found.folded, At::Name(t.start, t.end))));
    found.words(&seen, 0);
    seen.clear();
    seen.extend(first_words(&reading.text.words).map(|t| (t.text.as_ref(), t.found.folded, At::Description(t.start, t.end))));
    found.words(&seen, 1);
    // Scripts without spaces: every pair of letters.
    let letters = reading.description.char_indices();
    for ((start, a), (at, b)) in letters.clone().zip(letters.skip(1)).take(if reading.description.is_ascii() { 0 } else { MAX_PAIRS }) {
        if split::is_cjk(a) && split::is_cjk(b) {
            let end = at + b.len_utf8();
            let pair = reading.description.get(start..end).unwrap_or("");
            #[cfg(feature = "train")]
            found.learn(pair.to_owned(), 1);
            found.word(find(&[pair]), 1, At::Description(start, end));
        }
    }
    for (index, param) in reading.params.iter().take(MAX_PARAMS).enumerate() {
        seen.clear();
        seen.extend(param.words.split(' ').filter(|w| is_word(w)).map(|w| (w, Found::of(w).folded, At::Param(index))));
        found.words(&seen, 2);
    }
    found
}
