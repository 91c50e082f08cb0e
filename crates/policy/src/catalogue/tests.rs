use mcp_tool_risk_types::json::parse;
use mcp_tool_risk_types::{Category, Field, RiskLevel};

use super::*;

const TOOL: &str = r#"{"name": "wipe", "description": "Empties a bin", "inputSchema": {"type": "object", "required": ["bin"],
    "properties": {"bin": {"type": "string"}, "description": {"type": "string", "title": "Why"}}}}"#;

fn digest(tool: &str) -> String {
    shape_digest(ToolDefinition::new(&parse(tool).unwrap().value).unwrap())
}

/// A catalogue of one entry for `wipe`.
fn one(origin: &str, digest: &str, profile: &str) -> Catalogue {
    let text = format!(
        r#"{{"version": 1, "name": "c", "date": "2026-11-30", "servers": [{{"origin": "{origin}",
            "tools": [{{"name": "wipe", "digests": ["{digest}"], "profile": {profile}}}]}}]}}"#
    );
    Catalogue::read(&parse(&text).unwrap().value).unwrap()
}

fn find(catalogue: &Catalogue, origin: &str, verified: bool) -> Option<CatalogueClaims> {
    catalogue.find(&Origin::parse(origin).unwrap(), verified, ToolDefinition::new(&parse(TOOL).unwrap().value).unwrap())
}

fn category(claims: &CatalogueClaims) -> Option<&Value> {
    claims.claims.get(Field::Category)?.value.as_ref()
}

#[test]
fn the_digest_covers_the_shape_and_not_the_words() {
    let same = [
        TOOL.replace("Empties a bin", "Reads a bin"),
        TOOL.replace(r#", "title": "Why""#, ""),
        TOOL.replace(r#""bin": {"type": "string"}"#, r#""bin": {"description": "Which", "examples": ["a"], "type": "string"}"#),
        TOOL.replace(r#""inputSchema": {"#, r#""annotations": {"readOnlyHint": true}, "inputSchema": {"$schema": "x", "#),
    ];
    for tool in same {
        assert_eq!(digest(&tool), digest(TOOL), "{tool}");
    }
    let other = [
        TOOL.replace("wipe", "wipe2"),
        TOOL.replace(r#""required": ["bin"],"#, ""),
        // A parameter may be called like a keyword.
        TOOL.replace(r#", "description": {"type": "string", "title": "Why"}"#, ""),
        TOOL.replace(r#""bin": {"type": "string"}"#, r#""bin": {"type": "string", "default": "all"}"#),
        TOOL.replace(r#""bin": {"type": "string"}"#, r#""bin": {"type": "string", "enum": ["a", "b"]}"#),
        TOOL.replace(r#""bin": {"type""#, r#""force": {"type": "boolean"}, "bin": {"type""#),
        r#"{"name": "wipe"}"#.to_owned(),
        r#"{"name": "wipe", "inputSchema": null}"#.to_owned(),
    ];
    let mut seen = vec![digest(TOOL)];
    for tool in other {
        let digest = digest(&tool);
        assert!(!seen.contains(&digest), "{tool}");
        seen.push(digest);
    }
}

#[test]
fn order_and_spelling_of_numbers_do_not_matter_where_they_say_nothing() {
    let of = |schema: &str| digest(&format!(r#"{{"name": "n", "inputSchema": {schema}}}"#));
    assert_eq!(of(r#"{"enum": [1, "b"], "required": ["x", "y"]}"#), of(r#"{"required": ["y", "x"], "enum": ["b", 1.0]}"#));
    assert_eq!(of(r#"{"type": ["null", "string"]}"#), of(r#"{"type": ["string", "null"]}"#));
    assert_ne!(of(r#"{"prefixItems": [{}, {"type": "null"}]}"#), of(r#"{"prefixItems": [{"type": "null"}, {}]}"#));
    // Data is kept as it is, words of the schema language included.
    assert_ne!(of(r#"{"default": {"title": "a"}}"#), of(r#"{"default": {"title": "b"}}"#));
    assert_ne!(of(r#"{"default": ["a", "b"]}"#), of(r#"{"default": ["b", "a"]}"#));
    assert_ne!(of(r#"{"enum": [["a", "b"]]}"#), of(r#"{"enum": [["b", "a"]]}"#));
    // A number is not the text that looks like it.
    assert_ne!(of(r#"{"const": 1}"#), of(r#"{"const": "1"}"#));
}

#[test]
fn an_entry_counts_for_its_origin_alone() {
    let catalogue = one("npm:@a/bins", &digest(TOOL), r#"{"category": "destroy"}"#);
    assert!(find(&catalogue, "npm:@a/bins@2.0.0", true).is_some());
    for other in ["npm:@a/bins-two@2.0.0", "npm:@a/bin", "pypi:@a/bins", "npm:bins", "command:npx @a/bins"] {
        assert_eq!(find(&catalogue, other, true), None, "{other}");
    }
    let pinned = one("npm:@a/bins@2.0.0", &digest(TOOL), r#"{"category": "destroy"}"#);
    assert!(find(&pinned, "npm:@a/bins@2.0.0", true).is_some());
    assert!(find(&pinned, "npm:@a/bins@2.0.1", true).is_none());
    assert!(find(&pinned, "npm:@a/bins", true).is_none());
}

#[test]
fn only_a_verified_origin_and_a_known_shape_let_an_entry_stand() {
    let known = one("npm:bins", &digest(TOOL), r#"{"category": "destroy"}"#);
    assert!(find(&known, "npm:bins@1", true).unwrap().verified);
    assert!(!find(&known, "npm:bins@1", false).unwrap().verified);
    let stale = one("npm:bins", &digest(r#"{"name": "wipe"}"#), r#"{"category": "destroy"}"#);
    let claims = find(&stale, "npm:bins@1", true).unwrap();
    assert_eq!((claims.verified, category(&claims)), (false, Some(&Category::Destroy.into())));
}

#[test]
fn merged_entries_join_in_any_order_and_a_known_shape_goes_first() {
    let strict = one("npm:bins", &digest(TOOL), r#"{"category": "destroy", "openWorldHint": false}"#);
    let lax = one("npm:bins@1", &digest(TOOL), r#"{"category": "delete", "riskLevel": "critical"}"#);
    let stale = one("npm:bins", &digest(r#"{"name": "wipe"}"#), r#"{"openWorldHint": true}"#);
    let merged = |parts: [&Catalogue; 3]| {
        let mut all = Catalogue::default();
        for part in parts {
            all.merge(part.clone());
        }
        find(&all, "npm:bins@1", true).unwrap()
    };
    let claims = merged([&strict, &lax, &stale]);
    assert!(claims.verified);
    assert_eq!(category(&claims), Some(&Category::Destroy.into()));
    assert_eq!(claims.claims.get(Field::RiskLevel), Some(&Claim::known(RiskLevel::Critical)));
    assert_eq!(claims.claims.get(Field::OpenWorldHint), Some(&Claim::known(false)));
    assert_eq!(merged([&stale, &lax, &strict]), claims);
    assert_eq!(merged([&lax, &stale, &strict]), claims);
}

#[test]
fn what_is_written_reads_back() {
    let profile = r#"{"category": "delete", "destination": ["ephemeral", "user"], "returnSensitivity": [{"regulated": {"scopes": ["GDPR"]}}],
        "sideEffects": ["state_loss"], "minTrustLevel": 4, "readOnlyHint": false, "riskLevel": null}"#;
    let mut catalogue = one("npm:bins", &digest(TOOL), profile);
    catalogue.merge(one("pypi:bins", &digest(TOOL), r#"{"category": "read"}"#));
    let by = Authorship { date: Some("2026-11-30".into()), ..Authorship::default() };
    let text = catalogue.to_json("both", &by).to_string();
    let again = Catalogue::read(&parse(&text).unwrap().value).unwrap();
    assert!(catalogue.entries().eq(again.entries()));
    assert_eq!((again.len(), again.names), (2, vec!["both".to_owned()]));
    assert_eq!(text.matches("2026-11-30").count(), 1, "what the catalogue says isn't said again");
}

#[test]
fn errors_say_where_and_what() {
    let wrong = |from: &str, to: &str| {
        let good = format!(
            r#"{{"version": 1, "name": "c", "servers": [{{"origin": "npm:bins", "tools": [{{"name": "wipe",
                "digests": ["{}"], "profile": {{"category": "read"}}}}]}}]}}"#,
            digest(TOOL)
        );
        assert!(good.contains(from), "{from}");
        Catalogue::read(&parse(&good.replace(from, to)).unwrap().value).unwrap_err()
    };
    let error = wrong(r#""category""#, r#""categry""#);
    assert_eq!(error.pointer, "/servers/0/tools/0/profile/categry");
    assert_eq!(error.suggestion.as_deref(), Some("category"));
    let error = wrong(r#""read""#, r#""reed""#);
    assert!(error.pointer.starts_with("/servers/0/tools/0/profile"), "{error}");
    assert!(error.message.contains("reed"), "{error}");
    assert_eq!(wrong("npm:bins", "bins").pointer, "/servers/0/origin");
    assert_eq!(wrong(r#""version": 1"#, r#""version": 2"#).pointer, "/version");
    assert_eq!(wrong("sha256:", "sha1:").pointer, "/servers/0/tools/0/digests/0");
    assert_eq!(wrong(r#""name": "c""#, r#""name": "c", "date": "today""#).pointer, "/date");
    assert_eq!(wrong(r#""name": "wipe""#, r#""name": """#).pointer, "/servers/0/tools/0/name");
    let twice = r#""tools": [{"name": "wipe", "digests": [], "profile": {}}, {"#;
    assert_eq!(wrong(r#""tools": [{"#, twice).pointer, "/servers/0/tools/1/name");
    assert_eq!(wrong(r#""name": "c", "#, "").code, mcp_tool_risk_types::Code::MissingKey);
}
