//! A profile bound to a policy: what does not hang on the call is settled once.

use crate::compile::Policy;
use crate::condition::{Condition, Context, Scene};
use crate::decide::Decision;
use crate::facts::PreparedProfile;
use crate::truth::Truth;

/// A profile with the truth of every rule that no call can change. Make it once per tool and policy.
#[derive(Debug, Clone)]
pub struct BoundProfile {
    profile: PreparedProfile,
    policy: String,
    /// By trust level, layer and rule; `None` where it hangs on the call.
    truths: Vec<Vec<Vec<Option<Truth>>>>,
}

impl BoundProfile {
    /// The profile.
    pub fn profile(&self) -> &PreparedProfile {
        &self.profile
    }
}

impl Policy {
    /// Binds a profile to this policy.
    pub fn bind(&self, profile: PreparedProfile) -> BoundProfile {
        let context = Context::default();
        let truths = (self.trust_levels.iter())
            .map(|trust_level| {
                let scene = Scene { profile: &profile, context: &context, trust_level: *trust_level };
                let of_layer = |rules: &[crate::compile::CompiledRule]| rules.iter().map(|rule| settled(&rule.condition, &scene)).collect();
                self.layers.iter().map(|layer| of_layer(&layer.rules)).collect()
            })
            .collect();
        BoundProfile { profile, policy: self.digest().to_owned(), truths }
    }

    /// As [`Policy::decide`], without asking again what binding has settled. A profile that was bound to another policy is
    /// asked in full.
    ///
    /// ```
    /// use mcp_tool_risk_policy::{Context, Policy, PreparedProfile, RiskProfile, preset};
    /// let policy = Policy::compile(&[preset("balanced").unwrap_or_default()], &[]).map_err(|errors| format!("{errors:?}"))?;
    /// let profile = PreparedProfile::new("server", "tool", &RiskProfile::default());
    /// let bound = policy.bind(profile.clone());
    /// assert_eq!(policy.decide_bound(&bound, &Context::default()), policy.decide(&profile, &Context::default()));
    /// # Ok::<(), String>(())
    /// ```
    pub fn decide_bound(&self, bound: &BoundProfile, context: &Context<'_>) -> Decision {
        if bound.policy != self.digest() {
            return self.decide(&bound.profile, context);
        }
        let mut strictest: Option<Decision> = None;
        for (trust_level, truths) in self.trust_levels.iter().zip(&bound.truths).rev() {
            let scene = Scene { profile: &bound.profile, context, trust_level: *trust_level };
            let decision = self.decide_by(context, &mut |layer, place, rule| {
                let settled = truths.get(layer).and_then(|rules| rules.get(place)).copied().flatten();
                settled.unwrap_or_else(|| rule.condition.eval(&scene))
            });
            if strictest.is_none_or(|strictest| decision.strictness > strictest.strictness) {
                strictest = Some(decision);
            }
        }
        strictest.unwrap_or_else(|| self.decide(&bound.profile, context))
    }
}

/// The truth that a condition has whatever the call is.
fn settled(condition: &Condition, scene: &Scene<'_>) -> Option<Truth> {
    let all = |parts: &[Condition], ends: Truth, join: fn(Truth, Truth) -> Truth| {
        let truths: Vec<Option<Truth>> = parts.iter().map(|part| settled(part, scene)).collect();
        if truths.contains(&Some(ends)) {
            return Some(ends);
        }
        truths.into_iter().try_fold(!ends, |joined, truth| Some(join(joined, truth?)))
    };
    match condition {
        Condition::All(parts) => all(parts, Truth::False, Truth::and),
        Condition::Any(parts) => all(parts, Truth::True, Truth::or),
        Condition::Not(part) => settled(part, scene).map(|truth| !truth),
        Condition::Argument(_) | Condition::Time(_) | Condition::Mode(_) => None,
        other => Some(other.eval(scene)),
    }
}
