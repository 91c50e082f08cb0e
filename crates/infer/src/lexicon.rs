//! The lexicon: data/*.tsv, compiled by build.rs to texts that are searched as they are, which takes a third of the room of tables of strings.

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

/// The number that a letter of a table stands for.
fn number(letter: u8) -> usize {
    usize::from(letter.wrapping_sub(FIRST_LETTER))
}

/// The entry of a word as it stands.
pub(crate) fn word(word: &str) -> Option<Word> {
    let [kind, act] = WORDS.find([word.as_bytes()])? else { return None };
    let kind = match kind {
        b'v' => Kind::Verb,
        b'w' => Kind::Weak,
        b'n' => Kind::Noun,
        _ => Kind::Agent,
    };
    Some(Word { kind, act: *Act::ALL.get(number(*act))? })
}

/// Whether a word does something else where another stands behind it.
pub(crate) fn has_senses(word: &str) -> bool {
    SENSES.find([word.as_bytes()]).is_some()
}

/// What a word does where another stands behind it (data/senses.tsv).
pub(crate) fn sense(word: &str, behind: &str) -> Option<Act> {
    let [act] = SENSES.find([word.as_bytes(), b" ", behind.as_bytes()])? else { return None };
    Act::ALL.get(number(*act)).copied()
}

/// The entry of a verb that may be inflected: `deletes`, `copies`, `writing`.
pub(crate) fn inflected(text: &str) -> Option<Word> {
    word(text).or_else(|| {
        let stem = text.strip_suffix('s')?;
        word(stem)
            .or_else(|| stem.strip_suffix('e').and_then(word))
            .or_else(|| stem.strip_suffix("ie").and_then(|s| word(&format!("{s}y"))))
    })
}

/// The entry of a verb in its -ing form.
pub(crate) fn gerund(text: &str) -> Option<Word> {
    let stem = text.strip_suffix("ing")?;
    word(stem)
        .or_else(|| word(&format!("{stem}e")))
        // A doubled consonant: `getting`.
        .or_else(|| stem.char_indices().next_back().and_then(|(i, _)| stem.get(..i)).and_then(word))
}

/// The kinds of thing that a noun names, plural or not.
pub(crate) fn classes(noun: &str) -> Classes {
    let exact =
        |n: &str| OBJECTS.find([n.as_bytes()]).map(|letters| Classes(letters.iter().fold(0, |bits, letter| bits | 1 << number(*letter))));
    exact(noun)
        .or_else(|| {
            let stem = noun.strip_suffix('s')?;
            exact(stem)
                .or_else(|| stem.strip_suffix('e').and_then(exact))
                .or_else(|| stem.strip_suffix("ie").and_then(|s| exact(&format!("{s}y"))))
        })
        .unwrap_or_default()
}

/// Whether the table of things has the word.
pub(crate) fn is_noun(word: &str) -> bool {
    !classes(word).is_empty()
}

/// The role of a parameter by its name, words joined by spaces.
pub(crate) fn role(name: &str) -> Option<Role> {
    ROLES.get(number(*PARAMS.find([name.as_bytes()])?.first()?)).copied()
}
