//! What a description says: who does what, in its first sentence; what it warns of anywhere.

use mcp_tool_risk_types::mentions;

use crate::lexicon::{self, Act, Classes, Kind};
use crate::name;
use crate::split::{self, Token, Words};

/// A verb in a description, or a phrase.
#[derive(Debug, Clone)]
pub(crate) struct Saying {
    pub(crate) act: Act,
    /// An unambiguous verb, or one that its place makes a verb.
    pub(crate) sure: bool,
    /// Kinds of what stands behind it, where it was joined to the head.
    pub(crate) object_classes: Classes,
    /// Joined to the head, and with a thing of its own behind it: `removes aliases`, not `and removes them`.
    pub(crate) names_own: bool,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// What a description says.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextReading<'a> {
    /// The verb of the first sentence, when it has one at its head.
    pub(crate) head: Option<Saying>,
    /// Verbs joined to the head: `fetches and deletes`.
    pub(crate) joined: Vec<Saying>,
    /// Verbs with which the rest says what the tool does: `this will also delete`.
    pub(crate) further: Vec<Saying>,
    /// Verbs at the head of later sentences that leave out the tool as their subject: `Stores the result.`
    pub(crate) stated: Vec<Saying>,
    /// Every unambiguous verb that is not negated, for tools about which nothing else is known.
    pub(crate) anywhere: Vec<Saying>,
    /// The first sentence provides documentation.
    pub(crate) documents: Option<(usize, usize)>,
    /// The head runs something whose purpose is to show.
    pub(crate) shows: bool,
    /// No word of the description is a verb: a noun phrase.
    pub(crate) verbless: bool,
    /// A warning that the effect is final: `cannot be undone`.
    pub(crate) final_effect: Option<(usize, usize)>,
    /// It can be taken back: `can be restored from the trash`.
    pub(crate) restorable: Option<(usize, usize)>,
    /// A removal takes many with it: `and also removes all files in it`.
    pub(crate) takes_all: Option<(usize, usize)>,
    /// A change reaches further than one item: `throughout the vault`.
    pub(crate) throughout: Option<(usize, usize)>,
    /// A sentence that begins with replacing what is there: `replaces the existing content`.
    pub(crate) replaced: Option<(usize, usize)>,
    /// The first sentence says that the result is kept: `saves it to`, `to your local project`.
    pub(crate) kept: Option<(usize, usize)>,
    /// It says that it needs nothing from outside: `works offline`.
    pub(crate) offline: Option<(usize, usize)>,
    /// What is returned has secrets in it: `returning endpoints and access keys`.
    pub(crate) secret: Option<(usize, usize)>,
    /// A statement that nothing is changed: `read-only`.
    pub(crate) bounded: Option<(usize, usize)>,
    /// Kinds of the things named in the first sentence.
    pub(crate) classes: Classes,
    /// The first noun phrase after the head names these kinds.
    pub(crate) object_classes: Classes,
    /// Words of the first two sentences.
    pub(crate) words: Words<'a>,
}

impl Saying {
    /// A verb that is surely one.
    fn of(token: &Token<'_>, act: Act) -> Self {
        Self { act, sure: true, object_classes: Classes::default(), names_own: false, start: token.start, end: token.end }
    }
}

impl TextReading<'_> {
    /// Whether one of the first two sentences has one of the words.
    pub(crate) fn has_any(&self, words: &[&str]) -> bool {
        self.words.has_any(words)
    }
}

/// Only this much of a description is read: what a tool does stands at its beginning.
const MAX_BYTES: usize = 6000;
/// The head of a sentence is looked for among its first words.
const HEAD_WORDS: usize = 9;

/// Words before the verb that say nothing: `this tool allows you to`.
const FILLERS: &[&str] = &[
    "a",
    "an",
    "the",
    "this",
    "that",
    "tool",
    "tools",
    "to",
    "will",
    "can",
    "you",
    "lets",
    "let",
    "allows",
    "allow",
    "used",
    "use",
    "for",
    "is",
    "it",
    "which",
    "and",
    "enables",
    "enable",
    "helps",
    "help",
    "provides",
    "provide",
    "ability",
    "function",
    "endpoint",
    "method",
    "command",
    "api",
    "mcp",
    "server",
    "specialized",
    "simple",
    "quickly",
    "easily",
    "safely",
    "automatically",
    "intelligently",
    "permanently",
    "directly",
    "efficiently",
    "securely",
    "useful",
    "when",
    "need",
    "i",
    "want",
    "your",
    "user",
    "users",
    "agent",
    "ai",
    "llm",
    "by",
    "using",
    "operation",
    "operations",
    "perform",
    "performs",
    "do",
    "does",
    "bulk",
    "tool's",
    "admin",
    "please",
    "also",
    "manually",
    "recursively",
    "primary",
    "main",
    "advanced",
    "general",
    "purpose",
    "important",
    "deprecated",
    "beta",
    "new",
    "utility",
    "feature",
    "access",
    "functionality",
    "designed",
    "intended",
    "able",
    "attempt",
    "attempts",
    "try",
    "tries",
    "asynchronously",
    "immediately",
    "either",
    "optionally",
    "conditionally",
    "batch",
];

/// What follows a verb rather than a noun.
const DETERMINERS: &[&str] = &[
    "a", "an", "the", "your", "one", "all", "or", "and", "multiple", "new", "this", "any", "some", "each", "every", "changes", "up", "if",
    "whether", "when", "how", "which",
];

const NEGATIONS: &[&str] =
    &["not", "never", "no", "without", "don't", "doesn't", "cannot", "can't", "won't", "isn't", "neither", "nor", "instead", "rather"];

pub(crate) fn read(description: &str) -> TextReading<'_> {
    let mut end = description.len().min(MAX_BYTES);
    while !description.is_char_boundary(end) {
        end -= 1;
    }
    let body = description.get(..end).unwrap_or("");
    let mut reading = TextReading { verbless: true, ..TextReading::default() };
    let mut offset = 0;
    let mut seen_words = false;
    let mut sentences = 0;
    for sentence in sentences_of(body) {
        let start = offset;
        offset += sentence.len();
        let mut tokens = split::text(sentence);
        for token in &mut tokens {
            token.start += start;
            token.end += start;
        }
        if tokens.is_empty() {
            continue;
        }
        sentences += 1;
        reading.verbless =
            reading.verbless && tokens.iter().all(|t| t.found.verb.is_none_or(|w| w.kind != Kind::Verb && w.act.is_read_like()));
        if !seen_words {
            seen_words = true;
            first_sentence(&mut reading, &tokens, body);
            reading.kept = kept(&tokens);
        } else if sentences <= 12 {
            further(&mut reading, &tokens);
        }
        if sentences <= 12 {
            anywhere(&mut reading, &tokens);
        }
        phrases(&mut reading, &tokens, sentences <= 6);
        if sentences <= 2 {
            reading.words.add(tokens);
        }
    }
    reading
}

/// Sentences with their ends, so that lengths add up to the text.
fn sentences_of(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let ends = |at: &usize| match rest.as_bytes().get(*at) {
            Some(b'\n' | b'!' | b'?' | b';') => true,
            Some(b'.') => {
                let after = rest.get(at + 1..).and_then(|after| after.chars().next());
                after.is_none_or(char::is_whitespace) && !rest.get(..*at).is_some_and(|before| before.ends_with('.'))
            }
            // The first bytes of the others.
            Some(0xe3 | 0xef) => rest.get(*at..).is_some_and(|rest| rest.starts_with(['。', '！'])),
            _ => false,
        };
        let end = (0..rest.len()).find(ends).and_then(|at| Some(at + rest.get(at..)?.chars().next()?.len_utf8()));
        let cut = end.unwrap_or(rest.len());
        let (sentence, after) = rest.split_at_checked(cut)?;
        rest = after;
        Some(sentence)
    })
}

fn verb(token: &Token<'_>) -> Option<lexicon::Word> {
    token.found.verb
}

fn is_negated(tokens: &[Token<'_>], at: usize) -> bool {
    tokens.iter().take(at).rev().take(4).any(|t| NEGATIONS.contains(&t.text.as_ref()))
}

fn first_sentence(reading: &mut TextReading<'_>, tokens: &[Token<'_>], body: &str) {
    for token in tokens {
        reading.classes.add(token.found.classes);
    }
    reading.documents = documents(tokens);
    // A label before a colon or dash says whose tool it is: `Twilio - Api: ...`.
    let is_cjk = |t: &Token| t.text.chars().next().is_some_and(|c| c >= '\u{2e80}');
    let cjk = tokens.iter().any(is_cjk);
    let japanese = cjk && body.chars().any(|c| matches!(c, '\u{3040}'..='\u{30ff}'));
    let korean = cjk && body.chars().any(|c| matches!(c, '\u{ac00}'..='\u{d7af}'));
    let head = if cjk {
        let mut cjk = tokens.iter().enumerate().filter(|(_, t)| is_cjk(t) && verb(t).is_some()).map(|(i, _)| i);
        // Chinese puts the verb first, Japanese last.
        if japanese { cjk.next_back() } else { cjk.next() }
    } else {
        head_of(tokens, body)
    };
    let Some(head) = head else { return };
    let Some(token) = tokens.get(head) else { return };
    let Some(mut word) = verb(token).or_else(|| lexicon::gerund(&token.text)) else { return };
    if is_negated(tokens, head) {
        return;
    }
    reading.shows = word.act == Act::Run && shows(tokens, head);
    if reading.shows || asks(tokens, head) {
        word = lexicon::Word { kind: Kind::Verb, act: Act::Read };
    }
    reading.object_classes = object_after(tokens, head, body);
    // Japanese and Korean put the thing before the verb.
    let before = if (japanese || korean) && is_cjk(token) { tokens.get(..head).unwrap_or_default() } else { &[] };
    for token in before.iter().filter(|t| is_cjk(t)) {
        reading.object_classes.add(token.found.classes);
    }
    // `Mark a notebook`, not `Release notes`.
    let empty = matches!(token.text.as_ref(), "make" | "makes");
    let sure = word.kind == Kind::Verb || !empty && head == 0 && tokens.get(1).is_some_and(|t| DETERMINERS.contains(&t.text.as_ref()));
    let act = entered(tokens, head).unwrap_or(word.act);
    let sure = sure || act != word.act;
    reading.head = Some(Saying { sure, ..Saying::of(token, act) });
    // `fetches and deletes`, `create, update or delete`.
    let mut joins = false;
    let head_is_bare = token.found.exact.word.is_some();
    for (at, token) in tokens.iter().enumerate().skip(head + 1) {
        let text = token.text.as_ref();
        let gap = tokens.get(at - 1).and_then(|p| body.get(p.end..token.start)).unwrap_or("").trim();
        let comma = matches!(gap, "," | "/");
        // `track (stage) files`: the verb once more.
        if at == head + 1 && gap == "(" && body.get(token.end..).is_some_and(|rest| rest.starts_with(')')) {
            reading
                .joined
                .extend(verb(token).map(|word| Saying { object_classes: object_after(tokens, at, body), ..Saying::of(token, word.act) }));
        }
        if matches!(text, "and" | "or" | "then" | "und" | "et" | "y") {
            joins = true;
            continue;
        }
        if joins || comma {
            // `and mark it`, not `and status`.
            let verbal = tokens
                .get(at + 1)
                .is_some_and(|t| DETERMINERS.contains(&t.text.as_ref()) || matches!(t.text.as_ref(), "it" | "them" | "its" | "their"));
            // `View changes between commits, branches, or trees`: a plural beside a verb without an s.
            let plural = head_is_bare && token.found.exact.word.is_none();
            let counts = |w: &lexicon::Word| w.kind == Kind::Verb || verbal && w.kind == Kind::Weak && !plural;
            if let Some(word) = verb(token).filter(|w| counts(w) && !is_negated(tokens, at)) {
                let act = entered(tokens, at).unwrap_or(word.act);
                let mut saying = Saying { object_classes: object_after(tokens, at, body), ..Saying::of(token, act) };
                saying.names_own = names_own(tokens, at);
                // `invites partners, removes them`
                let them = tokens.get(at + 1).is_some_and(|t| matches!(t.text.as_ref(), "it" | "them"));
                if let Some(last) = tokens.iter().take(at).rposition(|t| verb(t).is_some()).filter(|_| them) {
                    (saying.object_classes, saying.names_own) = (object_after(tokens, last, body), names_own(tokens, last));
                }
                reading.joined.push(saying);
            }
        }
        joins = false;
    }
}

/// `The tool provides documentation`, where the words before the preposition say so.
fn documents(tokens: &[Token<'_>]) -> Option<(usize, usize)> {
    // `Use this tool to create a form by a workflow that provides step-by-step guidance`
    let steps = tokens.windows(4).find(|words| {
        let [step, by, steps, told] = words else { return false };
        step.text == "step" && by.text == "by" && steps.text == "step" && is_told(told)
    });
    let next = tokens
        .windows(2)
        .find(|words| matches!(words, [how, told] if matches!(how.text.as_ref(), "migration" | "step") && told.text == "instructions"));
    if let Some([first, .., last]) = steps.or(next) {
        return Some((first.start, last.end));
    }
    let verb = tokens.iter().take(4).position(|t| matches!(t.text.as_ref(), "provides" | "provide"))?;
    let changes = |t: &Token<'_>| t.found.verb.is_some_and(|w| w.kind == Kind::Verb && !w.act.is_read_like());
    if tokens.iter().take(verb).any(changes) {
        return None;
    }
    let ends = |t: &&Token<'_>| !matches!(t.text.as_ref(), "for" | "of" | "on" | "about" | "to" | "from" | "in" | "and" | "with");
    let noun = tokens.iter().skip(verb + 1).take(10).take_while(ends).find(|t| is_told(t))?;
    Some((noun.start, noun.end))
}

/// Whether a word names documentation.
fn is_told(token: &Token<'_>) -> bool {
    matches!(
        token.text.as_ref(),
        "documentation" | "instructions" | "guidance" | "guide" | "guidelines" | "checklist" | "examples" | "tutorial"
    )
}

/// `Make an HTTP GET request`
fn asks(tokens: &[Token<'_>], verb: usize) -> bool {
    let Some(after) = tokens.get(verb + 1..tokens.len().min(verb + 6)) else { return false };
    split::has_pair(after, &["get", "head", "options"], &["request"])
}

/// `Run the plugin to show processes`: something that reads, by its purpose.
fn shows(tokens: &[Token<'_>], verb: usize) -> bool {
    let Some(after) = tokens.get(verb + 1..tokens.len().min(verb + 8)) else { return false };
    let Some(to) = after.iter().position(|t| t.text == "to") else { return false };
    let shown = |t: &Token<'_>| matches!(t.text.as_ref(), "show" | "list" | "display" | "print" | "view" | "enumerate" | "scan");
    let what = to.checked_sub(1).and_then(|at| after.get(at));
    let reads =
        |t: &Token<'_>| matches!(t.text.as_ref(), "plugin" | "plug" | "command" | "report" | "analysis" | "search" | "lookup" | "check");
    what.is_some_and(reads) && after.get(to + 1).is_some_and(shown)
}

/// Kinds of what a verb acts on: the words behind it, up to a preposition or a colon.
fn object_after(tokens: &[Token<'_>], verb: usize, body: &str) -> Classes {
    let mut classes = Classes::default();
    for (at, token) in tokens.iter().enumerate().skip(verb + 1).take(6) {
        let gap = tokens.get(at - 1).filter(|_| at > verb + 1).and_then(|before| body.get(before.end..token.start)).unwrap_or("");
        if gap.starts_with(':') || matches!(token.text.as_ref(), "by" | "for" | "from" | "in" | "with" | "within" | "using" | "to" | "on") {
            break;
        }
        classes.add(token.found.classes);
    }
    classes
}

/// Whether behind a verb stands a thing, not a pronoun, a preposition, or another verb.
fn names_own(tokens: &[Token<'_>], verb_at: usize) -> bool {
    let article = |t: &&Token<'_>| matches!(t.text.as_ref(), "a" | "an" | "the" | "new" | "existing");
    let empty = |t: &Token<'_>| {
        matches!(
            t.text.as_ref(),
            "it" | "them"
                | "its"
                | "their"
                | "this"
                | "these"
                | "those"
                | "one"
                | "ones"
                | "all"
                | "and"
                | "or"
                | "then"
                | "items"
                | "data"
        ) || OF_WHAT.contains(&t.text.as_ref())
    };
    tokens.iter().skip(verb_at + 1).find(|t| !article(t)).is_some_and(|t| !empty(t) && verb(t).is_none())
}

/// What holds things for longer than a reply.
const STORES: &[&str] =
    &["base", "database", "table", "project", "library", "vault", "index", "store", "collection", "workspace", "dataset"];

/// The act of a verb that puts something in its place: `load a preset onto a track`, `log a meal`, `crawl a site into the
/// knowledge base`; not `load a file into memory`.
fn entered(tokens: &[Token<'_>], head: usize) -> Option<Act> {
    let rest = tokens.get(head..)?;
    if let Some(act) = name::sense(rest.get(..rest.len().min(8))?) {
        return Some(act);
    }
    let verb = rest.first()?.text.trim_end_matches('s');
    let at = rest.iter().take(12).position(|t| matches!(t.text.as_ref(), "into" | "onto"))?;
    let place = rest.get(at + 1..rest.len().min(at + 6))?;
    let said = |words: &[&str]| place.iter().any(|t| words.contains(&t.text.as_ref()));
    match verb {
        "load" if !said(&["memory", "context", "conversation"]) => Some(Act::Update),
        "load" | "crawl" | "scrape" | "retrieve" | "pull" | "fetch" | "read" | "extract" if said(STORES) => Some(Act::Create),
        _ => None,
    }
}

/// The first verb among the first words, fillers aside.
fn head_of(tokens: &[Token<'_>], body: &str) -> Option<usize> {
    // After a label: `Kong Admin API tool for plugins - delete operations`, `Stock tool: returns ...`.
    let label = tokens.iter().zip(tokens.iter().skip(1)).take(12).enumerate().filter_map(|(i, (a, b))| {
        let gap = body.get(a.end..b.start).unwrap_or("");
        // `Tide tool for retrieving ...`
        let purpose = a.text == "tool" && matches!(b.text.as_ref(), "for" | "to") && i < 4;
        (purpose || [": ", " - ", " – ", " — ", "] "].iter().any(|mark| mentions(gap, mark))).then_some(i + 1)
    });
    let direct = |from: usize| {
        for (at, token) in tokens.iter().enumerate().skip(from).take(HEAD_WORDS) {
            if let Some(word) = verb(token).or_else(|| lexicon::gerund(&token.text)) {
                let filler = FILLERS.contains(&token.text.as_ref());
                // A weak word is a verb only right at the start or after fillers.
                if !filler || word.kind == Kind::Verb && !matches!(token.text.as_ref(), "perform" | "performs" | "use" | "access") {
                    return Some(at);
                }
            }
            if !FILLERS.contains(&token.text.as_ref()) && !token.text.ends_with("ly") {
                return None;
            }
        }
        None
    };
    direct(0).or_else(|| label.into_iter().find_map(direct))
}

/// Acts that a later sentence may state without naming the tool.
const LASTING: &[Act] =
    &[Act::Create, Act::Update, Act::Write, Act::Store, Act::Move, Act::Remove, Act::Delete, Act::Destroy, Act::Overwrite];

/// Sentences after the first say something of the tool where it is their subject, or where a warning introduces them.
fn further(reading: &mut TextReading<'_>, tokens: &[Token<'_>]) {
    let text = |at: usize| tokens.get(at).map_or("", |t| t.text.as_ref());
    let subject = matches!(
        (text(0), text(1)),
        ("this", "tool" | "will" | "also" | "operation" | "action" | "permanently")
            | ("it", "will" | "also")
            | ("also", _)
            | ("warning", _)
            | ("tool", "will")
            | ("the", "tool")
    );
    // `Closes the session, deletes its cookies.`
    let does = |t: &Token<'_>| t.text.ends_with('s') && t.found.exact.word.is_none() && verb(t).is_some_and(|w| w.kind == Kind::Verb);
    let changes = |t: &Token<'_>| t.text.ends_with('s') && t.found.exact.word.is_none() && verb(t).is_some_and(|w| !w.act.is_read_like());
    if tokens.first().is_some_and(changes) {
        let removals = tokens.iter().enumerate().skip(1).filter(|(at, t)| does(t) && !is_negated(tokens, *at));
        for (token, word) in removals.filter_map(|(_, t)| Some((t, verb(t).filter(|w| w.act.severity().0 >= 2)?))) {
            reading.stated.push(Saying::of(token, word.act));
        }
    }
    // `Stores the paper locally.`
    if let Some(token) = tokens.first().filter(|t| t.text.ends_with('s') && t.found.exact.word.is_none())
        && let Some(word) = verb(token).filter(|w| w.kind == Kind::Verb && LASTING.contains(&w.act))
    {
        reading.stated.push(Saying::of(token, word.act));
    }
    if !subject {
        return;
    }
    let between = |t: &&Token<'_>| {
        matches!(
            t.text.as_ref(),
            "this"
                | "it"
                | "the"
                | "tool"
                | "operation"
                | "action"
                | "will"
                | "also"
                | "can"
                | "may"
                | "permanently"
                | "irreversibly"
                | "warning"
                | "automatically"
                | "and"
        )
    };
    let at = tokens.iter().take_while(between).count();
    if let Some((token, word)) = tokens.get(at).and_then(|t| Some((t, verb(t)?)))
        && word.kind == Kind::Verb
        && word.act.severity().0 >= 2
        && at > 0
    {
        reading.further.push(Saying::of(token, word.act));
    }
}

/// No more verbs than this are kept.
const MAX_ANYWHERE: usize = 24;

fn anywhere(reading: &mut TextReading<'_>, tokens: &[Token<'_>]) {
    for (at, token) in tokens.iter().enumerate() {
        let word = verb(token).or_else(|| lexicon::gerund(&token.text)).filter(|w| w.kind == Kind::Verb);
        let Some(word) = word.filter(|_| reading.anywhere.len() < MAX_ANYWHERE) else { continue };
        // Every tool returns something, and documentation lists things.
        let empty = matches!(token.text.trim_end_matches('s'), "return" | "list" | "show" | "showing" | "returning" | "round" | "set");
        // `charge the card`, not `charge data`.
        let noun = token.text == "charge" && !tokens.get(at + 1).is_some_and(|t| DETERMINERS.contains(&t.text.as_ref()));
        // `This is read-only` praises the tool and says nothing of what it does.
        let praise = token.text == "read" && tokens.get(at + 1).is_some_and(|t| t.text == "only");
        if !empty && !noun && !praise && !is_negated(tokens, at) {
            reading.anywhere.push(Saying::of(token, word.act));
        }
    }
}

/// Words of advice: a sentence with one of them asks the caller for something and bounds nothing.
const ADVICE: &[&str] = &[
    "default",
    "use",
    "should",
    "must",
    "please",
    "designed",
    "recommended",
    "unless",
    "never",
    "not",
    "property",
    "field",
    "fields",
    "properties",
    "if",
    "when",
    "optional",
    "optionally",
];

/// After these words stands what something is made of or for.
const OF_WHAT: &[&str] = &["of", "from", "for", "in", "with", "by", "using", "to", "that"];

/// `and saves it to`, `to your local project`, `to disk`, `generates a Markdown file`: the result stays.
fn kept(tokens: &[Token<'_>]) -> Option<(usize, usize)> {
    const PLACES: &[&str] =
        &["project", "filesystem", "file", "files", "disk", "directory", "folder", "machine", "workspace", "library", "drive"];
    let text = |at: usize| tokens.get(at).map_or("", |t| t.text.as_ref());
    (0..tokens.len()).find_map(|at| {
        let words = match (text(at), text(at + 1)) {
            (
                "save" | "saves" | "saved" | "saving" | "store" | "stores" | "write" | "writes",
                "it" | "them" | "to" | "the" | "results" | "result",
            ) => 2,
            ("to" | "into" | "onto", "disk") => 2,
            // What is generated is a file.
            ("generate" | "generates" | "produce" | "produces", _) => {
                let thing = tokens.iter().skip(at + 1).take(6).take_while(|t| !OF_WHAT.contains(&t.text.as_ref()));
                thing.enumerate().find(|(_, t)| matches!(t.text.as_ref(), "file" | "files"))?.0 + 2
            }
            ("to" | "into", _) => {
                let within = tokens.get(at + 1..tokens.len().min(at + 5))?;
                let local = within.iter().position(|t| t.text == "local")?;
                PLACES.contains(&text(at + local + 2)).then_some(local + 3)?
            }
            _ => return None,
        };
        (!is_negated(tokens, at)).then_some((tokens.get(at)?.start, tokens.get(at + words - 1)?.end))
    })
}

/// The whole of what is there.
const WHOLE: &[&str] = &["all", "existing", "entire", "whole", "complete", "full", "current", "previous"];
const CONTENTS: &[&str] = &["content", "contents", "text", "body", "file", "document", "page", "article", "note"];

/// `Replaces the existing content`, at the head of a sentence.
fn replaced(tokens: &[Token<'_>]) -> Option<(usize, usize)> {
    let said = |words: &[&str], tokens: &[Token<'_>]| tokens.iter().position(|t| words.contains(&t.text.as_ref()));
    let head = tokens.get(..tokens.len().min(3))?;
    // Advice: `to replace the content, use ...`.
    if said(&["to", "use", "if", "when", "not", "never", "without"], head).is_some() {
        return None;
    }
    let verb = said(&["replace", "replaces", "replacing", "overwrite", "overwrites", "overwriting"], head)?;
    let after = tokens.get(verb + 1..tokens.len().min(verb + 6))?;
    if let Some(content) = said(&["content", "contents"], after.get(..after.len().min(2))?) {
        return Some((tokens.get(verb)?.start, after.get(content)?.end));
    }
    let whole = said(WHOLE, after)?;
    let content = whole + 1 + said(CONTENTS, after.get(whole + 1..)?)?;
    Some((tokens.get(verb)?.start, after.get(content)?.end))
}

fn phrases(reading: &mut TextReading<'_>, tokens: &[Token<'_>], early: bool) {
    reading.replaced = reading.replaced.or(replaced(tokens));
    let text = |at: usize| tokens.get(at).map_or("", |t| t.text.as_ref());
    let unbounded = early && reading.bounded.is_none();
    let bounds = || unbounded && !tokens.iter().any(|t| ADVICE.contains(&t.text.as_ref()));
    let warns = reading.final_effect.is_none();
    for (at, token) in tokens.iter().enumerate() {
        let span = |words: usize| Some((token.start, tokens.get(at + words - 1).map_or(token.end, |t| t.end)));
        match (token.text.as_ref(), text(at + 1), text(at + 2)) {
            ("cannot" | "can't", "be", "undone" | "reversed" | "recovered" | "restored") if warns => reading.final_effect = span(3),
            ("irreversible" | "irreversibly" | "irrevocable", ..) if warns && !is_negated(tokens, at) => reading.final_effect = span(1),
            ("permanently", "delete" | "deletes" | "remove" | "removes" | "erase" | "erases" | "destroy" | "destroys", _)
                if warns && !is_negated(tokens, at) =>
            {
                reading.final_effect = span(2);
            }
            ("can", "be", "restored" | "recovered" | "undone" | "reversed")
                if early && !is_negated(tokens, at) && !matches!(text(at.wrapping_sub(1)), "nothing" | "none") =>
            {
                reading.restorable = span(3);
            }
            ("soft", "delete" | "deletes" | "deleted" | "deletion", _) | ("is", "reversible", _) | ("to", "trash", _) if early => {
                reading.restorable = span(2);
            }
            ("to", "the", "trash") if early => reading.restorable = span(3),
            ("throughout", ..) | ("across", "all", _) | ("entire", "system" | "workspace" | "account", _) if early => {
                reading.throughout = span(1);
            }
            ("and" | "from" | "deletes" | "removes" | "deleting" | "removing", "all", next)
                if early && !matches!(next, "its" | "their") =>
            {
                reading.takes_all = span(2);
            }
            ("delete" | "remove", "all", _) if at == 0 || text(at - 1) == "also" => reading.takes_all = span(2),
            ("access", "keys", _) | ("secret", "key" | "keys" | "values", _) | ("private", "key" | "keys", _) | ("api", "keys", _)
                if reading.secret.is_none() && is_handed_out(tokens, at) =>
            {
                reading.secret = span(2);
            }
            (word, ..) if word.ends_with("secretkey") && reading.secret.is_none() && is_handed_out(tokens, at) => reading.secret = span(1),
            ("read", "only", _) | ("only", "select", _) | ("select", "only" | "queries" | "statements" | "query" | "statement", _)
                if bounds() =>
            {
                reading.bounded = span(2)
            }
            ("overwriting", "any" | "existing", next) | ("overwrites", "any" | "existing" | "the", next)
                if early && reading.replaced.is_none() && next != "changes" && !is_avoided(tokens, at) =>
            {
                reading.replaced = span(2);
            }
            ("is" | "are" | "be" | "gets", "overwritten", _)
                if early && reading.replaced.is_none() && !is_negated(tokens, at + 1) && !tokens.iter().any(is_part) =>
            {
                reading.replaced = span(2);
            }
            ("works" | "runs", "offline" | "entirely" | "completely", _)
                if early && text(at + 2) != "first" && tokens.iter().any(|t| t.text == "offline") =>
            {
                reading.offline = span(2);
            }
            ("readonly", ..) if bounds() => reading.bounded = span(1),
            _ => {}
        }
    }
}

/// A part of something that stays.
fn is_part(token: &Token<'_>) -> bool {
    matches!(token.text.as_ref(), "field" | "fields" | "record" | "records" | "value" | "values" | "property" | "properties")
}

/// Whether a sentence says that something does not happen, or how to keep it from happening: `to avoid overwriting existing files`.
fn is_avoided(tokens: &[Token<'_>], at: usize) -> bool {
    let kept =
        |t: &Token<'_>| matches!(t.text.as_ref(), "avoid" | "avoids" | "avoiding" | "prevent" | "prevents" | "preventing" | "if" | "when");
    is_negated(tokens, at) || tokens.iter().take(at).any(kept)
}

/// Whether a sentence says that the word at this place is among what is returned: `the secret key is returned`.
fn is_handed_out(tokens: &[Token<'_>], at: usize) -> bool {
    let any = |words: &[&str], range: &[Token<'_>]| range.iter().any(|t| words.contains(&t.text.as_ref()));
    let (before, after) = (tokens.get(..at).unwrap_or(&[]), tokens.get(at + 1..).unwrap_or(&[]));
    let hidden =
        any(&["masked", "redacted", "hidden", "omitted", "excluding", "except", "without"], tokens) || any(&["not", "never", "no"], before);
    let told = any(&["returning", "returns", "return", "including"], before) || any(&["returned"], after.get(..3).unwrap_or(after));
    told && !hidden
}
