//! Tool lists of every shape, good and bad.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::time::Instant;

use mcp_tool_risk_types::{Code, MAX_TOOLS, ToolEntry, ToolList, read_tools};

const LIST: &str = include_str!("fixtures/list.json");
const A: &str = r#"{"name":"a","inputSchema":{"type":"object"}}"#;
const B: &str = r#"{"name":"b","inputSchema":{"type":"object"}}"#;

fn names<'a>(list: &'a ToolList<'_>) -> Vec<&'a str> {
    list.definitions().map(|tool| tool.name()).collect()
}

fn codes<'a>(entry: &'a ToolEntry<'_>) -> Vec<(Code, &'a str)> {
    entry.diagnostics().into_iter().map(|d| (d.code, &*d.pointer.leak())).collect()
}

/// Reading and writing loses nothing, whatever the numbers.
fn assert_round_trip(text: &str) {
    let written = read_tools(text).unwrap().to_string();
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
    assert_eq!(value(&written), value(text));
    assert_eq!(read_tools(&written).unwrap().to_string(), written);
}

#[test]
fn every_shape_is_read() {
    for (text, pointers) in [
        (format!(r#"{{"tools":[{A},{B}],"nextCursor":"x"}}"#), ["/tools/0", "/tools/1"]),
        (format!(r#"{{"jsonrpc":"2.0","id":7,"result":{{"tools":[{A},{B}]}}}}"#), ["/result/tools/0", "/result/tools/1"]),
        (format!("\u{feff}\n[{A},\n {B}]\n"), ["/0", "/1"]),
        (format!(r#"[{{"id":1,"server":"s","tool":{A}}},{B}]"#), ["/0/tool", "/1"]),
        (format!("{A}\r\n\r\n{B}"), ["", ""]),
        (format!("\u{feff}{{\"id\":\"x\",\"server\":\"s\",\"tool\":{A}}}\n{B}\n"), ["/tool", ""]),
    ] {
        let list = read_tools(&text).unwrap();
        assert_eq!(names(&list), ["a", "b"], "{text}");
        assert_eq!([list.entries[0].pointer(), list.entries[1].pointer()], pointers, "{text}");
        assert!(list.diagnostics.is_empty() && list.entries.iter().all(|entry| entry.diagnostics().is_empty()), "{text}");
    }
    assert_eq!(names(&read_tools(A).unwrap()), ["a"]);
}

#[test]
fn id_and_server_pass_through() {
    let text = format!("{{\"id\":\"x1\",\"server\":\"s\",\"source\":1,\"tool\":{A}}}\n{{\"id\":2,\"server\":3,\"tool\":{B}}}");
    let list = read_tools(&text).unwrap();
    assert_eq!(
        (list.entries[0].id().unwrap().to_string(), list.entries[0].server(), list.entries[0].line),
        ("\"x1\"".into(), Some("s"), Some(1))
    );
    assert_eq!((list.entries[1].id().unwrap().to_string(), list.entries[1].server(), list.entries[1].line), ("2".into(), None, Some(2)));
    assert_eq!(codes(&list.entries[1]), [(Code::WrongType, "")]);
    assert!(list.to_string().contains("\"source\":1"));
}

#[test]
fn a_list_round_trips() {
    assert_round_trip(LIST);
    assert_round_trip(&format!(r#"{{"id":1,"result":{{"a":1,"tools":[{A},7],"z":[]}},"jsonrpc":"2.0"}}"#));
    assert_round_trip(&format!("[{A}, null]"));
    let written = read_tools(LIST).unwrap().to_string();
    assert!(
        written.contains("1.50e2")
            && written.contains("-0")
            && written.contains("12345678901234567890")
            && written.contains("\"x-unknown\":null")
    );
}

#[test]
fn the_result_around_the_tools_is_seen() {
    let list = read_tools(LIST).unwrap();
    assert!(list.diagnostics.is_empty());
    assert_eq!((list.next_cursor(), list.ttl_ms(), list.cache_scope()), (Some(""), 60000.0, Some("private")));
    let tool = list.entries[0].definition().unwrap();
    assert_eq!((tool.title(), tool.task_support(), tool.icons().len()), (Some("Search notes"), Some("optional"), 1));
    let list = read_tools(r#"{"tools":[],"nextCursor":5,"ttlMs":-3,"cacheScope":null}"#).unwrap();
    assert_eq!((list.next_cursor(), list.ttl_ms(), list.cache_scope()), (None, 0.0, None));
    assert_eq!((list.diagnostics.len(), list.diagnostics[0].pointer.as_str()), (1, "/nextCursor"));
}

#[test]
fn an_empty_list_is_a_list() {
    for text in [r#"{"tools":[]}"#, "[]", r#"{"result":{"tools":[]}}"#] {
        assert!(read_tools(text).unwrap().entries.is_empty());
    }
}

#[test]
fn what_is_no_list_is_an_error() {
    for (text, code, pointer) in [
        ("", Code::EmptyText, ""),
        (" \u{feff}\n", Code::NotJson, ""),
        ("\u{feff} \n", Code::EmptyText, ""),
        ("tools", Code::NotJson, ""),
        ("{\"tools\":[", Code::NotJson, ""),
        ("{'tools':[]}", Code::NotJson, ""),
        ("[\n {\"name\":\"a\"},\n {\"name\":\"b\"}\n", Code::NotJson, ""),
        ("{oops}\n{oops}", Code::NotJson, ""),
        ("null", Code::NoToolList, ""),
        ("7", Code::NoToolList, ""),
        ("\"tools\"", Code::NoToolList, ""),
        ("{}", Code::NoToolList, ""),
        ("[1,2]", Code::NoToolList, ""),
        (r#"{"dependencies":{}}"#, Code::NoToolList, ""),
        (r#"{"tools":null}"#, Code::NoToolList, "/tools"),
        (r#"{"tools":{"a":{}}}"#, Code::NoToolList, "/tools"),
        (r#"{"result":{"tools":"x"}}"#, Code::NoToolList, "/result/tools"),
        (r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#, Code::NoToolList, ""),
        (r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}"#, Code::NoToolList, "/error"),
        ("{\"level\":1}\n{\"level\":2}", Code::NoToolList, ""),
    ] {
        let error = read_tools(text).unwrap_err();
        assert_eq!((error.code, error.pointer.as_str()), (code, pointer), "{text:?}: {error}");
        assert!(error.message.len() > 20);
    }
    assert!(read_tools("{\n  \"tools\": [,]\n}").unwrap_err().message.contains("line 2, column 13"));
}

#[test]
fn one_malformed_tool_hides_no_other() {
    let bad = [
        ("7", Code::MalformedTool, ""),
        ("null", Code::MalformedTool, ""),
        ("[]", Code::MalformedTool, ""),
        (r#"{"inputSchema":{}}"#, Code::MalformedTool, ""),
        (r#"{"name":"","inputSchema":{}}"#, Code::MalformedTool, "/name"),
        (r#"{"name":5,"inputSchema":{}}"#, Code::MalformedTool, "/name"),
        (r#"{"name":null,"inputSchema":{}}"#, Code::MalformedTool, "/name"),
        (r#"{"id":1,"tool":"x"}"#, Code::MalformedTool, ""),
    ];
    for (tool, code, pointer) in bad {
        for text in [format!(r#"{{"tools":[{A},{tool},{B}]}}"#), format!("[{A},{tool},{B}]"), format!("{A}\n{tool}\n{B}")] {
            let list = read_tools(&text).unwrap();
            assert_eq!((names(&list), list.entries.len()), (vec!["a", "b"], 3), "{text}");
            assert!(list.entries[1].definition().is_none());
            assert_eq!(codes(&list.entries[1]), [(code, pointer)], "{text}");
            assert!(list.to_string().contains(tool));
        }
    }
}

#[test]
fn one_malformed_line_hides_no_other() {
    for broken in ["{\"name\":", "{oops}", "oops"] {
        let text = format!("{A}\n{broken}\n\n{B}\n");
        let list = read_tools(&text).unwrap();
        assert_eq!((names(&list), list.entries.len()), (vec!["a", "b"], 3));
        assert_eq!((codes(&list.entries[1]), list.entries[1].line, list.entries[2].line), (vec![(Code::NotJson, "")], Some(2), Some(4)));
        assert!(list.entries[1].diagnostics()[0].message.contains("line 2"));
    }
}

#[test]
fn malformed_parts_are_noticed_and_the_tool_is_kept() {
    for (tool, code, pointer) in [
        (r#"{"name":"x"}"#, Code::MissingKey, ""),
        (r#"{"name":"x","inputSchema":null}"#, Code::WrongType, "/inputSchema"),
        (r#"{"name":"x","inputSchema":"object"}"#, Code::WrongType, "/inputSchema"),
        (r#"{"name":"x","inputSchema":{},"_meta":[]}"#, Code::WrongType, "/_meta"),
        (r#"{"name":"x","inputSchema":{},"description":{}}"#, Code::WrongType, "/description"),
        (r#"{"name":"x","inputSchema":{},"inputSchema":{}}"#, Code::DuplicateKey, "/inputSchema"),
        (r#"{"name":"x","inputSchema":{"properties":{"a":1,"a":2}}}"#, Code::DuplicateKey, "/inputSchema/properties/a"),
        (r#"{"name":"x","inputSchema":{},"description":"\ud83d!"}"#, Code::LoneSurrogate, "/description"),
        (r#"{"name":"x y","inputSchema":{}}"#, Code::NameRule, "/name"),
        (r#"{"name":"x/y","inputSchema":{}}"#, Code::NameRule, "/name"),
        (r#"{"name":"größe","inputSchema":{}}"#, Code::NameRule, "/name"),
    ] {
        for text in [format!(r#"{{"tools":[{tool}]}}"#), tool.to_owned(), format!(r#"{A}{}{{"server":"s","tool":{tool}}}"#, '\n')] {
            let list = read_tools(&text).unwrap();
            let entry = list.entries.last().unwrap();
            assert!(entry.definition().is_some());
            assert_eq!(codes(entry), [(code, pointer)], "{text}");
        }
    }
    assert_eq!(codes(&read_tools(r#"{"name":"x","inputSchema":{},"annotations":null,"title":null}"#).unwrap().entries[0]), []);
}

#[test]
fn the_last_of_two_keys_counts() {
    let list = read_tools(r#"{"tools":[1],"tools":[{"name":"x","name":"y","inputSchema":{}}]}"#).unwrap();
    assert_eq!(names(&list), ["y"]);
    assert_eq!(codes(&list.entries[0]), [(Code::DuplicateKey, "/name")]);
    assert_eq!((list.diagnostics[0].code, list.diagnostics[0].pointer.as_str()), (Code::DuplicateKey, "/tools"));
}

#[test]
fn a_name_of_ten_thousand_characters_is_a_name() {
    let name = "é".repeat(10_000);
    let list = read_tools(&format!(r#"{{"tools":[{{"name":"{name}","inputSchema":{{}}}}]}}"#))
        .map(|list| (list.to_string(), list.entries[0].diagnostics()));
    let (written, diagnostics) = list.unwrap();
    assert!(written.contains(&name));
    assert_eq!(diagnostics[0].code, Code::NameRule);
    assert!(diagnostics[0].message.len() < 200 && diagnostics[0].message.contains("10000"));
}

#[test]
fn duplicate_names_are_noticed_per_server() {
    let list = read_tools(&format!(r#"{{"tools":[{A},{B},{A}]}}"#))
        .map(|list| list.entries.iter().map(|e| e.diagnostics()).collect::<Vec<_>>())
        .unwrap();
    assert!(list[0].is_empty() && list[1].is_empty());
    assert_eq!((list[2][0].code, list[2][0].message.contains("/tools/0")), (Code::DuplicateName, true));
    let text = ["s", "t", "s"].map(|server| format!(r#"{{"server":"{server}","tool":{A}}}"#)).join("\n");
    let list = read_tools(&text).unwrap();
    assert_eq!(
        [codes(&list.entries[0]), codes(&list.entries[1]), codes(&list.entries[2])],
        [vec![], vec![], vec![(Code::DuplicateName, "/name")]]
    );
}

#[test]
fn proto_is_a_key_like_any_other() {
    let text = r#"{"name":"x","inputSchema":{"properties":{"__proto__":{"type":"string"},"constructor":{}}},"__proto__":{"name":"y"}}"#;
    let list = read_tools(text).unwrap();
    assert_eq!((names(&list), codes(&list.entries[0])), (vec!["x"], vec![]));
    assert_eq!(list.to_string(), text);
}

#[test]
fn nesting_of_ten_thousand_costs_no_stack() {
    let deep = format!(r#"{}{{"type":"object"}}{}"#, r#"{"properties":{"a":"#.repeat(10_000), "}}".repeat(10_000));
    let text = format!(r#"{{"tools":[{{"name":"x","inputSchema":{deep}}},{B}]}}"#);
    let list = read_tools(&text).unwrap();
    assert_eq!(names(&list), ["x", "b"]);
    assert_eq!(codes(&list.entries[0]).iter().map(|(code, _)| *code).collect::<Vec<_>>(), [Code::TooDeep]);
    assert_eq!(list.to_string(), text);
    let bare = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(read_tools(&bare).unwrap_err().code, Code::NoToolList);
    assert_eq!(read_tools(&"[".repeat(100_000)).unwrap_err().code, Code::NotJson);
}

#[test]
fn much_noticed_is_cut_and_told() {
    let key = "k".repeat(100_000);
    let text = format!(r#"{{"tools":[{{"name":"x","inputSchema":{{"{key}":{{{}"a":0}}}}}}]}}"#, "\"a\":0,".repeat(50_000));
    let list = read_tools(&text).unwrap();
    assert!(list.entries[0].diagnostics().len() < 20);
    assert_eq!(list.diagnostics[0].code, Code::Unlisted);
}

#[test]
fn fifty_megabytes_are_read_in_linear_time_and_more_refused() {
    let tools = |count: usize| {
        let tools: Vec<String> =
            (0..count).map(|i| format!(r#"{{"name":"tool_{i}","description":"{}","inputSchema":{{}}}}"#, "x".repeat(950))).collect();
        format!(r#"{{"tools":[{}]}}"#, tools.join(","))
    };
    let timed = |count: usize| {
        let text = tools(count);
        let start = Instant::now();
        assert_eq!(read_tools(&text).unwrap().entries.len(), count);
        (text.len(), start.elapsed())
    };
    let (_, small) = timed(5_000);
    let (length, large) = timed(50_000);
    assert!(length > 49_000_000);
    // Ten times the input; quadratic work would take a hundred times as long.
    assert!(large < small * 60, "{small:?} {large:?}");
    let error = read_tools(&"x".repeat((64 << 20) + 1)).unwrap_err();
    assert_eq!(error.code, Code::TooLarge);
    for text in [format!("[{}{{}}]", "{},".repeat(MAX_TOOLS)), "{}\n".repeat(MAX_TOOLS + 1)] {
        assert_eq!(read_tools(&text).unwrap_err().code, Code::TooLarge);
    }
}

#[test]
fn the_corpus_round_trips() {
    let Some(data) = std::env::var_os("TOOL_RISK_DATA").map(std::path::PathBuf::from) else { return assert_round_trip(LIST) };
    // Cargo runs a test in its crate; the variable may be relative to the workspace.
    let data = if data.is_absolute() { data } else { std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(data) };
    let text = std::fs::read_to_string(data.join("corpus/tools.jsonl")).unwrap();
    let list = read_tools(&text).unwrap();
    assert_eq!(list.entries.len(), text.lines().count());
    assert_eq!(list.definitions().count(), list.entries.len());
    for (entry, line) in list.entries.iter().zip(text.lines()) {
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(value(&entry.to_string()), value(line));
    }
    for file in std::fs::read_dir(data.join("corpus/lists")).unwrap() {
        assert_round_trip(&std::fs::read_to_string(file.unwrap().path()).unwrap());
    }
}
