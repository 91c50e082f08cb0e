//! From what name, schema and description say to values.

use std::collections::BTreeSet;

use mcp_tool_risk_types::sorted;
use mcp_tool_risk_types::{
    Approval, BlastRadius, Category, Code, DataClass, Diagnostic, Field, FieldMap, Outcome, Reversibility, RiskLevel, ToolDefinition,
    TrustLevel, Value, Word as _,
};

use crate::confidence::Tier;
use crate::lexicon::{Act, Class, Role};
use crate::name::NameReading;
use crate::schema::Param;
use crate::text::TextReading;
use crate::{Evidence, Inference, Inferred, Push, flow, lexicon, name, powers, schema, split, text};

/// Everything that was read off one definition.
#[derive(Clone)]
pub(crate) struct Reading<'a> {
    /// The name as it was written.
    pub(crate) called: &'a str,
    pub(crate) name: NameReading,
    pub(crate) title: Option<NameReading>,
    pub(crate) text: TextReading,
    pub(crate) params: Vec<Param<'a>>,
    pub(crate) description: &'a str,
}

pub(crate) fn grade(tool: ToolDefinition<'_, '_>) -> Inference {
    conclude(tool, &read(tool))
}

/// Reads everything that a definition says.
pub(crate) fn read<'a>(tool: ToolDefinition<'a, 'a>) -> Reading<'a> {
    let description = tool.description().unwrap_or("");
    Reading {
        called: tool.name(),
        name: name::read(tool.name()),
        title: tool.title().map(name::read),
        text: text::read(description),
        params: schema::params(tool.input_schema()),
        description,
    }
}

/// Grades by what was read; a call may have narrowed it.
pub(crate) fn conclude(tool: ToolDefinition<'_, '_>, reading: &Reading<'_>) -> Inference {
    let mut evidence = Vec::new();
    let findings = findings(tool, reading, &mut evidence);
    let mut inference = match settle(tool, reading, &mut evidence) {
        Some(settled) => Inference { values: values(reading, &settled, &mut evidence), ..Inference::default() },
        None => Inference::default(),
    };
    inference.evidence = sorted(evidence, &|a, b| b.strength.cmp(&a.strength));
    inference.findings = findings;
    inference
}

/// The act and the feature keys of a definition, for learning weights.
#[cfg(feature = "train")]
pub(crate) fn flow_features(tool: ToolDefinition<'_, '_>) -> Option<(&'static str, Vec<String>)> {
    let reading = read(tool);
    let settled = settle(tool, &reading, &mut Vec::new())?;
    let keys = flow::features::read(&reading, &settled).into_iter().map(|f| f.key).collect();
    Some((settled.act.profile().name, keys))
}

/// The act that a tool was taken for.
pub(crate) struct Settled {
    /// The worst of the acts that count.
    pub(crate) act: Act,
    /// Every act that counts: each field takes the worst of them.
    pub(crate) acts: Vec<Act>,
    /// How sure.
    tier: Tier,
    /// A flag raises the risk by one grade.
    raised_by_flag: bool,
    /// A warning says that the effect is final.
    final_effect: bool,
    /// A switch makes the effect final.
    final_switch: bool,
}

const ACT_FIELDS: &[Field] = &[
    Field::Category,
    Field::RiskLevel,
    Field::Reversibility,
    Field::Outcome,
    Field::ReadOnlyHint,
    Field::DestructiveHint,
    Field::Approval,
    Field::MinTrustLevel,
    Field::RequiresReview,
];

pub(crate) fn push_act(evidence: &mut Vec<Evidence>, mut seen: Evidence, act: Act) {
    seen.says = act.profile().meaning.to_owned();
    seen.fields = ACT_FIELDS.to_vec();
    evidence.push(seen);
}

fn push_for(act: Act) -> Push {
    if act.is_read_like() { Push::Lowers } else { Push::Raises }
}

/// Decides which act the tool performs: the worst of what counts.
fn settle(tool: ToolDefinition<'_, '_>, reading: &Reading<'_>, evidence: &mut Vec<Evidence>) -> Option<Settled> {
    let Reading { name, text, params, .. } = reading;
    let mut acts: Vec<Act> = Vec::new();
    let mut sure = None;

    for verb in &name.verbs {
        let act = verb.act.with_object(name.object_classes);
        push_act(evidence, Evidence::span("/name", tool.name(), verb.start, verb.end, "", push_for(act), verb.strength), act);
        acts.push(act);
    }
    let name_act = acts.iter().copied().max_by_key(|a| a.severity());
    let head_strength = name.verbs.first().map_or(0, |v| v.strength);

    let head = text.head.as_ref().map(|head| {
        let act = head.act.with_object(if text.object_classes.is_empty() { name.object_classes } else { text.object_classes });
        (head, act)
    });
    if let Some((head, act)) = &head {
        let strong = head.sure;
        let agrees = name_act.is_some_and(|n| n.profile().category.rank() == act.profile().category.rank());
        if let Some(n) = name_act.filter(|n| !n.is_read_like()) {
            // Two changes: the worse kind counts.
            let own = head.act.with_object(name.object_classes);
            if strong && !own.is_read_like() && own.exceeds(n) || own == Act::Execute {
                acts.push(own);
            }
        }
        match name_act {
            Some(_) if agrees => sure = Some(if head_strength > 1 { Tier::NameAndText } else { Tier::WeakNameAndText }),
            // A name that is only a noun by chance: the description's verb is the better one.
            Some(n)
                if head_strength <= 1 && n.is_read_like() && !act.is_read_like() && strong && !matches!(act, Act::Run | Act::Execute) =>
            {
                acts.push(*act);
            }
            Some(n) if head_strength <= 1 && !n.is_read_like() && act.is_read_like() && strong && n.severity().0 < 2 && weak_noun(name) => {
                acts.clear();
                acts.push(*act);
                sure = Some(Tier::Text);
            }
            // Two verbs that may be nouns in the name: the description's is surer where it is worse.
            Some(n)
                if head_strength <= 1
                    && !act.is_read_like()
                    && strong
                    && act.severity() > n.severity()
                    && !matches!(act, Act::Run | Act::Execute) =>
            {
                acts.push(*act)
            }
            Some(n) if !n.is_read_like() && *act == Act::Execute => acts.push(*act),
            // A reading name over a description that changes something: the change counts.
            Some(n) if n.is_read_like() && strong && act.severity().0 >= 2 && *act != Act::Execute => acts.push(*act),
            Some(_) => {}
            None => {
                acts.push(*act);
                sure = Some(Tier::Text);
            }
        }
        if acts.contains(act) || agrees {
            push_act(
                evidence,
                Evidence::span(
                    "/description",
                    reading.description,
                    head.start,
                    head.end,
                    "",
                    if act.is_read_like() { Push::Sets } else { Push::Raises },
                    2,
                ),
                *act,
            );
        }
    }
    if head_strength <= 1 {
        for saying in text.stated.iter().filter(|s| acts.iter().all(|a| a.severity() < s.act.severity())) {
            push_act(
                evidence,
                Evidence::span("/description", reading.description, saying.start, saying.end, "", Push::Raises, 1),
                saying.act,
            );
        }
        acts.extend(text.stated.iter().map(|s| s.act));
    }
    for saying in text.joined.iter().chain(&text.further) {
        let act = saying.act.with_object(text.object_classes);
        let counts = match name_act {
            None => true,
            Some(n) => {
                act.severity().0 >= 2
                    && act.severity() > n.severity()
                    && (head_strength <= 1
                        || text.further.iter().any(|f| f.start == saying.start)
                        || text.joined.iter().any(|f| f.start == saying.start))
            }
        };
        if counts {
            push_act(evidence, Evidence::span("/description", reading.description, saying.start, saying.end, "", push_for(act), 2), act);
            acts.push(act);
        }
    }
    if name_act.is_none() && acts.is_empty() {
        if let (Some(title), Some(text)) = (&reading.title, tool.title()) {
            if let Some(verb) = title.verbs.first() {
                let act = verb.act.with_object(title.object_classes);
                push_act(evidence, Evidence::span("/title", text, verb.start, verb.end, "", push_for(act), 2), act);
                acts.push(act);
                sure = Some(Tier::Text);
            }
        }
    }
    // A pad for reasoning, whatever the description says of thoughts.
    let thought = params.iter().find(|p| p.role == Some(Role::Thought) || p.words.starts_with("next ") && p.words.ends_with(" needed"));
    if let Some(param) = thought.filter(|_| name_act.is_none_or(Act::is_read_like)) {
        push_act(evidence, Evidence::whole(&param.at, param.name, "", Push::Sets, 2), Act::Compute);
        return Some(Settled {
            act: Act::Compute,
            acts: vec![Act::Compute],
            tier: Tier::Text,
            raised_by_flag: false,
            final_effect: false,
            final_switch: false,
        });
    }
    // Nothing but numbers: a formula.
    let formula = params.len() >= 2
        && params
            .iter()
            .all(|p| matches!(p.kind, "number" | "integer" | "boolean") && !p.words.ends_with("id") && !p.words.ends_with("index"));
    if acts.is_empty() && formula && !text.words.is_empty() {
        for param in params.iter().take(1) {
            push_act(evidence, Evidence::whole(&param.at, param.name, "", Push::Sets, 1), Act::Compute);
        }
        acts.push(Act::Compute);
        sure = Some(Tier::Mention);
    }
    if acts.is_empty() {
        // Nothing at the head of anything: the worst of what the description mentions.
        if let Some(saying) = text.anywhere.iter().max_by_key(|s| s.act.severity()) {
            push_act(
                evidence,
                Evidence::span("/description", reading.description, saying.start, saying.end, "", Push::Sets, 1),
                saying.act,
            );
            acts.push(saying.act);
            sure = Some(Tier::Mention);
        } else if text.verbless && text.classes.has(Class::Market) && name.tokens.iter().all(|t| lexicon::word(&t.text).is_none()) {
            acts.push(Act::Read);
            sure = Some(Tier::Mention);
        }
    }
    // Words for doing anything: the worst that the description mentions.
    let anything = ["manage", "control", "transact", "crud", "operate", "administer", "handle"].iter().any(|w| name.has(w));
    if anything && head_strength <= 1 {
        if let Some(saying) = text.anywhere.iter().filter(|s| s.act.severity().0 >= 2).max_by_key(|s| s.act.severity()) {
            push_act(
                evidence,
                Evidence::span("/description", reading.description, saying.start, saying.end, "", Push::Raises, 1),
                saying.act,
            );
            acts.push(saying.act);
        }
    }
    // `assign_permission_set`: what is handed over need not stand last.
    if name.classes.has(Class::Access) && acts.contains(&Act::Link) {
        acts.push(Act::Grant);
    }
    // To publish an event is to hand it to a bus.
    if name.classes.has(Class::Bus) {
        for act in acts.iter_mut().filter(|a| **a == Act::Publish) {
            *act = Act::Create;
        }
    }
    if acts.contains(&Act::Comment) && text.classes.has(Class::Social) {
        acts.push(Act::Publish);
    }
    powers::actions(reading, &mut acts, evidence);
    if powers::powers(reading, &mut acts, evidence) {
        sure = sure.max(Some(Tier::Schema));
    }

    // What is worked out of things that the arguments only name is read.
    let given =
        params.iter().any(|p| matches!(p.role, Some(Role::Content | Role::Code | Role::Query)) || matches!(p.kind, "number" | "array"));
    // Arithmetic: `add(a, b)`.
    let numbers = !params.is_empty() && params.iter().all(|p| matches!(p.kind, "number" | "integer")) && params.len() <= 3;
    let sum = numbers && (name.tokens.len() == 1 || name.has("numbers") || name.has("number"));
    for act in &mut acts {
        *act = match *act {
            Act::Examine if !given && !params.is_empty() => Act::Read,
            Act::Create if sum => Act::Compute,
            // A removal of all there is.
            Act::Delete | Act::Remove | Act::Reset if name.all => Act::Destroy,
            other => other,
        };
    }
    let act = acts.iter().copied().max_by_key(|a| a.severity())?;
    let flag = params.iter().find(|p| p.role == Some(Role::Flag) && p.is_switch());
    let raised_by_flag = !act.is_read_like() && act != Act::Store && flag.is_some();
    if let Some(flag) = flag.filter(|_| raised_by_flag) {
        let mut seen = Evidence::whole(&flag.at, flag.name, "is a flag that raises the risk by one grade", Push::Raises, 2);
        seen.fields = vec![Field::RiskLevel];
        evidence.push(seen);
    }
    let switch = params.iter().find(|p| p.role == Some(Role::Finality) && p.is_switch()).filter(|_| !act.is_read_like());
    if let Some(switch) = switch {
        let mut seen = Evidence::whole(&switch.at, switch.name, "is a switch that makes the effect final", Push::Raises, 2);
        seen.fields = vec![Field::Reversibility, Field::Outcome, Field::RiskLevel];
        evidence.push(seen);
    }
    let final_effect = text.final_effect.filter(|_| !act.is_read_like());
    if let Some((start, end)) = final_effect {
        let mut seen = Evidence::span("/description", reading.description, start, end, "says that the effect is final", Push::Raises, 2);
        seen.fields = vec![Field::Reversibility, Field::Outcome, Field::RiskLevel];
        evidence.push(seen);
    }
    let tier = sure.unwrap_or(if head_strength > 1 { Tier::Name } else { Tier::WeakName });
    Some(Settled { act, acts, tier, raised_by_flag, final_effect: final_effect.is_some(), final_switch: switch.is_some() })
}

/// Whether the name's only verb may as well be a noun, so that the description decides: `stock_order_book`, not
/// `submit_form`.
fn weak_noun(name: &NameReading) -> bool {
    name.verbs.iter().all(|v| v.strength <= 1 && (v.start > 0 || v.mostly_noun))
}

/// Raises by one grade.
fn up(risk: RiskLevel) -> RiskLevel {
    match risk {
        RiskLevel::Low => RiskLevel::Medium,
        RiskLevel::Medium => RiskLevel::High,
        RiskLevel::High | RiskLevel::Critical => RiskLevel::Critical,
    }
}

fn values(reading: &Reading<'_>, settled: &Settled, evidence: &mut Vec<Evidence>) -> FieldMap<Inferred> {
    let profile = settled.act.profile();
    let data = flow::read(reading, settled, evidence);
    let mut risk = worst(settled, |p| p.risk);
    let mut reversibility = worst(settled, |p| p.reversibility);
    let mut outcome = worst(settled, |p| p.outcome);
    let destructive = settled.acts.iter().any(|a| a.profile().destructive == Some(true));
    let mut effects: BTreeSet<String> = settled.acts.iter().flat_map(|a| a.profile().effects).map(|e| (*e).to_owned()).collect();
    if (settled.final_effect || settled.final_switch) && profile.category.rank() > 0 {
        reversibility = Reversibility::None;
        outcome = Outcome::Irreversible;
        risk = if risk.rank() < RiskLevel::High.rank() { RiskLevel::High } else { risk };
    }
    if settled.raised_by_flag {
        risk = up(risk);
    }
    if settled.acts.iter().any(|a| a.is_read_like()) {
        if data.returned.contains(DataClass::Credentials) && risk.rank() < RiskLevel::High.rank() {
            risk = RiskLevel::High;
        } else if data.private && risk == RiskLevel::Low {
            risk = RiskLevel::Medium;
        }
    }
    if reversibility == Reversibility::None && destructive {
        effects.insert("state_loss".to_owned());
    }
    let blast = blast(reading, settled);
    let review = risk.rank() >= RiskLevel::High.rank() || outcome == Outcome::Irreversible;
    let approval = match risk {
        RiskLevel::Low => Approval::None,
        RiskLevel::Medium | RiskLevel::High => Approval::Single,
        RiskLevel::Critical => Approval::Multi,
    };
    let read_like = settled.act.is_read_like();
    let trust = match risk {
        RiskLevel::Low => TrustLevel::Observer,
        RiskLevel::Medium if read_like => TrustLevel::Assistant,
        RiskLevel::Medium => TrustLevel::Operator,
        RiskLevel::High => TrustLevel::Engineer,
        RiskLevel::Critical => TrustLevel::Autonomous,
    };
    let sure = settled.tier.ordinal();
    let mut values = FieldMap::new();
    let mut put = |field: Field, value: Value, confidence: u8| {
        values.insert(field, Inferred { value, confidence });
    };
    put(Field::Category, profile.category.into(), sure);
    put(Field::RiskLevel, risk.into(), sure);
    put(Field::BlastRadius, blast.into(), sure.min(70));
    put(Field::Reversibility, reversibility.into(), sure);
    put(Field::SideEffects, effects.into(), sure.min(70));
    put(Field::Approval, approval.into(), sure);
    put(Field::MinTrustLevel, trust.into(), sure);
    put(Field::ReadOnlyHint, read_like.into(), settled.tier.hint(Field::ReadOnlyHint, read_like));
    put(Field::DestructiveHint, destructive.into(), settled.tier.hint(Field::DestructiveHint, destructive));
    // Nothing in a definition shows that a change is idempotent.
    put(Field::IdempotentHint, read_like.into(), settled.tier.hint(Field::IdempotentHint, read_like));
    put(Field::OpenWorldHint, data.open.into(), settled.tier.hint(Field::OpenWorldHint, data.open));
    put(Field::Outcome, outcome.into(), sure);
    put(Field::RequiresReview, review.into(), sure);
    put(Field::Destination, data.destination.into(), sure.min(70));
    put(Field::Source, data.source.into(), sure.min(60));
    put(Field::InputSensitivity, data.input.into(), sure.min(60));
    put(Field::ReturnSensitivity, data.returned.into(), sure.min(60));
    values
}

/// The worst of a field over all acts that count.
fn worst<W: mcp_tool_risk_types::Word>(settled: &Settled, field: impl Fn(&'static lexicon::Profile) -> W) -> W {
    let first = field(settled.act.profile());
    settled.acts.iter().map(|a| field(a.profile())).fold(first, |worst, word| if word.rank() > worst.rank() { word } else { worst })
}

fn blast(reading: &Reading<'_>, settled: &Settled) -> BlastRadius {
    let base = worst(settled, |p| p.blast);
    let name = &reading.name;
    let removes = settled.acts.iter().any(|act| *act != Act::Execute && act.profile().category.rank() >= Category::Delete.rank());
    if removes && name.object_classes.has(Class::Wide) && base.rank() < BlastRadius::Cluster.rank() {
        return BlastRadius::Cluster;
    }
    // What holds other things, and many things at once.
    let many = ["bulk", "batch", "all", "multiple", "many"].iter().any(|w| name.has(w));
    let changes = settled.acts.iter().any(|act| act.profile().category.rank() > 0);
    if base == BlastRadius::Item && (removes && name.object_classes.has(Class::Broad) || changes && many) {
        return BlastRadius::Namespace;
    }
    base
}

/// Look-alike letters and hidden characters.
fn findings(tool: ToolDefinition<'_, '_>, reading: &Reading<'_>, evidence: &mut Vec<Evidence>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    if reading.name.verbs.iter().any(|v| v.imitated) || reading.name.tokens.iter().any(|t| t.folded) {
        findings.push(Diagnostic {
            code: Code::LookAlikeName,
            pointer: "/name".to_owned(),
            message: "the name has letters that look like others; it was read as what it looks like".to_owned(),
        });
    }
    for (pointer, text) in [("/name", tool.name()), ("/title", tool.title().unwrap_or("")), ("/description", reading.description)] {
        if let Some((at, c)) = text.char_indices().find(|(_, c)| split::is_hidden(*c) && *c != '\u{fe0f}' && *c != '\u{200d}') {
            findings.push(Diagnostic {
                code: Code::HiddenCharacter,
                pointer: pointer.to_owned(),
                message: format!("hidden character U+{:04X} at byte {at}: text that people do not see may address the model", u32::from(c)),
            });
            evidence.push(Evidence::whole(pointer, "", "hides characters", Push::Raises, 1));
        }
    }
    findings
}
