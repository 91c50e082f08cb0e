//! The TypeScript types say what stands on the wire.

#![cfg(feature = "ts")]

use mcp_tool_risk_types::*;
use tsify::Tsify;

#[test]
fn hand_written_serialisations_have_their_types() {
    assert_eq!(Words::<Outcome>::DECL.lines().last(), Some("export type Words<W> = W | W[];"));
    assert_eq!(FieldMap::<Value>::DECL.lines().last(), Some("export type FieldMap<T> = { [F in Field]?: T };"));
    assert!(Value::DECL.contains("export type Value = boolean | 1 | 2 | 3 | 4 | 5 | Category"));
    assert!(Sensitivity::DECL.contains("regulated: { scopes: string[] }"));
    assert!(RiskLevel::DECL.contains(r#""low" | "medium" | "high" | "critical""#));
}
