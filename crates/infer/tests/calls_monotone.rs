//! The rule that may not break: what is added to a call never lowers any field of its assessment.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use std::fs;
use std::path::Path;

use mcp_tool_risk_infer::call::{AssessOptions, Assessment, Prepared};
use mcp_tool_risk_types::json::{self, Json, Object};
use mcp_tool_risk_types::{Field, ToolDefinition, Word as _};

/// The first field that is laxer after than before.
fn lowered(before: &Assessment, after: &Assessment) -> Option<Field> {
    Field::ALL.iter().copied().find(|field| match (before.values.get(*field), after.values.get(*field)) {
        // Unknown is above everything.
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(before), Some(after)) => !before.at_most(after, *field),
    })
}

const STATEMENTS: &[&str] =
    &["; SELECT 1", "; DELETE FROM t WHERE id = 1", "; DROP TABLE t", " UNION SELECT 1", "; CALL p()", " -- x", "; frob", "'"];
const COMMANDS: &[&str] =
    &["; ls", " && rm a", " | cat", "\nrm -rf /", " & frob", " || git push", " $(ls)", " > out.txt", " --force", " -rf", "; (", " *", " ~"];
const RECIPIENTS: &[&str] = &["ann@corp.example", "eve@other.example", "all@corp.example", "nobody"];
const FLAGS: &[&str] = &["force", "recursive", "cascade", "purge", "permanent", "all_namespaces", "show_secrets", "overwrite", "no_verify"];
const ENTRIES: &[&str] = &["x", "*", "--force", "all", "-rf", "/", "eve@other.example", "delete"];

/// The call with more in it, in every way that fits.
fn grown(arguments: &Json<'_>) -> Vec<Json<'static>> {
    let mut more = Vec::new();
    let owned = |json: &Json<'_>| json::parse(Box::leak(json.to_string().into_boxed_str())).unwrap().value;
    let Some(object) = arguments.as_object() else { return more };
    let mut put = |key: &str, value: Json<'static>| {
        let Json::Object(mut grown) = owned(arguments) else { return };
        grown.insert(key.to_owned(), value);
        more.push(Json::Object(grown));
    };
    for (key, value) in object.iter() {
        match value {
            Json::String(text) => {
                let additions = match key {
                    "sql" => STATEMENTS,
                    "command" | "cli_command" => COMMANDS,
                    _ => continue,
                };
                for addition in additions {
                    put(key, Json::String(format!("{text}{addition}").into()));
                }
            }
            Json::Array(items) => {
                let additions = if key == "to" || key == "cc" { RECIPIENTS } else { ENTRIES };
                for addition in additions {
                    let mut items: Vec<_> = items.iter().map(owned).collect();
                    items.push(Json::String((*addition).into()));
                    put(key, Json::Array(items));
                }
                if let Some(first) = items.first() {
                    let items: Vec<_> = items.iter().chain(core::iter::repeat_n(first, 150)).map(owned).collect();
                    put(key, Json::Array(items));
                }
            }
            _ => {}
        }
    }
    for flag in FLAGS {
        put(flag, Json::Bool(true));
        put(flag, Json::String("yes".into()));
    }
    more
}

#[test]
fn nothing_that_is_added_lowers_a_call() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/assess");
    let mut tried = 0;
    let mut wrong = Vec::new();
    for entry in fs::read_dir(folder).expect("vectors") {
        let text = fs::read_to_string(entry.expect("entry").path()).expect("readable");
        let parsed = json::parse(&text).expect("JSON").value;
        let options: AssessOptions =
            parsed.get("options").map_or_else(AssessOptions::default, |json| json::from_json(json).expect("options"));
        let definitions = parsed.get("tools").and_then(Json::as_object).expect("tools");
        let tools: Vec<_> = definitions.iter().filter_map(|(_, json)| ToolDefinition::new(json)).collect();
        for call in parsed.get("calls").and_then(Json::as_array).expect("calls") {
            let name = call.get("tool").and_then(Json::as_str).expect("tool");
            let tool = ToolDefinition::new(definitions.get(name).expect("listed")).expect("a tool");
            let prepared = Prepared::new(tool);
            let profile = prepared.profile();
            let arguments = call.get("arguments").expect("arguments");
            let before = prepared.assess(&profile, arguments, &tools, &options);
            for more in grown(arguments) {
                tried += 1;
                let after = prepared.assess(&profile, &more, &tools, &options);
                if let Some(field) = lowered(&before, &after) {
                    let show = |assessment: &Assessment| format!("{:?}", assessment.values.get(field));
                    wrong.push(format!("{name} {arguments} -> {more}: {} {} -> {}", field.word(), show(&before), show(&after)));
                }
            }
        }
    }
    assert!(tried > 10_000, "{tried}");
    assert!(wrong.is_empty(), "{} of {tried}: {:#?}", wrong.len(), wrong.iter().take(40).collect::<Vec<_>>());
}

#[test]
fn a_value_that_may_not_be_narrowed_stays() {
    let text =
        r#"{"name": "execute_sql", "inputSchema": {"type": "object", "properties": {"sql": {"type": "string"}}, "required": ["sql"]}}"#;
    let parsed = json::parse(text).unwrap().value;
    let prepared = Prepared::new(ToolDefinition::new(&parsed).unwrap());
    let mut profile = prepared.profile();
    for field in Field::ALL {
        if let Some(known) = profile.get_mut(*field) {
            known.narrowable = false;
        }
    }
    let mut arguments = Object::default();
    arguments.insert("sql", Json::String("SELECT 1".into()));
    let assessment = prepared.assess(&profile, &Json::Object(arguments), &[], &AssessOptions::default());
    for (field, known) in profile.iter() {
        assert!(known.value.at_most(assessment.values.get(field).unwrap(), field), "{}", field.word());
    }
    assert!(assessment.understood);
}

#[test]
fn evidence_never_repeats_a_secret() {
    let text = r#"{"name": "create_note", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}, "password": {"type": "string"}}}}"#;
    let parsed = json::parse(text).unwrap().value;
    let prepared = Prepared::new(ToolDefinition::new(&parsed).unwrap());
    let secret = format!("ghp_{}", "a1B2c3".repeat(6));
    let arguments = format!(
        r#"{{"text": "see {secret}", "password": "hunter2hunter2", "url": "https://me:{secret}@x.example", "unlisted": "{secret}"}}"#
    );
    let arguments = json::parse(&arguments).unwrap().value;
    let assessment = prepared.assess(&prepared.profile(), &arguments, &[], &AssessOptions::default());
    let shown = format!("{assessment:?}");
    assert!(!shown.contains(&secret) && !shown.contains("hunter2"), "{shown}");
    assert!(assessment.findings.iter().any(|finding| finding.code.word() == "secret-in-arguments"));
}
