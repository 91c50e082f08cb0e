//! Prints id, source where the acts decide it (`-` where the words do, `?` where nothing is known), whether the words decide the
//! destination (`kept`), and feature keys of each tool of a JSON Lines file, for `train/train.py`.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a tool for developers")]

use mcp_tool_risk_types::{ToolDefinition, Word as _, json};

fn main() {
    let path = std::env::args().nth(1).unwrap();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let parsed = json::parse(line).unwrap();
        let row = &parsed.value;
        let tool = row.get("tool").and_then(ToolDefinition::new).unwrap();
        let id = row.get("id").and_then(json::Json::as_str).unwrap_or("");
        if let Some((decided, kept, keys)) = mcp_tool_risk_infer::flow_features(tool) {
            println!("{id}\t{}\t{}\t{}", decided.map_or("-", |source| source.word()), if kept { "kept" } else { "-" }, keys.join(" "));
        } else {
            println!("{id}\t?\t-\t");
        }
    }
}
