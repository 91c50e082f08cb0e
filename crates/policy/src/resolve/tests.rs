use mcp_tool_risk_types::*;

use super::*;

fn claims<const N: usize>(given: [(Field, Value); N]) -> FieldMap<Claim> {
    given.into_iter().map(|(field, value)| (field, Claim::known(value))).collect()
}

fn inferred<const N: usize>(given: [(Field, Value); N], confidence: u8) -> FieldMap<Inferred> {
    given.into_iter().map(|(field, value)| (field, Inferred { value, confidence })).collect()
}

const ACCEPT: InferenceMode = InferenceMode::Accept;

fn at(sources: &Sources, trust: ServerTrust, mode: InferenceMode) -> RiskProfile {
    resolve(sources, trust, &InferenceUse::mode(mode))
}

#[test]
fn nothing_known_is_the_most_restrictive_bucket() {
    let profile = at(&Sources::default(), ServerTrust::Trusted, ACCEPT);
    assert_eq!(profile.unknown().iter().count(), FIELD_COUNT);
    assert_eq!(profile.shown(Field::RiskLevel), Some(RiskLevel::Critical.into()));
    assert_eq!(profile.shown(Field::Approval), Some(Approval::Multi.into()));
    assert_eq!(profile.shown(Field::MinTrustLevel), Some(TrustLevel::Autonomous.into()));
    assert_eq!(profile.shown(Field::RequiresReview), Some(true.into()));
    assert_eq!(profile.fields.get(Field::RiskLevel).unwrap().provenance, Provenance::Default);
}

/// The table of sources against trust, for a source that says medium.
#[test]
fn who_stands_and_who_tightens() {
    let medium = || claims([(Field::RiskLevel, RiskLevel::Medium.into())]);
    let unverified = |verified| Sources { catalogue: CatalogueClaims { claims: medium(), verified }, ..Default::default() };
    let sources = [
        ("override", Sources { operator: medium(), ..Default::default() }, [true, true, true]),
        ("verified catalogue", unverified(true), [true, true, true]),
        ("catalogue", unverified(false), [false, false, false]),
        ("project", Sources { project: medium(), ..Default::default() }, [false, false, false]),
        ("declaration", Sources { declaration: medium(), ..Default::default() }, [false, false, true]),
        (
            "inference",
            Sources { inference: inferred([(Field::RiskLevel, RiskLevel::Medium.into())], 50), ..Default::default() },
            [false, true, true],
        ),
    ];
    for (name, sources, stands) in sources {
        for (trust, stands) in [ServerTrust::Untrusted, ServerTrust::Known, ServerTrust::Trusted].into_iter().zip(stands) {
            let profile = at(&sources, trust, ACCEPT);
            let entry = profile.fields.get(Field::RiskLevel).unwrap();
            let medium = Some(RiskLevel::Medium.into());
            if stands {
                assert_eq!((&entry.value, &entry.floor), (&medium, &None), "{name} {trust}");
            } else {
                assert_eq!((&entry.value, &entry.floor), (&None, &medium), "{name} {trust}");
                assert_eq!(entry.provenance, Provenance::Default);
            }
        }
    }
}

#[test]
fn inference_by_mode_and_confidence() {
    let sources = Sources { inference: inferred([(Field::RiskLevel, RiskLevel::Low.into())], 50), ..Default::default() };
    let risk = |trust, how: &InferenceUse| resolve(&sources, trust, how).fields.get(Field::RiskLevel).unwrap().clone();
    let low = Some(Value::from(RiskLevel::Low));
    let entry = risk(ServerTrust::Known, &InferenceUse::mode(ACCEPT));
    assert_eq!((entry.value, entry.confidence), (low.clone(), Some(50)));
    let entry = risk(ServerTrust::Known, &InferenceUse::mode(InferenceMode::Advise));
    assert_eq!((entry.value, entry.floor), (None, low.clone()));
    let entry = risk(ServerTrust::Known, &InferenceUse::mode(InferenceMode::Ignore));
    assert_eq!((entry.value, entry.floor), (None, None));
    let strict = InferenceUse { mode: ACCEPT, least_confidence: FieldMap::from_iter([(Field::RiskLevel, 60)]) };
    let entry = risk(ServerTrust::Known, &strict);
    assert_eq!((entry.value, entry.floor), (None, low));
}

#[test]
fn an_untrusted_server_cannot_lower() {
    let sources = Sources {
        declaration: claims([(Field::ReadOnlyHint, true.into()), (Field::RiskLevel, RiskLevel::Low.into())]),
        inference: inferred([(Field::Category, Category::Delete.into())], 90),
        ..Default::default()
    };
    let profile = at(&sources, ServerTrust::Known, ACCEPT);
    assert_eq!(profile.value(Field::Category), Some(&Category::Delete.into()));
    assert_eq!(profile.value(Field::RiskLevel), Some(&RiskLevel::High.into()));
    let conflicts = &profile.fields.get(Field::RiskLevel).unwrap().conflicts;
    assert_eq!(conflicts, &[Conflict { source: Provenance::Declaration, value: Some(RiskLevel::Low.into()) }]);
}

#[test]
fn a_known_server_can_tighten_and_derived_values_follow() {
    let sources = Sources {
        declaration: claims([(Field::DestructiveHint, true.into())]),
        inference: inferred([(Field::Category, Category::Read.into())], 90),
        ..Default::default()
    };
    let profile = at(&sources, ServerTrust::Known, ACCEPT);
    let category = profile.fields.get(Field::Category).unwrap();
    assert_eq!(category.value, Some(Category::Delete.into()));
    assert_eq!((category.provenance, category.raised_by.as_slice()), (Provenance::Inference, &[Provenance::Declaration][..]));
    // The inferred low risk was derived from the category that was raised, so it doesn't stand any more.
    let risk = profile.fields.get(Field::RiskLevel).unwrap();
    assert_eq!((&risk.value, &risk.floor), (&None, &Some(RiskLevel::High.into())));
}

#[test]
fn an_override_is_final_both_ways_and_differences_are_reported() {
    let sources = Sources {
        operator: claims([(Field::Category, Category::Read.into())]),
        declaration: claims([(Field::RiskLevel, RiskLevel::High.into()), (Field::Destination, Destination::Public.into())]),
        ..Default::default()
    };
    let profile = at(&sources, ServerTrust::Untrusted, ACCEPT);
    let risk = profile.fields.get(Field::RiskLevel).unwrap();
    assert_eq!((&risk.value, risk.provenance), (&Some(RiskLevel::Low.into()), Provenance::Override));
    assert_eq!(risk.conflicts[0].source, Provenance::Declaration);
    // Fields without a value of the operator's are tightened by others; a floor at the top is the value.
    let destination = profile.fields.get(Field::Destination).unwrap();
    assert_eq!(destination.value, Some(Destination::Public.into()));
}

#[test]
fn a_trusted_declaration_stands_above_the_inference_and_gaps_are_reported() {
    let sources = Sources {
        declaration: claims([(Field::RiskLevel, RiskLevel::Low.into())]),
        inference: inferred([(Field::RiskLevel, RiskLevel::High.into())], 90),
        ..Default::default()
    };
    let profile = at(&sources, ServerTrust::Trusted, ACCEPT);
    assert_eq!(profile.value(Field::RiskLevel), Some(&RiskLevel::Low.into()));
    let risk: Vec<&Diagnostic> = profile.diagnostics.iter().filter(|d| d.pointer == "/riskLevel").collect();
    assert_eq!(risk[0].code, Code::DeclarationGap);
    // Under `advise` the inference tightens.
    let profile = at(&sources, ServerTrust::Trusted, InferenceMode::Advise);
    assert_eq!(profile.value(Field::RiskLevel), Some(&RiskLevel::High.into()));
}

#[test]
fn what_is_not_understood_joins_as_unknown() {
    let mut sources = Sources { inference: inferred([(Field::RiskLevel, RiskLevel::Low.into())], 90), ..Default::default() };
    sources.declaration.insert(Field::RiskLevel, Claim::unknown());
    let risk = at(&sources, ServerTrust::Known, ACCEPT).fields.get(Field::RiskLevel).unwrap().clone();
    assert_eq!((risk.value, risk.floor, risk.provenance), (None, Some(RiskLevel::Low.into()), Provenance::Default));
}

#[test]
fn equal_words_keep_the_standing_one() {
    let sources = Sources {
        declaration: claims([(Field::Category, Category::Observe.into())]),
        inference: inferred([(Field::Category, Category::Read.into())], 90),
        ..Default::default()
    };
    let category = at(&sources, ServerTrust::Known, ACCEPT).fields.get(Field::Category).unwrap().clone();
    assert_eq!((category.value, category.raised_by.len()), (Some(Category::Read.into()), 0));
}
