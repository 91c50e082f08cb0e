//! What raises risk never lowers a grade, and the order of properties means nothing.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may stop")]

use mcp_tool_risk_infer::{Inference, Rules, infer};
use mcp_tool_risk_types::{Field, Kind, ToolDefinition, Word, json};

/// A small deterministic generator: the same tools in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }
    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

const VERBS: &[&str] = &[
    "get",
    "list",
    "search",
    "check",
    "create",
    "update",
    "send",
    "open",
    "run",
    "execute",
    "analyze",
    "convert",
    "publish",
    "fetch",
    "manage",
    "set",
    "item",
    "data",
    "calculate",
    "download",
    "query",
    "play",
];
const NOUNS: &[&str] = &[
    "item", "user", "database", "report", "email", "file", "query", "secret", "page", "calendar", "order", "token", "workflow", "image",
    "tab", "label",
];
const PARAMS: &[&str] = &[
    "id",
    "query",
    "url",
    "path",
    "command",
    "code",
    "text",
    "name",
    "amount",
    "to",
    "limit",
    "method",
    "sql",
    "output_path",
    "tool_name",
    "arguments",
];
const SENTENCES: &[&str] = &[
    "Returns the item.",
    "Updates an item.",
    "Sends a message.",
    "A tool for items.",
    "Runs a query.",
    "Read-only access to items.",
    "Executes the code.",
    "",
];

#[derive(Clone)]
struct Tool {
    name: String,
    description: String,
    params: Vec<(String, &'static str)>,
    choices: Vec<&'static str>,
}

impl Tool {
    fn random(random: &mut Random) -> Self {
        let params = (0..random.below(4))
            .map(|_| (random.pick(PARAMS).to_owned(), random.pick(&["string", "integer", "boolean", "array"])))
            .collect();
        let choices = if random.below(3) == 0 { vec!["get", "list"] } else { Vec::new() };
        Self {
            name: format!("{}_{}", random.pick(VERBS), random.pick(NOUNS)),
            description: random.pick(SENTENCES).to_owned(),
            params,
            choices,
        }
    }

    fn grade(&self) -> Inference {
        let mut properties: Vec<String> = self.params.iter().map(|(name, kind)| format!(r#""{name}":{{"type":"{kind}"}}"#)).collect();
        if !self.choices.is_empty() {
            properties.push(format!(r#""action":{{"enum":{:?}}}"#, self.choices));
        }
        let text = format!(
            r#"{{"name":{:?},"description":{:?},"inputSchema":{{"type":"object","properties":{{{}}}}}}}"#,
            self.name,
            self.description,
            properties.join(",")
        );
        let parsed = json::parse(&text).unwrap();
        infer(ToolDefinition::new(&parsed.value).unwrap(), Rules::Default)
    }
}

/// Every ordered field of `after` is at least as strict as in `before`; unknown is the strictest. `destination` and
/// `openWorldHint` follow where data lives, which is told by all words together: they grade no effect and may go both ways.
fn assert_no_lower(before: &Inference, after: &Inference, what: &str) {
    for field in Field::ALL.iter().copied().filter(|f| f.kind() != Kind::Set && !matches!(f, Field::Destination | Field::OpenWorldHint)) {
        // A field that was unknown counted as the strictest; evidence may settle it.
        let Some(before) = before.values.get(field) else { continue };
        let Some(after) = after.values.get(field) else { continue };
        assert!(before.value.at_most(&after.value, field), "{what}: {} fell from {:?} to {:?}", field.word(), before.value, after.value);
    }
}

const ROUNDS: usize = 1500;

#[test]
fn a_joined_risky_verb_never_lowers() {
    let mut random = Random(1);
    for _ in 0..ROUNDS {
        let tool = Tool::random(&mut random);
        let verb = random.pick(&["delete", "purge", "drop", "destroy", "wipe", "transfer"]);
        let mut risky = tool.clone();
        risky.name = format!("{}_and_{verb}", tool.name);
        assert_no_lower(&tool.grade(), &risky.grade(), &format!("{} -> {}", tool.name, risky.name));
    }
}

#[test]
fn a_flag_never_lowers() {
    let mut random = Random(2);
    for _ in 0..ROUNDS {
        let tool = Tool::random(&mut random);
        let mut risky = tool.clone();
        risky
            .params
            .push((random.pick(&["force", "recursive", "cascade", "all_namespaces", "permanent", "overwrite"]).to_owned(), "boolean"));
        assert_no_lower(&tool.grade(), &risky.grade(), &format!("{} {:?} {:?}", tool.name, tool.description, risky.params));
    }
}

#[test]
fn a_risky_choice_never_lowers() {
    let mut random = Random(3);
    for _ in 0..ROUNDS {
        let mut tool = Tool::random(&mut random);
        tool.choices = vec!["get", "list"];
        let mut risky = tool.clone();
        risky.choices.push(random.pick(&["delete", "create", "purge", "execute", "send", "play", "update"]));
        assert_no_lower(
            &tool.grade(),
            &risky.grade(),
            &format!("{} {:?} {:?} {:?}", tool.name, tool.description, tool.params, risky.choices),
        );
    }
}

#[test]
fn a_warning_never_lowers() {
    let mut random = Random(4);
    for _ in 0..ROUNDS {
        let tool = Tool::random(&mut random);
        let mut risky = tool.clone();
        risky.description = format!(
            "{} {}",
            tool.description,
            random.pick(&["This will permanently delete the item.", "This cannot be undone.", "WARNING: deletes the item."])
        );
        assert_no_lower(&tool.grade(), &risky.grade(), &format!("{} {:?}", tool.name, risky.description));
    }
}

#[test]
fn the_order_of_properties_means_nothing() {
    let mut random = Random(5);
    for _ in 0..ROUNDS {
        let mut tool = Tool::random(&mut random);
        tool.params.sort();
        tool.params.dedup_by(|a, b| a.0 == b.0);
        let mut turned = tool.clone();
        turned.params.reverse();
        assert_eq!(tool.grade().values, turned.grade().values, "{} {:?}", tool.name, tool.params);
    }
}
