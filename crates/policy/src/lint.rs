//! Lint: rules that cannot do what they say. Every finding is certain; not everything is found.

use mcp_tool_risk_types::{Field, Kind, ServerTrust, json};
use serde::Serialize;

use crate::compile::{CompiledLayer, CompiledRule, Policy, Strictness};
use crate::condition::Condition;
use crate::pattern::Glob;
use crate::profile::Provenance;

macro_rules! lints {
    ($( $(#[doc = $doc:literal])+ $variant:ident = $word:literal, )+) => {
        /// The stable code of a lint finding.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        pub enum LintCode { $( $(#[doc = $doc])+ #[serde(rename = $word)] $variant, )+ }

        impl LintCode {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// The spelling on the wire.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
            /// What it means.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),+).trim_ascii_start()),+ }
            }
        }
    };
}

lints! {
    /// The conditions contradict each other: the rule can never be true.
    NeverTrue = "never-true",
    /// An earlier rule always comes first, so this one never counts.
    Shadowed = "shadowed",
    /// An outer layer always denies or asks more where this rule fits, so it changes nothing.
    Overruled = "overruled",
    /// A project's documents may only tighten: this rule or default does not count.
    IgnoredInProject = "ignored-in-project",
    /// A pattern fits nothing in the given tool list.
    MatchesNoTool = "matches-no-tool",
    /// An allow rule wants a declared value, and no server that it fits is trusted: a declaration of others never gives one.
    UntrustedDeclaration = "untrusted-declaration",
    /// An allow rule's regular expression fits anywhere inside a longer text.
    UnanchoredRegex = "unanchored-regex",
    /// A rule has no reason, so nobody can tell an operator why.
    MissingReason = "missing-reason",
}

/// Something that a policy's author should look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Lint {
    /// The stable code.
    pub code: LintCode,
    /// The document.
    pub document: String,
    /// Where in the document.
    pub pointer: String,
    /// The rule, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What was found.
    pub message: String,
    /// The name that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
}

/// A tool, by the pair that identifies it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolName<'a> {
    /// The id that the host gave the server.
    pub server: &'a str,
    /// The tool's name.
    pub tool: &'a str,
}

impl Policy {
    /// Looks for rules that cannot do what they say. With a list of tools, for patterns that fit none of them too.
    pub fn lint(&self, tools: Option<&[ToolName<'_>]>) -> Vec<Lint> {
        let mut found = Vec::new();
        for (at, layer) in self.layers.iter().enumerate() {
            for (place, rule) in layer.rules.iter().enumerate() {
                self.lint_rule(at, layer, place, rule, tools, &mut found);
            }
            if layer.only_tightens && layer.default.is_some() {
                let message = "a project's default does not count, because no operator's document says projectMayAllow".to_owned();
                found.push(at_pointer(LintCode::IgnoredInProject, &layer.name, "/default", message));
            }
            if let Some(tools) = tools {
                for (place, entry) in layer.overrides.iter().enumerate() {
                    if !tools.iter().any(|tool| fits(&entry.server, tool.server) && fits(&entry.tool, tool.tool)) {
                        let pointer = format!("/overrides/{place}");
                        let mut lint =
                            at_pointer(LintCode::MatchesNoTool, &layer.name, &pointer, "this override fits no tool of the list".to_owned());
                        lint.suggestion = near(&entry.server, &entry.tool, tools);
                        found.push(lint);
                    }
                }
            }
        }
        found
    }

    fn lint_rule(
        &self,
        at: usize,
        layer: &CompiledLayer,
        place: usize,
        rule: &CompiledRule,
        tools: Option<&[ToolName<'_>]>,
        found: &mut Vec<Lint>,
    ) {
        let lint = |code, message: String| Lint {
            code,
            document: rule.origin.clone(),
            pointer: rule.pointer.clone(),
            rule: Some(rule.id.clone()),
            message,
            suggestion: None,
        };
        // What the layer itself is made of is its author's; what it extends is another's.
        let own = rule.origin == layer.name;
        let parts = conjuncts(&rule.condition);
        if layer.only_tightens && rule.does == Strictness::ALLOW {
            let message = "a project's allow rules do not count, because no operator's document says projectMayAllow".to_owned();
            found.push(lint(LintCode::IgnoredInProject, message));
        }
        if contradict(&parts) {
            found.push(lint(LintCode::NeverTrue, "its conditions contradict each other".to_owned()));
        } else if let Some(earlier) = shadow(layer, place, rule, &parts) {
            found.push(lint(LintCode::Shadowed, format!("\"{}\" always comes first", earlier.id)));
        } else if let Some((outer, earlier)) = self.overruling(at, rule, &parts) {
            found.push(lint(LintCode::Overruled, format!("\"{}\" of \"{}\" is stricter wherever this fits", earlier.id, outer.name)));
        }
        if let Some(tools) = tools {
            let empty = [Glob::Any];
            let server = parts.iter().find_map(|part| if let Condition::Server(globs) = part { Some(globs.as_slice()) } else { None });
            let tool = parts.iter().find_map(|part| if let Condition::Tool(globs) = part { Some(globs.as_slice()) } else { None });
            let (server, tool) = (server.unwrap_or(&empty), tool.unwrap_or(&empty));
            if !tools.iter().any(|name| fits(server, name.server) && fits(tool, name.tool)) {
                let suggestion = near(server, tool, tools);
                let hint = suggestion.as_ref().map_or_else(String::new, |near| format!("; did you mean {near}?"));
                let message = format!("its patterns fit no tool of the list{hint}");
                found.push(Lint { suggestion, ..lint(LintCode::MatchesNoTool, message) });
            }
        }
        if rule.does == Strictness::ALLOW {
            if let Some(field) = self.hangs_on_declaration(&parts, tools) {
                let message = format!("it wants a declared {field}, and this policy trusts no server that it fits");
                found.push(lint(LintCode::UntrustedDeclaration, message));
            }
            for label in rule.labels.iter().filter(|label| own && is_unanchored(&label.text)) {
                let message = "the regular expression fits anywhere in a text; start it with ^ and end it with $".to_owned();
                found.push(Lint { pointer: label.pointer.clone(), ..lint(LintCode::UnanchoredRegex, message) });
            }
        }
        if own && rule.source.reason.is_empty() {
            found.push(lint(LintCode::MissingReason, "it has no reason for the person who is asked".to_owned()));
        }
    }

    /// A rule of an outer layer that binds and is at least as strict wherever the rule fits.
    fn overruling(&self, at: usize, rule: &CompiledRule, parts: &[&Condition]) -> Option<(&CompiledLayer, &CompiledRule)> {
        self.layers.iter().take(at).find_map(|outer| {
            let binding = |earlier: &&CompiledRule| {
                let denies = earlier.does == Strictness::DENY && (rule.does != Strictness::DENY || outer.on_unknown == Strictness::DENY);
                denies && covers_effect(earlier, outer.on_unknown, rule) && implied(&conjuncts(&earlier.condition), parts)
            };
            outer.rules.iter().find(binding).map(|earlier| (outer, earlier))
        })
    }

    fn hangs_on_declaration(&self, parts: &[&Condition], tools: Option<&[ToolName<'_>]>) -> Option<&'static str> {
        use mcp_tool_risk_types::Word;
        let field = parts.iter().find_map(|part| match part {
            Condition::Provenance { field, sources } if sources.as_slice() == [Provenance::Declaration] => Some(*field),
            _ => None,
        })?;
        let trusted = |server: &str| self.server(server).trust == ServerTrust::Trusted;
        let globs = parts.iter().find_map(|part| if let Condition::Server(globs) = part { Some(globs.as_slice()) } else { None });
        let any_trusted = match (globs, tools) {
            (Some(globs), _) if globs.iter().all(|glob| glob.exact().is_some()) => globs.iter().filter_map(Glob::exact).any(trusted),
            (globs, Some(tools)) => tools.iter().any(|name| globs.is_none_or(|globs| fits(globs, name.server)) && trusted(name.server)),
            // A server that nobody names can be trusted by a pattern.
            (_, None) => self.layers.iter().any(|layer| layer.servers.iter().any(|entry| entry.trust == Some(ServerTrust::Trusted))),
        };
        if any_trusted { None } else { Some(field.word()) }
    }
}

fn at_pointer(code: LintCode, document: &str, pointer: &str, message: String) -> Lint {
    Lint { code, document: document.to_owned(), pointer: pointer.to_owned(), rule: None, message, suggestion: None }
}

fn fits(globs: &[Glob], name: &str) -> bool {
    globs.iter().any(|glob| glob.matches(name))
}

/// What was probably meant: a name that is nearly this, or the two halves of a name that was glued together.
fn near(server: &[Glob], tool: &[Glob], tools: &[ToolName<'_>]) -> Option<String> {
    for glob in tool {
        let Some(name) = glob.exact() else { continue };
        let name = name.strip_prefix("mcp__").unwrap_or(name);
        for known in tools.iter().filter(|known| fits(server, known.server)) {
            let rest = name.strip_prefix(known.server).and_then(|rest| rest.strip_suffix(known.tool));
            if rest.is_some_and(|between| !between.is_empty() && between.chars().all(|c| !c.is_alphanumeric())) {
                return Some(format!("server \"{}\" and tool \"{}\"", known.server, known.tool));
            }
        }
    }
    let named = |globs: &[Glob], names: &mut dyn Iterator<Item = &str>| {
        let names: Vec<&str> = names.collect();
        globs.iter().find_map(|glob| glob.near(&mut names.iter().copied())).map(|near| format!("\"{near}\""))
    };
    let server_known = tools.iter().any(|known| fits(server, known.server));
    if server_known {
        named(tool, &mut tools.iter().filter(|known| fits(server, known.server)).map(|known| known.tool))
    } else {
        named(server, &mut tools.iter().map(|known| known.server))
    }
}

/// The conditions that must all hold.
fn conjuncts(condition: &Condition) -> Vec<&Condition> {
    match condition {
        Condition::All(parts) => parts.iter().flat_map(conjuncts).collect(),
        Condition::Const(true) => Vec::new(),
        other => vec![other],
    }
}

fn is_single(field: Field) -> bool {
    !matches!(field.kind(), Kind::Set | Kind::Possible)
}

/// Whether two of the conditions can never both be true.
fn contradict(parts: &[&Condition]) -> bool {
    parts.iter().enumerate().any(|(at, a)| {
        parts.iter().skip(at + 1).any(|b| match (a, b) {
            (
                Condition::Field { field: a, mask: x, mask_if_unknown: u, .. },
                Condition::Field { field: b, mask: y, mask_if_unknown: v, .. },
            ) => a == b && is_single(*a) && x & y == 0 && u & v == 0,
            (Condition::Mode(a), Condition::Mode(b)) => !a.iter().any(|mode| b.contains(mode)),
            (Condition::Server(a), Condition::Server(b)) | (Condition::Tool(a), Condition::Tool(b)) => disjoint(a, b) || disjoint(b, a),
            _ => false,
        })
    })
}

/// Whether the names of the first list are all exact and none fits the other.
fn disjoint(names: &[Glob], globs: &[Glob]) -> bool {
    names.iter().all(|name| name.exact().is_some_and(|name| !fits(globs, name)))
}

/// Whether wherever the later conditions are true or unknown, the earlier ones are at least as true.
fn implied(earlier: &[&Condition], later: &[&Condition]) -> bool {
    earlier.iter().all(|wanted| later.iter().any(|given| implies(given, wanted)))
}

fn implies(given: &Condition, wanted: &Condition) -> bool {
    let covered = |given: &[Glob], wanted: &[Glob]| given.iter().all(|glob| wanted.iter().any(|wide| wide.covers(glob)));
    match (given, wanted) {
        (
            Condition::Field { field, mask, mask_if_unknown, any },
            Condition::Field { field: other, mask: wide, mask_if_unknown: wide_if_unknown, any: other_any },
        ) => {
            // Of a set, "all" says more than "any".
            let quantifier = any == other_any || is_single(*field) || (!any && *other_any);
            field == other && quantifier && mask & !wide == 0 && mask_if_unknown & !wide_if_unknown == 0
        }
        (Condition::Server(given), Condition::Server(wanted)) | (Condition::Tool(given), Condition::Tool(wanted)) => covered(given, wanted),
        (Condition::Mode(given), Condition::Mode(wanted)) => given.iter().all(|mode| wanted.contains(mode)),
        // A condition implies itself.
        _ => given == wanted,
    }
}

/// Whether the earlier rule's effect leaves nothing of the later one's, be it true or unknown.
fn covers_effect(earlier: &CompiledRule, on_unknown: Strictness, later: &CompiledRule) -> bool {
    if earlier.does == Strictness::DENY {
        return later.does == Strictness::ALLOW || later.does <= on_unknown || later.does == Strictness::DENY;
    }
    later.does == Strictness::ALLOW || (later.does <= earlier.does && (earlier.is_final || !later.is_final))
}

/// A rule of the same layer that always comes first.
fn shadow<'l>(layer: &'l CompiledLayer, place: usize, rule: &CompiledRule, parts: &[&Condition]) -> Option<&'l CompiledRule> {
    layer.rules.iter().enumerate().find_map(|(at, other)| {
        let is_deny = other.does == Strictness::DENY;
        let counts = match (is_deny, rule.does == Strictness::DENY) {
            // A deny counts wherever it stands; of two that cover each other, the later one is in vain.
            (true, false) => true,
            (true, true) | (false, false) => at < place,
            (false, true) => false,
        };
        if at == place || !counts || (layer.only_tightens && other.does == Strictness::ALLOW) {
            return None;
        }
        let conditions = conjuncts(&other.condition);
        // After a rule that always fits nothing is asked, whatever its effect.
        let always = !is_deny && conditions.is_empty();
        let covered = always || (covers_effect(other, layer.on_unknown, rule) && implied(&conditions, parts));
        covered.then_some(other)
    })
}

fn is_unanchored(asks: &str) -> bool {
    let Ok(parsed) = json::parse(asks) else { return false };
    let pattern = parsed.value.get("regex").and_then(json::Json::as_str);
    pattern.is_some_and(|pattern| !pattern.starts_with(['^', '(']) || !pattern.ends_with(['$', ')']))
}
