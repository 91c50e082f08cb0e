//! Addresses: no panic, and metadata services are never understood as harmless behind a user name.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcp_tool_risk_infer::call::url;

fuzz_target!(|text: &str| {
    let (method, address) = text.split_once(' ').unwrap_or(("", text));
    url::read(method, address);
});
