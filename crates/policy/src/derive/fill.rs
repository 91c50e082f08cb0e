//! Fill: what a source does not give follows from what it gives, in one pass.

use mcp_tool_risk_types::{
    Approval, BlastRadius, Category, Claim, DataClass, Destination, Field, FieldMap, Outcome, Reversibility, RiskLevel, Source, TrustLevel,
    Value, Word,
};

use super::DerivedField;
use super::settle::{ANY_WRITE, AtLeast, Bound};
use crate::Fields;

/// How surely a premise holds: for the field's value, or only for its floor.
/// A row is as sure as its least sure premise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sure {
    Floor,
    Value,
}

/// Fills what is not given. `bounds` is what the settled source implies at least.
pub(crate) fn fill(given: &FieldMap<Claim>, bounds: &FieldMap<Bound>) -> FieldMap<DerivedField> {
    let mut pass = Pass { fields: FieldMap::new(), given };
    for (field, claim) in given.iter() {
        // A claim that isn't understood stays unknown; what others imply is its floor.
        let known = if claim.unknown { None } else { claim.value.clone() };
        let floor = if known.is_none() { bounds.get(field).map(|bound| bound.value.clone()) } else { None };
        pass.set(field, DerivedField { value: known, floor, unknown: claim.unknown, derived_from: Fields::EMPTY });
    }
    pass.run();
    pass.fields
}

struct Pass<'a> {
    fields: FieldMap<DerivedField>,
    given: &'a FieldMap<Claim>,
}

/// The rows of one field that fit, joined.
#[derive(Default)]
struct Rows {
    value: Option<Value>,
    at_least: Option<Value>,
    from: Fields,
}

impl Rows {
    /// A row that gives the value where its premises do.
    fn row(&mut self, field: Field, sure: Sure, value: impl Into<Value>, from: Fields) {
        let slot = if sure == Sure::Value { &mut self.value } else { &mut self.at_least };
        join_into(slot, field, &value.into());
        self.from = self.from.union(from);
    }

    /// A row that only raises.
    fn at_least(&mut self, field: Field, value: impl Into<Value>, from: Fields) {
        self.row(field, Sure::Floor, value, from);
    }
}

fn join_into(slot: &mut Option<Value>, field: Field, value: &Value) {
    *slot = Some(match slot.take() {
        Some(old) => old.join(value, field),
        None => value.clone(),
    });
}

const CATEGORY: Fields = Fields::of(Field::Category);
const OUTCOME: Fields = Fields::of(Field::Outcome);
const RISK: Fields = Fields::of(Field::RiskLevel);
const REVERSIBILITY: Fields = Fields::of(Field::Reversibility);

impl Pass<'_> {
    fn run(&mut self) {
        self.outcome_from_effects();
        self.category();
        self.outcome();
        self.reversibility();
        self.risk_level();
        self.requires_review();
        self.approval();
        self.min_trust_level();
        self.hints();
        self.extent();
    }

    fn set(&mut self, field: Field, mut entry: DerivedField) {
        // A floor at the field's greatest value is that value.
        if entry.value.is_none() && entry.floor.is_some() && entry.floor == Value::most_restrictive(field) {
            entry.value = entry.floor.take();
            entry.unknown = false;
        }
        self.fields.insert(field, entry);
    }

    /// Joins the rows into a field that is not given; rows of an earlier step stay.
    fn finish(&mut self, field: Field, rows: Rows) {
        if self.given.contains(field) || (rows.value.is_none() && rows.at_least.is_none()) {
            return;
        }
        let old = self.fields.remove(field);
        let (mut value, mut floor, mut from) = match old {
            Some(old) => (old.value, old.floor, old.derived_from),
            None => (None, None, Fields::EMPTY),
        };
        if let Some(row) = &rows.value {
            join_into(&mut value, field, row);
        }
        if let Some(row) = &rows.at_least {
            join_into(&mut floor, field, row);
        }
        from = from.union(rows.from);
        // An "at least" raises what another row gives; alone it stays a floor.
        if let (Some(given), Some(least)) = (&value, &floor) {
            value = Some(given.join(least, field));
            floor = None;
        }
        // At least the least says nothing.
        if value.is_none() && floor.as_ref().is_none_or(|floor| floor.rank(field) == Some(0)) {
            return;
        }
        self.set(field, DerivedField { value, floor, unknown: false, derived_from: from });
    }

    fn value(&self, field: Field) -> Option<&Value> {
        self.fields.get(field)?.value.as_ref()
    }

    /// Whether the premise holds, for a value or for a floor.
    fn at_least(&self, premise: AtLeast) -> Option<Sure> {
        let entry = self.fields.get(premise.field())?;
        if entry.value.as_ref().is_some_and(|value| premise.holds_for(value)) {
            Some(Sure::Value)
        } else if entry.floor.as_ref().is_some_and(|floor| premise.holds_for(floor)) {
            Some(Sure::Floor)
        } else {
            None
        }
    }

    /// The fields for which one of the premises holds.
    fn any(&self, premises: &[AtLeast]) -> Fields {
        premises.iter().filter(|premise| self.at_least(**premise).is_some()).map(|premise| premise.field()).collect()
    }

    fn category_word(&self) -> Option<(Category, Sure)> {
        let entry = self.fields.get(Field::Category)?;
        match (&entry.value, &entry.floor) {
            (Some(Value::Category(word)), _) => Some((*word, Sure::Value)),
            // "At least read" says nothing.
            (None, Some(Value::Category(word))) if word.rank() > Category::Read.rank() => Some((*word, Sure::Floor)),
            _ => None,
        }
    }

    fn risk_word(&self) -> Option<(RiskLevel, Sure)> {
        let entry = self.fields.get(Field::RiskLevel)?;
        match (&entry.value, &entry.floor) {
            (Some(Value::RiskLevel(word)), _) => Some((*word, Sure::Value)),
            (None, Some(Value::RiskLevel(word))) if *word != RiskLevel::Low => Some((*word, Sure::Floor)),
            _ => None,
        }
    }

    fn read_like(&self) -> bool {
        matches!(self.value(Field::Category), Some(Value::Category(word)) if is_read_like(*word))
    }

    /// Whether the field is known and its most restrictive possible value is this one.
    fn is_given_as(&self, field: Field, value: impl Into<Value>) -> bool {
        let value = value.into();
        self.given.contains(field) && self.value(field).is_some_and(|given| given.rank(field) == value.rank(field))
    }

    fn is(&self, field: Field, value: bool) -> bool {
        self.value(field) == Some(&Value::Bool(value))
    }

    fn outcome_from_effects(&mut self) {
        let mut rows = Rows::default();
        for premise in [AtLeast::Reversibility(Reversibility::None), AtLeast::Effect("external_notification")] {
            if let Some(sure) = self.at_least(premise) {
                rows.row(Field::Outcome, sure, Outcome::Irreversible, Fields::of(premise.field()));
            }
        }
        self.finish(Field::Outcome, rows);
    }

    fn category(&mut self) {
        let field = Field::Category;
        let mut rows = Rows::default();
        if let Some(sure) = self.at_least(AtLeast::Is(Field::DestructiveHint, true)) {
            rows.row(field, sure, Category::Delete, Fields::of(Field::DestructiveHint));
        }
        if self.is(Field::ReadOnlyHint, true) {
            rows.row(field, Sure::Value, Category::Read, Fields::of(Field::ReadOnlyHint));
        }
        if self.is(Field::ReadOnlyHint, false) && self.is(Field::DestructiveHint, false) {
            rows.row(field, Sure::Value, Category::Mutate, Fields::from_iter([Field::ReadOnlyHint, Field::DestructiveHint]));
        }
        let benign = self.value(Field::Outcome).is_some_and(|v| v.rank(Field::Outcome) == Some(Outcome::Benign.rank()));
        if benign && (!self.given.contains(Field::Destination) || self.is_given_as(Field::Destination, Destination::Ephemeral)) {
            // That the destination is not given is a premise too.
            rows.row(field, Sure::Value, Category::Read, OUTCOME.union(Fields::of(Field::Destination)));
        }
        let writes = self.any(ANY_WRITE);
        if !writes.is_empty() {
            rows.at_least(field, Category::Mutate, writes);
        }
        self.finish(field, rows);
    }

    fn outcome(&mut self) {
        let mut rows = Rows::default();
        if let Some((category, sure)) = self.category_word() {
            let (outcome, from) = match category {
                Category::Utility | Category::Read | Category::Observe => (Outcome::Benign, CATEGORY),
                Category::Mutate => (Outcome::Consequential, CATEGORY),
                Category::Delete | Category::Destroy if self.is_given_as(Field::Reversibility, Reversibility::Manual) => {
                    (Outcome::Consequential, CATEGORY.union(REVERSIBILITY))
                }
                Category::Delete | Category::Destroy => (Outcome::Irreversible, CATEGORY),
            };
            rows.row(Field::Outcome, sure, outcome, from);
        }
        self.finish(Field::Outcome, rows);
    }

    fn reversibility(&mut self) {
        let field = Field::Reversibility;
        let mut rows = Rows::default();
        if let Some((category, sure)) = self.category_word() {
            let (reversibility, from) = match category {
                Category::Utility | Category::Read | Category::Observe => (Reversibility::Auto, CATEGORY),
                Category::Mutate => (Reversibility::Manual, CATEGORY),
                Category::Delete | Category::Destroy if self.is_given_as(Field::Outcome, Outcome::Consequential) => {
                    (Reversibility::Manual, CATEGORY.union(OUTCOME))
                }
                Category::Delete | Category::Destroy => (Reversibility::None, CATEGORY),
            };
            rows.row(field, sure, reversibility, from);
        }
        if let Some(sure) = self.at_least(AtLeast::Outcome(Outcome::Irreversible)) {
            rows.row(field, sure, Reversibility::None, OUTCOME);
        }
        self.finish(field, rows);
    }

    fn risk_level(&mut self) {
        let field = Field::RiskLevel;
        let mut rows = Rows::default();
        if let Some((category, sure)) = self.category_word() {
            let risk = match category {
                Category::Utility | Category::Read | Category::Observe => RiskLevel::Low,
                Category::Mutate => RiskLevel::Medium,
                Category::Delete => RiskLevel::High,
                Category::Destroy => RiskLevel::Critical,
            };
            rows.row(field, sure, risk, CATEGORY);
        }
        if let Some(sure) = self.at_least(AtLeast::Outcome(Outcome::Irreversible)) {
            rows.row(field, sure, RiskLevel::High, OUTCOME);
        }
        for (premises, risk) in RISK_AT_LEAST {
            let from = self.any(premises);
            if !from.is_empty() {
                rows.at_least(field, *risk, from);
            }
        }
        self.finish(field, rows);
    }

    fn requires_review(&mut self) {
        let field = Field::RequiresReview;
        let mut rows = Rows::default();
        if let Some(sure) = self.at_least(AtLeast::Outcome(Outcome::Irreversible)) {
            rows.row(field, sure, true, OUTCOME);
        }
        match self.risk_word() {
            Some((RiskLevel::High | RiskLevel::Critical, sure)) => rows.row(field, sure, true, RISK),
            Some((RiskLevel::Low, sure)) => rows.row(field, sure, false, RISK),
            Some((RiskLevel::Medium, sure)) => {
                let benign =
                    matches!(self.value(Field::Outcome), Some(outcome) if outcome.rank(Field::Outcome) == Some(Outcome::Benign.rank()));
                let approval = if self.given.contains(Field::Approval) { self.value(Field::Approval) } else { None };
                if benign {
                    rows.row(field, sure, false, RISK.union(OUTCOME));
                } else if let Some(Value::Approval(approval)) = approval {
                    rows.row(field, sure, *approval != Approval::None, RISK.union(Fields::of(Field::Approval)));
                }
            }
            None => {}
        }
        self.finish(field, rows);
    }

    fn approval(&mut self) {
        let field = Field::Approval;
        let mut rows = Rows::default();
        if let Some((risk, sure)) = self.risk_word() {
            let approval = match risk {
                RiskLevel::Low => Approval::None,
                RiskLevel::Medium | RiskLevel::High => Approval::Single,
                RiskLevel::Critical => Approval::Multi,
            };
            rows.row(field, sure, approval, RISK);
        }
        if self.at_least(AtLeast::Is(Field::RequiresReview, true)).is_some() {
            rows.at_least(field, Approval::Single, Fields::of(Field::RequiresReview));
        }
        self.finish(field, rows);
    }

    fn min_trust_level(&mut self) {
        let field = Field::MinTrustLevel;
        let mut rows = Rows::default();
        if let Some((risk, sure)) = self.risk_word() {
            let (level, from) = match risk {
                RiskLevel::Low => (TrustLevel::Observer, RISK),
                RiskLevel::Medium if self.read_like() => (TrustLevel::Assistant, RISK.union(CATEGORY)),
                RiskLevel::Medium => (TrustLevel::Operator, RISK.union(CATEGORY)),
                RiskLevel::High => (TrustLevel::Engineer, RISK),
                RiskLevel::Critical => (TrustLevel::Autonomous, RISK),
            };
            rows.row(field, sure, level, from);
        }
        self.finish(field, rows);
    }

    fn hints(&mut self) {
        if let Some((category, sure)) = self.category_word() {
            let mut read_only = Rows::default();
            read_only.row(Field::ReadOnlyHint, sure, is_read_like(category), CATEGORY);
            self.finish(Field::ReadOnlyHint, read_only);
            if category != Category::Mutate {
                let mut destructive = Rows::default();
                destructive.row(Field::DestructiveHint, sure, !is_read_like(category), CATEGORY);
                self.finish(Field::DestructiveHint, destructive);
            }
        }
        let mut open_world = Rows::default();
        for premise in [AtLeast::Destination(Destination::Public), AtLeast::Source(Source::UntrustedPublic)] {
            if let Some(sure) = self.at_least(premise) {
                open_world.row(Field::OpenWorldHint, sure, true, Fields::of(premise.field()));
            }
        }
        self.finish(Field::OpenWorldHint, open_world);
    }

    fn extent(&mut self) {
        if self.read_like() {
            let mut radius = Rows::default();
            radius.row(Field::BlastRadius, Sure::Value, BlastRadius::Item, CATEGORY);
            self.finish(Field::BlastRadius, radius);
        }
        if let Some(sure) = self.at_least(AtLeast::Category(Category::Delete)) {
            let mut effects = Rows::default();
            effects.row(Field::SideEffects, sure, AtLeast::Effect("state_loss").value(), CATEGORY);
            self.finish(Field::SideEffects, effects);
        }
    }
}

/// What raises riskLevel without giving it.
const RISK_AT_LEAST: &[(&[AtLeast], RiskLevel)] = &[
    (
        &[
            AtLeast::Outcome(Outcome::Irreversible),
            AtLeast::Reversibility(Reversibility::None),
            AtLeast::Effect("external_notification"),
            AtLeast::Category(Category::Destroy),
            AtLeast::Returns(DataClass::Credentials),
        ],
        RiskLevel::High,
    ),
    (
        &[
            AtLeast::Category(Category::Delete),
            AtLeast::Returns(DataClass::Pii),
            AtLeast::Returns(DataClass::Financial),
            AtLeast::Returns(DataClass::Regulated),
        ],
        RiskLevel::Medium,
    ),
];

fn is_read_like(category: Category) -> bool {
    category.rank() == Category::Read.rank()
}
