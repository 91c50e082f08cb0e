//! Settle: what contradicts within one source is raised to what the stricter field implies.

use mcp_tool_risk_types::{
    Approval, Category, DataClass, Destination, Field, FieldMap, Outcome, Reversibility, RiskLevel, Source, Texts, Value, Word,
};

use crate::Fields;

/// "The field is at least this", as a premise and as what a line implies.
#[derive(Debug, Clone, Copy)]
pub(crate) enum AtLeast {
    Category(Category),
    Risk(RiskLevel),
    Reversibility(Reversibility),
    Approval(Approval),
    Outcome(Outcome),
    Destination(Destination),
    Source(Source),
    Returns(DataClass),
    Effect(&'static str),
    Is(Field, bool),
}

impl AtLeast {
    pub(crate) fn field(self) -> Field {
        match self {
            Self::Category(_) => Field::Category,
            Self::Risk(_) => Field::RiskLevel,
            Self::Reversibility(_) => Field::Reversibility,
            Self::Approval(_) => Field::Approval,
            Self::Outcome(_) => Field::Outcome,
            Self::Destination(_) => Field::Destination,
            Self::Source(_) => Field::Source,
            Self::Returns(_) => Field::ReturnSensitivity,
            Self::Effect(_) => Field::SideEffects,
            Self::Is(field, _) => field,
        }
    }

    pub(crate) fn value(self) -> Value {
        match self {
            Self::Category(word) => word.into(),
            Self::Risk(word) => word.into(),
            Self::Reversibility(word) => word.into(),
            Self::Approval(word) => word.into(),
            Self::Outcome(word) => word.into(),
            Self::Destination(word) => word.into(),
            Self::Source(word) => word.into(),
            Self::Returns(class) => class.into(),
            Self::Effect(effect) => {
                let mut effects = Texts::new();
                effects.insert(effect);
                effects.into()
            }
            Self::Is(_, value) => value.into(),
        }
    }

    /// Whether the value is at least this.
    pub(crate) fn holds_for(self, value: &Value) -> bool {
        match (self, value) {
            (Self::Category(least), Value::Category(word)) => word.rank() >= least.rank(),
            (Self::Risk(least), Value::RiskLevel(word)) => word.rank() >= least.rank(),
            (Self::Reversibility(least), Value::Reversibility(word)) => word.rank() >= least.rank(),
            (Self::Approval(least), Value::Approval(word)) => word.rank() >= least.rank(),
            (Self::Outcome(least), Value::Outcome(words)) => words.max_rank() >= Some(least.rank()),
            (Self::Destination(least), Value::Destination(words)) => words.max_rank() >= Some(least.rank()),
            (Self::Source(word), Value::Source(words)) => words.contains(word),
            (Self::Returns(class), Value::Sensitivity(sensitivity)) => sensitivity.contains(class),
            (Self::Effect(effect), Value::SideEffects(effects)) => effects.contains(effect),
            (Self::Is(_, is), Value::Bool(value)) => *value == is,
            _ => false,
        }
    }
}

/// One line: if any premise holds, everything that it implies does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    pub(crate) premises: &'static [AtLeast],
    pub(crate) implies: &'static [AtLeast],
}

/// What makes a tool one that writes.
pub(crate) const ANY_WRITE: &[AtLeast] = &[
    AtLeast::Category(Category::Mutate),
    AtLeast::Outcome(Outcome::Consequential),
    AtLeast::Reversibility(Reversibility::Manual),
    AtLeast::Effect("state_loss"),
    AtLeast::Is(Field::ReadOnlyHint, false),
];

pub(crate) const LINES: &[Line] = &[
    Line {
        premises: &[AtLeast::Category(Category::Delete), AtLeast::Is(Field::DestructiveHint, true)],
        implies: &[AtLeast::Category(Category::Delete), AtLeast::Is(Field::DestructiveHint, true)],
    },
    Line { premises: ANY_WRITE, implies: &[AtLeast::Category(Category::Mutate), AtLeast::Is(Field::ReadOnlyHint, false)] },
    Line {
        premises: &[
            AtLeast::Outcome(Outcome::Irreversible),
            AtLeast::Reversibility(Reversibility::None),
            AtLeast::Effect("external_notification"),
        ],
        implies: &[AtLeast::Outcome(Outcome::Irreversible), AtLeast::Reversibility(Reversibility::None), AtLeast::Risk(RiskLevel::High)],
    },
    Line {
        premises: &[AtLeast::Category(Category::Delete)],
        implies: &[
            AtLeast::Outcome(Outcome::Consequential),
            AtLeast::Reversibility(Reversibility::Manual),
            AtLeast::Risk(RiskLevel::Medium),
        ],
    },
    Line { premises: &[AtLeast::Category(Category::Destroy)], implies: &[AtLeast::Risk(RiskLevel::High)] },
    Line { premises: &[AtLeast::Returns(DataClass::Credentials)], implies: &[AtLeast::Risk(RiskLevel::High)] },
    Line {
        premises: &[AtLeast::Returns(DataClass::Pii), AtLeast::Returns(DataClass::Financial), AtLeast::Returns(DataClass::Regulated)],
        implies: &[AtLeast::Risk(RiskLevel::Medium)],
    },
    Line {
        premises: &[AtLeast::Risk(RiskLevel::High), AtLeast::Is(Field::RequiresReview, true)],
        implies: &[AtLeast::Approval(Approval::Single)],
    },
    Line {
        premises: &[AtLeast::Risk(RiskLevel::High), AtLeast::Outcome(Outcome::Irreversible)],
        implies: &[AtLeast::Is(Field::RequiresReview, true)],
    },
    Line {
        premises: &[AtLeast::Destination(Destination::Public), AtLeast::Source(Source::UntrustedPublic)],
        implies: &[AtLeast::Is(Field::OpenWorldHint, true)],
    },
];

/// What is known at least of a field, and which fields say so.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Bound {
    pub(crate) value: Value,
    pub(crate) from: Fields,
}

/// Raises the bounds to the fix-point of the lines. All lines only raise, so the order doesn't matter.
pub(crate) fn close(bounds: &mut FieldMap<Bound>, lines: &[Line]) {
    // Every round raises at least one field, and every field's order is finite.
    loop {
        let mut changed = false;
        for line in lines {
            let from: Fields = line.premises.iter().filter(|premise| holds(bounds, **premise)).map(|premise| premise.field()).collect();
            if from.is_empty() {
                continue;
            }
            for implied in line.implies {
                if !holds(bounds, *implied) {
                    raise(bounds, implied.field(), &implied.value(), from);
                    changed = true;
                }
            }
        }
        if !changed {
            return;
        }
    }
}

fn holds(bounds: &FieldMap<Bound>, premise: AtLeast) -> bool {
    bounds.get(premise.field()).is_some_and(|bound| premise.holds_for(&bound.value))
}

fn raise(bounds: &mut FieldMap<Bound>, field: Field, value: &Value, from: Fields) {
    match bounds.get_mut(field) {
        Some(bound) => {
            bound.value = bound.value.join(value, field);
            bound.from = bound.from.union(from);
        }
        None => {
            bounds.insert(field, Bound { value: value.clone(), from });
        }
    }
}
