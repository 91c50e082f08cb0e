//! Where data goes and comes from, and how sensitive it is.

use mcp_tool_risk_types::{DataClass, Destination, Sensitivity, Source};

use crate::Evidence;
use crate::grade::{Reading, Settled};
use crate::lexicon::{Act, Class, Classes, Role};

pub(crate) struct Flow {
    pub(crate) destination: Destination,
    pub(crate) source: Source,
    pub(crate) input: Sensitivity,
    pub(crate) returned: Sensitivity,
    pub(crate) open: bool,
}

pub(crate) fn read(reading: &Reading<'_>, settled: &Settled, _evidence: &mut Vec<Evidence>) -> Flow {
    let profile = settled.act.profile();
    let mut classes = reading.name.classes;
    classes.add(reading.text.classes);
    let read_like = settled.act.is_read_like();
    let source = profile.source.unwrap_or_else(|| source(classes));
    let open = profile.open.unwrap_or(source == Source::UntrustedPublic);
    let mut input = Sensitivity::none();
    let mut returned = Sensitivity::none();
    for param in &reading.params {
        match param.role {
            Some(Role::Credential | Role::Key) if param.kind != "boolean" && param.kind != "number" && param.kind != "integer" => {
                input.insert(DataClass::Credentials)
            }
            Some(Role::Person | Role::Recipient) if !read_like && param.is_free_text() => input.insert(DataClass::Pii),
            Some(Role::Money) if !read_like && matches!(settled.act, Act::Pay | Act::Transfer) => input.insert(DataClass::Financial),
            _ => {}
        }
    }
    if settled.acts.iter().any(|a| a.is_read_like() && *a != Act::Compute) {
        if settled.acts.contains(&Act::Secret) {
            returned.insert(DataClass::Credentials);
        } else if reading.name.object_classes.has(Class::Mail)
            || reading.name.object_classes.has(Class::Private)
            || reading.name.object_classes.has(Class::Person)
        {
            returned.insert(DataClass::Pii);
        }
    }
    Flow { destination: profile.destination, source, input, returned, open }
}

fn source(classes: Classes) -> Source {
    if classes.has(Class::Web) {
        Source::UntrustedPublic
    } else if classes.has(Class::Own) {
        Source::User
    } else if classes.has(Class::Internal) {
        Source::Internal
    } else if classes.has(Class::Market) {
        Source::TrustedPublic
    } else {
        Source::Internal
    }
}
