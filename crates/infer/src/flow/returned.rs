//! How sensitive what comes out is.

use mcp_tool_risk_types::{DataClass, Field, Sensitivity, Source};

use crate::grade::Reading;
use crate::lexicon::{Act, Class, Classes, Role};
use crate::schema::Param;
use crate::settle::Settled;
use crate::{Evidence, Push};

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
    "booking",
    "bookings",
    "engagement",
    "engagements",
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
    "journals",
    "deposits",
    "withdrawals",
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
    "statuses",
    "quota",
    "quotas",
    "consumption",
    "issue",
    "issues",
    "provider",
    "providers",
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
    "extension",
    "extensions",
    "prompt",
    "prompts",
    "club",
    "clubs",
    "guide",
    "guides",
    "pool",
    "pools",
    "story",
    "stories",
    "interface",
    "association",
    "associations",
    "console",
    "error",
    "errors",
    "commits",
    "sources",
    "systems",
    "integration",
    "integrations",
    "connector",
    "connectors",
    "collections",
    "bot",
    "bots",
    "tool",
    "set",
];

/// Names that list things, or tell about them.
const LISTS: &[&str] = &["list", "search", "find", "info", "metadata"];

/// With one of these a name speaks of what is told to everybody: dates and words of companies, shows and matches.
const TOLD_TO_ALL: &[&str] = &[
    "stock",
    "stocks",
    "ipo",
    "ipos",
    "dividend",
    "dividends",
    "earnings",
    "economic",
    "holiday",
    "holidays",
    "nonfarm",
    "race",
    "races",
    "fixture",
    "fixtures",
    "filing",
    "filings",
];
/// What is said in one of these anybody can hear, and in one of those somebody.
const SHOWS: &[&str] =
    &["youtube", "video", "videos", "subtitle", "subtitles", "captions", "podcast", "podcasts", "episode", "lecture", "earnings"];
const TALKS: &[&str] = &["meeting", "meetings", "call", "calls", "voicemail", "zoom", "interview"];
/// Addresses that nobody lives at.
const PLACES_OF_THINGS: &[&str] =
    &["ip", "mac", "memory", "contract", "wallet", "deposit", "token", "elastic", "crypto", "current", "line"];
/// Where people tell of their working life under their own names.
const DIRECTORIES: &[&str] = &["linkedin", "xing", "zoominfo", "rocketreach"];
/// What somebody's body takes in and does.
const BODY: &[&str] = &[
    "food",
    "meal",
    "meals",
    "diet",
    "dietary",
    "calorie",
    "calories",
    "nutrition",
    "weight",
    "glucose",
    "mood",
    "sleep",
    "workout",
    "workouts",
    "symptom",
    "symptoms",
    "medication",
    "medications",
    "allergy",
    "allergies",
];
/// Records of patients.
const CLINICAL: &[&str] = &["dicom", "pacs", "fhir", "hl7", "ehr"];

/// What is returned: by the kinds of thing that the name and the description's object are, and by where they come from.
pub(super) fn returned(
    reading: &Reading<'_>,
    settled: &Settled,
    (source, core): (Source, Source),
    input: &Sensitivity,
    evidence: &mut Vec<Evidence>,
) -> Returned {
    let mut classes = Sensitivity::none();
    // Each act that was read counts: a further verb takes nothing away.
    let hands_out = |act: &Act| *act == Act::Execute || act.is_read_like() && !matches!(act, Act::Compute | Act::Examine | Act::Shape);
    if settled.acts.contains(&Act::Secret) {
        classes.insert(DataClass::Credentials);
        return Returned { classes, private: false };
    }
    let Reading { name, text, .. } = reading;
    let has = |words: &[&str]| name.has_any(words);
    let mut see = |class: DataClass, says: &str| {
        classes.insert(class);
        let mut seen = Evidence::whole("/name", reading.called, says, Push::Raises, 1);
        seen.fields = vec![Field::ReturnSensitivity];
        evidence.push(seen);
    };
    if hands_out_key(reading, settled) {
        see(DataClass::Credentials, "hands out a key that lets somebody in");
        return Returned { classes, private: false };
    }
    let given_back = [DataClass::Pii, DataClass::Financial].into_iter().find(|class| input.contains(*class));
    if let Some(class) = given_back.filter(|_| gives_back(reading.description)) {
        see(class, "gives back what it was given");
    }
    if !settled.acts.iter().any(hands_out) {
        return Returned { classes, private: false };
    }
    let written = |classes: Classes| classes.has(Class::Mail) || classes.has(Class::Message) && !classes.has(Class::Bus);
    // Mail is private where it is the object, not in `email_template`.
    let personal = |classes: Classes| classes.has(Class::Private) && !classes.has(Class::Mail) || classes.has(Class::Person);
    // What holds entries, not the entries: `list_calendars`.
    let holders = name.object.as_ref().is_some_and(|o| ["calendars", "channels"].contains(&o.text.as_ref()));
    // `list_available_phone_numbers`: nobody has them yet.
    let asked = has(&["check"]) && name.object.as_ref().is_some_and(|o| matches!(o.text.as_ref(), "permission" | "permissions" | "access"));
    let offered = has(&["available"]) && has(&["phone", "phones", "number", "numbers"]);
    let about = holders || offered || asked || only_ids(reading) || has(ABOUT_THINGS);
    // Where somebody lives, not what is found by an address.
    let lives = name.object.as_ref().is_some_and(|o| ["address", "addresses"].contains(&o.text.as_ref()))
        && !has(PLACES_OF_THINGS)
        && !reading.mentions("wallet");
    let known = told_to_all(reading);
    let named = !about && !known && (written(name.object_classes) || personal(name.classes) || lives || has(PEOPLE));
    // What a console shows is addressed to nobody.
    let told = personal(text.object_classes) && !about && !known && (!name.object_classes.has(Class::Scratch) || has(&["history"]));
    let line_items = name.has("line") && name.object.as_ref().is_some_and(|o| ["item", "items"].contains(&o.text.as_ref()));
    let dealt = !about
        && !quotes(reading)
        && !has(&["rate", "rates"])
        && (name.classes.has(Class::Money) || name.classes.has(Class::Trade) || has(MONEY));
    let money = dealt || line_items && !about;
    let reads = settled.acts.iter().any(|act| act.is_read_like());
    let public = matches!(core, Source::UntrustedPublic | Source::TrustedPublic);
    let object = !known
        && !asked
        && !has(&["prompt", "prompts"])
        && (!holders && personal(name.object_classes) || name.object_classes.has(Class::Mail));
    // Whose body it is must be said: food and sleep are common things.
    let body = has(&["body"]) && has(&["measurement", "measurements", "composition"])
        || has(BODY) && has(&["user", "users", "my", "patient", "athlete"]);
    let people = reads && (object || body || (named || told) && !public);
    // An entry of a calendar, told by its parameters as well.
    let calendar = name.classes.has(Class::Calendar)
        || reading.text.classes.has(Class::Calendar)
        || reading.params.iter().any(|p| p.words.starts_with("calendar"));
    let appointment = reads && !holders && !asked && calendar && name.object_classes.has(Class::Appointment) && !public && !known;
    // The content of one of the user's own documents.
    let lines =
        name.classes.has(Class::File) && name.object.as_ref().is_some_and(|o| ["line", "lines", "section"].contains(&o.text.as_ref()));
    let content = reads && core == Source::User && (name.object_classes.has(Class::File) || lines) && !has(LISTS) && !has(&["count"]);
    // One search over what people keep and write in many places.
    let gathered = reads && !about && text.has_any(&["gmail", "inbox", "mailbox", "whatsapp"]);
    let dealings = reads && dealt && (matches!(core, Source::User | Source::Internal) || own_account(reading));
    let clinical = reads && !about && !has(&["node", "nodes", "connection"]) && reading.mentions_any(CLINICAL);
    // What goes between a page and its server says who is logged in.
    let traffic = reads
        && name.object.as_ref().is_some_and(|o| matches!(o.text.as_ref(), "request" | "response"))
        && has(&["network", "http", "request"])
        && reading.mentions_any(&["headers", "cookie", "cookies"]);
    let private = people || appointment || content || dealings || gathered || clinical || traffic;
    let own = matches!(source, Source::User | Source::Internal);
    let notes = name.object.as_ref().is_some_and(|o| ["note", "notes"].contains(&o.text.as_ref())) && !has(&["company", "release"]);
    let kept = reads && notes && !public && !about;
    // What was typed may be anything.
    let typed = reads && has(&["history"]) && has(&["command", "commands", "shell"]);
    // How something is set up is no content.
    let setup = has(&["config", "configs", "configuration", "configurations"]);
    let mine = source == Source::User && !reading.text.classes.has(Class::Code) && !name.classes.has(Class::View) && !setup;
    if clinical {
        see(DataClass::Regulated, "speaks of records of patients");
    } else if people || appointment || gathered || own && (told || named) {
        see(DataClass::Pii, "speaks of people, or of what they write to each other");
    } else if dealings || own && money {
        see(DataClass::Financial, "speaks of money that somebody has");
    } else if reads && introduces(reading) {
        see(DataClass::Pii, "says who somebody is");
    } else if content || mine || kept || typed || traffic {
        see(DataClass::User, "speaks of what belongs to the user");
    }
    Returned { classes, private }
}

/// Whether nothing but numbers of things is told: `Retrieves a member's group ids`.
fn only_ids(reading: &Reading<'_>) -> bool {
    let mut words = reading.description.trim_end().trim_end_matches('.').rsplit(' ');
    words.clone().nth(7).is_none()
        && words.next().is_some_and(|w| w.eq_ignore_ascii_case("ids"))
        && !words.next().is_some_and(|w| matches!(w, "by" | "of" | "with" | "for" | "their" | "the" | "given" | "from" | "and"))
}

/// What everybody may know though it has the words of what is private, or what the caller brings along.
fn told_to_all(reading: &Reading<'_>) -> bool {
    let has = |words: &[&str]| reading.name.has_any(words);
    let talk = TALKS.iter().any(|w| *w != "call" && reading.mentions(w)) || has(TALKS) && !has(TOLD_TO_ALL);
    let transcript = has(&["transcript", "transcripts", "transcription"]) && !talk;
    let show = reading.mentions_any(SHOWS) || reading.params.iter().any(|p| p.words.ends_with("url") || p.words == "transcript");
    // `chat_with_assistant` talks itself.
    let talks = matches!(reading.name.tokens.as_slice(), [verb, with, ..] if verb.text == "chat" && with.text == "with");
    // Documentation of how to make something: `create_contacts_app`.
    let made = !reading.name.verbs.is_empty() && reading.name.verbs.iter().all(|verb| !verb.act.is_read_like());
    // A contract of a chain.
    let chained = has(&["contract", "contracts"]) && reading.params.iter().any(|p| p.words == "abi" || p.words.ends_with("address"));
    has(TOLD_TO_ALL) || transcript && show || talks || chained || made && reading.text.documents.is_some()
}

/// Whether the reply is the record as it is after a change: `returns the updated contact`.
fn gives_back(description: &str) -> bool {
    description.split(['.', '\n']).any(|sentence| {
        let mut words = sentence.split(|c: char| !c.is_alphanumeric());
        words.any(|w| ["return", "returns", "response"].iter().any(|r| w.eq_ignore_ascii_case(r)))
            && words.any(|w| ["updated", "created", "new"].contains(&w))
    })
}

/// Whether money is told of what anybody can buy or read of: an order book, titles that the caller names, dates of companies.
fn quotes(reading: &Reading<'_>) -> bool {
    let has = |words: &[&str]| reading.name.has_any(words);
    let announced = has(TOLD_TO_ALL) && has(&["calendar", "transcript", "transcripts", "payroll", "filing", "filings"]);
    let titles = || reading.params.iter().any(|p| ["symbols", "tickers", "stocks"].contains(&p.words.as_ref()));
    // What stands on a chain is there for everybody who has the address, what a company owns in its statements.
    let address = |p: &Param<'_>| matches!(p.words.as_ref(), "address" | "wallet address" | "account address" | "pubkey" | "public key");
    let keyed = |p: &Param<'_>| matches!(p.role, Some(Role::Credential | Role::Key));
    let chain = has(&["balance", "balances"]) && reading.params.iter().any(address) && !reading.params.iter().any(keyed);
    let company = |p: &Param<'_>| matches!(p.words.as_ref(), "symbol" | "ticker" | "company" | "cik");
    let sheet = has(&["sheet", "sheets"]) || reading.mentions("sheet");
    let listed = reading.mentions("stock") || reading.mentions("companies") || reading.params.iter().any(company);
    let stated = has(&["balance"]) && (has(&["rent"]) || sheet && listed);
    announced || chain || stated || has(&["book", "public"]) || has(&["portfolio"]) && titles()
}

/// Whether the money is in an account of the caller's, whatever it is called: the keys to it are asked for, or its words say so.
fn own_account(reading: &Reading<'_>) -> bool {
    let keyed = reading.params.iter().any(|p| ["secret key", "api secret", "secret"].contains(&p.words.as_ref()));
    let addressed = || reading.params.iter().any(|p| p.has_any(&["address", "pubkey", "wallet", "account"]));
    let owned = || reading.mentions_any(&["synced", "your", "own", "personal", "linked"]);
    keyed || reading.mentions("account") && owned() && !addressed()
}

/// Whether it is told who somebody is, which those who are asked tell freely: people in directories of working life, and the account
/// that one is logged in with.
fn introduces(reading: &Reading<'_>) -> bool {
    let has = |words: &[&str]| reading.name.has_any(words);
    let in_directory = reading.mentions_any(DIRECTORIES);
    let somebody = has(&["user", "users", "people", "person", "profile", "profiles", "employees", "member", "members"])
        && !has(&["company", "companies", "job", "jobs", "school"]);
    let oneself = has(&["user", "account", "me", "profile"]) && reading.mentions_any(&["authenticated", "holder", "email"]);
    let current = reading.name.object.as_ref().is_some_and(|o| o.text == "user") && reading.mentions("current");
    in_directory && somebody || oneself || current
}

/// Whether the tool hands out a key: `get_access_token`, `create_api_key`, not `list_tokens` and not a token that is a coin.
fn hands_out_key(reading: &Reading<'_>, settled: &Settled) -> bool {
    let Reading { name, text, params, .. } = reading;
    let object = name.object.as_ref().map_or("", |o| o.text.as_ref());
    let makes = settled.acts.iter().any(|act| matches!(act, Act::Create | Act::Grant));
    // By the name: what else the tool does takes nothing away.
    let reads = name.verbs.iter().any(|verb| matches!(verb.act, Act::Read | Act::Compute | Act::Authenticate));
    let gets = reads
        && !reading.mentions_any(&["information", "details", "metadata"])
        && !name.has_any(&["list", "search", "find", "verify", "validate", "check", "decode", "count"]);
    let key = match object {
        "token" | "jwt" => makes || gets,
        "key" | "apikey" | "accesskey" => makes,
        _ => false,
    };
    let coin = reading.mentions_any(&["blockchain", "crypto", "solana", "ethereum", "price", "supply", "erc20", "market"])
        || params.iter().any(|p| p.has_any(&["address", "mint", "chain", "symbol", "network"]));
    let lets_in = name.has_any(&["auth", "access", "api", "bearer", "jwt", "oauth", "session", "personal", "sas"])
        || reading.mentions_any(&["authentication", "authorization", "access", "bearer", "jwt", "oauth"])
        || params.iter().any(|p| p.words.ends_with("secret"));
    // `account details including the token`
    let included = text.words.windows(3).any(|w| {
        let [including, _, token] = w else { return false };
        let ends = reading.description.get(token.end..).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ',', '\n']));
        including.text == "including" && token.text == "token" && ends
    });
    let who = name.has_any(&["account", "user", "profile", "login"]);
    key && lets_in && !coin || included && who && reads
}
