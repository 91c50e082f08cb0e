//! From a profile and the arguments of one call to the assessment of the call.

use std::borrow::Cow;
use std::sync::OnceLock;

use mcp_tool_risk_types::json::{Json, Object, push_segment};
use mcp_tool_risk_types::{
    BlastRadius, Category, Code, DataClass, Destination, Diagnostic, Field, FieldMap, RiskLevel, Sensitivity, ToolDefinition, Value,
    Word as _, sorted,
};

use super::arguments::{Facts, Walk};
use super::effect::{Effect, Grade};
use super::sql::Dialect;
use crate::lexicon::{Act, Role};
use crate::schema::Param;
use crate::{Evidence, Inference, grade, name, split};

/// How deep tools that call tools are followed.
const MAX_NESTED_CALLS: usize = 4;
/// How many calls one call may hold; a quarter of it at each further level.
const MAX_INNER_CALLS: usize = 64;

/// No more choices of an action than this are kept, once they were graded.
const MAX_KEPT: usize = 64;

/// What the host knows of its surroundings.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), serde(rename_all = "camelCase", default))]
pub struct AssessOptions {
    /// Mail domains of the host's own people; without them nobody is known to be inside.
    pub own_domains: Vec<String>,
    /// Folders in which paths belong; without them only their text counts.
    pub roots: Vec<String>,
    /// The dialect of SQL; without it the worst reading over all dialects counts.
    pub dialect: Option<Dialect>,
}

mcp_tool_risk_types::struct_from_json!(AssessOptions { own_domains: "ownDomains", roots: "roots", dialect: "dialect" });

/// The value of a field in the profile that a call starts from.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// The value.
    pub value: Value,
    /// Whether arguments may lower it: it was inferred, or its source allows it.
    pub narrowable: bool,
}

/// What the arguments of one call make of a tool.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Assessment {
    /// The values for this call; a field of which nothing is known is absent.
    pub values: FieldMap<Value>,
    /// Whether the arguments were understood completely. Otherwise nothing was lowered.
    pub understood: bool,
    /// What was seen in the arguments. Their text is never repeated.
    pub evidence: Vec<Evidence>,
    /// Findings about the arguments.
    pub findings: Vec<Diagnostic>,
}

/// A tool that is ready to assess calls.
pub struct Prepared<'a> {
    pub(super) tool: ToolDefinition<'a, 'a>,
    pub(super) reading: grade::Reading<'a>,
    /// What the definition says, every call included.
    pub inference: Inference,
    /// Parameters by name; of equal names the first.
    pub(super) by_name: Vec<(&'a str, usize)>,
    pub(super) traits: Traits,
    /// What calls of the usual kinds leave of the tool, once the first of them came.
    quiet: OnceLock<FieldMap<Value>>,
    covered: OnceLock<FieldMap<Value>>,
    /// For each choice of the first parameter that picks an action.
    choices: Vec<OnceLock<FieldMap<Value>>>,
    picker: Option<usize>,
}

/// What a definition shows beyond its values.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Traits {
    /// Arguments may be SQL.
    pub(super) sql: bool,
    /// It only looks at commands or statements: explains, formats, validates.
    pub(super) inspects: bool,
    /// It makes HTTP requests as the caller likes.
    pub(super) http: bool,
    /// It calls other tools by their name.
    pub(super) meta: bool,
    /// The command-line program that it stands for.
    pub(super) program: Option<&'static str>,
    /// Its commands are documents of MongoDB.
    pub(super) mongodb: bool,
    /// It takes a filter.
    pub(super) filtered: bool,
    /// It lists its parameters.
    pub(super) listed: bool,
    /// The rank of its static category; unknown ones are the worst.
    pub(super) category: u8,
}

/// Programs that tools are named after.
const PROGRAMS: [&str; 17] = [
    "aws",
    "az",
    "cargo",
    "docker",
    "gcloud",
    "gh",
    "git",
    "helm",
    "kubectl",
    "npm",
    "pip",
    "podman",
    "pnpm",
    "psql",
    "pulumi",
    "terraform",
    "yarn",
];

/// The place that stands with the name; of equal names the first.
fn place(by_name: &[(&str, usize)], name: &str) -> Option<usize> {
    let first = by_name.partition_point(|(known, _)| *known < name);
    by_name.get(first).filter(|(known, _)| *known == name).map(|(_, place)| *place)
}

impl<'a> Prepared<'a> {
    /// Reads the definition.
    pub fn new(tool: ToolDefinition<'a, 'a>) -> Self {
        let reading = grade::read(tool);
        let inference = grade::conclude(tool, &reading);
        let by_name = reading.params.iter().enumerate().map(|(at, param)| (param.name, at)).collect();
        let by_name = sorted(by_name, &|a: &(&str, usize), b| a.cmp(b));
        let has = |name: &str| place(&by_name, name).is_some();
        let named = |words: &[&str]| words.iter().any(|word| reading.name.has(word));
        let said = |words: &[&str]| reading.text.has_any(words);
        let databases = [
            "sql",
            "database",
            "databases",
            "postgres",
            "postgresql",
            "mysql",
            "mariadb",
            "sqlite",
            "snowflake",
            "bigquery",
            "duckdb",
            "redshift",
            "clickhouse",
            "oracle",
            "mssql",
            "db",
            "select",
            "athena",
            "databricks",
            "supabase",
        ];
        let category = inference.values.get(Field::Category).and_then(|inferred| inferred.value.rank(Field::Category)).unwrap_or(u8::MAX);
        let role = |role: Role| reading.params.iter().any(|param| param.role == Some(role) && param.is_free_text());
        let arguments = role(Role::Args) || has("input") || has("parameters");
        let tool_named = role(Role::ToolName)
            || has("name") && named(&["tool", "tools", "mcp", "call", "invoke", "dispatch", "proxy", "function", "functions"]);
        let free_method = place(&by_name, "method").and_then(|at| reading.params.get(at));
        let traits = Traits {
            sql: named(&databases) || said(&databases),
            inspects: named(&[
                "explain",
                "format",
                "validate",
                "lint",
                "parse",
                "check",
                "analyze",
                "analyse",
                "convert",
                "translate",
                "suggest",
                "generate",
            ]),
            http: role(Role::Url)
                && (free_method.is_some()
                    || named(&["http", "https", "curl", "request", "rest", "post", "put", "patch", "webhook", "fetch"])),
            meta: arguments && tool_named,
            program: PROGRAMS
                .iter()
                .copied()
                .find(|program| reading.name.has(program))
                .or_else(|| reading.name.has("redis").then_some("redis-cli")),
            mongodb: named(&["mongo", "mongodb"]) || said(&["mongo", "mongodb"]),
            filtered: by_name.iter().any(|(key, _)| {
                ["filter", "where", "condition", "criteria", "selector"].iter().any(|word| split::words(key).ends_with(word))
            }),
            listed: tool.input_schema().and_then(|schema| schema.get("properties")).is_some(),
            category,
        };
        let picker =
            reading.params.iter().position(|param| picks(param.role) && !param.choices.is_empty() && param.choices.len() <= MAX_KEPT);
        let count = picker.and_then(|at| reading.params.get(at)).map_or(0, |param| param.choices.len());
        let choices = (0..count).map(|_| OnceLock::new()).collect();
        Self { tool, reading, inference, by_name, traits, quiet: OnceLock::new(), covered: OnceLock::new(), choices, picker }
    }

    /// The inferred values as a profile that a call may narrow.
    pub fn profile(&self) -> FieldMap<Known> {
        self.inference.values.iter().map(|(field, inferred)| (field, Known { value: inferred.value.clone(), narrowable: true })).collect()
    }

    /// Whether it calls other tools by their name, so that [`assess`](Self::assess) has a use for their definitions.
    pub fn calls_tools(&self) -> bool {
        self.traits.meta
    }

    /// The place of the parameter with the name.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        place(&self.by_name, name)
    }

    /// What the arguments make of the tool. `tools` are the server's other definitions, for tools that call tools.
    pub fn assess(
        &self,
        profile: &FieldMap<Known>,
        arguments: &Json<'_>,
        tools: &[ToolDefinition<'_, '_>],
        options: &AssessOptions,
    ) -> Assessment {
        self.run(profile, arguments, tools, options, 0)
    }

    fn run(
        &self,
        profile: &FieldMap<Known>,
        arguments: &Json<'_>,
        tools: &[ToolDefinition<'_, '_>],
        options: &AssessOptions,
        depth: usize,
    ) -> Assessment {
        let mut walk = Walk::new(self, options);
        walk.arguments(arguments);
        let mut facts = walk.finish();
        let mut inner = None;
        if self.traits.meta {
            let calls = self.inner_calls(arguments, tools, options, depth);
            facts.understood &= calls.understood;
            facts.covered = calls.understood;
            facts.evidence.extend(calls.evidence);
            inner = Some(calls.values);
        }
        let effect_values = facts.effect.values();
        let narrowed = facts.understood.then(|| self.narrowed(&facts));
        let narrowed = narrowed.as_deref();
        // What the arguments themselves say decides, where nothing else of the tool is left.
        let decided = facts.covered || facts.understood && self.picks_action(&facts);
        let seen = facts.effect != Effect::NOTHING || decided;
        let mut values = FieldMap::new();
        for field in Field::ALL.iter().copied() {
            let mut raise = effect_values.get(field).filter(|_| seen).cloned();
            if let Some(value) = inner.as_ref().and_then(|inner| inner.get(field)) {
                raise = Some(join(raise, value, field));
            }
            let known = profile.get(field);
            let lower = narrowed.and_then(|narrowed| narrowed.get(field));
            let start = match (known, narrowed) {
                // Sources have no order: a tool that is taken for less isn't known to read from elsewhere.
                (Some(known), Some(_)) if known.narrowable && field != Field::Source => {
                    lower.or(if decided && raise.is_some() { None } else { Some(&known.value) })
                }
                (Some(known), _) => Some(&known.value),
                // A field of which nothing was known stays so, unless the arguments decide everything.
                (None, Some(_)) if field != Field::Source && (decided || lower.is_some()) => lower,
                (None, _) => continue,
            };
            let value = match (start, raise) {
                (Some(start), Some(raise)) => Some(start.join(&raise, field)),
                (Some(start), None) => Some(start.clone()),
                (None, raise) => raise,
            };
            if let Some(value) = value {
                values.insert(field, value);
            }
        }
        self.finish(values, profile, facts)
    }

    pub(super) fn picks_action(&self, facts: &Facts) -> bool {
        facts.chosen.iter().any(|(at, _)| self.reading.params.get(*at).is_some_and(|param| picks(param.role)))
    }

    /// The values of the tool as this call leaves them to be read: switches that are off are away, actions are those that were
    /// chosen, what was understood as a whole text is no longer the tool's.
    fn narrowed(&self, facts: &Facts) -> Cow<'_, FieldMap<Value>> {
        if facts.dry_run {
            return Cow::Owned(Grade::Read.effect().values());
        }
        // Calls of the usual kinds, all switches off, are graded once.
        let args = |param: &Param<'_>| param.role == Some(Role::Args) && !facts.covered;
        let switches = self.reading.params.iter().zip(&facts.off).all(|(param, off)| *off || !is_switch(param.role) && !args(param));
        let kept = match (switches, facts.covered, facts.chosen.as_slice()) {
            (true, false, []) => Some(&self.quiet),
            (true, true, []) => Some(&self.covered),
            (true, false, [(at, choices)]) if self.picker == Some(*at) && choices.len() == 1 => {
                let place = self
                    .reading
                    .params
                    .get(*at)
                    .and_then(|param| param.choices.iter().position(|choice| choices.iter().any(|c| c == choice)));
                place.and_then(|place| self.choices.get(place))
            }
            _ => None,
        };
        match kept {
            Some(kept) => Cow::Borrowed(kept.get_or_init(|| self.graded(facts))),
            None => Cow::Owned(self.graded(facts)),
        }
    }

    fn graded(&self, facts: &Facts) -> FieldMap<Value> {
        let plain = |inference: &Inference| inference.values.iter().map(|(field, inferred)| (field, inferred.value.clone())).collect();
        let params = &self.reading.params;
        let off = |at: usize| facts.off.get(at).copied().unwrap_or(false);
        let chosen = |at: usize| facts.chosen.iter().find(|(param, _)| *param == at).map(|(_, choices)| choices);
        let acts = self.picks_action(facts);
        if !facts.covered && facts.chosen.is_empty() && !(0..params.len()).any(off) {
            return plain(&self.inference);
        }
        let mut reading = self.reading.clone();
        let kept = core::mem::take(&mut reading.params);
        reading.params = kept
            .into_iter()
            .enumerate()
            .filter(|(at, param)| !(off(*at) || facts.covered && is_text_to_run(param.role) && chosen(*at).is_none()))
            .map(|(at, mut param)| {
                if let Some(choices) = chosen(at) {
                    param.choices = param.choices.iter().copied().filter(|choice| choices.iter().any(|chosen| chosen == choice)).collect();
                }
                param
            })
            .collect();
        if facts.covered || acts {
            // What name and description say of everything that the tool could have done.
            let general = |act: Act| {
                matches!(act, Act::Execute | Act::Evaluate | Act::Run | Act::Start | Act::Update | Act::Handle)
                    || facts.covered && act.is_read_like()
            };
            reading.name.verbs.retain(|verb| !general(verb.act));
            reading.title = None;
            // What it does whatever it is given stays: `Deletes all records`, `... and mails the result`.
            let goes_out = |act: Act| act.profile().destination == Destination::Public;
            let stays = |act: Act| !acts && !general(act) && (goes_out(act) || act.severity().0 >= 2);
            reading.text.head = reading.text.head.filter(|head| stays(head.act));
            reading.text.joined.retain(|saying| stays(saying.act) && goes_out(saying.act));
            reading.text.further.clear();
            reading.text.stated.clear();
            reading.text.anywhere.clear();
            reading.text.final_effect = None;
            reading.description = "";
        }
        plain(&grade::conclude(self.tool, &reading))
    }

    /// What no value may leave out: secrets, flags that the schema doesn't list, recipients.
    fn finish(&self, mut values: FieldMap<Value>, profile: &FieldMap<Known>, facts: Facts) -> Assessment {
        let mut raise = |field: Field, value: Value| {
            if let Some(known) = values.get_mut(field) {
                *known = known.join(&value, field);
            }
        };
        if facts.secret {
            raise(Field::InputSensitivity, Sensitivity::of(DataClass::Credentials).into());
        }
        if facts.loose_flag {
            let risk = values.get(Field::RiskLevel).and_then(|value| value.rank(Field::RiskLevel)).unwrap_or(0);
            let up = if risk == 0 {
                RiskLevel::Medium
            } else if risk == 1 {
                RiskLevel::High
            } else {
                RiskLevel::Critical
            };
            let raised = Effect { risk: up, ..Effect::NOTHING }.values();
            for field in [Field::RiskLevel, Field::Approval, Field::MinTrustLevel, Field::RequiresReview] {
                if let (Some(known), Some(value)) = (values.get_mut(field), raised.get(field)) {
                    *known = known.join(value, field);
                }
            }
        }
        let to = facts.recipients;
        let destination = profile.get(Field::Destination).filter(|known| known.narrowable);
        if to.given
            && !to.outside
            && facts.own_domains
            && facts.understood
            && destination.is_some_and(|known| known.value == Destination::Public.into())
        {
            // The tool could have sent it anywhere; this call stays inside.
            if facts.effect.destination != Destination::Public {
                values.insert(Field::Destination, Destination::Internal.into());
            }
        }
        Assessment { values, understood: facts.understood, evidence: facts.evidence, findings: facts.findings }
    }

    fn inner_calls(&self, arguments: &Json<'_>, tools: &[ToolDefinition<'_, '_>], options: &AssessOptions, depth: usize) -> InnerCalls {
        let mut calls =
            InnerCalls { values: FieldMap::new(), understood: true, evidence: Vec::new(), count: 0, most: MAX_INNER_CALLS >> (2 * depth) };
        if depth >= MAX_NESTED_CALLS {
            calls.understood = false;
        } else {
            find_calls(arguments, "/arguments", 0, &mut |name, inner, at| calls.add(name, inner, at, tools, options, depth));
        }
        calls.understood &= calls.count > 0 && calls.count <= calls.most;
        calls
    }
}

/// Whether a parameter that lists its choices picks what is done.
fn picks(role: Option<Role>) -> bool {
    matches!(role, Some(Role::Action | Role::Shell))
}

fn is_text_to_run(role: Option<Role>) -> bool {
    matches!(role, Some(Role::Sql | Role::Query | Role::Shell | Role::Args | Role::Url | Role::ToolName))
}

fn join(value: Option<Value>, other: &Value, field: Field) -> Value {
    value.map_or_else(|| other.clone(), |value| value.join(other, field))
}

struct InnerCalls {
    values: FieldMap<Value>,
    understood: bool,
    evidence: Vec<Evidence>,
    count: usize,
    most: usize,
}

impl InnerCalls {
    fn add(&mut self, name: &str, arguments: &Json<'_>, at: &str, tools: &[ToolDefinition<'_, '_>], options: &AssessOptions, depth: usize) {
        self.count += 1;
        if self.count > self.most {
            return;
        }
        let listed = tools.iter().find(|tool| tool.name() == name);
        let mut unlisted = Object::default();
        unlisted.insert("name", Json::String(Cow::Borrowed(name)));
        let unlisted = Json::Object(unlisted);
        let Some(tool) = listed.copied().or_else(|| ToolDefinition::new(&unlisted)) else {
            self.understood = false;
            return;
        };
        let prepared = Prepared::new(tool);
        // A tool by its name alone is known only as far as the name says what it does.
        self.understood &= listed.is_some() || prepared.inference.values.contains(Field::Category);
        let mut known = prepared.profile();
        if listed.is_none() {
            // What its arguments mean isn't known.
            known = known.iter().map(|(field, known)| (field, Known { value: known.value.clone(), narrowable: false })).collect();
        }
        let inner = prepared.run(&known, arguments, tools, options, depth + 1);
        self.understood &= listed.is_some() || inner.understood;
        let says = if listed.is_some() { "calls another tool, judged as that tool" } else { "calls another tool, judged by its name" };
        self.evidence.push(Evidence { fields: Field::ALL.to_vec(), ..Evidence::whole(at, "", says, crate::Push::Raises, 3) });
        self.evidence.extend(inner.evidence.into_iter().map(|mut seen| {
            seen.at = format!("{at}{}", seen.at.strip_prefix("/arguments").unwrap_or_default());
            seen
        }));
        for field in Field::ALL.iter().copied() {
            let value = inner.values.get(field).cloned().or_else(|| Value::most_restrictive(field));
            if let Some(value) = value {
                self.values.insert(field, join(self.values.get(field).cloned(), &value, field));
            }
        }
    }
}

/// Keys of the name and of the arguments of a call that is given as data.
const NAME_KEYS: [&str; 7] = ["tool", "tool_name", "toolName", "name", "function", "function_name", "toolname"];
pub(super) const ARGUMENT_KEYS: [&str; 8] = ["arguments", "args", "params", "input", "parameters", "tool_args", "tool_input", "toolArgs"];

/// Finds the calls in arguments. Their own arguments aren't searched: the tool that is called does that.
fn find_calls(json: &Json<'_>, at: &str, depth: usize, found: &mut dyn FnMut(&str, &Json<'_>, &str)) {
    if depth > 4 {
        return;
    }
    match json {
        Json::Object(object) => {
            let name = NAME_KEYS.iter().find_map(|key| object.get(key).and_then(Json::as_str));
            if let Some(name) = name {
                let arguments = ARGUMENT_KEYS.iter().find_map(|key| object.get(key).map(|json| (*key, json)));
                let none = Json::Object(Object::default());
                match arguments {
                    // Arguments as a text of JSON.
                    Some((key, Json::String(text))) => match mcp_tool_risk_types::json::parse(text) {
                        Ok(parsed) => found(name, &parsed.value, &format!("{at}/{key}")),
                        Err(_) => found("", &none, at),
                    },
                    Some((key, json)) => found(name, json, &format!("{at}/{key}")),
                    None => found(name, &none, at),
                }
            } else {
                for (key, value) in object.iter() {
                    let mut inner = at.to_owned();
                    push_segment(&mut inner, key);
                    find_calls(value, &inner, depth + 1, found);
                }
            }
        }
        Json::Array(items) => {
            for (index, item) in items.iter().enumerate().take(MAX_INNER_CALLS + 1) {
                find_calls(item, &format!("{at}/{index}"), depth + 1, found);
            }
        }
        _ => {}
    }
}

/// What the arguments make of a tool whose profile is the inference alone.
pub fn assess(
    tool: ToolDefinition<'_, '_>,
    profile: Option<&FieldMap<Known>>,
    arguments: &Json<'_>,
    tools: &[ToolDefinition<'_, '_>],
    options: &AssessOptions,
) -> Assessment {
    let prepared = Prepared::new(tool);
    let inferred;
    let profile = match profile {
        Some(profile) => profile,
        None => {
            inferred = prepared.profile();
            &inferred
        }
    };
    prepared.assess(profile, arguments, tools, options)
}

/// Whether a parameter switches a risk on.
pub(super) fn is_switch(role: Option<Role>) -> bool {
    matches!(role, Some(Role::Flag | Role::Finality | Role::Reveal | Role::Writes))
}

/// The worst act that a word names, with how the lexicon grades it.
pub(super) fn act_of(word: &str) -> Option<Act> {
    name::read(word).worst()
}

/// A finding about the arguments.
pub(super) fn finding(code: Code, pointer: String, message: &str) -> Diagnostic {
    Diagnostic { code, pointer, message: message.to_owned() }
}

/// The effect of removing more than was named, or of changing it.
pub(super) fn broad(category: u8) -> Option<Effect> {
    let namespace = |grade: Grade| Effect { blast: BlastRadius::Namespace, ..grade.effect() };
    if category >= Category::Delete.rank() {
        Some(namespace(Grade::Destroy))
    } else if category >= Category::Mutate.rank() {
        Some(namespace(Grade::Power))
    } else {
        None
    }
}
