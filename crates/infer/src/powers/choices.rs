//! Choices: which actions the caller may pick.

use crate::grade::Reading;
use crate::lexicon::{Act, Class, Kind, Role};
use crate::schema::Param;
use crate::settle::push_act;
use crate::{Evidence, Push, name, split};

/// Choices of an action parameter: the worst counts. Where the schema lists none, the description may.
pub(crate) fn actions(reading: &Reading<'_>, acts: &mut Vec<Act>, evidence: &mut Vec<Evidence>) {
    // Operations in a list, each with its type.
    let listed = |p: &Param<'_>| {
        matches!(p.words.as_ref(), "type" | "op" | "kind")
            && ["operations", "actions", "changes", "mutations", "writes", "steps", "edits", "requests"]
                .iter()
                .any(|list| p.at.contains(&format!("/properties/{list}/")))
    };
    let chosen = |p: &&Param<'_>| match p.role {
        Some(Role::Action | Role::Mode) => true,
        // A closed list of tools.
        Some(Role::ToolName) => !p.choices.is_empty(),
        _ => listed(p),
    };
    for param in reading.params.iter().filter(chosen) {
        // The HTTP methods of something that is described, not called: `update_mock(method)`.
        let described = param.words == "method"
            && reading.name.verbs.first().is_some_and(|v| v.strength > 1 && !matches!(v.act, Act::Execute | Act::Run | Act::Start));
        // Which of them to watch: `watch_changes(operations)`.
        let watched = param.kind == "array"
            && !param.required
            && !reading.name.verbs.is_empty()
            && reading.name.verbs.iter().all(|v| v.act.is_read_like())
            && reading.text.head.as_ref().is_some_and(|head| head.act.is_read_like());
        // Which of them to list: `list_executions(action_type)`.
        let filters = param.words.ends_with(" type")
            && !param.required
            && reading.name.verbs.first().is_some_and(|v| v.strength > 1 && v.act.is_read_like());
        if filters || watched || described && param.choices.is_empty() {
            continue;
        }
        let choices = param.choices.iter().copied().filter(|_| !described);
        let open = param.choices.is_empty() && param.role == Some(Role::Action) && param.kind == "string";
        let told = [param.description, explained(reading.description, param.name)].into_iter().filter(|_| open).flat_map(quoted);
        for choice in choices.chain(told) {
            let read = name::read(choice);
            let Some(act) = read.verbs.iter().map(|v| v.act).max_by_key(|a| a.severity()) else { continue };
            // `clear_all_items`
            let all = read.all.is_some() && matches!(act, Act::Delete | Act::Remove | Act::Reset);
            let act = if all { Act::Destroy } else { act };
            // A mode is mostly a manner; only what destroys counts.
            if param.role == Some(Role::Mode) && act.severity().0 < 2 {
                // `mode: append | replace`
                if matches!(choice, "replace" | "overwrite") && acts.iter().any(|a| !a.is_read_like()) {
                    choose(param, choice, Act::Overwrite, acts, evidence);
                }
                continue;
            }
            let classes = if read.object_classes.is_empty() { reading.name.object_classes } else { read.object_classes };
            // `remove` among the actions on accounts takes one away.
            let tie = classes.has(Class::Tie);
            let act = if act == Act::Remove && !tie { Act::Delete } else { act.with_object(classes) };
            choose(param, choice, act, acts, evidence);
        }
        // `Retrieves advice`: further verbs of its description are what the advice is about.
        let retrieves = !acts.is_empty()
            && acts.iter().all(|a| a.is_read_like())
            && reading.text.head.as_ref().is_some_and(|head| head.sure && head.act == Act::Read)
            && reading.text.joined.iter().all(|saying| saying.act.is_read_like());
        let described = Some(reading.description).filter(|_| !retrieves);
        for text in [Some(param.description), described].into_iter().flatten().filter(|_| open) {
            for token in split::text(text) {
                if let Some(word) = token.found.exact.word.filter(|w| w.kind == Kind::Verb && w.act.severity().0 >= 2) {
                    choose(param, &token.text, word.act.with_object(reading.name.object_classes), acts, evidence);
                }
            }
        }
    }
}

/// Whether a parameter lists its choices, and each of them is a reading verb.
pub(crate) fn only_reads(param: &Param<'_>, description: &str) -> bool {
    let reads = |choice: &&str| {
        let verbs = name::read(choice).verbs;
        !verbs.is_empty() && verbs.iter().all(|v| v.act.is_read_like())
    };
    if !param.choices.is_empty() {
        return param.choices.iter().all(reads);
    }
    // `Operation to perform: list-rules, describe-rule.`, else the quoted ones.
    let listed = param.description.split_once(": ").map_or("", |(_, list)| list.split(['.', '\n']).next().unwrap_or(""));
    let listed: Vec<&str> = listed.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
    let told: Vec<&str> = if listed.len() > 1 {
        listed
    } else {
        [param.description, explained(description, param.name)].into_iter().flat_map(quoted).collect()
    };
    told.len() > 1 && told.iter().all(|word| !word.contains(char::is_whitespace) && reads(word))
}

/// The line of a description that explains a parameter: `action: Operation ('get' or 'clear')`.
pub(crate) fn explained<'d>(description: &'d str, name: &str) -> &'d str {
    let explains = |line: &&str| line.trim_start().strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with([':', '(']));
    description.lines().find(explains).unwrap_or("")
}

/// The words in quotation marks that a text holds.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let between = move |mark: char| text.split(mark).skip(1).step_by(2);
    ['\'', '"', '`'].into_iter().flat_map(between).filter(|word| !word.is_empty() && !word.contains(char::is_whitespace))
}

fn choose(param: &Param<'_>, choice: &str, act: Act, acts: &mut Vec<Act>, evidence: &mut Vec<Evidence>) {
    if !act.is_read_like() && !acts.contains(&act) {
        push_act(evidence, Evidence::whole(&param.at, choice, "", Push::Raises, 3), act);
        acts.push(act);
    }
}
