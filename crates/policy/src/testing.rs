//! The document's own tests, and what a policy does to recorded calls.

use mcp_tool_risk_infer::Inferred;
use mcp_tool_risk_types::{FieldMap, ServerTrust};
use serde::Serialize;

use crate::compile::{Named, Policy, PolicyError, known_claims};
use crate::condition::Context;
use crate::decide::Decision;
use crate::document::{EffectWord, TestCase, TestProvenance};
use crate::facts::PreparedProfile;
use crate::resolve::{CatalogueClaims, InferenceMode, InferenceUse, Sources, resolve};
use crate::time::Moment;

/// What came of one test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TestResult {
    /// The test's name.
    pub name: String,
    /// Where it stands.
    pub pointer: String,
    /// Whether it came out as expected.
    pub passed: bool,
    /// What was expected.
    pub expected: String,
    /// What came out.
    pub got: String,
    /// Why, for the operator.
    pub reason: String,
}

/// Runs a document's own tests against the document.
///
/// # Errors
/// All that is wrong in the document.
pub fn run_tests(document: &str, library: &[Named<'_>]) -> Result<Vec<TestResult>, Vec<PolicyError>> {
    let policy = Policy::compile(&[document], library)?;
    let tests = policy.layers.iter().flat_map(|layer| layer.tests.iter().enumerate());
    Ok(tests.map(|(at, test)| run(&policy, at, test)).collect())
}

fn run(policy: &Policy, at: usize, test: &TestCase) -> TestResult {
    let claims = known_claims(&test.profile);
    let mut sources = Sources::default();
    match test.provenance.unwrap_or(TestProvenance::Override) {
        TestProvenance::Override => sources.operator = claims,
        TestProvenance::Catalogue => sources.catalogue = CatalogueClaims { claims, verified: true },
        TestProvenance::Declaration => sources.declaration = claims,
        TestProvenance::Inference => {
            let inferred = |value| Inferred { value, confidence: 100 };
            sources.inference =
                claims.iter().filter_map(|(field, claim)| Some((field, inferred(claim.value.clone()?)))).collect::<FieldMap<_>>();
        }
    }
    let profile = resolve(&sources, ServerTrust::Trusted, &InferenceUse::mode(InferenceMode::Accept));
    let prepared = PreparedProfile::new(&test.server, &test.tool, &profile);
    let context = Context {
        mode: test.mode.unwrap_or_default(),
        approvers_available: test.approvers_available,
        now: test.now.as_deref().and_then(Moment::parse),
        arguments: test.arguments.as_ref(),
        schema: None,
    };
    let decision = policy.decide(&prepared, &context);
    let reasons = policy.reasons(&decision);
    let wanted = &test.expect;
    let passed = wanted.effect == decision.effect()
        && wanted.approvers.is_none_or(|approvers| approvers == decision.approvers())
        && (wanted.rule.is_none() || wanted.rule == reasons.rule);
    TestResult {
        name: test.name.clone(),
        pointer: format!("/tests/{at}"),
        passed,
        expected: outcome(wanted.effect, wanted.approvers, wanted.rule.as_deref()),
        got: outcome(decision.effect(), Some(decision.approvers()), reasons.rule.as_deref()),
        reason: reasons.reason,
    }
}

fn outcome(effect: EffectWord, approvers: Option<u8>, rule: Option<&str>) -> String {
    let mut text = effect.word().to_owned();
    if let Some(approvers) = approvers.filter(|_| effect == EffectWord::Ask) {
        text.push_str(&format!(" {approvers}"));
    }
    if let Some(rule) = rule {
        text.push_str(&format!(" by \"{rule}\""));
    }
    text
}

/// A recorded call.
#[derive(Debug, Clone, Copy)]
pub struct Recorded<'a> {
    /// The tool's profile.
    pub profile: &'a PreparedProfile,
    /// What the call was, and when.
    pub context: Context<'a>,
}

/// How often each effect came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Counts {
    /// Calls that ran.
    pub allow: usize,
    /// Calls that one person was asked for.
    pub ask: usize,
    /// Calls that several people were asked for.
    #[serde(rename = "askSeveral")]
    pub ask_several: usize,
    /// Calls that did not run.
    pub deny: usize,
}

impl Counts {
    /// Counts one decision.
    pub fn add(&mut self, decision: &Decision) {
        match (decision.effect(), decision.approvers()) {
            (EffectWord::Allow, _) => self.allow += 1,
            (EffectWord::Ask, 1) => self.ask += 1,
            (EffectWord::Ask, _) => self.ask_several += 1,
            (EffectWord::Deny, _) => self.deny += 1,
        }
    }
}

/// A call on which two policies differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// The call's place among the recorded ones.
    pub call: usize,
    /// What the first policy says.
    pub before: Decision,
    /// What the second policy says.
    pub after: Decision,
}

impl Policy {
    /// Decides on recorded calls, and counts.
    pub fn simulate(&self, calls: &[Recorded<'_>]) -> Counts {
        let mut counts = Counts::default();
        for call in calls {
            counts.add(&self.decide(call.profile, &call.context));
        }
        counts
    }

    /// The recorded calls on which another policy comes to another effect or another number of approvers.
    ///
    /// Profiles depend on a policy too (trust, use of inference, overrides), so each call comes with a profile for either.
    pub fn differences(&self, other: &Self, calls: &[(Recorded<'_>, Recorded<'_>)]) -> Vec<Difference> {
        let difference = |(call, (own, others)): (usize, &(Recorded<'_>, Recorded<'_>))| {
            let (before, after) = (self.decide(own.profile, &own.context), other.decide(others.profile, &others.context));
            (before.strictness != after.strictness).then_some(Difference { call, before, after })
        };
        calls.iter().enumerate().filter_map(difference).collect()
    }
}
