//! Calls in bulk: each line brings its tool and its arguments, so nothing has to be listed before.

use mcp_tool_risk_infer::call::sql::Dialect;
use mcp_tool_risk_infer::call::{AssessOptions, Prepared};
use mcp_tool_risk_policy::{Answer, CatalogueClaims, Context, Counts, Decision, Mode, Moment, Policy, PreparedProfile, resolve};
use mcp_tool_risk_types::json::{Json, NoteKind, Parsed, parse, to_text, write_text};
use mcp_tool_risk_types::{Code, Declaration, ReadError, ServerTrust, ToolDefinition, struct_from_json};
use serde::Serialize;
use tsify::Tsify;

use crate::assess::{applied, start};
use crate::classify::finish_object;
use crate::gate::{Gate, expect_object, moment};
use crate::inspect::sources;

/// The server of a call that names none.
const SERVER: &str = "server";

/// What decisions on lines of calls depend on besides the policy.
#[derive(Debug, Clone, Default, Tsify)]
#[serde(rename_all = "camelCase", default)]
pub struct CallsOptions {
    /// How far the host trusts the servers. Absent: as the policy says, and `known` where it says nothing.
    pub trust: Option<ServerTrust>,
    /// How the host runs.
    pub mode: Mode,
    /// How many people can approve. Absent: enough of them; 0: nobody.
    pub approvers_available: Option<u8>,
    /// The time at the host, as RFC 3339 text. Rules about time are unknown without it.
    pub now: Option<String>,
    /// Mail domains of the host's own people. Absent: as the policy says of the server.
    pub own_domains: Option<Vec<String>>,
    /// Folders in which paths belong. Absent: as the policy says of the server.
    pub roots: Option<Vec<String>>,
    /// The dialect of SQL; without it the worst reading over all dialects counts.
    pub dialect: Option<Dialect>,
}

struct_from_json!(CallsOptions {
    trust: "trust",
    mode: "mode",
    approvers_available: "approversAvailable",
    now: "now",
    own_domains: "ownDomains",
    roots: "roots",
    dialect: "dialect",
});

impl CallsOptions {
    fn moment(&self) -> Result<Option<Moment>, ReadError> {
        self.now.as_deref().map(moment).transpose()
    }
}

/// What came of one policy, or of two.
#[derive(Serialize)]
struct Simulation<'a> {
    calls: usize,
    counts: Counts,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<Counts>,
    differences: Vec<Differing<'a>>,
}

/// A call on which they differ.
#[derive(Serialize)]
struct Differing<'a> {
    /// The call's place among the calls.
    call: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    before: Answer<'a>,
    after: Answer<'a>,
}

impl Gate {
    /// Decides on calls given as JSON Lines of `{"id", "server", "tool": {...}, "arguments"?: {...}, "tools"?: [...]}`. One line each
    /// comes out, the JSON of an `Answer` behind `id`, `server` and `tool`. A line that cannot be read is denied.
    ///
    /// # Errors
    /// The time is none.
    pub fn decide_lines(&self, lines: &str, options: &CallsOptions) -> Result<String, ReadError> {
        let now = options.moment()?;
        let mut out = String::new();
        for line in calls(lines) {
            let parsed = parse(line).map_err(ReadError::from);
            out.push('{');
            let json = parsed.as_ref().ok().map(|parsed| &parsed.value);
            out.push_str("\"id\":");
            // As it was written, to the last digit.
            out.push_str(&json.and_then(|json| json.get("id")).map_or_else(|| "null".to_owned(), ToString::to_string));
            for (key, pointer) in [("server", "/server"), ("tool", "/tool/name")] {
                if let Some(text) = json.and_then(|json| json.pointer(pointer)).and_then(Json::as_str) {
                    out.push_str(&[",\"", key, "\":"].concat());
                    write_text(&mut out, text);
                }
            }
            out.push(',');
            finish_object(&mut out, &answer(&self.policy, parsed.as_ref(), options, now));
            out.push('\n');
        }
        Ok(out)
    }

    /// How often each effect comes out for calls given as for [`Gate::decide_lines`]; and with the policy that was there before, on
    /// which calls that came to another effect or another number of approvers. The answer is the JSON of a `Simulation`.
    ///
    /// # Errors
    /// The time is none.
    pub fn simulate(&self, before: Option<&Self>, lines: &str, options: &CallsOptions) -> Result<String, ReadError> {
        let now = options.moment()?;
        let mut found =
            Simulation { calls: 0, counts: Counts::default(), before: before.map(|_| Counts::default()), differences: Vec::new() };
        for (call, line) in calls(lines).enumerate() {
            found.calls += 1;
            let parsed = parse(line).map_err(ReadError::from);
            let after = answer(&self.policy, parsed.as_ref(), options, now);
            found.counts.add(&after.decision);
            let (Some(old), Some(counts)) = (before, found.before.as_mut()) else { continue };
            let before = answer(&old.policy, parsed.as_ref(), options, now);
            counts.add(&before.decision);
            if before.decision.strictness != after.decision.strictness {
                let id = parsed.as_ref().ok().and_then(|parsed| parsed.value.get("id"));
                let id = id.map(|id| id.as_str().map_or_else(|| id.to_string(), str::to_owned));
                found.differences.push(Differing { call, id, before, after });
            }
        }
        Ok(to_text(&found))
    }
}

fn calls(lines: &str) -> impl Iterator<Item = &str> {
    lines.lines().filter(|line| !line.trim().is_empty())
}

/// The answer to one line; to one that cannot be read, a denial that says why.
fn answer<'p>(policy: &'p Policy, parsed: Result<&Parsed<'_>, &ReadError>, options: &CallsOptions, now: Option<Moment>) -> Answer<'p> {
    let refused = match parsed {
        Ok(parsed) => match decide(policy, parsed, options, now) {
            Ok(decision) => return policy.answer(&decision),
            Err(error) => error,
        },
        Err(error) => error.clone(),
    };
    let mut answer = policy.answer(&Decision::error(refused.code));
    let place = if refused.pointer.is_empty() { String::new() } else { format!(" at {}", refused.pointer) };
    answer.reasons.reason = format!("The call could not be checked: {}{place}", refused.message);
    answer
}

fn decide(policy: &Policy, parsed: &Parsed<'_>, options: &CallsOptions, now: Option<Moment>) -> Result<Decision, ReadError> {
    let json = &parsed.value;
    // Which of two values its server would take, nobody knows. What stands twice in a definition is the definition's business.
    let definitions = |pointer: &str| pointer.starts_with("/tool/") || pointer.starts_with("/tools/");
    let twice = parsed.notes.iter().find(|note| note.kind == NoteKind::DuplicateKey && !definitions(&note.pointer));
    if let Some(note) = twice {
        return Err(ReadError { pointer: note.pointer.clone(), ..ReadError::new(Code::DuplicateKey, "the key stands twice") });
    }
    if parsed.unlisted > 0 {
        return Err(ReadError::new(Code::Invalid, "too much in the line is ambiguous"));
    }
    let invalid = |key: &str, message: &str| ReadError::new(Code::WrongType, message).under(key);
    let server = match json.get("server") {
        None => SERVER,
        Some(server) => server.as_str().ok_or_else(|| invalid("server", "expected a string"))?,
    };
    let given = json.get("tool").ok_or_else(|| ReadError::new(Code::MissingKey, "the line has no tool"))?;
    let tool = ToolDefinition::new(given).ok_or_else(|| invalid("tool", "expected a tool with a name"))?;
    let arguments = json.get("arguments").filter(|arguments| !matches!(arguments, Json::Null));
    arguments.map_or(Ok(()), expect_object)?;

    let settings = policy.server(server);
    let overrides = policy.overrides(server, tool.name());
    let per_call = overrides.per_call;
    let ready = Prepared::new(tool);
    let inference = &ready.inference;
    let sources =
        sources(overrides, CatalogueClaims::default(), &Declaration::read(tool), inference.values.clone(), inference.findings.clone());
    let mut profile = resolve(&sources, options.trust.unwrap_or(settings.trust), &settings.inference);
    if let Some(arguments) = arguments {
        let tools = json.get("tools").and_then(Json::as_array).unwrap_or_default();
        let tools: Vec<ToolDefinition<'_, '_>> = tools.iter().filter_map(ToolDefinition::new).collect();
        let around = AssessOptions {
            own_domains: options.own_domains.clone().or(settings.domains).unwrap_or_default(),
            roots: options.roots.clone().or(settings.roots).unwrap_or_default(),
            dialect: options.dialect,
        };
        let assessment = ready.assess(&start(&profile, per_call), arguments, &tools, &around);
        profile = applied(&profile, &assessment.values);
    }
    let context =
        Context { mode: options.mode, approvers_available: options.approvers_available, now, arguments, schema: tool.input_schema() };
    Ok(policy.decide(&PreparedProfile::new(server, tool.name(), &profile), &context))
}
