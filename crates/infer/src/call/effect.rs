//! What one understood piece of a call does, and how pieces add up.

use std::borrow::Cow;

use mcp_tool_risk_types::{
    Approval, BlastRadius, Category, DataClass, Destination, Field, FieldMap, Outcome, Reversibility, RiskLevel, Sensitivity, Source,
    Texts, TrustLevel, Value, Word, Words,
};

use crate::lexicon::Act;

/// What a call, or a piece of it, does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effect {
    /// The kind of action.
    pub category: Category,
    /// The graded risk.
    pub risk: RiskLevel,
    /// How far an undesired outcome reaches.
    pub blast: BlastRadius,
    /// Whether it can be undone.
    pub reversibility: Reversibility,
    /// The real-world effect.
    pub outcome: Outcome,
    /// Where the arguments may end up.
    pub destination: Destination,
    /// Where returned data comes from, as far as the arguments tell.
    pub sources: Words<Source>,
    /// Kinds of data that come back, as far as the arguments tell.
    pub returns: Words<DataClass>,
}

fn max<W: Word>(a: W, b: W) -> W {
    if b.rank() > a.rank() { b } else { a }
}

impl Effect {
    /// Computes, and nothing else: the least effect.
    pub const NOTHING: Self = Self {
        category: Category::Utility,
        risk: RiskLevel::Low,
        blast: BlastRadius::Item,
        reversibility: Reversibility::Auto,
        outcome: Outcome::Benign,
        destination: Destination::Ephemeral,
        sources: Words::EMPTY,
        returns: Words::EMPTY,
    };

    /// The least effect that is as strict as both.
    #[must_use]
    #[inline(never)]
    pub fn join(self, other: Self) -> Self {
        // Utility, read and observe are equal in the order; a read that is added to a computation is a read.
        let category = if self.category == Category::Utility { other.category } else { max(self.category, other.category) };
        Self {
            category,
            risk: max(self.risk, other.risk),
            blast: max(self.blast, other.blast),
            reversibility: max(self.reversibility, other.reversibility),
            outcome: max(self.outcome, other.outcome),
            destination: max(self.destination, other.destination),
            sources: self.sources.union(other.sources),
            returns: self.returns.union(other.returns),
        }
    }

    /// What an act of the lexicon does.
    pub(crate) fn of(act: Act) -> Self {
        let profile = act.profile();
        Self {
            category: profile.category,
            risk: profile.risk,
            blast: profile.blast,
            reversibility: profile.reversibility,
            outcome: profile.outcome,
            destination: profile.destination,
            sources: profile.source.map(Words::of).unwrap_or_default(),
            returns: if act == Act::Secret { Words::of(DataClass::Credentials) } else { Words::EMPTY },
        }
    }

    /// The effect as values of every field that it speaks of, completed as an inference is.
    pub(crate) fn values(self) -> FieldMap<Value> {
        let read = self.is_read();
        let removes = self.category.rank() >= Category::Delete.rank();
        let review = self.risk.rank() >= RiskLevel::High.rank() || self.outcome == Outcome::Irreversible;
        let approval = match self.risk {
            RiskLevel::Low => Approval::None,
            RiskLevel::Medium | RiskLevel::High => Approval::Single,
            RiskLevel::Critical => Approval::Multi,
        };
        let trust = match self.risk {
            RiskLevel::Low => TrustLevel::Observer,
            RiskLevel::Medium if read => TrustLevel::Assistant,
            RiskLevel::Medium => TrustLevel::Operator,
            RiskLevel::High => TrustLevel::Engineer,
            RiskLevel::Critical => TrustLevel::Autonomous,
        };
        let open = self.destination == Destination::Public || self.sources.contains(Source::UntrustedPublic);
        let mut effects = Texts::new();
        if removes {
            effects.insert("state_loss");
        }
        if !read && self.destination == Destination::Public {
            effects.insert("external_notification");
        }
        let mut values = FieldMap::from_iter([
            (Field::Category, self.category.into()),
            (Field::RiskLevel, self.risk.into()),
            (Field::BlastRadius, self.blast.into()),
            (Field::Reversibility, self.reversibility.into()),
            (Field::SideEffects, effects.into()),
            (Field::Approval, approval.into()),
            (Field::MinTrustLevel, trust.into()),
            (Field::ReadOnlyHint, read.into()),
            (Field::DestructiveHint, removes.into()),
            (Field::IdempotentHint, read.into()),
            (Field::OpenWorldHint, open.into()),
            (Field::Outcome, self.outcome.into()),
            (Field::RequiresReview, review.into()),
            (Field::Destination, self.destination.into()),
        ]);
        if !self.sources.is_empty() {
            values.insert(Field::Source, self.sources.into());
        }
        if !self.returns.is_empty() {
            let mut returns = Sensitivity::none();
            self.returns.iter().for_each(|class| returns.insert(class));
            values.insert(Field::ReturnSensitivity, returns.into());
        }
        values
    }

    /// Whether the effect is no change at all.
    pub fn is_read(self) -> bool {
        self.category.rank() == Category::Read.rank()
    }

    /// Whether no part of this effect is stricter than the other's.
    pub fn at_most(self, other: Self) -> bool {
        self.category.rank() <= other.category.rank()
            && self.risk.rank() <= other.risk.rank()
            && self.blast.rank() <= other.blast.rank()
            && self.reversibility.rank() <= other.reversibility.rank()
            && self.outcome.rank() <= other.outcome.rank()
            && self.destination.rank() <= other.destination.rank()
            && self.sources.is_subset(other.sources)
            && self.returns.is_subset(other.returns)
    }
}

/// The grades of the tables: each is a typical effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grade {
    /// Computes from its arguments.
    Pure,
    /// Reads ordinary data.
    Read,
    /// Looks at something that runs.
    Observe,
    /// Reads private data.
    Private,
    /// Reads secret values.
    Secret,
    /// Fetches from outside.
    Fetch,
    /// A change that can be undone.
    Change,
    /// Replaces content whose old state is lost.
    Overwrite,
    /// A fixed but powerful job: permissions, restart, deployment, installation.
    Power,
    /// Reaches people or places outside.
    Send,
    /// Releases or publishes to everybody.
    Publish,
    /// Removes named items.
    Delete,
    /// Changes a whole machine, cluster or account.
    Wide,
    /// Removes a broad scope, or runs what cannot be foreseen.
    Destroy,
}

/// Grades by their word in the tables.
const GRADES: [(&str, Grade); 14] = [
    ("pure", Grade::Pure),
    ("read", Grade::Read),
    ("observe", Grade::Observe),
    ("private", Grade::Private),
    ("secret", Grade::Secret),
    ("fetch", Grade::Fetch),
    ("change", Grade::Change),
    ("overwrite", Grade::Overwrite),
    ("power", Grade::Power),
    ("send", Grade::Send),
    ("publish", Grade::Publish),
    ("delete", Grade::Delete),
    ("wide", Grade::Wide),
    ("destroy", Grade::Destroy),
];

impl Grade {
    /// The grade of a table's word.
    pub fn from_word(word: &str) -> Option<Self> {
        GRADES.iter().find(|(name, _)| *name == word).map(|(_, grade)| *grade)
    }

    /// What the grade stands for.
    #[inline(never)]
    pub fn effect(self) -> Effect {
        let nothing = Effect::NOTHING;
        let read = Effect { category: Category::Read, ..nothing };
        let change = Effect {
            category: Category::Mutate,
            risk: RiskLevel::Medium,
            reversibility: Reversibility::Manual,
            outcome: Outcome::Consequential,
            destination: Destination::Internal,
            ..nothing
        };
        let lost = Effect { risk: RiskLevel::High, reversibility: Reversibility::None, outcome: Outcome::Irreversible, ..change };
        match self {
            Self::Pure => nothing,
            Self::Read => read,
            Self::Observe => Effect { category: Category::Observe, ..nothing },
            Self::Private => Effect { risk: RiskLevel::Medium, returns: Words::of(DataClass::Pii), ..read },
            Self::Secret => Effect { risk: RiskLevel::High, returns: Words::of(DataClass::Credentials), ..read },
            Self::Fetch => {
                let sources = Words::of(Source::UntrustedPublic);
                Effect { risk: RiskLevel::Medium, sources, destination: Destination::Public, ..read }
            }
            Self::Change => change,
            Self::Overwrite => lost,
            Self::Power => Effect { risk: RiskLevel::High, blast: BlastRadius::Namespace, ..change },
            Self::Send => Effect { destination: Destination::Public, ..lost },
            Self::Publish => Effect { blast: BlastRadius::Global, ..Self::Send.effect() },
            Self::Delete => Effect { category: Category::Delete, ..lost },
            Self::Wide => Effect { risk: RiskLevel::Critical, blast: BlastRadius::Cluster, ..lost },
            Self::Destroy => Effect { category: Category::Destroy, risk: RiskLevel::Critical, blast: BlastRadius::Cluster, ..lost },
        }
    }
}

/// Upper bound of the notes that one reading keeps.
const MAX_NOTES: usize = 16;

/// What a reader made of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The join of everything that was recognised.
    pub effect: Effect,
    /// Whether everything was understood. Where not, the effect is only a lower bound.
    pub understood: bool,
    /// What was seen, in words of the tables or of the project: argument text is never repeated.
    pub notes: Vec<Cow<'static, str>>,
}

impl Default for Reading {
    fn default() -> Self {
        Self { effect: Effect::NOTHING, understood: true, notes: Vec::new() }
    }
}

impl Reading {
    /// Adds something that was recognised.
    #[inline(never)]
    pub fn add(&mut self, effect: Effect, note: &'static str) {
        self.effect = self.effect.join(effect);
        self.note(Cow::Borrowed(note));
    }

    /// Adds a grade of the tables.
    #[inline(never)]
    pub fn grade(&mut self, grade: Grade, note: &'static str) {
        self.add(grade.effect(), note);
    }

    /// Adds a grade of the tables, with a note that holds a key of one.
    #[inline(never)]
    pub fn grade_key(&mut self, grade: Grade, note: &str, key: &'static str) {
        self.effect = self.effect.join(grade.effect());
        let mut text = String::from(note);
        text.push_str(key);
        self.note(Cow::Owned(text));
    }

    /// Says that something was not understood.
    #[inline(never)]
    pub fn unclear(&mut self, note: &'static str) {
        self.understood = false;
        self.note(Cow::Borrowed(note));
    }

    /// Adds another reading.
    pub fn absorb(&mut self, other: Self) {
        self.effect = self.effect.join(other.effect);
        self.understood &= other.understood;
        for note in other.notes {
            self.note(note);
        }
    }

    fn note(&mut self, note: Cow<'static, str>) {
        if !note.is_empty() && self.notes.len() < MAX_NOTES && !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}
