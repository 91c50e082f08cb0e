//! `tool_policies.yaml` in KARAI's vocabulary: `min_level`, `risk_level`, `category`, `destructive`, `approval_escalation` by tool.
//!
//! SEP-2793 names the file and these keys. How they are nested it does not say, so a map of tools is read at the top or under `tools`, and a
//! list of entries with a `name`.

use mcp_tool_risk_types::json::{Json, Object};
use mcp_tool_risk_types::{Approval, Code, Diagnostic, Field, FieldMap, State, Value, Word};

use super::names::literal;
use super::{Draft, at, put, single, text};

/// Their key, and the field that it says something of.
const KEYS: &[(&str, Field)] = &[
    ("min_level", Field::MinTrustLevel),
    ("risk_level", Field::RiskLevel),
    ("category", Field::Category),
    ("destructive", Field::DestructiveHint),
    ("approval_escalation", Field::Approval),
];
const ROOTS: &[&str] = &["tools", "tool_policies", "policies"];

pub(super) fn import(draft: &mut Draft<'_>, document: &Object<'_>) -> Option<()> {
    let root = ROOTS.iter().find_map(|key| document.get(key).map(|json| (*key, json)));
    let (pointer, tools) = match root {
        Some((key, json)) => {
            for (other, _) in document.iter().filter(|(other, _)| *other != key) {
                draft.lost(&at("", other), other, "has no counterpart");
            }
            (at("", key), json)
        }
        None => (String::new(), &Json::Object(document.clone())),
    };
    match tools {
        Json::Object(tools) => {
            // Anything can be an object of objects; one of the five keys must be there.
            let known = |tool: &Json<'_>| KEYS.iter().any(|(key, _)| tool.get(key).is_some());
            if !tools.iter().any(|(_, tool)| known(tool)) {
                return None;
            }
            for (name, tool) in tools.iter() {
                import_tool(draft, name, tool, &at(&pointer, name));
            }
        }
        Json::Array(tools) => {
            for (i, tool) in tools.iter().enumerate() {
                let pointer = at(&pointer, &i.to_string());
                match ["name", "tool"].iter().find_map(|key| tool.get(key)).and_then(Json::as_str) {
                    Some(name) => import_tool(draft, name, tool, &pointer),
                    None => draft.lost(&pointer, "", "the entry has no name"),
                }
            }
        }
        _ => return None,
    }
    Some(())
}

fn import_tool(draft: &mut Draft<'_>, name: &str, tool: &Json<'_>, pointer: &str) {
    let Some(entries) = tool.as_object() else {
        return draft.lost(pointer, name, "is no object");
    };
    let mut set = Object::default();
    let mut reason = ["tool_policies: ", name].concat();
    for (key, value) in entries.iter() {
        let pointer = at(pointer, key);
        let Some((_, field)) = KEYS.iter().find(|(known, _)| *known == key) else {
            match (key, value.as_str()) {
                ("name" | "tool", _) => {}
                ("description" | "reason" | "note", Some(text)) => reason = text.to_owned(),
                _ => draft.lost(&pointer, key, "has no counterpart"),
            }
            continue;
        };
        let several = text(Approval::Multi.word());
        let value = match (field, value) {
            (Field::Approval, Json::Bool(true)) => {
                draft.changed(&pointer, "", "an escalation without a word is read as the approval of several people");
                &several
            }
            // No escalation isn't no approval: that follows from the risk.
            (Field::Approval, Json::Bool(false)) => continue,
            _ => value,
        };
        let reading = Value::read(*field, value);
        match (reading.state, reading.value) {
            (State::Null, _) => {}
            (State::Known, Some(value)) => put(&mut set, field.word(), value.to_json()),
            _ => draft.lost(&pointer, key, "has a value that isn't known"),
        }
    }
    if set.is_empty() {
        return draft.lost(pointer, name, "has nothing said of it");
    }
    let mut entry = single("tool", text(&literal(name)));
    put(&mut entry, "set", set.into());
    put(&mut entry, "reason", text(&reason));
    draft.overrides.push(entry.into());
}

/// Writes profiles as a `tool_policies` document. A field that isn't known is written as its most restrictive value.
///
/// The format has one namespace of tools and five fields: tools of the same name become one, the stricter values of each; whatever else
/// a profile says is left out, and reported.
pub fn write(profiles: &[(&str, &FieldMap<Value>)]) -> (Json<'static>, Vec<Diagnostic>) {
    let mut tools: Vec<(&str, FieldMap<Value>)> = Vec::new();
    let mut report = Vec::new();
    let mut left_out: Vec<Field> = Vec::new();
    for (name, profile) in profiles {
        let values: FieldMap<Value> = KEYS
            .iter()
            .filter_map(|(_, field)| Some((*field, profile.get(*field).cloned().or_else(|| Value::most_restrictive(*field))?)))
            .collect();
        left_out.extend(profile.iter().map(|(field, _)| field).filter(|field| !values.contains(*field)));
        match tools.iter_mut().find(|(known, _)| known == name) {
            None => tools.push((name, values)),
            Some((_, known)) => {
                for (field, value) in values.iter() {
                    let joined = known.get(field).map_or_else(|| value.clone(), |known| known.join(value, field));
                    known.insert(field, joined);
                }
                let message = ["several servers have a tool `", name, "`; the stricter values were written"].concat();
                report.push(Diagnostic { code: Code::AmbiguousName, pointer: at("/tools", name), message });
            }
        }
    }
    if !left_out.is_empty() {
        let names: Vec<&str> = Field::ALL.iter().filter(|field| left_out.contains(field)).map(|field| field.word()).collect();
        let message = ["the format has no place for ", &names.join(", ")].concat();
        report.push(Diagnostic { code: Code::NotCarriedOver, pointer: "/tools".to_owned(), message });
    }
    let mut written = Object::default();
    for (name, values) in tools {
        let mut tool = Object::default();
        for (key, field) in KEYS {
            if let Some(value) = values.get(*field) {
                put(&mut tool, key, value.to_json());
            }
        }
        put(&mut written, name, tool.into());
    }
    (single("tools", written.into()).into(), report)
}
