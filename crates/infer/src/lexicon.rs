//! The lexicon: what data/*.tsv say of a word, compiled by build.rs to one table, so that each word is looked up once.

use mcp_tool_risk_types::{BlastRadius, Category, Destination, Outcome, Reversibility, RiskLevel, Source, Word as _};

use crate::table::Table;

/// What follows from an act (data/acts.tsv).
#[derive(Debug)]
pub struct Profile {
    /// The act's name in the tables and in evidence.
    pub name: &'static str,
    /// Its category.
    pub category: Category,
    /// Its risk.
    pub risk: RiskLevel,
    /// Its blast radius.
    pub blast: BlastRadius,
    /// Whether it can be undone.
    pub reversibility: Reversibility,
    /// Its outcome.
    pub outcome: Outcome,
    /// Whether it removes or replaces; `None` where both are defensible.
    pub destructive: Option<bool>,
    /// Whether it reaches an open set of outside things; `None` where the object decides.
    pub open: Option<bool>,
    /// Its side effects.
    pub effects: &'static [&'static str],
    /// Where what is passed in ends up.
    pub destination: Destination,
    /// Where what it returns comes from; `None` where the object decides.
    pub source: Option<Source>,
    /// What it does, as the end of a sentence that begins with "the tool".
    pub meaning: &'static str,
}

/// How a word counts (data/words.tsv).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A verb wherever it stands as one.
    Verb,
    /// Also a noun or an adjective.
    Weak,
    /// A noun that names an action.
    Noun,
    /// A noun that names the tool by what it does: `reader`.
    Agent,
}

/// What the table has of a word.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Word {
    pub(crate) kind: Kind,
    pub(crate) act: Act,
}

/// What a parameter's name says that it can do (data/params.tsv).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Flag,
    Finality,
    Reveal,
    Writes,
    Thought,
    Key,
    DryRun,
    Action,
    Mode,
    Code,
    Shell,
    Args,
    Sql,
    Query,
    Url,
    ToolName,
    Recipient,
    Credential,
    ScopeNamespace,
    ScopeCluster,
    ScopeOrganization,
    Path,
    Output,
    Money,
    Person,
    Content,
    One,
    Many,
    All,
}

include!(concat!(env!("OUT_DIR"), "/lexicon.rs"));

impl Act {
    /// What follows from the act.
    pub fn profile(self) -> &'static Profile {
        // INVARIANT: build.rs writes one profile for each act, in the same order.
        PROFILES.get(self as usize).unwrap_or(&UNKNOWN)
    }

    /// Position in the order "least to most restrictive".
    pub fn severity(self) -> (u8, u8, u8) {
        let p = self.profile();
        (p.category.rank(), p.risk.rank(), p.reversibility.rank())
    }

    /// Whether the act is the worse one in any respect.
    pub(crate) fn exceeds(self, other: Act) -> bool {
        let (a, b) = (self.severity(), other.severity());
        a.0 > b.0 || a.1 > b.1 || a.2 > b.2
    }

    /// Whether the act changes nothing.
    pub fn is_read_like(self) -> bool {
        self.profile().category.rank() == 0
    }

    /// What the act becomes through its object (data/pairs.tsv).
    pub(crate) fn with_object(self, classes: Classes) -> Act {
        PAIRS.iter().find(|(act, class, _)| *act == self && classes.has(*class)).map_or(self, |(_, _, becomes)| *becomes)
    }
}

static UNKNOWN: Profile = Profile {
    name: "unknown",
    category: Category::Destroy,
    risk: RiskLevel::Critical,
    blast: BlastRadius::Global,
    reversibility: Reversibility::None,
    outcome: Outcome::Irreversible,
    destructive: Some(true),
    open: Some(true),
    effects: &[],
    destination: Destination::Public,
    source: None,
    meaning: "does something unknown",
};

impl Class {
    pub(crate) const fn bit(self) -> u64 {
        1 << (self as u32)
    }
}

/// The kinds of thing that a noun, or a text, names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Classes(u64);

impl Classes {
    pub(crate) fn has(self, class: Class) -> bool {
        self.0 & class.bit() != 0
    }

    /// This kind, where it is among them.
    pub(crate) fn only(self, class: Class) -> Self {
        Self(self.0 & class.bit())
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// What speaks for each source, in quarters, in the order of the columns of data/flow-weights.tsv.
pub(crate) type Weights = [i8; 5];

/// What the tables say of a word as it stands.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Its entry in data/words.tsv.
    pub(crate) word: Option<Word>,
    /// The kinds of thing that it names (data/objects.tsv).
    classes: Classes,
    /// What it does by data/senses.tsv: of a verb and what stands behind it, the act; of such a verb alone, any.
    sense: Option<Act>,
    /// What a parameter of this name can do.
    role: Option<Role>,
    /// Where what it names lives: the first letter of a home of data/flow-homes.tsv.
    pub(crate) home: Option<u8>,
    /// Its weights wherever it stands, and those that it has in a name besides.
    pub(crate) weights: Option<Weights>,
    pub(crate) weights_in_name: Option<Weights>,
}

impl Known {
    /// Reads the cells of a line, in the order of build.rs.
    fn read(line: &str) -> Self {
        // The number that a letter stands for.
        let number = |letter: u8| usize::from(letter.wrapping_sub(FIRST_LETTER));
        let act = |letter: &u8| Act::ALL.get(number(*letter)).copied();
        let mut cells = line.as_bytes().split(|byte| *byte == b' ');
        let mut next = || cells.next().unwrap_or_default();
        let weights = |letters: &[u8]| {
            let mut weights = Weights::default();
            weights.iter_mut().zip(letters).for_each(|(weight, letter)| *weight = letter.wrapping_sub(ZERO).cast_signed());
            (!letters.is_empty()).then_some(weights)
        };
        let kind = |letter: &u8| match letter {
            b'v' => Kind::Verb,
            b'w' => Kind::Weak,
            b'n' => Kind::Noun,
            _ => Kind::Agent,
        };
        Self {
            weights: weights(next()),
            weights_in_name: weights(next()),
            home: next().first().copied(),
            word: next().split_first().and_then(|(letter, rest)| Some(Word { kind: kind(letter), act: act(rest.first()?)? })),
            classes: Classes(next().iter().fold(0, |bits, letter| bits | 1 << number(*letter))),
            sense: next().first().and_then(act),
            role: next().first().and_then(|letter| ROLES.get(number(*letter)).copied()),
        }
    }
}

/// An entry of the tables.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    /// Which one; that of words that the tables don't have is 0, and may be another's.
    pub(crate) number: u32,
    pub(crate) known: &'static Known,
}

/// The entry of the given pieces, one behind the other.
pub(crate) fn find(pieces: &[&str]) -> Entry {
    static NOTHING: Known =
        Known { word: None, classes: Classes(0), sense: None, role: None, home: None, weights: None, weights_in_name: None };
    let (number, known) = TABLE.find(pieces).unwrap_or((0, &NOTHING));
    Entry { number, known }
}

/// What the tables say of a word of a text, in whatever form it stands there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    /// Of the word as it stands.
    pub(crate) exact: &'static Known,
    /// The entry of a verb that may be inflected: `deletes`, `copies`.
    pub(crate) verb: Option<Word>,
    /// The kinds of thing that a noun names, plural or not.
    pub(crate) classes: Classes,
    /// Of the folded form, which flow-*.tsv have.
    pub(crate) folded: Entry,
    /// Whether the word, or the verb without its s, does something else where another stands behind it.
    pub(crate) has_senses: bool,
}

impl Found {
    /// Looks a word up.
    pub(crate) fn of(text: &str) -> Self {
        let entry = find(&[text]);
        let exact = entry.known;
        let mut found = Self { exact, verb: exact.word, classes: exact.classes, folded: entry, has_senses: exact.sense.is_some() };
        let Some(stem) = text.strip_suffix('s') else { return found };
        let folded = fold(text);
        // `deletes`, `pushes`, `copies`.
        for (stem, end) in [(Some(stem), ""), (stem.strip_suffix('e'), ""), (stem.strip_suffix("ie"), "y")] {
            let Some(stem) = stem else { continue };
            let entry = find(&[stem, end]);
            let known = entry.known;
            found.has_senses |= exact.word.is_none() && known.sense.is_some() && stem.len() + 1 == text.len();
            found.verb = found.verb.or(known.word);
            if found.classes.is_empty() {
                found.classes = known.classes;
            }
            if folded == (stem, end) {
                found.folded = entry;
            }
        }
        found
    }
}

/// Folds plural and singular: a beginning of the word, and what stands behind it. What stays need not be a word: the tables are
/// folded in the same way.
pub(crate) fn fold(word: &str) -> (&str, &'static str) {
    let stem = |end: &str, least: usize| word.strip_suffix(end).filter(|s| word.is_ascii() && s.len() >= least);
    if let Some(s) = stem("ies", 2) {
        return (s, "y");
    }
    let plural = stem("es", 2).filter(|s| ["ss", "x", "ch", "sh"].iter().any(|end| s.ends_with(end)));
    (plural.or_else(|| stem("s", 3).filter(|s| !s.ends_with(['s', 'u', 'i']))).unwrap_or(word), "")
}

/// The entry of a word as it stands.
pub(crate) fn word(word: &str) -> Option<Word> {
    find(&[word]).known.word
}

/// Whether a word does something else where another stands behind it.
pub(crate) fn has_senses(word: &str) -> bool {
    find(&[word]).known.sense.is_some()
}

/// What a word does where another stands behind it (data/senses.tsv).
pub(crate) fn sense(word: &str, behind: &[&str]) -> Option<Act> {
    let [first, second, third] = [0, 1, 2].map(|at| behind.get(at).copied().unwrap_or(""));
    find(&[word, " ", first, second, third]).known.sense
}

/// The entry of a verb in its -ing form.
pub(crate) fn gerund(text: &str) -> Option<Word> {
    let stem = text.strip_suffix("ing")?;
    word(stem)
        .or_else(|| find(&[stem, "e"]).known.word)
        // A doubled consonant: `getting`.
        .or_else(|| stem.char_indices().next_back().and_then(|(i, _)| stem.get(..i)).and_then(word))
}

/// The role of a parameter by its name, words joined by spaces.
pub(crate) fn role(name: &str) -> Option<Role> {
    find(&[name]).known.role
}
