//! Codex: a mode per server and per tool, and lists of the tools that are there at all.

use mcp_tool_risk_types::json::{Json, Object};

use super::names::{Target, literal, server_is};
use super::{Draft, Effect, any_of, at, object, strings, text};

pub(super) fn import(draft: &mut Draft<'_>, config: &Object<'_>) -> Option<()> {
    let servers = config.get("mcp_servers")?.as_object()?;
    for (server, settings) in servers.iter() {
        import_server(draft, server, settings, &at("/mcp_servers", server));
    }
    for key in ["approval_policy", "apps", "approvals_reviewer"] {
        if config.get(key).is_some() {
            draft.lost(&at("", key), format!("`{key}` has no counterpart for MCP servers"));
        }
    }
    draft.default = Some(Effect::Ask);
    Some(())
}

fn import_server(draft: &mut Draft<'_>, server: &str, settings: &Json<'_>, pointer: &str) {
    if settings.get("enabled").and_then(Json::as_bool) == Some(false) {
        draft.rule(Effect::Deny, server_is(server), &format!("{server} is not enabled"), None);
    }
    let enabled = settings.get("enabled_tools");
    if enabled.is_some() {
        let tools = strings(draft, enabled, &at(pointer, "enabled_tools"));
        let mut when = server_is(server);
        if !tools.is_empty() {
            let tools = Json::Array(tools.iter().map(|(tool, _)| text(&literal(tool))).collect());
            when.insert("not", object([("tool", tools)]).into());
        }
        draft.rule(Effect::Deny, when, &format!("{server}: not among the enabled tools"), None);
    }
    for (tool, pointer) in strings(draft, settings.get("disabled_tools"), &at(pointer, "disabled_tools")) {
        draft.named(Effect::Deny, &[Target::new(&literal(server), &literal(tool))], &pointer, &format!("{server}: {tool} is disabled"));
    }
    // A tool's own mode goes before its server's.
    let tools = settings.get("tools").and_then(Json::as_object);
    for (tool, settings) in tools.into_iter().flat_map(Object::iter) {
        let pointer = at(&at(pointer, "tools"), tool);
        if settings.get("enabled").and_then(Json::as_bool) == Some(false) {
            draft.named(Effect::Deny, &[Target::new(&literal(server), &literal(tool))], &pointer, &format!("{server}: {tool} is disabled"));
        }
        let target = Target::new(&literal(server), &literal(tool));
        mode(draft, &target, settings.get("approval_mode"), &at(&pointer, "approval_mode"), &format!("{server}: {tool}"));
    }
    let everything = Target::new(&literal(server), "*");
    let key = "default_tools_approval_mode";
    mode(draft, &everything, settings.get(key), &at(pointer, key), server);
}

fn mode(draft: &mut Draft<'_>, target: &Target, mode: Option<&Json<'_>>, pointer: &str, name: &str) {
    let Some(mode) = mode else { return };
    let yes = || Json::Bool(true);
    let no = || Json::Bool(false);
    let harmless = || object([("readOnlyHint", yes()), ("destructiveHint", no())]);
    let runs = match mode.as_str() {
        Some("approve") => return draft.rule(Effect::Allow, target.condition(), &format!("{name}: approve"), None),
        Some("prompt") => return draft.rule(Effect::Ask, target.condition(), &format!("{name}: prompt"), None),
        Some("writes") => harmless(),
        Some("auto") => any_of(vec![harmless(), object([("destructiveHint", no()), ("openWorldHint", no())])]),
        _ => return draft.lost(pointer, format!("the mode {mode} isn't known")),
    };
    let word = mode.as_str().unwrap_or_default();
    draft.changed(pointer, format!("`{word}` goes by the hints of the server; here they count as far as the server is trusted, and inferred ones by the policy's mode"));
    let mut when = target.condition();
    for (key, value) in runs.iter() {
        when.insert(key.to_owned(), value.clone());
    }
    draft.rule(Effect::Allow, when, &format!("{name}: {word}, and harmless"), None);
    draft.rule(Effect::Ask, target.condition(), &format!("{name}: {word}"), None);
}
