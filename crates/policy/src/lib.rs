//! Sources to a profile, profile and policy to a decision, with the reasons.
//!
//! Everything here is a pure function of its arguments: time and stored state come in as values, so a decision
//! can be replayed.

mod catalogue;
mod derive;
mod fields;
mod profile;
mod resolve;
mod text;

pub use catalogue::{Authorship, CATALOGUE_VERSION, Catalogue, CatalogueEntry, Origin, shape_digest};
pub use derive::{Derived, DerivedField, derive};
pub use fields::Fields;
pub use profile::{Conflict, FieldProfile, Provenance, RiskProfile};
pub use resolve::{CatalogueClaims, InferenceMode, InferenceUse, Sources, resolve};
