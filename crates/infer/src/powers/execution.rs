//! Execution: code, commands, statements, requests and other tools as the caller likes them.

use crate::grade::Reading;
use crate::lexicon::{Act, Class, Role};
use crate::name::NameReading;
use crate::schema::Param;
use crate::settle::push_act;
use crate::{Evidence, Push};

/// Programs of the command line that can do anything to what they are for.
const PROGRAMS: &[&str] = &[
    "kubectl",
    "helm",
    "docker",
    "git",
    "aws",
    "gcloud",
    "az",
    "terraform",
    "psql",
    "mysql",
    "npm",
    "gh",
    "ssh",
    "adb",
    "cli",
    "curl",
    "systemctl",
    "ansible",
];

/// Adds the acts of what may be run, and narrows a bare `execute` that the definition bounds. Whether anything was found that the
/// parameters decide.
pub(super) fn execution(reading: &Reading<'_>, acts: &mut Vec<Act>, evidence: &mut Vec<Evidence>) -> bool {
    let Reading { name, text, params, .. } = reading;
    let bounded = name.bounded.or(text.bounded).is_some() || acts.contains(&Act::Execute) && asks_records(reading);
    let mut decided = false;
    let mut add = |acts: &mut Vec<Act>, param: &Param<'_>, act: Act, strength: u8| {
        push_act(evidence, Evidence::whole(&param.at, param.name, "", Push::Raises, strength), act);
        acts.push(act);
        decided = true;
    };
    let executing: Vec<&Param<'_>> = params.iter().filter(|p| executes(p, reading, acts, bounded)).collect();
    for param in &executing {
        add(acts, param, Act::Execute, 3);
    }
    // `update_security_level(command)`: who may run it.
    let entry = params.iter().find(|p| p.role == Some(Role::Shell)).filter(|_| names_entry(reading));
    if let Some(entry) = entry.filter(|_| acts.iter().any(|a| matches!(a, Act::Create | Act::Update | Act::Stop))) {
        add(acts, entry, Act::Secure, 2);
    }
    // Another tool by its name: `call_tool(name, arguments)`.
    let tool = params.iter().find(|p| p.role == Some(Role::ToolName) && p.kind == "string" && p.choices.is_empty());
    // `read_contract(function_name, args)` asks, it doesn't act.
    let asks = |p: &&Param<'_>| p.words == "function name" && !acts.is_empty() && acts.iter().all(|a| a.is_read_like());
    if let Some(tool) = tool.filter(|p| !asks(p) && params.iter().any(|p| p.role == Some(Role::Args))) {
        add(acts, tool, Act::Execute, 3);
    }
    // Any operation of a service by its name: `call_api(operation, params)`.
    let calls = name.has_any(&["call", "invoke", "request", "execute"]) && !acts.iter().any(|a| a.is_read_like());
    // `make_api_request(service, method, request)`: the method is one of the service's own.
    let handed = |p: &Param<'_>| p.words == "request" && p.kind == "object";
    let own = |p: &Param<'_>| p.words != "method" || params.iter().any(handed) && params.iter().any(|p| p.words == "service");
    let operation = params.iter().find(|p| p.role == Some(Role::Action) && own(p) && p.kind == "string" && p.is_free_text());
    if let Some(operation) = operation.filter(|_| calls && !bounded && params.iter().any(|p| p.role == Some(Role::Args) || handed(p))) {
        add(acts, operation, Act::Execute, 3);
    }
    // Operations of which nobody says what they are: `transaction(operations)`. They may remove.
    let several = params.iter().find(|p| p.words == "operations" && p.depth == 0 && matches!(p.kind, "array" | "string"));
    let typed = |p: &Param<'_>| p.depth > 0 && !p.choices.is_empty() && matches!(p.words.as_ref(), "type" | "op" | "kind" | "operation");
    let head = text.head.as_ref().is_some_and(|h| matches!(h.act, Act::Execute | Act::Run | Act::Start));
    if let Some(several) = several.filter(|p| head && !bounded && p.choices.is_empty() && !params.iter().any(typed)) {
        add(acts, several, Act::Delete, 2);
    }
    // An agent that does what it is told: `run_agent(task)`.
    let told =
        params.iter().find(|p| matches!(p.words.as_ref(), "task" | "prompt" | "goal" | "instruction" | "instructions") && p.is_free_text());
    let runs = name.verbs.iter().any(|v| matches!(v.act, Act::Run | Act::Start | Act::Execute | Act::Evaluate));
    // Or that uses a browser or a computer in somebody's name.
    let uses = name.has_any(&["browser", "computer"]) && !acts.iter().any(|a| a.is_read_like());
    let agent = (runs || uses) && name.has_any(&["agent", "subagent", "copilot"]);
    if let Some(task) = told.filter(|_| agent && !bounded) {
        add(acts, task, Act::Drive, 2);
    }
    // A program with the arguments that the caller likes: `kubectl(args)`.
    let program = name.tokens.len() <= 2 && name.has_any(PROGRAMS);
    let args = params.iter().find(|p| matches!(p.role, Some(Role::Args | Role::Shell)) && p.is_free_text());
    if let Some(args) = args.filter(|_| program && !bounded && !acts.iter().any(|a| a.is_read_like())) {
        add(acts, args, Act::Execute, 3);
    }
    // Registering a command for somebody else to run.
    let command = params.iter().find(|p| p.role == Some(Role::Shell) && p.is_free_text());
    if let Some(command) = command.filter(|_| params.iter().any(|p| p.role == Some(Role::Args)) && acts.iter().any(|a| !a.is_read_like())) {
        add(acts, command, Act::Execute, 3);
    }
    if let Some(url) = free_http(reading, acts) {
        add(acts, url, Act::Execute, 3);
    }
    if let Some(path) = any_path(reading) {
        add(acts, path, Act::Drive, 2);
    }
    // A command that only reads may read any file.
    let shell = params.iter().find(|p| p.role == Some(Role::Shell) && p.depth == 0 && p.is_free_text());
    if let Some(shell) = shell.filter(|_| bounded && name.has_any(&["command", "exec", "shell", "ssh"])) {
        add(acts, shell, Act::Locate, 2);
    }
    // Whatever a cluster keeps, secrets among it: `kubectl_get(resource_type)`.
    let kind = params.iter().find(|p| p.depth == 0 && matches!(p.words.as_ref(), "resource type" | "kind") && p.is_free_text());
    if let Some(kind) = kind.filter(|_| reading.mentions_any(&["kubernetes", "kubectl", "k8s"]) && acts.contains(&Act::Read)) {
        add(acts, kind, Act::Locate, 2);
    }
    // The body of what a database runs later: `create_trigger(body)`.
    let body = params.iter().find(|p| p.role != Some(Role::Query) && p.is_free_text() && is_sql_body(p.description));
    if let Some(body) = body.filter(|_| !bounded && acts.iter().any(|a| !a.is_read_like())) {
        add(acts, body, Act::Execute, 3);
    }
    // An agent with a command line: `agent(prompt)`.
    let armed = text.has_any(&["agent"]) && text.has_any(&["terminal", "shell", "commands", "cli"]);
    if let Some(task) = told.filter(|_| armed && !acts.iter().all(|a| a.is_read_like())) {
        add(acts, task, Act::Execute, 2);
    }
    if is_boxed(reading) {
        acts.iter_mut().filter(|a| **a == Act::Execute).for_each(|a| *a = Act::Evaluate);
    }
    if !decided && acts.contains(&Act::Execute) && !is_arbitrary(name, params, bounded) {
        tame(reading, acts, evidence, bounded);
    }
    if bounded && !acts.is_empty() && acts.iter().all(|a| a.is_read_like() || matches!(a, Act::Run | Act::Start)) {
        acts.retain(|a| a.is_read_like());
        acts.push(Act::Read);
    }
    decided
}

/// Whether the definition keeps code in a box.
fn is_boxed(reading: &Reading<'_>) -> bool {
    let text = &reading.text;
    let reaches = text.has_any(&["access"]) && text.has_any(&["tools", "database", "filesystem", "network"]);
    !reaches && text.has_any(&["sandbox", "sandboxed", "isolated", "pyodide"]) || reading.name.has("sandbox")
}

/// What the verb alone does, `execute_workflow`, or one that the definition bounds: `execute_sql_read_only`.
fn tame(reading: &Reading<'_>, acts: &mut [Act], evidence: &mut [Evidence], bounded: bool) {
    let named = reading.name.verbs.iter().any(|v| v.act == Act::Execute);
    let free = named && reading.params.iter().any(|p| p.is_free_text() && !matches!(p.last_word(), "id" | "ids" | "name"));
    let tamed = match (bounded, free) {
        (true, _) => Act::Read,
        (false, true) => Act::Evaluate,
        (false, false) => Act::Run,
    };
    acts.iter_mut().filter(|a| **a == Act::Execute).for_each(|a| *a = tamed);
    for seen in evidence.iter_mut().filter(|e| e.says == Act::Execute.profile().meaning) {
        seen.says = tamed.profile().meaning.to_owned();
    }
}

/// Whether a parameter's description begins with statements that are kept to be run: `SQL body of the procedure`.
fn is_sql_body(description: &str) -> bool {
    let mut words = description.split_whitespace().map(|w| w.trim_matches(|c: char| !c.is_alphanumeric()));
    words.by_ref().take(3).any(|w| w == "SQL")
        && words.next().is_some_and(|w| matches!(w, "body" | "statements" | "statement" | "commands" | "code"))
}

/// Whether a parameter takes what the tool then runs.
fn executes(param: &Param<'_>, reading: &Reading<'_>, acts: &[Act], bounded: bool) -> bool {
    let Reading { name, text, .. } = reading;
    if param.depth > 1 || !param.is_free_text() {
        return false;
    }
    let runs = acts.iter().any(|a| matches!(a, Act::Execute | Act::Evaluate | Act::Run | Act::Start));
    let reads = !acts.is_empty() && acts.iter().all(|a| a.is_read_like());
    let executed = text.head.as_ref().is_some_and(|h| matches!(h.act, Act::Execute | Act::Run | Act::Evaluate));
    let running = text.has_any(&["execute", "executes", "executed", "execution", "run", "runs", "evaluate", "evaluates", "hook", "hooks"]);
    match param.role {
        Some(Role::Shell) => runs || !reads && !names_entry(reading),
        Some(Role::Code) => runs || executed || !reads && running,
        Some(Role::Sql) => !bounded && !selects(name) && (runs || !reads && !keeps(name) || running),
        Some(Role::Query) => {
            let language = text.has_any(LANGUAGES) || name.has_any(LANGUAGES);
            // `query(query)`, of which nobody says what it asks.
            let bare = matches!(name.tokens.as_slice(), [only] if only.text == "query")
                && (text.words.is_empty() || text.has_any(&["engine", "interpreter", "prolog", "datalog"]));
            !bounded && (bare || (runs || executed) && !selects(name) && language)
        }
        _ => false,
    }
}

/// Whether a query is in a language that only reads, or asks for records of what happened.
fn asks_records(reading: &Reading<'_>) -> bool {
    let Reading { name, text, .. } = reading;
    let language = |word: &&str| text.has_any(&[*word]) || name.has(word);
    let queries = name.has("query") || reading.params.iter().any(|p| p.role == Some(Role::Query) || p.words.ends_with("statement"));
    let records = name.has_any(&["log", "logs", "metrics", "traces"]);
    // A statement may be one of any language.
    let mut changing = LANGUAGES.iter().filter(|word| !word.starts_with("statement"));
    queries
        && (records || ["promql", "logql", "traceql", "kql", "jql", "dql", "nrql", "lucene"].iter().any(language))
        && !changing.any(language)
}

/// Whether a command only names the entry that is taken off a list, or let through: `remove_from_whitelist(command)`.
fn names_entry(reading: &Reading<'_>) -> bool {
    let name = &reading.name;
    let lists = |act: Act| {
        matches!(act, Act::Create | Act::Update | Act::Stop | Act::Grant | Act::Delete | Act::Remove | Act::Revoke | Act::Secure)
    };
    let guards = name.classes.has(Class::Guard) || reading.text.classes.has(Class::Guard);
    guards && !name.verbs.is_empty() && name.verbs.iter().all(|v| lists(v.act))
}

/// Whether a statement is kept, not run: `save_query(sql)`.
fn keeps(name: &NameReading<'_>) -> bool {
    let kept = name.object.as_ref().is_some_and(|o| {
        matches!(o.text.trim_end_matches('s'), "query" | "querie" | "question" | "card" | "chart" | "dashboard" | "report" | "insight")
    });
    kept && name.verbs.iter().all(|v| v.strength > 1 && matches!(v.act, Act::Create | Act::Update | Act::Store))
}

/// Languages that change what they query, and what takes statements in one of them.
pub(crate) const LANGUAGES: &[&str] = &[
    "sql",
    "cypher",
    "gremlin",
    "statement",
    "statements",
    "mysql",
    "mariadb",
    "postgres",
    "postgresql",
    "sqlite",
    "mssql",
    "duckdb",
    "clickhouse",
    "snowflake",
    "redshift",
];

/// Whether a bare `execute` may run anything: no schema says otherwise, or it takes free text for something that runs.
fn is_arbitrary(name: &NameReading<'_>, params: &[Param<'_>], bounded: bool) -> bool {
    // Switches and numbers say how, not what.
    let mut what = params.iter().filter(|p| !matches!(p.kind, "boolean" | "number" | "integer")).peekable();
    let free = what.peek().is_none() || what.any(|p| p.is_free_text() && p.last_word() != "id");
    !bounded && name.object_classes.has(Class::Code) && free && !selects(name)
}

/// HTTP as the caller likes it: `http_request(url, method)`, `http_patch(url)`.
fn free_http<'p, 'a>(reading: &'p Reading<'a>, acts: &[Act]) -> Option<&'p Param<'a>> {
    const WRITING: &[&str] = &["post", "put", "patch", "delete"];
    let Reading { name, params, .. } = reading;
    // `update_api_member(url)` hands the address over, `create_saved_request(url)` keeps it.
    let keeps = name.verbs.first().is_some_and(|v| v.strength > 1 && matches!(v.act, Act::Create | Act::Update | Act::Grant | Act::Store));
    let kept = keeps && name.has_any(&["collection", "saved", "mock", "monitor", "template"]);
    let http = name.has_any(&["http", "https", "curl", "request", "fetch"]) && !kept || name.has_any(&["api", "rest"]) && !keeps;
    let url = params.iter().find(|p| p.role == Some(Role::Url) && p.depth == 0 && p.is_free_text()).filter(|_| http)?;
    let method = params.iter().find(|p| p.words == "method" || p.words == "http method");
    let writes = method.is_some_and(|m| m.is_free_text() || m.choices.iter().any(|c| WRITING.contains(&c.to_ascii_lowercase().as_str())));
    let named = acts.iter().any(|a| !a.is_read_like()) && name.has_any(WRITING);
    (writes || named).then_some(url)
}

/// Whatever a service has under a path of its own: `shop_post(path, body)`.
fn any_path<'p, 'a>(reading: &'p Reading<'a>) -> Option<&'p Param<'a>> {
    let Reading { name, params, .. } = reading;
    let path = |p: &&Param<'_>| p.depth == 0 && matches!(p.words.as_ref(), "path" | "endpoint");
    let sends = |p: &Param<'_>| matches!(p.words.as_ref(), "body" | "data" | "payload");
    let named = name.tokens.last().is_some_and(|t| matches!(t.text.as_ref(), "post" | "put" | "patch"));
    let given = named && params.iter().any(|p| path(&p) && p.required) && params.iter().any(sends);
    params.iter().find(path).filter(|_| given)
}

fn selects(name: &NameReading<'_>) -> bool {
    name.has_any(&["read", "select", "explain", "soql"])
}
