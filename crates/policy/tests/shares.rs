//! What the presets do to real tools: shares by effect, and the two promises of `balanced` on graded tools.
//!
//! Graded tools come from the folder in `TOOL_RISK_DATA`; without it, from a few definitions of our own.
//! `cargo test -p mcp-tool-risk-policy --test shares -- --nocapture` prints the tables.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout, reason = "helpers of tests")]

use mcp_tool_risk_infer::{Rules, infer};
use mcp_tool_risk_policy::*;
use mcp_tool_risk_types::json::{Json, parse};
use mcp_tool_risk_types::*;

/// Definitions of our own: the lowest and the highest acceptable grade, then the tool.
const OWN: &str = r#"
{"tool":{"name":"get_release","description":"Returns one release of a repository.","inputSchema":{"type":"object","properties":{"id":{"type":"string"}}}},"label":{"risk":["low","low"]}}
{"tool":{"name":"list_branches","description":"Lists the branches of a repository.","inputSchema":{"type":"object"}},"label":{"risk":["low","low"]}}
{"tool":{"name":"convert_units","description":"Converts between units.","inputSchema":{"type":"object"}},"label":{"risk":["low","low"]}}
{"tool":{"name":"server_status","description":"Shows whether the server is up.","inputSchema":{"type":"object"}},"label":{"risk":["low","low"]}}
{"tool":{"name":"create_issue","description":"Creates an issue.","inputSchema":{"type":"object"}},"label":{"risk":["medium","medium"]}}
{"tool":{"name":"delete_branch","description":"Deletes a branch.","inputSchema":{"type":"object"}},"label":{"risk":["high","high"]}}
{"tool":{"name":"run_command","description":"Runs a shell command.","inputSchema":{"type":"object","properties":{"command":{"type":"string"}}}},"label":{"risk":["critical","critical"]}}
{"tool":{"name":"drop_database","description":"Drops a database.","inputSchema":{"type":"object"}},"label":{"risk":["critical","critical"]}}
{"tool":{"name":"send_email","description":"Sends a message.","inputSchema":{"type":"object","properties":{"to":{"type":"string"}}}},"label":{"risk":["high","high"]}}
"#;

fn data(path: &str) -> Option<String> {
    std::fs::read_to_string(std::path::Path::new(&std::env::var_os("TOOL_RISK_DATA")?).join(path)).ok()
}

fn inferred_profile(tool: &Json<'_>, policy: &Policy) -> Option<(String, RiskProfile)> {
    let definition = ToolDefinition::new(tool)?;
    let inference = infer(definition, Rules::Default);
    let sources = Sources { inference: inference.values, findings: inference.findings, ..Default::default() };
    let settings = policy.server("server");
    Some((definition.name().to_owned(), resolve(&sources, settings.trust, &settings.inference)))
}

fn presets() -> Vec<(&'static str, Policy)> {
    PRESETS.iter().map(|(name, text)| (*name, Policy::compile(&[text], &[]).unwrap())).collect()
}

#[test]
fn balanced_runs_what_is_low_and_nothing_that_is_high() {
    let text = data("labels/dev.jsonl").unwrap_or_else(|| OWN.to_owned());
    let policy = Policy::compile(&[preset("balanced").unwrap()], &[]).unwrap();
    let (mut low, mut low_runs, mut high, mut high_runs) = (0, 0, 0, Vec::new());
    for line in text.lines().filter(|line| !line.is_empty()) {
        let line = parse(line).unwrap().value;
        let grade = |at: usize| line.pointer(&format!("/label/risk/{at}")).and_then(Json::as_str).unwrap().to_owned();
        let (name, profile) = inferred_profile(line.get("tool").unwrap(), &policy).unwrap();
        let runs = policy.decide(&PreparedProfile::new("server", &name, &profile), &Context::default()).effect() == EffectWord::Allow;
        if grade(1) == "low" {
            low += 1;
            low_runs += usize::from(runs);
            if !runs {
                println!("asked although low: {name}");
            }
        }
        if ["high", "critical"].contains(&grade(0).as_str()) {
            high += 1;
            if runs {
                high_runs.push(name);
            }
        }
    }
    println!("labelled low: {low_runs} of {low} run; floor high or above: {} of {high} run", high_runs.len());
    assert_eq!(high_runs, [""; 0], "tools of high risk run unasked");
    assert!(low_runs * 10 >= low * 9, "{low_runs} of {low} low tools run unasked");
}

#[test]
fn shares_by_preset() {
    let mut lists: Vec<(String, String)> = Vec::new();
    for list in ["azure", "desktop-commander", "netlify", "paddle", "postman", "shortcut"] {
        lists.extend(data(&format!("corpus/lists/{list}.json")).map(|text| (list.to_owned(), text)));
    }
    if lists.is_empty() {
        let tools: Vec<String> =
            OWN.lines().filter(|line| !line.is_empty()).map(|line| parse(line).unwrap().value.get("tool").unwrap().to_string()).collect();
        lists.push(("own".to_owned(), format!(r#"{{"tools":[{}]}}"#, tools.join(","))));
    }
    println!("| list | preset | tools | allow | ask one | ask several | deny |\n|---|---|---|---|---|---|---|");
    for (list, text) in &lists {
        let parsed = parse(text).unwrap().value;
        let tools = parsed.pointer("/tools").or(parsed.pointer("/result/tools")).unwrap_or(&parsed).as_array().unwrap();
        for (name, policy) in presets() {
            let profiles: Vec<PreparedProfile> = (tools.iter())
                .filter_map(|tool| inferred_profile(tool, &policy))
                .map(|(tool, profile)| PreparedProfile::new("server", &tool, &profile))
                .collect();
            let calls: Vec<Recorded<'_>> = profiles.iter().map(|profile| Recorded { profile, context: Context::default() }).collect();
            let counts = policy.simulate(&calls);
            let all = counts.allow + counts.ask + counts.ask_several + counts.deny;
            assert_eq!(all, tools.len());
            println!("| {list} | {name} | {all} | {} | {} | {} | {} |", counts.allow, counts.ask, counts.ask_several, counts.deny);
            // What nobody watches is never asked for, and nothing is changed while planning.
            assert!(name != "unattended" || counts.ask + counts.ask_several == 0);
        }
    }
}
