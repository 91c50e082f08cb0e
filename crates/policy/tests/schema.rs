//! The published JSON Schema is the one that the types give, and it agrees with the reader.
//!
//! `UPDATE=1 cargo test -p mcp-tool-risk-policy --features schema --test schema` writes it anew.
#![cfg(feature = "schema")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "helpers of tests")]

use mcp_tool_risk_policy::{PRESETS, policy_schema};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schema/policy.schema.json");

#[test]
fn the_published_schema_is_up_to_date() {
    let schema = policy_schema().unwrap();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(std::path::Path::new(PATH).parent().unwrap()).unwrap();
        std::fs::write(PATH, &schema).unwrap();
    }
    assert_eq!(std::fs::read_to_string(PATH).unwrap(), schema, "run this test with UPDATE=1");
}

#[test]
fn every_key_of_the_presets_is_in_the_schema() {
    let schema: serde_json::Value = serde_json::from_str(&policy_schema().unwrap()).unwrap();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    for (name, text) in PRESETS {
        let document: serde_json::Value = serde_json::from_str(text).unwrap();
        for key in document.as_object().unwrap().keys() {
            assert!(schema["properties"].get(key).is_some(), "{key} of {name}");
        }
        for key in document["rules"].as_array().unwrap().iter().filter_map(|rule| rule["when"].as_object()).flat_map(|when| when.keys()) {
            assert!(schema["$defs"]["When"]["properties"].get(key).is_some(), "{key} of {name}");
        }
    }
    assert_eq!(schema["additionalProperties"], false);
}
