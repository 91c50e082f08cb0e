//! Time of one decision, by number of rules: `cargo run --release -p mcp-tool-risk-policy --example decide_time`.
//!
//! The workload: rules on a server, a tool glob and a field that fits, of which only the last one decides; a third deny.
#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::indexing_slicing, reason = "it prints what it measures")]

use std::hint::black_box;
use std::time::Instant;

use mcp_tool_risk_policy::{Context, InferenceUse, Policy, PreparedProfile, Sources, resolve};
use mcp_tool_risk_types::json::parse;
use mcp_tool_risk_types::{Category, Claim, Field, FieldMap, ServerTrust};

fn document(rules: usize, arguments: bool) -> String {
    let effects = ["deny", "ask", "allow"];
    let mut text = String::from(r#"{"version":1,"rules":["#);
    for at in 0..rules - 1 {
        let argument = if arguments { format!(r#","arguments":{{"/path":{{"prefix":"/other/{at}"}}}}"#) } else { String::new() };
        let effect = effects[at % 3];
        text.push_str(&format!(
            r#"{{"id":"r{at}","effect":"{effect}","when":{{"server":"git*","tool":"*_{at}*","category":"read"{argument}}}}},"#
        ));
    }
    text.push_str(r#"{"id":"last","effect":"allow","when":{"riskLevel":{"atMost":"medium"}}}]}"#);
    text
}

fn main() {
    let operator: FieldMap<Claim> = FieldMap::from_iter([(Field::Category, Claim::known(Category::Read))]);
    let profile = resolve(&Sources { operator, ..Default::default() }, ServerTrust::Known, &InferenceUse::default());
    let profile = PreparedProfile::new("github", "get_issue", &profile);
    let body = "x".repeat(1_000);
    let arguments = parse(&format!(r#"{{"path":"/work/a","body":"{body}"}}"#)).unwrap().value.to_string();
    for rules in [10, 100, 1_000] {
        for with in [false, true] {
            let policy = Policy::compile(&[&document(rules, with)], &[]).unwrap();
            let parsed = parse(&arguments).unwrap().value;
            let context = Context { arguments: with.then_some(&parsed), ..Context::default() };
            let bound = policy.bind(profile.clone());
            // Many short batches: the fastest one was not interrupted.
            let rounds = (10_000 / rules).max(1);
            let (mut plain, mut best) = (f64::MAX, f64::MAX);
            for _ in 0..1_000 {
                let start = Instant::now();
                for _ in 0..rounds {
                    black_box(policy.decide(black_box(&profile), black_box(&context)));
                }
                plain = plain.min(start.elapsed().as_nanos() as f64 / rounds as f64);
                let start = Instant::now();
                for _ in 0..rounds {
                    black_box(policy.decide_bound(black_box(&bound), black_box(&context)));
                }
                best = best.min(start.elapsed().as_nanos() as f64 / rounds as f64);
            }
            println!("{rules:>5} rules, {}: {plain:>9.0} ns, bound {best:>9.0} ns", if with { "on arguments" } else { "no arguments" });
        }
    }
}
