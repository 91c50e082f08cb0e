//! Sources to a profile, profile and policy to a decision, with the reasons.
//!
//! Everything here is a pure function of its arguments: time and stored state come in as values, so a decision
//! can be replayed.

mod arguments;
mod bind;
mod canonical;
mod catalogue;
mod compile;
mod condition;
mod decide;
mod derive;
mod document;
mod explain;
mod facts;
mod fields;
mod import;
mod lint;
mod pattern;
mod presets;
mod profile;
mod regex;
mod report;
mod resolve;
#[cfg(feature = "schema")]
mod schema;
mod testing;
mod text;
mod time;
mod truth;
#[cfg(feature = "ts")]
mod typescript;
mod visible;

pub use bind::BoundProfile;
pub use canonical::canonical;
pub use catalogue::{Authorship, CATALOGUE_VERSION, Catalogue, CatalogueEntry, Origin, shape_digest};
pub use compile::{Named, OverrideClaims, Policy, PolicyError, ServerSettings, Strictness};
pub use condition::Context;
pub use decide::{Answer, Cause, Decision, Notice, Reasons};
pub use derive::{Derived, DerivedField, derive};
pub use document::*;
pub use explain::{Alternative, Change, Explanation, TracedCondition, TracedRule};
pub use facts::PreparedProfile;
pub use fields::Fields;
pub use import::{ImportFormat, ImportOptions, Imported, KnownServer, import_policy, karai::write as write_karai};
pub use lint::{Lint, LintCode, ToolName};
pub use presets::{PRESETS, preset};
pub use profile::{Conflict, FieldProfile, Provenance, RiskProfile};
pub use report::{Report, ReportField, ReportRow, ReportTool};
pub use resolve::{CatalogueClaims, InferenceMode, InferenceUse, Sources, resolve};
#[cfg(feature = "schema")]
pub use schema::{POLICY_SCHEMA_ID, policy_schema};
pub use testing::{Counts, Difference, Recorded, TestResult, run_tests};
pub use time::Moment;
pub use truth::Truth;
pub use visible::Visibility;
