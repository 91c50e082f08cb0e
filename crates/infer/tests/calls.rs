//! The call vectors: a tool, arguments, and the grades between which the assessment must lie.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, reason = "tests")]

use std::fs;
use std::path::Path;

use mcp_tool_risk_infer::call::{AssessOptions, Assessment, assess};
use mcp_tool_risk_types::json::{self, Json};
use mcp_tool_risk_types::{Field, RiskLevel, ToolDefinition, Value, Word as _};

fn strings<'a>(json: Option<&'a Json<'a>>) -> Vec<&'a str> {
    json.and_then(Json::as_array).unwrap_or_default().iter().filter_map(Json::as_str).collect()
}

fn grade(call: &Json<'_>, key: &str) -> RiskLevel {
    call.get(key).and_then(Json::as_str).and_then(RiskLevel::from_word).expect(key)
}

/// The words of a value, for comparison.
fn words(value: Option<&Value>) -> Vec<&'static str> {
    match value {
        Some(Value::Destination(words)) => words.iter().map(|word| word.word()).collect(),
        Some(Value::Sensitivity(sensitivity)) => sensitivity.classes().iter().map(|class| class.word()).collect(),
        _ => Vec::new(),
    }
}

fn risk(assessment: &Assessment) -> u8 {
    // What is unknown counts as the worst.
    assessment.values.get(Field::RiskLevel).and_then(|value| value.rank(Field::RiskLevel)).unwrap_or(RiskLevel::Critical.rank())
}

#[test]
fn calls_are_graded_between_floor_and_ceiling() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/assess");
    let mut files: Vec<_> = fs::read_dir(folder).expect("vectors").map(|entry| entry.expect("entry").path()).collect();
    files.sort();
    let (mut count, mut evasions, mut low, mut high, mut wrong) = (0, 0, Vec::new(), Vec::new(), Vec::new());
    for file in files {
        let text = fs::read_to_string(&file).expect("readable");
        let parsed = json::parse(&text).expect("JSON").value;
        let options: AssessOptions =
            parsed.get("options").map_or_else(AssessOptions::default, |json| json::from_json(json).expect("options"));
        let definitions = parsed.get("tools").expect("tools");
        let tool = |name: &str| ToolDefinition::new(definitions.get(name).expect("a listed tool")).expect("a tool");
        for call in parsed.get("calls").and_then(Json::as_array).expect("calls") {
            let siblings: Vec<_> = strings(call.get("tools")).into_iter().map(tool).collect();
            let arguments = call.get("arguments").expect("arguments");
            let name = call.get("tool").and_then(Json::as_str).expect("tool");
            let assessment = assess(tool(name), None, arguments, &siblings, &options);
            count += 1;
            evasions += usize::from(call.get("evasion").is_some());
            let at = format!("{}: {name} {arguments}: {:?}", file.file_stem().unwrap().to_string_lossy(), {
                assessment.evidence.iter().map(|seen| seen.says.as_str()).collect::<Vec<_>>()
            });
            if risk(&assessment) < grade(call, "floor").rank() {
                low.push(format!("{} < {} {at}", risk(&assessment), grade(call, "floor")));
            } else if risk(&assessment) > grade(call, "ceiling").rank() {
                high.push(format!("{} > {} {at}", risk(&assessment), grade(call, "ceiling")));
            }
            for (key, field) in [("destination", Field::Destination), ("input", Field::InputSensitivity)] {
                if call.get(key).is_some() && strings(call.get(key)) != words(assessment.values.get(field)) {
                    wrong.push(format!("{key} {:?} {at}", words(assessment.values.get(field))));
                }
            }
        }
    }
    println!("{count} calls, {evasions} evasions, {} below the floor, {} above the ceiling", low.len(), high.len());
    println!("below the floor: {low:#?}\nabove the ceiling: {high:#?}\nother fields: {wrong:#?}");
    assert!(count >= 400 && evasions >= 60);
    assert!(low.is_empty() && wrong.is_empty(), "below the floor, or another field is wrong");
    assert!(high.len() * 100 <= count * 3, "too many above the ceiling");
}
