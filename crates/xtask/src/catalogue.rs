//! `catalogue`: makes a catalogue of curated profiles from graded tools.

use std::path::Path;

use mcp_tool_risk_policy::{Authorship, Catalogue, CatalogueEntry, Origin, derive, shape_digest};
use mcp_tool_risk_types::json::{Json, parse};
use mcp_tool_risk_types::{Category, Claim, DataClass, Field, FieldMap, Outcome, RiskLevel, Source, ToolDefinition, Value, Word};

use crate::shell::{Done, Failure, read};

const USAGE: &str = "usage: cargo xtask catalogue NAME DATE FILE.jsonl ...
  FILE  one graded tool a line: {\"source\": \"npm:NAME@VERSION\", \"tool\": {...}, \"label\": {...}, \"why\"}";

/// Prints the catalogue, a tool a line.
pub(crate) fn print(args: &[String]) -> Done {
    let [name, date, paths @ ..] = args else {
        return Err(Failure::new("a name, a date or a file is missing", USAGE));
    };
    let mut catalogue = Catalogue::default();
    let mut failed = 0;
    for path in paths {
        let text = read(Path::new(path))?;
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
            let at = |what: &str| Failure::new(format!("{path}:{}: {what}", number + 1), USAGE);
            let json = parse(line).map_err(|error| at(&error.to_string()))?.value;
            if let Err(what) = add(&mut catalogue, &json) {
                eprintln!("{}", at(&what));
                failed += 1;
            }
        }
    }
    if failed > 0 {
        return Err(Failure::new(format!("{failed} tools have no consistent profile"), "Mend their grades."));
    }
    let by = Authorship { date: Some(date.clone()), author: Some("mcp-tool-risk".into()), note: Some(NOTE.into()) };
    println!("{}", by_line(&catalogue.to_json(name, &by).to_string()));
    Ok(())
}

const NOTE: &str = "Graded by hand from what each tool's definition allows. A digest covers the name and the shape of the input schema.";

fn add(catalogue: &mut Catalogue, line: &Json<'_>) -> Result<(), String> {
    let text = |key: &str| line.get(key).and_then(Json::as_str).ok_or_else(|| format!("{key} is missing"));
    let origin = Origin::parse(text("source")?).ok_or("source is no origin")?;
    // What was found out holds for every version that has the same shape.
    let origin = Origin::parse(origin.package()).ok_or("source is no origin")?;
    let definition = line.get("tool").and_then(ToolDefinition::new).ok_or("tool is missing")?;
    let profile = profile(line.get("label").ok_or("label is missing")?)?;
    let claims = profile.iter().map(|(field, value)| (field, Claim::known(value.clone()))).collect();
    if let Some(problem) = derive(&claims).diagnostics.first() {
        return Err(format!("{}: {}", definition.name(), problem.message));
    }
    let by = Authorship { note: Some(text("why")?.to_owned()), ..Authorship::default() };
    let digests = vec![shape_digest(definition)];
    catalogue.insert(CatalogueEntry { origin, tool: definition.name().to_owned(), digests, profile, by });
    Ok(())
}

/// The values that a label stands for: of what is acceptable the best, and of a range of grades the one that fits the others.
fn profile(label: &Json<'_>) -> Result<FieldMap<Value>, String> {
    let mut profile = FieldMap::new();
    let words =
        |key: &str| -> Vec<&str> { label.get(key).and_then(Json::as_array).unwrap_or_default().iter().filter_map(Json::as_str).collect() };
    let flag = |key: &str| label.get(key).and_then(Json::as_bool);
    let mut put = |field: Field, words: &[&str]| -> Result<(), String> {
        let json = Json::Array(words.iter().map(|word| Json::String((*word).into())).collect());
        let single = words.first().map(|word| Json::String((*word).into()));
        let json = if field.kind() == mcp_tool_risk_types::Kind::Set { Some(json) } else { single };
        let value = json.and_then(|json| Value::read(field, &json).value).ok_or_else(|| format!("{} has no value", field.word()))?;
        profile.insert(field, value);
        Ok(())
    };
    let range: Vec<RiskLevel> = words("risk").into_iter().filter_map(RiskLevel::from_word).collect();
    let [floor, ceiling] = range.as_slice() else { return Err("risk is no range".into()) };
    for field in [Field::Category, Field::BlastRadius, Field::Reversibility, Field::Outcome, Field::Destination] {
        put(field, words(field.word()).get(..1).unwrap_or_default())?;
    }
    // Whoever graded a tool as closed doesn't have strangers in mind, unless they come first.
    let closed = flag("openWorld") == Some(false);
    let source = words("source");
    let kept = source.iter().enumerate().filter(|(i, word)| *i == 0 || !closed || **word != Source::UntrustedPublic.word());
    put(Field::Source, &kept.map(|(_, word)| *word).collect::<Vec<_>>())?;
    for field in [Field::InputSensitivity, Field::ReturnSensitivity] {
        let all = words(field.word());
        let mut best: Vec<&str> = all.iter().copied().take_while(|word| *word != "none").collect();
        // Secrets that would make the tool graver than it was graded are no rule with it.
        if field == Field::ReturnSensitivity && ceiling.rank() < RiskLevel::High.rank() && all.contains(&"none") {
            best.retain(|word| *word != DataClass::Credentials.word());
        }
        put(field, if best.is_empty() { &["none"] } else { &best })?;
    }
    let category = match profile.get(Field::Category) {
        Some(Value::Category(category)) => *category,
        _ => return Err("category has no value".into()),
    };
    let readlike = category.rank() == Category::Read.rank();
    profile.insert(Field::ReadOnlyHint, readlike.into());
    // True would say `delete`, so an overwriting tool leaves it open, and is shown as destructive.
    let removes = category.rank() >= Category::Delete.rank();
    if readlike || removes || flag("destructive") == Some(false) {
        profile.insert(Field::DestructiveHint, removes.into());
    }
    for (key, field) in [("openWorld", Field::OpenWorldHint), ("review", Field::RequiresReview)] {
        if let Some(value) = flag(key) {
            profile.insert(field, value.into());
        }
    }
    // The grade that the other values lead to, within the range; a change that doesn't last is graded at the floor.
    let fleeting = category == Category::Mutate && words("outcome").first() == Some(&Outcome::Benign.word());
    let claims = profile.iter().map(|(field, value)| (field, Claim::known(value.clone()))).collect();
    let derived = match derive(&claims).value(Field::RiskLevel) {
        Some(Value::RiskLevel(level)) => *level,
        _ => *ceiling,
    };
    let level = if fleeting || derived.rank() < floor.rank() {
        *floor
    } else if derived.rank() > ceiling.rank() {
        *ceiling
    } else {
        derived
    };
    profile.insert(Field::RiskLevel, level.into());
    Ok(profile)
}

/// Breaks the document before each server and each tool.
fn by_line(json: &str) -> String {
    json.replace("{\"origin\":", "\n{\"origin\":")
        .replace("{\"name\":", "\n  {\"name\":")
        .replace("\"servers\":", "\n\"servers\":")
        .trim_start()
        .to_owned()
}
