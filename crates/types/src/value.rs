//! A value of any field, and the one table of orders and joins.
//!
//! "Stricter", "raise", "tighten" and "join" mean [`Value::join`] and [`Value::at_most`], nothing else.

use crate::words::{Approval, BlastRadius, Category, DataClass, Destination, Outcome, Reversibility, RiskLevel, Source, TrustLevel, Word};
use crate::{Field, Kind, Texts, Words};

/// Kinds of data, with the scopes of the regulated ones.
///
/// The empty claim `none` is the least: it is dropped as soon as another class is there.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[cfg_attr(
    feature = "ts",
    derive(tsify::Tsify),
    tsify(type = "Words<Exclude<DataClass, \"regulated\"> | { regulated: { scopes: string[] } }>")
)]
pub struct Sensitivity {
    // Without `none`; empty means `none`.
    classes: Words<DataClass>,
    scopes: Texts,
}

impl Sensitivity {
    /// The claim that nothing sensitive is there.
    pub fn none() -> Self {
        Self::default()
    }

    /// One class, without scopes.
    pub fn of(class: DataClass) -> Self {
        let mut sensitivity = Self::default();
        sensitivity.insert(class);
        sensitivity
    }

    /// Adds a class; `none` adds nothing.
    pub fn insert(&mut self, class: DataClass) {
        if class != DataClass::None {
            self.classes.insert(class);
        }
    }

    /// Adds scopes of regulated data, if any.
    pub fn add_scopes(&mut self, scopes: Vec<String>) {
        if !scopes.is_empty() {
            self.insert(DataClass::Regulated);
            self.scopes.extend(scopes);
        }
    }

    /// The classes, `none` alone where there are no others.
    pub fn classes(&self) -> Words<DataClass> {
        if self.classes.is_empty() { Words::of(DataClass::None) } else { self.classes }
    }

    /// The scopes of the regulated class, for example `GDPR`.
    pub fn scopes(&self) -> &Texts {
        &self.scopes
    }

    /// Whether the class is claimed.
    pub fn contains(&self, class: DataClass) -> bool {
        self.classes().contains(class)
    }

    /// Whether nothing sensitive is claimed.
    pub fn is_none(&self) -> bool {
        self.classes.is_empty()
    }

    /// The union of two claims.
    pub fn union(&self, other: &Self) -> Self {
        let mut union = self.clone();
        for class in other.classes().iter() {
            union.insert(class);
        }
        union.scopes.extend(other.scopes.iter().cloned());
        union
    }

    /// Whether every class and scope of this claim is in the other.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.is_none() || (self.classes().is_subset(other.classes()) && self.scopes.is_subset(&other.scopes))
    }
}

/// A value of one field. Which variant belongs to which field is told by [`Value::fits`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "ts",
    derive(tsify::Tsify),
    tsify(
        type = "boolean | 1 | 2 | 3 | 4 | 5 | Category | RiskLevel | BlastRadius | Reversibility | Approval | Words<Outcome> | Words<Destination> | Words<Source> | Sensitivity | string[]"
    )
)]
pub enum Value {
    /// A boolean field.
    Bool(bool),
    /// `category`
    Category(Category),
    /// `riskLevel`
    RiskLevel(RiskLevel),
    /// `blastRadius`
    BlastRadius(BlastRadius),
    /// `reversibility`
    Reversibility(Reversibility),
    /// `approvalRecommendation`
    Approval(Approval),
    /// `minTrustLevel`
    MinTrustLevel(TrustLevel),
    /// `outcome`: the possible ones, never empty.
    Outcome(Words<Outcome>),
    /// `destination`: the possible ones, never empty.
    Destination(Words<Destination>),
    /// `source`
    Source(Words<Source>),
    /// `inputSensitivity`, `returnSensitivity`
    Sensitivity(Sensitivity),
    /// `sideEffects`: known and unknown words alike.
    SideEffects(Texts),
}

macro_rules! into_value {
    ($($variant:ident($type:ty)),+ $(,)?) => { $(
        impl From<$type> for Value {
            fn from(value: $type) -> Self { Value::$variant(value) }
        }
    )+ };
}

into_value! {
    Bool(bool), Category(Category), RiskLevel(RiskLevel), BlastRadius(BlastRadius), Reversibility(Reversibility),
    Approval(Approval), MinTrustLevel(TrustLevel), Outcome(Words<Outcome>), Destination(Words<Destination>),
    Source(Words<Source>), Sensitivity(Sensitivity), SideEffects(Texts),
}

impl From<Outcome> for Value {
    fn from(word: Outcome) -> Self {
        Self::Outcome(Words::of(word))
    }
}
impl From<Destination> for Value {
    fn from(word: Destination) -> Self {
        Self::Destination(Words::of(word))
    }
}
impl From<Source> for Value {
    fn from(word: Source) -> Self {
        Self::Source(Words::of(word))
    }
}
impl From<DataClass> for Value {
    fn from(class: DataClass) -> Self {
        Self::Sensitivity(Sensitivity::of(class))
    }
}

impl Value {
    /// Whether this is a value of the field.
    pub fn fits(&self, field: Field) -> bool {
        use Field as F;
        match self {
            Self::Bool(_) => matches!(field.kind(), Kind::TrueIsStricter | Kind::FalseIsStricter),
            Self::Category(_) => field == F::Category,
            Self::RiskLevel(_) => field == F::RiskLevel,
            Self::BlastRadius(_) => field == F::BlastRadius,
            Self::Reversibility(_) => field == F::Reversibility,
            Self::Approval(_) => field == F::Approval,
            Self::MinTrustLevel(_) => field == F::MinTrustLevel,
            Self::Outcome(_) => field == F::Outcome,
            Self::Destination(_) => field == F::Destination,
            Self::Source(_) => field == F::Source,
            Self::Sensitivity(_) => matches!(field, F::InputSensitivity | F::ReturnSensitivity),
            Self::SideEffects(_) => field == F::SideEffects,
        }
    }

    /// Position in the field's order; `None` for sets, which are ordered by inclusion alone.
    /// A set of possible values counts as its most restrictive one.
    pub fn rank(&self, field: Field) -> Option<u8> {
        match self {
            Self::Bool(value) => Some(u8::from(*value == (field.kind() == Kind::TrueIsStricter))),
            Self::Category(word) => Some(word.rank()),
            Self::RiskLevel(word) => Some(word.rank()),
            Self::BlastRadius(word) => Some(word.rank()),
            Self::Reversibility(word) => Some(word.rank()),
            Self::Approval(word) => Some(word.rank()),
            Self::MinTrustLevel(word) => Some(word.rank()),
            Self::Outcome(words) => words.max_rank(),
            Self::Destination(words) => words.max_rank(),
            Self::Source(_) | Self::Sensitivity(_) | Self::SideEffects(_) => None,
        }
    }

    /// Whether this value is no stricter than the other. Values of sets may be incomparable: false both ways.
    pub fn at_most(&self, other: &Self, field: Field) -> bool {
        match (self, other) {
            (Self::Source(a), Self::Source(b)) => a.is_subset(*b),
            (Self::Sensitivity(a), Self::Sensitivity(b)) => a.is_subset(b),
            (Self::SideEffects(a), Self::SideEffects(b)) => a.is_subset(b),
            _ => match (self.rank(field), other.rank(field)) {
                (Some(a), Some(b)) => a <= b,
                _ => false,
            },
        }
    }

    /// The least value that is as strict as both. Of equal words this value's stays.
    ///
    /// ```
    /// use mcp_tool_risk_types::{Category, Field, Value};
    /// let read = Value::from(Category::Read);
    /// assert_eq!(read.join(&Category::Utility.into(), Field::Category), read);
    /// assert_eq!(read.join(&Category::Delete.into(), Field::Category), Category::Delete.into());
    /// ```
    #[must_use]
    pub fn join(&self, other: &Self, field: Field) -> Self {
        match (self, other) {
            (Self::Outcome(a), Self::Outcome(b)) => Self::Outcome(a.join_each(*b)),
            (Self::Destination(a), Self::Destination(b)) => Self::Destination(a.join_each(*b)),
            (Self::Source(a), Self::Source(b)) => Self::Source(a.union(*b)),
            (Self::Sensitivity(a), Self::Sensitivity(b)) => Self::Sensitivity(a.union(b)),
            (Self::SideEffects(a), Self::SideEffects(b)) => {
                let mut union = a.clone();
                union.extend(b.iter().cloned());
                Self::SideEffects(union)
            }
            _ => {
                if other.at_most(self, field) {
                    self.clone()
                } else {
                    other.clone()
                }
            }
        }
    }

    /// The field's greatest value, which is also shown where the field is unknown.
    /// Sets that are open, or whose vocabulary has no order, have none.
    pub fn most_restrictive(field: Field) -> Option<Self> {
        Some(match field {
            Field::Category => Category::Destroy.into(),
            Field::RiskLevel => RiskLevel::Critical.into(),
            Field::BlastRadius => BlastRadius::Global.into(),
            Field::Reversibility => Reversibility::None.into(),
            Field::Approval => Approval::Multi.into(),
            Field::MinTrustLevel => TrustLevel::Autonomous.into(),
            Field::ReadOnlyHint | Field::IdempotentHint => false.into(),
            Field::DestructiveHint | Field::OpenWorldHint | Field::RequiresReview => true.into(),
            Field::Outcome => Outcome::Irreversible.into(),
            Field::Destination => Destination::Public.into(),
            Field::SideEffects | Field::InputSensitivity | Field::Source | Field::ReturnSensitivity => return None,
        })
    }
}
