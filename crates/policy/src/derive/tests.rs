//! The rules, and a brute-force check of what must hold of all of them.

use mcp_tool_risk_types::*;

use super::settle::{Bound, LINES, close};
use super::{derive, derive_by};

type Source = FieldMap<Claim>;

fn source<const N: usize>(given: [(Field, Value); N]) -> Source {
    given.into_iter().map(|(field, value)| (field, Claim::known(value))).collect()
}

fn effects<const N: usize>(words: [&str; N]) -> Value {
    Value::SideEffects(words.iter().map(|word| (*word).to_owned()).collect())
}

#[test]
fn nothing_follows_from_nothing() {
    let derived = derive(&Source::new());
    assert_eq!(derived.fields.iter().count(), 0);
    assert!(derived.diagnostics.is_empty());
}

#[test]
fn a_category_fills_everything_but_what_needs_evidence() {
    let derived = derive(&source([(Field::Category, Category::Read.into())]));
    let value = |field| derived.value(field).cloned();
    assert_eq!(value(Field::RiskLevel), Some(RiskLevel::Low.into()));
    assert_eq!(value(Field::Outcome), Some(Outcome::Benign.into()));
    assert_eq!(value(Field::Reversibility), Some(Reversibility::Auto.into()));
    assert_eq!(value(Field::RequiresReview), Some(false.into()));
    assert_eq!(value(Field::Approval), Some(Approval::None.into()));
    assert_eq!(value(Field::MinTrustLevel), Some(TrustLevel::Observer.into()));
    assert_eq!(value(Field::ReadOnlyHint), Some(true.into()));
    assert_eq!(value(Field::DestructiveHint), Some(false.into()));
    assert_eq!(value(Field::BlastRadius), Some(BlastRadius::Item.into()));
    assert_eq!(value(Field::Destination), None);
    assert_eq!(value(Field::IdempotentHint), None);
    assert_eq!(derived.fields.get(Field::RiskLevel).unwrap().derived_from, crate::Fields::of(Field::Category));
}

#[test]
fn a_contradiction_is_raised_and_reported() {
    let derived = derive(&source([(Field::Category, Category::Read.into()), (Field::DestructiveHint, true.into())]));
    assert_eq!(derived.value(Field::Category), Some(&Category::Delete.into()));
    assert_eq!(derived.value(Field::RiskLevel), Some(&RiskLevel::High.into()));
    assert_eq!(derived.diagnostics.len(), 1);
    assert_eq!(derived.diagnostics[0].code, Code::Contradiction);
    assert_eq!(derived.diagnostics[0].pointer, "/category");
    assert!(derived.diagnostics[0].message.contains("destructiveHint"), "{}", derived.diagnostics[0].message);
}

#[test]
fn a_delete_into_a_trash_is_a_legitimate_claim() {
    let given = source([
        (Field::Category, Category::Delete.into()),
        (Field::Reversibility, Reversibility::Manual.into()),
        (Field::RiskLevel, RiskLevel::Medium.into()),
    ]);
    let derived = derive(&given);
    assert!(derived.diagnostics.is_empty());
    assert_eq!(derived.value(Field::Outcome), Some(&Outcome::Consequential.into()));
    assert_eq!(derived.value(Field::RiskLevel), Some(&RiskLevel::Medium.into()));
    assert_eq!(derived.value(Field::RequiresReview), None);
}

#[test]
fn at_least_rows_alone_give_floors() {
    let derived = derive(&source([(Field::ReadOnlyHint, false.into())]));
    let category = derived.fields.get(Field::Category).unwrap();
    assert_eq!((category.value.as_ref(), category.floor.as_ref()), (None, Some(&Category::Mutate.into())));
    // What hangs on a floor is one.
    let risk = derived.fields.get(Field::RiskLevel).unwrap();
    assert_eq!((risk.value.as_ref(), risk.floor.as_ref()), (None, Some(&RiskLevel::Medium.into())));

    let derived = derive(&source([(Field::ReturnSensitivity, DataClass::Credentials.into())]));
    let risk = derived.fields.get(Field::RiskLevel).unwrap();
    assert_eq!((risk.value.as_ref(), risk.floor.as_ref()), (None, Some(&RiskLevel::High.into())));
    // A floor at the greatest value is that value.
    assert_eq!(derived.value(Field::RequiresReview), Some(&true.into()));
    assert_eq!(derived.fields.get(Field::Approval).unwrap().floor, Some(Approval::Single.into()));
}

#[test]
fn an_at_least_row_raises_what_another_row_gives() {
    let derived = derive(&source([(Field::Category, Category::Read.into()), (Field::ReturnSensitivity, DataClass::Pii.into())]));
    assert_eq!(derived.value(Field::RiskLevel), Some(&RiskLevel::Medium.into()));
    assert_eq!(derived.value(Field::RequiresReview), Some(&false.into()));
    assert_eq!(derived.value(Field::MinTrustLevel), Some(&TrustLevel::Assistant.into()));
}

#[test]
fn an_unknown_claim_is_no_premise() {
    let mut given = Source::new();
    given.insert(Field::Category, Claim::unknown());
    let derived = derive(&given);
    let category = derived.fields.get(Field::Category).unwrap();
    assert!(category.unknown && category.value.is_none() && category.floor.is_none());
    assert_eq!(derived.fields.iter().count(), 1);
    // What others imply is its floor.
    given.insert(Field::DestructiveHint, Claim::known(true));
    assert_eq!(derive(&given).fields.get(Field::Category).unwrap().floor, Some(Category::Delete.into()));
}

#[test]
fn the_worked_tools_of_the_drafts() {
    let send = derive(&source([
        (Field::Destination, Destination::Public.into()),
        (Field::Outcome, Outcome::Irreversible.into()),
        (Field::Source, mcp_tool_risk_types::Source::System.into()),
        (Field::ReturnSensitivity, DataClass::None.into()),
    ]));
    assert_eq!(send.value(Field::RiskLevel), Some(&RiskLevel::High.into()));
    assert_eq!(send.value(Field::RequiresReview), Some(&true.into()));
    assert_eq!(send.value(Field::OpenWorldHint), Some(&true.into()));
    assert_eq!(send.fields.get(Field::Category).unwrap().floor, Some(Category::Mutate.into()));
    let drafts = derive(&source([
        (Field::Destination, Destination::Ephemeral.into()),
        (Field::Outcome, Outcome::Benign.into()),
        (Field::Source, mcp_tool_risk_types::Source::User.into()),
        (Field::ReturnSensitivity, DataClass::Pii.into()),
    ]));
    assert_eq!(drafts.value(Field::Category), Some(&Category::Read.into()));
    assert_eq!(drafts.value(Field::RiskLevel), Some(&RiskLevel::Medium.into()));
    assert_eq!(drafts.value(Field::RequiresReview), Some(&false.into()));
}

/// Every claim of a field that a rule can tell apart; `None` is "not given".
fn claims(field: Field) -> Vec<Option<Claim>> {
    fn words<W: Word>(claims: &mut Vec<Option<Claim>>)
    where
        Value: From<W>,
    {
        claims.extend(W::ALL.iter().map(|word| Some(Claim::known(*word))));
    }
    let mut claims = vec![None, Some(Claim::unknown())];
    match field {
        Field::Category => words::<Category>(&mut claims),
        Field::RiskLevel => words::<RiskLevel>(&mut claims),
        Field::Reversibility => words::<Reversibility>(&mut claims),
        Field::Approval => words::<Approval>(&mut claims),
        Field::Outcome => {
            words::<Outcome>(&mut claims);
            let both = Words::from_iter([Outcome::Benign, Outcome::Irreversible]);
            claims.push(Some(Claim::known(both)));
            claims.push(Some(Claim { value: Some(Outcome::Consequential.into()), unknown: true }));
        }
        Field::Destination => words::<Destination>(&mut claims),
        Field::Source => {
            claims.push(Some(Claim::known(mcp_tool_risk_types::Source::User)));
            let wider = Words::from_iter([mcp_tool_risk_types::Source::User, mcp_tool_risk_types::Source::UntrustedPublic]);
            claims.push(Some(Claim::known(wider)));
            claims.push(Some(Claim { value: Some(mcp_tool_risk_types::Source::UntrustedPublic.into()), unknown: true }));
        }
        Field::ReturnSensitivity => {
            claims.push(Some(Claim::known(DataClass::None)));
            claims.push(Some(Claim::known(DataClass::Pii)));
            let mut both = Sensitivity::of(DataClass::Pii);
            both.insert(DataClass::Credentials);
            claims.push(Some(Claim::known(both)));
        }
        Field::SideEffects => {
            claims.push(Some(Claim::known(Texts::new())));
            claims.push(Some(Claim::known(effects(["state_loss"]))));
            claims.push(Some(Claim::known(effects(["external_notification", "state_loss"]))));
        }
        Field::ReadOnlyHint | Field::DestructiveHint | Field::RequiresReview | Field::OpenWorldHint => {
            claims.extend([true, false].map(|value| Some(Claim::known(value))));
        }
        _ => {}
    }
    claims
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

fn random_source(random: &mut Random) -> Source {
    let mut source = Source::new();
    for field in Field::ALL {
        // Mostly few fields, as sources are, and sometimes all.
        let options = claims(*field);
        if random.below(3) > 0
            && let Some(claim) = &options[random.below(options.len())]
        {
            source.insert(*field, claim.clone());
        }
    }
    source
}

/// The number of random cases; the full check sets it higher.
fn cases() -> usize {
    std::env::var("PROPERTY_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(3_000)
}

#[test]
fn the_order_of_the_lines_does_not_matter() {
    let mut random = Random(0x5eed);
    for _ in 0..cases() {
        let source = random_source(&mut random);
        let mut lines = LINES.to_vec();
        for i in (1..lines.len()).rev() {
            lines.swap(i, random.below(i + 1));
        }
        let (a, b) = (derive(&source), derive_by(&source, &lines));
        for field in Field::ALL {
            let view = |derived: &super::Derived| {
                derived.fields.get(*field).map(|entry| (entry.value.clone(), entry.floor.clone(), entry.unknown))
            };
            assert_eq!(view(&a), view(&b), "{field:?} of {source:?}");
        }
    }
}

#[test]
fn a_derived_source_contradicts_itself_no_more() {
    let mut random = Random(0xc105ed);
    for _ in 0..cases() {
        let source = random_source(&mut random);
        let derived = derive(&source);
        let known: FieldMap<Bound> =
            (derived.fields.iter()).filter_map(|(field, entry)| Some((field, super::bound(entry.value.as_ref()?)))).collect();
        let mut closed = known.clone();
        close(&mut closed, LINES);
        for (field, bound) in known.iter() {
            assert!(closed.get(field).unwrap().value.at_most(&bound.value, field), "{field:?} of {source:?}");
        }
        // Nothing given is lowered or lost.
        for (field, claim) in source.iter() {
            let entry = derived.fields.get(field).unwrap();
            if let (Some(before), Some(after)) = (&claim.value, entry.value.as_ref().or(entry.floor.as_ref())) {
                assert!(before.at_most(after, field), "{field:?} of {source:?}");
            }
        }
    }
}

#[test]
fn deriving_again_from_the_settled_fields_changes_nothing() {
    let mut random = Random(0x1de);
    for _ in 0..cases() {
        let source = random_source(&mut random);
        let derived = derive(&source);
        let settled: Source = source
            .iter()
            .map(|(field, claim)| {
                let entry = derived.fields.get(field).unwrap();
                let claim = match &entry.value {
                    Some(value) => Claim::known(value.clone()),
                    None => Claim { value: entry.floor.clone(), unknown: claim.unknown },
                };
                (field, claim)
            })
            .collect();
        let again = derive(&settled);
        assert!(again.diagnostics.is_empty(), "{:?} of {source:?}", again.diagnostics);
        for field in Field::ALL {
            assert_eq!(again.value(*field), derived.value(*field), "{field:?} of {source:?}");
        }
    }
}

/// Raising one given field never lowers any field: a value may become stricter or unknown, a floor may rise.
/// What was unknown may become known, and then it is at least the old floor: more is known then.
#[test]
fn raising_a_given_field_lowers_nothing() {
    let mut random = Random(0x7a15e);
    for _ in 0..cases() * 4 {
        let low = random_source(&mut random);
        let field = Field::ALL[random.below(FIELD_COUNT)];
        let Some(before) = low.get(field).filter(|claim| !claim.unknown).and_then(|claim| claim.value.clone()) else { continue };
        let options = claims(field);
        let Some(after) = options[random.below(options.len())].clone() else { continue };
        // A claim that isn't understood is no premise, so making one of a value is no raise in this sense.
        if after.unknown || !after.value.as_ref().is_some_and(|after| before.at_most(after, field)) {
            continue;
        }
        let mut high = low.clone();
        high.insert(field, after);
        let (a, b) = (derive(&low), derive(&high));
        for field in Field::ALL {
            let (was, is) = (a.fields.get(*field), b.fields.get(*field));
            let was = was.and_then(|was| was.value.as_ref().or(was.floor.as_ref()));
            if let (Some(was), Some(is)) = (was, is.and_then(|is| is.value.as_ref())) {
                assert!(was.at_most(is, *field), "{field:?}: {was:?} became {is:?} of\n{low:?}\n{high:?}");
            }
        }
    }
}
