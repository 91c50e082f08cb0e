//! Where data goes and comes from, and how sensitive it is.

pub(crate) mod features;
mod origin;
mod sensitive;
mod table;

use mcp_tool_risk_types::{Destination, Field, Sensitivity, Source};

use crate::Evidence;
use crate::grade::{Reading, Settled};
use crate::lexicon::{Act, Role};

pub(crate) struct Flow {
    pub(crate) destination: Destination,
    pub(crate) source: Source,
    pub(crate) input: Sensitivity,
    pub(crate) returned: Sensitivity,
    /// What is returned is private by its name: this raises the risk.
    pub(crate) private: bool,
    pub(crate) open: bool,
}

pub(crate) fn read(reading: &Reading<'_>, settled: &Settled, evidence: &mut Vec<Evidence>) -> Flow {
    let act = settled.act;
    let profile = act.profile();
    let features = features::read(reading, settled);
    let scores = origin::score(&features);
    // Statements are for a database, and what they return comes from there.
    let statements = act == Act::Execute && reading.params.iter().any(|p| p.role == Some(Role::Sql));
    let source = if statements { Source::Internal } else { profile.source.unwrap_or_else(|| scores.best()) };
    if profile.source.is_none() {
        origin::explain(reading, &features, source, Field::Source, evidence);
    }
    // What is kept is kept where such things are: in the organisation's systems, unless its words are the user's own.
    let destination = match profile.destination {
        Destination::Internal | Destination::User => {
            let home = if scores.of(Source::User) > scores.of(Source::Internal) { Source::User } else { Source::Internal };
            origin::explain(reading, &features, home, Field::Destination, evidence);
            if home == Source::User { Destination::User } else { Destination::Internal }
        }
        Destination::Public if statements => Destination::Internal,
        fixed => fixed,
    };
    let open = profile.open.unwrap_or(source == Source::UntrustedPublic || act == Act::Execute && !statements);
    let input = sensitive::input(reading, settled, evidence);
    let returned = sensitive::returned(reading, settled, source, evidence);
    Flow { destination, source, input, returned: returned.classes, private: returned.private, open }
}
