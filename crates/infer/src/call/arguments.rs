//! One walk over the arguments of a call: every value is handed to the reader that its parameter asks for.

use std::borrow::Cow;

use mcp_tool_risk_types::json::{Json, Object, Path};
use mcp_tool_risk_types::{BlastRadius, Category, Code, Destination, Diagnostic, Field, Word as _, mentions};

use super::assess::{ARGUMENT_KEYS, AssessOptions, Prepared, act_of, broad, finding, is_switch};
use super::effect::{Effect, Grade, Reading};
use super::recipients::{self, Recipients};
use super::{graphql, has_space, mongodb, path, secrets, shell, sql, url};
use crate::lexicon::{self, Role};
use crate::schema::Param;
use crate::{Evidence, Push, split};

/// Where they stand.
const ARGUMENTS: Path<'static> = Path::from_pointer("/arguments");
/// How deep arguments are looked into.
const MAX_DEPTH: usize = 32;
/// Upper bounds of what is kept.
const MAX_EVIDENCE: usize = 64;
/// A list of so many targets is a collection, of so many more a whole.
const SEVERAL: usize = 10;
const MANY: usize = 100;

/// What the walk found.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) effect: Effect,
    pub(super) understood: bool,
    /// Texts that the tool runs were given and all understood: they decide what it does.
    pub(super) covered: bool,
    pub(super) dry_run: bool,
    /// For each parameter, whether it is a switch that is off.
    pub(super) off: Vec<bool>,
    /// The choices made of a parameter that picks an action.
    pub(super) chosen: Vec<(usize, Vec<String>)>,
    /// A risky flag that the schema doesn't list is set.
    pub(super) loose_flag: bool,
    pub(super) secret: bool,
    pub(super) recipients: Recipients,
    /// The host named its own domains.
    pub(super) own_domains: bool,
    pub(super) evidence: Vec<Evidence>,
    pub(super) findings: Vec<Diagnostic>,
}

impl Default for Effect {
    fn default() -> Self {
        Self::NOTHING
    }
}

/// Whether a value means yes; `None` where it means nothing of the kind.
fn truth(json: &Json<'_>) -> Option<bool> {
    match json {
        Json::Bool(value) => Some(*value),
        Json::Number(text) => Some(text.bytes().take_while(|b| !matches!(b, b'e' | b'E')).any(|b| (b'1'..=b'9').contains(&b))),
        Json::String(text) => {
            let text = text.trim();
            let no = ["", "false", "no", "off", "0", "n", "none", "null", "f"];
            Some(text.len() > 5 || !no.iter().any(|no| text.eq_ignore_ascii_case(no)))
        }
        Json::Null => Some(false),
        _ => None,
    }
}

/// How much an argument names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Width {
    Everything,
    /// A whole folder or drive.
    Folder,
    Several,
}

/// Parts in which a tool that stands for a program takes its command line, in their order.
const PARTS: [&str; 9] = ["sub command", "subcommand", "resource type", "resource", "kind", "name", "flags", "options", "extra flags"];

/// What a value is called: as its key, or as that of the list that it stands in.
struct Named<'w> {
    key: secrets::Key<'w>,
    words: &'w str,
    role: Option<Role>,
    /// The last word.
    last: &'w str,
    /// Whether a text of that name is a path, whatever its role.
    is_path: bool,
}

impl<'w> Named<'w> {
    fn new(key: &'w str, words: &'w str, role: Option<Role>) -> Self {
        let last = words.rsplit(' ').next().unwrap_or_default();
        let is_path = matches!(
            last,
            "file" | "files" | "path" | "paths" | "dir" | "directory" | "folder" | "cwd" | "source" | "destination" | "root"
        );
        Self { key: secrets::Key::new(key), words, role, last, is_path }
    }
}

pub(super) struct Walk<'p, 'a, 'v> {
    tool: &'p Prepared<'a>,
    options: &'p AssessOptions,
    context: shell::Context<'p>,
    facts: Facts,
    given: Vec<bool>,
    /// For each parameter, whether a value that means yes was given.
    on: Vec<bool>,
    /// Texts to run: how many were given, and whether all were understood.
    texts: usize,
    texts_understood: bool,
    commands: Vec<(String, &'v Json<'v>)>,
    args: Vec<(String, &'v Json<'v>)>,
    /// Further parts of a command line, by their place in it.
    parts: Vec<(usize, &'v Json<'v>)>,
    urls: Vec<(String, &'v str)>,
    method: &'v str,
    /// The method that a header asks for instead.
    overriding: &'v str,
    body: bool,
    anything_named: bool,
    widths: Vec<(String, Width, &'static str)>,
}

impl<'p, 'a, 'v> Walk<'p, 'a, 'v> {
    pub(super) fn new(tool: &'p Prepared<'a>, options: &'p AssessOptions) -> Self {
        let count = tool.reading.params.len();
        Self {
            tool,
            options,
            context: shell::Context { dialect: options.dialect, roots: &options.roots },
            facts: Facts { understood: true, own_domains: !options.own_domains.is_empty(), off: vec![false; count], ..Facts::default() },
            given: vec![false; count],
            on: vec![false; count],
            texts: 0,
            texts_understood: true,
            commands: Vec::new(),
            args: Vec::new(),
            parts: Vec::new(),
            urls: Vec::new(),
            method: "",
            overriding: "",
            body: false,
            anything_named: false,
            widths: Vec::new(),
        }
    }

    #[inline(never)]
    fn see(&mut self, at: &Path<'_>, says: &str, fields: &[Field]) {
        self.push(at, says, fields, Push::Raises);
    }

    #[inline(never)]
    fn push(&mut self, at: &Path<'_>, says: &str, fields: &[Field], push: Push) {
        if self.facts.evidence.len() < MAX_EVIDENCE {
            self.facts.evidence.push(Evidence {
                at: at.pointer(),
                fields: fields.to_vec(),
                ..Evidence::whole("", "", format!("has {says}"), push, 2)
            });
        }
    }

    /// Adds what a reader found.
    fn take(&mut self, at: &Path<'_>, reading: Reading) {
        self.facts.effect = self.facts.effect.join(reading.effect);
        let low = reading.understood && reading.effect.at_most(Grade::Private.effect().join(Grade::Fetch.effect()));
        for note in &reading.notes {
            self.push(at, note, &[Field::Category, Field::RiskLevel], if low { Push::Lowers } else { Push::Raises });
        }
    }

    #[inline(never)]
    fn add(&mut self, at: &Path<'_>, effect: Effect, says: &str) {
        self.facts.effect = self.facts.effect.join(effect);
        self.see(at, says, &[Field::Category, Field::RiskLevel, Field::BlastRadius]);
    }

    #[inline(never)]
    fn violated(&mut self, at: &Path<'_>, message: &str) {
        self.facts.understood = false;
        if self.facts.findings.len() < MAX_EVIDENCE {
            self.facts.findings.push(finding(Code::Invalid, at.pointer(), message));
        }
    }

    fn mutates(&self) -> bool {
        self.tool.traits.category >= Category::Mutate.rank()
    }

    fn schema_of(&self, param: &Param<'_>) -> Option<&Json<'_>> {
        self.tool.tool.json().pointer(&param.at)
    }

    pub(super) fn arguments(&mut self, arguments: &'v Json<'v>) {
        match arguments {
            Json::Null => {}
            Json::Object(object) => self.object(object, &ARGUMENTS),
            _ => {
                self.violated(&ARGUMENTS, "the arguments are no object; nothing is lowered for them");
                self.value(arguments, "", None, &ARGUMENTS, 0);
            }
        }
    }

    fn object(&mut self, object: &'v Object<'v>, at: &Path<'_>) {
        for (key, value) in object.iter() {
            let inner = at.key(key);
            let param = self.tool.place(key);
            let top = param.and_then(|at| self.tool.reading.params.get(at)).is_some_and(|param| param.depth == 0);
            if self.tool.traits.listed && !top && !matches!(value, Json::Null) {
                self.violated(&inner, "the schema doesn't list this argument; nothing is lowered for the call");
            }
            self.value(value, key, param, &inner, 0);
        }
    }

    fn value(&mut self, json: &'v Json<'v>, key: &'v str, param: Option<usize>, at: &Path<'_>, depth: usize) {
        if depth > MAX_DEPTH || matches!(json, Json::Deep(_)) {
            return self.violated(at, "the argument is nested too deeply to be looked into; nothing is lowered for the call");
        }
        let tool = self.tool;
        let listed = param.and_then(|at| tool.reading.params.get(at));
        let words = listed.map_or_else(|| split::words(key), |param| Cow::Borrowed(param.words.as_ref()));
        let role = listed.map_or_else(|| lexicon::role(&words), |param| param.role);
        if let Some(index) = param {
            if let Some(given) = self.given.get_mut(index) {
                *given |= !matches!(json, Json::Null);
            }
            if let Some(on) = self.on.get_mut(index) {
                *on |= truth(json) != Some(false);
            }
            self.check(json, index, at);
        }
        match role {
            Some(Role::Flag | Role::Finality | Role::Reveal | Role::Writes | Role::All)
                if listed.is_none() && truth(json) == Some(true) =>
            {
                self.facts.loose_flag = true;
                self.see(at, "a flag that raises the risk", &[Field::RiskLevel]);
            }
            Some(Role::All) if truth(json) == Some(true) => {
                if let Some(effect) = broad(self.tool.traits.category) {
                    self.add(at, effect, "everything as its target");
                }
            }
            Some(Role::Recipient) => self.facts.recipients.given |= !matches!(json, Json::Null),
            Some(Role::Action | Role::Mode) => self.choose(json, param, at),
            Some(Role::Shell) if listed.is_some_and(|param| !param.choices.is_empty()) => {
                self.choose(json, param, at);
                if let (Some(program), Some(text)) = (self.tool.traits.program, json.as_str()) {
                    let reading = shell::read(&format!("{program} {text}"), &self.context);
                    self.take(at, reading);
                }
            }
            _ if depth == 0 && self.tool.traits.program.is_some() && PARTS.contains(&words.as_ref()) => {
                self.parts.push((PARTS.iter().position(|part| *part == words).unwrap_or_default(), json));
            }
            Some(Role::Shell) => self.commands.push((at.pointer(), json)),
            Some(Role::Args) => self.args.push((at.pointer(), json)),
            Some(Role::Sql | Role::Query) => self.text(json, role, at),
            Some(Role::Code) if listed.is_none_or(Param::is_free_text) && truth(json) != Some(false) && !self.tool.traits.inspects => {
                self.texts += 1;
                self.texts_understood = false;
            }
            Some(Role::ToolName) | None if matches!(words.as_ref(), "env" | "environment" | "env vars" | "stdin") && !is_empty(json) => {
                self.texts_understood = false;
            }
            _ => {}
        }
        if words == "method" || words == "http method" {
            self.method = json.as_str().unwrap_or("?");
        } else if url::OVERRIDES.iter().any(|name| key.eq_ignore_ascii_case(name)) {
            self.overriding = json.as_str().unwrap_or("?");
        } else if matches!(words.as_ref(), "body" | "data" | "json" | "payload" | "form") && truth(json) != Some(false) {
            self.body = true;
        }
        if self.tool.traits.meta && ARGUMENT_KEYS.contains(&key) {
            // The tool that is called looks into them.
            return;
        }
        let named = Named::new(key, &words, role);
        self.breadth(json, &named, at, depth);
        self.inside(json, &named, at, depth);
    }

    /// Goes into lists, objects and texts.
    fn inside(&mut self, json: &'v Json<'v>, named: &Named<'_>, at: &Path<'_>, depth: usize) {
        if depth > MAX_DEPTH || matches!(json, Json::Deep(_)) {
            return self.violated(at, "the argument is nested too deeply to be looked into; nothing is lowered for the call");
        }
        match json {
            Json::Object(object) => {
                for (key, value) in object.iter() {
                    let inner = at.key(key);
                    self.operator(key, &inner);
                    self.value(value, key, self.tool.place(key), &inner, depth + 1);
                }
            }
            Json::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    // Lists of texts are handled as their parameter; lists of objects by their keys.
                    let inner = at.index(index);
                    match item {
                        Json::String(text) => self.string(text, named, &inner),
                        Json::Object(_) | Json::Array(_) | Json::Deep(_) => self.inside(item, named, &inner, depth + 1),
                        _ => {}
                    }
                }
            }
            Json::String(text) => self.string(text, named, at),
            _ => {}
        }
    }

    /// Whether the value fits its parameter.
    fn check(&mut self, json: &Json<'_>, index: usize, at: &Path<'_>) {
        let Some(param) = self.tool.reading.params.get(index) else { return };
        let schema = self.schema_of(param);
        let kinds = schema.and_then(|schema| schema.get("type"));
        let fits = |kind: &str| match json {
            Json::Null => kind == "null" || !param.required,
            Json::Bool(_) => kind == "boolean",
            Json::Number(text) => kind == "number" || kind == "integer" && !text.contains(['.', 'e', 'E']),
            Json::String(_) => kind == "string",
            Json::Array(_) => kind == "array",
            Json::Object(_) => kind == "object",
            Json::Deep(_) => false,
        };
        let typed = match kinds {
            Some(Json::String(kind)) => fits(kind),
            Some(Json::Array(kinds)) => kinds.iter().filter_map(Json::as_str).any(fits),
            _ => true,
        };
        let listed = |text: &str| param.choices.is_empty() || param.choices.contains(&text);
        let chosen = match json {
            Json::String(text) => listed(text),
            Json::Array(items) => items.iter().filter_map(Json::as_str).all(listed),
            _ => true,
        };
        let constant = param.constant.is_none_or(|constant| constant == json);
        if !typed || !chosen || !constant {
            let message = if typed { "the value isn't one that the schema lists" } else { "the value's type isn't the schema's" };
            self.violated(at, message);
        }
    }

    /// The value of a parameter that picks an action.
    fn choose(&mut self, json: &Json<'_>, param: Option<usize>, at: &Path<'_>) {
        let mut words: Vec<&str> = Vec::new();
        match json {
            Json::String(text) => words.push(text),
            // Operations as objects have an action each.
            Json::Array(items) if !items.is_empty() && items.iter().all(|item| item.as_object().is_some()) => return,
            Json::Array(items) => words.extend(items.iter().filter_map(Json::as_str)),
            Json::Object(_) => return,
            _ => {}
        }
        let mut known = !words.is_empty();
        let is_mode = param.and_then(|at| self.tool.reading.params.get(at)).is_some_and(|param| param.role == Some(Role::Mode));
        for word in &words {
            match act_of(word) {
                Some(act) if is_mode && act.severity().0 < 2 => {}
                Some(act) => {
                    let effect = Effect::of(act);
                    // What a request writes is read off its address.
                    if !self.tool.traits.http {
                        self.take(
                            at,
                            Reading { effect, understood: true, notes: vec![format!("an action that {}", act.profile().meaning).into()] },
                        );
                    }
                }
                None => known &= is_mode || self.tool.traits.http,
            }
        }
        if let Some(index) = param.filter(|_| known) {
            let words = words.into_iter().map(str::to_owned);
            match self.facts.chosen.iter_mut().find(|(at, _)| *at == index) {
                Some((_, chosen)) => chosen.extend(words),
                None => self.facts.chosen.push((index, words.collect())),
            }
        }
        if !known && !matches!(json, Json::Null) && !is_mode {
            self.facts.understood = false;
        }
    }

    /// A statement or query.
    fn text(&mut self, json: &Json<'_>, role: Option<Role>, at: &Path<'_>) {
        if self.tool.traits.inspects {
            return;
        }
        let mut texts: Vec<&str> = Vec::new();
        match json {
            Json::String(text) => texts.push(text),
            Json::Array(items) => texts.extend(items.iter().filter_map(Json::as_str)),
            _ => {}
        }
        for text in texts {
            let mut reading = Reading::default();
            if graphql::looks_like(text) && (role == Some(Role::Sql) || !self.tool.traits.sql) {
                if role == Some(Role::Query) && !self.tool.reading.name.has("graphql") && !self.tool.reading.name.has("gql") {
                    continue;
                }
                graphql::read(text, &mut reading);
            } else if role == Some(Role::Sql) || self.tool.traits.sql {
                reading = sql::read(text, self.options.dialect);
            } else {
                continue;
            }
            self.texts += 1;
            self.texts_understood &= reading.understood;
            self.take(at, reading);
        }
    }

    /// How much the value names.
    fn breadth(&mut self, json: &Json<'_>, &Named { role, last, .. }: &Named<'_>, at: &Path<'_>, depth: usize) {
        // A whole statement is read as such.
        let statement = matches!(role, Some(Role::Sql | Role::Query)) && json.as_str().is_some_and(sql::is_statement);
        let filter = !statement
            && matches!(
                last,
                "filter" | "filters" | "where" | "condition" | "conditions" | "selector" | "criteria" | "match" | "query" | "pattern"
            );
        let target = filter
            || matches!(
                role,
                Some(Role::One | Role::Many | Role::Path | Role::ScopeNamespace | Role::ScopeCluster | Role::ScopeOrganization)
            )
            || matches!(
                last,
                "id" | "ids"
                    | "target"
                    | "targets"
                    | "name"
                    | "names"
                    | "table"
                    | "resource"
                    | "resources"
                    | "glob"
                    | "key"
                    | "keys"
                    | "files"
            );
        let names = filter
            || matches!(role, Some(Role::One | Role::Many | Role::Path))
            || matches!(last, "id" | "ids" | "key" | "keys" | "name" | "names");
        self.anything_named |= names && truth(json) != Some(false) && !is_empty(json);
        if !target || depth >= 3 || !self.mutates() {
        } else if filter && (is_empty(json) || leaves_everything(json)) {
            self.widen(at, Width::Everything, "a filter that leaves everything");
        } else if names_everything(json) {
            self.widen(at, Width::Everything, "everything as its target");
        } else if let Json::Array(items) = json {
            if items.len() >= MANY {
                self.widen(at, Width::Everything, "a long list of targets");
            } else if items.len() >= SEVERAL {
                self.widen(at, Width::Several, "a list of targets");
            }
        }
    }

    /// Operators of document databases that write, or run code.
    fn operator(&mut self, key: &str, at: &Path<'_>) {
        match key {
            "$out" | "$merge" => self.add(at, Grade::Overwrite.effect(), "a stage that writes a collection"),
            "$where" | "$function" | "$accumulator" | "mapReduce" | "$eval" => {
                self.add(at, Grade::Power.effect(), "code for the database");
                self.facts.understood = false;
            }
            _ => {}
        }
    }

    fn string(&mut self, text: &'v str, named: &Named<'_>, at: &Path<'_>) {
        // What costs least is looked at first: a list may have very many texts.
        let colon = text.as_bytes().contains(&b':');
        if let Some(kind) = secrets::kind(&named.key, text, colon) {
            self.facts.secret = true;
            self.see(at, kind, &[Field::InputSensitivity]);
            if self.facts.findings.len() < MAX_EVIDENCE {
                self.facts.findings.push(finding(Code::SecretInArguments, at.pointer(), "the argument holds what looks like a secret"));
            }
        }
        if text.as_bytes().first() == Some(&b'-') && named.role != Some(Role::Content) {
            self.flags(text.split_ascii_whitespace(), at);
        }
        if colon && let Some(method) = url::overriding(text) {
            self.overriding = method;
        }
        match named.role {
            Some(Role::Path | Role::Output) => self.path(text, named, at),
            Some(Role::Recipient) if text.contains('@') || !self.options.own_domains.is_empty() => self.recipient(text, at),
            Some(Role::Url) => self.urls.push((at.pointer(), text)),
            Some(Role::Shell | Role::Sql | Role::Query | Role::Code | Role::Args | Role::Content | Role::Action) => {}
            _ if named.is_path => self.path(text, named, at),
            _ if colon && mentions(text, "://") && !has_space(text) => self.urls.push((at.pointer(), text)),
            _ => {}
        }
    }

    /// Flags in a text or list: `--force`.
    fn flags<'w>(&mut self, words: impl Iterator<Item = &'w str>, at: &Path<'_>) {
        for word in words.filter(|word| word.starts_with('-')).take(MANY) {
            let name = word.trim_start_matches('-').split('=').next().unwrap_or_default();
            if matches!(lexicon::role(&split::words(name)), Some(Role::Flag | Role::Finality)) {
                self.facts.loose_flag = true;
                self.see(at, "a flag that raises the risk", &[Field::RiskLevel]);
            }
        }
    }

    fn recipient(&mut self, text: &str, at: &Path<'_>) {
        recipients::add(text, &self.options.own_domains, &mut self.facts.recipients);
        if self.facts.recipients.many && self.mutates() {
            self.add(at, Effect { blast: BlastRadius::Organization, ..Effect::NOTHING }, "an address of many people");
        }
        if self.facts.recipients.outside && !self.options.own_domains.is_empty() && self.mutates() {
            self.add(at, Effect { destination: Destination::Public, ..Effect::NOTHING }, "a recipient outside");
        }
    }

    /// Whether the tool is given commands: where they run says nothing of what they touch.
    fn runs_commands(&self) -> bool {
        self.tool.reading.params.iter().any(|param| matches!(param.role, Some(Role::Shell | Role::Args)))
    }

    fn path(&mut self, text: &str, &Named { role, words, .. }: &Named<'_>, at: &Path<'_>) {
        let locates = matches!(words, "cwd" | "working directory" | "working dir" | "workdir" | "work dir" | "repo path" | "project path");
        if mentions(text, "://") && !text.starts_with("file:") {
            return;
        }
        let mut reading = Reading::default();
        let writes = self.mutates() || role == Some(Role::Output);
        path::look(text, writes, &self.options.roots, &mut reading);
        let facts = path::facts(text, &self.options.roots);
        self.take(at, reading);
        if !self.mutates() || locates && self.runs_commands() {
        } else if facts.broad {
            self.widen(at, Width::Folder, "a whole folder or drive as its target");
        } else if facts.wildcard {
            self.widen(at, Width::Several, "wildcards in its target");
        }
    }

    pub(super) fn finish(mut self) -> Facts {
        self.defaults();
        self.command_lines();
        self.addresses();
        let params = &self.tool.reading.params;
        for index in 0..params.len() {
            let Some(param) = params.get(index) else { continue };
            let given = self.given.get(index).copied().unwrap_or(false);
            if param.required && param.depth == 0 && !given {
                let at = Path::from_pointer(&param.at);
                self.violated(&at, "a required argument is missing; nothing is lowered for the call");
            }
        }
        self.switches();
        if self.tool.traits.filtered && !self.anything_named {
            self.widen(&ARGUMENTS, Width::Everything, "no filter");
        }
        if self.texts > 0 && !self.tool.traits.inspects {
            self.facts.covered = self.texts_understood;
            self.facts.understood &= self.texts_understood;
        } else if self.has_texts() && !(self.tool.picks_action(&self.facts) && self.facts.effect.is_read()) {
            // The tool runs texts and none was given: it may have one of its own, unless it was asked for something that only reads.
            self.facts.understood = false;
        }
        self.facts.covered &= self.facts.understood;
        self.widths();
        self.facts
    }

    /// How far the call reaches matters as far as it changes something: as far as it was read, else as far as the tool may.
    fn widths(&mut self) {
        let decided = self.facts.covered || self.facts.understood && self.tool.picks_action(&self.facts);
        let category = if decided { self.facts.effect.category.rank() } else { self.tool.traits.category };
        let Some(effect) = broad(category) else { return };
        for (at, width, says) in core::mem::take(&mut self.widths) {
            let whole = width == Width::Everything || width == Width::Folder && category >= Category::Delete.rank();
            let several = Effect { blast: BlastRadius::Namespace, ..Effect::NOTHING };
            if whole || width == Width::Several {
                self.add(&Path::from_pointer(&at), if whole { effect } else { several }, says);
            }
        }
    }

    fn widen(&mut self, at: &Path<'_>, width: Width, says: &'static str) {
        if self.widths.len() < MAX_EVIDENCE {
            self.widths.push((at.pointer(), width, says));
        }
    }

    /// An action that isn't given is the schema's default.
    fn defaults(&mut self) {
        let tool = self.tool;
        for (index, param) in tool.reading.params.iter().enumerate() {
            let given = self.given.get(index).copied().unwrap_or(false);
            if given || param.depth > 0 || !matches!(param.role, Some(Role::Action | Role::Mode)) {
                continue;
            }
            if let Some(default) = tool.tool.json().pointer(&param.at).and_then(|schema| schema.get("default")) {
                self.choose(default, Some(index), &Path::from_pointer(&param.at));
            }
        }
    }

    /// Whether the tool takes texts that it runs.
    fn has_texts(&self) -> bool {
        self.tool.traits.category >= Category::Destroy.rank()
            && self
                .tool
                .reading
                .params
                .iter()
                .any(|param| matches!(param.role, Some(Role::Sql | Role::Shell | Role::Code)) && param.is_free_text())
    }

    /// The state of every switch. One that is absent and has no default is off.
    fn switches(&mut self) {
        let params = &self.tool.reading.params;
        for (index, param) in params.iter().enumerate() {
            let given = self.given.get(index).copied().unwrap_or(false);
            // A command line that goes on only where the call says how.
            let switch = is_switch(param.role) || param.role == Some(Role::Args) && !param.required;
            if !switch && param.role != Some(Role::DryRun) {
                continue;
            }
            let default = self.schema_of(param).and_then(|schema| schema.get("default"));
            let on = if given { self.on.get(index).copied() } else { Some(default.is_some_and(|default| truth(default) != Some(false))) };
            let on = on.unwrap_or(true);
            if switch {
                if let Some(off) = self.facts.off.get_mut(index) {
                    *off = !on;
                }
            } else if on && !param.description.is_empty() && self.texts == 0 && !self.tool.traits.meta {
                self.facts.dry_run = true;
            }
        }
        self.facts.dry_run &= self.facts.understood;
    }

    /// Commands with their arguments.
    fn command_lines(&mut self) {
        if self.tool.traits.inspects || !self.mutates() {
            return;
        }
        let commands = core::mem::take(&mut self.commands);
        let args = core::mem::take(&mut self.args);
        let program = self.tool.traits.program;
        let parts = self.parts();
        let mut words: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
        for (_, json) in &args {
            match json {
                Json::Array(items) => words.extend(items.iter().filter_map(Json::as_str)),
                Json::String(text) if !commands.is_empty() || program.is_some() => words.extend(text.split_ascii_whitespace()),
                _ => {}
            }
        }
        if commands.is_empty() {
            if let (Some(program), Some((at, json))) = (program, args.first()) {
                let reading = match json {
                    Json::String(text) => self.line(text, Some(program)),
                    _ => shell::read_argv(core::iter::once(program).chain(words.iter().copied()), &self.context),
                };
                self.ran(&Path::from_pointer(at), reading);
            }
            return;
        }
        for (at, json) in &commands {
            let reading = match json {
                Json::String(text) if words.is_empty() => self.line(text, program),
                Json::String(text) if text.contains(char::is_whitespace) => {
                    let mut reading = self.line(text, program);
                    if args.is_empty() {
                        let whole = program.into_iter().chain(text.split_ascii_whitespace().filter(|word| Some(*word) != program));
                        reading.absorb(shell::read_argv(whole.chain(words.iter().copied()), &self.context));
                    } else {
                        reading.unclear("arguments beside a whole command line");
                    }
                    reading
                }
                Json::String(text) => {
                    let all = core::iter::once(text.as_ref()).chain(words.iter().copied());
                    let alone = shell::read_argv(all.clone(), &self.context);
                    match program {
                        Some(program) if program != text => {
                            let mut reading = shell::read_argv(core::iter::once(program).chain(all), &self.context);
                            reading.effect = reading.effect.join(alone.effect);
                            reading
                        }
                        _ => alone,
                    }
                }
                Json::Object(object) if self.tool.traits.mongodb => mongodb::read(object),
                Json::Array(items) => {
                    let texts: Vec<&str> = items.iter().filter_map(Json::as_str).collect();
                    // A list of whole lines, or one command in words.
                    let lines = texts.iter().any(|text| text.contains(char::is_whitespace));
                    let mut reading = shell::read_argv(texts.iter().copied().chain(words.iter().copied()), &self.context);
                    if lines || at.ends_with('s') {
                        let as_words = core::mem::take(&mut reading);
                        for text in &texts {
                            reading.absorb(self.line(text, program));
                        }
                        // Either way of reading it may be the tool's. `-c` starts no line.
                        reading.effect = reading.effect.join(as_words.effect);
                        if !at.ends_with('s') && texts.get(1).is_some_and(|second| second.starts_with('-')) {
                            reading.understood = as_words.understood;
                        }
                    }
                    if texts.len() != items.len() {
                        reading.unclear("command that is no text");
                    }
                    reading
                }
                Json::Null => continue,
                _ => {
                    let mut reading = Reading::default();
                    reading.unclear("command that is no text");
                    reading
                }
            };
            self.ran(&Path::from_pointer(at), reading);
        }
    }

    /// Words of the further parts of a command line.
    fn parts(&mut self) -> Vec<Cow<'v, str>> {
        let mut parts = core::mem::take(&mut self.parts);
        parts.sort_by_key(|(place, _)| *place);
        let mut words = Vec::new();
        for (_, json) in parts {
            // Whether the tool hands them to a shell isn't known.
            self.texts_understood &= !json.to_string().contains([';', '|', '&', '$', '`', '<', '>', '\n']);
            match json {
                Json::String(text) => words.extend(text.split_ascii_whitespace().map(Cow::Borrowed)),
                Json::Array(items) => words.extend(items.iter().filter_map(Json::as_str).map(Cow::Borrowed)),
                Json::Object(object) => {
                    for (key, value) in object.iter().filter(|(_, value)| truth(value) != Some(false)) {
                        let hyphens = if key.starts_with('-') {
                            ""
                        } else if key.len() > 1 {
                            "--"
                        } else {
                            "-"
                        };
                        words.push(format!("{hyphens}{key}").into());
                        match value {
                            Json::String(text) => words.push(Cow::Borrowed(text)),
                            Json::Number(number) => words.push(number.to_string().into()),
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        words
    }

    fn ran(&mut self, at: &Path<'_>, mut reading: Reading) {
        self.texts += 1;
        if !reading.understood && self.tool.traits.program.is_some() {
            // Whatever the definition says of the program, this may be anything.
            reading.grade(Grade::Destroy, "a command line that isn't followed");
            reading.grade(Grade::Secret, "");
        }
        self.texts_understood &= reading.understood;
        self.take(at, reading);
    }

    /// A command line, which a tool named after a program may take without the program's name.
    fn line(&self, text: &str, program: Option<&'static str>) -> Reading {
        let first = text.split_whitespace().next().unwrap_or_default();
        match program {
            Some(program) if first != program => {
                let mut reading = shell::read(&format!("{program} {text}"), &self.context);
                let alone = shell::read(text, &self.context);
                reading.effect = reading.effect.join(alone.effect);
                reading
            }
            _ => shell::read(text, &self.context),
        }
    }

    fn addresses(&mut self) {
        let http = self.tool.traits.http;
        for (at, text) in core::mem::take(&mut self.urls) {
            let mut reading = Reading::default();
            let method = if self.method.is_empty() { self.named_method() } else { self.method };
            url::look(if http { method } else { "" }, text, http && self.body, &self.options.roots, &mut reading);
            if http {
                if !self.overriding.is_empty() {
                    url::look(self.overriding, text, self.body, &self.options.roots, &mut reading);
                }
                self.texts += 1;
                self.texts_understood &= reading.understood;
                self.take(&Path::from_pointer(&at), reading);
            } else if reading.effect != Grade::Fetch.effect() {
                // An ordinary address says nothing that the tool itself doesn't.
                self.take(&Path::from_pointer(&at), reading);
            }
        }
    }

    /// The method in the tool's own name: `http_post`.
    fn named_method(&self) -> &'static str {
        let methods = ["delete", "post", "put", "patch"];
        methods.into_iter().find(|method| self.tool.reading.name.has(method)).unwrap_or("")
    }
}

fn is_empty(json: &Json<'_>) -> bool {
    match json {
        Json::Null => true,
        Json::String(text) => text.trim().is_empty(),
        Json::Array(items) => items.is_empty(),
        Json::Object(object) => object.is_empty(),
        _ => false,
    }
}

fn names_everything(json: &Json<'_>) -> bool {
    let text = |text: &str| {
        let text = text.trim().to_ascii_lowercase();
        !text.is_empty()
            && (text.bytes().all(|b| matches!(b, b'*' | b'%' | b'.' | b'/')) && text != "." && text != ".."
                || matches!(text.as_str(), "all" | "everything" | "any"))
    };
    match json {
        Json::String(value) => text(value),
        Json::Array(items) => items.iter().filter_map(Json::as_str).any(text),
        _ => false,
    }
}

/// Whether a filter names nothing: it has no value that something must equal.
fn leaves_everything(json: &Json<'_>) -> bool {
    match json {
        Json::String(text) if text.trim_start().starts_with('{') => {
            mcp_tool_risk_types::json::parse(text).is_ok_and(|parsed| leaves_everything(&parsed.value))
        }
        Json::String(text) => sql::leaves_everything(text) || names_everything(json),
        Json::Object(object) => {
            let any = object.get("$or").and_then(Json::as_array).unwrap_or_default().iter().any(leaves_everything);
            any || !names_something(json, 0)
        }
        _ => false,
    }
}

fn names_something(json: &Json<'_>, depth: usize) -> bool {
    if depth > 8 {
        return false;
    }
    match json {
        Json::Object(object) => object.iter().any(|(key, value)| match key {
            "$and" | "$or" | "$eq" | "$in" | "$all" | "$elemMatch" | "$text" | "$search" | "$oid" | "$date" | "$uuid" | "$binary"
            | "$numberInt" | "$numberLong" | "$numberDecimal" => names_something(value, depth + 1),
            // Other operators leave what they don't name.
            "match_all" => false,
            _ => !key.starts_with('$') && names_something(value, depth + 1),
        }),
        Json::Array(items) => items.iter().any(|item| names_something(item, depth + 1)),
        Json::Null => false,
        Json::String(_) => !names_everything(json) && !is_empty(json),
        _ => true,
    }
}
