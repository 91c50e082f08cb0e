//! What parameters let a caller do, whatever the name says: pick an action, run code, fetch addresses, write files.

mod beside;
mod choices;
mod execution;

pub(crate) use self::choices::{actions, explained, only_reads};
pub(crate) use self::execution::LANGUAGES;
use crate::Evidence;
use crate::grade::Reading;
use crate::lexicon::Act;

/// Adds the acts that parameters make possible and narrows a bare `execute` that they bound.
/// Whether anything was found that the parameters decide.
pub(crate) fn powers(reading: &Reading<'_>, acts: &mut Vec<Act>, evidence: &mut Vec<Evidence>) -> bool {
    let decided = execution::execution(reading, acts, evidence);
    beside::beside(reading, acts, evidence);
    decided
}
