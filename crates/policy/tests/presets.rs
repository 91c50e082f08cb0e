//! What the presets do.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "helpers of tests")]

use mcp_tool_risk_infer::Inferred;
use mcp_tool_risk_policy::{
    Context, EffectWord, InferenceUse, Mode, Notice, Policy, PreparedProfile, RiskProfile, Sources, preset, resolve,
};
use mcp_tool_risk_types::*;

fn policy(name: &str) -> Policy {
    Policy::compile(&[preset(name).unwrap()], &[]).unwrap()
}

fn claims(given: &[(Field, Value)]) -> FieldMap<Claim> {
    given.iter().map(|(field, value)| (*field, Claim::known(value.clone()))).collect()
}

fn profile(policy: &Policy, sources: &Sources, trust: ServerTrust) -> RiskProfile {
    resolve(sources, trust, &policy.server("server").inference)
}

/// The effect for a source, as `allow`, `ask 2`, `deny`.
fn effect(policy: &Policy, sources: &Sources, trust: ServerTrust) -> String {
    effect_in(policy, sources, trust, &Context::default())
}

fn effect_in(policy: &Policy, sources: &Sources, trust: ServerTrust, context: &Context<'_>) -> String {
    let prepared = PreparedProfile::new("server", "tool", &profile(policy, sources, trust));
    let decision = policy.decide(&prepared, context);
    match decision.effect() {
        EffectWord::Ask => format!("ask {}", decision.approvers()),
        other => other.word().to_owned(),
    }
}

fn declared(given: &[(Field, Value)]) -> Sources {
    Sources { declaration: claims(given), ..Default::default() }
}

fn inferred(given: &[(Field, Value)]) -> Sources {
    let inference = given.iter().map(|(field, value)| (*field, Inferred { value: value.clone(), confidence: 80 })).collect();
    Sources { inference, ..Default::default() }
}

fn operator(given: &[(Field, Value)]) -> Sources {
    Sources { operator: claims(given), ..Default::default() }
}

fn read_drafts() -> Vec<(Field, Value)> {
    vec![
        (Field::Destination, Destination::Ephemeral.into()),
        (Field::InputSensitivity, DataClass::None.into()),
        (Field::Outcome, Outcome::Benign.into()),
        (Field::Source, Source::User.into()),
        (Field::ReturnSensitivity, DataClass::Pii.into()),
    ]
}

fn list_inbox() -> Vec<(Field, Value)> {
    let mut tool = read_drafts();
    tool[3].1 = Source::UntrustedPublic.into();
    tool
}

fn send_email() -> Vec<(Field, Value)> {
    vec![
        (Field::Destination, Destination::Public.into()),
        (Field::InputSensitivity, DataClass::Pii.into()),
        (Field::Outcome, Outcome::Irreversible.into()),
        (Field::Source, Source::System.into()),
        (Field::ReturnSensitivity, DataClass::None.into()),
    ]
}

#[test]
fn the_worked_tools_of_the_drafts_under_balanced() {
    let balanced = policy("balanced");
    assert_eq!(effect(&balanced, &declared(&read_drafts()), ServerTrust::Trusted), "allow");
    assert_eq!(effect(&balanced, &declared(&list_inbox()), ServerTrust::Trusted), "ask 1");
    assert_eq!(effect(&balanced, &declared(&send_email()), ServerTrust::Trusted), "ask 1");
    let of = |tool: &[(Field, Value)]| profile(&balanced, &declared(tool), ServerTrust::Trusted);
    assert_eq!(of(&send_email()).value(Field::RequiresReview), Some(&true.into()));
    assert_eq!(of(&list_inbox()).value(Field::RequiresReview), Some(&false.into()));
    // From servers that nobody vouches for, none of it lowers anything.
    for trust in [ServerTrust::Untrusted, ServerTrust::Known] {
        for tool in [read_drafts(), list_inbox(), send_email()] {
            assert_eq!(effect(&balanced, &declared(&tool), trust), "ask 2", "{trust}");
        }
    }
}

#[test]
fn a_tool_about_which_nothing_is_known() {
    let nothing = Sources::default();
    for (name, expected) in
        [("strict", "ask 2"), ("balanced", "ask 2"), ("developer", "ask 2"), ("read-only", "deny"), ("unattended", "deny")]
    {
        assert_eq!(effect(&policy(name), &nothing, ServerTrust::Trusted), expected, "{name}");
    }
}

#[test]
fn grades_by_preset() {
    use Category as C;
    use RiskLevel as R;
    // strict, balanced, developer, read-only, unattended, for values that the operator gave.
    type Row<'a> = (&'a str, &'a [(Field, Value)], [&'a str; 5]);
    let table: [Row<'_>; 6] = [
        ("low read", &[(Field::Category, C::Read.into())], ["allow"; 5]),
        (
            "low change",
            &[(Field::Category, C::Mutate.into()), (Field::RiskLevel, R::Low.into()), (Field::Approval, Approval::None.into())],
            ["allow", "allow", "allow", "deny", "allow"],
        ),
        ("medium change", &[(Field::Category, C::Mutate.into())], ["ask 1", "ask 1", "allow", "deny", "deny"]),
        (
            "medium delete",
            &[
                (Field::Category, C::Delete.into()),
                (Field::RiskLevel, R::Medium.into()),
                (Field::Reversibility, Reversibility::Manual.into()),
            ],
            ["ask 1", "ask 1", "allow", "deny", "deny"],
        ),
        ("high delete", &[(Field::Category, C::Delete.into())], ["ask 1", "ask 1", "ask 1", "deny", "deny"]),
        ("critical", &[(Field::Category, C::Destroy.into())], ["ask 2", "ask 2", "ask 2", "deny", "deny"]),
    ];
    for (what, given, effects) in table {
        for (name, expected) in ["strict", "balanced", "developer", "read-only", "unattended"].into_iter().zip(effects) {
            assert_eq!(effect(&policy(name), &operator(given), ServerTrust::Known), expected, "{what} under {name}");
        }
    }
}

#[test]
fn inference_is_accepted_by_all_presets_but_strict() {
    let read = inferred(&[(Field::Category, Category::Read.into())]);
    for (name, expected) in
        [("strict", "ask 2"), ("balanced", "allow"), ("developer", "allow"), ("read-only", "allow"), ("unattended", "allow")]
    {
        assert_eq!(effect(&policy(name), &read, ServerTrust::Known), expected, "{name}");
        assert_ne!(effect(&policy(name), &read, ServerTrust::Untrusted), "allow", "{name}");
    }
    // Medium reads run where somebody vouches for them, and only then.
    let private = |given: &[(Field, Value)]| {
        let mut given = given.to_vec();
        given.extend(read_drafts());
        given
    };
    assert_eq!(effect(&policy("balanced"), &inferred(&private(&[])), ServerTrust::Known), "ask 1");
    assert_eq!(effect(&policy("balanced"), &operator(&private(&[])), ServerTrust::Known), "allow");
}

#[test]
fn below_min_trust() {
    let strict = |level: u8| {
        let own = format!(r#"{{"version":1,"extends":"strict","trustLevel":{level}}}"#);
        Policy::compile(&[&own], &[]).unwrap()
    };
    let medium = operator(&[(Field::Category, Category::Mutate.into())]);
    assert_eq!(effect(&strict(2), &medium, ServerTrust::Known), "deny");
    assert_eq!(effect(&strict(3), &medium, ServerTrust::Known), "ask 1");
    // Under a trust level, what is unknown counts as the most restrictive.
    assert_eq!(effect(&strict(4), &Sources::default(), ServerTrust::Known), "deny");
    assert_eq!(effect(&strict(5), &Sources::default(), ServerTrust::Known), "ask 2");
}

#[test]
fn who_is_there_to_be_asked() {
    let balanced = policy("balanced");
    let critical = operator(&[(Field::Category, Category::Destroy.into())]);
    let high = operator(&[(Field::Category, Category::Delete.into())]);
    let with = |approvers_available| Context { approvers_available, ..Context::default() };
    assert_eq!(effect_in(&balanced, &critical, ServerTrust::Known, &with(Some(2))), "ask 2");
    // One is there, two are wanted: `short` says ask.
    assert_eq!(effect_in(&balanced, &critical, ServerTrust::Known, &with(Some(1))), "ask 1");
    let strict_short = Policy::compile(&[r#"{"version":1,"extends":"balanced","short":"deny"}"#], &[]).unwrap();
    assert_eq!(effect_in(&strict_short, &critical, ServerTrust::Known, &with(Some(1))), "deny");
    let headless = Context { mode: Mode::Headless, ..Context::default() };
    for context in [with(Some(0)), headless] {
        assert_eq!(effect_in(&balanced, &high, ServerTrust::Known, &context), "deny");
        let prepared = PreparedProfile::new("server", "tool", &profile(&balanced, &high, ServerTrust::Known));
        let decision = balanced.decide(&prepared, &context);
        assert_eq!(decision.notice, Some(Notice::Headless { approvers: 1 }));
        let reasons = balanced.reasons(&decision);
        assert!(reasons.reason.contains("high-asks") && reasons.reason.contains("nobody is there"), "{}", reasons.reason);
        assert!(reasons.message.contains("nobody is there") && !reasons.message.contains("high-asks"), "{}", reasons.message);
    }
    // What runs unasked also runs with nobody there.
    assert_eq!(effect_in(&balanced, &operator(&[(Field::Category, Category::Read.into())]), ServerTrust::Known, &headless), "allow");
}

#[test]
fn presets_are_documents_with_their_intent() {
    for (name, text) in mcp_tool_risk_policy::PRESETS {
        let document: serde_json::Value = serde_json::from_str(text).unwrap();
        assert_eq!(document["name"], *name);
        assert!(document["description"].as_str().unwrap().len() > 40, "{name}");
        for rule in document["rules"].as_array().unwrap() {
            assert!(rule["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{name} {}", rule["id"]);
        }
        let policy = policy(name);
        assert_eq!(policy.digest().len(), "sha256:".len() + 64);
        let use_of = policy.server("any").inference;
        let expected = if *name == "strict" { "ignore" } else { "accept" };
        assert_eq!(use_of, InferenceUse::mode(use_of.mode));
        assert_eq!(use_of.mode.word(), expected);
    }
}
