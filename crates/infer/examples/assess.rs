//! Assesses calls given as JSON Lines on standard input: `cargo run -p mcp-tool-risk-infer --example assess < calls.jsonl`.

use std::io::{Read as _, Write as _};

use mcp_tool_risk_infer::call::{AssessOptions, assess_lines};

fn main() -> std::io::Result<()> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text)?;
    std::io::stdout().write_all(assess_lines(&text, &AssessOptions::default()).as_bytes())
}
