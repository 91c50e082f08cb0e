//! Compiled conditions.

use mcp_tool_risk_types::Field;
use mcp_tool_risk_types::json::Json;

use crate::arguments::ArgumentTest;
use crate::document::Mode;
use crate::facts::{NO_FINDINGS, PreparedProfile};
use crate::pattern::Glob;
use crate::profile::Provenance;
use crate::time::{Moment, Window};
use crate::truth::Truth;

/// Everything that a decision depends on besides policy and profile.
#[derive(Debug, Clone, Copy, Default)]
pub struct Context<'a> {
    /// How the host runs.
    pub mode: Mode,
    /// How many people can approve; absent: enough of them; 0 is headless.
    pub approvers_available: Option<u8>,
    /// The time at the host.
    pub now: Option<Moment>,
    /// The arguments of the call; absent where there is no call at hand.
    pub arguments: Option<&'a Json<'a>>,
    /// The schema of the arguments, for its defaults.
    pub schema: Option<&'a Json<'a>>,
}

impl Context<'_> {
    /// Whether nobody is there to be asked.
    pub fn is_headless(&self) -> bool {
        self.mode == Mode::Headless || self.approvers_available == Some(0)
    }
}

/// What conditions are evaluated on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) profile: &'a PreparedProfile,
    pub(crate) context: &'a Context<'a>,
    /// The agent's trust level.
    pub(crate) trust_level: Option<u8>,
}

/// A condition. Whether any element or all must fit, and how an unknown field counts, was settled when it was compiled:
/// it depends on the rule's effect and on the number of `not`s around.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Condition {
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
    Const(bool),
    Field {
        field: Field,
        /// The words that fit.
        mask: u8,
        /// The same without `atLeast`, where that is true of an unknown field.
        mask_if_unknown: u8,
        any: bool,
    },
    /// The field minTrustLevel is above the agent's trust level.
    BelowMinTrust {
        any: bool,
        /// Whether it is true of an unknown field.
        if_unknown: bool,
        wanted: bool,
    },
    Effects {
        words: Vec<String>,
        any: bool,
    },
    Server(Vec<Glob>),
    Tool(Vec<Glob>),
    Provenance {
        field: Field,
        sources: Vec<Provenance>,
    },
    Confidence {
        field: Field,
        least: u8,
        most: u8,
    },
    Findings {
        mask: u64,
        any: bool,
    },
    Mode(Vec<Mode>),
    Time(Window),
    Argument(ArgumentTest),
}

impl Condition {
    pub(crate) fn eval(&self, scene: &Scene<'_>) -> Truth {
        let Scene { profile, context, .. } = scene;
        match self {
            Self::All(parts) => {
                let mut truth = Truth::True;
                for part in parts {
                    truth = truth.and(part.eval(scene));
                    if truth == Truth::False {
                        break;
                    }
                }
                truth
            }
            Self::Any(parts) => {
                let mut truth = Truth::False;
                for part in parts {
                    truth = truth.or(part.eval(scene));
                    if truth == Truth::True {
                        break;
                    }
                }
                truth
            }
            Self::Not(part) => !part.eval(scene),
            Self::Const(holds) => (*holds).into(),
            Self::Field { field, mask, mask_if_unknown, any } => match profile.fact(*field) {
                Some(fact) => fact.test(if fact.is_known() { *mask } else { *mask_if_unknown }, *any),
                None => Truth::Unknown,
            },
            Self::BelowMinTrust { any, if_unknown, wanted } => {
                let below = below_min_trust(scene, *any, *if_unknown);
                if *wanted { below } else { !below }
            }
            Self::Effects { words, any } => profile.effects().test(words, *any),
            Self::Server(globs) => globs.iter().any(|glob| glob.matches(profile.server())).into(),
            Self::Tool(globs) => globs.iter().any(|glob| glob.matches(profile.tool())).into(),
            Self::Provenance { field, sources } => {
                profile.provenance(*field).map_or(Truth::Unknown, |source| sources.contains(&source).into())
            }
            Self::Confidence { field, least, most } => {
                profile.confidence(*field).map_or(Truth::Unknown, |confidence| (*least..=*most).contains(&confidence).into())
            }
            Self::Findings { mask, any } => {
                let findings = profile.findings();
                let fits = if *any { findings & mask != 0 } else { findings & !mask == 0 };
                fits.into()
            }
            Self::Mode(modes) => modes.contains(&context.mode).into(),
            Self::Time(window) => window.holds(context.now),
            Self::Argument(test) => test.eval(context.arguments, context.schema),
        }
    }

    /// Whether it can be true or false as the arguments or the moment of a call want.
    pub(crate) fn depends_on_call(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Self::depends_on_call),
            Self::Not(part) => part.depends_on_call(),
            Self::Argument(_) | Self::Time(_) => true,
            _ => false,
        }
    }
}

fn below_min_trust(scene: &Scene<'_>, any: bool, if_unknown: bool) -> Truth {
    let Some(level) = scene.trust_level.filter(|level| *level < 5) else { return Truth::False };
    match scene.profile.fact(Field::MinTrustLevel) {
        Some(fact) if if_unknown && !fact.is_known() => Truth::True,
        // The bits of the levels stand in their order, the first level's is the lowest.
        Some(fact) => fact.test(u8::MAX << level, any),
        None => Truth::Unknown,
    }
}

/// The mask of findings with the words; `none` is the absence of any.
pub(crate) fn findings_mask(codes: &[mcp_tool_risk_types::Code], none: bool) -> u64 {
    let mask = codes.iter().fold(0, |mask, code| mask | crate::facts::finding_bit(*code));
    if none { mask | NO_FINDINGS } else { mask }
}
