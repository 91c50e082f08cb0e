use mcp_tool_risk_types::json::{Json, parse};
use mcp_tool_risk_types::{Category, Code, Field, FieldMap, RiskLevel, Value};

use super::*;
use crate::{Context, Mode, Policy, PreparedProfile, RiskProfile};

struct Result {
    document: Json<'static>,
    report: Vec<(Code, String)>,
}

impl Result {
    /// `EFFECT CONDITION`, a rule a line.
    fn rules(&self) -> Vec<String> {
        let rules = self.document.get("rules").and_then(Json::as_array).unwrap_or_default();
        let part = |rule: &Json<'_>, key: &str| rule.get(key).map(|json| json.to_string().trim_matches('"').to_owned()).unwrap_or_default();
        rules.iter().map(|rule| format!("{} {}", part(rule, "effect"), part(rule, "when"))).collect()
    }

    fn codes(&self, code: Code) -> Vec<&str> {
        self.report.iter().filter(|(other, _)| *other == code).map(|(_, pointer)| pointer.as_str()).collect()
    }
}

fn import(format: ImportFormat, text: &str, servers: &[(&str, &[&str])]) -> Result {
    let servers = servers
        .iter()
        .map(|(server, tools)| KnownServer { server: (*server).to_owned(), tools: tools.iter().map(|tool| (*tool).to_owned()).collect() });
    let options = ImportOptions { servers: servers.collect(), ..ImportOptions::default() };
    let imported = import_policy(format, &parse(text).unwrap().value, &options).unwrap();
    for note in &imported.report {
        assert!(parse(text).unwrap().value.pointer(&note.pointer).is_some(), "{} leads nowhere", note.pointer);
    }
    // Whatever is made is a policy.
    if let Err(errors) = Policy::compile(&[&imported.document.to_string()], &[]) {
        panic!("{errors:?}\n{}", imported.document);
    }
    let report = imported.report.into_iter().map(|note| (note.code, note.pointer)).collect();
    Result { document: imported.document, report }
}

fn claude(text: &str, servers: &[(&str, &[&str])]) -> Result {
    import(ImportFormat::ClaudeCode, &format!(r#"{{"permissions": {text}}}"#), servers)
}

#[test]
fn claude_code_denies_before_it_asks_before_it_allows() {
    let result = claude(
        r#"{"allow": ["mcp__github__get_issue", "mcp__github"], "ask": ["mcp__github__merge_*"], "deny": ["mcp__github__delete_repo"]}"#,
        &[],
    );
    assert_eq!(
        result.rules(),
        [
            r#"deny {"server":"github","tool":"delete_repo"}"#,
            r#"ask {"server":"github","tool":"merge_*"}"#,
            r#"allow {"server":"github","tool":"get_issue"}"#,
            r#"allow {"server":"github"}"#,
        ]
    );
    assert_eq!(result.report, []);
    assert_eq!(result.document.get("default"), Some(&text("ask")));
}

#[test]
fn claude_code_rules_that_never_had_an_effect_are_reported() {
    let result = claude(
        r#"{"allow": ["mcp__*", "mcp__git*__get", "mcp__github__get(owner:me)", "Bash(git:*)"], "deny": ["mcp__*", "mcp__*__drop_*"], "defaultMode": "bypassPermissions"}"#,
        &[],
    );
    assert_eq!(result.rules(), ["deny ", r#"deny {"tool":"drop_*"}"#]);
    let lost = ["/permissions/allow/0", "/permissions/allow/1", "/permissions/allow/2", "/permissions/allow/3", "/permissions/defaultMode"];
    assert_eq!(result.codes(Code::NotCarriedOver), lost);
    assert_eq!(result.document.get("default"), Some(&text("ask")), "a mode that asks nobody isn't carried over");
    assert_eq!(claude(r#"{"defaultMode": "dontAsk"}"#, &[]).document.get("default"), Some(&text("deny")));
}

#[test]
fn an_ambiguous_name_is_reported_and_never_guessed() {
    let both = r#"{"allow": ["mcp__my__server__get"], "deny": ["mcp__my__server__get"]}"#;
    let result = claude(both, &[]);
    // Of what is denied every reading is, of what is allowed none.
    assert_eq!(result.rules(), [r#"deny {"any":[{"server":"my","tool":"server__get"},{"server":"my__server","tool":"get"}]}"#]);
    assert_eq!(result.codes(Code::AmbiguousName), ["/permissions/deny/0", "/permissions/allow/0"]);
    // Known servers settle it, also where their names are written differently.
    let known = claude(both, &[("my__server", &[]), ("other", &[])]);
    assert_eq!(known.rules(), [r#"deny {"server":"my__server","tool":"get"}"#, r#"allow {"server":"my__server","tool":"get"}"#]);
    assert_eq!(known.report, []);
    let spelt = claude(both, &[("my. server", &[])]);
    assert_eq!(spelt.rules()[0], r#"deny {"server":"my. server","tool":"get"}"#);
    // Two servers that fit: their tools settle it.
    assert_eq!(claude(both, &[("my", &[]), ("my__server", &[])]).codes(Code::AmbiguousName).len(), 2);
    assert_eq!(claude(both, &[("my", &["other"]), ("my__server", &["get"])]).report, []);
    // A server that nobody knows is no server of this host.
    assert_eq!(claude(both, &[("else", &[])]).codes(Code::NotCarriedOver).len(), 2);
}

fn gemini(text: &str, servers: &[(&str, &[&str])]) -> Result {
    import(ImportFormat::GeminiCli, &format!(r#"{{"rule": {text}}}"#), servers)
}

#[test]
fn gemini_rules_keep_their_order_by_priority() {
    let result = gemini(
        r#"[{"mcpName": "github", "decision": "deny", "priority": 10, "denyMessage": "No."},
            {"mcpName": "github", "toolName": "get_issue", "decision": "allow", "priority": 100},
            {"mcpName": "github", "toolName": ["get_pr", "get_me"], "decision": "ask_user", "priority": 50}]"#,
        &[],
    );
    assert_eq!(
        result.rules(),
        [
            r#"allow {"server":"github","tool":"get_issue"}"#,
            r#"ask {"any":[{"server":"github","tool":"get_pr"},{"server":"github","tool":"get_me"}]}"#,
            // Here a deny goes first: what stood above it is taken out of it.
            concat!(
                r#"deny {"all":[{"server":"github"},{"not":{"any":[{"server":"github","tool":"get_issue"},"#,
                r#"{"any":[{"server":"github","tool":"get_pr"},{"server":"github","tool":"get_me"}]}]}}]}"#
            ),
        ]
    );
    assert_eq!(result.document.pointer("/rules/2/message"), Some(&text("No.")));
    // A deny under a rule for everything never had an effect.
    let dead =
        gemini(r#"[{"toolName": "*", "decision": "ask_user", "priority": 9}, {"mcpName": "a", "decision": "deny", "priority": 1}]"#, &[]);
    assert_eq!((dead.rules(), dead.codes(Code::NotCarriedOver)), (vec!["ask ".to_owned()], vec!["/rule/1"]));
}

#[test]
fn gemini_names_are_taken_apart_only_where_there_is_one_reading() {
    let result = gemini(
        r#"[{"toolName": "mcp_github_create_issue", "decision": "allow"}, {"toolName": "mcp_git_log", "decision": "allow"},
            {"toolName": "mcp_*_drop_table", "decision": "deny"}, {"toolName": "mcp_git_*", "decision": "ask_user"},
            {"toolName": "run_shell_command", "commandPrefix": "git", "decision": "allow"}]"#,
        &[],
    );
    assert_eq!(result.rules(), [r#"allow {"server":"git","tool":"log"}"#, r#"deny {"tool":"drop_table"}"#, r#"ask {"server":"git"}"#,]);
    assert_eq!(result.codes(Code::AmbiguousName), ["/rule/0/toolName"]);
    assert_eq!(result.codes(Code::CarriedDifferently), ["/rule/2/toolName"], "documented by Gemini CLI, and never matched");
    assert_eq!(result.codes(Code::NotCarriedOver), ["/rule/4/toolName"]);
    let known = gemini(r#"[{"toolName": "mcp_my_server_get_it", "decision": "allow"}]"#, &[("my_server", &[])]);
    assert_eq!(known.rules(), [r#"allow {"server":"my_server","tool":"get_it"}"#]);
}

#[test]
fn gemini_conditions_without_a_counterpart_never_allow_more() {
    let result = gemini(
        r#"[{"mcpName": "a", "toolName": "t", "argsPattern": "\"force\":true", "decision": "deny"},
            {"mcpName": "a", "toolName": "t", "argsPattern": "\"dry\":true", "decision": "allow"},
            {"mcpName": "a", "modes": ["yolo"], "decision": "allow"},
            {"mcpName": "a", "modes": ["default", "autoEdit", "yolo"], "interactive": true, "decision": "allow"},
            {"mcpName": "a", "modes": ["plan"], "decision": "deny"},
            {"toolAnnotations": {"destructiveHint": true}, "decision": "ask_user"},
            {"mcpName": "a", "toolAnnotations": {"vendorSays": "fine"}, "decision": "allow"}]"#,
        &[],
    );
    assert_eq!(
        result.rules(),
        [
            r#"deny {"server":"a","tool":"t"}"#,
            r#"allow {"server":"a","mode":["interactive"]}"#,
            r#"deny {"all":[{"server":"a","mode":["plan"]},{"not":{"server":"a","mode":["interactive"]}}]}"#,
            r#"ask {"destructiveHint":true}"#,
        ]
    );
    assert_eq!(result.codes(Code::CarriedDifferently), ["/rule/0/argsPattern", "/rule/5/toolAnnotations"]);
    assert_eq!(result.codes(Code::NotCarriedOver), ["/rule/1/argsPattern", "/rule/2/modes", "/rule/6/toolAnnotations"]);
}

#[test]
fn codex_modes_go_by_tool_before_server() {
    let result = import(
        ImportFormat::Codex,
        r#"{"mcp_servers": {"docs": {"default_tools_approval_mode": "prompt", "enabled_tools": ["get", "put"], "disabled_tools": ["put"],
             "tools": {"get": {"approval_mode": "approve"}}}, "off": {"enabled": false}}, "approval_policy": "never"}"#,
        &[],
    );
    assert_eq!(
        result.rules(),
        [
            r#"deny {"server":"docs","not":{"tool":["get","put"]}}"#,
            r#"deny {"server":"docs","tool":"put"}"#,
            r#"allow {"server":"docs","tool":"get"}"#,
            r#"ask {"server":"docs"}"#,
            r#"deny {"server":"off"}"#,
        ]
    );
    assert_eq!(result.codes(Code::NotCarriedOver), ["/approval_policy"]);
    let hints = import(ImportFormat::Codex, r#"{"mcp_servers": {"a": {"default_tools_approval_mode": "writes"}}}"#, &[]);
    assert_eq!(hints.rules(), [r#"allow {"server":"a","readOnlyHint":true,"destructiveHint":false}"#, r#"ask {"server":"a"}"#]);
    assert_eq!(hints.codes(Code::CarriedDifferently), ["/mcp_servers/a/default_tools_approval_mode"]);
    let nothing = import(ImportFormat::Codex, r#"{"mcp_servers": {"a": {"enabled_tools": []}}}"#, &[]);
    assert_eq!(nothing.rules(), [r#"deny {"server":"a"}"#]);
}

#[test]
fn allow_lists_of_editors() {
    let cursor = import(
        ImportFormat::Cursor,
        r#"{"mcpAllowlist": ["github:get_*", "*:list", "a:b:c", "bare", 7], "terminalAllowlist": ["git"]}"#,
        &[],
    );
    assert_eq!(cursor.rules(), [r#"allow {"server":"github","tool":"get_*"}"#, r#"allow {"tool":"list"}"#]);
    assert_eq!(cursor.codes(Code::AmbiguousName), ["/mcpAllowlist/2"]);
    assert_eq!(cursor.codes(Code::NotCarriedOver), ["/mcpAllowlist/4", "/mcpAllowlist/3", "/terminalAllowlist"]);

    let vscode = import(
        ImportFormat::VsCode,
        r#"{"editor.fontSize": 12, "chat.tools.global.autoApprove": true, "chat.tools.eligibleForAutoApproval":
            {"io.github.x/server/delete_it": false, "fetch": false, "mcp_a_b_c": false, "a/get": true}}"#,
        &[],
    );
    assert_eq!(
        vscode.rules(),
        [
            r#"ask {"server":"io.github.x/server","tool":"delete_it"}"#,
            r#"ask {"any":[{"server":"a","tool":"b_c"},{"server":"a_b","tool":"c"}]}"#,
        ]
    );
    let pointers = ["/chat.tools.global.autoApprove", "/chat.tools.eligibleForAutoApproval/fetch"];
    assert_eq!(vscode.codes(Code::NotCarriedOver), pointers);

    let roo = import(
        ImportFormat::McpJson,
        r#"{"mcpServers": {"a": {"alwaysAllow": ["get", "*"], "disabledTools": ["put"]}, "b": {"disabled": true}}}"#,
        &[],
    );
    assert_eq!(
        roo.rules(),
        [
            r#"allow {"server":"a","tool":"get"}"#,
            r#"allow {"server":"a","tool":"\\*"}"#,
            r#"deny {"server":"a","tool":"put"}"#,
            r#"deny {"server":"b"}"#,
        ]
    );
}

const KARAI: &str = r#"{"tools": {
    "delete_namespace": {"min_level": 5, "risk_level": "critical", "category": "destroy", "destructive": true, "approval_escalation": true},
    "get_pods": {"min_level": 1, "risk_level": "low", "category": "read", "destructive": false, "approval_escalation": false, "cooldown": 3},
    "odd": {"risk_level": "purple", "min_level": 9}}}"#;

#[test]
fn karai_policies_become_classifications() {
    let result = import(ImportFormat::Karai, KARAI, &[]);
    let set = |i: usize| result.document.pointer(&format!("/overrides/{i}/set")).map(ToString::to_string);
    assert_eq!(
        set(0).as_deref(),
        Some(r#"{"minTrustLevel":5,"riskLevel":"critical","category":"destroy","destructiveHint":true,"approvalRecommendation":"multi"}"#)
    );
    assert_eq!(set(1).as_deref(), Some(r#"{"minTrustLevel":1,"riskLevel":"low","category":"read","destructiveHint":false}"#));
    assert_eq!(set(2), None);
    let lost = ["/tools/get_pods/cooldown", "/tools/odd/risk_level", "/tools/odd/min_level", "/tools/odd"];
    assert_eq!(result.codes(Code::NotCarriedOver), lost);
    assert_eq!(result.codes(Code::CarriedDifferently), ["/tools/delete_namespace/approval_escalation"]);
    // A list, and a map without a root.
    let entry = r#"{"name": "a", "risk_level": "low"}"#;
    for shape in [format!("{{\"tools\": [{entry}]}}"), format!("{{\"a\": {entry}}}"), format!("{{\"policies\": {{\"a\": {entry}}}}}")] {
        assert_eq!(import(ImportFormat::Karai, &shape, &[]).document.pointer("/overrides/0/tool"), Some(&text("a")), "{shape}");
    }
}

#[test]
fn karai_is_written_and_reads_back() {
    let profile = |category: Category, risk: RiskLevel| -> FieldMap<Value> {
        [(Field::Category, category.into()), (Field::RiskLevel, risk.into()), (Field::OpenWorldHint, true.into())].into_iter().collect()
    };
    let (get, get_too, wipe) = (
        profile(Category::Read, RiskLevel::Low),
        profile(Category::Mutate, RiskLevel::Medium),
        profile(Category::Destroy, RiskLevel::Critical),
    );
    let (document, report) = crate::write_karai(&[("get", &get), ("wipe", &wipe), ("get", &get_too)]);
    // What isn't known is written as the most restrictive value; of one name the stricter values count.
    assert_eq!(
        document.pointer("/tools/get").map(ToString::to_string).as_deref(),
        Some(r#"{"min_level":5,"risk_level":"medium","category":"mutate","destructive":true,"approval_escalation":"multi"}"#)
    );
    assert_eq!(report.iter().map(|note| note.code).collect::<Vec<_>>(), [Code::AmbiguousName, Code::NotCarriedOver]);
    assert!(report[1].message.contains("openWorldHint"));
    let again = import_policy(ImportFormat::Karai, &document, &ImportOptions::default()).unwrap();
    assert_eq!(again.report, []);
    assert_eq!(
        again.document.pointer("/overrides/1/set").map(ToString::to_string).as_deref(),
        Some(r#"{"minTrustLevel":5,"riskLevel":"critical","category":"destroy","destructiveHint":true,"approvalRecommendation":"multi"}"#)
    );
}

#[test]
fn the_imported_policy_decides_as_its_host_did() {
    let decide = |result: &Result, server: &str, tool: &str| {
        let policy = Policy::compile(&[&result.document.to_string()], &[]).unwrap();
        let profile = PreparedProfile::new(server, tool, &RiskProfile::default());
        policy.decide(&profile, &Context { mode: Mode::Interactive, ..Context::default() }).effect().word()
    };
    let claude = claude(r#"{"allow": ["mcp__hub"], "ask": ["mcp__hub__merge_*"], "deny": ["mcp__hub__merge_main"]}"#, &[]);
    let gemini = gemini(
        r#"[{"mcpName": "hub", "decision": "allow", "priority": 1}, {"mcpName": "hub", "toolName": "merge_it", "decision": "ask_user", "priority": 9},
            {"mcpName": "hub", "toolName": "merge_main", "decision": "deny", "priority": 5}]"#,
        &[],
    );
    let codex = import(
        ImportFormat::Codex,
        r#"{"mcp_servers": {"hub": {"default_tools_approval_mode": "approve", "disabled_tools": ["merge_main"],
            "tools": {"merge_it": {"approval_mode": "prompt"}}}}}"#,
        &[],
    );
    for result in [claude, gemini, codex] {
        for (tool, effect) in [("get", "allow"), ("merge_it", "ask"), ("merge_main", "deny")] {
            assert_eq!(decide(&result, "hub", tool), effect, "{tool}: {}", result.document);
        }
        assert_eq!(decide(&result, "other", "get"), "ask");
    }
}

#[test]
fn hostile_size_is_bounded() {
    let rules = vec![r#"{"mcpName": "a", "decision": "deny"}"#; 1001].join(",");
    let text = format!(r#"{{"rule": [{rules}]}}"#);
    let error = import_policy(ImportFormat::GeminiCli, &parse(&text).unwrap().value, &ImportOptions::default()).unwrap_err();
    assert_eq!((error.code, error.pointer.as_str()), (Code::TooLarge, "/rule"));
    let long = claude(&format!(r#"{{"deny": ["mcp__{}"]}}"#, "a__".repeat(1000)), &[]);
    assert_eq!(long.codes(Code::NotCarriedOver), ["/permissions/deny/0"]);
}

#[test]
fn a_document_of_another_format_is_an_error() {
    for format in ImportFormat::ALL {
        let fails = |text: &str| import_policy(*format, &parse(text).unwrap().value, &ImportOptions::default()).unwrap_err();
        assert_eq!(fails("[]").code, Code::WrongType);
        assert_eq!(fails(r#"{"something": {"else": 1}}"#).code, Code::MissingKey, "{}", format.word());
    }
}
