//! Explain: the whole trace of a decision, and what would have to change.

use serde::Serialize;

use crate::compile::{CompiledRule, Policy, Strictness};
use crate::condition::{Condition, Context, Scene};
use crate::decide::{Answer, Decision};
use crate::document::EffectWord;
use crate::facts::PreparedProfile;
use crate::truth::Truth;

/// Sets of so many conditions are looked through; a larger set is not searched for.
const MAX_SET: usize = 3;

/// So many decisions are tried at most.
const MAX_TRIES: usize = 20_000;

/// One condition and its truth value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TracedCondition {
    /// Where it stands in its document.
    pub pointer: String,
    /// What it asks, as written.
    pub asks: String,
    /// What came out.
    pub truth: Truth,
}

/// One rule and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TracedRule {
    /// The layer.
    pub layer: String,
    /// The document that the rule is written in: the layer's own, or one that it extends.
    pub document: String,
    /// Where the rule stands in its document.
    pub pointer: String,
    /// The rule's id.
    pub rule: String,
    /// Its effect.
    pub effect: EffectWord,
    /// Whether it fits.
    pub truth: Truth,
    /// What it contributes: `deny`, `opinion`, `floor`, `hard floor`, `none`; `after the opinion` where it was not asked;
    /// `ignored` for what a project may not say.
    pub part: &'static str,
    /// Its conditions.
    pub conditions: Vec<TracedCondition>,
}

/// A condition that would have to change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The layer.
    pub layer: String,
    /// The rule.
    pub rule: String,
    /// Where the condition stands in its document.
    pub pointer: String,
    /// What it asks, as written.
    pub asks: String,
    /// What it is now.
    pub from: Truth,
    /// What it would have to be.
    pub to: Truth,
}

/// What would have to change for another effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Alternative {
    /// The other effect.
    pub effect: EffectWord,
    /// A set of conditions that would have to change for it, of which none could be left out; empty where none was found.
    pub changes: Vec<Change>,
    /// Whether the search stopped before it had tried everything.
    pub incomplete: bool,
}

/// The whole trace of a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Explanation<'p> {
    /// The decision.
    pub decision: Answer<'p>,
    /// Every rule, layer by layer.
    pub rules: Vec<TracedRule>,
    /// What would have to change for each other effect.
    pub alternatives: Vec<Alternative>,
}

/// The truth of one leaf, and where it is.
#[derive(Debug, Clone, Copy)]
struct Leaf {
    layer: usize,
    rule: usize,
    /// The leaf's place among the leaves of its rule.
    place: usize,
    truth: Truth,
}

impl Policy {
    /// The whole trace. Tools whose names and servers are not the rule's own business stay what they are: the search for
    /// alternatives changes conditions on fields, arguments, time and mode, not on names.
    pub fn explain(&self, profile: &PreparedProfile, context: &Context<'_>) -> Explanation<'_> {
        let (decision, trust_level) = self.decide_at(profile, context);
        let scene = Scene { profile, context, trust_level };
        let mut rules = Vec::new();
        let mut leaves = Vec::new();
        for (at, layer) in self.layers.iter().enumerate() {
            let mut opinion = false;
            for (place, rule) in layer.rules.iter().enumerate() {
                let truth = rule.condition.eval(&scene);
                let ignored = layer.only_tightens && rule.does == Strictness::ALLOW;
                let is_deny = rule.does == Strictness::DENY;
                let binds = rule.is_final || layer.only_tightens;
                let part = match truth {
                    _ if ignored => "ignored",
                    _ if !is_deny && opinion => "after the opinion",
                    Truth::True if is_deny => "deny",
                    Truth::Unknown if is_deny => "hard floor",
                    Truth::True => "opinion",
                    Truth::Unknown if rule.does == Strictness::ALLOW => "none",
                    Truth::Unknown if binds => "hard floor",
                    Truth::Unknown => "floor",
                    Truth::False => "none",
                };
                opinion |= part == "opinion";
                let mut conditions = Vec::new();
                let mut own = 0;
                each_leaf(&rule.condition, &mut |condition| {
                    let truth = condition.eval(&scene);
                    let label = rule.labels.get(own);
                    conditions.push(TracedCondition {
                        pointer: label.map_or_else(String::new, |label| label.pointer.clone()),
                        asks: label.map_or_else(String::new, |label| label.text.clone()),
                        truth,
                    });
                    if can_change(condition) {
                        leaves.push(Leaf { layer: at, rule: place, place: own, truth });
                    }
                    own += 1;
                });
                rules.push(TracedRule {
                    layer: layer.name.clone(),
                    document: rule.origin.clone(),
                    pointer: rule.pointer.clone(),
                    rule: rule.id.clone(),
                    effect: rule.source.effect,
                    truth,
                    part,
                    conditions,
                });
            }
        }
        let alternatives = [EffectWord::Allow, EffectWord::Ask, EffectWord::Deny]
            .into_iter()
            .filter(|effect| *effect != decision.effect())
            .map(|effect| self.alternative(effect, &leaves, &scene))
            .collect();
        Explanation { decision: self.answer(&decision), rules, alternatives }
    }

    /// The smallest sets first, so that nothing can be left out of the one that is found.
    fn alternative(&self, effect: EffectWord, leaves: &[Leaf], scene: &Scene<'_>) -> Alternative {
        let mut tries = 0;
        for size in 1..=MAX_SET.min(leaves.len()) {
            let mut chosen: Vec<usize> = (0..size).collect();
            loop {
                // Every leaf can become either of the other two truths.
                for targets in 0..1_usize << size {
                    tries += 1;
                    if tries > MAX_TRIES {
                        return Alternative { effect, changes: Vec::new(), incomplete: true };
                    }
                    let changed: Vec<Leaf> = (chosen.iter().enumerate())
                        .filter_map(|(at, leaf)| {
                            let leaf = *leaves.get(*leaf)?;
                            Some(Leaf { truth: other(leaf.truth, targets >> at & 1 == 1), ..leaf })
                        })
                        .collect();
                    if self.decide_with(&changed, scene).effect() == effect {
                        return Alternative { effect, changes: self.changes(&changed, leaves), incomplete: false };
                    }
                }
                if !advance(&mut chosen, leaves.len()) {
                    break;
                }
            }
        }
        Alternative { effect, changes: Vec::new(), incomplete: leaves.len() > MAX_SET }
    }

    fn decide_with(&self, changed: &[Leaf], scene: &Scene<'_>) -> Decision {
        self.decide_by(scene.context, &mut |layer, rule, compiled: &CompiledRule| {
            let own: Vec<&Leaf> = changed.iter().filter(|leaf| leaf.layer == layer && leaf.rule == rule).collect();
            if own.is_empty() {
                return compiled.condition.eval(scene);
            }
            eval_with(&compiled.condition, scene, &own, &mut 0)
        })
    }

    fn changes(&self, changed: &[Leaf], leaves: &[Leaf]) -> Vec<Change> {
        let change = |leaf: &Leaf| {
            let layer = self.layers.get(leaf.layer)?;
            let rule = layer.rules.get(leaf.rule)?;
            let label = rule.labels.get(leaf.place)?;
            let same = |other: &&Leaf| (other.layer, other.rule, other.place) == (leaf.layer, leaf.rule, leaf.place);
            Some(Change {
                layer: layer.name.clone(),
                rule: rule.id.clone(),
                pointer: label.pointer.clone(),
                asks: label.text.clone(),
                from: leaves.iter().find(same)?.truth,
                to: leaf.truth,
            })
        };
        changed.iter().filter_map(change).collect()
    }
}

/// The two other truths; the certain one first.
fn other(truth: Truth, second: bool) -> Truth {
    match (truth, second) {
        (Truth::True, false) | (Truth::Unknown, true) => Truth::False,
        (Truth::True, true) | (Truth::False, true) => Truth::Unknown,
        (Truth::Unknown | Truth::False, false) => Truth::True,
    }
}

/// The next combination of places below the bound.
fn advance(chosen: &mut [usize], bound: usize) -> bool {
    let size = chosen.len();
    for at in (0..size).rev() {
        let Some(value) = chosen.get(at).copied() else { return false };
        if value + size < bound + at {
            for (step, slot) in chosen.iter_mut().skip(at).enumerate() {
                *slot = value + 1 + step;
            }
            return true;
        }
    }
    false
}

/// The leaves in the order of evaluation, which is that of the labels.
fn each_leaf(condition: &Condition, seen: &mut dyn FnMut(&Condition)) {
    match condition {
        Condition::All(parts) | Condition::Any(parts) => parts.iter().for_each(|part| each_leaf(part, seen)),
        Condition::Not(part) => each_leaf(part, seen),
        Condition::Const(_) => {}
        leaf => seen(leaf),
    }
}

fn eval_with(condition: &Condition, scene: &Scene<'_>, changed: &[&Leaf], next: &mut usize) -> Truth {
    match condition {
        Condition::All(parts) => parts.iter().fold(Truth::True, |truth, part| truth.and(eval_with(part, scene, changed, next))),
        Condition::Any(parts) => parts.iter().fold(Truth::False, |truth, part| truth.or(eval_with(part, scene, changed, next))),
        Condition::Not(part) => !eval_with(part, scene, changed, next),
        Condition::Const(holds) => (*holds).into(),
        leaf => {
            let own = *next;
            *next += 1;
            changed.iter().find(|change| change.place == own).map_or_else(|| leaf.eval(scene), |change| change.truth)
        }
    }
}

/// Names stay what they are; everything else can come out otherwise for another profile or call.
fn can_change(condition: &Condition) -> bool {
    !matches!(condition, Condition::Server(_) | Condition::Tool(_))
}
