//! Claude Code: `permissions.allow`, `ask` and `deny`, of which deny goes before ask before allow, whatever the order.

use mcp_tool_risk_types::json::{Json, Object};

use super::names::{Target, readings};
use super::{Draft, Effect, at, strings};

pub(super) fn import(draft: &mut Draft<'_>, settings: &Object<'_>) -> Option<()> {
    let permissions = settings.get("permissions")?.as_object()?;
    for (key, effect) in [("deny", Effect::Deny), ("ask", Effect::Ask), ("allow", Effect::Allow)] {
        let pointer = format!("/permissions/{key}");
        for (rule, pointer) in strings(draft, permissions.get(key), &pointer) {
            import_rule(draft, effect, rule, &pointer);
        }
    }
    for (key, value) in permissions.iter() {
        let pointer = at("/permissions", key);
        match (key, value.as_str()) {
            ("allow" | "ask" | "deny" | "defaultMode" | "additionalDirectories" | "disableBypassPermissionsMode", _) => {}
            _ => draft.lost(&pointer, format!("`{key}` has no counterpart")),
        }
    }
    draft.default = Some(Effect::Ask);
    match permissions.get("defaultMode").map(Json::as_str) {
        None | Some(Some("default")) => {}
        Some(Some("dontAsk")) => draft.default = Some(Effect::Deny),
        Some(Some("plan")) => {
            draft.lost("/permissions/defaultMode", "plan mode is a mode of the host here, with the preset `read-only` for it")
        }
        Some(mode) => {
            let mode = mode.unwrap_or("?");
            draft.lost(
                "/permissions/defaultMode",
                format!("the mode `{mode}` loosens more than rules say; calls that no rule settles are asked for"),
            );
        }
    }
    for key in ["hooks", "allowedMcpServers", "deniedMcpServers"] {
        if settings.get(key).is_some() {
            draft.lost(&at("", key), format!("`{key}` can decide about tools too, and is no permission list"));
        }
    }
    Some(())
}

fn import_rule(draft: &mut Draft<'_>, effect: Effect, rule: &str, pointer: &str) {
    let everything = effect != Effect::Allow && matches!(rule, "*" | "mcp__*");
    let Some(name) = rule.strip_prefix("mcp__").or(if everything { Some("*") } else { None }) else {
        return draft.lost(pointer, format!("`{rule}` is about a built-in tool, not about MCP"));
    };
    if name.contains('(') {
        return draft.lost(
            pointer,
            format!(
                "`{rule}`: Claude Code skips rules for MCP tools with parentheses, so it never had an effect; write an argument condition"
            ),
        );
    }
    if name.is_empty() || name.starts_with("__") {
        return draft.lost(pointer, format!("`{rule}` names no server"));
    }
    let server = name.split("__").next().unwrap_or(name);
    if effect == Effect::Allow && server.contains('*') {
        return draft
            .lost(pointer, format!("`{rule}`: Claude Code skips an allow rule whose server is a pattern, so it never had an effect"));
    }
    let targets = if everything { vec![Target::new("*", "*")] } else { readings(name, "__", draft.options) };
    draft.named(effect, &targets, pointer, rule);
}
