//! The catalogue that is shipped, and the published schema of the format.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;
use std::path::PathBuf;

use mcp_tool_risk_policy::{CATALOGUE_VERSION, Catalogue, ImportFormat, ImportOptions, Origin, derive, import_policy, write_karai};
use mcp_tool_risk_types::json::{Json, parse};
use mcp_tool_risk_types::*;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../catalogue").join(name)
}

fn shipped() -> Catalogue {
    let text = std::fs::read_to_string(file("reference.json")).unwrap();
    Catalogue::read(&parse(&text).unwrap().value).unwrap()
}

#[test]
fn it_covers_the_servers_that_people_run() {
    let mut tools: BTreeMap<String, usize> = BTreeMap::new();
    let catalogue = shipped();
    for entry in catalogue.entries() {
        *tools.entry(entry.origin.to_string()).or_default() += 1;
    }
    assert!(catalogue.len() >= 300, "{}", catalogue.len());
    let reference = ["everything", "filesystem", "memory", "sequential-thinking", "github"]
        .map(|name| format!("npm:@modelcontextprotocol/server-{name}"));
    let python = ["git", "fetch", "time"].map(|name| format!("pypi:mcp-server-{name}"));
    for origin in reference.iter().chain(&python) {
        assert!(tools.contains_key(origin), "{origin}");
    }
    assert!(tools["npm:kubernetes-mcp-server"] >= 30 && tools["npm:mcp-server-kubernetes"] >= 20, "{tools:?}");
    assert!(tools.contains_key("npm:@henkey/postgres-mcp-server") && tools.contains_key("npm:@playwright/mcp"));
}

#[test]
fn every_profile_is_complete_and_consistent() {
    for entry in shipped().entries() {
        let name = format!("{} {}", entry.origin, entry.tool);
        let claims = entry.profile.iter().map(|(field, value)| (field, Claim::known(value.clone()))).collect();
        let derived = derive(&claims);
        assert_eq!(derived.diagnostics, [], "{name}");
        let given = [Field::Category, Field::RiskLevel, Field::BlastRadius, Field::Reversibility, Field::Outcome, Field::Source];
        let kept = [Field::MinTrustLevel, Field::Approval, Field::ReadOnlyHint, Field::ReturnSensitivity, Field::Destination];
        for field in given.iter().chain(&kept) {
            assert!(derived.value(*field).is_some(), "{name}: {}", field.word());
        }
        assert!(!entry.digests.is_empty() && entry.by.date.is_some() && entry.by.note.is_some(), "{name}");
    }
}

#[test]
fn a_listed_definition_finds_its_profile() {
    let listed = r#"{"name": "echo", "description": "anything", "inputSchema": {"$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object", "properties": {"message": {"type": "string", "description": "text"}}, "required": ["message"]}}"#;
    let origin = Origin::parse("npm:@modelcontextprotocol/server-everything@2026.8.31").unwrap();
    let find = |tool: &str| shipped().find(&origin, true, ToolDefinition::new(&parse(tool).unwrap().value).unwrap()).unwrap();
    let claims = find(listed);
    assert!(claims.verified);
    assert_eq!(claims.claims.get(Field::RiskLevel), Some(&Claim::known(RiskLevel::Low)));
    assert!(!find(&listed.replace("message", "command")).verified, "another shape only tightens");
}

fn words<W: Word>() -> Vec<&'static str> {
    W::ALL.iter().map(|word| word.word()).collect()
}

fn json(text: String) -> Json<'static> {
    // Leaked: a test's text.
    parse(text.leak()).unwrap().value
}

/// The Kubernetes servers' tools in the vocabulary of `tool_policies.yaml`. JSON is YAML, so a tool's line is JSON.
fn kubernetes() -> (Vec<(String, FieldMap<Value>)>, String) {
    let mut profiles = Vec::new();
    for entry in shipped().entries().filter(|entry| entry.origin.as_str().contains("kubernetes")) {
        let claims = entry.profile.iter().map(|(field, value)| (field, Claim::known(value.clone()))).collect();
        let derived = derive(&claims);
        let values = Field::ALL.iter().filter_map(|field| Some((*field, derived.value(*field)?.clone()))).collect();
        profiles.push((entry.tool.clone(), values));
    }
    let named: Vec<(&str, &FieldMap<Value>)> = profiles.iter().map(|(name, values)| (name.as_str(), values)).collect();
    let (document, _) = write_karai(&named);
    let mut text = "# The tools of two Kubernetes servers, from reference.json.\ntools:\n".to_owned();
    for (name, tool) in document.get("tools").and_then(Json::as_object).unwrap().iter() {
        text.push_str(&format!("  {name}: {}\n", tool.to_string().replace("\":", "\": ").replace(",\"", ", \"")));
    }
    (profiles, text)
}

#[test]
fn the_kubernetes_tools_are_there_as_tool_policies_too() {
    let (profiles, text) = kubernetes();
    let path = file("kubernetes.tool_policies.yaml");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let published = std::fs::read_to_string(path).unwrap();
    assert!(published == text, "catalogue/kubernetes.tool_policies.yaml is out of date: run this test with UPDATE=1");
    assert!(profiles.len() >= 30, "{}", profiles.len());
    // Read back, it classifies as the catalogue does.
    let lines = published.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(": "));
    let tools: Vec<String> = lines.map(|(name, tool)| format!("{name:?}: {tool}")).collect();
    let text = format!("{{\"tools\": {{{}}}}}", tools.join(","));
    let imported = import_policy(ImportFormat::Karai, &parse(&text).unwrap().value, &ImportOptions::default()).unwrap();
    assert_eq!(imported.report, []);
    let overrides = imported.document.get("overrides").and_then(Json::as_array).unwrap();
    assert_eq!(overrides.len(), profiles.len());
    for (entry, (name, values)) in overrides.iter().zip(&profiles) {
        assert_eq!(entry.get("tool").and_then(Json::as_str), Some(name.as_str()));
        for field in [Field::RiskLevel, Field::Category, Field::MinTrustLevel, Field::Approval] {
            assert_eq!(entry.get("set").and_then(|set| set.get(field.word())), values.get(field).map(Value::to_json).as_ref(), "{name}");
        }
    }
}

/// One word, or a set of possible ones.
fn one_or_many(item: &str) -> String {
    format!(r#"{{"anyOf": [{item}, {{"type": "array", "minItems": 1, "uniqueItems": true, "items": {item}}}]}}"#)
}

fn field_schema(field: Field) -> String {
    let choice = |words: Vec<&str>| format!(r#"{{"enum": {words:?}}}"#);
    let sensitivity = || {
        let plain: Vec<&str> = words::<DataClass>().into_iter().filter(|word| *word != DataClass::Regulated.word()).collect();
        one_or_many(&format!(
            r#"{{"anyOf": [{}, {{"type": "object", "required": ["regulated"], "additionalProperties": false, "properties": {{"regulated":
            {{"type": "object", "properties": {{"scopes": {{"type": "array", "items": {{"type": "string"}}}}}}}}}}}}]}}"#,
            choice(plain)
        ))
    };
    match field {
        Field::Category => choice(words::<Category>()),
        Field::RiskLevel => choice(words::<RiskLevel>()),
        Field::BlastRadius => choice(words::<BlastRadius>()),
        Field::Reversibility => choice(words::<Reversibility>()),
        Field::Approval => choice(words::<Approval>()),
        Field::MinTrustLevel => r#"{"type": "integer", "minimum": 1, "maximum": 5}"#.to_owned(),
        Field::Outcome => one_or_many(&choice(words::<Outcome>())),
        Field::Destination => one_or_many(&choice(words::<Destination>())),
        Field::Source => one_or_many(&choice(words::<Source>())),
        Field::SideEffects => r#"{"type": "array", "uniqueItems": true, "items": {"type": "string"}}"#.to_owned(),
        Field::InputSensitivity | Field::ReturnSensitivity => sensitivity(),
        Field::ReadOnlyHint | Field::DestructiveHint | Field::IdempotentHint | Field::OpenWorldHint | Field::RequiresReview => {
            r#"{"type": "boolean"}"#.to_owned()
        }
    }
}

/// The schema of the format, from the words of the vocabulary.
fn schema() -> Json<'static> {
    let fields: Vec<String> = Field::ALL
        .iter()
        .map(|field| {
            format!(
                r#"{:?}: {{"description": {:?}, "anyOf": [{}, {{"type": "null"}}]}}"#,
                field.word(),
                field.meaning(),
                field_schema(*field)
            )
        })
        .collect();
    let by = r#""author": {"type": "string", "description": "Who graded."},
        "date": {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "description": "When."},
        "note": {"type": "string", "description": "A remark, such as the reason of a grade."}"#;
    json(format!(
        r##"{{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "MCP tool risk catalogue",
        "description": "Curated profiles of MCP tools by the origin of their server.",
        "type": "object", "additionalProperties": false, "required": ["version", "name", "servers"],
        "properties": {{"$schema": {{"type": "string"}}, "version": {{"const": {CATALOGUE_VERSION}}}, "name": {{"type": "string"}}, {by},
            "servers": {{"type": "array", "items": {{"$ref": "#/$defs/server"}}}}}},
        "$defs": {{
            "server": {{"type": "object", "additionalProperties": false, "required": ["origin", "tools"], "properties": {{
                "origin": {{"type": "string", "pattern": "^(npm|pypi|oci|cargo|nuget|url|command):.+$",
                    "description": "Where the server comes from. A package without a version stands for all of its versions."}},
                "tools": {{"type": "array", "items": {{"$ref": "#/$defs/tool"}}}}}}}},
            "tool": {{"type": "object", "additionalProperties": false, "required": ["name", "digests", "profile"], "properties": {{
                "name": {{"type": "string", "minLength": 1}},
                "digests": {{"type": "array", "items": {{"type": "string", "pattern": "^sha256:[0-9a-f]{{64}}$"}},
                    "description": "SHA-256 of the shapes that were looked at. Without one that fits, the entry only tightens."}},
                "profile": {{"$ref": "#/$defs/profile"}}, {by}}}}},
            "profile": {{"type": "object", "additionalProperties": false, "properties": {{{}}}}}
        }}}}"##,
        fields.join(",")
    ))
}

fn pretty(json: &Json<'_>, indent: usize, out: &mut String) {
    let flat = json.to_string();
    if flat.len() + indent <= 120 {
        out.push_str(&flat);
        return;
    }
    let (open, close, items): (char, char, Vec<(String, &Json<'_>)>) = match json {
        Json::Object(object) => ('{', '}', object.iter().map(|(key, value)| (format!("{}: ", Json::String(key.into())), value)).collect()),
        Json::Array(items) => ('[', ']', items.iter().map(|item| (String::new(), item)).collect()),
        _ => return out.push_str(&flat),
    };
    let last = items.len();
    out.push(open);
    for (i, (key, value)) in items.into_iter().enumerate() {
        out.push_str(&format!("\n{}{key}", " ".repeat(indent + 2)));
        pretty(value, indent + 2, out);
        out.push_str(if i + 1 < last { "," } else { "" });
    }
    out.push_str(&format!("\n{}{close}", " ".repeat(indent)));
}

#[test]
fn the_published_schema_is_that_of_the_vocabulary() {
    let mut text = String::new();
    pretty(&schema(), 0, &mut text);
    text.push('\n');
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(file("catalogue.schema.json"), &text).unwrap();
    }
    let published = std::fs::read_to_string(file("catalogue.schema.json")).unwrap();
    assert!(published == text, "catalogue/catalogue.schema.json is out of date: run this test with UPDATE=1");
}

#[test]
fn the_schema_and_the_reader_know_the_same_kinds_of_origin() {
    let schema = schema();
    let pattern = schema.pointer("/$defs/server/properties/origin/pattern").and_then(Json::as_str).unwrap();
    let kinds: Vec<&str> = pattern.trim_start_matches("^(").trim_end_matches("):.+$").split('|').collect();
    assert_eq!(kinds.len(), 7);
    for kind in kinds {
        assert!(Origin::parse(&format!("{kind}:x")).is_some(), "{kind}");
    }
    for none in ["", "npm", "npm:", "npm:x@", "gem:x", "NPM:x", "x"] {
        assert_eq!(Origin::parse(none), None, "{none}");
    }
}
