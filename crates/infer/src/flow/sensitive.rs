//! How sensitive what goes in and comes out is.

use mcp_tool_risk_types::{DataClass, Field, Sensitivity, Source};

use crate::grade::Reading;
use crate::lexicon::{Act, Class, Classes, Role};
use crate::schema::Param;
use crate::settle::Settled;
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

/// With one of these a parameter names a secret, or tells of one, and doesn't hold it.
const ABOUT: &[&str] = &[
    "id",
    "ids",
    "name",
    "names",
    "path",
    "type",
    "types",
    "ref",
    "reference",
    "resolution",
    "resolutions",
    "arn",
    "slug",
    "count",
    "limit",
    "max",
    "min",
    "policy",
    "length",
    "url",
    "address",
    "symbol",
    "mint",
    "chain",
    "list",
    "in",
    "out",
    "status",
    "hash",
];
/// A token of these kinds is no secret.
const NO_SECRET: &[&str] = &["confirm", "confirmation", "pagination", "page", "cursor", "continuation", "next"];
/// Where somebody lives.
const ADDRESS: &[&str] =
    &["street", "city", "zip", "postal code", "postcode", "first line", "address line 1", "line 1", "country code", "state"];
/// Keys to somebody's money.
const ACCOUNT: &[&str] = &[
    "account number",
    "bank account",
    "routing number",
    "iban",
    "bic",
    "swift",
    "card number",
    "tax id",
    "tax identifier",
    "contact tax id",
];
/// Keys to a person, also where they only look somebody up.
const PERSON: &[&str] = &["ssn", "social security number", "passport number", "date of birth", "birth date", "national id"];

fn accepts(param: &Param<'_>, reading: &Reading<'_>, settled: &Settled) -> Option<(DataClass, &'static str)> {
    let act = settled.act;
    let text = !matches!(param.kind, "boolean" | "number" | "integer") && param.is_free_text();
    let words = param.words.as_ref();
    let has = |list: &[&str]| words.split(' ').any(|w| list.contains(&w));
    let qualified =
        has(&["api", "access", "auth", "user", "bearer", "personal", "client"]) && has(&["key", "keys", "token", "tokens", "apikey"]);
    let secret = matches!(param.role, Some(Role::Credential | Role::Key)) || has(&["password", "passphrase", "secret"]) || qualified;
    let other_token = has(&["token"])
        && !qualified
        && (reading.name.classes.has(Class::Coin) || NO_SECRET.iter().any(|w| has(&[w]) || mentions(param.description, w)));
    if secret && text && !has(ABOUT) && !other_token {
        return Some((DataClass::Credentials, "takes a secret"));
    }
    if ACCOUNT.contains(&words) {
        return Some((DataClass::Financial, "takes details of an account"));
    }
    let coins = matches!(act, Act::Pay | Act::Transfer);
    if coins && param.role == Some(Role::Money) {
        return Some((DataClass::Financial, "takes an amount of money"));
    }
    let changes = !act.is_read_like() && !coins;
    let somebody = match param.role {
        // An address may be one of memory, or of a machine.
        Some(Role::Person) if words == "address" => reading.params.iter().any(|p| ADDRESS.contains(&p.words.as_ref())),
        Some(Role::Person | Role::Recipient) => true,
        _ => ADDRESS.contains(&words) && reading.params.iter().filter(|p| ADDRESS.contains(&p.words.as_ref())).count() > 1,
    };
    let of_a_person = changes && text && (reading.name.object_classes.has(Class::Person) && param.role == Some(Role::Content));
    if PERSON.contains(&words) || changes && text && somebody || of_a_person {
        return Some((DataClass::Pii, "takes details of a person"));
    }
    None
}

/// Whether the text has the word, whatever the case of ASCII letters; only its beginning is looked at.
fn mentions(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).take(40).any(|w| w.get(..word.len()).is_some_and(|w| w.eq_ignore_ascii_case(word)))
}

/// What is returned.
pub(super) struct Returned {
    pub(super) classes: Sensitivity,
    /// The name's object says that it is private, whatever the other words say of its source: this raises the risk.
    pub(super) private: bool,
}

/// Names for people, for oneself among them, and for what one does not tell everybody.
const PEOPLE: &[&str] = &[
    "me",
    "whoami",
    "profile",
    "user",
    "users",
    "member",
    "members",
    "people",
    "person",
    "phone",
    "phones",
    "participant",
    "participants",
    "attendee",
    "attendees",
    "caller",
    "callers",
    "prospect",
    "prospects",
    "athlete",
    "athletes",
    "freebusy",
    "transcription",
    "transcriptions",
    "voicemail",
    "medication",
    "medications",
    "sleep",
    "workout",
    "workouts",
    "diagnosis",
    "allergy",
    "allergies",
    "guest",
    "guests",
    "student",
    "students",
    "subscriber",
    "subscribers",
    "recipients",
    "correspondents",
    "interaction",
    "interactions",
    "contract",
    "contracts",
];
/// Names for what money somebody has, gets and spends.
const MONEY: &[&str] = &[
    "bank",
    "order",
    "orders",
    "sale",
    "sales",
    "payout",
    "payouts",
    "payments",
    "refund",
    "refunds",
    "ledger",
    "budget",
    "budgets",
    "spending",
    "receipt",
    "receipts",
    "recurring",
    "plaid",
    "earnings",
    "revenue",
    "statement",
    "statements",
    "quotes",
    "bill",
    "bills",
    "tax",
    "taxes",
    "charges",
    "timesheet",
    "timesheets",
];

/// With one of these a name speaks of how things are set up, not of what people have written or own.
const ABOUT_THINGS: &[&str] = &[
    "id",
    "ids",
    "setting",
    "settings",
    "type",
    "types",
    "customization",
    "template",
    "templates",
    "domain",
    "domains",
    "task",
    "tasks",
    "status",
    "count",
    "stats",
    "statistics",
    "schema",
    "field",
    "fields",
    "property",
    "properties",
    "category",
    "categories",
    "tag",
    "tags",
    "label",
    "labels",
    "token",
    "tokens",
    "config",
    "configuration",
    "format",
    "formats",
    "default",
    "metadata",
    "version",
    "versions",
];

/// Names that list things, or tell about them.
const LISTS: &[&str] = &["list", "search", "find", "info", "metadata"];

/// What is returned: by the kinds of thing that the name and the description's object are, and by where they come from.
pub(super) fn returned(reading: &Reading<'_>, settled: &Settled, source: Source, core: Source, evidence: &mut Vec<Evidence>) -> Returned {
    let mut classes = Sensitivity::none();
    // Each act that was read counts: a further verb takes nothing away.
    let hands_out = |act: &Act| *act == Act::Execute || act.is_read_like() && !matches!(act, Act::Compute | Act::Examine | Act::Shape);
    if settled.acts.contains(&Act::Secret) {
        classes.insert(DataClass::Credentials);
        return Returned { classes, private: false };
    }
    let Reading { name, text, .. } = reading;
    if !settled.acts.iter().any(hands_out) {
        return Returned { classes, private: false };
    }
    let written = |classes: Classes| classes.has(Class::Mail) || classes.has(Class::Message) && !classes.has(Class::Bus);
    // Mail is private where it is the object, not in `email_template`.
    let personal = |classes: Classes| classes.has(Class::Private) && !classes.has(Class::Mail) || classes.has(Class::Person);
    // What holds entries, not the entries: `list_calendars`.
    let holders = name.object.as_ref().is_some_and(|o| ["calendars", "channels"].contains(&o.text.as_ref()));
    let about = holders || name.tokens.iter().any(|t| ABOUT_THINGS.contains(&t.text.as_ref()));
    // Where somebody lives, not what is found by an address.
    let lives = name.object.as_ref().is_some_and(|o| ["address", "addresses"].contains(&o.text.as_ref()));
    let named = !about
        && (written(name.object_classes)
            || personal(name.classes)
            || lives
            || name.tokens.iter().any(|t| PEOPLE.contains(&t.text.as_ref())));
    let told = personal(text.object_classes) && !about;
    let money = !about
        && (name.classes.has(Class::Money)
            || name.classes.has(Class::Trade)
            || name.tokens.iter().any(|t| MONEY.contains(&t.text.as_ref())));
    let reads = settled.acts.iter().any(|act| act.is_read_like());
    let public = matches!(core, Source::UntrustedPublic | Source::TrustedPublic);
    let people = reads && (!holders && personal(name.object_classes) || name.object_classes.has(Class::Mail) || (named || told) && !public);
    // An entry of a calendar, told by its parameters as well.
    let calendar = name.classes.has(Class::Calendar)
        || reading.text.classes.has(Class::Calendar)
        || reading.params.iter().any(|p| p.words.starts_with("calendar"));
    let appointment = reads && calendar && name.object_classes.has(Class::Appointment) && !public;
    // The content of one of the user's own documents.
    let content = reads && core == Source::User && name.object_classes.has(Class::File) && !LISTS.iter().any(|w| name.has(w));
    // One search over what people keep and write in many places.
    let gathered = reads && !about && text.words.iter().any(|t| ["gmail", "inbox", "mailbox", "whatsapp"].contains(&t.text.as_ref()));
    let dealings = reads && money && matches!(core, Source::User | Source::Internal);
    let private = people || appointment || content || dealings || gathered;
    let own = matches!(source, Source::User | Source::Internal);
    let mine = source == Source::User && !reading.text.classes.has(Class::Code) && !name.classes.has(Class::View);
    let (class, says) = if people || appointment || gathered || own && (told || named) {
        (DataClass::Pii, "speaks of people, or of what they write to each other")
    } else if dealings || own && money {
        (DataClass::Financial, "speaks of money that somebody has")
    } else if content || mine {
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
