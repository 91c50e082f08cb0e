//! SQL: no panic, and a statement that is added never lowers what was found.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcp_tool_risk_infer::call::sql;

fuzz_target!(|text: &str| {
    let one = sql::read(text, None);
    let more = sql::read(&format!("DROP TABLE t; {text}"), None);
    assert!(one.understood || !more.understood);
    assert!(!more.understood || more.effect.risk == mcp_tool_risk_types::RiskLevel::Critical && one.effect.at_most(more.effect));
});
