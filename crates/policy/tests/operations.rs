//! Explain, lint, test, simulate, visible and report.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "helpers of tests")]

use mcp_tool_risk_policy::*;
use mcp_tool_risk_types::json::parse;
use mcp_tool_risk_types::*;

fn compile(layers: &[&str]) -> Policy {
    Policy::compile(layers, &[]).unwrap_or_else(|errors| panic!("{errors:?}"))
}

fn known<const N: usize>(given: [(Field, Value); N]) -> RiskProfile {
    let claims = given.into_iter().map(|(field, value)| (field, Claim::known(value))).collect();
    resolve(&Sources { operator: claims, ..Default::default() }, ServerTrust::Known, &InferenceUse::default())
}

fn prepared(profile: &RiskProfile) -> PreparedProfile {
    PreparedProfile::new("github", "delete_repo", profile)
}

#[test]
fn explain_shows_every_rule_and_what_would_have_to_change() {
    let policy = compile(&[preset("balanced").unwrap()]);
    let explanation = policy.explain(&prepared(&known([(Field::Category, Category::Delete.into())])), &Context::default());
    assert_eq!(explanation.decision.decision.effect(), EffectWord::Ask);
    let parts: Vec<(&str, Truth, &str)> = explanation.rules.iter().map(|rule| (rule.rule.as_str(), rule.truth, rule.part)).collect();
    assert_eq!(
        parts,
        [
            ("critical-asks-two", Truth::False, "none"),
            ("high-asks", Truth::True, "opinion"),
            ("low-runs", Truth::False, "after the opinion"),
            ("private-reads-run", Truth::False, "after the opinion"),
            ("everything-else-asks", Truth::True, "after the opinion"),
        ]
    );
    let high = &explanation.rules[1].conditions;
    assert_eq!(high[0].pointer, "/rules/1/when/any/0/riskLevel");
    assert_eq!((high[0].asks.as_str(), high[0].truth), (r#"{"atLeast":"high"}"#, Truth::True));
    // To run, three things would have to change, and none of them could be left out.
    let allow = &explanation.alternatives[0];
    assert_eq!((allow.effect, allow.incomplete), (EffectWord::Allow, true));
    assert!(allow.changes.is_empty(), "more than three conditions stand in the way");
    let medium = policy.explain(&prepared(&known([(Field::RiskLevel, RiskLevel::Low.into())])), &Context::default());
    let allow = &medium.alternatives[0];
    let changed: Vec<&str> = allow.changes.iter().map(|change| change.pointer.as_str()).collect();
    assert_eq!(changed, ["/rules/2/when/category"]);
    assert_eq!((allow.changes[0].from, allow.changes[0].to), (Truth::Unknown, Truth::True));
}

#[test]
fn what_explain_wants_changed_is_irreducible() {
    let policy = compile(&[r#"{"version":1,"rules":[
        {"id":"a","effect":"allow","when":{"riskLevel":"low","category":"read"}},
        {"id":"d","effect":"deny","when":{"arguments":{"/force":true},"mode":"plan"}}]}"#]);
    let explanation = policy.explain(&prepared(&RiskProfile::default()), &Context::default());
    let of = |effect| explanation.alternatives.iter().find(|alternative| alternative.effect == effect).unwrap();
    let pointers = |effect| of(effect).changes.iter().map(|change| change.pointer.clone()).collect::<Vec<_>>();
    assert_eq!(pointers(EffectWord::Allow), ["/rules/0/when/category", "/rules/0/when/riskLevel"]);
    assert_eq!(pointers(EffectWord::Deny), ["/rules/1/when/mode", "/rules/1/when/arguments/~1force"]);
}

fn lints(layers: &[&str], tools: Option<&[ToolName<'_>]>) -> Vec<(String, String)> {
    let found = compile(layers).lint(tools);
    let pair = |lint: &Lint| (lint.code.word().to_owned(), lint.rule.clone().unwrap_or_else(|| lint.pointer.clone()));
    found.iter().filter(|lint| lint.code != LintCode::MissingReason).map(pair).collect()
}

fn finding(code: &str, rule: &str) -> (String, String) {
    (code.to_owned(), rule.to_owned())
}

#[test]
fn presets_are_free_of_findings() {
    for (name, text) in PRESETS {
        assert_eq!(compile(&[text]).lint(None), [], "{name}");
    }
}

#[test]
fn lint_finds_rules_that_cannot_do_what_they_say() {
    let found = lints(
        &[r#"{"version":1,"rules":[
            {"id":"contradicts","effect":"ask","when":{"all":[{"riskLevel":"low"},{"riskLevel":{"atLeast":"high"}}]}},
            {"id":"wide","effect":"allow","when":{"tool":"get_*"}},
            {"id":"narrow","effect":"allow","when":{"tool":"get_user","riskLevel":"low"}},
            {"id":"still-a-floor","effect":"ask","when":{"tool":"get_user","riskLevel":"low"}},
            {"id":"deny-reads","effect":"deny","when":{"tool":"get_secret"}},
            {"id":"denied-anyway","effect":"allow","when":{"tool":"get_secret","category":"read"}},
            {"id":"rest","effect":"ask"},
            {"id":"never-asked","effect":"allow","when":{"riskLevel":"low"}},
            {"id":"deny-after-the-rest","effect":"deny","when":{"riskLevel":"critical"}}]}"#],
        None,
    );
    assert_eq!(
        found,
        [
            finding("never-true", "contradicts"),
            finding("shadowed", "narrow"),
            finding("shadowed", "denied-anyway"),
            finding("shadowed", "never-asked")
        ]
    );
}

#[test]
fn lint_finds_patterns_that_fit_nothing_and_says_what_was_meant() {
    let tools = [ToolName { server: "my_server", tool: "get_user" }, ToolName { server: "git", tool: "push" }];
    let policy = compile(&[r#"{"version":1,"rules":[
        {"id":"glued","effect":"deny","when":{"tool":"mcp__my_server__get_user"},"reason":"r"},
        {"id":"typo","effect":"deny","when":{"tool":"get_usr"},"reason":"r"},
        {"id":"wrong-server","effect":"deny","when":{"server":"gti"},"reason":"r"},
        {"id":"glob","effect":"deny","when":{"tool":"delete_*"},"reason":"r"},
        {"id":"fits","effect":"deny","when":{"server":"my_*","tool":"get_*"},"reason":"r"}],
        "overrides":[{"server":"git","tool":"pusj","set":{"riskLevel":"low"}}]}"#]);
    let found: Vec<(String, Option<String>)> = (policy.lint(Some(&tools)).into_iter())
        .map(|lint| {
            assert_eq!(lint.code, LintCode::MatchesNoTool);
            (lint.rule.unwrap_or(lint.pointer), lint.suggestion)
        })
        .collect();
    let expected = [
        ("glued", Some("server \"my_server\" and tool \"get_user\"")),
        ("typo", Some("\"get_user\"")),
        ("wrong-server", Some("\"git\"")),
        ("glob", None),
        ("/overrides/0", Some("\"push\"")),
    ];
    let expected: Vec<(String, Option<String>)> = expected.map(|(rule, near)| (rule.to_owned(), near.map(str::to_owned))).to_vec();
    assert_eq!(found, expected);
}

#[test]
fn lint_knows_the_layers() {
    let organisation =
        r#"{"version":1,"layer":"organisation","name":"org","rules":[{"id":"no-prod","effect":"deny","when":{"tool":"deploy_*"}}]}"#;
    let user = r#"{"version":1,"name":"me","rules":[{"id":"deploy","effect":"allow","when":{"tool":"deploy_prod"}}]}"#;
    let project =
        r#"{"version":1,"layer":"project","name":"p","default":"allow","rules":[{"id":"trust-me","effect":"allow","when":{"tool":"x"}}]}"#;
    let found = lints(&[organisation, user, project], None);
    assert_eq!(
        found,
        [finding("overruled", "deploy"), finding("ignored-in-project", "trust-me"), finding("ignored-in-project", "/default")]
    );
    let declared = r#"{"version":1,"servers":[{"server":"good","trust":"trusted"}],"rules":[
        {"id":"bad","effect":"allow","when":{"server":"other","provenance":{"riskLevel":"declaration"},"riskLevel":"low"}},
        {"id":"good","effect":"allow","when":{"server":"good","provenance":{"riskLevel":"declaration"},"riskLevel":"low"}},
        {"id":"regex","effect":"allow","when":{"arguments":{"/branch":{"regex":"feature/.*"}}}},
        {"id":"anchored","effect":"allow","when":{"arguments":{"/branch":{"regex":"^feature/.*$"}}}}]}"#;
    assert_eq!(lints(&[declared], None), [finding("untrusted-declaration", "bad"), finding("unanchored-regex", "regex")]);
}

#[test]
fn a_document_tests_itself() {
    let document = r#"{"version":1,"extends":"balanced","rules":[{"id":"no-prod","effect":"deny","when":{"arguments":{"/env":"prod"}}}],
        "tests":[
          {"name":"prod is denied","arguments":{"env":"prod"},"profile":{"category":"read"},"expect":{"effect":"deny","rule":"no-prod"}},
          {"name":"reads run elsewhere","arguments":{"env":"dev"},"profile":{"category":"read"},"expect":{"effect":"allow"}},
          {"name":"wrong","arguments":{},"profile":{"category":"destroy"},"expect":{"effect":"ask","approvers":1}}]}"#;
    let results = run_tests(document, &[]).unwrap();
    let passed: Vec<bool> = results.iter().map(|result| result.passed).collect();
    assert_eq!(passed, [true, true, false]);
    assert_eq!((results[2].expected.as_str(), results[2].got.as_str()), ("ask 1", "ask 2 by \"critical-asks-two\""));
}

#[test]
fn simulate_counts_and_compares() {
    let grades = [Category::Read, Category::Mutate, Category::Delete, Category::Destroy];
    let profiles: Vec<PreparedProfile> = grades.map(|category| prepared(&known([(Field::Category, category.into())]))).to_vec();
    let calls: Vec<Recorded<'_>> = profiles.iter().map(|profile| Recorded { profile, context: Context::default() }).collect();
    let (balanced, developer) = (compile(&[preset("balanced").unwrap()]), compile(&[preset("developer").unwrap()]));
    assert_eq!(balanced.simulate(&calls), Counts { allow: 1, ask: 2, ask_several: 1, deny: 0 });
    assert_eq!(developer.simulate(&calls), Counts { allow: 2, ask: 1, ask_several: 1, deny: 0 });
    let pairs: Vec<_> = calls.iter().map(|call| (*call, *call)).collect();
    let differences = balanced.differences(&developer, &pairs);
    assert_eq!(differences.len(), 1);
    assert_eq!((differences[0].call, differences[0].after.effect()), (1, EffectWord::Allow));
}

#[test]
fn visible_follows_from_the_same_rules() {
    let policy = compile(&[r#"{"version":1,"default":"allow","rules":[
        {"id":"never","effect":"deny","when":{"riskLevel":"critical"}},
        {"id":"not-prod","effect":"deny","when":{"category":"delete","arguments":{"/env":"prod"}}}]}"#]);
    let of = |category: Category| policy.visible(&prepared(&known([(Field::Category, category.into())])), &Context::default());
    assert_eq!(of(Category::Destroy), Visibility::Hide);
    assert_eq!(of(Category::Delete), Visibility::Conditional);
    assert_eq!(of(Category::Read), Visibility::Offer);
    // A deny that only hangs on what nobody knows of the tool hides it too.
    let strict = compile(&[
        r#"{"version":1,"default":"allow","onUnknown":"deny","rules":[{"id":"a","effect":"deny","when":{"riskLevel":"high"}}]}"#,
    ]);
    assert_eq!(strict.visible(&prepared(&RiskProfile::default()), &Context::default()), Visibility::Hide);
    // Where nobody is there to be asked, a tool that would be asked for is not worth offering.
    let balanced = compile(&[preset("balanced").unwrap()]);
    let headless = Context { mode: Mode::Headless, ..Context::default() };
    let delete = prepared(&known([(Field::Category, Category::Delete.into())]));
    assert_eq!(balanced.visible(&delete, &Context::default()), Visibility::Offer);
    assert_eq!(balanced.visible(&delete, &headless), Visibility::Hide);
}

#[test]
fn report_answers_which_tools_require_approval_and_why() {
    let policy = compile(&[preset("balanced").unwrap()]);
    let (read, destroy) = (known([(Field::Category, Category::Read.into())]), known([(Field::Category, Category::Destroy.into())]));
    let hostile = "x|<script>alert(1)</script>\n=cmd";
    let tools = [
        ReportTool { server: "a", tool: "get", profile: &read },
        ReportTool { server: "a", tool: "wipe", profile: &destroy },
        ReportTool { server: "=b", tool: hostile, profile: &RiskProfile::default() },
    ];
    let report = policy.report(&tools, &Context::default());
    let order: Vec<&str> = report.tools.iter().map(|row| row.tool.as_str()).collect();
    assert_eq!(order, [hostile, "wipe", "get"]);
    assert_eq!(report.counts, Counts { allow: 1, ask: 0, ask_several: 2, deny: 0 });
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    assert_eq!(json["tools"][2]["effect"], "allow");
    assert_eq!(json["tools"][2]["fields"][1]["from"], "override, derived from category");
    let markdown = report.to_markdown();
    assert!(markdown.contains("| a | wipe | critical (override) | destroy (override) |"), "{markdown}");
    assert!(!markdown.contains("<script>") && markdown.contains(r"x\|\<script\>"));
    let csv = report.to_csv();
    assert_eq!(csv.lines().count(), 4);
    assert!(csv.contains("\"'=b\""), "{csv}");
    let html = report.to_html();
    assert!(!html.contains("<script>") && !html.contains("http://") && !html.contains("https://"));
    assert!(html.contains("x|&lt;script&gt;"));
    let rows = html.matches("<tr class").count();
    assert_eq!(rows, 3);
}

#[test]
fn tables_show_what_would_steer_a_terminal_and_are_no_formulas() {
    let policy = compile(&[preset("balanced").unwrap()]);
    let nothing = RiskProfile::default();
    let names =
        ["esc\u{1b}[2J", "\u{202e}txt", "two\r\nlines", "c1\u{9b}2J", "zero\u{200b}width", "tag\u{e0041}", "sep\u{2028}", "&#x202e;"];
    let tools: Vec<ReportTool<'_>> = names.iter().map(|tool| ReportTool { server: "s", tool, profile: &nothing }).collect();
    let report = policy.report(&tools, &Context::default());
    for text in [report.to_markdown(), report.to_csv(), report.to_html()] {
        let raw = |c: char| (c.is_control() && !matches!(c, '\n' | '\r')) || "\u{202e}\u{200b}\u{e0041}\u{2028}".contains(c);
        assert_eq!(text.find(raw), None, "{text}");
        for shown in
            [r"esc\u{1b}", r"\u{202e}txt", r"two\u{d}\u{a}lines", r"c1\u{9b}2J", r"zero\u{200b}width", r"tag\u{e0041}", r"sep\u{2028}"]
        {
            assert!(text.contains(shown), "{shown}: {text}");
        }
    }
    // The character that an entity stands for is not in the text either.
    assert!(report.to_markdown().contains(r"\&\#x202e;") && report.to_html().contains("&amp;#x202e;"));

    for formula in ["=1+1", "+1", "-1", "@a", " =1", "\u{ff1d}1", "\u{ff0b}1", "\u{ff0d}1", "\u{ff20}a"] {
        let csv = policy.report(&[ReportTool { server: formula, tool: "t", profile: &nothing }], &Context::default()).to_csv();
        assert!(csv.contains(&format!("\"'{formula}\",t,")), "{csv}");
    }
    // A tab or a line break in front of it is written out, so that no formula is left.
    let csv = policy.report(&[ReportTool { server: "\t=1", tool: "t", profile: &nothing }], &Context::default()).to_csv();
    assert!(csv.contains("\r\n\\u{9}=1,t,"), "{csv}");
}

#[test]
fn the_time_comes_from_the_host() {
    let policy = compile(&[
        r#"{"version":1,"default":"allow","rules":[{"id":"freeze","effect":"deny","when":{"time":{"days":["fri"],"from":"16:00","to":"23:59"}}}]}"#,
    ]);
    let at = |now: Option<&str>| {
        let context = Context { now: now.map(|now| Moment::parse(now).unwrap()), ..Context::default() };
        policy.decide(&prepared(&RiskProfile::default()), &context).effect()
    };
    assert_eq!(at(Some("2026-11-27T17:00:00+01:00")), EffectWord::Deny);
    assert_eq!(at(Some("2026-11-26T17:00:00+01:00")), EffectWord::Allow);
    // Without a time nobody can tell, so somebody is asked.
    assert_eq!(at(None), EffectWord::Ask);
    let arguments = parse("{}").unwrap();
    let context = Context { arguments: Some(&arguments.value), ..Context::default() };
    assert_eq!(policy.decide(&prepared(&RiskProfile::default()), &context).effect(), EffectWord::Ask);
}
