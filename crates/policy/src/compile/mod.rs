//! Documents to a policy: everything is checked once, and all errors are told.

mod settings;
mod when;

use std::borrow::Cow;

use mcp_tool_risk_types::json::{Json, parse, wrong_type};
use mcp_tool_risk_types::{Claim, Code, FieldMap, ReadError, Sha256, State, Value, Word, excerpt, firsts, nearest, sorted};
use serde::Serialize;

use crate::canonical::canonical;
use crate::condition::Condition;
use crate::document::{AskOrDeny, EffectWord, Layer, OverrideEntry, PolicyDocument, Rule, TestCase};
use crate::facts;
use crate::pattern::Glob;
use crate::presets;

pub(crate) use settings::{CompiledOverride, CompiledServer};
pub use settings::{OverrideClaims, ServerSettings};
pub(crate) use when::Label;
use when::WhenCompiler;

/// A chain of `extends` may be so long.
const MAX_EXTENDS: usize = 8;

/// What is wrong in a policy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct PolicyError {
    /// The document: its name, or its place among the layers.
    pub document: String,
    /// The stable code.
    pub code: Code,
    /// JSON Pointer into the document.
    pub pointer: String,
    /// What is wrong and what to do.
    pub message: String,
    /// The word that was probably meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
}

/// Errors of the document that is being compiled.
#[derive(Debug, Default)]
pub(crate) struct Errors {
    document: String,
    found: Vec<PolicyError>,
}

impl Errors {
    /// Adds an error that is relative to the pointer.
    pub(crate) fn push(&mut self, pointer: &str, error: ReadError) {
        self.found.push(PolicyError {
            document: self.document.clone(),
            code: error.code,
            pointer: format!("{pointer}{}", error.pointer),
            message: error.message,
            suggestion: error.suggestion,
        });
    }
}

/// How strict an effect is: allow < ask one < ask more < deny.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strictness(u8);

impl Strictness {
    /// The call runs.
    pub const ALLOW: Self = Self(0);
    /// One approver is asked.
    pub const ASK: Self = Self(1);
    /// The call does not run.
    pub const DENY: Self = Self(u8::MAX);

    /// Asks so many people.
    pub fn ask(approvers: u8) -> Self {
        Self(approvers.clamp(1, u8::MAX - 1))
    }

    /// The effect.
    pub fn effect(self) -> EffectWord {
        match self {
            Self::ALLOW => EffectWord::Allow,
            Self::DENY => EffectWord::Deny,
            _ => EffectWord::Ask,
        }
    }

    /// The number of approvers; 0 where nobody is asked.
    pub fn approvers(self) -> u8 {
        if self.effect() == EffectWord::Ask { self.0 } else { 0 }
    }
}

impl From<AskOrDeny> for Strictness {
    fn from(word: AskOrDeny) -> Self {
        if word == AskOrDeny::Ask { Self::ASK } else { Self::DENY }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct CompiledRule {
    pub(crate) id: String,
    pub(crate) does: Strictness,
    pub(crate) is_final: bool,
    pub(crate) condition: Condition,
    /// One for each leaf of the condition.
    pub(crate) labels: Vec<Label>,
    /// The document that the rule is written in, where that is a base of the layer's own.
    pub(crate) origin: String,
    pub(crate) pointer: String,
    pub(crate) source: Rule,
}

#[derive(Debug, Clone)]
pub(crate) struct CompiledLayer {
    pub(crate) name: String,
    pub(crate) layer: Layer,
    /// Whether it may only tighten.
    pub(crate) only_tightens: bool,
    pub(crate) on_unknown: Strictness,
    pub(crate) default: Option<Strictness>,
    pub(crate) rules: Vec<CompiledRule>,
    pub(crate) servers: Vec<CompiledServer>,
    pub(crate) overrides: Vec<CompiledOverride>,
    pub(crate) tests: Vec<TestCase>,
}

/// A compiled policy: one layer or several. It never changes.
#[derive(Debug, Clone)]
pub struct Policy {
    /// From the outermost to the innermost.
    pub(crate) layers: Vec<CompiledLayer>,
    pub(crate) short: AskOrDeny,
    pub(crate) headless: AskOrDeny,
    pub(crate) default: Strictness,
    /// Whether a document gave the default.
    pub(crate) default_given: bool,
    /// The agent's trust level as each layer leaves it, from the outermost on. A lower level makes other rules fit,
    /// and not always stricter ones, so the strictest decision of all counts: an inner layer can only tighten by it.
    pub(crate) trust_levels: Vec<Option<u8>>,
    digest: String,
}

/// A document that others can extend by its name.
#[derive(Debug, Clone, Copy)]
pub struct Named<'a> {
    /// The name.
    pub name: &'a str,
    /// The document's text.
    pub text: &'a str,
}

/// A document with the documents that it extends.
struct Merged {
    name: String,
    document: PolicyDocument,
    /// For each rule its document and its place in it.
    origins: Vec<(String, usize)>,
    own_rules: usize,
}

impl Policy {
    /// Compiles documents, one for each layer, in any order: the organisation's, the user's, the project's.
    ///
    /// # Errors
    /// All that is wrong in any of the documents.
    ///
    /// ```
    /// use mcp_tool_risk_policy::{Policy, preset};
    /// let policy = Policy::compile(&[preset("balanced").ok_or("no such preset")?], &[]);
    /// assert!(policy.is_ok());
    /// let errors = Policy::compile(&[r#"{"version": 1, "rules": [{"id": "a", "effect": "dney"}]}"#], &[]).unwrap_err();
    /// assert_eq!(errors[0].pointer, "/rules/0/effect");
    /// assert_eq!(errors[0].suggestion.as_deref(), Some("deny"));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn compile(layers: &[&str], library: &[Named<'_>]) -> Result<Self, Vec<PolicyError>> {
        let mut errors = Errors::default();
        let mut sources = Vec::new();
        let mut merged = Vec::new();
        for (at, text) in layers.iter().enumerate() {
            errors.document = format!("document {}", at + 1);
            merged.extend(merge(text, library, &mut sources, &mut errors));
        }
        if layers.is_empty() {
            errors.push("", ReadError::new(Code::Invalid, "a policy needs at least one document"));
        }
        // Layers of a kind stay in the order in which they were given.
        let merged = sorted(merged, &|a, b| a.document.layer.cmp(&b.document.layer));
        let trust_levels = trust_levels(merged.iter().map(|merged| merged.document.trust_level));
        let may_allow = merged.iter().any(|m| m.document.layer != Layer::Project && m.document.project_may_allow == Some(true));
        let strictest = |of: fn(&PolicyDocument) -> Option<AskOrDeny>| merged.iter().filter_map(|m| of(&m.document)).max();
        let short = strictest(|document| document.short).unwrap_or(AskOrDeny::Deny);
        let headless = strictest(|document| document.headless).unwrap_or(AskOrDeny::Deny);
        let compiled: Vec<CompiledLayer> = merged.into_iter().map(|m| compile_layer(m, may_allow, &mut errors)).collect();
        if !errors.found.is_empty() {
            return Err(errors.found);
        }
        let default = compiled.iter().filter(|layer| !layer.only_tightens).find_map(|layer| layer.default);
        let digest = digest(&sources);
        Ok(Self {
            layers: compiled,
            short,
            headless,
            default: default.unwrap_or(Strictness::ASK),
            default_given: default.is_some(),
            trust_levels,
            digest,
        })
    }

    /// SHA-256 over the canonical JSON of the documents, extended ones included, in hexadecimal.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The least trust level of the agent that a document gives.
    pub fn trust_level(&self) -> Option<u8> {
        self.trust_levels.last().copied().flatten()
    }

    /// The names of the layers, outermost first.
    pub fn layer_names(&self) -> impl Iterator<Item = &str> {
        self.layers.iter().map(|layer| layer.name.as_str())
    }

    /// The number of rules of all layers.
    pub fn rule_count(&self) -> usize {
        self.layers.iter().map(|layer| layer.rules.len()).sum()
    }
}

fn trust_levels(given: impl Iterator<Item = Option<u8>>) -> Vec<Option<u8>> {
    let mut levels: Vec<Option<u8>> = Vec::new();
    for given in given {
        let level = match (levels.last().copied().flatten(), given) {
            (Some(outer), Some(own)) => Some(outer.min(own)),
            (outer, own) => own.or(outer),
        };
        if levels.last() != Some(&level) {
            levels.push(level);
        }
    }
    levels
}

fn digest(sources: &[Json<'static>]) -> String {
    let mut hash = Sha256::new();
    for (at, source) in sources.iter().enumerate() {
        hash.update(if at == 0 { b"[" } else { b"," });
        hash.update(canonical(source).as_bytes());
    }
    hash.update(b"]");
    hash.finish()
}

/// Reads a document and what it extends.
fn merge(text: &str, library: &[Named<'_>], sources: &mut Vec<Json<'static>>, errors: &mut Errors) -> Option<Merged> {
    let (mut document, json) = read(text, errors)?;
    sources.push(json);
    let name = if document.name.is_empty() { document.layer.word().to_owned() } else { document.name.clone() };
    errors.document.clone_from(&name);
    let mut origins: Vec<(String, usize)> = (0..document.rules.len()).map(|at| (name.clone(), at)).collect();
    let own_rules = origins.len();
    let mut seen: Vec<String> = Vec::new();
    let mut next = document.extends.clone();
    while let Some(base_name) = next.take() {
        if seen.contains(&base_name) || seen.len() == MAX_EXTENDS {
            errors.push("/extends", ReadError::new(Code::Invalid, format!("\"{base_name}\" extends itself, or the chain is too long")));
            return None;
        }
        let given = library.iter().find(|named| named.name == base_name).map(|named| named.text);
        let Some(text) = presets::preset(&base_name).or(given) else {
            let mut known = presets::PRESETS.iter().map(|(name, _)| *name).chain(library.iter().map(|named| named.name));
            let suggestion = nearest(&base_name, &mut known).map(str::to_owned);
            let hint = suggestion.as_ref().map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
            let message = format!("no preset and no given document has the name \"{base_name}\"{hint}");
            errors.push("/extends", ReadError { suggestion, ..ReadError::new(Code::UnknownWord, message) });
            return None;
        };
        let own = core::mem::replace(&mut errors.document, base_name.clone());
        let (base, json) = read(text, errors)?;
        errors.document = own;
        sources.push(json);
        origins.extend((0..base.rules.len()).map(|at| (base_name.clone(), at)));
        next.clone_from(&base.extends);
        fill(&mut document, base);
        seen.push(base_name);
    }
    Some(Merged { name, document, origins, own_rules })
}

fn read(text: &str, errors: &mut Errors) -> Option<(PolicyDocument, Json<'static>)> {
    let parsed = match parse(text) {
        Ok(parsed) => parsed,
        Err(error) => {
            errors.push("", error.into());
            return None;
        }
    };
    // A key that stands twice is a rule or a setting that silently counts for nothing.
    for note in &parsed.notes {
        let diagnostic = mcp_tool_risk_types::Diagnostic::from(note.clone());
        errors.push(&diagnostic.pointer, ReadError::new(diagnostic.code, diagnostic.message));
    }
    match PolicyDocument::read(&parsed.value) {
        Ok(document) if document.version != 1 => {
            errors.push("/version", ReadError::new(Code::Invalid, format!("version {} is not known; 1 is", document.version)));
            None
        }
        Ok(document) => Some((document, owned(&parsed.value))),
        Err(found) => {
            for error in found {
                errors.push("", error);
            }
            None
        }
    }
}

/// The same value, which borrows from nothing. Depth is bounded by the reader.
fn owned(json: &Json<'_>) -> Json<'static> {
    let text = |text: &str| Cow::Owned(text.to_owned());
    match json {
        Json::Null => Json::Null,
        Json::Bool(value) => Json::Bool(*value),
        Json::Number(number) => Json::Number(text(number)),
        Json::String(string) => Json::String(text(string)),
        Json::Deep(deep) => Json::Deep(text(deep)),
        Json::Array(items) => Json::Array(items.iter().map(owned).collect()),
        Json::Object(object) => Json::Object(object.iter().map(|(key, value)| (key.to_owned(), owned(value))).collect()),
    }
}

/// The base's rules follow; its settings fill what is left out.
fn fill(document: &mut PolicyDocument, base: PolicyDocument) {
    document.rules.extend(base.rules);
    document.overrides.extend(base.overrides);
    document.servers.extend(base.servers);
    document.trust_level = document.trust_level.or(base.trust_level);
    document.default = document.default.or(base.default);
    document.on_unknown = document.on_unknown.or(base.on_unknown);
    document.short = document.short.or(base.short);
    document.headless = document.headless.or(base.headless);
    document.project_may_allow = document.project_may_allow.or(base.project_may_allow);
    match (&mut document.inference, base.inference) {
        (Some(own), Some(base)) => {
            own.mode = own.mode.or(base.mode);
            own.least_confidence = own.least_confidence.take().or(base.least_confidence);
        }
        (None, base) => document.inference = base,
        (Some(_), None) => {}
    }
}

fn compile_layer(merged: Merged, may_allow: bool, errors: &mut Errors) -> CompiledLayer {
    let Merged { name, document, origins, own_rules } = merged;
    errors.document.clone_from(&name);
    if let Some(level) = document.trust_level.filter(|level| !(1..=5).contains(level)) {
        errors.push("/trustLevel", ReadError::new(Code::OutOfRange, format!("{level} is not from 1 to 5")));
    }
    if document.layer == Layer::Project && document.project_may_allow.is_some() {
        errors.push(
            "/projectMayAllow",
            ReadError::new(Code::Invalid, "only an operator's document can say that; a project can't for itself"),
        );
    }
    let servers = document.servers.iter().enumerate().map(|(at, entry)| settings::server(entry, at, errors)).collect();
    let overrides = document.overrides.iter().enumerate().map(|(at, entry)| compile_override(entry, at, errors)).collect();
    let mut rules: Vec<CompiledRule> = Vec::new();
    let id = |at: usize| document.rules.get(at).map(|rule| rule.id.as_str());
    let same_ids = firsts(document.rules.len(), &|a, b| id(a).cmp(&id(b)));
    for (at, (rule, (origin, place))) in document.rules.into_iter().zip(origins).enumerate() {
        let pointer = format!("/rules/{place}");
        errors.document.clone_from(if at < own_rules { &name } else { &origin });
        if same_ids.get(at) != Some(&at) {
            let message = format!("the id \"{}\" is taken by an earlier rule; reasons could not tell them apart", rule.id);
            errors.push(&format!("{pointer}/id"), ReadError::new(Code::Invalid, message));
        }
        rules.push(compile_rule(rule, pointer, origin, errors));
    }
    errors.document.clone_from(&name);
    for (at, test) in document.tests.iter().enumerate() {
        claims(&test.profile, &format!("/tests/{at}/profile"), errors);
        if let Some(now) = test.now.as_deref().filter(|now| crate::time::Moment::parse(now).is_none()) {
            let message = format!("{} is no RFC 3339 time such as \"2026-11-30T17:05:00Z\"", excerpt(now));
            errors.push(&format!("/tests/{at}/now"), ReadError::new(Code::Invalid, message));
        }
        if let Some(arguments) = test.arguments.as_ref().filter(|arguments| arguments.as_object().is_none()) {
            errors.push(&format!("/tests/{at}/arguments"), wrong_type(arguments, "an object"));
        }
    }
    let mut servers: Vec<CompiledServer> = servers;
    // The document's own use of inference is that of every server which no entry fits.
    if let Some(inference) = &document.inference {
        servers.push(settings::every_server(inference, errors));
    }
    CompiledLayer {
        name,
        layer: document.layer,
        only_tightens: document.layer == Layer::Project && !may_allow,
        on_unknown: document.on_unknown.unwrap_or(AskOrDeny::Ask).into(),
        default: document.default.map(|word| does(word, None)),
        rules,
        servers,
        overrides,
        tests: document.tests,
    }
}

fn does(effect: EffectWord, approvers: Option<u8>) -> Strictness {
    match effect {
        EffectWord::Allow => Strictness::ALLOW,
        EffectWord::Ask => Strictness::ask(approvers.unwrap_or(1)),
        EffectWord::Deny => Strictness::DENY,
    }
}

fn compile_rule(rule: Rule, pointer: String, origin: String, errors: &mut Errors) -> CompiledRule {
    let mut invalid = |key: &str, code: Code, message: String| errors.push(&format!("{pointer}/{key}"), ReadError::new(code, message));
    if rule.id.is_empty() {
        invalid("id", Code::Invalid, "a rule needs a name, so that a reason can tell which one decided".to_owned());
    }
    if let Some(approvers) = rule.approvers {
        if rule.effect != EffectWord::Ask {
            invalid("approvers", Code::Invalid, format!("only \"ask\" has approvers, not \"{}\"", rule.effect.word()));
        } else if !(1..=100).contains(&approvers) {
            invalid("approvers", Code::OutOfRange, format!("{approvers} is not from 1 to 100"));
        }
    }
    if rule.is_final.is_some() && rule.effect != EffectWord::Ask {
        let why = if rule.effect == EffectWord::Deny { "a deny always is" } else { "an allow never is" };
        invalid("final", Code::Invalid, format!("only \"ask\" can be final: {why}"));
    }
    let mut compiler = WhenCompiler { effect: rule.effect, errors, labels: Vec::new(), pointer: format!("{pointer}/when") };
    let condition = compiler.compile(&rule.when);
    let labels = compiler.labels;
    CompiledRule {
        id: rule.id.clone(),
        does: does(rule.effect, rule.approvers),
        is_final: rule.is_final == Some(true),
        condition,
        labels,
        origin,
        pointer,
        source: rule,
    }
}

fn compile_override(entry: &OverrideEntry, at: usize, errors: &mut Errors) -> CompiledOverride {
    let pointer = format!("/overrides/{at}");
    let server = match &entry.server {
        Some(patterns) => when::globs(patterns, &format!("{pointer}/server"), errors),
        None => vec![Glob::Any],
    };
    let tool = when::globs(&entry.tool, &format!("{pointer}/tool"), errors);
    let claims = claims(&entry.set, &format!("{pointer}/set"), errors);
    if entry.set.iter().next().is_none() {
        errors.push(&format!("{pointer}/set"), ReadError::new(Code::Invalid, "an override without values classifies nothing"));
    }
    CompiledOverride { server, tool, claims, per_call: entry.per_call }
}

/// The values of a test in a document that has been checked.
pub(crate) fn known_claims(set: &FieldMap<Json<'static>>) -> FieldMap<Claim> {
    claims(set, "", &mut Errors::default())
}

/// The values of an override or a test, which must all be understood.
fn claims(set: &FieldMap<Json<'static>>, pointer: &str, errors: &mut Errors) -> FieldMap<Claim> {
    let mut claims = FieldMap::new();
    for (field, json) in set.iter() {
        let reading = Value::read(field, json);
        let at = format!("{pointer}/{}", field.word());
        if reading.state == State::Null {
            errors.push(&at, ReadError::new(Code::Invalid, "null gives no value; leave the key out"));
        }
        for diagnostic in reading.diagnostics {
            let word = json.as_str().unwrap_or_default();
            let suggestion = nearest(word, &mut facts::vocabulary(field).iter().map(|entry| entry.word)).map(str::to_owned);
            let error = ReadError { code: diagnostic.code, pointer: diagnostic.pointer, message: diagnostic.message, suggestion };
            errors.push(&at, error);
        }
        if let Some(value) = reading.value.filter(|_| reading.state == State::Known) {
            claims.insert(field, Claim::known(value));
        }
    }
    claims
}
