//! The score of classifications against labelled tools.
//!
//! A label is a set of acceptable values, the best one first; a risk label is a range. A predicted value is right
//! where it is acceptable, a predicted set where every member is, so naming all values gains nothing. "macro" is the
//! mean over the classes of the label's best value: a constant answer scores low there.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use mcp_tool_risk_types::json::{Json, parse};

use crate::shell::{Done, Failure};

const GRADES: [&str; 4] = ["low", "medium", "high", "critical"];
/// Fields with a set of acceptable values: the label's key, and where the prediction stands in the annotations.
const SETS: [(&str, &str); 8] = [
    ("category", "/category"),
    ("blastRadius", "/blastRadius"),
    ("reversibility", "/reversibility"),
    ("outcome", "/io.modelcontextprotocol~1action-metadata/outcome"),
    ("destination", "/io.modelcontextprotocol~1action-metadata/inputMetadata/destination"),
    ("source", "/io.modelcontextprotocol~1action-metadata/returnMetadata/source"),
    ("inputSensitivity", "/io.modelcontextprotocol~1action-metadata/inputMetadata/sensitivity"),
    ("returnSensitivity", "/io.modelcontextprotocol~1action-metadata/returnMetadata/sensitivity"),
];
const BOOLS: [(&str, &str); 4] = [
    ("readOnly", "/readOnlyHint"),
    ("destructive", "/destructiveHint"),
    ("openWorld", "/openWorldHint"),
    ("review", "/io.modelcontextprotocol~1action-metadata/requiresReview"),
];

const HINTS: [&str; 4] = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

/// What one measure has counted.
#[derive(Default)]
struct Measure {
    name: String,
    right: usize,
    of: usize,
    /// By the class of the best label, and by server: right, of.
    classes: Vec<(String, usize, usize)>,
    servers: Vec<(String, usize, usize)>,
}

/// Counts in the order of first mention.
#[derive(Default)]
struct Counter(Vec<(String, usize)>);

impl Counter {
    fn add(&mut self, name: &str) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += 1,
            None => self.0.push((name.to_owned(), 1)),
        }
    }
}

/// The result of one file.
pub(crate) struct Score {
    measures: Vec<Measure>,
    unknown: Counter,
    lacking: Counter,
    dangerous: usize,
    grave: usize,
    fatigue: usize,
    graded: usize,
    /// By core hint and tenth of confidence: how many were declared so, of how many.
    reliability: BTreeMap<(&'static str, u64), (usize, usize)>,
    list: Option<String>,
    listed: Vec<String>,
}

/// Every line of a JSON Lines text.
fn lines<'a>(what: &str, text: &'a str) -> Done<Vec<Json<'a>>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| match parse(line) {
            Ok(parsed) => Ok(parsed.value),
            Err(error) => Err(Failure::new(format!("{what}, line {}: {error}", number + 1), "Every line must be a JSON object.")),
        })
        .collect()
}

/// Scores predictions (JSON Lines as `classify` prints them) against labelled or declared tools.
pub(crate) fn score(labels: &str, predictions: &str, list: Option<&str>) -> Done<Score> {
    let (rows, predictions) = (lines("labels", labels)?, lines("predictions", predictions)?);
    let by_id: BTreeMap<&str, &Json<'_>> = predictions.iter().filter_map(|line| Some((line.get("id")?.as_str()?, line))).collect();
    let mut score = Score {
        measures: Vec::new(),
        unknown: Counter::default(),
        lacking: Counter::default(),
        dangerous: 0,
        grave: 0,
        fatigue: 0,
        graded: 0,
        reliability: BTreeMap::new(),
        list: list.map(str::to_owned),
        listed: Vec::new(),
    };
    for row in &rows {
        let Some(prediction) = text(row, "/id").and_then(|id| by_id.get(id)) else {
            score.lacking.add("no prediction");
            continue;
        };
        for field in prediction.get("unknown").and_then(Json::as_array).unwrap_or_default() {
            score.unknown.add(field.as_str().unwrap_or_default());
        }
        let none = Json::Null;
        let annotations = prediction.get("annotations").unwrap_or(&none);
        match (row.get("declared"), row.get("label")) {
            (Some(declared), _) => {
                score.declared(row, declared, annotations);
                score.reliability(declared, annotations, prediction.get("confidence").unwrap_or(&none));
            }
            (None, Some(label)) => score.labelled(row, label, annotations),
            (None, None) => return Err(Failure::new("a line has neither `label` nor `declared`", "")),
        }
    }
    Ok(score)
}

fn text<'a>(json: &'a Json<'_>, pointer: &str) -> Option<&'a str> {
    json.pointer(pointer).and_then(Json::as_str)
}

/// A value, or the members of a set, as words; regulated data counts as one class.
fn words<'a>(value: Option<&'a Json<'_>>) -> Vec<&'a str> {
    let word = |json: &'a Json<'_>| match json {
        Json::Object(_) => "regulated",
        other => other.as_str().unwrap_or("?"),
    };
    match value {
        None | Some(Json::Null) => Vec::new(),
        Some(Json::Array(items)) => items.iter().map(word).collect(),
        Some(one) => vec![word(one)],
    }
}

fn show(value: Option<&Json<'_>>) -> String {
    value.map_or_else(|| "nothing".to_owned(), ToString::to_string)
}

impl Score {
    fn note(&mut self, measure: &str, row: &Json<'_>, note: &str) {
        if self.list.as_deref() == Some(measure) {
            let (server, tool) = (text(row, "/server").unwrap_or_default(), text(row, "/tool/name").unwrap_or_default());
            self.listed.push(format!("{server} · {tool}: {note}"));
        }
    }

    fn count(&mut self, name: &str, right: bool, row: &Json<'_>, note: &str, class: Option<&str>) {
        let index = self.measures.iter().position(|measure| measure.name == name).unwrap_or_else(|| {
            self.measures.push(Measure { name: name.to_owned(), ..Measure::default() });
            self.measures.len() - 1
        });
        let Some(measure) = self.measures.get_mut(index) else { return };
        measure.of += 1;
        measure.right += usize::from(right);
        let share = |parts: &mut Vec<(String, usize, usize)>, key: &str| match parts.iter_mut().find(|(known, ..)| known == key) {
            Some(part) => (part.1, part.2) = (part.1 + usize::from(right), part.2 + 1),
            None => parts.push((key.to_owned(), usize::from(right), 1)),
        };
        share(&mut measure.servers, text(row, "/server").unwrap_or_default());
        if let Some(class) = class {
            share(&mut measure.classes, class);
        }
        if !right {
            self.note(name, row, note);
        }
    }

    /// Against the hints that a vendor declared.
    fn declared(&mut self, row: &Json<'_>, declared: &Json<'_>, found: &Json<'_>) {
        let hint = |json: &Json<'_>, name: &str| json.get(name).and_then(Json::as_bool);
        let (read_only, destructive) = (hint(found, "readOnlyHint"), hint(found, "destructiveHint"));
        if read_only.is_none() {
            self.lacking.add("readOnlyHint");
        }
        match hint(declared, "readOnlyHint") {
            Some(true) => self.count("readonly found", read_only == Some(true), row, "declared read-only, not found so", None),
            Some(false) => {
                self.count("kept out", read_only == Some(false), row, "declared NOT read-only, called read-only", None);
                if let Some(wanted) = hint(declared, "destructiveHint") {
                    self.count("destructive", destructive == Some(wanted), row, &format!("declared {wanted}"), None);
                }
            }
            None => {}
        }
    }

    /// How often a hint was declared as it was inferred, by the confidence that it was given.
    fn reliability(&mut self, declared: &Json<'_>, found: &Json<'_>, confidence: &Json<'_>) {
        for name in HINTS {
            let at = |json: &Json<'_>| json.get(name).and_then(Json::as_bool);
            let (Some(declared), Some(found), Some(percent)) = (at(declared), at(found), confidence.get(name).and_then(Json::as_f64))
            else {
                continue;
            };
            let cell = self.reliability.entry((name, percent as u64 / 10 * 10)).or_default();
            cell.0 += usize::from(declared == found);
            cell.1 += 1;
        }
    }

    /// Against labels given by hand.
    fn labelled(&mut self, row: &Json<'_>, label: &Json<'_>, found: &Json<'_>) {
        let label_words = |key: &str| words(label.get(key));
        if let [floor, ceiling] = label_words("risk")[..] {
            self.risk(row, floor, ceiling, text(found, "/riskLevel"));
        }
        for (key, pointer) in SETS {
            let wanted = label_words(key);
            let Some(best) = wanted.first() else { continue };
            let (value, got) = (found.pointer(pointer), words(found.pointer(pointer)));
            if got.is_empty() {
                self.lacking.add(key);
            }
            let right = !got.is_empty() && got.iter().all(|word| wanted.contains(word));
            self.count(key, right, row, &format!("{} not in {}", show(value), wanted.join(", ")), Some(best));
        }
        for (key, pointer) in BOOLS {
            let Some(wanted) = label.get(key).and_then(Json::as_bool) else { continue };
            let got = found.pointer(pointer).and_then(Json::as_bool);
            if got.is_none() {
                self.lacking.add(key);
            }
            let class = if wanted { "true" } else { "false" };
            self.count(key, got == Some(wanted), row, &format!("{}, label {wanted}", show(found.pointer(pointer))), Some(class));
            if key == "readOnly" && !wanted {
                self.count("never called read-only", got != Some(true), row, "called read-only", None);
            }
        }
        // Does it see the exposed ones?
        let at = |key: &str| SETS.iter().find(|(name, _)| *name == key).and_then(|(_, pointer)| found.pointer(pointer));
        for key in ["inputSensitivity", "returnSensitivity"] {
            let wanted = label_words(key);
            if !wanted.is_empty() && !wanted.contains(&"none") {
                let note = format!("{}, label {}", show(at(key)), wanted.join(", "));
                self.count(&format!("{key} exposed"), !words(at(key)).contains(&"none"), row, &note, None);
            }
        }
        let wanted = label_words("destination");
        if !wanted.is_empty() && !wanted.iter().any(|word| ["ephemeral", "system", "user"].contains(word)) {
            let seen = words(at("destination")).iter().any(|word| ["internal", "public"].contains(word));
            self.count("destination exposed", seen, row, &show(at("destination")), None);
        }
        if label_words("source") == ["untrustedPublic"] {
            self.count("source untrusted", words(at("source")).contains(&"untrustedPublic"), row, &show(at("source")), None);
        }
    }

    fn risk(&mut self, row: &Json<'_>, floor: &str, ceiling: &str, found: Option<&str>) {
        let grade = |word: &str| GRADES.iter().position(|grade| *grade == word);
        let (Some(low), Some(high)) = (grade(floor), grade(ceiling)) else { return };
        let found_grade = found.and_then(grade);
        if found_grade.is_none() {
            self.lacking.add("riskLevel");
        }
        self.graded += 1;
        let shown = found.unwrap_or("nothing");
        let right = found_grade.is_some_and(|grade| (low..=high).contains(&grade));
        self.count("risk in range", right, row, &format!("{shown} not in {floor} to {ceiling}"), Some(floor));
        match found_grade {
            Some(grade) if grade < low => {
                self.dangerous += 1;
                self.grave += usize::from((low >= 2 && grade == 0) || low - grade >= 2);
                self.note("dangerous", row, &format!("{shown} below {floor} {}", text(row, "/why").unwrap_or_default()));
            }
            Some(grade) if grade > high => {
                self.fatigue += 1;
                self.note("fatigue", row, &format!("{shown} above {ceiling}"));
            }
            _ => {}
        }
    }

    /// Whether every labelled tool had a prediction with every scored field.
    pub(crate) fn complete(&self) -> bool {
        self.lacking.0.is_empty()
    }

    /// The printed form; at most `max` of the listed tools.
    pub(crate) fn report(&self, max: usize) -> String {
        let mut out = String::new();
        let counts = |counter: &[(String, usize)]| counter.iter().map(|(name, n)| format!("{name} {n}")).collect::<Vec<_>>().join(", ");
        if self.graded > 0 {
            let (dangerous, graded, grave, fatigue) = (self.dangerous, self.graded, self.grave, self.fatigue);
            let _ = writeln!(
                out,
                "dangerous misses (risk below floor)  {dangerous} of {graded}   grave (2 grades, or high+ called low)  {grave}"
            );
            let _ = writeln!(out, "fatigue (risk above ceiling)         {fatigue} of {graded}");
        }
        for measure in &self.measures {
            let Measure { name, right, of, .. } = measure;
            let (low, high) = wilson(*right, *of);
            let _ = write!(out, "{name:26} {right:5} of {of:5}  {:6.2} %  [{low:5.1}, {high:5.1}]", 100.0 * ratio(*right, *of));
            if let Some(mean) = mean(measure.classes.iter().filter(|(_, _, of)| *of >= 5)) {
                let _ = write!(out, "  macro {:5.1}", 100.0 * mean);
            }
            let _ = writeln!(out, "  by server {:5.1}", 100.0 * mean(measure.servers.iter()).unwrap_or_default());
        }
        if !self.reliability.is_empty() {
            let _ = writeln!(out, "reliability: of the hints with this confidence, the share that was declared so");
            for ((hint, tenth), (right, of)) in &self.reliability {
                let (low, high) = wilson(*right, *of);
                let share = 100.0 * ratio(*right, *of);
                let _ = writeln!(
                    out,
                    "  {hint:16} {tenth:2} to {:2} %  {right:5} of {of:5}  {share:6.2} %  [{low:5.1}, {high:5.1}]",
                    tenth + 9
                );
            }
        }
        if !self.unknown.0.is_empty() {
            let mut unknown = self.unknown.0.clone();
            unknown.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
            let _ = writeln!(out, "shown as unknown: {}", counts(&unknown));
        }
        for line in self.listed.iter().take(max) {
            let _ = writeln!(out, " - {line}");
        }
        if !self.complete() {
            let _ = writeln!(out, "lacking: {}", counts(&self.lacking.0));
        }
        out
    }
}

fn ratio(part: usize, of: usize) -> f64 {
    part as f64 / of as f64
}

fn mean<'a>(parts: impl Iterator<Item = &'a (String, usize, usize)>) -> Option<f64> {
    let ratios: Vec<f64> = parts.map(|(_, right, of)| ratio(*right, *of)).collect();
    if ratios.is_empty() { None } else { Some(ratios.iter().sum::<f64>() / ratios.len() as f64) }
}

/// The 95 % interval of Wilson's score, in percent.
fn wilson(right: usize, of: usize) -> (f64, f64) {
    if of == 0 {
        return (0.0, 0.0);
    }
    let (z, n, p) = (1.96_f64, of as f64, ratio(right, of));
    let d = 1.0 + z * z / n;
    let (middle, half) = ((p + z * z / (2.0 * n)) / d, z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt() / d);
    (100.0 * (middle - half), 100.0 * (middle + half))
}

#[cfg(test)]
mod tests {
    use super::score;

    const LABELS: &str = r#"{"id":"1","server":"s","tool":{"name":"a"},"label":{"risk":["high","high"],"category":["delete","mutate"],"readOnly":false,"source":["untrustedPublic"],"inputSensitivity":["pii"]}}
{"id":"2","server":"s","tool":{"name":"b"},"label":{"risk":["low","medium"],"category":["read"],"readOnly":true}}
{"id":"3","server":"t","tool":{"name":"c"},"declared":{"readOnlyHint":true}}"#;

    fn report(predictions: &str, list: Option<&str>) -> String {
        score(LABELS, predictions, list).unwrap().report(9)
    }

    #[test]
    fn a_prediction_below_the_floor_is_a_dangerous_miss() {
        let text = report(
            r#"{"id":"1","annotations":{"riskLevel":"low","category":"mutate","readOnlyHint":true}}
               {"id":"2","annotations":{"riskLevel":"high","category":"read","readOnlyHint":true}}
               {"id":"3","annotations":{"readOnlyHint":true},"unknown":["source"]}"#
                .replace("               ", "")
                .as_str(),
            Some("dangerous"),
        );
        let expected = [
            "dangerous misses (risk below floor)  1 of 2   grave (2 grades, or high+ called low)  1",
            "fatigue (risk above ceiling)         1 of 2",
            "risk in range                  0 of     2    0.00 %  [  0.0,  65.8]  by server   0.0",
            "category                       2 of     2  100.00 %  [ 34.2, 100.0]  by server 100.0",
            "source                         0 of     1    0.00 %  [  0.0,  79.3]  by server   0.0",
            "inputSensitivity               0 of     1    0.00 %  [  0.0,  79.3]  by server   0.0",
            "readOnly                       1 of     2   50.00 %  [  9.5,  90.5]  by server  50.0",
            "never called read-only         0 of     1    0.00 %  [  0.0,  79.3]  by server   0.0",
            "inputSensitivity exposed       1 of     1  100.00 %  [ 20.7, 100.0]  by server 100.0",
            "source untrusted               0 of     1    0.00 %  [  0.0,  79.3]  by server   0.0",
            "readonly found                 1 of     1  100.00 %  [ 20.7, 100.0]  by server 100.0",
            "shown as unknown: source 1",
            " - s · a: low below high ",
            "lacking: source 1, inputSensitivity 1",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_set_is_right_where_every_member_is() {
        let text = report(r#"{"id":"1","annotations":{"category":["delete","read"]}}"#, Some("category"));
        assert!(text.contains(r#" - s · a: ["delete","read"] not in delete, mutate"#), "{text}");
    }
}
