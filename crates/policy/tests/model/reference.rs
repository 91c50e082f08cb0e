//! A small model of Derive, Resolve and Decide, written from the rules alone and sharing nothing with the engine but the
//! vocabulary. It is slow on purpose: what can be enumerated is enumerated.

use std::collections::{BTreeMap, BTreeSet};

use mcp_tool_risk_types::*;

// ---------------------------------------------------------------- derive

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub value: Option<Value>,
    pub floor: Option<Value>,
    pub unknown: bool,
    pub from: BTreeSet<Field>,
}

pub type Completed = BTreeMap<Field, Entry>;

fn effects(word: &str) -> Value {
    Value::SideEffects([word.to_owned()].into_iter().collect())
}

fn raise(bounds: &mut BTreeMap<Field, Value>, field: Field, value: Value) {
    let new = match bounds.get(&field) {
        Some(old) if value.at_most(old, field) => return,
        Some(old) => old.join(&value, field),
        None => value,
    };
    bounds.insert(field, new);
}

/// Settle, as bounds from below, to the fix-point.
fn settle(mut bounds: BTreeMap<Field, Value>) -> BTreeMap<Field, Value> {
    use Field as F;
    loop {
        let before = bounds.clone();
        let has = |field: F, value: Value| before.get(&field).is_some_and(|bound| value.at_most(bound, field));
        if has(F::Category, Category::Delete.into()) || has(F::DestructiveHint, true.into()) {
            raise(&mut bounds, F::Category, Category::Delete.into());
            raise(&mut bounds, F::DestructiveHint, true.into());
        }
        if has(F::Category, Category::Mutate.into())
            || has(F::Outcome, Outcome::Consequential.into())
            || has(F::Reversibility, Reversibility::Manual.into())
            || has(F::SideEffects, effects("state_loss"))
            || has(F::ReadOnlyHint, false.into())
        {
            raise(&mut bounds, F::Category, Category::Mutate.into());
            raise(&mut bounds, F::ReadOnlyHint, false.into());
        }
        if has(F::Outcome, Outcome::Irreversible.into())
            || has(F::Reversibility, Reversibility::None.into())
            || has(F::SideEffects, effects("external_notification"))
        {
            raise(&mut bounds, F::Outcome, Outcome::Irreversible.into());
            raise(&mut bounds, F::Reversibility, Reversibility::None.into());
            raise(&mut bounds, F::RiskLevel, RiskLevel::High.into());
        }
        if has(F::Category, Category::Delete.into()) {
            raise(&mut bounds, F::Outcome, Outcome::Consequential.into());
            raise(&mut bounds, F::Reversibility, Reversibility::Manual.into());
            raise(&mut bounds, F::RiskLevel, RiskLevel::Medium.into());
        }
        if has(F::Category, Category::Destroy.into()) {
            raise(&mut bounds, F::RiskLevel, RiskLevel::High.into());
        }
        if has(F::ReturnSensitivity, DataClass::Credentials.into()) {
            raise(&mut bounds, F::RiskLevel, RiskLevel::High.into());
        }
        if [DataClass::Pii, DataClass::Financial, DataClass::Regulated].into_iter().any(|class| has(F::ReturnSensitivity, class.into())) {
            raise(&mut bounds, F::RiskLevel, RiskLevel::Medium.into());
        }
        let high = has(F::RiskLevel, RiskLevel::High.into());
        if high || has(F::RequiresReview, true.into()) {
            raise(&mut bounds, F::Approval, Approval::Single.into());
        }
        if high || has(F::Outcome, Outcome::Irreversible.into()) {
            raise(&mut bounds, F::RequiresReview, true.into());
        }
        if has(F::Destination, Destination::Public.into()) || has(F::Source, Source::UntrustedPublic.into()) {
            raise(&mut bounds, F::OpenWorldHint, true.into());
        }
        if bounds == before {
            return bounds;
        }
    }
}

struct Filling<'a> {
    given: &'a BTreeMap<Field, Claim>,
    done: Completed,
}

/// A row: whether it gives the value or only raises, the value, and its premises.
type Row = (bool, Value, Vec<Field>);

impl Filling<'_> {
    fn value(&self, field: Field) -> Option<&Value> {
        self.done.get(&field).and_then(|entry| entry.value.as_ref())
    }

    /// Some(true): the value is at least that; Some(false): only the floor is.
    fn least(&self, field: Field, least: impl Into<Value>) -> Option<bool> {
        let least = least.into();
        let entry = self.done.get(&field)?;
        if entry.value.as_ref().is_some_and(|value| least.at_most(value, field)) {
            return Some(true);
        }
        entry.floor.as_ref().is_some_and(|floor| least.at_most(floor, field)).then_some(false)
    }

    fn is(&self, field: Field, value: impl Into<Value>) -> bool {
        let wanted = value.into();
        self.value(field).is_some_and(|value| value.rank(field) == wanted.rank(field))
    }

    fn given_as(&self, field: Field, value: impl Into<Value>) -> bool {
        self.given.get(&field).is_some_and(|claim| !claim.unknown) && self.is(field, value)
    }

    fn category(&self) -> Option<(bool, Category)> {
        match self.done.get(&Field::Category) {
            Some(Entry { value: Some(Value::Category(word)), .. }) => Some((true, *word)),
            Some(Entry { floor: Some(Value::Category(word)), .. }) if word.rank() > 0 => Some((false, *word)),
            _ => None,
        }
    }

    fn risk(&self) -> Option<(bool, RiskLevel)> {
        match self.done.get(&Field::RiskLevel) {
            Some(Entry { value: Some(Value::RiskLevel(word)), .. }) => Some((true, *word)),
            Some(Entry { floor: Some(Value::RiskLevel(word)), .. }) if word.rank() > 0 => Some((false, *word)),
            _ => None,
        }
    }

    fn put(&mut self, field: Field, rows: Vec<Row>) {
        if self.given.contains_key(&field) || rows.is_empty() {
            return;
        }
        let old = self.done.remove(&field);
        let mut value = old.as_ref().and_then(|old| old.value.clone());
        let mut floor = old.as_ref().and_then(|old| old.floor.clone());
        let mut from = old.map(|old| old.from).unwrap_or_default();
        for (gives, row, premises) in rows {
            let slot = if gives { &mut value } else { &mut floor };
            *slot = Some(slot.take().map_or(row.clone(), |old| old.join(&row, field)));
            from.extend(premises);
        }
        if let (Some(v), Some(f)) = (&value, &floor) {
            value = Some(v.join(f, field));
            floor = None;
        }
        if value.is_none() && floor.as_ref().is_some_and(|floor| floor.rank(field) == Some(0)) {
            return;
        }
        self.enter(field, Entry { value, floor, unknown: false, from });
    }

    fn enter(&mut self, field: Field, mut entry: Entry) {
        if entry.value.is_none() && entry.floor.is_some() && entry.floor == Value::most_restrictive(field) {
            entry = Entry { value: entry.floor, floor: None, unknown: false, from: entry.from };
        }
        self.done.insert(field, entry);
    }

    fn fill(&mut self) {
        use Field as F;
        let read_like = |word: Category| word.rank() == 0;

        let mut rows: Vec<Row> = Vec::new();
        if let Some(sure) = self.least(F::Reversibility, Reversibility::None) {
            rows.push((sure, Outcome::Irreversible.into(), vec![F::Reversibility]));
        }
        if let Some(sure) = self.least(F::SideEffects, effects("external_notification")) {
            rows.push((sure, Outcome::Irreversible.into(), vec![F::SideEffects]));
        }
        self.put(F::Outcome, rows);

        let mut rows: Vec<Row> = Vec::new();
        if let Some(sure) = self.least(F::DestructiveHint, true) {
            rows.push((sure, Category::Delete.into(), vec![F::DestructiveHint]));
        }
        if self.is(F::ReadOnlyHint, true) {
            rows.push((true, Category::Read.into(), vec![F::ReadOnlyHint]));
        }
        if self.is(F::ReadOnlyHint, false) && self.is(F::DestructiveHint, false) {
            rows.push((true, Category::Mutate.into(), vec![F::ReadOnlyHint, F::DestructiveHint]));
        }
        if self.is(F::Outcome, Outcome::Benign)
            && (!self.given.contains_key(&F::Destination) || self.given_as(F::Destination, Destination::Ephemeral))
        {
            rows.push((true, Category::Read.into(), vec![F::Outcome, F::Destination]));
        }
        let writes: Vec<F> = [
            (F::Outcome, Value::from(Outcome::Consequential)),
            (F::Reversibility, Reversibility::Manual.into()),
            (F::SideEffects, effects("state_loss")),
            (F::ReadOnlyHint, false.into()),
        ]
        .into_iter()
        .filter(|(field, least)| self.least(*field, least.clone()).is_some())
        .map(|(field, _)| field)
        .collect();
        if !writes.is_empty() {
            rows.push((false, Category::Mutate.into(), writes));
        }
        self.put(F::Category, rows);

        if let Some((sure, category)) = self.category() {
            let mut from = vec![F::Category];
            let outcome = match category {
                c if read_like(c) => Outcome::Benign,
                Category::Mutate => Outcome::Consequential,
                _ if self.given_as(F::Reversibility, Reversibility::Manual) => {
                    from.push(F::Reversibility);
                    Outcome::Consequential
                }
                _ => Outcome::Irreversible,
            };
            self.put(F::Outcome, vec![(sure, outcome.into(), from)]);
        }

        let mut rows: Vec<Row> = Vec::new();
        if let Some((sure, category)) = self.category() {
            let mut from = vec![F::Category];
            let reversibility = match category {
                c if read_like(c) => Reversibility::Auto,
                Category::Mutate => Reversibility::Manual,
                _ if self.given_as(F::Outcome, Outcome::Consequential) => {
                    from.push(F::Outcome);
                    Reversibility::Manual
                }
                _ => Reversibility::None,
            };
            rows.push((sure, reversibility.into(), from));
        }
        if let Some(sure) = self.least(F::Outcome, Outcome::Irreversible) {
            rows.push((sure, Reversibility::None.into(), vec![F::Outcome]));
        }
        self.put(F::Reversibility, rows);

        let mut rows: Vec<Row> = Vec::new();
        if let Some((sure, category)) = self.category() {
            let risk = match category {
                c if read_like(c) => RiskLevel::Low,
                Category::Mutate => RiskLevel::Medium,
                Category::Delete => RiskLevel::High,
                _ => RiskLevel::Critical,
            };
            rows.push((sure, risk.into(), vec![F::Category]));
        }
        if let Some(sure) = self.least(F::Outcome, Outcome::Irreversible) {
            rows.push((sure, RiskLevel::High.into(), vec![F::Outcome]));
        }
        for (field, least, risk) in [
            (F::Outcome, Value::from(Outcome::Irreversible), RiskLevel::High),
            (F::Reversibility, Reversibility::None.into(), RiskLevel::High),
            (F::SideEffects, effects("external_notification"), RiskLevel::High),
            (F::Category, Category::Delete.into(), RiskLevel::Medium),
            (F::Category, Category::Destroy.into(), RiskLevel::High),
            (F::ReturnSensitivity, DataClass::Credentials.into(), RiskLevel::High),
            (F::ReturnSensitivity, DataClass::Pii.into(), RiskLevel::Medium),
            (F::ReturnSensitivity, DataClass::Financial.into(), RiskLevel::Medium),
            (F::ReturnSensitivity, DataClass::Regulated.into(), RiskLevel::Medium),
        ] {
            if self.least(field, least).is_some() {
                rows.push((false, risk.into(), vec![field]));
            }
        }
        self.put(F::RiskLevel, rows);

        let mut rows: Vec<Row> = Vec::new();
        if let Some(sure) = self.least(F::RiskLevel, RiskLevel::High) {
            rows.push((sure, true.into(), vec![F::RiskLevel]));
        }
        if let Some(sure) = self.least(F::Outcome, Outcome::Irreversible) {
            rows.push((sure, true.into(), vec![F::Outcome]));
        }
        match self.risk() {
            Some((sure, RiskLevel::Low)) => rows.push((sure, false.into(), vec![F::RiskLevel])),
            Some((sure, RiskLevel::Medium)) if self.is(F::Outcome, Outcome::Benign) => {
                rows.push((sure, false.into(), vec![F::RiskLevel, F::Outcome]));
            }
            Some((sure, RiskLevel::Medium)) if self.given.get(&F::Approval).is_some_and(|claim| !claim.unknown) => {
                let review = !self.is(F::Approval, Approval::None);
                rows.push((sure, review.into(), vec![F::RiskLevel, F::Approval]));
            }
            _ => {}
        }
        self.put(F::RequiresReview, rows);

        let mut rows: Vec<Row> = Vec::new();
        if let Some((sure, risk)) = self.risk() {
            let approval = match risk {
                RiskLevel::Low => Approval::None,
                RiskLevel::Critical => Approval::Multi,
                _ => Approval::Single,
            };
            rows.push((sure, approval.into(), vec![F::RiskLevel]));
        }
        if self.least(F::RequiresReview, true).is_some() {
            rows.push((false, Approval::Single.into(), vec![F::RequiresReview]));
        }
        self.put(F::Approval, rows);

        if let Some((sure, risk)) = self.risk() {
            let mut from = vec![F::RiskLevel];
            let level = match risk {
                RiskLevel::Low => TrustLevel::Observer,
                RiskLevel::Medium => {
                    from.push(F::Category);
                    match self.category() {
                        Some((true, category)) if read_like(category) => TrustLevel::Assistant,
                        _ => TrustLevel::Operator,
                    }
                }
                RiskLevel::High => TrustLevel::Engineer,
                RiskLevel::Critical => TrustLevel::Autonomous,
            };
            self.put(F::MinTrustLevel, vec![(sure, level.into(), from)]);
        }

        if let Some((sure, category)) = self.category() {
            self.put(F::ReadOnlyHint, vec![(sure, read_like(category).into(), vec![F::Category])]);
            if category != Category::Mutate {
                self.put(F::DestructiveHint, vec![(sure, (!read_like(category)).into(), vec![F::Category])]);
            }
            if read_like(category) && sure {
                self.put(F::BlastRadius, vec![(true, BlastRadius::Item.into(), vec![F::Category])]);
            }
            if category.rank() >= Category::Delete.rank() {
                self.put(F::SideEffects, vec![(sure, effects("state_loss"), vec![F::Category])]);
            }
        }
        let mut rows: Vec<Row> = Vec::new();
        if let Some(sure) = self.least(F::Destination, Destination::Public) {
            rows.push((sure, true.into(), vec![F::Destination]));
        }
        if let Some(sure) = self.least(F::Source, Source::UntrustedPublic) {
            rows.push((sure, true.into(), vec![F::Source]));
        }
        self.put(F::OpenWorldHint, rows);
    }
}

pub fn derive(source: &BTreeMap<Field, Claim>) -> Completed {
    let mut given = source.clone();
    for _ in 0..4 {
        let lift = |given: &mut BTreeMap<Field, Claim>, bounds: &BTreeMap<Field, Value>| {
            let mut lifted = false;
            for (field, claim) in given.iter_mut() {
                let Some(bound) = bounds.get(field) else { continue };
                if !claim.value.as_ref().is_some_and(|value| bound.at_most(value, *field)) {
                    claim.value = Some(bound.clone());
                    lifted = true;
                }
            }
            lifted
        };
        let bounds = settle(given.iter().filter_map(|(field, claim)| Some((*field, claim.value.clone()?))).collect());
        lift(&mut given, &bounds);
        let mut filling = Filling { given: &given, done: Completed::new() };
        for (field, claim) in &given {
            let (value, floor) = if claim.unknown { (None, claim.value.clone()) } else { (claim.value.clone(), None) };
            filling.enter(*field, Entry { value, floor, unknown: claim.unknown, from: BTreeSet::new() });
        }
        filling.fill();
        let done = filling.done;
        let least = |entry: &Entry| entry.value.clone().or(entry.floor.clone());
        let implied = settle(done.iter().filter_map(|(field, entry)| Some((*field, least(entry)?))).collect());
        if !lift(&mut given, &implied) {
            return done;
        }
    }
    panic!("starting afresh once is enough, here {source:?} did not settle");
}

// ---------------------------------------------------------------- resolve

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    Accept,
    Advise,
    Ignore,
}

pub struct Said {
    pub operator: BTreeMap<Field, Claim>,
    pub project: BTreeMap<Field, Claim>,
    pub catalogue: BTreeMap<Field, Claim>,
    pub verified: bool,
    pub declaration: BTreeMap<Field, Claim>,
    pub inference: BTreeMap<Field, (Value, u8)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolved {
    pub value: Option<Value>,
    pub floor: Option<Value>,
    /// The row of the table, where there is a value.
    pub source: Option<usize>,
    pub confidence: Option<u8>,
}

pub fn resolve(said: &Said, trust: ServerTrust, how: How, least: &BTreeMap<Field, u8>) -> BTreeMap<Field, Resolved> {
    let inference = said.inference.iter().map(|(field, (value, _))| (*field, Claim::known(value.clone()))).collect();
    let rows = [derive(&said.operator), derive(&said.project), derive(&said.catalogue), derive(&said.declaration), derive(&inference)];
    let premises = |row: usize, field: Field| {
        let mut all = rows[row].get(&field).map(|entry| entry.from.clone()).unwrap_or_default();
        loop {
            let more: BTreeSet<Field> = all.iter().filter_map(|field| rows[row].get(field)).flat_map(|entry| entry.from.clone()).collect();
            if more.is_subset(&all) {
                return all;
            }
            all.extend(more);
        }
    };
    let confidence = |field: Field| {
        let mut of = premises(4, field);
        of.insert(field);
        of.iter().filter_map(|field| said.inference.get(field)).map(|(_, confidence)| *confidence).min()
    };
    // true: stands; false: tightens; None: silent.
    let stands = |row: usize, field: Field| match row {
        0 => Some(true),
        1 => Some(false),
        2 => Some(said.verified),
        3 => Some(trust == ServerTrust::Trusted),
        _ => match (trust, how) {
            (ServerTrust::Untrusted, _) => Some(false),
            (_, How::Ignore) => None,
            (_, How::Advise) => Some(false),
            (_, How::Accept) => Some(confidence(field).is_some_and(|c| c >= least.get(&field).copied().unwrap_or(0))),
        },
    };
    let mut demoted: BTreeSet<(usize, Field)> = BTreeSet::new();
    loop {
        let mut profile = BTreeMap::new();
        for field in Field::ALL.iter().copied() {
            let role = |row: usize| stands(row, field).map(|stands| stands && !demoted.contains(&(row, field)));
            let value_of = |row: usize| rows[row].get(&field).and_then(|entry| entry.value.clone());
            let standing = (0..5).find(|row| role(*row) == Some(true) && value_of(*row).is_some());
            let mut value = standing.and_then(value_of);
            let mut source = standing;
            let mut unknown = standing.is_none();
            for row in (0..5).filter(|row| Some(*row) != standing && standing != Some(0)) {
                let (Some(entry), Some(stands)) = (rows[row].get(&field), role(row)) else { continue };
                let below = standing.is_some_and(|standing| row > standing);
                if entry.unknown && !(stands && below) {
                    unknown = true;
                }
                let least = if stands { entry.floor.clone() } else { entry.value.clone().or(entry.floor.clone()) };
                if let Some(least) = least {
                    source = source.or(Some(row));
                    value = Some(value.map_or(least.clone(), |old| old.join(&least, field)));
                }
            }
            let greatest = value.is_some() && value == Value::most_restrictive(field);
            let resolved = if unknown && !greatest {
                Resolved { value: None, floor: value, source: None, confidence: None }
            } else {
                let confidence = if source == Some(4) { confidence(field) } else { None };
                Resolved { value, floor: None, source, confidence }
            };
            profile.insert(field, resolved);
        }
        let mut again = false;
        for row in 1..5 {
            for field in Field::ALL.iter().copied() {
                let has_value = rows[row].get(&field).is_some_and(|entry| entry.value.is_some());
                if stands(row, field) != Some(true) || demoted.contains(&(row, field)) || !has_value {
                    continue;
                }
                let raised = premises(row, field).into_iter().any(|premise| {
                    let now = &profile[&premise];
                    match rows[row].get(&premise) {
                        None => now.value.as_ref().or(now.floor.as_ref()).is_some_and(|value| value.rank(premise) > Some(0)),
                        Some(Entry { value: Some(was), .. }) => now.value.as_ref().is_none_or(|now| was.join(now, premise) != *was),
                        Some(_) => false,
                    }
                });
                if raised {
                    demoted.insert((row, field));
                    again = true;
                }
            }
        }
        if !again {
            return profile;
        }
    }
}

// ---------------------------------------------------------------- decide

/// false < unknown < true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum T {
    F,
    U,
    T,
}

/// A condition, as the generator makes it.
#[derive(Debug, Clone)]
pub enum Cond {
    All(Vec<Cond>),
    Any(Vec<Cond>),
    Not(Box<Cond>),
    /// The words that fit.
    In(Field, Vec<String>),
    AtLeast(Field, String),
    AtMost(Field, String),
    Provenance(Field, Vec<usize>),
    Confidence(Field, u8),
    Finding(bool),
    BelowMinTrust,
    Tool(bool),
    Mode(usize),
    /// The argument `a` is this number.
    Argument(i64),
}

pub struct World<'a> {
    pub profile: &'a BTreeMap<Field, Resolved>,
    pub finding: bool,
    pub mode: usize,
    /// Elements of the argument `a`; `None` without a call.
    pub argument: Option<Vec<i64>>,
    pub trust_level: Option<u8>,
}

/// Every word of the field, with its rank.
pub fn words(field: Field) -> Vec<(String, u8)> {
    fn of<W: Word>() -> Vec<(String, u8)> {
        W::ALL.iter().map(|word| (word.word().to_owned(), word.rank())).collect()
    }
    match field {
        Field::Category => of::<Category>(),
        Field::RiskLevel => of::<RiskLevel>(),
        Field::BlastRadius => of::<BlastRadius>(),
        Field::Reversibility => of::<Reversibility>(),
        Field::Approval => of::<Approval>(),
        Field::MinTrustLevel => of::<TrustLevel>(),
        Field::Outcome => of::<Outcome>(),
        Field::Destination => of::<Destination>(),
        Field::Source => of::<Source>(),
        Field::InputSensitivity | Field::ReturnSensitivity => of::<DataClass>(),
        Field::SideEffects => ["cost", "state_loss", "downtime"].map(|word| (word.to_owned(), 0)).to_vec(),
        _ => [false, true].map(|value| (value.to_string(), Value::Bool(value).rank(field).unwrap())).to_vec(),
    }
}

/// The elements of a value; of an empty set, `none`.
fn elements(value: &Value) -> Vec<String> {
    let list: Vec<String> = match value {
        Value::Bool(value) => vec![value.to_string()],
        Value::Category(word) => vec![word.word().to_owned()],
        Value::RiskLevel(word) => vec![word.word().to_owned()],
        Value::BlastRadius(word) => vec![word.word().to_owned()],
        Value::Reversibility(word) => vec![word.word().to_owned()],
        Value::Approval(word) => vec![word.word().to_owned()],
        Value::MinTrustLevel(word) => vec![word.word().to_owned()],
        Value::Outcome(words) => words.iter().map(|word| word.word().to_owned()).collect(),
        Value::Destination(words) => words.iter().map(|word| word.word().to_owned()).collect(),
        Value::Source(words) => words.iter().map(|word| word.word().to_owned()).collect(),
        Value::Sensitivity(sensitivity) => sensitivity.classes().iter().map(|word| word.word().to_owned()).collect(),
        Value::SideEffects(effects) => effects.iter().cloned().collect(),
    };
    if list.is_empty() { vec!["none".to_owned()] } else { list }
}

fn subsets<W: Copy>(words: &[W]) -> Vec<Vec<W>> {
    (0..1_usize << words.len())
        .map(|bits| words.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, word)| *word).collect())
        .collect()
}

/// Every value that the field can have.
pub fn universe(field: Field) -> Vec<Value> {
    fn singles<W: Word>() -> Vec<Value>
    where
        Value: From<W>,
    {
        W::ALL.iter().map(|word| Value::from(*word)).collect()
    }
    match field {
        Field::Category => singles::<Category>(),
        Field::RiskLevel => singles::<RiskLevel>(),
        Field::BlastRadius => singles::<BlastRadius>(),
        Field::Reversibility => singles::<Reversibility>(),
        Field::Approval => singles::<Approval>(),
        Field::MinTrustLevel => singles::<TrustLevel>(),
        Field::Outcome => subsets(Outcome::ALL).into_iter().filter(|s| !s.is_empty()).map(|s| Words::from_iter(s).into()).collect(),
        Field::Destination => subsets(Destination::ALL).into_iter().filter(|s| !s.is_empty()).map(|s| Words::from_iter(s).into()).collect(),
        Field::Source => subsets(Source::ALL).into_iter().map(|s| Words::from_iter(s).into()).collect(),
        Field::InputSensitivity | Field::ReturnSensitivity => subsets(DataClass::ALL)
            .into_iter()
            .map(|classes| {
                let mut sensitivity = Sensitivity::none();
                classes.into_iter().for_each(|class| sensitivity.insert(class));
                sensitivity.into()
            })
            .collect(),
        // The vocabulary is open: there is always one more word.
        Field::SideEffects => subsets(&["cost", "state_loss", "downtime", "external_notification", "another"])
            .into_iter()
            .map(|words| Value::SideEffects(words.into_iter().map(str::to_owned).collect()))
            .collect(),
        _ => vec![false.into(), true.into()],
    }
}

/// A test on a field: true where it is for every value that the profile leaves open.
fn field(world: &World<'_>, field: Field, any: bool, fits: &dyn Fn(&str) -> bool) -> T {
    let test = |value: &Value| {
        let elements = elements(value);
        if any { elements.iter().any(|word| fits(word)) } else { elements.iter().all(|word| fits(word)) }
    };
    let resolved = &world.profile[&field];
    let open: Vec<bool> = match &resolved.value {
        Some(value) => vec![test(value)],
        None => {
            // A single value is at least the floor; a set is the floor and any claim more.
            let single = !matches!(field.kind(), Kind::Set | Kind::Possible);
            let floor = resolved.floor.as_ref();
            (universe(field).iter())
                .filter(|value| !single || floor.is_none_or(|floor| floor.at_most(value, field)))
                .map(|value| if single { value.clone() } else { floor.map_or_else(|| value.clone(), |floor| floor.join(value, field)) })
                .map(|value| test(&value))
                .collect()
        }
    };
    if open.iter().all(|holds| *holds) {
        T::T
    } else if open.iter().any(|holds| *holds) {
        T::U
    } else {
        T::F
    }
}

fn eval(cond: &Cond, world: &World<'_>, deny: bool, allow: bool, negated: bool) -> T {
    let any = !allow != negated;
    let rank = |of: Field, word: &str| words(of).into_iter().find(|(w, _)| w == word).unwrap().1;
    match cond {
        Cond::All(parts) => parts.iter().map(|part| eval(part, world, deny, allow, negated)).min().unwrap(),
        Cond::Any(parts) => parts.iter().map(|part| eval(part, world, deny, allow, negated)).max().unwrap(),
        Cond::Not(part) => match eval(part, world, deny, allow, !negated) {
            T::T => T::F,
            T::U => T::U,
            T::F => T::T,
        },
        Cond::In(of, fits) => field(world, *of, any, &|word| fits.iter().any(|fit| fit == word)),
        Cond::AtMost(of, most) => field(world, *of, any, &|word| rank(*of, word) <= rank(*of, most)),
        Cond::AtLeast(of, least) => {
            if deny && !negated && world.profile[of].value.is_none() {
                return T::T;
            }
            field(world, *of, any, &|word| rank(*of, word) >= rank(*of, least))
        }
        Cond::BelowMinTrust => match world.trust_level {
            None | Some(5) => T::F,
            Some(level) => eval(&Cond::AtLeast(Field::MinTrustLevel, (level + 1).to_string()), world, deny, allow, negated),
        },
        Cond::Provenance(of, sources) => match world.profile[of].source {
            Some(source) if sources.contains(&source) => T::T,
            Some(_) => T::F,
            None => T::U,
        },
        Cond::Confidence(of, least) => match &world.profile[of] {
            Resolved { value: None, .. } => T::U,
            Resolved { confidence, .. } if confidence.unwrap_or(100) >= *least => T::T,
            _ => T::F,
        },
        Cond::Finding(wanted) => {
            if *wanted == world.finding {
                T::T
            } else {
                T::F
            }
        }
        Cond::Tool(fits) => {
            if *fits {
                T::T
            } else {
                T::F
            }
        }
        Cond::Mode(mode) => {
            if *mode == world.mode {
                T::T
            } else {
                T::F
            }
        }
        Cond::Argument(number) => match &world.argument {
            None => T::U,
            Some(elements) => {
                let fit = |element: &i64| element == number;
                if elements.is_empty() {
                    T::U
                } else if if any { elements.iter().any(fit) } else { elements.iter().all(fit) } {
                    T::T
                } else {
                    T::F
                }
            }
        },
    }
}

pub const DENY: u32 = 1_000;

#[derive(Debug, Clone)]
pub struct Rule {
    /// 0 allow, n ask, 1000 deny.
    pub does: u32,
    pub is_final: bool,
    pub when: Option<Cond>,
}

#[derive(Debug, Clone)]
pub struct LayerModel {
    /// 0 organisation, 1 user, 2 project.
    pub kind: u8,
    pub rules: Vec<Rule>,
    pub default: Option<u32>,
    pub unknown_denies: bool,
    pub short_denies: Option<bool>,
    pub headless_denies: Option<bool>,
    pub may_allow: bool,
    pub trust_level: Option<u8>,
}

/// Effect, as a number, and whether it was changed at the end. Each layer's trust level is the least so far; under
/// each of them the layers are asked, and the strictest answer counts.
pub fn decide(layers: &[LayerModel], world: &World<'_>, headless: bool, available: Option<u32>) -> (u32, bool) {
    let so_far = |at: usize| layers[..=at].iter().filter_map(|layer| layer.trust_level).min();
    let asked = (0..layers.len()).rev().map(|at| decide_at(layers, world, headless, available, so_far(at)));
    asked.reduce(|strictest, other| if other.0 > strictest.0 { other } else { strictest }).unwrap()
}

fn decide_at(layers: &[LayerModel], world: &World<'_>, headless: bool, available: Option<u32>, trust_level: Option<u8>) -> (u32, bool) {
    let may_allow = layers.iter().any(|layer| layer.kind < 2 && layer.may_allow);
    let world = World { trust_level, argument: world.argument.clone(), ..*world };
    let mut hard = vec![0];
    // For each layer outermost first: its soft opinion and its soft floors.
    let mut soft: Vec<(Option<u32>, Vec<u32>)> = Vec::new();
    for layer in layers {
        let tight = layer.kind == 2 && !may_allow;
        let truth = |rule: &Rule| rule.when.as_ref().map_or(T::T, |when| eval(when, &world, rule.does == DENY, rule.does == 0, false));
        let rules: Vec<(&Rule, T)> = layer.rules.iter().map(|rule| (rule, truth(rule))).collect();
        if rules.iter().any(|(rule, truth)| rule.does == DENY && *truth == T::T) {
            return (DENY, false);
        }
        let unknown_denies = rules.iter().filter(|(rule, truth)| rule.does == DENY && *truth == T::U).count();
        hard.extend((0..unknown_denies).map(|_| if layer.unknown_denies { DENY } else { 1 }));
        let others: Vec<&(&Rule, T)> = rules.iter().filter(|(rule, _)| rule.does != DENY && !(tight && rule.does == 0)).collect();
        let opinion = others.iter().position(|(_, truth)| *truth == T::T);
        let before = &others[..opinion.unwrap_or(others.len())];
        let (finals, rest): (Vec<&(&Rule, T)>, Vec<&(&Rule, T)>) =
            before.iter().copied().filter(|(rule, truth)| rule.does > 0 && *truth == T::U).partition(|(rule, _)| rule.is_final || tight);
        hard.extend(finals.iter().map(|(rule, _)| rule.does));
        let opinion = opinion.map(|at| others[at].0);
        hard.extend(opinion.filter(|rule| rule.is_final || tight).map(|rule| rule.does));
        soft.push((opinion.filter(|_| !tight).map(|rule| rule.does), rest.iter().map(|(rule, _)| rule.does).collect()));
    }
    let innermost = soft.iter().rposition(|(opinion, _)| opinion.is_some());
    let mut effect = match innermost {
        Some(at) => soft[at].0.unwrap(),
        None => layers.iter().filter(|layer| layer.kind < 2 || may_allow).find_map(|layer| layer.default).unwrap_or(1),
    };
    effect = effect.max(hard.into_iter().max().unwrap());
    effect = effect.max(soft[innermost.unwrap_or(0)..].iter().flat_map(|(_, floors)| floors.clone()).max().unwrap_or(0));
    if effect == 0 || effect == DENY {
        return (effect, false);
    }
    if headless || available == Some(0) {
        let denies = layers.iter().filter_map(|layer| layer.headless_denies).max().unwrap_or(true);
        return (if denies { DENY } else { effect }, true);
    }
    match available {
        Some(available) if available < effect => {
            let denies = layers.iter().filter_map(|layer| layer.short_denies).max().unwrap_or(true);
            (if denies { DENY } else { available }, true)
        }
        _ => (effect, false),
    }
}
