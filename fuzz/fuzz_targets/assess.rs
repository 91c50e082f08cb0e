//! The whole assessment: a definition and arguments, or JSON Lines; no panic whatever they are.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcp_tool_risk_infer::call::{AssessOptions, assess_lines};

const TOOL: &str = r#"{"name":"do_things","description":"Runs SQL or a command, deletes items","inputSchema":{"type":"object","properties":{"sql":{"type":"string"},"command":{"type":"string"},"args":{"type":"array"},"action":{"enum":["get","delete"]},"force":{"type":"boolean"},"dry_run":{"type":"boolean","description":"only show"},"url":{"type":"string"},"method":{"type":"string"},"path":{"type":"string"},"to":{"type":"string"},"ids":{"type":"array"},"filter":{"type":"object"},"tool_name":{"type":"string"},"arguments":{"type":"object"}}}}"#;

fuzz_target!(|text: &str| {
    let options = AssessOptions { own_domains: vec!["corp.example".to_owned()], roots: vec!["/work".to_owned()], dialect: None };
    let line = text.replace(['\n', '\r'], " ");
    assess_lines(&line, &options);
    assess_lines(&format!(r#"{{"tool":{TOOL},"arguments":{line}}}"#), &options);
});
