//! How sensitive what goes in is.

use mcp_tool_risk_types::{DataClass, Field, Sensitivity};

use crate::grade::Reading;
use crate::lexicon::{Act, Class, Role};
use crate::schema::Param;
use crate::settle::Settled;
use crate::split::Token;
use crate::{Evidence, Push, powers};

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
    let given = Given { param, reading, settled };
    let picks_any_file = settled.acts.contains(&Act::Upload) && param.role == Some(Role::Path) && reading.in_page();
    if given.is_secret() || given.is_kept_secret() {
        Some((DataClass::Credentials, "takes a secret"))
    } else if ACCOUNT.contains(&param.words.as_ref()) {
        Some((DataClass::Financial, "takes details of an account"))
    } else if given.is_money() {
        Some((DataClass::Financial, "takes an amount of money"))
    } else if given.is_health() {
        Some((DataClass::Regulated, "takes details of somebody's health"))
    } else if given.is_of_a_person() {
        Some((DataClass::Pii, "takes details of a person"))
    } else if picks_any_file {
        Some((DataClass::User, "takes any file of the user's"))
    } else {
        None
    }
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
/// A token of these kinds is no secret: it turns a page, confirms, says which call this is, or stands for a thing.
const NO_SECRET: &[&str] =
    &["confirm", "confirmation", "pagination", "page", "cursor", "continuation", "next", "idempotency", "idempotent", "ref", "link"];
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
/// What somebody keeps secrets in.
const SAFES: &[&str] = &["1password", "bitwarden", "vaultwarden", "keepass", "lastpass", "dashlane", "keychain", "infisical"];
/// Where people talk.
const CHATS: &[&str] = &["slack", "discord", "telegram", "teams", "mattermost", "chat"];
/// What an entry of the books says.
const ENTRIES: &[&str] = &["balance", "balances", "line items", "invoice lines", "journal lines", "bank transactions"];
/// What somebody suffers from, and what is done about it.
const HEALTH: &[&str] = &[
    "allergen",
    "allergens",
    "allergy",
    "allergies",
    "diagnosis",
    "diagnoses",
    "medical",
    "medication",
    "medications",
    "prescription",
    "symptom",
    "symptoms",
];

/// A parameter with what is known of its tool.
struct Given<'r, 'a> {
    param: &'r Param<'a>,
    reading: &'r Reading<'a>,
    settled: &'r Settled,
}

impl Given<'_, '_> {
    fn has(&self, list: &[&str]) -> bool {
        self.param.has_any(list)
    }

    /// Whether the name ends with the words.
    fn ends_with(&self, words: &str) -> bool {
        self.param.words.strip_suffix(words).is_some_and(|rest| rest.is_empty() || rest.ends_with(' '))
    }

    fn is_text(&self) -> bool {
        !matches!(self.param.kind, "boolean" | "number" | "integer") && self.param.is_free_text()
    }

    fn moves_money(&self) -> bool {
        matches!(self.settled.act, Act::Pay | Act::Transfer)
    }

    fn changes(&self) -> bool {
        !self.settled.act.is_read_like() && !self.moves_money()
    }

    /// What the parameter holds lets somebody in.
    fn is_secret(&self) -> bool {
        let Given { param, reading, .. } = *self;
        if !self.is_text() {
            return false;
        }
        let token = self.has(&["token", "tokens"]);
        let qualified = token && self.has(&["api", "access", "auth", "user", "bearer", "personal", "oauth", "jwt", "refresh"])
            || self.has(&["key", "keys", "apikey"]) && self.has(&["api", "access", "auth", "user", "personal", "client"]);
        let named =
            matches!(param.role, Some(Role::Credential | Role::Key)) || self.has(&["password", "passphrase", "secret"]) || qualified;
        // `env` may be the name of an environment as well.
        let variables = self.has(&["env", "environment", "envs"])
            && (self.has(&["vars", "variables"]) || mentions(param.description, "variable"))
            && !self.has(&["uid", "file", "mode"]);
        let other = token
            && !qualified
            && (reading.name.classes.has(Class::Coin)
                || NO_SECRET.iter().any(|w| self.has(&[w]) || mentions(param.description, w))
                || stands_for_a_thing(param.description)
                || reading.text.words.windows(2).any(|w| {
                    let [which, token] = w else { return false };
                    token.text.trim_end_matches('s') == "token" && NO_SECRET.contains(&which.text.as_ref())
                }));
        (named || variables) && !self.has(ABOUT) && !other
    }

    /// What is written into a secret, or into a place for secrets.
    fn is_kept_secret(&self) -> bool {
        let Given { param, reading, .. } = *self;
        let holds = param.role == Some(Role::Content) && !matches!(param.words.as_ref(), "title" | "description" | "subject" | "comment")
            || ["value", "values", "field", "fields"].iter().any(|w| self.ends_with(w));
        let safe = || reading.name.object_classes.has(Class::Secret) || reading.mentions_any(SAFES);
        self.settled.acts.iter().any(|act| !act.is_read_like()) && holds && self.is_text() && safe()
    }

    fn is_money(&self) -> bool {
        let Given { param, reading, .. } = *self;
        if self.moves_money() && (param.role == Some(Role::Money) || self.has(&["amount", "amounts"])) {
            return true;
        }
        let holds = || param.kind != "boolean" && param.choices.is_empty() && !self.has(ABOUT);
        let books = || self.has(&["amount", "amounts", "transactions", "payments"]) && reading.speaks_of(Class::Money);
        !self.settled.act.is_read_like() && (ENTRIES.iter().any(|w| self.ends_with(w)) || books()) && holds()
    }

    fn is_health(&self) -> bool {
        let speaks = || {
            let explained = powers::explained(self.reading.description, self.param.name);
            [self.param.description, explained].iter().any(|text| HEALTH.iter().any(|w| mentions(text, w)))
        };
        let limits = self.has(&["restriction", "restrictions", "condition", "conditions"]) && speaks();
        self.changes() && self.is_text() && (self.has(HEALTH) || limits)
    }

    fn is_of_a_person(&self) -> bool {
        let Given { param, reading, settled } = *self;
        let words = param.words.as_ref();
        let addresses = || reading.params.iter().filter(|p| ADDRESS.contains(&p.words.as_ref()));
        let somebody = match param.role {
            // An address may be one of memory, or of a machine.
            Some(Role::Person) if words == "address" => addresses().next().is_some(),
            // Where something goes, or what it is linked to, may be a thing: `create_link(from, to)`.
            Some(Role::Recipient) if words == "to" => {
                let told = ["phone", "email", "recipient", "person", "people"].iter().any(|w| mentions(param.description, w));
                let sends = |act: &Act| matches!(act, Act::Notify | Act::Reply | Act::Grant | Act::Sign);
                told || settled.acts.iter().any(sends) || [Class::Mail, Class::Message].iter().any(|class| reading.speaks_of(*class))
            }
            // Where people talk, not one of a queue.
            Some(Role::Recipient) if words == "channel" => reading.mentions_any(CHATS),
            Some(Role::Person | Role::Recipient) => true,
            _ => ADDRESS.contains(&words) && addresses().nth(1).is_some(),
        };
        // What people said to each other, and how somebody sounds or looks.
        let said = words == "messages" && reading.name.classes.has(Class::Message);
        let voice = || self.has(&["audio", "files", "sample", "samples", "recording"]) && reading.name.has("voice");
        let looks = self.has(&["image", "photo", "picture", "file", "url", "data"]) && reading.name.has_any(&["selfie", "biometric"]);
        let of_a_person = self.is_text() && reading.name.object_classes.has(Class::Person) && param.role == Some(Role::Content);
        // `get_profile_by_email`
        let looked_up = matches!(param.role, Some(Role::Person | Role::Recipient))
            && self.is_text()
            && [&reading.name.tokens, &reading.text.words].iter().any(|words| finds_by_reach(words));
        PERSON.contains(&words) || looks || looked_up || self.changes() && (self.is_text() && (somebody || said || voice()) || of_a_person)
    }
}

/// Who is found by what somebody is reached at: `get_profile_by_email`.
fn finds_by_reach(words: &[Token<'_>]) -> bool {
    words.windows(2).any(|w| {
        let [by, reach] = w else { return false };
        matches!(by.text.as_ref(), "by" | "via") && matches!(reach.text.as_ref(), "email" | "emails" | "phone" | "mobile")
    })
}

/// `Token of the file`, not `token of the user`.
fn stands_for_a_thing(description: &str) -> bool {
    let lower = description.get(..description.len().min(40)).map(str::to_ascii_lowercase).unwrap_or_default();
    let rest = lower.strip_prefix("the ").unwrap_or(&lower);
    let lets_in = ["user", "account", "bot", "api", "app", "session"].iter().any(|w| mcp_tool_risk_types::mentions(rest, w));
    ["token of", "token for the"].iter().any(|w| rest.starts_with(w)) && !lets_in
}

/// Whether the text has a word that begins so, whatever the case of ASCII letters; only its beginning is looked at.
fn mentions(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).take(40).any(|w| w.get(..word.len()).is_some_and(|w| w.eq_ignore_ascii_case(word)))
}
