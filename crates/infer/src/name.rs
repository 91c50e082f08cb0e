//! What a name says: its verbs by their grammatical place, and its object.

use crate::lexicon::{self, Act, Class, Classes, Kind};
use crate::split::{self, Token, Words};

/// A verb of the name.
#[derive(Debug, Clone)]
pub(crate) struct Verb {
    pub(crate) act: Act,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// 1 weak word, 2 verb elsewhere, 3 verb at the head.
    pub(crate) strength: u8,
    /// The word is a noun as often as a verb.
    pub(crate) mostly_noun: bool,
    /// The letters were not what they seemed.
    pub(crate) imitated: bool,
}

/// What a name says.
#[derive(Clone, Debug, Default)]
pub(crate) struct NameReading<'a> {
    pub(crate) tokens: Words<'a>,
    /// The verbs that count, the head first.
    pub(crate) verbs: Vec<Verb>,
    /// The noun that the verb acts on.
    pub(crate) object: Option<Token<'a>>,
    /// Kinds of the object.
    pub(crate) object_classes: Classes,
    /// Kinds of any noun in the name.
    pub(crate) classes: Classes,
    /// Where the name has a scope word: `all`, `everything`.
    pub(crate) all: Option<(usize, usize)>,
    /// The name bounds itself: `read_only`, `dry_run`.
    pub(crate) bounded: Option<(usize, usize)>,
}

const JOINS: &[&str] = &["and", "or", "then", "und", "et", "y", "plus", "e", "n"];
/// What is told of a thing, at the end of a name: `order_history`, `setup_check`.
const TOLD: &[&str] = &[
    "info",
    "information",
    "status",
    "history",
    "details",
    "detail",
    "stats",
    "statistics",
    "overview",
    "summary",
    "report",
    "logs",
    "log",
    "health",
    "metrics",
    "count",
    "preview",
    "check",
    "lookup",
    "search",
    "view",
    "schema",
    "docs",
    "documentation",
    "results",
    "examples",
    "usage",
    "metadata",
    "types",
    "diff",
    "tree",
];
const MOSTLY_NOUNS: &[&str] = &[
    "order",
    "post",
    "release",
    "comment",
    "record",
    "trade",
    "branch",
    "group",
    "tag",
    "label",
    "link",
    "queue",
    "schedule",
    "share",
    "draft",
    "stage",
    "message",
    "mail",
    "email",
    "access",
    "backup",
    "job",
    "stake",
    "setup",
    "block",
    "type",
    "unread",
    "index",
    "style",
    "auth",
    "place",
    "console",
    "color",
    "colour",
    "cache",
    "checkpoint",
    "lease",
    "rent",
];
const PREPOSITIONS: &[&str] = &[
    "by", "for", "from", "in", "of", "with", "to", "on", "at", "via", "using", "into", "as", "within", "between", "per", "without",
    "since", "until", "against",
];
/// Words that name a job where its status is asked for.
const JOBS: &[&str] = &[
    "sync", "import", "export", "build", "scan", "crawl", "login", "auth", "deploy", "install", "upgrade", "train", "render", "run",
    "fork", "merge", "transfer", "upload", "restore", "migrate", "backup", "publish", "convert", "process",
];
/// After these a risky verb is the name of a thing: `get_delete_history`.
const THINGS_OF: &[&str] = &[
    "job",
    "jobs",
    "task",
    "tasks",
    "preference",
    "preferences",
    "setting",
    "settings",
    "report",
    "reports",
    "fee",
    "fees",
    "schedule",
    "schedules",
    "configuration",
    "status",
    "history",
    "log",
    "logs",
    "preview",
    "count",
    "info",
    "details",
    "options",
    "types",
    "requests",
    "events",
    "markers",
    "plan",
    "result",
    "results",
    "rules",
    "policy",
    "policies",
    "permissions",
    "date",
    "time",
    "stats",
    "statistics",
    "metrics",
];

/// The entry of a token. An s at its end is a verb's at the head (`deletes_file`), elsewhere a plural (`bank_transfers`).
fn entry(tokens: &[Token<'_>], at: usize) -> Option<lexicon::Word> {
    let token = tokens.get(at)?;
    // `check_log_service`: behind a verb that reads a log is a thing.
    let read = || at.checked_sub(1).and_then(|before| tokens.get(before)?.found.exact.word).is_some_and(|w| w.act.is_read_like());
    if let Some(act) = tokens.get(at..).filter(|_| !(token.text == "log" && read())).and_then(sense) {
        return Some(lexicon::Word { kind: Kind::Verb, act });
    }
    // `contract_withdraw`
    let before = at.checked_sub(1).filter(|_| at + 1 == tokens.len() && token.found.has_senses).and_then(|before| tokens.get(before));
    if let Some(act) = before.and_then(|noun| lexicon::sense(&token.text, &[&noun.text])) {
        return Some(lexicon::Word { kind: Kind::Verb, act });
    }
    let inflected = || token.found.verb.filter(|w| w.kind == Kind::Verb && at == 0 && tokens.len() > 1);
    token.found.exact.word.or_else(inflected)
}

/// What a log is made of: `log_entries`, not `log_meal`.
const OF_A_LOG: &[&str] = &[
    "file",
    "files",
    "entry",
    "entries",
    "group",
    "groups",
    "stream",
    "streams",
    "data",
    "message",
    "messages",
    "output",
    "level",
    "levels",
    "line",
    "lines",
    "source",
    "sources",
    "events",
    "analytics",
    "query",
    "search",
    "insights",
    "tail",
    "stats",
    "list",
    "get",
    "read",
    "viewer",
    "reader",
    "metrics",
    "patterns",
    "config",
    "settings",
];

/// The act of the word at the head of these, where the words behind it say that it is another than the word alone (data/senses.tsv).
pub(crate) fn sense(words: &[Token<'_>]) -> Option<Act> {
    let Token { text: head, found, .. } = words.first().filter(|head| head.found.has_senses)?;
    let head = head.strip_suffix('s').filter(|stem| found.exact.word.is_none() && lexicon::has_senses(stem)).unwrap_or(head);
    // `remove_song_from_playlist`, `remove_member_from_card`: what it is taken from decides.
    let noun =
        |words: &[Token<'_>]| words.iter().take_while(|t| !PREPOSITIONS.contains(&t.text.as_ref())).last().map(|t| t.text.to_string());
    if let Some(from) = words.iter().position(|t| t.text == "from") {
        let place = noun(words.get(from + 1..)?)?;
        let what = noun(words.get(1..from)?).unwrap_or_default();
        if let Some(act) = lexicon::sense(head, &["from ", &place]).or_else(|| lexicon::sense(head, &[&what, " from ", &place])) {
            return Some(act);
        }
    }
    let second = words.get(1)?.text.as_ref();
    // `check_off_item`, else the last noun: `rotate_api_keys`.
    lexicon::sense(head, &[second]).filter(|_| PARTICLES.contains(&second)).or_else(|| {
        let near = words.iter().skip(1).take(6).filter(|t| !is_version(t));
        let ends = |t: &str| PREPOSITIONS.contains(&t) || JOINS.contains(&t) || matches!(t, "previously" | "currently" | "that");
        let noun = near.take_while(|t| !ends(&t.text)).last()?;
        // `log_meal`, `log_time_spent`.
        let told = words.last().is_some_and(|t| TOLD.contains(&t.text.as_ref()));
        let logged = head == "log" && ![OF_A_LOG, PREPOSITIONS, PARTICLES].iter().any(|list| list.contains(&second)) && !told;
        let known = lexicon::sense(head, &[&noun.text]).filter(|_| !PARTICLES.contains(&noun.text.as_ref()));
        known.or(logged.then_some(Act::Create))
    })
}

/// A part of `v2`.
fn is_version(token: &Token<'_>) -> bool {
    token.text == "v" || token.text.chars().all(char::is_numeric)
}

/// Words that belong to the verb before them.
const PARTICLES: &[&str] = &["off", "out", "up", "down", "to", "forward", "backward"];

pub(crate) fn read(name: &str) -> NameReading<'_> {
    let tokens = split::name(name);
    let mut reading = NameReading { all: find_word(&tokens, &["all", "everything"]), ..Default::default() };
    let verbs = verbs(&tokens);
    let head = verbs.first().map(|(at, _)| *at);
    for (at, strength) in verbs {
        if let (Some(token), Some(word)) = (tokens.get(at), entry(&tokens, at)) {
            reading.verbs.push(Verb {
                act: word.act,
                start: token.start,
                end: token.end,
                strength,
                mostly_noun: MOSTLY_NOUNS.contains(&token.text.as_ref()),
                imitated: token.folded,
            });
        }
    }
    for imitation in split::imitations(name) {
        let Some(word) = imitation.found.exact.word.filter(|w| w.kind == Kind::Verb && !w.act.is_read_like()) else { continue };
        if !reading.verbs.iter().any(|v| v.act == word.act) {
            reading.verbs.push(Verb {
                act: word.act,
                start: imitation.start,
                end: imitation.end,
                strength: 3,
                mostly_noun: false,
                imitated: true,
            });
        }
    }
    object(&mut reading, &tokens, head);
    reading.bounded = bounded(&tokens);
    reading.tokens.add(tokens);
    reading
}

/// The positions of the verbs that count with their strength, the head first.
fn verbs(tokens: &[Token<'_>]) -> Vec<(usize, u8)> {
    let entries: Vec<_> = (0..tokens.len()).map(|at| entry(tokens, at)).collect();
    let kind = |at: usize| entries.get(at).copied().flatten().map(|w| w.kind);
    let act = |at: usize| entries.get(at).copied().flatten().map(|w| w.act);
    let text = |at: usize| tokens.get(at).map_or("", |t| t.text.as_ref());
    // After a preposition even a verb is a noun, where another word may be the verb: `mark_as_read`, `save_to_list`.
    let after = |at: usize| at > 1 && PREPOSITIONS.contains(&text(at - 1)) && (0..at).any(|before| kind(before).is_some());
    // `play_store`, `vector_store`
    let store = |at: usize| at > 0 && text(at) == "store" && matches!(text(at - 1), "play" | "app" | "data" | "key" | "vector" | "web");
    // `plan_seed_data`: a verb that reads, and what it is about.
    let about = matches!(text(0), "plan" | "preview" | "explain" | "suggest" | "recommend" | "compare")
        || text(0) == "generate" && matches!(text(tokens.len().saturating_sub(1)), "preview" | "previews" | "plan");
    let about = about && tokens.len() > 2;
    let about = |at: usize| about && at == 1 && act(at).is_some_and(|a| a.severity().0 < 2);
    let strong: Vec<usize> =
        (0..tokens.len()).filter(|at| kind(*at) == Some(Kind::Verb) && !after(*at) && !store(*at) && !about(*at)).collect();
    // A word after a preposition is a noun: `count_by_post`.
    let weak: Vec<usize> = (0..tokens.len())
        .filter(|at| kind(*at) == Some(Kind::Weak) && !(*at > 0 && (PREPOSITIONS.contains(&text(at - 1)) || text(*at) == "index")))
        .collect();

    let mut found: Vec<(usize, u8)> = Vec::new();
    // `sync_status`: told of a job, not done to it.
    let job = tokens.len() == 2 && JOBS.contains(&text(0)) && matches!(text(1), "status" | "progress" | "plan" | "preview");
    // `trigger_sync_fetch` sets off a fetch.
    let starts = act(0).is_some_and(|a| matches!(a, Act::Start | Act::Run));
    let verb_behind =
        |strong: &[usize], last: &str| matches!(last, "get" | "describe") || last == "fetch" && !(starts && strong.first() == Some(&0));
    let last = tokens.len().saturating_sub(if matches!(tokens.last().map(|t| t.text.as_ref()), Some("tool")) { 2 } else { 1 });
    if kind(last) == Some(Kind::Agent) && strong.first() != Some(&0)
        || strong.contains(&last) && verb_behind(&strong, text(last)) && last > 0
        || job
    {
        // Verb last: `deploy_services_reader`, `deploy_logs_get`.
        found.push((last, 2));
    } else if strong.contains(&last) && act(last).is_some_and(|a| !a.is_read_like()) && verb_last(tokens, &strong, last) {
        // Verb last behind a noun that looks like a verb: `compute_disk_create`.
        found.push((last, 2));
    } else if let Some(first) = strong.first() {
        found.push((*first, if *first == 0 { 3 } else { 2 }));
    } else if let Some(first) = weak.first() {
        // `run_query`, else `browser_click`, else `crm_batch_things`.
        let pictures = matches!(text(last), "screenshot" | "snapshot") && act(*first).is_some_and(|a| !a.is_read_like());
        // `translation_info`: the thing comes first, what is told of it last.
        let told = weak.contains(&last)
            && (act(*first).is_some_and(Act::is_read_like) && act(last) == Some(Act::Read) || TOLD.contains(&text(last)));
        // At the beginning, only a word that is mostly a noun gives way: `order_history`, not `save_history`.
        let status = matches!(text(0), "post" | "share") && text(last) == "status";
        let told = told && !status && (*first > 0 || act(0).is_some_and(Act::is_read_like) || MOSTLY_NOUNS.contains(&text(0)));
        // `shop_extract_process`
        let processed = text(last) == "process" && *first != last;
        let first_does = processed || act(*first).is_some_and(|a| !a.is_read_like());
        let head = if !told && (*first == 0 || first_does || !weak.contains(&last) || pictures) { *first } else { last };
        found.push((head, 1));
    }
    let Some((head, _)) = found.first().copied() else {
        // Nothing but a noun that names an action: `request_deletion`.
        return (0..tokens.len()).filter(|at| kind(*at) == Some(Kind::Noun)).map(|at| (at, 2)).collect();
    };
    let head_reads = act(head).is_none_or(Act::is_read_like);
    // `get_transfer_v1`
    let end = tokens.len() - if tokens.len() > 2 && text(tokens.len() - 2) == "v" { 2 } else { 0 };
    for at in 0..tokens.len() {
        if at == head || found.iter().any(|(f, _)| *f == at) {
            continue;
        }
        let head_joined = at < head && tokens.get(at..head).is_some_and(|between| between.iter().any(|t| JOINS.contains(&t.text.as_ref())));
        let joined = head_joined || (at > 0 && JOINS.contains(&text(at - 1))) || (JOINS.contains(&text(at + 1)) && at < head);
        let severe = act(at).is_some_and(|a| a.severity().0 >= 2 || a == Act::Transfer);
        // `cancel_transfer_job` moves nothing itself.
        let thing = THINGS_OF.contains(&text(at + 1));
        let job = act(at) == Some(Act::Transfer) && matches!(text(at + 1), "job" | "jobs");
        // `get_transfer`, which one has been made.
        let made = act(at) == Some(Act::Transfer) && head_reads && at == head + 1 && at + 1 >= end;
        let counts = match kind(at) {
            Some(Kind::Verb | Kind::Weak) if joined => true,
            Some(Kind::Verb) if at > head => severe && !(head_reads && thing || job || made),
            Some(Kind::Noun) => !head_reads,
            _ => false,
        };
        if counts {
            found.push((at, if joined { 3 } else { 2 }));
        }
    }
    found
}

/// Whether a changing verb at the end is the verb of the name, though others stand before it: `compute_disk_create`,
/// not `get_last_update`.
fn verb_last(tokens: &[Token<'_>], strong: &[usize], last: usize) -> bool {
    let Some(first) = strong.first().and_then(|at| entry(tokens, *at)) else { return false };
    let service = Some(first).is_some_and(|w| matches!(w.act, Act::Compute | Act::Observe | Act::Shape));
    let noun = tokens.get(last).is_some_and(|t| !matches!(t.text.as_ref(), "create" | "delete" | "remove" | "send" | "write" | "execute"));
    strong.first() != Some(&last) && last > 1 && first.act.is_read_like() && (service || !noun)
}

/// The noun after the verb up to a preposition, its last word; before the verb where the verb stands last.
fn object<'a>(reading: &mut NameReading<'a>, tokens: &[Token<'a>], head: Option<usize>) {
    for token in tokens {
        reading.classes.add(token.found.classes);
    }
    let from = head.map_or(0, |h| h + 1);
    let mut noun = None;
    let mut draft = Classes::default();
    for token in tokens.iter().skip(from) {
        if PREPOSITIONS.contains(&token.text.as_ref()) || noun.is_some() && JOINS.contains(&token.text.as_ref()) {
            break;
        }
        if !matches!(token.text.as_ref(), "tool" | "api") && !is_version(token) {
            noun = Some(token);
            draft.add(token.found.classes.only(Class::Draft));
        }
    }
    if noun.is_none() {
        // `run_query_and_purge`
        let before = || tokens.iter().take(head.unwrap_or(0)).rev().filter(|t| !JOINS.contains(&t.text.as_ref()));
        let joined = head.and_then(|h| tokens.get(h.checked_sub(1)?)).is_some_and(|t| JOINS.contains(&t.text.as_ref()));
        // `script.save_or_update` is about the script.
        noun = before().find(|t| joined && t.found.exact.word.is_none()).or_else(|| before().next());
    }
    // Nothing between the verb and a preposition: `reply_to_comment`.
    if noun.is_none() {
        noun = tokens.iter().skip(from).find(|t| !PREPOSITIONS.contains(&t.text.as_ref()));
    }
    if let Some(noun) = noun {
        reading.object_classes = noun.found.classes;
        if reading.object_classes.is_empty() {
            // `permission_add_anyone`: the thing stands before the verb.
            if let Some(before) = head.filter(|h| *h > 0).and_then(|h| tokens.get(h - 1)) {
                reading.object_classes = before.found.classes;
            }
        }
        // What is told of a secret is none: `check_credentials_status`.
        let told = ["status", "health", "count", "usage", "types", "schema"];
        if reading.object_classes.has(Class::Secret) && head.and_then(|h| tokens.get(h)).is_some_and(|t| told.contains(&t.text.as_ref())) {
            reading.object_classes = Classes::default();
        }
        // `create_draft_order`
        reading.object_classes.add(draft);
        reading.object = Some(noun.clone());
    }
}

fn bounded(tokens: &[Token<'_>]) -> Option<(usize, usize)> {
    tokens
        .iter()
        .zip(tokens.iter().skip(1))
        .find_map(|(a, b)| {
            matches!((a.text.as_ref(), b.text.as_ref()), ("read", "only") | ("dry", "run") | ("no", "op") | ("select", "query" | "queries"))
                .then_some((a.start, b.end))
        })
        .or_else(|| find_word(tokens, &["readonly", "dryrun"]))
}

/// Where the first of the words stands.
fn find_word(tokens: &[Token<'_>], words: &[&str]) -> Option<(usize, usize)> {
    tokens.iter().find(|t| words.contains(&t.text.as_ref())).map(|t| (t.start, t.end))
}

impl NameReading<'_> {
    /// The worst of the name's verbs, each with its object.
    pub(crate) fn worst(&self) -> Option<Act> {
        self.verbs.iter().map(|v| v.act.with_object(self.object_classes)).max_by_key(|a| a.severity())
    }

    /// Whether the name has the word.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.has_any(&[word])
    }

    /// Whether the name has one of the words.
    pub(crate) fn has_any(&self, words: &[&str]) -> bool {
        self.tokens.has_any(words)
    }
}
