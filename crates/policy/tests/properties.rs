//! The engine against the model, and what must hold of every policy.
//!
//! `PROPERTY_CASES=100000 cargo test --release -p mcp-tool-risk-policy --test properties` is the full run.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::expect_used, reason = "tests and their helpers")]
#![allow(unreachable_pub, clippy::needless_range_loop, clippy::nonminimal_bool, reason = "the model reads like the rules")]
#![allow(clippy::enum_variant_names, clippy::type_complexity, reason = "the model reads like the rules")]

#[path = "model/random.rs"]
mod random;
#[path = "model/reference.rs"]
mod reference;

use std::collections::BTreeMap;

use mcp_tool_risk_policy::*;
use mcp_tool_risk_types::json::parse;
use mcp_tool_risk_types::*;
use random::{Random, cases, cond_json, field_map, inference_use, layer_json, sources};
use reference::{Cond, DENY, LayerModel, Resolved, World};

const ROWS: [Provenance; 5] =
    [Provenance::Override, Provenance::Project, Provenance::Catalogue, Provenance::Declaration, Provenance::Inference];

/// The engine's profile as the model has it.
fn as_model(profile: &RiskProfile) -> BTreeMap<Field, Resolved> {
    let resolved = |entry: &FieldProfile| Resolved {
        value: entry.value.clone(),
        floor: entry.floor.clone(),
        source: ROWS.iter().position(|row| *row == entry.provenance),
        confidence: entry.confidence,
    };
    profile.fields.iter().map(|(field, entry)| (field, resolved(entry))).collect()
}

fn random_profile(random: &mut Random) -> RiskProfile {
    let (how, least) = random.how();
    resolve(&sources(&random.said()), random.trust(), &inference_use(how, &least))
}

/// A call in a context.
struct Call {
    mode: usize,
    available: Option<u8>,
    argument: Option<Vec<i64>>,
}

impl Call {
    fn random(random: &mut Random) -> Self {
        let argument = if random.one_in(3) { None } else { Some((0..random.below(4)).map(|_| random.below(3) as i64).collect()) };
        let available = if random.one_in(2) { None } else { Some(random.below(4) as u8) };
        Self { mode: random.below(3), available, argument }
    }

    /// Somebody is there, and enough of them.
    fn attended(mut self) -> Self {
        self.available = None;
        self.mode = if self.mode == 1 { 0 } else { self.mode };
        self
    }

    fn decide(&self, policy: &Policy, profile: &RiskProfile) -> Decision {
        let text = self.argument.as_ref().map(|elements| match elements.as_slice() {
            [one] => format!(r#"{{"a":{one}}}"#),
            many => format!(r#"{{"a":[{}]}}"#, many.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")),
        });
        let parsed = text.as_ref().map(|text| parse(text).unwrap().value);
        let context =
            Context { mode: Mode::ALL[self.mode], approvers_available: self.available, arguments: parsed.as_ref(), ..Context::default() };
        let prepared = PreparedProfile::new("server", "tool", profile);
        let decision = policy.decide(&prepared, &context);
        // What is bound decides as what is not.
        assert_eq!(policy.decide_bound(&policy.bind(prepared), &context), decision);
        decision
    }
}

fn compile(layers: &[LayerModel]) -> Policy {
    let texts: Vec<String> = layers.iter().map(layer_json).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    Policy::compile(&texts, &[]).unwrap_or_else(|errors| panic!("{errors:?} of {texts:?}"))
}

fn number(decision: &Decision) -> u32 {
    match decision.effect() {
        EffectWord::Allow => 0,
        EffectWord::Ask => u32::from(decision.approvers()),
        EffectWord::Deny => DENY,
    }
}

#[test]
fn derive_is_as_the_model_has_it() {
    let mut random = Random::new(1);
    for _ in 0..cases() {
        let source = random.claims(9);
        let (engine, model) = (derive(&field_map(&source)), reference::derive(&source));
        for field in Field::ALL {
            let engine = engine.fields.get(*field).map(|entry| (entry.value.clone(), entry.floor.clone(), entry.unknown));
            let model = model.get(field).map(|entry| (entry.value.clone(), entry.floor.clone(), entry.unknown));
            assert_eq!(engine, model, "{field:?} of {source:?}");
        }
    }
}

#[test]
fn resolve_is_as_the_model_has_it() {
    let mut random = Random::new(2);
    for _ in 0..cases() {
        let (said, trust, (how, least)) = (random.said(), random.trust(), random.how());
        let engine = as_model(&resolve(&sources(&said), trust, &inference_use(how, &least)));
        let model = reference::resolve(&said, trust, how, &least);
        for field in Field::ALL {
            assert_eq!(engine[field], model[field], "{field:?} {trust} {how:?} of {:?}", sources(&said));
        }
    }
}

#[test]
fn decide_is_as_the_model_has_it() {
    let mut random = Random::new(3);
    let mut seen = BTreeMap::new();
    for _ in 0..cases() {
        let (layers, profile, call) = (random.layers(), random_profile(&mut random), Call::random(&mut random));
        let policy = compile(&layers);
        let decision = call.decide(&policy, &profile);
        let model_profile = as_model(&profile);
        let world = World {
            profile: &model_profile,
            finding: !profile.diagnostics.is_empty(),
            mode: call.mode,
            argument: call.argument.clone(),
            trust_level: None,
        };
        let (effect, changed) = reference::decide(&layers, &world, call.mode == 1, call.available.map(u32::from));
        assert_eq!(
            (number(&decision), decision.notice.is_some()),
            (effect, changed),
            "{:?}\n{profile:?}\n{:?} {:?} {:?}",
            layers.iter().map(layer_json).collect::<Vec<_>>(),
            call.mode,
            call.available,
            call.argument
        );
        *seen.entry(effect).or_insert(0) += 1;
    }
    // The cases must not all come out alike.
    for effect in [0, 1, 2, 3, DENY] {
        assert!(seen.get(&effect).is_some_and(|count| *count > cases() / 100), "{seen:?}");
    }
}

#[test]
fn adding_a_deny_rule_never_loosens() {
    let mut random = Random::new(4);
    for _ in 0..cases() {
        let (mut layers, profile, call) = (random.layers(), random_profile(&mut random), Call::random(&mut random));
        let before = number(&call.decide(&compile(&layers), &profile));
        let (cond, at) = (random.cond(2), random.below(layers.len()));
        let place = random.below(layers[at].rules.len() + 1);
        layers[at].rules.insert(place, reference::Rule { does: DENY, is_final: false, when: Some(cond) });
        let after = number(&call.decide(&compile(&layers), &profile));
        assert!(after >= before, "{before} became {after}: {:?}", layers.iter().map(layer_json).collect::<Vec<_>>());
    }
}

#[test]
fn removing_information_never_allows_and_with_on_unknown_deny_never_loosens() {
    let mut random = Random::new(5);
    for _ in 0..cases() {
        let (mut layers, profile, mut call) = (random.layers(), random_profile(&mut random), Call::random(&mut random));
        let strict = random.one_in(2);
        if strict {
            layers.iter_mut().for_each(|layer| layer.unknown_denies = true);
        }
        let policy = compile(&layers);
        let before = number(&call.decide(&policy, &profile));
        let mut less = profile.clone();
        if random.one_in(5) {
            call.argument = None;
        } else {
            less.fields.insert(Field::ALL[random.below(FIELD_COUNT)], FieldProfile::unknown());
        }
        let after = number(&call.decide(&policy, &less));
        let what = || format!("{before} became {after}: {:?}\n{profile:?}\n{less:?}", layers.iter().map(layer_json).collect::<Vec<_>>());
        assert!(before == 0 || after > 0, "{}", what());
        assert!(!strict || after >= before, "{}", what());
    }
}

#[test]
fn raising_a_field_never_loosens_under_a_preset() {
    let mut random = Random::new(6);
    let presets: Vec<Policy> = PRESETS.iter().map(|(_, text)| Policy::compile(&[text], &[]).unwrap()).collect();
    let levels: Vec<Policy> = (PRESETS.iter())
        .map(|(name, _)| Policy::compile(&[&format!(r#"{{"version":1,"extends":"{name}","trustLevel":3}}"#)], &[]).unwrap())
        .collect();
    for _ in 0..cases() {
        let (profile, call) = (random_profile(&mut random), Call::random(&mut random));
        let field = Field::ALL[random.below(FIELD_COUNT)];
        let mut raised = profile.clone();
        let more = random.value(field);
        let entry = raised.fields.get_mut(field).unwrap();
        match (&entry.value, &entry.floor) {
            (Some(value), _) => entry.value = Some(value.join(&more, field)),
            (None, Some(floor)) => entry.floor = Some(floor.join(&more, field)),
            (None, None) => entry.floor = Some(more),
        }
        for policy in presets.iter().chain(&levels) {
            let (before, after) = (number(&call.decide(policy, &profile)), number(&call.decide(policy, &raised)));
            assert!(after >= before, "{:?}: {before} became {after}: {field:?} of {profile:?} to {raised:?}", policy.layer_names().next());
        }
    }
}

#[test]
fn an_inner_layer_never_loosens_a_deny_or_what_is_final() {
    let mut random = Random::new(7);
    for _ in 0..cases() {
        let (mut layers, profile, call) = (random.layers(), random_profile(&mut random), Call::random(&mut random).attended());
        let outer = compile(&layers);
        let before = call.decide(&outer, &profile);
        let innermost = layers.iter().map(|layer| layer.kind).max().unwrap();
        let kind = innermost.max(1 + random.below(2) as u8);
        let mut inner = random.layer(kind);
        // What a project may do was said by the operators before.
        inner.may_allow = false;
        layers.push(inner);
        let after = number(&call.decide(&compile(&layers), &profile));
        let binding = match before.cause {
            Cause::Rule { layer, rule } | Cause::Unknown { layer, rule } => {
                let rule = &layers[layer].rules[rule];
                rule.is_final || rule.does == DENY || layers[layer].kind == 2 && !layers.iter().any(|layer| layer.may_allow)
            }
            _ => false,
        };
        if binding {
            let before = number(&before);
            assert!(after >= before, "{before} became {after}: {:?}", layers.iter().map(layer_json).collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_project_only_tightens_unless_it_may_allow() {
    let mut random = Random::new(8);
    for _ in 0..cases() {
        let (mut layers, profile, call) = (random.layers(), random_profile(&mut random), Call::random(&mut random));
        layers.retain(|layer| layer.kind < 2);
        layers.iter_mut().for_each(|layer| layer.may_allow = false);
        if layers.is_empty() {
            continue;
        }
        // What counts without a document that says so counts with a project's document too.
        let mut project = random.layer(2);
        for (own, of) in [(&mut project.short_denies, 0), (&mut project.headless_denies, 1)] {
            let given = |layer: &LayerModel| if of == 0 { layer.short_denies } else { layer.headless_denies };
            if layers.iter().all(|layer| given(layer).is_none()) {
                *own = None;
            }
        }
        let before = number(&call.decide(&compile(&layers), &profile));
        layers.push(project);
        let after = number(&call.decide(&compile(&layers), &profile));
        assert!(after >= before, "{before} became {after}: {:?}", layers.iter().map(layer_json).collect::<Vec<_>>());
    }
}

#[test]
fn a_project_cannot_raise_trust() {
    let mut random = Random::new(9);
    let trusts = ["untrusted", "known", "trusted"];
    for _ in 0..cases() {
        let setting = |random: &mut Random, layer: &str| {
            let server = *random.pick(&["*", "a*", "server"]);
            let trust = *random.pick(&trusts);
            let mode = *random.pick(&["accept", "advise", "ignore"]);
            let confidence = random.below(101);
            let level = 1 + random.below(5);
            format!(
                r#"{{"version":1,"layer":"{layer}","trustLevel":{level},
                    "servers":[{{"server":"{server}","trust":"{trust}","inference":{{"mode":"{mode}","leastConfidence":{confidence}}}}}]}}"#
            )
        };
        let user = setting(&mut random, "user");
        let project = setting(&mut random, "project");
        let alone = Policy::compile(&[&user], &[]).unwrap();
        let both = Policy::compile(&[&user, &project], &[]).unwrap();
        let (before, after) = (alone.server("server"), both.server("server"));
        assert!(after.trust.rank() <= before.trust.rank(), "{user} {project}");
        assert!(both.trust_level() <= alone.trust_level());
        assert!(after.inference.mode == before.inference.mode || after.inference.mode == InferenceMode::Advise);
        for field in Field::ALL {
            assert!(after.inference.least_confidence.get(*field) >= before.inference.least_confidence.get(*field));
        }
    }
}

/// A value can only become stricter, or unknown; a floor can only rise.
fn assert_no_lower(before: &RiskProfile, after: &RiskProfile, what: &str) {
    for (field, was) in before.fields.iter() {
        let is = after.fields.get(field).unwrap();
        match (&was.value, &is.value) {
            (Some(was), Some(is)) => assert!(was.at_most(is, field), "{field:?} {what}"),
            (None, Some(is)) => assert_eq!(Some(is), Value::most_restrictive(field).as_ref(), "{field:?} {what}"),
            (_, None) => {
                let floor = was.floor.as_ref().or(was.value.as_ref());
                assert!(floor.is_none_or(|floor| is.floor.as_ref().is_some_and(|is| floor.at_most(is, field))), "{field:?} {what}");
            }
        }
    }
}

#[test]
fn a_server_that_is_not_trusted_never_lowers_a_field() {
    let mut random = Random::new(10);
    for _ in 0..cases() {
        let (mut said, (how, least)) = (random.said(), random.how());
        let trust = *random.pick(&[ServerTrust::Untrusted, ServerTrust::Known]);
        said.declaration = random.claims(9);
        let with = resolve(&sources(&said), trust, &inference_use(how, &least));
        let declaration = std::mem::take(&mut said.declaration);
        let without = resolve(&sources(&said), trust, &inference_use(how, &least));
        assert_no_lower(&without, &with, &format!("{declaration:?} {:?}", sources(&said)));
    }
}

#[test]
fn less_trust_never_lowers_a_field_that_a_declaration_gives() {
    let mut random = Random::new(11);
    for _ in 0..cases() {
        let mut said = random.said();
        said.inference.clear();
        let (how, least) = random.how();
        let at = |trust| resolve(&sources(&said), trust, &inference_use(how, &least));
        assert_no_lower(&at(ServerTrust::Trusted), &at(ServerTrust::Known), &format!("{:?}", sources(&said)));
    }
}

#[test]
fn every_input_yields_one_decision_and_errors_are_denials() {
    let mut random = Random::new(12);
    for _ in 0..cases() {
        // A document with a random piece missing or doubled is refused or compiles; it never panics, and what
        // compiles decides.
        let text = layer_json(&random.layer(1));
        let bytes = text.as_bytes();
        let (from, to) = (random.below(bytes.len()), random.below(bytes.len()));
        let mut broken = bytes[..from].to_vec();
        broken.extend_from_slice(&bytes[to..]);
        let broken = String::from_utf8_lossy(&broken).into_owned();
        match Policy::compile(&[&broken], &[]) {
            Ok(policy) => {
                let decision = Call::random(&mut random).decide(&policy, &random_profile(&mut random));
                assert_eq!(decision.approvers() > 0, decision.effect() == EffectWord::Ask);
                assert!(!policy.reasons(&decision).message.is_empty());
            }
            Err(errors) => assert!(!errors.is_empty() && errors.iter().all(|error| !error.message.is_empty())),
        }
    }
    for code in Code::ALL {
        assert_eq!(Decision::error(*code).effect(), EffectWord::Deny);
    }
}

#[test]
fn conditions_are_written_as_they_are_read() {
    let mut random = Random::new(13);
    for _ in 0..cases() / 10 {
        let cond = Cond::All(vec![random.cond(3)]);
        let text = cond_json(&cond);
        let when: When = json::from_json(&parse(&text).unwrap().value).unwrap();
        let again: When = json::from_json(&parse(&json::to_text(&when)).unwrap().value).unwrap();
        assert_eq!(when, again, "{text}");
    }
}
