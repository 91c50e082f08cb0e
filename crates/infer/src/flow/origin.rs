//! Where what a tool returns comes from, by its words: a sum of weights that were learned (train/train.py).

use mcp_tool_risk_types::{Field, Source, sorted};

use super::features::{At, Feature};
use crate::grade::Reading;
use crate::{Evidence, Push};

/// The order of the columns of data/flow-weights.tsv.
const SOURCES: [Source; 5] = [Source::UntrustedPublic, Source::TrustedPublic, Source::Internal, Source::User, Source::System];

/// What speaks for each source, in quarters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scores([i32; 5]);

pub(super) fn score<'f>(features: impl IntoIterator<Item = &'f Feature>) -> Scores {
    let mut sum = [0; 5];
    for feature in features {
        for (sum, weight) in sum.iter_mut().zip(feature.weights) {
            *sum += i32::from(weight);
        }
    }
    Scores(sum)
}

impl Scores {
    /// What speaks for the source, in quarters.
    pub(super) fn of(self, source: Source) -> i32 {
        SOURCES.iter().zip(self.0).find(|(s, _)| **s == source).map_or(0, |(_, score)| score)
    }

    /// The source that most speaks for; of equals the one that is trusted least.
    pub(super) fn best(self) -> Source {
        SOURCES.iter().zip(self.0).rev().max_by_key(|(_, score)| *score).map_or(Source::UntrustedPublic, |(source, _)| *source)
    }
}

/// No more words than this are named as evidence, and none that weighs less.
const MOST_WORDS: usize = 3;
const LEAST_WEIGHT: i32 = 2;

/// Names the words that speak most for a source, against the mean of the others.
pub(super) fn explain(reading: &Reading<'_>, features: &[Feature], source: Source, field: Field, evidence: &mut Vec<Evidence>) {
    let column = SOURCES.iter().position(|s| *s == source).unwrap_or(0);
    // The features of one word stand one behind the other.
    let mut words: Vec<(At, i32)> = Vec::new();
    for Feature { weights, at, .. } in features.iter().filter(|f| f.at != At::Whole) {
        let weights = weights.map(i32::from);
        let of = weights.get(column).copied().unwrap_or(0);
        let weight = (5 * of - weights.iter().sum::<i32>()) / 4;
        match words.last_mut() {
            Some((last, sum)) if last == at => *sum += weight,
            _ => words.push((*at, weight)),
        }
    }
    words.retain(|(_, weight)| *weight >= LEAST_WEIGHT);
    // Equal ones by their place.
    for (at, _) in sorted(words, &|(x, a), (y, b)| b.cmp(a).then(x.cmp(y))).into_iter().take(MOST_WORDS) {
        let says = match source {
            Source::UntrustedPublic => "is a word of what anybody can write",
            Source::TrustedPublic => "is a word of public, curated data",
            Source::Internal => "is a word of an organisation's systems",
            Source::User => "is a word of what belongs to the user",
            Source::System => "is a word of what a tool makes itself",
        };
        let mut seen = match at {
            At::Name(start, end) => Evidence::span("/name", reading.called, start, end, says, Push::Sets, 1),
            At::Description(start, end) => Evidence::span("/description", reading.description, start, end, says, Push::Sets, 1),
            At::Param(index) => match reading.params.get(index) {
                Some(param) => Evidence::whole(&param.at, param.name, says, Push::Sets, 1),
                None => continue,
            },
            At::Whole => continue,
        };
        seen.fields = vec![field];
        evidence.push(seen);
    }
}
