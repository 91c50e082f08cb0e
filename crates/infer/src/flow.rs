//! Where data goes and comes from, and how sensitive it is.

mod accepted;
pub(crate) mod features;
mod origin;
mod returned;

use mcp_tool_risk_types::{Destination, Field, Sensitivity, Source, Word as _};

use self::features::{At, Feature};
use crate::grade::Reading;
use crate::lexicon::{self, Act, Class, Role};
use crate::lower::lower;
use crate::powers::LANGUAGES;
use crate::schema::Param;
use crate::settle::Settled;
use crate::{Evidence, Push};

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
    let statements = act == Act::Execute && statements(reading);
    let source = decided(reading, settled).unwrap_or_else(|| {
        let best = scores.best();
        origin::explain(reading, &features, best, Field::Source, evidence);
        best
    });
    // What is kept is kept where such things are: in the organisation's systems, unless its words are the user's own.
    let destination = match widest(settled) {
        // A page's scripts reach whatever the page does.
        _ if act == Act::Evaluate && reading.in_page() => Destination::Public,
        // A page gets the file, whoever wrote it.
        Destination::Internal | Destination::User
            if (settled.acts.contains(&Act::Upload) || reading.name.has("upload")) && reading.in_page() =>
        {
            Destination::Public
        }
        // How a page is shown for now: `emulate_device(page_id)`.
        Destination::Internal | Destination::User | Destination::System if passes(reading, settled) => Destination::Ephemeral,
        Destination::Internal | Destination::User if shown_to_anybody(reading, settled) => Destination::Public,
        Destination::Internal | Destination::User => {
            // What is said to others is seen by them.
            let said = [Act::Comment, Act::Reply].iter().any(|act| settled.acts.contains(act))
                && reading.name.has_any(&["comment", "reply"])
                || settled.acts.contains(&Act::Deploy)
                || among_others(reading, act);
            // So is what stands among what everybody reads; a file on the disk is not, wherever it comes from.
            let user = scores.of(Source::User);
            let shown = !matches!(act, Act::Store | Act::Overwrite)
                && user < scores.of(Source::UntrustedPublic).max(scores.of(Source::TrustedPublic));
            let home = if !said && !shown && user > scores.of(Source::Internal) { Source::User } else { Source::Internal };
            origin::explain(reading, &features, home, Field::Destination, evidence);
            if home == Source::User { Destination::User } else { Destination::Internal }
        }
        Destination::Public if statements && only(settled, Act::Execute) => Destination::Internal,
        Destination::Public if stays_within(reading, settled) => Destination::Internal,
        // A step in a browser that is given nothing to take along: `go_back(session_id)`.
        Destination::Public if act == Act::Browse && !reading.params.iter().any(carries) => Destination::Ephemeral,
        fixed => fixed,
    };
    let input = accepted::input(reading, settled, evidence);
    let returned = returned::returned(reading, settled, (source, core(reading, &features)), &input, evidence);
    // Mail is private, and written by anybody all the same.
    let reads =
        settled.acts.iter().any(|act| act.is_read_like()) && settled.acts.iter().all(|act| act.is_read_like() || *act == Act::Store);
    let source = match source {
        _ if reads && written_by_anybody(reading, evidence) => Source::UntrustedPublic,
        // What is found in a page, or by looking at one.
        Source::Internal | Source::User if reads && reading.picks_page() => Source::UntrustedPublic,
        Source::Internal | Source::User if reads && reading.browses() && says_how(reading) => Source::System,
        source => source,
    };
    // Any act that reaches out counts, whatever else the tool does.
    let reaches = settled.acts.iter().any(|act| act.profile().open == Some(true));
    let open = reaches || profile.open.unwrap_or(source == Source::UntrustedPublic || act == Act::Execute && !statements);
    Flow { destination, source, input, returned: returned.classes, private: returned.private, open }
}

/// Whether what is read was written by whoever liked to: mail, what a forge shows of its projects, what stands in a page.
fn written_by_anybody(reading: &Reading<'_>, evidence: &mut Vec<Evidence>) -> bool {
    const CONTRIBUTED: &[&str] =
        &["issue", "pull", "pr", "comment", "review", "discussion", "commit", "code", "repository", "repo", "file"];
    const SHOWN: &[&str] = &[
        "snapshot",
        "screenshot",
        "html",
        "dom",
        "text",
        "content",
        "markdown",
        "element",
        "link",
        "page",
        "message",
        "request",
        "response",
        "cookie",
        "localstorage",
        "sessionstorage",
        "cs",
        "style",
        "heapsnapshot",
        "visible",
        "value",
        "tab",
        "audit",
    ];
    const ABOUT: &[&str] = &["count", "template", "rule", "setting", "folder", "label", "mailbox", "status"];
    let Some(object) = reading.name.object.as_ref() else { return false };
    let one = object.text.trim_end_matches('s');
    let mail = reading.name.object_classes.has(Class::Mail) || matches!(one, "thread" | "attachment") && reading.speaks_of(Class::Mail);
    let forge = reading.mentions("github") && CONTRIBUTED.iter().any(|word| reading.name.tokens.iter().any(|t| t.text.starts_with(word)));
    let shown = reading.name.tokens.iter().find(|t| SHOWN.contains(&t.text.trim_end_matches('s')));
    let page = reading.browses() && shown.is_some();
    if ABOUT.contains(&one) || !(mail || forge || page) {
        return false;
    }
    let mut seen = Evidence::span("/name", reading.called, object.start, object.end, "is written by anybody", Push::Sets, 1);
    seen.fields = vec![Field::Source];
    evidence.push(seen);
    true
}

/// Whether settings of a browser are told, not what a page says.
fn says_how(reading: &Reading<'_>) -> bool {
    let how = ["config", "route", "routes", "highlight", "settings", "overrides"];
    reading.name.object.as_ref().is_some_and(|object| how.contains(&object.text.as_ref()))
}

/// Whether a browser only shows something otherwise, or is looked at, until it is closed.
fn passes(reading: &Reading<'_>, settled: &Settled) -> bool {
    let kept =
        ["profile", "extension", "bookmark", "workflow", "context", "template", "group", "auth", "login", "update", "save", "configure"];
    let passing =
        |act: &Act| act.is_read_like() || matches!(act, Act::Update | Act::Handle | Act::Start | Act::Move | Act::Input | Act::Choose);
    let changes = settled.acts.iter().any(|act| !act.is_read_like());
    reading.browses() && changes && settled.acts.iter().all(passing) && !reading.mentions_any(&kept)
}

/// Whether something is opened to whoever has the link.
fn shown_to_anybody(reading: &Reading<'_>, settled: &Settled) -> bool {
    let link = reading.name.has("share") && reading.name.has("link");
    let anybody = reading.mentions_any(&["anyone", "publicly"]) || reading.is_for_sharing();
    settled.acts.contains(&Act::Grant) && (link || anybody)
}

/// Whether what is made is made for others to see: `share_board`, `create_chat`, of which the first sentences speak of a team.
fn among_others(reading: &Reading<'_>, act: Act) -> bool {
    reading.name.has_any(&["share", "permission", "invite", "domain"])
        || act == Act::Create && reading.name.has("chat")
        || reading.mentions_any(&["team", "team's", "teams", "coworkers", "colleagues", "everyone"])
}

/// Whether what would go to somebody is only booked, or put into a queue: `create_invoice`, `send_message` of SQS.
fn stays_within(reading: &Reading<'_>, settled: &Settled) -> bool {
    let named = |words: &[&str]| reading.name.has_any(words);
    let makes = reading.name.verbs.iter().all(|verb| verb.act == Act::Create);
    let books = named(&["invoice", "bill", "quote", "journal"]) || named(&["bank"]) && named(&["transaction", "transactions"]);
    let queue = reading.mentions_any(&["sqs", "queue", "rabbitmq", "kafka"]);
    only(settled, Act::Pay) && makes && books || only(settled, Act::Notify) && queue
}

/// Whether no act but this one goes out to anybody.
fn only(settled: &Settled, most: Act) -> bool {
    settled.acts.iter().all(|act| *act == most || act.profile().destination != Destination::Public)
}

/// Whether a parameter may hold an address, or what is written somewhere.
fn carries(param: &Param<'_>) -> bool {
    let names = matches!(param.last_word(), "id" | "ids" | "path" | "directory" | "city" | "alias");
    param.role == Some(Role::Url) || param.is_free_text() && !names
}

/// The destination that exposes most, of all acts.
fn widest(settled: &Settled) -> Destination {
    settled.acts.iter().map(|act| act.profile().destination).max_by_key(|d| d.rank()).unwrap_or(Destination::Public)
}

/// Whether the words decide between the organisation's systems and the user's own.
#[cfg(feature = "train")]
pub(crate) fn kept(settled: &Settled) -> bool {
    matches!(widest(settled), Destination::Internal | Destination::User)
}

/// The source where the acts decide it; otherwise the words do.
pub(crate) fn decided(reading: &Reading<'_>, settled: &Settled) -> Option<Source> {
    let act = settled.act;
    match act.profile().source {
        // Of several acts one that reads hands out what there is.
        Some(Source::System) if settled.acts.iter().any(|act| act.profile().source.is_none()) => None,
        // What a database returns, and what comes from outside.
        Some(Source::System) if act == Act::Execute && statements(reading) => Some(Source::Internal),
        Some(Source::System) if act == Act::Evaluate && reading.in_page() => Some(Source::UntrustedPublic),
        Some(Source::System) if act == Act::Execute && outside(reading) => Some(Source::UntrustedPublic),
        decided => decided,
    }
}

/// Whether what is run are statements for a database.
fn statements(reading: &Reading<'_>) -> bool {
    let made = reading.name.verbs.iter().any(|v| matches!(v.act, Act::Create | Act::Update));
    let language = |text: &str| {
        matches!(text, "soql" | "query" | "queries" | "graphql")
            || !made && (matches!(text, "ddl" | "redis" | "valkey") || LANGUAGES.contains(&text) && !text.starts_with("statement"))
    };
    let code = |p: &Param<'_>| matches!(p.role, Some(Role::Code | Role::Shell));
    reading.params.iter().any(|p| p.role == Some(Role::Sql))
        || reading.name.tokens.iter().any(|t| language(&t.text))
        || reading.mentions_any(&["sql", "ddl"]) && !reading.params.iter().any(code)
}

/// Whether what is run reaches for addresses that the caller names, or runs in a page that somebody else wrote.
fn outside(reading: &Reading<'_>) -> bool {
    reading.params.iter().any(|p| p.role == Some(Role::Url)) || reading.in_page()
}

/// Where data comes from by the things that the name and the first sentence speak of. Verbs have no say, nor have
/// parameters and further sentences: what raises the risk must not make private data public.
fn core(reading: &Reading<'_>, features: &[Feature]) -> Source {
    let first = reading.description.find(['.', '\n', '。']).unwrap_or(reading.description.len());
    let thing = |word: &str| lexicon::word(&lower(word)).is_none();
    let of_things = features.iter().filter(|feature| match feature.at {
        At::Name(start, end) => thing(reading.called.get(start..end).unwrap_or("")),
        At::Description(start, end) => {
            let word = reading.description.get(start..end).unwrap_or("");
            end <= first && feature.known && thing(word)
        }
        At::Param(_) | At::Whole => false,
    });
    let core = origin::score(of_things).best();
    // Who is logged in is told freely, and so is documentation.
    let told = reading.mentions("current") && reading.mentions("user") || reading.mentions("documentation");
    if told || !matches!(core, Source::UntrustedPublic | Source::TrustedPublic) {
        return core;
    }
    // What its things alone would make public is public only where all words of the name and the sentence agree.
    let said = |feature: &&Feature| match feature.at {
        At::Name(..) => true,
        At::Description(_, end) => end <= first,
        At::Param(_) | At::Whole => false,
    };
    Some(origin::score(features.iter().filter(said)).best()).filter(|said| matches!(said, Source::Internal | Source::User)).unwrap_or(core)
}

#[cfg(test)]
mod tests;
