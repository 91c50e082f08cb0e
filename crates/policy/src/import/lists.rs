//! Allow lists: VS Code, Cursor, and the `mcp.json` of Cline and Roo.

use mcp_tool_risk_types::json::{Json, Object};

use super::names::{Target, literal, pattern, readings, server_is};
use super::{Draft, Effect, at, strings};

/// `chat.tools.eligibleForAutoApproval` makes tools ask always; what the user has allowed stands elsewhere.
pub(super) fn import_vscode(draft: &mut Draft<'_>, settings: &Object<'_>) -> Option<()> {
    let mut found = None;
    for (key, value) in settings.iter().filter(|(key, _)| key.starts_with("chat.tools.") || key.starts_with("chat.mcp.")) {
        found = Some(());
        let pointer = at("", key);
        match (key, value) {
            ("chat.tools.eligibleForAutoApproval", Json::Object(tools)) => {
                for (name, eligible) in tools.iter() {
                    let pointer = at(&pointer, name);
                    match eligible.as_bool() {
                        Some(false) => import_vscode_tool(draft, name, &pointer),
                        // Eligible tools are asked for until the user allows them.
                        Some(true) => {}
                        None => draft.lost(&pointer, name, "is neither true nor false"),
                    }
                }
            }
            ("chat.tools.global.autoApprove" | "chat.tools.autoApprove", Json::Bool(true)) => {
                draft.lost(&pointer, key, "approved everything unasked; calls that no rule settles are asked for");
            }
            ("chat.tools.global.autoApprove" | "chat.tools.autoApprove", Json::Bool(false)) => {}
            ("chat.mcp.access", Json::String(access)) if access == "none" => {
                draft.rule(Effect::Deny, Object::default(), "chat.mcp.access: none", None);
            }
            _ => draft.lost(&pointer, key, "has no counterpart"),
        }
    }
    draft.default = Some(Effect::Ask);
    found
}

/// `server/tool`, or a flat `mcp_server_tool`.
fn import_vscode_tool(draft: &mut Draft<'_>, name: &str, pointer: &str) {
    // Names of servers from a registry have a slash of their own; names of tools don't.
    let targets = match (name.rsplit_once('/'), name.strip_prefix("mcp_")) {
        (Some((server, tool)), _) => vec![Target::new(&literal(server), &pattern(tool))],
        (None, Some(flat)) => readings(flat, "_", draft.options),
        (None, None) => return draft.lost(pointer, name, "is a built-in tool, not one of MCP"),
    };
    draft.named(Effect::Ask, &targets, pointer, name);
}

/// `server:tool`, with `*` in either.
pub(super) fn import_cursor(draft: &mut Draft<'_>, permissions: &Object<'_>) -> Option<()> {
    let list = permissions.get("mcpAllowlist");
    for (name, pointer) in strings(draft, list, "/mcpAllowlist") {
        let mut parts = name.split(':');
        let targets = match (parts.next(), parts.next(), parts.next()) {
            (Some(server), Some(tool), None) if !server.is_empty() && !tool.is_empty() => {
                vec![Target::new(&pattern(server), &pattern(tool))]
            }
            (Some(_), Some(_), Some(_)) => readings(name, ":", draft.options),
            _ => {
                draft.lost(&pointer, name, "isn't of the form server:tool");
                continue;
            }
        };
        draft.named(Effect::Allow, &targets, &pointer, name);
    }
    for (key, _) in permissions.iter().filter(|(key, _)| *key != "mcpAllowlist") {
        draft.lost(&at("", key), key, "isn't about MCP tools");
    }
    draft.default = Some(Effect::Ask);
    list.map(|_| ())
}

pub(super) fn import_mcp_json(draft: &mut Draft<'_>, document: &Object<'_>) -> Option<()> {
    for (server, settings) in document.get("mcpServers")?.as_object()?.iter() {
        let pointer = at("/mcpServers", server);
        if settings.get("disabled").and_then(Json::as_bool) == Some(true) {
            draft.rule(Effect::Deny, server_is(server), &[server, " is disabled"].concat(), None);
        }
        for key in ["alwaysAllow", "autoApprove"] {
            for (tool, pointer) in strings(draft, settings.get(key), &at(&pointer, key)) {
                // These lists hold names; a star is no pattern in them.
                draft.named(Effect::Allow, &[Target::exact(server, tool)], &pointer, &[server, ": ", tool].concat());
            }
        }
        for (tool, pointer) in strings(draft, settings.get("disabledTools"), &at(&pointer, "disabledTools")) {
            draft.named(Effect::Deny, &[Target::exact(server, tool)], &pointer, &[server, ": ", tool].concat());
        }
    }
    draft.default = Some(Effect::Ask);
    Some(())
}
