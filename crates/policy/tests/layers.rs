//! How layers come together, as a table.
#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests")]

use mcp_tool_risk_policy::*;

/// A rule that is true, unknown or false, whatever the tool.
fn rule(id: usize, text: &str) -> String {
    let (truth, does) = text.split_at(1);
    // Nothing is known of the profile, so a test on a field is unknown.
    let when = match truth {
        "+" => "{}",
        "?" => r#"{"riskLevel":"high"}"#,
        _ => r#"{"mode":"plan"}"#,
    };
    let (does, is_final) = does.strip_suffix('!').map_or((does, ""), |does| (does, r#","final":true"#));
    let (effect, approvers) = match does.strip_prefix("ask") {
        Some(number) => ("ask", format!(r#","approvers":{}"#, number.parse::<u8>().unwrap_or(1))),
        None => (does, String::new()),
    };
    format!(r#"{{"id":"r{id}","effect":"{effect}"{approvers}{is_final},"when":{when}}}"#)
}

/// A layer from `kind: rules; settings`, rules as `+allow`, `?ask2`, `-deny`, `+ask2!` (final).
fn layer(text: &str) -> String {
    let (kind, rest) = text.split_once(':').unwrap();
    let (rules, settings) = rest.split_once(';').unwrap_or((rest, ""));
    let rules: Vec<String> = rules.split_whitespace().enumerate().map(|(at, text)| rule(at, text)).collect();
    let kind = match kind {
        "o" => "organisation",
        "u" => "user",
        _ => "project",
    };
    let settings: String = settings
        .split_whitespace()
        .map(|pair| {
            let (key, value) = pair.split_once('=').unwrap();
            let value = if value == "true" { value.to_owned() } else { format!("\"{value}\"") };
            format!(r#","{key}":{value}"#)
        })
        .collect();
    format!(r#"{{"version":1,"layer":"{kind}","rules":[{}]{settings}}}"#, rules.join(","))
}

#[test]
fn the_table() {
    let table: &[(&[&str], &str)] = &[
        // Nobody has an opinion.
        (&["u:"], "ask 1"),
        (&["u:; default=allow"], "allow"),
        (&["o:; default=deny", "u:; default=allow"], "deny"),
        (&["u:-allow"], "ask 1"),
        // One layer: the first ask or allow that is true.
        (&["u:+allow +ask2"], "allow"),
        (&["u:-allow +ask2 +allow"], "ask 2"),
        // Unknown asks before it give a floor, after it none; unknown allows give nothing.
        (&["u:?ask2 +allow"], "ask 2"),
        (&["u:+allow ?ask2"], "allow"),
        (&["u:?allow +ask1"], "ask 1"),
        (&["u:?allow; default=allow"], "allow"),
        (&["u:?ask3; default=allow"], "ask 3"),
        // A deny counts wherever it stands; an unknown one asks, or denies where the layer says so.
        (&["u:+allow +deny"], "deny"),
        (&["u:+allow ?deny"], "ask 1"),
        (&["u:+allow ?deny; onUnknown=deny"], "deny"),
        (&["u:+ask2 ?deny"], "ask 2"),
        // The innermost opinion counts.
        (&["o:+allow", "u:+ask2"], "ask 2"),
        (&["o:+ask2", "u:+allow"], "allow"),
        (&["o:+ask2", "u:-allow"], "ask 2"),
        (&["o:+deny", "u:+allow"], "deny"),
        (&["o:?deny", "u:+allow"], "ask 1"),
        // Final asks bind inner layers, unknown ones too.
        (&["o:+ask2!", "u:+allow"], "ask 2"),
        (&["o:?ask2! +allow", "u:+allow"], "ask 2"),
        (&["o:+allow ?ask2!", "u:+allow"], "allow"),
        (&["o:+ask1!", "u:+ask3"], "ask 3"),
        // Other floors count in the layer of the opinion and inside it.
        (&["o:?ask3 +allow", "u:+allow"], "allow"),
        (&["o:+allow", "u:?ask3"], "ask 3"),
        (&["o:?ask2", "u:?ask3"], "ask 3"),
        // A project may only tighten.
        (&["u:+ask2", "p:+allow"], "ask 2"),
        (&["u:+allow", "p:+ask2"], "ask 2"),
        (&["u:+allow", "p:?ask2"], "ask 2"),
        (&["u:+allow", "p:+allow +ask2"], "ask 2"),
        (&["u:", "p:; default=allow"], "ask 1"),
        (&["u:+ask2", "p:+ask1"], "ask 2"),
        (&["u:+allow", "p:+deny"], "deny"),
        (&["u:+ask2; projectMayAllow=true", "p:+allow"], "allow"),
        (&["u:; projectMayAllow=true", "p:; default=allow"], "allow"),
        (&["u:+deny; projectMayAllow=true", "p:+allow"], "deny"),
        (&["u:+ask2!; projectMayAllow=true", "p:+allow"], "ask 2"),
        (&["p:; default=allow"], "ask 1"),
    ];
    for (layers, expected) in table {
        let texts: Vec<String> = layers.iter().map(|text| layer(text)).collect();
        // The order in which documents are given does not matter.
        for texts in [texts.iter().map(String::as_str).collect::<Vec<_>>(), texts.iter().rev().map(String::as_str).collect()] {
            let policy = Policy::compile(&texts, &[]).unwrap_or_else(|errors| panic!("{layers:?}: {errors:?}"));
            let decision = policy.decide(&PreparedProfile::new("s", "t", &RiskProfile::default()), &Context::default());
            let got = match decision.effect() {
                EffectWord::Ask => format!("ask {}", decision.approvers()),
                other => other.word().to_owned(),
            };
            assert_eq!(got, *expected, "{layers:?}");
        }
    }
}

#[test]
fn the_end_short_and_headless() {
    let decide = |layers: &[&str], context: &Context<'_>| {
        let texts: Vec<String> = layers.iter().map(|text| layer(text)).collect();
        let policy = Policy::compile(&texts.iter().map(String::as_str).collect::<Vec<_>>(), &[]).unwrap();
        let decision = policy.decide(&PreparedProfile::new("s", "t", &RiskProfile::default()), context);
        (decision.effect(), decision.approvers(), decision.notice.map(Notice::word))
    };
    let with = |available| Context { approvers_available: Some(available), ..Context::default() };
    use EffectWord::{Allow, Ask, Deny};
    assert_eq!(decide(&["u:+ask2"], &with(2)), (Ask, 2, None));
    assert_eq!(decide(&["u:+ask2"], &with(1)), (Deny, 0, Some("short")));
    assert_eq!(decide(&["u:+ask2; short=ask"], &with(1)), (Ask, 1, Some("short")));
    assert_eq!(decide(&["u:+ask2; short=ask", "p:; short=deny"], &with(1)), (Deny, 0, Some("short")));
    assert_eq!(decide(&["u:+ask2; short=ask"], &with(0)), (Deny, 0, Some("headless")));
    assert_eq!(decide(&["u:+ask1; headless=ask"], &with(0)), (Ask, 1, Some("headless")));
    assert_eq!(decide(&["u:+ask1; headless=ask", "p:; headless=deny"], &with(0)), (Deny, 0, Some("headless")));
    assert_eq!(decide(&["u:+allow"], &with(0)), (Allow, 0, None));
    assert_eq!(decide(&["u:+deny"], &with(0)), (Deny, 0, None));
}
