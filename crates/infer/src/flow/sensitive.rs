//! How sensitive what goes in and comes out is.

use mcp_tool_risk_types::{DataClass, Field, Sensitivity, Source};

use super::{features, table};
use crate::grade::{Reading, Settled};
use crate::lexicon::{self, Act, Class, Classes, Role};
use crate::schema::Param;
use crate::{Evidence, Push};

/// What the parameters accept.
pub(super) fn input(reading: &Reading<'_>, settled: &Settled, evidence: &mut Vec<Evidence>) -> Sensitivity {
    let mut classes = Sensitivity::none();
    for param in &reading.params {
        if let Some((class, says)) = accepts(param, reading, settled) {
            if !classes.contains(class) {
                let mut seen = Evidence::whole(&param.at, param.name, says, Push::Raises, 2);
                seen.fields = vec![Field::InputSensitivity];
                evidence.push(seen);
            }
            classes.insert(class);
        }
    }
    classes
}

fn accepts(param: &Param<'_>, reading: &Reading<'_>, settled: &Settled) -> Option<(DataClass, &'static str)> {
    let act = settled.act;
    let text = !matches!(param.kind, "boolean" | "number" | "integer") && param.is_free_text();
    let has = |word: &str| param.words.split(' ').any(|w| w == word);
    match param.role {
        // A count of tokens, a symbol that is called a token, a token that confirms, are no secrets.
        Some(Role::Credential | Role::Key) if text && !reading.name.classes.has(Class::Coin) => {
            return Some((DataClass::Credentials, "takes a secret"));
        }
        _ => {}
    }
    if text && (has("password") || has("secret") || (has("api") && (has("key") || has("keys"))) || has("token") && has("user")) {
        return Some((DataClass::Credentials, "takes a secret"));
    }
    if has("account") && has("number")
        || has("routing")
        || has("iban")
        || has("tax") && (has("id") || has("identifier"))
        || has("card") && has("number")
    {
        return Some((DataClass::Financial, "takes details of an account"));
    }
    if matches!(act, Act::Pay | Act::Transfer) && param.role == Some(Role::Money) {
        return Some((DataClass::Financial, "takes an amount of money"));
    }
    let coins = matches!(act, Act::Pay | Act::Transfer);
    let changes = !act.is_read_like();
    match param.role {
        Some(Role::Person | Role::Recipient) if changes && !coins && text => Some((DataClass::Pii, "takes details of a person")),
        _ => None,
    }
}

/// What is returned.
pub(super) struct Returned {
    pub(super) classes: Sensitivity,
    /// The name's object says that it is private, whatever the other words say of its source: this raises the risk.
    pub(super) private: bool,
}

/// Names for people, for oneself among them.
const PEOPLE: &[&str] = &["me", "whoami", "profile", "user", "users", "member", "members", "people", "person"];

/// Whether the things that the name and the first sentence speak of are rather public. Verbs have no say, nor have
/// parameters and further sentences: what raises the risk must not make private data public.
fn public(reading: &Reading<'_>) -> bool {
    let end = reading.description.find(['.', '\n', '。']).unwrap_or(reading.description.len());
    let words = reading.name.tokens.iter().chain(reading.text.words.iter().take_while(|t| t.end <= end));
    let mut balance = 0;
    for token in words.filter(|t| lexicon::word(&t.text).is_none()) {
        match table::home(&features::fold(&token.text)) {
            Some(b'w' | b'p') => balance += 1,
            Some(b'i' | b'u') => balance -= 1,
            _ => {}
        }
    }
    balance > 0
}

/// What is returned: by the kinds of thing that the name and the description's object are, and by where they come from.
pub(super) fn returned(reading: &Reading<'_>, settled: &Settled, source: Source, evidence: &mut Vec<Evidence>) -> Returned {
    let mut classes = Sensitivity::none();
    // Each act that was read counts: a further verb takes nothing away.
    let hands_out = |act: &Act| *act == Act::Execute || act.is_read_like() && !matches!(act, Act::Compute | Act::Examine | Act::Shape);
    if settled.acts.contains(&Act::Secret) {
        classes.insert(DataClass::Credentials);
        return Returned { classes, private: false };
    }
    if !settled.acts.iter().any(hands_out) {
        return Returned { classes, private: false };
    }
    let Reading { name, text, .. } = reading;
    let personal = |classes: Classes| classes.has(Class::Mail) || classes.has(Class::Private) || classes.has(Class::Person);
    let named =
        name.classes.has(Class::Mail) || name.classes.has(Class::Message) || name.tokens.iter().any(|t| PEOPLE.contains(&t.text.as_str()));
    let people = settled.acts.iter().any(|act| act.is_read_like())
        && (personal(name.object_classes) || (personal(text.object_classes) || named) && !public(reading));
    let own = matches!(source, Source::User | Source::Internal);
    // An entry of a calendar, told by its parameters as well.
    let calendar = name.classes.has(Class::Calendar)
        || text.classes.has(Class::Calendar)
        || reading.params.iter().any(|p| p.words.starts_with("calendar"));
    let appointment = calendar && name.object_classes.has(Class::Appointment) && !public(reading);
    // The content of one of the user's own documents.
    let content = source == Source::User
        && name.object_classes.has(Class::File)
        && !["list", "search", "find", "info", "metadata"].iter().any(|w| name.has(w));
    let dealings = own && (name.classes.has(Class::Money) || name.classes.has(Class::Trade));
    let private = people || appointment || content || dealings;
    let (class, says) = if people || appointment || own && (personal(text.object_classes) || named) {
        (DataClass::Pii, "speaks of people, or of what they write to each other")
    } else if dealings {
        (DataClass::Financial, "speaks of money that somebody has")
    } else if source == Source::User {
        (DataClass::User, "speaks of what belongs to the user")
    } else {
        return Returned { classes, private };
    };
    classes.insert(class);
    let mut seen = Evidence::whole("/name", reading.called, says, Push::Raises, 1);
    seen.fields = vec![Field::ReturnSensitivity];
    evidence.push(seen);
    Returned { classes, private }
}
