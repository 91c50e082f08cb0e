//! Claude Code: `permissions.allow`, `ask` and `deny`, of which deny goes before ask before allow, whatever the order.

use mcp_tool_risk_types::json::Object;
use mcp_tool_risk_types::{find, mentions};

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
    const KNOWN: [&str; 6] = ["allow", "ask", "deny", "defaultMode", "additionalDirectories", "disableBypassPermissionsMode"];
    for (key, _) in permissions.iter().filter(|(key, _)| !KNOWN.contains(key)) {
        draft.lost(&at("/permissions", key), key, "has no counterpart");
    }
    draft.default = Some(Effect::Ask);
    match permissions.get("defaultMode").map(|mode| mode.as_str().unwrap_or_default()) {
        None | Some("default") => {}
        Some("dontAsk") => draft.default = Some(Effect::Deny),
        Some(mode) => {
            let message = if mode == "plan" {
                "is a mode of the host here, with the preset `read-only` for it"
            } else {
                "loosens more than rules say; calls that no rule settles are asked for"
            };
            draft.lost("/permissions/defaultMode", mode, message);
        }
    }
    for key in ["hooks", "allowedMcpServers", "deniedMcpServers"] {
        if settings.get(key).is_some() {
            draft.lost(&at("", key), key, "can decide about tools too, and is no permission list");
        }
    }
    Some(())
}

fn import_rule(draft: &mut Draft<'_>, effect: Effect, rule: &str, pointer: &str) {
    let everything = effect != Effect::Allow && matches!(rule, "*" | "mcp__*");
    let Some(name) = rule.strip_prefix("mcp__").or(if everything { Some("*") } else { None }) else {
        return draft.lost(pointer, rule, "is about a built-in tool, not about MCP");
    };
    let server = find(name, "__").and_then(|at| name.get(..at)).unwrap_or(name);
    let dead = if mentions(name, "(") {
        "never had an effect: Claude Code skips rules for MCP tools with parentheses; write an argument condition"
    } else if server.is_empty() {
        "names no server"
    } else if effect == Effect::Allow && mentions(server, "*") {
        "never had an effect: Claude Code skips an allow rule whose server is a pattern"
    } else {
        ""
    };
    if !dead.is_empty() {
        return draft.lost(pointer, rule, dead);
    }
    let targets = if everything { vec![Target::new("*", "*")] } else { readings(name, "__", draft.options) };
    draft.named(effect, &targets, pointer, rule);
}
