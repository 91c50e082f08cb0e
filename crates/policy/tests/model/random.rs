//! Random sources, policies and calls, for the engine and for the model alike.

use std::collections::BTreeMap;

use mcp_tool_risk_infer::Inferred;
use mcp_tool_risk_policy::{CatalogueClaims, InferenceMode, InferenceUse, Sources};
use mcp_tool_risk_types::*;

use crate::reference::{Cond, DENY, How, LayerModel, Rule, Said, universe, words};

/// The number of cases: few by default, as many as the environment says in the full run.
pub fn cases() -> usize {
    std::env::var("PROPERTY_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(300)
}

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    /// True once in so many times.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'s, T>(&mut self, items: &'s [T]) -> &'s T {
        &items[self.below(items.len())]
    }

    pub fn value(&mut self, field: Field) -> Value {
        self.pick(&universe(field)).clone()
    }

    fn field(&mut self) -> Field {
        // The fields that presets and people look at come up more often.
        match self.below(3) {
            0 => *self.pick(&[Field::RiskLevel, Field::Category, Field::Approval, Field::RequiresReview, Field::Outcome]),
            _ => *self.pick(Field::ALL),
        }
    }

    pub fn claims(&mut self, most: usize) -> BTreeMap<Field, Claim> {
        let mut claims = BTreeMap::new();
        for _ in 0..self.below(most + 1) {
            let field = self.field();
            let is_set = matches!(field.kind(), Kind::Set | Kind::Possible);
            let claim = match self.below(12) {
                0 => Claim::unknown(),
                1 if is_set => Claim { value: Some(self.value(field)), unknown: true },
                _ => Claim::known(self.value(field)),
            };
            claims.insert(field, claim);
        }
        claims
    }

    pub fn said(&mut self) -> Said {
        let some = |random: &mut Self, times: usize, most: usize| if random.one_in(times) { random.claims(most) } else { BTreeMap::new() };
        let inferred = self.claims(8);
        Said {
            operator: some(self, 3, 3),
            project: some(self, 6, 3),
            catalogue: some(self, 3, 6),
            verified: self.one_in(2),
            declaration: some(self, 2, 6),
            inference: inferred
                .into_iter()
                .filter_map(|(field, claim)| Some((field, (claim.value.filter(|_| !claim.unknown)?, *self.pick(&[20, 50, 80])))))
                .collect(),
        }
    }

    pub fn trust(&mut self) -> ServerTrust {
        *self.pick(ServerTrust::ALL)
    }

    pub fn how(&mut self) -> (How, BTreeMap<Field, u8>) {
        let how = *self.pick(&[How::Accept, How::Accept, How::Advise, How::Ignore]);
        let least = if self.one_in(2) { BTreeMap::new() } else { (0..3).map(|_| (self.field(), 50)).collect() };
        (how, least)
    }

    fn leaf(&mut self) -> Cond {
        let field = self.field();
        let ordered = !matches!(field.kind(), Kind::Set);
        let word = self.pick(&words(field)).0.clone();
        match self.below(12) {
            0 => {
                let mut sources = vec![self.below(5)];
                sources.extend((0..5).filter(|_| self.one_in(2)));
                Cond::Provenance(field, sources)
            }
            1 => Cond::Confidence(field, *self.pick(&[30, 60, 90])),
            2 => Cond::Finding(self.one_in(2)),
            3 => Cond::BelowMinTrust,
            4 => Cond::Tool(self.one_in(2)),
            5 => Cond::Mode(self.below(3)),
            6 => Cond::Argument(self.below(3) as i64),
            7 | 8 if ordered => Cond::AtLeast(field, word),
            9 if ordered => Cond::AtMost(field, word),
            _ => {
                let mut fits = vec![word];
                while self.one_in(2) {
                    fits.push(self.pick(&words(field)).0.clone());
                }
                if matches!(field, Field::Source | Field::SideEffects) && self.one_in(3) {
                    fits.push("none".to_owned());
                }
                Cond::In(field, fits)
            }
        }
    }

    pub fn cond(&mut self, depth: usize) -> Cond {
        if depth == 0 || self.one_in(3) {
            return self.leaf();
        }
        let parts = |random: &mut Self| (0..1 + random.below(3)).map(|_| random.cond(depth - 1)).collect();
        match self.below(5) {
            0 | 1 => Cond::All(parts(self)),
            2 | 3 => Cond::Any(parts(self)),
            _ => Cond::Not(Box::new(self.cond(depth - 1))),
        }
    }

    pub fn rule(&mut self) -> Rule {
        let does = *self.pick(&[0, 0, 1, 1, 2, 3, DENY]);
        let is_final = does > 0 && does < DENY && self.one_in(4);
        let when = if self.one_in(8) && does != DENY { None } else { Some(self.cond(2)) };
        Rule { does, is_final, when }
    }

    pub fn layer(&mut self, kind: u8) -> LayerModel {
        let maybe = |random: &mut Self| if random.one_in(2) { None } else { Some(random.one_in(2)) };
        LayerModel {
            kind,
            rules: (0..self.below(6)).map(|_| self.rule()).collect(),
            default: if self.one_in(2) { None } else { Some(*self.pick(&[0, 1, DENY])) },
            unknown_denies: self.one_in(3),
            short_denies: maybe(self),
            headless_denies: maybe(self),
            may_allow: kind < 2 && self.one_in(4),
            trust_level: if self.one_in(2) { None } else { Some(1 + self.below(5) as u8) },
        }
    }

    /// Layers from the outermost to the innermost.
    pub fn layers(&mut self) -> Vec<LayerModel> {
        let mut layers: Vec<LayerModel> = Vec::new();
        for kind in [0, 1, 1, 2] {
            if self.one_in(2) {
                layers.push(self.layer(kind));
            }
        }
        if layers.is_empty() {
            layers.push(self.layer(1));
        }
        layers
    }
}

pub fn field_map(claims: &BTreeMap<Field, Claim>) -> FieldMap<Claim> {
    claims.iter().map(|(field, claim)| (*field, claim.clone())).collect()
}

pub fn sources(said: &Said) -> Sources {
    Sources {
        operator: field_map(&said.operator),
        project: field_map(&said.project),
        catalogue: CatalogueClaims { claims: field_map(&said.catalogue), verified: said.verified },
        declaration: field_map(&said.declaration),
        inference: (said.inference.iter())
            .map(|(field, (value, confidence))| (*field, Inferred { value: value.clone(), confidence: *confidence }))
            .collect(),
        findings: Vec::new(),
    }
}

pub fn inference_use(how: How, least: &BTreeMap<Field, u8>) -> InferenceUse {
    let mode = match how {
        How::Accept => InferenceMode::Accept,
        How::Advise => InferenceMode::Advise,
        How::Ignore => InferenceMode::Ignore,
    };
    InferenceUse { mode, least_confidence: least.iter().map(|(field, least)| (*field, *least)).collect() }
}

fn literal(field: Field, word: &str) -> String {
    let bare = field == Field::MinTrustLevel || matches!(field.kind(), Kind::TrueIsStricter | Kind::FalseIsStricter);
    if bare { word.to_owned() } else { format!("\"{word}\"") }
}

/// A condition as it is written.
pub fn cond_json(cond: &Cond) -> String {
    let list = |parts: &[Cond]| parts.iter().map(cond_json).collect::<Vec<_>>().join(",");
    match cond {
        Cond::All(parts) => format!(r#"{{"all":[{}]}}"#, list(parts)),
        Cond::Any(parts) => format!(r#"{{"any":[{}]}}"#, list(parts)),
        Cond::Not(part) => format!(r#"{{"not":{}}}"#, cond_json(part)),
        Cond::In(field, fits) => {
            let fits: Vec<String> = fits.iter().map(|word| literal(*field, word)).collect();
            format!(r#"{{"{}":[{}]}}"#, field.word(), fits.join(","))
        }
        Cond::AtLeast(field, word) => format!(r#"{{"{}":{{"atLeast":{}}}}}"#, field.word(), literal(*field, word)),
        Cond::AtMost(field, word) => format!(r#"{{"{}":{{"atMost":{}}}}}"#, field.word(), literal(*field, word)),
        Cond::Provenance(field, sources) => {
            let names = ["override", "project", "catalogue", "declaration", "inference"];
            let sources: Vec<String> = sources.iter().map(|source| format!("\"{}\"", names[*source])).collect();
            format!(r#"{{"provenance":{{"{}":[{}]}}}}"#, field.word(), sources.join(","))
        }
        Cond::Confidence(field, least) => format!(r#"{{"confidence":{{"{}":{{"atLeast":{least}}}}}}}"#, field.word()),
        Cond::Finding(false) => r#"{"findings":"none"}"#.to_owned(),
        Cond::Finding(true) => r#"{"not":{"findings":"none"}}"#.to_owned(),
        Cond::BelowMinTrust => r#"{"belowMinTrust":true}"#.to_owned(),
        Cond::Tool(true) => r#"{"tool":"to*"}"#.to_owned(),
        Cond::Tool(false) => r#"{"tool":"x*"}"#.to_owned(),
        Cond::Mode(mode) => format!(r#"{{"mode":"{}"}}"#, ["interactive", "headless", "plan"][*mode]),
        Cond::Argument(number) => format!(r#"{{"arguments":{{"/a":{number}}}}}"#),
    }
}

/// A layer as it is written.
pub fn layer_json(layer: &LayerModel) -> String {
    let mut parts = vec![r#""version":1"#.to_owned()];
    parts.push(format!(r#""layer":"{}""#, ["organisation", "user", "project"][usize::from(layer.kind)]));
    let effect = |does: u32| match does {
        0 => r#""allow""#,
        DENY => r#""deny""#,
        _ => r#""ask""#,
    };
    let rules: Vec<String> = (layer.rules.iter().enumerate())
        .map(|(at, rule)| {
            let approvers = if rule.does > 0 && rule.does < DENY { format!(r#","approvers":{}"#, rule.does) } else { String::new() };
            let is_final = if rule.is_final { r#","final":true"# } else { "" };
            let when = rule.when.as_ref().map_or_else(String::new, |when| format!(r#","when":{}"#, cond_json(when)));
            format!(r#"{{"id":"r{at}","effect":{}{approvers}{is_final}{when}}}"#, effect(rule.does))
        })
        .collect();
    parts.push(format!(r#""rules":[{}]"#, rules.join(",")));
    if let Some(default) = layer.default {
        parts.push(format!(r#""default":{}"#, effect(default)));
    }
    let word = |denies: bool| if denies { "deny" } else { "ask" };
    parts.push(format!(r#""onUnknown":"{}""#, word(layer.unknown_denies)));
    parts.extend(layer.short_denies.map(|denies| format!(r#""short":"{}""#, word(denies))));
    parts.extend(layer.headless_denies.map(|denies| format!(r#""headless":"{}""#, word(denies))));
    parts.extend(layer.trust_level.map(|level| format!(r#""trustLevel":{level}"#)));
    if layer.may_allow {
        parts.push(r#""projectMayAllow":true"#.to_owned());
    }
    format!("{{{}}}", parts.join(","))
}
