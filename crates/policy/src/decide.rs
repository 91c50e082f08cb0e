//! Decide: profile, policy and context to an effect.

use mcp_tool_risk_types::Code;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::compile::{CompiledLayer, CompiledRule, Policy, Strictness};
use crate::condition::{Context, Scene};
use crate::document::{AskOrDeny, EffectWord};
use crate::facts::PreparedProfile;
use crate::truth::Truth;

/// Why a decision came out as it did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A rule that is true.
    Rule {
        /// The layer, from the outermost.
        layer: usize,
        /// The rule's place in the layer.
        rule: usize,
    },
    /// A rule of which nobody can tell whether it fits.
    Unknown {
        /// The layer, from the outermost.
        layer: usize,
        /// The rule's place in the layer.
        rule: usize,
    },
    /// No rule had an opinion, and this is a document's default.
    Default,
    /// No rule had an opinion, and no document has a default.
    Nothing,
    /// Something went wrong.
    Error(Code),
}

/// Something that was done to a decision at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notice {
    /// It was an ask, and nobody is there.
    Headless {
        /// How many approvers were wanted.
        approvers: u8,
    },
    /// It was an ask of more approvers than are there.
    Short {
        /// How many approvers were wanted.
        approvers: u8,
        /// How many are there.
        available: u8,
    },
}

impl Notice {
    /// The spelling on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::Headless { .. } => "headless",
            Self::Short { .. } => "short",
        }
    }
}

/// What happens to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// How strict it is.
    pub strictness: Strictness,
    /// What decided.
    pub cause: Cause,
    /// What was done to it at the end.
    pub notice: Option<Notice>,
}

impl Decision {
    /// The decision that an error yields. It is a denial, so that nobody can take an error for consent.
    pub fn error(code: Code) -> Self {
        Self { strictness: Strictness::DENY, cause: Cause::Error(code), notice: None }
    }

    /// Allow, ask or deny.
    pub fn effect(&self) -> EffectWord {
        self.strictness.effect()
    }

    /// How many distinct people must agree; 0 where nobody is asked.
    pub fn approvers(&self) -> u8 {
        self.strictness.approvers()
    }
}

/// The strictest of what was put to it; of equals, the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Floor {
    does: Strictness,
    cause: Cause,
}

impl Floor {
    const NONE: Self = Self { does: Strictness::ALLOW, cause: Cause::Nothing };

    fn raise(&mut self, does: Strictness, cause: Cause) {
        if does > self.does {
            *self = Self { does, cause };
        }
    }

    fn raise_to(&mut self, other: Self) {
        self.raise(other.does, other.cause);
    }
}

/// What one layer says.
pub(crate) struct LayerOutcome {
    /// The first ask or allow rule that is true.
    pub(crate) opinion: Option<usize>,
    hard: Floor,
    soft: Floor,
    /// The first deny rule that is true.
    pub(crate) denied_by: Option<usize>,
}

/// Walks the rules of one layer in order.
fn ask_layer(layer: &CompiledLayer, at: usize, truth: &mut dyn FnMut(usize, &CompiledRule) -> Truth) -> LayerOutcome {
    let mut outcome = LayerOutcome { opinion: None, hard: Floor::NONE, soft: Floor::NONE, denied_by: None };
    for (place, rule) in layer.rules.iter().enumerate() {
        let is_deny = rule.does == Strictness::DENY;
        // An opinion ends the walk, but for deny rules, which count wherever they stand.
        if !is_deny && outcome.opinion.is_some() {
            continue;
        }
        if layer.only_tightens && rule.does == Strictness::ALLOW {
            continue;
        }
        match (truth(place, rule), is_deny) {
            (Truth::False, _) => {}
            (Truth::True, true) => {
                outcome.denied_by = Some(place);
                return outcome;
            }
            (Truth::Unknown, true) => outcome.hard.raise(layer.on_unknown, Cause::Unknown { layer: at, rule: place }),
            (Truth::True, false) => {
                outcome.opinion = Some(place);
                if rule.is_final || layer.only_tightens {
                    outcome.hard.raise(rule.does, Cause::Rule { layer: at, rule: place });
                }
            }
            (Truth::Unknown, false) => {
                let floor = if rule.is_final || layer.only_tightens { &mut outcome.hard } else { &mut outcome.soft };
                floor.raise(rule.does, Cause::Unknown { layer: at, rule: place });
            }
        }
    }
    outcome
}

impl Policy {
    /// Decides on a tool, or with arguments in the context on a call.
    ///
    /// ```
    /// use mcp_tool_risk_policy::{Context, EffectWord, Policy, PreparedProfile, RiskProfile, preset};
    /// let policy = Policy::compile(&[preset("balanced").unwrap_or_default()], &[]).map_err(|errors| format!("{errors:?}"))?;
    /// let unheard_of = PreparedProfile::new("server", "tool", &RiskProfile::default());
    /// let decision = policy.decide(&unheard_of, &Context::default());
    /// assert_eq!((decision.effect(), decision.approvers()), (EffectWord::Ask, 2));
    /// # Ok::<(), String>(())
    /// ```
    pub fn decide(&self, profile: &PreparedProfile, context: &Context<'_>) -> Decision {
        self.decide_at(profile, context).0
    }

    /// The decision, and the trust level under which it came out.
    pub(crate) fn decide_at(&self, profile: &PreparedProfile, context: &Context<'_>) -> (Decision, Option<u8>) {
        let mut levels = self.trust_levels.iter().rev().copied();
        let decide = |trust_level| {
            let scene = Scene { profile, context, trust_level };
            self.decide_by(context, &mut |_, _, rule| rule.condition.eval(&scene))
        };
        let first = levels.next().flatten();
        let mut strictest = (decide(first), first);
        for level in levels {
            let decision = decide(level);
            if decision.strictness > strictest.0.strictness {
                strictest = (decision, level);
            }
        }
        strictest
    }

    /// Decides with the truth of every rule (by layer and place) given.
    pub(crate) fn decide_by(&self, context: &Context<'_>, truth: &mut dyn FnMut(usize, usize, &CompiledRule) -> Truth) -> Decision {
        let mut hard = Floor::NONE;
        let mut soft = Floor::NONE;
        let mut opinion: Option<Floor> = None;
        for (at, layer) in self.layers.iter().enumerate() {
            let outcome = ask_layer(layer, at, &mut |place, rule| truth(at, place, rule));
            if let Some(rule) = outcome.denied_by {
                return Decision { strictness: Strictness::DENY, cause: Cause::Rule { layer: at, rule }, notice: None };
            }
            hard.raise_to(outcome.hard);
            if let Some((rule, place)) = outcome.opinion.filter(|_| !layer.only_tightens).and_then(|at| Some((layer.rules.get(at)?, at))) {
                // The innermost opinion counts, with the floors of its layer and of those inside it.
                opinion = Some(Floor { does: rule.does, cause: Cause::Rule { layer: at, rule: place } });
                soft = Floor::NONE;
            }
            soft.raise_to(outcome.soft);
        }
        let nobody = Floor { does: self.default, cause: if self.default_given { Cause::Default } else { Cause::Nothing } };
        let mut result = opinion.unwrap_or(nobody);
        for floor in [soft, hard] {
            // Of a default and an equally strict rule, the rule says more.
            if floor.does == result.does && floor != Floor::NONE && matches!(result.cause, Cause::Default | Cause::Nothing) {
                result = floor;
            }
            result.raise_to(floor);
        }
        self.last(result, context)
    }

    /// What happens at the end, once: who is there to be asked.
    fn last(&self, result: Floor, context: &Context<'_>) -> Decision {
        let approvers = result.does.approvers();
        let mut decision = Decision { strictness: result.does, cause: result.cause, notice: None };
        if approvers == 0 {
            return decision;
        }
        if context.is_headless() {
            decision.notice = Some(Notice::Headless { approvers });
            if self.headless == AskOrDeny::Deny {
                decision.strictness = Strictness::DENY;
            }
        } else if let Some(available) = context.approvers_available.filter(|available| *available < approvers) {
            decision.notice = Some(Notice::Short { approvers, available });
            decision.strictness = if self.short == AskOrDeny::Ask { Strictness::ask(available) } else { Strictness::DENY };
        }
        decision
    }
}

/// A decision in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reasons {
    /// The rule's id, where one decided.
    pub rule: Option<String>,
    /// The layer's name, where a rule decided.
    pub layer: Option<String>,
    /// For the model or a prompt: one short sentence, without the policy's inner workings.
    pub message: String,
    /// For the person who is asked or who wrote the policy.
    pub reason: String,
}

impl Policy {
    fn rule_of(&self, decision: &Decision) -> Option<(&CompiledLayer, &CompiledRule, bool)> {
        let (layer, rule, known) = match decision.cause {
            Cause::Rule { layer, rule } => (layer, rule, true),
            Cause::Unknown { layer, rule } => (layer, rule, false),
            _ => return None,
        };
        let layer = self.layers.get(layer)?;
        Some((layer, layer.rules.get(rule)?, known))
    }

    /// The id of the rule that decided.
    pub fn rule_id(&self, decision: &Decision) -> Option<&str> {
        self.rule_of(decision).map(|(_, rule, _)| rule.id.as_str())
    }

    /// The decision in words.
    pub fn reasons(&self, decision: &Decision) -> Reasons {
        let deciding = self.rule_of(decision);
        Reasons {
            rule: deciding.map(|(_, rule, _)| rule.id.clone()),
            layer: deciding.map(|(layer, _, _)| layer.name.clone()),
            message: message(decision, deciding.map(|(_, rule, known)| (rule, known))),
            reason: reason(decision, deciding),
        }
    }

    /// The whole result as an object: effect, approvers, rule, layer, the two sentences, notice and the policy's digest.
    pub fn answer<'p>(&'p self, decision: &Decision) -> Answer<'p> {
        Answer { decision: *decision, reasons: self.reasons(decision), digest: self.digest() }
    }
}

fn message(decision: &Decision, rule: Option<(&CompiledRule, bool)>) -> String {
    // A rule's own message is about its own effect.
    if let Some((rule, _)) = rule
        && !rule.source.message.is_empty()
        && rule.source.effect == decision.effect()
    {
        return rule.source.message.clone();
    }
    let text = match (decision.effect(), decision.notice, decision.cause) {
        (_, _, Cause::Error(_)) => "This call could not be checked, so it does not run.",
        (EffectWord::Allow, _, _) => "This call may run.",
        (EffectWord::Deny, Some(Notice::Headless { .. }), _) => "This call needs a person's approval, and nobody is there to give it.",
        (EffectWord::Deny, Some(Notice::Short { .. }), _) => "This call needs the approval of more people than are there.",
        (EffectWord::Deny, None, _) => "This call is not allowed here.",
        (EffectWord::Ask, _, _) if decision.approvers() > 1 => "This call needs the approval of several people.",
        (EffectWord::Ask, _, _) => "This call needs a person's approval.",
    };
    text.to_owned()
}

fn reason(decision: &Decision, deciding: Option<(&CompiledLayer, &CompiledRule, bool)>) -> String {
    let mut text = match (deciding, decision.cause) {
        (Some((layer, rule, known)), _) => {
            let why = if rule.source.reason.is_empty() { String::new() } else { format!(": {}", rule.source.reason) };
            let doubt = if known { "" } else { " may apply, and too little is known to tell" };
            format!("Rule \"{}\" of \"{}\"{doubt}{why}", rule.id, layer.name)
        }
        (None, Cause::Default) => "No rule applies; this is the policy's default".to_owned(),
        (None, Cause::Error(code)) => format!("The call could not be checked ({}): {}", code.word(), code.meaning()),
        (None, _) => "No rule applies, so one person is asked".to_owned(),
    };
    if !text.ends_with('.') {
        text.push('.');
    }
    match decision.notice {
        Some(Notice::Headless { approvers }) => {
            let end = if decision.effect() == EffectWord::Deny { "so it is denied" } else { "so it waits" };
            text.push_str(&format!(" It is an ask of {} and nobody is there, {end}.", people(approvers)));
        }
        Some(Notice::Short { approvers, available }) => {
            let end = if decision.effect() == EffectWord::Deny { "it is denied" } else { "those are asked" };
            text.push_str(&format!(" It wants {}, {available} can be asked, so {end}.", people(approvers)));
        }
        None => {}
    }
    text
}

fn people(count: u8) -> String {
    if count == 1 { "one person".to_owned() } else { format!("{count} people") }
}

/// A decision with everything that a host shows or keeps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<'p> {
    /// The decision.
    pub decision: Decision,
    /// The same in words.
    pub reasons: Reasons,
    /// The policy's digest.
    pub digest: &'p str,
}

impl Serialize for Answer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Answer", 9)?;
        out.serialize_field("effect", self.decision.effect().word())?;
        out.serialize_field("approvers", &self.decision.approvers())?;
        out.serialize_field("rule", &self.reasons.rule)?;
        out.serialize_field("layer", &self.reasons.layer)?;
        out.serialize_field("message", &self.reasons.message)?;
        out.serialize_field("reason", &self.reasons.reason)?;
        if let Cause::Error(code) = self.decision.cause {
            out.serialize_field("code", &code)?;
        }
        if matches!(self.decision.cause, Cause::Unknown { .. }) {
            out.serialize_field("unknown", &true)?;
        }
        if let Some(notice) = self.decision.notice {
            out.serialize_field("notice", notice.word())?;
            let (Notice::Headless { approvers } | Notice::Short { approvers, .. }) = notice;
            out.serialize_field("approversWanted", &approvers)?;
        }
        out.serialize_field("policy", self.digest)?;
        out.end()
    }
}
