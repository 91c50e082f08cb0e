//! Command lines: no panic, and a command that stands before another never lowers what was found.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcp_tool_risk_infer::call::shell::{Context, read};

fuzz_target!(|text: &str| {
    let context = Context::default();
    let one = read(text, &context);
    let more = read(&format!("rm -rf /; {text}"), &context);
    assert!(one.effect.at_most(more.effect) && (one.understood || !more.understood));
});
