//! What people complain about in other engines' rules, each shown solved.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "helpers of tests")]

use mcp_tool_risk_policy::*;
use mcp_tool_risk_types::json::parse;
use mcp_tool_risk_types::*;

fn policy(rules: &str) -> Policy {
    Policy::compile(&[&format!(r#"{{"version":1,"default":"allow","rules":[{rules}]}}"#)], &[])
        .unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn declared(given: &[(Field, Value)], trust: ServerTrust) -> RiskProfile {
    let claims = given.iter().map(|(field, value)| (*field, Claim::known(value.clone()))).collect();
    resolve(&Sources { declaration: claims, ..Default::default() }, trust, &InferenceUse::default())
}

fn effect(policy: &Policy, server: &str, tool: &str, profile: &RiskProfile) -> EffectWord {
    policy.decide(&PreparedProfile::new(server, tool, profile), &Context::default()).effect()
}

fn call(policy: &Policy, tool: &str, arguments: &str) -> EffectWord {
    let arguments = parse(arguments).unwrap().value;
    let context = Context { arguments: Some(&arguments), ..Context::default() };
    policy.decide(&PreparedProfile::new("server", tool, &RiskProfile::default()), &context).effect()
}

#[test]
fn a_wildcard_matches_wherever_it_stands() {
    for pattern in ["get_*", "*_user", "*", "g*_u*r", "get_user"] {
        let policy = policy(&format!(r#"{{"id":"d","effect":"deny","when":{{"tool":"{pattern}"}}}}"#));
        assert_eq!(effect(&policy, "any", "get_user", &RiskProfile::default()), EffectWord::Deny, "{pattern}");
    }
}

#[test]
fn one_rule_for_a_tool_of_every_server() {
    let policy = policy(r#"{"id":"d","effect":"deny","when":{"server":"*","tool":"delete_repo"}}"#);
    for server in ["github", "my_git_hub", "mcp__odd__name", ""] {
        assert_eq!(effect(&policy, server, "delete_repo", &RiskProfile::default()), EffectWord::Deny, "{server}");
    }
}

#[test]
fn names_are_never_glued_so_underscores_and_collisions_do_no_harm() {
    let policy = policy(r#"{"id":"d","effect":"deny","when":{"server":"a_b","tool":"c"}}"#);
    assert_eq!(effect(&policy, "a_b", "c", &RiskProfile::default()), EffectWord::Deny);
    assert_eq!(effect(&policy, "a", "b_c", &RiskProfile::default()), EffectWord::Allow);
    // Two servers with a tool of the same name are two tools.
    assert_eq!(effect(&policy, "other", "c", &RiskProfile::default()), EffectWord::Allow);
}

#[test]
fn a_condition_that_says_nothing_is_an_error_and_does_not_always_hold() {
    for key in ["all", "any", "not", "tool", "riskLevel"] {
        let document = format!(r#"{{"version":1,"rules":[{{"id":"a","effect":"allow","when":{{"{key}":null}}}}]}}"#);
        let errors = Policy::compile(&[&document], &[]).expect_err(key);
        assert_eq!((errors[0].code, errors[0].pointer.as_str()), (Code::WrongType, format!("/rules/0/when/{key}").as_str()));
    }
}

#[test]
fn a_rule_that_never_matches_is_an_error_or_a_finding_never_silence() {
    for when in [
        r#"{"tool":""}"#,
        r#"{"tool":[]}"#,
        r#"{"toolName":"x"}"#,
        r#"{"toolAnnotations":{"destructiveHint":true}}"#,
        r#"{"arguments":{"/a~b":"x"}}"#,
    ] {
        let document = format!(r#"{{"version":1,"rules":[{{"id":"a","effect":"deny","when":{when}}}]}}"#);
        assert!(Policy::compile(&[&document], &[]).is_err(), "{when}");
    }
    let policy = policy(r#"{"id":"bare","effect":"ask","when":{"tool":"gate"},"reason":"r"}"#);
    let found = policy.lint(Some(&[ToolName { server: "s", tool: "gate_open" }]));
    assert_eq!(found[0].code, LintCode::MatchesNoTool);
}

#[test]
fn an_ask_rule_is_enforced_and_a_dead_one_is_found() {
    let policy = policy(
        r#"{"id":"a","effect":"ask","when":{"tool":"push"}},{"id":"b","effect":"allow"},{"id":"c","effect":"ask","when":{"tool":"x"}}"#,
    );
    assert_eq!(effect(&policy, "s", "push", &RiskProfile::default()), EffectWord::Ask);
    assert_eq!(effect(&policy, "s", "x", &RiskProfile::default()), EffectWord::Allow);
    let shadowed = policy.lint(None).into_iter().find(|lint| lint.code == LintCode::Shadowed).unwrap();
    assert_eq!(shadowed.rule.as_deref(), Some("c"));
}

#[test]
fn a_deny_rule_does_not_miss_because_a_hint_is_absent() {
    let policy = policy(r#"{"id":"d","effect":"deny","when":{"destructiveHint":true}}"#);
    // Nothing is declared: nobody can tell, so it doesn't run unasked.
    assert_eq!(effect(&policy, "s", "t", &RiskProfile::default()), EffectWord::Ask);
    assert_eq!(effect(&policy, "s", "t", &declared(&[(Field::DestructiveHint, true.into())], ServerTrust::Untrusted)), EffectWord::Deny);
    // A server that nobody vouches for cannot say its way out of it.
    assert_eq!(effect(&policy, "s", "t", &declared(&[(Field::DestructiveHint, false.into())], ServerTrust::Untrusted)), EffectWord::Ask);
    assert_eq!(effect(&policy, "s", "t", &declared(&[(Field::DestructiveHint, false.into())], ServerTrust::Trusted)), EffectWord::Allow);
}

#[test]
fn a_deny_rule_on_an_argument_that_is_left_out_reads_the_default() {
    let policy = policy(r#"{"id":"d","effect":"deny","when":{"arguments":{"/force":true}}}"#);
    let schema = parse(r#"{"properties":{"force":{"default":true}}}"#).unwrap().value;
    let arguments = parse("{}").unwrap().value;
    let context = Context { arguments: Some(&arguments), schema: Some(&schema), ..Context::default() };
    let profile = PreparedProfile::new("s", "t", &RiskProfile::default());
    assert_eq!(policy.decide(&profile, &context).effect(), EffectWord::Deny);
}

#[test]
fn rules_on_arguments_see_the_value_and_its_type() {
    let policy = policy(r#"{"id":"d","effect":"deny","when":{"tool":"call_tool","arguments":{"/name":{"glob":"delete_*"}}}}"#);
    // One tool behind which hundreds stand: the inner name decides.
    assert_eq!(call(&policy, "call_tool", r#"{"name":"delete_all"}"#), EffectWord::Deny);
    assert_eq!(call(&policy, "call_tool", r#"{"name":"get_all"}"#), EffectWord::Allow);
    // Text that only looks like the value inside the JSON is not it.
    assert_eq!(call(&policy, "call_tool", r#"{"name":"get","note":"\"name\":\"delete_all\""}"#), EffectWord::Allow);
    // A value of another type doesn't slip through, and does not deny everything either.
    assert_eq!(call(&policy, "call_tool", r#"{"name":["delete_all"]}"#), EffectWord::Deny);
    assert_eq!(call(&policy, "call_tool", r#"{"name":7}"#), EffectWord::Ask);
}

#[test]
fn a_hostile_text_costs_no_time() {
    let policy = policy(r#"{"id":"d","effect":"deny","when":{"arguments":{"/q":{"regex":"(a+)+$"}}}}"#);
    let text = format!(r#"{{"q":"{}b"}}"#, "a".repeat(20_000));
    assert_eq!(call(&policy, "t", &text), EffectWord::Allow);
}

#[test]
fn reads_run_unasked_without_a_list_of_names() {
    let balanced = Policy::compile(&[preset("balanced").unwrap()], &[]).unwrap();
    let read = declared(&[(Field::Category, Category::Read.into())], ServerTrust::Trusted);
    assert_eq!(effect(&balanced, "s", "any_of_eighty_tools", &read), EffectWord::Allow);
}

#[test]
fn grades_are_compared_by_their_order() {
    let policy = policy(r#"{"id":"d","effect":"deny","when":{"riskLevel":{"atLeast":"high"}}}"#);
    for (risk, expected) in [
        (RiskLevel::Low, EffectWord::Allow),
        (RiskLevel::Medium, EffectWord::Allow),
        (RiskLevel::High, EffectWord::Deny),
        (RiskLevel::Critical, EffectWord::Deny),
    ] {
        assert_eq!(effect(&policy, "s", "t", &declared(&[(Field::RiskLevel, risk.into())], ServerTrust::Trusted)), expected, "{risk}");
    }
}

#[test]
fn plan_mode_is_a_rule_and_says_so() {
    let document = r#"{"version":1,"name":"mine","rules":[
        {"id":"plan","effect":"deny","when":{"mode":"plan","category":{"atLeast":"mutate"}},"reason":"Planning changes nothing."},
        {"id":"mine","effect":"allow","when":{"tool":"edit"}}]}"#;
    let policy = Policy::compile(&[document], &[]).unwrap();
    let change = declared(&[(Field::Category, Category::Mutate.into())], ServerTrust::Trusted);
    let profile = PreparedProfile::new("s", "edit", &change);
    assert_eq!(policy.decide(&profile, &Context::default()).effect(), EffectWord::Allow);
    let decision = policy.decide(&profile, &Context { mode: Mode::Plan, ..Context::default() });
    let reasons = policy.reasons(&decision);
    assert_eq!((decision.effect(), reasons.rule.as_deref()), (EffectWord::Deny, Some("plan")));
    assert!(reasons.reason.contains("Planning changes nothing."));
    // A hint that nobody vouches for is no way into plan mode's reads.
    let read_only = declared(&[(Field::ReadOnlyHint, true.into())], ServerTrust::Known);
    let preset = Policy::compile(&[preset("read-only").unwrap()], &[]).unwrap();
    assert_eq!(effect(&preset, "s", "edit", &read_only), EffectWord::Deny);
}

#[test]
fn partial_annotations_do_not_hide_a_tool_or_blow_up_the_rules() {
    let balanced = Policy::compile(&[preset("balanced").unwrap()], &[]).unwrap();
    let partial = declared(&[(Field::ReadOnlyHint, true.into())], ServerTrust::Trusted);
    let profile = PreparedProfile::new("s", "t", &partial);
    assert_eq!(balanced.visible(&profile, &Context::default()), Visibility::Offer);
    assert_eq!(balanced.decide(&profile, &Context::default()).effect(), EffectWord::Allow);
}

#[test]
fn headless_is_no_dead_end_and_says_that_it_was_an_ask() {
    let balanced = Policy::compile(&[preset("balanced").unwrap()], &[]).unwrap();
    let profile = PreparedProfile::new("s", "t", &RiskProfile::default());
    let headless = Context { mode: Mode::Headless, ..Context::default() };
    assert_eq!(balanced.decide(&profile, &headless).notice, Some(Notice::Headless { approvers: 2 }));
    // The operator's classification is the way out, and so is a host that can hold the call.
    let classified = r#"{"version":1,"extends":"balanced","overrides":[{"server":"s","tool":"t","set":{"category":"read"}}]}"#;
    let classified = Policy::compile(&[classified], &[]).unwrap();
    let claims = classified.overrides("s", "t").operator;
    let profile = resolve(&Sources { operator: claims, ..Default::default() }, ServerTrust::Known, &InferenceUse::default());
    assert_eq!(classified.decide(&PreparedProfile::new("s", "t", &profile), &headless).effect(), EffectWord::Allow);
}

#[test]
fn the_deciding_rule_is_told_and_rules_can_be_tested() {
    let policy = policy(r#"{"id":"no-prod","effect":"deny","when":{"tool":"*_prod"},"reason":"Production is off limits."}"#);
    let decision = policy.decide(&PreparedProfile::new("s", "deploy_prod", &RiskProfile::default()), &Context::default());
    let reasons = policy.reasons(&decision);
    assert_eq!(reasons.rule.as_deref(), Some("no-prod"));
    assert_eq!(reasons.reason, "Rule \"no-prod\" of \"user\": Production is off limits.");
    // The model's sentence gives nothing of the policy away.
    assert_eq!(reasons.message, "This call is not allowed here.");
    let document = r#"{"version":1,"extends":"read-only","tests":[
        {"name":"a delete is denied","profile":{"category":"delete"},"mode":"plan","expect":{"effect":"deny","rule":"changes-denied"}}]}"#;
    assert!(run_tests(document, &[]).unwrap()[0].passed);
}

#[test]
fn an_error_is_a_denial() {
    let decision = Decision::error(Code::NotJson);
    assert_eq!(decision.effect(), EffectWord::Deny);
    let policy = policy(r#"{"id":"a","effect":"allow"}"#);
    let reasons = policy.reasons(&decision);
    assert!(reasons.reason.contains("not-json"), "{}", reasons.reason);
    assert_eq!(reasons.message, "This call could not be checked, so it does not run.");
}
