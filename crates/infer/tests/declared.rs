//! Hints that vendors declared, against what is read off the definitions alone.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::print_stdout, reason = "tests and their helpers")]

use std::collections::BTreeSet;

use mcp_tool_risk_infer::{Rules, infer};
use mcp_tool_risk_types::{Field, ToolDefinition, Value, json};

/// Our own tools, for whoever has no other data: what a careful vendor would declare.
const OWN: &str = include_str!("declared/own.jsonl");
const DISAGREEMENTS: &str = include_str!("declared/disagreements.tsv");

/// Found of those declared read-only, and the tools called read-only that are declared not to be.
fn measure(lines: &str) -> (usize, usize, BTreeSet<(String, String)>) {
    let (mut found, mut read_only, mut wrong) = (0, 0, BTreeSet::new());
    for line in lines.lines() {
        let parsed = json::parse(line).unwrap();
        let text = |pointer: &str| parsed.value.pointer(pointer).and_then(|v| v.as_str()).unwrap_or_default().to_owned();
        let tool = ToolDefinition::new(parsed.value.get("tool").unwrap()).unwrap();
        let inferred = infer(tool, Rules::Default).values.get(Field::ReadOnlyHint).map(|v| v.value.clone());
        let reads = inferred == Some(Value::Bool(true));
        match parsed.value.pointer("/declared/readOnlyHint").and_then(|v| v.as_bool()) {
            Some(true) => {
                read_only += 1;
                found += usize::from(reads);
            }
            Some(false) if reads => {
                wrong.insert((text("/server"), text("/tool/name")));
            }
            _ => {}
        }
    }
    (found, read_only, wrong)
}

#[test]
fn a_careful_vendor_and_the_inferrer_agree() {
    let (found, read_only, wrong) = measure(OWN);
    assert_eq!((found, wrong), (read_only, BTreeSet::new()));
}

#[test]
fn every_tool_called_read_only_against_its_vendor_is_known() {
    let Some(data) = std::env::var_os("TOOL_RISK_DATA") else {
        // Without the data the list is at least well formed.
        assert!(DISAGREEMENTS.lines().filter(|l| !l.starts_with('#')).all(|l| l.split('\t').count() == 4));
        return;
    };
    let lines = std::fs::read_to_string(std::path::Path::new(&data).join("corpus/declared.jsonl")).unwrap();
    let (found, read_only, wrong) = measure(&lines);
    println!("found {found} of {read_only}, against the vendor {}", wrong.len());
    assert!(found * 100 >= read_only * 92, "{found} of {read_only}");
    let known: BTreeSet<(String, String)> = DISAGREEMENTS
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>())
        .map(|cells| (cells[0].clone(), cells[1].clone()))
        .collect();
    assert_eq!(wrong, known);
}
