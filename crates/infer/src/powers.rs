//! What parameters let a caller do, whatever the name says: pick an action, run code, fetch addresses, write files.

use crate::grade::Reading;
use crate::lexicon::{Act, Class, Kind, Role};
use crate::name::NameReading;
use crate::schema::Param;
use crate::settle::push_act;
use crate::text::TextReading;
use crate::{Evidence, Push, name, split};

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

/// Choices of an action parameter: the worst counts. Where the schema lists none, the description may.
pub(crate) fn actions(reading: &Reading<'_>, acts: &mut Vec<Act>, evidence: &mut Vec<Evidence>) {
    // Operations in a list, each with its type.
    let listed = |p: &Param<'_>| {
        matches!(p.words.as_ref(), "type" | "op" | "kind")
            && ["operations", "actions", "changes", "mutations", "writes", "steps", "edits", "requests"]
                .iter()
                .any(|list| p.at.contains(&format!("/properties/{list}/")))
    };
    let chosen = |p: &&Param<'_>| match p.role {
        Some(Role::Action | Role::Mode) => true,
        // A closed list of tools.
        Some(Role::ToolName) => !p.choices.is_empty(),
        _ => listed(p),
    };
    for param in reading.params.iter().filter(chosen) {
        // The HTTP methods of something that is described, not called: `update_mock(method)`.
        let described = param.words == "method"
            && reading.name.verbs.first().is_some_and(|v| v.strength > 1 && !matches!(v.act, Act::Execute | Act::Run | Act::Start));
        // Which of them to watch: `watch_changes(operations)`.
        let watched = param.kind == "array"
            && !param.required
            && !reading.name.verbs.is_empty()
            && reading.name.verbs.iter().all(|v| v.act.is_read_like())
            && reading.text.head.as_ref().is_some_and(|head| head.act.is_read_like());
        // Which of them to list: `list_executions(action_type)`.
        let filters = param.words.ends_with(" type")
            && !param.required
            && reading.name.verbs.first().is_some_and(|v| v.strength > 1 && v.act.is_read_like());
        if filters || watched || described && param.choices.is_empty() {
            continue;
        }
        let choices = param.choices.iter().copied().filter(|_| !described);
        let open = param.choices.is_empty() && param.role == Some(Role::Action) && param.kind == "string";
        let told = [param.description, explained(reading.description, param.name)].into_iter().filter(|_| open).flat_map(quoted);
        for choice in choices.chain(told) {
            let read = name::read(choice);
            let Some(act) = read.verbs.iter().map(|v| v.act).max_by_key(|a| a.severity()) else { continue };
            // `clear_all_items`
            let all = read.all.is_some() && matches!(act, Act::Delete | Act::Remove | Act::Reset);
            let act = if all { Act::Destroy } else { act };
            // A mode is mostly a manner; only what destroys counts.
            if param.role == Some(Role::Mode) && act.severity().0 < 2 {
                // `mode: append | replace`
                if matches!(choice, "replace" | "overwrite") && acts.iter().any(|a| !a.is_read_like()) {
                    choose(param, choice, Act::Overwrite, acts, evidence);
                }
                continue;
            }
            let classes = if read.object_classes.is_empty() { reading.name.object_classes } else { read.object_classes };
            // `remove` among the actions on accounts takes one away.
            let tie = classes.has(Class::Tie);
            let act = if act == Act::Remove && !tie { Act::Delete } else { act.with_object(classes) };
            choose(param, choice, act, acts, evidence);
        }
        // `Retrieves advice`: further verbs of its description are what the advice is about.
        let retrieves = !acts.is_empty()
            && acts.iter().all(|a| a.is_read_like())
            && reading.text.head.as_ref().is_some_and(|head| head.sure && head.act == Act::Read)
            && reading.text.joined.iter().all(|saying| saying.act.is_read_like());
        let described = Some(reading.description).filter(|_| !retrieves);
        for text in [Some(param.description), described].into_iter().flatten().filter(|_| open) {
            for token in split::text(text) {
                if let Some(word) = token.found.exact.word.filter(|w| w.kind == Kind::Verb && w.act.severity().0 >= 2) {
                    choose(param, &token.text, word.act.with_object(reading.name.object_classes), acts, evidence);
                }
            }
        }
    }
}

/// Whether a parameter lists its choices, and each of them is a reading verb.
pub(crate) fn only_reads(param: &Param<'_>, description: &str) -> bool {
    let reads = |choice: &&str| {
        let verbs = name::read(choice).verbs;
        !verbs.is_empty() && verbs.iter().all(|v| v.act.is_read_like())
    };
    if !param.choices.is_empty() {
        return param.choices.iter().all(reads);
    }
    // `Operation to perform: list-rules, describe-rule.`, else the quoted ones.
    let listed = param.description.split_once(": ").map_or("", |(_, list)| list.split(['.', '\n']).next().unwrap_or(""));
    let listed: Vec<&str> = listed.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
    let told: Vec<&str> = if listed.len() > 1 {
        listed
    } else {
        [param.description, explained(description, param.name)].into_iter().flat_map(quoted).collect()
    };
    told.len() > 1 && told.iter().all(|word| !word.contains(char::is_whitespace) && reads(word))
}

/// The line of a description that explains a parameter: `action: Operation ('get' or 'clear')`.
pub(crate) fn explained<'d>(description: &'d str, name: &str) -> &'d str {
    let explains = |line: &&str| line.trim_start().strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with([':', '(']));
    description.lines().find(explains).unwrap_or("")
}

/// The words in quotation marks that a text holds.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let between = move |mark: char| text.split(mark).skip(1).step_by(2);
    ['\'', '"', '`'].into_iter().flat_map(between).filter(|word| !word.is_empty() && !word.contains(char::is_whitespace))
}

fn choose(param: &Param<'_>, choice: &str, act: Act, acts: &mut Vec<Act>, evidence: &mut Vec<Evidence>) {
    if !act.is_read_like() && !acts.contains(&act) {
        push_act(evidence, Evidence::whole(&param.at, choice, "", Push::Raises, 3), act);
        acts.push(act);
    }
}

/// Adds the acts that parameters make possible and narrows a bare `execute` that they bound.
/// Whether anything was found that the parameters decide.
pub(crate) fn powers(reading: &Reading<'_>, acts: &mut Vec<Act>, evidence: &mut Vec<Evidence>) -> bool {
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
    if let Some(path) =
        params.iter().find(|p| p.depth == 0 && matches!(p.words.as_ref(), "path" | "endpoint")).filter(|_| any_path(reading))
    {
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
    // Code that the definition keeps in a box.
    let reaches = text.has_any(&["access"]) && text.has_any(&["tools", "database", "filesystem", "network"]);
    let boxed = !reaches && text.has_any(&["sandbox", "sandboxed", "isolated", "pyodide"]) || name.has("sandbox");
    if boxed && acts.contains(&Act::Execute) {
        for act in acts.iter_mut().filter(|a| **a == Act::Execute) {
            *act = Act::Evaluate;
        }
    }
    if !decided && acts.contains(&Act::Execute) && !is_arbitrary(name, params, bounded) {
        // The verb alone: `execute_workflow`, or a definition that bounds it: `execute_sql_read_only`.
        let named = name.verbs.iter().any(|v| v.act == Act::Execute);
        let free = named && params.iter().any(|p| p.is_free_text() && !matches!(p.last_word(), "id" | "ids" | "name"));
        let tamed = match (bounded, free) {
            (true, _) => Act::Read,
            (false, true) => Act::Evaluate,
            (false, false) => Act::Run,
        };
        for act in acts.iter_mut().filter(|a| **a == Act::Execute) {
            *act = tamed;
        }
        for seen in evidence.iter_mut().filter(|e| e.says == Act::Execute.profile().meaning) {
            seen.says = tamed.profile().meaning.to_owned();
        }
    }
    if bounded && !acts.is_empty() && acts.iter().all(|a| a.is_read_like() || matches!(a, Act::Run | Act::Start)) {
        acts.retain(|a| a.is_read_like());
        acts.push(Act::Read);
    }
    // What reads may do more than it says, whatever else the tool does.
    let reads = acts.iter().any(|a| a.is_read_like());
    let has = |role: Role| params.iter().find(|p| p.role == Some(role) && p.depth <= 1 && p.is_free_text());
    let mut found: Vec<(&Param<'_>, Act)> = Vec::new();
    // `get_request(response_file_path)`, of which the description says that it is saved there.
    let saved = |p: &&Param<'_>| {
        let file = p.role == Some(Role::Path) || p.words.ends_with("file path");
        let told = || ["to save", "save to"].iter().any(|w| mcp_tool_risk_types::mentions(p.description, w));
        file && !p.required && p.depth == 0 && p.is_free_text() && told()
    };
    if let Some(output) = has(Role::Output).or_else(|| params.iter().find(saved)).filter(|_| reads) {
        // What would stay in the reply is written where the caller names a place.
        found.push((output, Act::Store));
    }
    // Secrets into a file: `save_state(filename)`, of which the description says that cookies are in it.
    if let Some(file) = has(Role::Output).or(has(Role::Path)).filter(|_| reads && text.classes.has(Class::Secret)) {
        found.push((file, Act::Secret));
        // The head of the sentence says that they are written.
        if text.head.as_ref().is_some_and(|head| head.act == Act::Store) {
            found.push((file, Act::Store));
        }
    }
    if let Some(place) = text.secret.filter(|_| reads) {
        push_act(evidence, Evidence::span("/description", reading.description, place.0, place.1, "", Push::Raises, 2), Act::Secret);
        acts.push(Act::Secret);
    }
    // `config_view`, of which the sentence says that it is a kubeconfig.
    let setup = name.has_any(&["config", "configuration", "settings"]) && text.has_any(&["kubeconfig", "dotenv"]);
    if setup && acts.contains(&Act::Read) && acts.iter().all(|a| a.is_read_like()) {
        acts.push(Act::Secret);
    }
    // A reset that keeps nothing: `git_reset(mode: soft|hard)`.
    if let Some(mode) = params.iter().find(|p| p.choices.contains(&"hard")).filter(|_| acts.contains(&Act::Reset)) {
        found.push((mode, Act::Overwrite));
    }
    let overwrites = |p: &&Param<'_>| p.role == Some(Role::Writes) || p.role == Some(Role::Finality) && p.words == "overwrite";
    if let Some(writes) = params.iter().find(|p| overwrites(p) && p.is_switch()) {
        if reads {
            found.push((writes, Act::Store));
        } else if writes.words == "overwrite" {
            found.push((writes, Act::Overwrite));
        }
    }
    if let Some(path) = has(Role::Path) {
        let pictures = name.has_any(&["screenshot", "snapshot", "capture", "export"]) && !path.required;
        // `download_attachment(message_id, filename)`: which of them.
        let place = |p: &Param<'_>| ["save", "output", "write", "local"].iter().any(|w| mcp_tool_risk_types::mentions(p.description, w));
        let picks = path.required
            && matches!(path.words.as_ref(), "filename" | "file name")
            && !place(path)
            && params.iter().any(|p| p.required && is_id(p));
        let works = acts.iter().any(|a| matches!(a, Act::Compute | Act::Shape) || *a == Act::Download && !picks) || reads && pictures;
        let whole = name.object_classes.has(Class::File) || name.has("contents") || name.has("content");
        let hosted =
            params.iter().any(|p| ["repo", "repository", "project", "bucket", "version", "branch"].iter().any(|w| p.words.starts_with(w)));
        let whole = whole && !hosted && !name.has_any(&["list", "search", "find"]);
        if works {
            // `convert_video(input_path)`: the result stands beside its source.
            found.push((path, Act::Store));
        } else if reads && whole && acts.contains(&Act::Read) {
            found.push((path, Act::Locate));
        } else if path.kind != "object"
            && acts.iter().any(|a| matches!(a, Act::Update | Act::Write))
            && params.iter().any(|p| ["content", "text", "body", "markdown"].iter().any(|w| p.words.ends_with(w)))
        {
            found.push((path, Act::Overwrite));
        }
    }
    // What an address holds, written where the caller names a place: `save_url(url, path)`.
    if let Some(path) = has(Role::Path).or(has(Role::Output)).filter(|_| acts.contains(&Act::Store) && has(Role::Url).is_some()) {
        found.push((path, Act::Overwrite));
    }
    if let Some(one) = params.iter().find(|p| p.depth == 0 && p.required && is_id(p)) {
        // `optimize_route(route_id)`: what has an id is kept somewhere.
        if acts.contains(&Act::Shape) && reads {
            found.push((one, Act::Update));
        }
        // `generate_summary(report_id, title)`: what is given a name is kept.
        let given = params.iter().find(|p| p.depth == 0 && matches!(p.words.as_ref(), "name" | "title" | "new name" | "folder id"));
        if let Some(given) = given.filter(|_| acts.contains(&Act::Compute) && reads) {
            found.push((given, Act::Create));
        }
        // `rate_answer(answer_id, score)`: a mark that somebody gives is kept.
        let mark = params.iter().find(|p| p.depth == 0 && p.required && matches!(p.words.as_ref(), "score" | "rating" | "grade" | "stars"));
        if let Some(mark) = mark.filter(|_| acts.iter().all(|a| a.is_read_like())) {
            found.push((mark, Act::Update));
        }
    }
    let changes = acts.iter().any(|a| !a.is_read_like() && !matches!(a, Act::Store | Act::Run | Act::Start));
    // People hear of it: `create_event(send_updates: all | none)`, `add_reply(cc_addresses)`.
    let told = params.iter().find(|p| {
        matches!(p.words.as_ref(), "send updates" | "send notifications" | "send invites" | "send invitations" | "notify attendees")
            || p.words.starts_with("cc ")
            || p.words.starts_with("bcc ")
    });
    if let Some(told) = told.filter(|_| changes) {
        found.push((told, Act::Notify));
    }
    // A topic with a text is one of a forum, not of a queue.
    let opening = params.iter().find(|p| p.role == Some(Role::Content) && p.words != "description" || p.words == "raw");
    if let Some(opening) = opening.filter(|_| name.object.as_ref().is_some_and(|o| o.text == "topic") && acts.contains(&Act::Create)) {
        found.push((opening, Act::Publish));
    }
    // `update_entry(status: draft | deleted)`
    let ended = |p: &&Param<'_>| {
        p.depth == 0
            && p.words == "status"
            && p.choices.iter().any(|c| ["deleted", "removed", "voided"].iter().any(|w| c.eq_ignore_ascii_case(w)))
    };
    if let Some(status) = params.iter().find(ended).filter(|_| acts.contains(&Act::Update)) {
        found.push((status, Act::Delete));
    }
    // All there is, as one of the scopes of a removal.
    let whole = |p: &&Param<'_>| {
        matches!(p.words.as_ref(), "scope" | "target" | "level" | "what")
            && p.choices.iter().any(|c| matches!(*c, "all" | "everything" | "factory"))
    };
    let empties = acts.iter().any(|a| matches!(a, Act::Delete | Act::Reset)) && !name.classes.has(Class::Scratch);
    if let Some(scope) = params.iter().find(whole).filter(|_| empties) {
        found.push((scope, Act::Destroy));
    }
    // What is given takes the place of what is there: `update_deck(slides)`, of which the description says so; what has this id.
    let rewrites = acts.iter().any(|a| matches!(a, Act::Update | Act::Write));
    let replaces = |p: &&Param<'_>| {
        let said = |words: &[&str]| words.iter().any(|w| mcp_tool_risk_types::mentions(p.description, w));
        rewrites
            && p.depth == 0
            && p.required
            && p.is_free_text()
            && said(&["to replace existing", "replaces existing", "replaces all existing", "replaces the entire"])
    };
    // `update_page(kind: insert_content | replace_content)`
    let whole = |c: &&str| {
        matches!(split::words(c).as_ref(), "replace content" | "replace all" | "replace document" | "replace page" | "replace body")
    };
    let picked = |p: &&Param<'_>| rewrites && p.choices.iter().any(whole);
    let replaced =
        |p: &&Param<'_>| changes && p.depth == 0 && is_id(p) && mcp_tool_risk_types::mentions(p.description, "overwrite existing");
    if let Some(given) = params.iter().find(|p| replaces(p) || replaced(p) || picked(p)) {
        found.push((given, Act::Overwrite));
    }
    // Places in a subscription are bought.
    let updates_subscription = changes && reading.mentions_any(&["subscription", "license", "licenses", "plan", "billing"]);
    let bought = params.iter().find(|p| matches!(p.words.as_ref(), "seats" | "additional seats" | "seat count"));
    if let Some(bought) = bought.filter(|_| updates_subscription) {
        found.push((bought, Act::Pay));
    }
    if let Some(key) = params.iter().find(|p| p.role == Some(Role::Key)).filter(|_| acts.iter().any(|a| !a.is_read_like())) {
        found.push((key, Act::Sign));
    }
    // Who may come in: access control lists, address ranges.
    let lets_in = acts.iter().any(|a| matches!(a, Act::Create | Act::Update | Act::Link | Act::Unlink));
    let gate = |p: &&Param<'_>| {
        ["access control", "cidr", "acl", "security group", "ingress"].iter().any(|w| mcp_tool_risk_types::mentions(&p.words, w))
    };
    if let Some(gate) = params.iter().filter(|_| lets_in).find(gate) {
        found.push((gate, Act::Secure));
    }
    // Who may see it, where it was settled before; what is made public is so from the beginning.
    let updates = acts.contains(&Act::Update);
    let shared = |p: &&Param<'_>| {
        changes && matches!(p.words.as_ref(), "make public" | "publicly accessible" | "anyone with link")
            || updates && p.depth == 0 && matches!(p.words.as_ref(), "visibility" | "public" | "is public")
            || updates && mcp_tool_risk_types::mentions(&p.words, "sharing")
    };
    if let Some(shared) = params.iter().find(shared) {
        found.push((shared, Act::Grant));
    }
    // Somebody's account with what it may do: `create_user(password, roles)`.
    let login = params.iter().find(|p| p.depth == 0 && matches!(p.words.as_ref(), "role" | "roles" | "permissions" | "privileges"));
    let login = login.filter(|_| name.object.as_ref().is_some_and(|o| o.text == "user") && params.iter().any(|p| p.words == "password"));
    if let Some(login) = login.filter(|_| acts.iter().any(|a| matches!(a, Act::Create | Act::Update))) {
        found.push((login, Act::Grant));
    }
    // Removals beside other changes: `update_orders(create, update, delete)`, `import_files(delete_source)`.
    let removes = |p: &&Param<'_>| {
        let what = p.words.strip_prefix("delete ").or(p.words.strip_prefix("remove "));
        let rest = |words: &[&str]| what.is_some_and(|w| words.iter().any(|word| w.split(' ').next() == Some(word)));
        matches!(p.words.as_ref(), "delete" | "deletes" | "deletions") && matches!(p.kind, "array" | "object") && p.depth == 0
            || p.is_switch() && rest(&["items", "files", "original", "originals", "contents", "data"])
    };
    if let Some(removed) = params.iter().find(removes).filter(|_| acts.iter().any(|a| !a.is_read_like())) {
        found.push((removed, Act::Delete));
    }
    // What takes the place of a file that has an id.
    let held = params.iter().find(|p| p.words == "file id").filter(|_| acts.contains(&Act::Upload));
    if let Some(held) = held {
        found.push((held, Act::Overwrite));
    }
    // A manifest or an image brings along what it likes.
    let deploys = acts.iter().any(|a| matches!(a, Act::Run | Act::Start | Act::Create | Act::Update));
    let cluster = deploys && reading.mentions_any(&["kubernetes", "k8s", "manifest"]);
    let brought = params.iter().filter(|_| deploys).find(|p| {
        p.is_free_text()
            && (cluster && ["yaml", "YAML"].iter().any(|w| mcp_tool_risk_types::mentions(p.description, w))
                || p.has_any(&["manifest", "yaml"]) && !name.has("build")
                || matches!(
                    p.words.as_ref(),
                    "dockerfile"
                        | "docker compose"
                        | "docker compose raw"
                        | "job driver"
                        | "task definition"
                        | "container definitions"
                        | "user data"
                        | "entry point"
                )
                || (p.words.ends_with("image") || p.words == "image name" && !name.has("pull"))
                    && (name.classes.has(Class::Container) || name.has("docker")))
    });
    if let Some(brought) = brought {
        found.push((brought, Act::Deploy));
    }
    // What is read may be chosen, a secret among it: `get(object: "password")`.
    let chosen =
        params.iter().find(|p| p.choices.iter().any(|c| matches!(*c, "password" | "totp" | "secret" | "private_key" | "credentials")));
    if let Some(chosen) =
        chosen.filter(|p| reads && matches!(p.words.as_ref(), "object" | "field" | "kind" | "what" | "item" | "attribute"))
    {
        found.push((chosen, Act::Secret));
    }
    // Logging in on a host that the caller names.
    let host = params.iter().find(|p| ["host", "hostname", "server host"].contains(&p.words.as_ref()));
    if let Some(host) = host.filter(|_| reads && params.iter().any(|p| p.role == Some(Role::Credential))) {
        found.push((host, Act::Locate));
    }
    // Opening something up to whoever has the link.
    let opens = name.has_any(&["share", "anyone", "everyone", "public", "invite"])
        && !name.tokens.windows(2).any(|pair| matches!(pair, [share, point] if share.text == "share" && point.text == "point"));
    if opens && acts.iter().any(|a| matches!(a, Act::Create | Act::Update | Act::Link)) {
        acts.push(Act::Grant);
    }
    if let Some(reveal) = params.iter().find(|p| p.role == Some(Role::Reveal) && p.is_switch()).filter(|_| reads) {
        found.push((reveal, Act::Secret));
    }
    if let Some(url) = has(Role::Url) {
        let any = name.has_any(&["fetch", "scrape", "crawl", "browse"]);
        let web = name.object_classes.has(Class::Web) || text.object_classes.has(Class::Web);
        let docs = text.has_any(&["documentation", "docs"]) && !name.has("url");
        // The address of something on one site: `read_video(url)` of YouTube.
        let site = !any && (names_site(text) || reading.speaks_of(Class::Social) || reading.mentions("youtube"));
        if reads && (any || web && !site) && !docs && !acts.contains(&Act::Compute) {
            found.push((url, Act::Fetch));
        } else if reads && !docs && !acts.contains(&Act::Compute) && (url.required || url.words == "url") {
            found.push((url, Act::Locate));
        } else if name.has_any(&["browser", "tab", "navigate"]) || reading.mentions("tab") {
            found.push((url, Act::Browse));
        }
    }
    for (param, act) in found {
        push_act(evidence, Evidence::whole(&param.at, param.name, "", Push::Raises, 2), act);
        acts.push(act);
    }
    if acts.contains(&Act::Download)
        && text.has_any(&[
            "save",
            "saves",
            "saved",
            "disk",
            "locally",
            "directory",
            "folder",
            "local",
            "store",
            "stores",
            "images",
            "photos",
        ])
    {
        acts.push(Act::Store);
    }
    decided
}

/// Whether the address is one of a site that is named: `requires a valid shop product URL`.
fn names_site(text: &TextReading<'_>) -> bool {
    let mut words = text.words.iter().map(|t| t.text.as_ref());
    words.any(|word| word == "valid") && words.take(5).position(|word| word == "url").is_some_and(|named| named > 0)
}

/// Whether a parameter's description begins with statements that are kept to be run: `SQL body of the procedure`.
fn is_sql_body(description: &str) -> bool {
    let mut words = description.split_whitespace().map(|w| w.trim_matches(|c: char| !c.is_alphanumeric()));
    words.by_ref().take(3).any(|w| w == "SQL")
        && words.next().is_some_and(|w| matches!(w, "body" | "statements" | "statement" | "commands" | "code"))
}

/// Whether a parameter names one thing that is kept somewhere.
fn is_id(param: &Param<'_>) -> bool {
    matches!(param.words.as_ref(), "id" | "uid") || [" id", " uid"].iter().any(|end| param.words.ends_with(end))
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
fn any_path(reading: &Reading<'_>) -> bool {
    let sends = |p: &Param<'_>| matches!(p.words.as_ref(), "body" | "data" | "payload");
    let named = reading.name.tokens.last().is_some_and(|t| matches!(t.text.as_ref(), "post" | "put" | "patch"));
    named
        && reading.params.iter().any(|p| p.depth == 0 && p.required && matches!(p.words.as_ref(), "path" | "endpoint"))
        && reading.params.iter().any(sends)
}

fn selects(name: &NameReading<'_>) -> bool {
    name.has_any(&["read", "select", "explain", "soql"])
}
