//! The policy language: what is refused, with which words, and what conditions mean.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "helpers of tests")]

use mcp_tool_risk_policy::*;
use mcp_tool_risk_types::json::parse;
use mcp_tool_risk_types::*;

fn errors(document: &str) -> Vec<PolicyError> {
    Policy::compile(&[document], &[]).expect_err(document)
}

/// A document with one rule.
fn rule(effect: &str, when: &str) -> String {
    format!(r#"{{"version":1,"rules":[{{"id":"r","effect":"{effect}","when":{when}}}]}}"#)
}

fn known<const N: usize>(given: [(Field, Value); N]) -> RiskProfile {
    let claims = given.into_iter().map(|(field, value)| (field, Claim::known(value))).collect();
    resolve(&Sources { operator: claims, ..Default::default() }, ServerTrust::Known, &InferenceUse::default())
}

/// What a rule makes of a profile; where it doesn't fit, one is asked.
fn effect_of(effect: &str, when: &str, profile: &RiskProfile, context: &Context<'_>) -> String {
    let policy = Policy::compile(&[&rule(effect, when)], &[]).unwrap_or_else(|errors| panic!("{when}: {errors:?}"));
    let decision = policy.decide(&PreparedProfile::new("git_hub", "delete_repo", profile), context);
    match decision.cause {
        Cause::Unknown { .. } => "unknown".to_owned(),
        Cause::Rule { .. } => decision.effect().word().to_owned(),
        _ => "-".to_owned(),
    }
}

fn truth_of(effect: &str, when: &str, profile: &RiskProfile) -> String {
    effect_of(effect, when, profile, &Context::default())
}

/// Who writes `null` may mean that nothing is to be restricted; whoever means nothing leaves the key out.
#[test]
fn null_is_an_error_wherever_a_key_may_be_left_out() {
    let keys: [(&str, &str, &[&str]); 7] = [
        (
            "",
            "{KEY}",
            &[
                "$schema",
                "name",
                "description",
                "layer",
                "extends",
                "trustLevel",
                "inference",
                "servers",
                "overrides",
                "rules",
                "default",
                "onUnknown",
                "short",
                "headless",
                "projectMayAllow",
                "tests",
            ],
        ),
        ("/inference", r#""inference":{{KEY}}"#, &["mode", "leastConfidence"]),
        ("/servers/0", r#""servers":[{"server":"a",{KEY}}]"#, &["trust", "inference", "domains", "roots"]),
        ("/overrides/0", r#""overrides":[{"tool":"a","set":{"category":"read"},{KEY}}]"#, &["server", "perCall", "reason"]),
        ("/rules/0", r#""rules":[{"id":"a","effect":"ask",{KEY}}]"#, &["approvers", "final", "when", "reason", "message"]),
        (
            "/tests/0",
            r#""tests":[{"name":"t","expect":{"effect":"ask"},{KEY}}]"#,
            &["server", "tool", "profile", "provenance", "arguments", "mode", "approversAvailable", "now"],
        ),
        ("/tests/0/expect", r#""tests":[{"name":"t","expect":{"effect":"ask",{KEY}}}]"#, &["approvers", "rule"]),
    ];
    for (at, document, keys) in keys {
        for key in keys {
            let document = format!(r#"{{"version":1,{}}}"#, document.replace("{KEY}", &format!(r#""{key}":null"#)));
            let pointers: Vec<String> = errors(&document).into_iter().map(|error| error.pointer).collect();
            assert_eq!(pointers, [format!("{at}/{key}")], "{document}");
        }
    }
}

#[test]
fn errors_say_where_and_what_was_meant() {
    let table = [
        ("{", "", None),
        ("[]", "", None),
        (r#"{"rules":[]}"#, "", None),
        (r#"{"version":2}"#, "/version", None),
        (r#"{"version":1,"rulez":[]}"#, "/rulez", Some("rules")),
        (r#"{"version":1,"rules":{}}"#, "/rules", None),
        (r#"{"version":1,"layer":"organization"}"#, "/layer", Some("organisation")),
        (r#"{"version":1,"extends":"balancd"}"#, "/extends", Some("balanced")),
        (r#"{"version":1,"trustLevel":6}"#, "/trustLevel", None),
        (r#"{"version":1,"rules":[],"rules":[]}"#, "/rules", None),
        (r#"{"version":1,"layer":"project","projectMayAllow":true}"#, "/projectMayAllow", None),
        (r#"{"version":1,"servers":[{"server":""}]}"#, "/servers/0/server", None),
        (r#"{"version":1,"servers":[{"server":"a","trust":"trustd"}]}"#, "/servers/0/trust", Some("trusted")),
        (r#"{"version":1,"inference":{"leastConfidence":101}}"#, "/inference/leastConfidence", None),
        (r#"{"version":1,"overrides":[{"tool":"x","set":{}}]}"#, "/overrides/0/set", None),
        (r#"{"version":1,"overrides":[{"tool":"x","set":{"riskLevel":"hihg"}}]}"#, "/overrides/0/set/riskLevel", Some("high")),
        (r#"{"version":1,"overrides":[{"tool":[],"set":{"riskLevel":"high"}}]}"#, "/overrides/0/tool", None),
        (r#"{"version":1,"rules":[{"id":"","effect":"deny"}]}"#, "/rules/0/id", None),
        (r#"{"version":1,"rules":[{"id":"a","effect":"deny"},{"id":"a","effect":"ask"}]}"#, "/rules/1/id", None),
        (r#"{"version":1,"rules":[{"id":"a","effect":"deny","approvers":2}]}"#, "/rules/0/approvers", None),
        (r#"{"version":1,"rules":[{"id":"a","effect":"ask","approvers":0}]}"#, "/rules/0/approvers", None),
        (r#"{"version":1,"rules":[{"id":"a","effect":"allow","final":true}]}"#, "/rules/0/final", None),
        (r#"{"version":1,"tests":[{"name":"t","now":"noon","expect":{"effect":"ask"}}]}"#, "/tests/0/now", None),
        (r#"{"version":1,"tests":[{"name":"t","expect":{"efect":"ask"}}]}"#, "/tests/0/expect/efect", Some("effect")),
    ];
    for (document, pointer, suggestion) in table {
        let errors = errors(document);
        assert_eq!((errors[0].pointer.as_str(), errors[0].suggestion.as_deref()), (pointer, suggestion), "{document}: {errors:?}");
        assert!(!errors[0].message.is_empty());
    }
    for (when, pointer, suggestion) in [
        (r#"{"risklevel":"high"}"#, "/risklevel", Some("riskLevel")),
        (r#"{"riskLevel":"hihg"}"#, "/riskLevel", Some("high")),
        (r#"{"riskLevel":"High"}"#, "/riskLevel", Some("high")),
        (r#"{"riskLevel":["low","hihg"]}"#, "/riskLevel/1", Some("high")),
        (r#"{"riskLevel":[]}"#, "/riskLevel", None),
        (r#"{"riskLevel":{}}"#, "/riskLevel", None),
        (r#"{"riskLevel":null}"#, "/riskLevel", None),
        (r#"{"riskLevel":{"atleast":"high"}}"#, "/riskLevel/atleast", Some("atLeast")),
        (r#"{"riskLevel":{"atLeast":"high","atMost":"low"}}"#, "/riskLevel", None),
        (r#"{"readOnlyHint":"true"}"#, "/readOnlyHint", None),
        (r#"{"minTrustLevel":"3"}"#, "/minTrustLevel", None),
        (r#"{"minTrustLevel":{"atLeast":6}}"#, "/minTrustLevel/atLeast", None),
        (r#"{"source":{"atLeast":"user"}}"#, "/source/atLeast", None),
        (r#"{"server":""}"#, "/server", None),
        (r#"{"tool":[]}"#, "/tool", None),
        (r#"{"tool":["a",""]}"#, "/tool", None),
        (r#"{"tool":7}"#, "/tool", None),
        (r#"{"all":[]}"#, "/all", None),
        (r#"{"any":[{}]}"#, "/any/0", None),
        (r#"{"not":{}}"#, "/not", None),
        (r#"{"not":{"any":[{"riskLevel":"lo"}]}}"#, "/not/any/0/riskLevel", Some("low")),
        (r#"{"provenance":{"riskLevel":"declaraton"}}"#, "/provenance/riskLevel", Some("declaration")),
        (r#"{"provenance":{"risk":"override"}}"#, "/provenance/risk", None),
        (r#"{"confidence":{"riskLevel":{"atLeast":101}}}"#, "/confidence/riskLevel/atLeast", None),
        (r#"{"findings":"contradicton"}"#, "/findings", Some("contradiction")),
        (r#"{"mode":"headles"}"#, "/mode", Some("headless")),
        (r#"{"time":{"from":"9:00","to":"17:00"}}"#, "/time/from", None),
        (r#"{"time":{"from":"09:00"}}"#, "/time", None),
        (r#"{"time":{"days":["monday"]}}"#, "/time/days/0", None),
        (r#"{"time":{"after":"tomorrow"}}"#, "/time/after", None),
        (r#"{"arguments":{"path":"x"}}"#, "/arguments/path", None),
        (r#"{"arguments":{"/path":{"prefx":"x"}}}"#, "/arguments/~1path/prefx", Some("prefix")),
        (r#"{"arguments":{"/path":{"glob":""}}}"#, "/arguments/~1path/glob", None),
        (r#"{"arguments":{"/path":{"regex":"("}}}"#, "/arguments/~1path/regex", None),
        (r#"{"arguments":{"/n":{"range":{"atLeast":2,"atMost":1}}}}"#, "/arguments/~1n/range", None),
        (r#"{"arguments":{}}"#, "/arguments", None),
    ] {
        let errors = errors(&rule("deny", when));
        let expected = format!("/rules/0/when{pointer}");
        assert_eq!((errors[0].pointer.as_str(), errors[0].suggestion.as_deref()), (expected.as_str(), suggestion), "{when}: {errors:?}");
    }
}

#[test]
fn all_errors_are_told_at_once() {
    let found = errors(
        r#"{"version":1,"shrt":"ask","layer":"usr","rules":[
            {"id":"a","effect":"dney"},
            {"id":"b","effect":"deny","when":{"tool":""}},
            {"id":"c","effect":"ask","approverz":2}]}"#,
    );
    let pointers: Vec<&str> = found.iter().map(|error| error.pointer.as_str()).collect();
    assert_eq!(pointers, ["/shrt", "/layer", "/rules/0/effect", "/rules/2/approverz"]);
    // Once the shape is right, every word and pattern is looked at.
    let found = errors(
        r#"{"version":1,"rules":[
            {"id":"b","effect":"deny","when":{"tool":"","riskLevel":"hi"}},
            {"id":"c","effect":"ask","when":{"mode":"x","findings":[]}}]}"#,
    );
    assert_eq!(found.len(), 4, "{found:?}");
}

#[test]
fn conditions_on_what_is_known() {
    let delete = known([(Field::Category, Category::Delete.into())]);
    for (when, fits) in [
        (r#"{"category":"delete"}"#, true),
        (r#"{"category":["delete","destroy"]}"#, true),
        (r#"{"category":{"atLeast":"mutate"}}"#, true),
        (r#"{"category":{"atMost":"mutate"}}"#, false),
        (r#"{"riskLevel":{"atLeast":"medium","atMost":"high"}}"#, true),
        (r#"{"minTrustLevel":4}"#, true),
        (r#"{"minTrustLevel":{"atMost":3}}"#, false),
        (r#"{"destructiveHint":true}"#, true),
        (r#"{"readOnlyHint":true}"#, false),
        (r#"{"outcome":"irreversible","reversibility":"none"}"#, true),
        (r#"{"sideEffects":"state_loss"}"#, true),
        (r#"{"sideEffects":["cost","none"]}"#, false),
        (r#"{"server":"git_hub","tool":"delete_*"}"#, true),
        (r#"{"server":"git"}"#, false),
        (r#"{"tool":["get_*","*_repo"]}"#, true),
        (r#"{"provenance":{"riskLevel":"override"}}"#, true),
        (r#"{"provenance":{"riskLevel":["inference","declaration"]}}"#, false),
        (r#"{"confidence":{"riskLevel":{"atLeast":100}}}"#, true),
        (r#"{"findings":"none"}"#, true),
        (r#"{"findings":"contradiction"}"#, false),
        (r#"{"mode":["plan","interactive"]}"#, true),
        (r#"{"belowMinTrust":true}"#, false),
        (r#"{"belowMinTrust":false}"#, true),
        (r#"{"any":[{"category":"read"},{"riskLevel":"high"}]}"#, true),
        (r#"{"all":[{"category":"delete"},{"riskLevel":"low"}]}"#, false),
        (r#"{"not":{"category":"read"}}"#, true),
        ("{}", true),
    ] {
        for effect in ["deny", "allow"] {
            let expected = if fits { effect } else { "-" };
            assert_eq!(truth_of(effect, when, &delete), expected, "{effect} {when}");
        }
    }
}

#[test]
fn conditions_on_what_is_not_known() {
    let nothing = RiskProfile::default();
    for when in [
        r#"{"riskLevel":"high"}"#,
        r#"{"readOnlyHint":false}"#,
        r#"{"sideEffects":"cost"}"#,
        r#"{"provenance":{"riskLevel":"override"}}"#,
        r#"{"confidence":{"riskLevel":{"atLeast":1}}}"#,
        r#"{"riskLevel":{"atMost":"medium"}}"#,
        r#"{"arguments":{"/force":true}}"#,
        r#"{"time":{"days":["mon"]}}"#,
        r#"{"not":{"riskLevel":"high"}}"#,
        r#"{"not":{"riskLevel":{"atLeast":"high"}}}"#,
    ] {
        assert_eq!(truth_of("deny", when, &nothing), "unknown", "{when}");
        assert_eq!(truth_of("allow", when, &nothing), "-", "{when}");
    }
    // A deny rule takes the most restrictive default at its word, unless it stands under a `not`.
    let high = r#"{"riskLevel":{"atLeast":"high"}}"#;
    assert_eq!(truth_of("deny", high, &nothing), "deny");
    assert_eq!(truth_of("ask", high, &nothing), "unknown");
    assert_eq!(truth_of("deny", &format!(r#"{{"not":{{"not":{high}}}}}"#), &nothing), "deny");
    // What a floor settles is settled.
    let mut floored = RiskProfile::default();
    floored.fields.insert(Field::RiskLevel, FieldProfile { floor: Some(RiskLevel::Medium.into()), ..FieldProfile::unknown() });
    assert_eq!(truth_of("ask", r#"{"riskLevel":{"atLeast":"medium"}}"#, &floored), "ask");
    assert_eq!(truth_of("ask", r#"{"riskLevel":"low"}"#, &floored), "-");
    assert_eq!(truth_of("ask", r#"{"riskLevel":"high"}"#, &floored), "unknown");
}

#[test]
fn sets_any_for_deny_and_ask_all_for_allow() {
    let mixed = known([(Field::Source, Words::from_iter([Source::User, Source::UntrustedPublic]).into())]);
    let untrusted = r#"{"source":"untrustedPublic"}"#;
    assert_eq!(truth_of("deny", untrusted, &mixed), "deny");
    assert_eq!(truth_of("ask", untrusted, &mixed), "ask");
    assert_eq!(truth_of("allow", untrusted, &mixed), "-");
    assert_eq!(truth_of("allow", r#"{"source":["user","untrustedPublic"]}"#, &mixed), "allow");
    // Under a `not` they swap: "not all of them are the user's" for a deny, "none is untrusted" for an allow.
    assert_eq!(truth_of("deny", r#"{"not":{"source":"user"}}"#, &mixed), "deny");
    assert_eq!(truth_of("allow", r#"{"not":{"source":"untrustedPublic"}}"#, &mixed), "-");
    assert_eq!(truth_of("allow", r#"{"not":{"source":"internal"}}"#, &mixed), "allow");
}

#[test]
fn arguments_of_a_call() {
    let any = known([(Field::Category, Category::Delete.into())]);
    let arguments = parse(r#"{"path":"/etc/passwd","depth":3,"tags":["a","b"],"force":true}"#).unwrap().value;
    let context = Context { arguments: Some(&arguments), ..Context::default() };
    for (test, fits) in [
        (r#"{"/path":"/etc/passwd"}"#, true),
        (r#"{"/path":{"prefix":"/etc/"}}"#, true),
        (r#"{"/path":{"prefix":["/tmp/","/etc/"],"glob":"*passwd"}}"#, true),
        (r#"{"/path":{"glob":"/tmp/*"}}"#, false),
        (r#"{"/path":{"regex":"^/etc/[a-z]+$"}}"#, true),
        (r#"{"/path":{"in":["/etc/passwd","/etc/shadow"]}}"#, true),
        (r#"{"/depth":{"range":{"atLeast":1,"atMost":3}}}"#, true),
        (r#"{"/depth":3.0}"#, true),
        (r#"{"/force":true,"/depth":4}"#, false),
        (r#"{"/tags":["a","b"]}"#, true),
        (r#"{"/missing":"x"}"#, false),
        (r#"{"/missing":{"exists":false}}"#, true),
        (r#"{"/tags/0":"a"}"#, true),
    ] {
        let when = format!(r#"{{"arguments":{test}}}"#);
        assert_eq!(effect_of("deny", &when, &any, &context), if fits { "deny" } else { "-" }, "{test}");
    }
    assert_eq!(effect_of("deny", r#"{"arguments":{"/tags":"a"}}"#, &any, &context), "deny");
    assert_eq!(effect_of("allow", r#"{"arguments":{"/tags":"a"}}"#, &any, &context), "-");
    assert_eq!(effect_of("deny", r#"{"arguments":{"/path":{"range":{"atLeast":1}}}}"#, &any, &context), "unknown");
}

#[test]
fn settings_of_servers_and_overrides() {
    let user = r#"{"version":1,"name":"mine","inference":{"mode":"accept","leastConfidence":{"riskLevel":40}},
        "servers":[{"server":"git_hub","trust":"trusted","domains":["github.com","example.com"]},{"server":"*","roots":["/work"]}],
        "overrides":[
          {"server":"git_hub","tool":"delete_*","set":{"riskLevel":"medium","reversibility":"manual"},"perCall":true},
          {"tool":"*","set":{"riskLevel":"critical"}}]}"#;
    let project = r#"{"version":1,"layer":"project","inference":{"mode":"advise","leastConfidence":60},
        "servers":[{"server":"git_hub","trust":"trusted","domains":["example.com","evil.example"]},{"server":"other","trust":"trusted"}],
        "overrides":[{"tool":"delete_repo","set":{"riskLevel":"high"}}]}"#;
    let policy = Policy::compile(&[project, user], &[]).unwrap();
    let github = policy.server("git_hub");
    assert_eq!(github.trust, ServerTrust::Trusted);
    assert_eq!(github.domains, Some(vec!["example.com".to_owned()]));
    assert_eq!(github.roots, Some(vec!["/work".to_owned()]));
    assert_eq!(github.inference.mode, InferenceMode::Advise);
    assert_eq!(github.inference.least_confidence.get(Field::RiskLevel), Some(&60));
    // A project cannot raise trust.
    assert_eq!(policy.server("other").trust, ServerTrust::Known);
    let claims = policy.overrides("git_hub", "delete_repo");
    assert_eq!(claims.operator.get(Field::RiskLevel), Some(&Claim::known(RiskLevel::Medium)));
    assert_eq!(claims.project.get(Field::RiskLevel), Some(&Claim::known(RiskLevel::High)));
    assert!(claims.per_call.contains(Field::RiskLevel));
    assert_eq!(policy.overrides("x", "y").operator.get(Field::RiskLevel), Some(&Claim::known(RiskLevel::Critical)));
    // A project alone names no domains.
    let alone = Policy::compile(&[project], &[]).unwrap();
    assert_eq!(alone.server("git_hub").domains, None);
}

#[test]
fn documents_extend_presets_and_given_documents() {
    let base = r#"{"version":1,"name":"base","extends":"strict","rules":[{"id":"no-prod","effect":"deny","when":{"tool":"*_prod"}}]}"#;
    let own =
        r#"{"version":1,"name":"own","extends":"base","rules":[{"id":"reads","effect":"allow","when":{"tool":"get_*"}}],"short":"deny"}"#;
    let policy = Policy::compile(&[own], &[Named { name: "base", text: base }]).unwrap();
    assert_eq!(policy.rule_count(), 2 + 4);
    assert_eq!(policy.server("x").inference.mode, InferenceMode::Ignore);
    let ring = r#"{"version":1,"extends":"a"}"#;
    let errors = Policy::compile(&[ring], &[Named { name: "a", text: ring }]).unwrap_err();
    assert_eq!(errors[0].pointer, "/extends");
    // An error in the base names the base.
    let broken = r#"{"version":1,"rules":[{"id":"x","effect":"ask","when":{"tool":""}}]}"#;
    let errors = Policy::compile(&[r#"{"version":1,"extends":"b"}"#], &[Named { name: "b", text: broken }]).unwrap_err();
    assert_eq!((errors[0].document.as_str(), errors[0].pointer.as_str()), ("b", "/rules/0/when/tool"));
}

#[test]
fn the_digest_is_of_the_meaning_and_not_of_the_layout() {
    let digest = |text: &str| Policy::compile(&[text], &[]).unwrap().digest().to_owned();
    let a = digest(r#"{"version":1,"trustLevel":3}"#);
    assert_eq!(a, digest("{ \"trustLevel\": 3.0,\n \"version\": 1 }"));
    assert_ne!(a, digest(r#"{"version":1,"trustLevel":4}"#));
}
