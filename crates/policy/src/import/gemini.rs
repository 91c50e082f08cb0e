//! Gemini CLI: `[[rule]]` tables, of which the one of the highest priority that fits decides.

use mcp_tool_risk_types::json::{Json, Object};
use mcp_tool_risk_types::{Field, Word, sorted};

use super::names::{Target, apart, literal, readings};
use super::{Draft, Effect, any_of, at, put, single, strings, text};

pub(super) fn import(draft: &mut Draft<'_>, document: &Object<'_>) -> Option<()> {
    let rules = document.get("rule")?.as_array()?;
    let ordered: Vec<(usize, &Json<'_>)> = rules.iter().enumerate().collect();
    let priority = |rule: &Json<'_>| rule.get("priority").and_then(Json::as_f64).unwrap_or(0.0);
    let ordered = sorted(ordered, &|(_, a), (_, b)| priority(b).total_cmp(&priority(a)));
    // Here a deny goes before everything, there it does not: what stands above it is taken out of it.
    let mut above: Vec<Object<'static>> = Vec::new();
    for (i, rule) in ordered {
        let pointer = at("/rule", &i.to_string());
        let Some((effect, when)) = import_rule(draft, rule, &pointer) else { continue };
        let reason = ["rule ", &(i + 1).to_string(), " of the imported file"].concat();
        let message = rule.get("denyMessage").and_then(Json::as_str);
        if effect != Effect::Deny {
            above.push(when.clone());
            draft.rule(effect, when, &reason, message);
        } else if above.iter().any(Object::is_empty) {
            draft.lost(&pointer, "", "a rule of higher priority fits every tool, so this one never had an effect");
        } else {
            let overlap: Vec<_> = above.iter().filter(|other| !apart(&when, other)).cloned().collect();
            let mut all = vec![Json::from(when)];
            if !overlap.is_empty() {
                all.push(single("not", any_of(overlap).into()).into());
            }
            all.retain(|condition| condition.as_object().is_some_and(|condition| !condition.is_empty()));
            let when = match (all.len(), all.pop()) {
                (1, Some(Json::Object(one))) => one,
                (0, _) | (_, None) => Object::default(),
                (_, Some(last)) => {
                    all.push(last);
                    single("all", Json::Array(all))
                }
            };
            draft.rule(effect, when, &reason, message);
        }
    }
    for (key, _) in document.iter().filter(|(key, _)| *key != "rule") {
        draft.lost(&at("", key), key, "has no counterpart");
    }
    draft.default = Some(Effect::Ask);
    Some(())
}

fn import_rule(draft: &mut Draft<'_>, rule: &Json<'_>, pointer: &str) -> Option<(Effect, Object<'static>)> {
    let effect = match rule.get("decision").and_then(Json::as_str) {
        Some("allow") => Effect::Allow,
        Some("ask_user") => Effect::Ask,
        Some("deny") => Effect::Deny,
        _ => {
            draft.lost(&at(pointer, "decision"), "", "the decision isn't allow, deny or ask_user");
            return None;
        }
    };
    let targets = targets(draft, effect, rule, pointer)?;
    let mut when = targets;
    for (key, value) in rule.as_object()?.iter() {
        let pointer = at(pointer, key);
        let carried = match key {
            "toolName" | "mcpName" | "decision" | "priority" | "denyMessage" => true,
            "toolAnnotations" => annotations(draft, value, &pointer, &mut when),
            "modes" => modes(value, &mut when),
            "interactive" => interactive(value, &mut when),
            _ => false,
        };
        if carried {
            continue;
        }
        if effect == Effect::Allow {
            draft.lost(&pointer, key, "has no exact counterpart, so the rule was left out: it would allow more");
            return None;
        }
        draft.changed(&pointer, key, "has no exact counterpart; without it the rule fits more calls");
    }
    Some((effect, when))
}

/// The servers and tools of a rule; `None` where it isn't about MCP, or must be left out.
fn targets(draft: &mut Draft<'_>, effect: Effect, rule: &Json<'_>, pointer: &str) -> Option<Object<'static>> {
    let server = rule.get("mcpName").and_then(Json::as_str);
    let names = strings(draft, rule.get("toolName"), &at(pointer, "toolName"));
    if names.is_empty() {
        return match server {
            Some(server) => Some(Target::new(&server_pattern(server), "*").condition()),
            None if rule.get("toolName").is_none() && rule.get("toolAnnotations").is_some() => Some(Object::default()),
            None => {
                draft.lost(pointer, "", "the rule is about built-in tools, not about MCP");
                None
            }
        };
    }
    let mut conditions = Vec::new();
    for (name, pointer) in names {
        let found = match (server, name.strip_prefix("mcp_")) {
            (Some(server), _) => vec![Target::new(&server_pattern(server), &tool_pattern(name))],
            (None, _) if name == "*" => vec![Target::new("*", "*")],
            (None, Some("*")) => vec![Target::new("*", "*")],
            (None, Some(flat)) => match flat.strip_prefix("*_") {
                Some(tool) => {
                    draft.changed(&pointer, name, "is documented and never matched by Gemini CLI; here it fits the tool of every server");
                    vec![Target::new("*", &tool_pattern(tool))]
                }
                None => flat.strip_suffix("_*").map_or_else(|| readings(flat, "_", draft.options), |server| whole(draft, server)),
            },
            (None, None) => {
                draft.lost(&pointer, name, "is a built-in tool, not one of MCP");
                continue;
            }
        };
        conditions.extend(draft.settle(effect, &found, &pointer, name));
    }
    if conditions.is_empty() { None } else { Some(any_of(conditions)) }
}

/// `mcp_SERVER_*`: the server as it is known, or as it is written.
fn whole(draft: &Draft<'_>, server: &str) -> Vec<Target> {
    if draft.options.servers.is_empty() {
        return vec![Target::new(&literal(server), "*")];
    }
    readings(server, "_", draft.options).into_iter().filter(|target| target.tool == "*").collect()
}

fn server_pattern(server: &str) -> String {
    if server == "*" { "*".to_owned() } else { literal(server) }
}

/// Only a lone star is a pattern there.
fn tool_pattern(tool: &str) -> String {
    if tool == "*" { "*".to_owned() } else { literal(tool) }
}

/// `toolAnnotations`: fields that are known here.
fn annotations(draft: &mut Draft<'_>, value: &Json<'_>, pointer: &str, when: &mut Object<'static>) -> bool {
    let Some(annotations) = value.as_object() else { return false };
    let mut conditions = Object::default();
    for (key, value) in annotations.iter() {
        let reading = Field::from_word(key).map(|field| mcp_tool_risk_types::Value::read(field, value));
        match reading.and_then(|reading| reading.value) {
            Some(value) => put(&mut conditions, key, value.to_json()),
            None => return false,
        }
    }
    draft.changed(
        pointer,
        "",
        "hints count as far as the server is trusted here, and a deny also fits a tool of which the hint isn't known",
    );
    for (key, value) in conditions.iter() {
        put(when, key, value.clone());
    }
    true
}

/// `modes`: all of them say nothing; plan mode and the others can be told apart.
fn modes(value: &Json<'_>, when: &mut Object<'static>) -> bool {
    let Some(modes) = value.as_array() else { return false };
    let has = |mode: &str| modes.iter().any(|item| item.as_str() == Some(mode));
    let others = ["default", "autoEdit", "yolo"];
    match (has("plan"), others.iter().filter(|mode| has(mode)).count()) {
        _ if modes.is_empty() => true,
        (true, 3) => true,
        (true, 0) => insert_mode(when, &["plan"]),
        (false, 3) => insert_mode(when, &["interactive", "headless"]),
        _ => false,
    }
}

fn interactive(value: &Json<'_>, when: &mut Object<'static>) -> bool {
    match value.as_bool() {
        Some(true) => insert_mode(when, &["interactive", "plan"]),
        Some(false) => insert_mode(when, &["headless"]),
        None => false,
    }
}

/// Asks for one of the modes, of those that are asked for already.
fn insert_mode(when: &mut Object<'static>, modes: &[&str]) -> bool {
    let known: Option<Vec<String>> =
        when.get("mode").and_then(Json::as_array).map(|known| known.iter().filter_map(Json::as_str).map(str::to_owned).collect());
    let both: Vec<Json<'static>> = modes
        .iter()
        .filter(|mode| known.as_ref().is_none_or(|known| known.iter().any(|other| other == *mode)))
        .map(|mode| text(mode))
        .collect();
    if both.is_empty() {
        return false;
    }
    put(when, "mode", Json::Array(both));
    true
}
