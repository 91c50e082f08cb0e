//! Sources to a profile, profile and policy to a decision, with the reasons.
//!
//! Everything here is a pure function of its arguments: time and stored state come in as values, so a decision
//! can be replayed.

mod arguments;
mod canonical;
mod catalogue;
mod compile;
mod condition;
mod decide;
mod derive;
mod document;
mod facts;
mod fields;
mod import;
mod pattern;
mod presets;
mod profile;
mod resolve;
mod text;
mod time;
mod truth;

pub use canonical::canonical;
pub use catalogue::{Authorship, CATALOGUE_VERSION, Catalogue, CatalogueEntry, Origin, shape_digest};
pub use compile::{Named, OverrideClaims, Policy, PolicyError, ServerSettings, Strictness};
pub use condition::Context;
pub use decide::{Answer, Cause, Decision, Notice, Reasons};
pub use derive::{Derived, DerivedField, derive};
pub use document::*;
pub use facts::PreparedProfile;
pub use fields::Fields;
pub use import::{ImportFormat, ImportOptions, Imported, KnownServer, import_policy, karai::write as write_karai};
pub use presets::{PRESETS, preset};
pub use profile::{Conflict, FieldProfile, Provenance, RiskProfile};
pub use resolve::{CatalogueClaims, InferenceMode, InferenceUse, Sources, resolve};
pub use time::Moment;
pub use truth::Truth;
