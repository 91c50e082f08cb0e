//! What is exported reads as the same values.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{Random, all_values};
use mcp_tool_risk_types::json::{Json, Object};
use mcp_tool_risk_types::*;

fn read_back(annotations: Object<'static>, meta: Object<'static>) -> FieldMap<Value> {
    let name = Json::String("x".into());
    let tool = Json::from(Object::from_iter([("name", name), ("annotations", annotations.into()), ("_meta", meta.into())]));
    let text = tool.to_string();
    let parsed = json::parse(&text).unwrap();
    let declaration = Declaration::read(ToolDefinition::new(&parsed.value).unwrap());
    assert!(declaration.diagnostics.is_empty(), "{text}: {:?}", declaration.diagnostics);
    let known = |(field, claim): (Field, &Claim)| (!claim.unknown).then(|| Some((field, claim.value.clone()?))).flatten();
    declaration.claims().iter().filter_map(known).collect()
}

#[test]
fn every_single_value_reads_back() {
    for field in Field::ALL {
        for value in all_values(*field) {
            let values = FieldMap::from_iter([(*field, value)]);
            assert_eq!(read_back(export(&values, None), Object::default()), values);
            let meta = export_meta(&values, RISK_METADATA_KEY);
            let hint = HINT_FIELDS.contains(field);
            assert_eq!(read_back(Object::default(), meta), if hint { FieldMap::new() } else { values });
        }
    }
}

#[test]
fn random_profiles_read_back_from_both_carriers_at_once() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..2000 {
        let mut values = FieldMap::new();
        for field in Field::ALL.iter().filter(|_| random.below(3) > 0).copied().collect::<Vec<_>>() {
            let all = all_values(field);
            values.insert(field, all.get(random.below(all.len())).unwrap().clone());
        }
        assert_eq!(read_back(export(&values, Some("T")), export_meta(&values, RISK_METADATA_KEY)), values);
    }
}

#[test]
fn a_complete_profile_has_the_complete_shape() {
    let values: FieldMap<Value> = Field::ALL.iter().map(|field| (*field, all_values(*field).pop().unwrap())).collect();
    let annotations = Json::from(export(&values, None));
    for field in Field::ALL {
        assert!(annotations.pointer(field.pointer()).is_some(), "{}", field.pointer());
    }
}
