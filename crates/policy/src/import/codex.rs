//! Codex: a mode per server and per tool, and lists of the tools that are there at all.

use mcp_tool_risk_types::json::{Json, Object};

use super::names::{Target, literal, server_is};
use super::{Draft, Effect, any_of, at, put, single, strings, text};

pub(super) fn import(draft: &mut Draft<'_>, config: &Object<'_>) -> Option<()> {
    let servers = config.get("mcp_servers")?.as_object()?;
    for (server, settings) in servers.iter() {
        import_server(draft, server, settings, &at("/mcp_servers", server));
    }
    for key in ["approval_policy", "apps", "approvals_reviewer"] {
        if config.get(key).is_some() {
            draft.lost(&at("", key), key, "has no counterpart for MCP servers");
        }
    }
    draft.default = Some(Effect::Ask);
    Some(())
}

fn import_server(draft: &mut Draft<'_>, server: &str, settings: &Json<'_>, pointer: &str) {
    let off = |settings: &Json<'_>| settings.get("enabled").and_then(Json::as_bool) == Some(false);
    let named = |tool: &str, what: &str| [server, ": ", tool, what].concat();
    if off(settings) {
        draft.rule(Effect::Deny, server_is(server), &[server, " is not enabled"].concat(), None);
    }
    let enabled = settings.get("enabled_tools");
    if enabled.is_some() {
        let tools = strings(draft, enabled, &at(pointer, "enabled_tools"));
        let mut when = server_is(server);
        if !tools.is_empty() {
            let tools = Json::Array(tools.iter().map(|(tool, _)| text(&literal(tool))).collect());
            put(&mut when, "not", single("tool", tools).into());
        }
        draft.rule(Effect::Deny, when, &named("", "not among the enabled tools"), None);
    }
    for (tool, pointer) in strings(draft, settings.get("disabled_tools"), &at(pointer, "disabled_tools")) {
        draft.named(Effect::Deny, &[Target::exact(server, tool)], &pointer, &named(tool, " is disabled"));
    }
    // A tool's own mode goes before its server's.
    let tools = settings.get("tools").and_then(Json::as_object);
    for (tool, settings) in tools.into_iter().flat_map(Object::iter) {
        let pointer = at(&at(pointer, "tools"), tool);
        let target = Target::exact(server, tool);
        if off(settings) {
            draft.rule(Effect::Deny, target.condition(), &named(tool, " is disabled"), None);
        }
        mode(draft, &target, settings.get("approval_mode"), &at(&pointer, "approval_mode"), &named(tool, ""));
    }
    let key = "default_tools_approval_mode";
    mode(draft, &Target::new(&literal(server), "*"), settings.get(key), &at(pointer, key), server);
}

fn mode(draft: &mut Draft<'_>, target: &Target, mode: Option<&Json<'_>>, pointer: &str, name: &str) {
    let Some(mode) = mode else { return };
    let word = mode.as_str().unwrap_or_default();
    let reason = [name, ": ", word].concat();
    let flags = |one: &str, value: bool| {
        let mut flags = single(one, Json::Bool(value));
        put(&mut flags, "destructiveHint", Json::Bool(false));
        flags
    };
    let reads = flags("readOnlyHint", true);
    let runs = match word {
        "approve" => return draft.rule(Effect::Allow, target.condition(), &reason, None),
        "prompt" => return draft.rule(Effect::Ask, target.condition(), &reason, None),
        "writes" => reads,
        "auto" => any_of(vec![reads, flags("openWorldHint", false)]),
        _ => return draft.lost(pointer, word, "is a mode that isn't known"),
    };
    let message =
        "goes by the hints of the server; here they count as far as the server is trusted, and inferred ones by the policy's mode";
    draft.changed(pointer, word, message);
    let mut when = target.condition();
    for (key, value) in runs.iter() {
        put(&mut when, key, value.clone());
    }
    draft.rule(Effect::Allow, when, &[&*reason, ", and harmless"].concat(), None);
    draft.rule(Effect::Ask, target.condition(), &reason, None);
}
