//! Visible: whether a tool is worth offering to the model, from the same rules that decide on its calls.

use serde::Serialize;

use crate::compile::Policy;
use crate::condition::{Condition, Context, Scene};
use crate::decide::Decision;
use crate::document::EffectWord;
use crate::facts::PreparedProfile;
use crate::truth::Truth;

/// So many combinations are tried; with more, the answer is "conditionally".
const MAX_TRIES: usize = 4_096;

/// Whether to offer a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Visibility {
    /// No call can run: every one is denied.
    Hide,
    /// Every call runs, or somebody is asked.
    Offer,
    /// It depends on the arguments or the time.
    Conditional,
}

impl Policy {
    /// Whether to offer the tool. Arguments and time of the context are not looked at; mode and approvers are.
    pub fn visible(&self, profile: &PreparedProfile, context: &Context<'_>) -> Visibility {
        let context = Context { arguments: None, now: None, ..*context };
        let (mut denied, mut offered) = (false, true);
        for trust_level in self.trust_levels.iter().copied() {
            let scene = Scene { profile, context: &context, trust_level };
            // For every rule that hangs on the call, each truth that it can have.
            let mut open: Vec<(usize, usize, Vec<Truth>)> = Vec::new();
            for (at, layer) in self.layers.iter().enumerate() {
                for (place, rule) in layer.rules.iter().enumerate().filter(|(_, rule)| rule.condition.depends_on_call()) {
                    let truths = possible(&rule.condition, &scene);
                    if truths.len() > 1 {
                        open.push((at, place, truths));
                    }
                }
            }
            let combinations = open.iter().try_fold(1_usize, |all, (_, _, truths)| all.checked_mul(truths.len()));
            let Some(combinations) = combinations.filter(|combinations| *combinations <= MAX_TRIES) else { return Visibility::Conditional };
            let mut effects = (false, false);
            for combination in 0..combinations {
                let decision = self.try_one(combination, &open, &scene);
                if decision.effect() == EffectWord::Deny { effects.0 = true } else { effects.1 = true }
            }
            // The strictest of the trust levels counts.
            denied |= effects.0;
            offered &= effects.1;
        }
        match (denied, offered) {
            (_, false) => Visibility::Hide,
            (false, true) => Visibility::Offer,
            (true, true) => Visibility::Conditional,
        }
    }

    fn try_one(&self, combination: usize, open: &[(usize, usize, Vec<Truth>)], scene: &Scene<'_>) -> Decision {
        let mut rest = combination;
        let mut chosen = Vec::with_capacity(open.len());
        for (at, place, truths) in open {
            if let Some(truth) = truths.get(rest % truths.len()) {
                chosen.push((*at, *place, *truth));
            }
            rest /= truths.len();
        }
        self.decide_by(scene.context, &mut |layer, rule, compiled| {
            let found = chosen.iter().find(|(at, place, _)| (*at, *place) == (layer, rule));
            found.map_or_else(|| compiled.condition.eval(scene), |(_, _, truth)| *truth)
        })
    }
}

/// The truths that a condition can have for some call, at most.
fn possible(condition: &Condition, scene: &Scene<'_>) -> Vec<Truth> {
    const EVERY: [Truth; 3] = [Truth::False, Truth::Unknown, Truth::True];
    let combine = |parts: &[Condition], start: Truth, join: fn(Truth, Truth) -> Truth| {
        let mut all = vec![start];
        for part in parts {
            let own = possible(part, scene);
            let joined: Vec<Truth> = all.iter().flat_map(|a| own.iter().map(|b| join(*a, *b))).collect();
            all = EVERY.into_iter().filter(|truth| joined.contains(truth)).collect();
        }
        all
    };
    match condition {
        Condition::All(parts) => combine(parts, Truth::True, Truth::and),
        Condition::Any(parts) => combine(parts, Truth::False, Truth::or),
        Condition::Not(part) => possible(part, scene).into_iter().map(|truth| !truth).collect(),
        Condition::Argument(_) | Condition::Time(_) => EVERY.to_vec(),
        other => vec![other.eval(scene)],
    }
}
