//! Names that other hosts glue together.

use mcp_tool_risk_types::json::{Json, Object};
use mcp_tool_risk_types::{find, mentions};

use super::{ImportOptions, put, single, text};

/// A server and a tool, as patterns of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) server: String,
    pub(super) tool: String,
}

impl Target {
    pub(super) fn new(server: &str, tool: &str) -> Self {
        Self { server: server.to_owned(), tool: tool.to_owned() }
    }

    /// One tool, whatever characters are in its name.
    pub(super) fn exact(server: &str, tool: &str) -> Self {
        Self { server: literal(server), tool: literal(tool) }
    }

    /// The condition; nothing is asked of what may be anything.
    pub(super) fn condition(&self) -> Object<'static> {
        let mut when = Object::default();
        for (key, pattern) in [("server", &self.server), ("tool", &self.tool)] {
            if pattern != "*" {
                put(&mut when, key, text(pattern));
            }
        }
        when
    }
}

/// A foreign pattern in which `*` means what it means here, and everything else itself.
pub(super) fn pattern(foreign: &str) -> String {
    foreign.replace('\\', "\\\\")
}

/// A name in which nothing is a pattern.
pub(super) fn literal(name: &str) -> String {
    pattern(name).replace('*', "\\*")
}

const MAX_NAME: usize = 512;

/// How hosts write a server's name into a tool's: what isn't a letter, a digit, `_` or `-` becomes `_`.
fn written(server: &str) -> String {
    server.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

/// Every reading of `server SEPARATOR tool`, or of a server alone.
///
/// Where the host's servers are known, those that fit. Otherwise every place at which the name can be cut; a name that can't be cut is
/// a server. More than one reading means that nobody can tell.
pub(super) fn readings(name: &str, separator: &str, options: &ImportOptions) -> Vec<Target> {
    // No server's and tool's names are so long together.
    if name.len() > MAX_NAME {
        return Vec::new();
    }
    if options.servers.is_empty()
        || find(name, separator).map_or(Some(name), |at| name.get(..at)).is_some_and(|server| mentions(server, "*"))
    {
        let cuts = name.char_indices().filter(|(i, _)| *i > 0).filter_map(|(i, _)| {
            let (server, rest) = (name.get(..i)?, name.get(i..)?);
            rest.strip_prefix(separator).filter(|tool| !tool.is_empty()).map(|tool| (server, tool))
        });
        let mut found: Vec<Target> = cuts.map(|(server, tool)| Target::new(&pattern(server), &pattern(tool))).collect();
        if found.is_empty() {
            found.push(Target::new(&pattern(name.strip_suffix(separator).unwrap_or(name)), "*"));
        }
        return found;
    }
    let mut found = Vec::new();
    for known in &options.servers {
        for spelling in [known.server.clone(), written(&known.server)] {
            let Some(rest) = name.strip_prefix(&spelling) else { continue };
            let tool = match rest.strip_prefix(separator) {
                _ if rest.is_empty() => "*",
                None => continue,
                Some("") => "*",
                Some(tool) => tool,
            };
            let listed = known.tools.is_empty() || mentions(tool, "*") || known.tools.iter().any(|name| name == tool);
            let target = Target::new(&literal(&known.server), &pattern(tool));
            if listed && !found.contains(&target) {
                found.push(target);
            }
        }
    }
    found
}

/// Whether no call fits both conditions, as far as the names in them tell.
pub(super) fn apart(one: &Object<'_>, other: &Object<'_>) -> bool {
    let exact = |when: &Object<'_>, key: &str| when.get(key).and_then(Json::as_str).filter(|name| !mentions(name, "*")).map(str::to_owned);
    ["server", "tool"].iter().any(|key| match (exact(one, key), exact(other, key)) {
        (Some(one), Some(other)) => one != other,
        _ => false,
    })
}

/// A condition on the server alone.
pub(super) fn server_is(server: &str) -> Object<'static> {
    single("server", text(&literal(server)))
}
