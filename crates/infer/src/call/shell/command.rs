//! One simple command, looked up in the table.
//!
//! A line of the table is: the command and its sub-commands, its grade, its options, an example. In the options:
//!
//! | written | means |
//! |---|---|
//! | `*` | options that aren't listed are harmless |
//! | `-x`, `--long` | this option is harmless and takes no value |
//! | `-x=` | it takes a value |
//! | `-x:grade`, `-x=:grade` | it adds the grade |
//! | `-x!`, `-x=!` | it isn't followed |
//! | `-x=attached` | its value is part of the same word, where it has one |
//! | `-x=sh`, `sql`, `sed`, `awk`, `path`, `url`, `method`, `body`, `exec` | its value is read as that; `exec`: a command up to `;` |
//! | `-x=out` | a file is overwritten, unless it is the standard output or nothing |
//! | `-x=at` | a header or format, or a file of them after `@` |
//! | `-x=dry` | the command only shows what it would do |
//! | `-x=replace` | its value stands for what comes from the input |
//! | `@grade`, `@@grade`, `@!` | operands (two or more) add the grade, or aren't followed |
//! | `^text:grade`, `~text:grade` | an operand that starts with the text, or holds it, adds the grade |
//! | `cmd0`, `str0` | from operand 0 on it is a command, or text for a shell; so with other numbers |
//! | `sql1`, `sed0`, `awk0` | operand 1 and those after it are SQL, operand 0 is a script |
//! | `skip0` | operand 0 is no path |
//! | `url` | operands are addresses |
//! | `route` | operands are addresses, or places on a server that is known |
//! | `empty:grade` | without operands it has this grade |
//! | `need` | without a value that was read it isn't followed |
//! | `assign` | `NAME=value` operands set variables |
//! | `list` | the command's words come from its input |
//!
//! Options of a command hold for its sub-commands.

use std::borrow::Cow;

use mcp_tool_risk_types::{BlastRadius, Category, Word as _, find, mentions};

use super::{Context, MAX_DEPTH, Word, read_nested, script};
use crate::call::effect::{Effect, Grade, Reading};
use crate::call::{path, sql, table, url};

const COMMANDS: &str = include_str!(concat!(env!("OUT_DIR"), "/commands.tsv"));

#[derive(Debug, Clone, Copy)]
struct Row<'t> {
    key: &'t str,
    grade: &'t str,
    options: &'t str,
}

fn row(key: &str) -> Option<Row<'static>> {
    let mut columns = table::find(COMMANDS, key)?.split('\t');
    Some(Row { key: columns.next()?, grade: columns.next()?, options: columns.next().unwrap_or_default() })
}

/// What an option or operand adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Act {
    Nothing,
    Unclear,
    Grade(Grade),
    Sh,
    Sql,
    Sed,
    Awk,
    Path,
    Url,
    Method,
    Body,
    At,
    Out,
    Exec,
    Dry,
    Replace,
    Attached,
}

impl Act {
    /// Whether the value is part of the same word, where there is one.
    fn is_attached(self) -> bool {
        matches!(self, Self::Attached | Self::Dry)
    }
}

/// A word in which the mark stands for one that comes from elsewhere.
fn from_input(word: &Word, mark: &str) -> Word {
    if !mark.is_empty() && mentions(&word.text, mark) { Word { loose: false, listed: true, ..Word::unknown() } } else { word.clone() }
}

/// An option: whether it takes a value, and what it adds.
fn option(spec: &str) -> (&str, bool, Act) {
    if let Some(name) = spec.strip_suffix('!') {
        return (name.strip_suffix('=').unwrap_or(name), name.ends_with('='), Act::Unclear);
    }
    if let Some((name, grade)) = spec.rsplit_once(':').and_then(|(name, word)| Some((name, Grade::from_word(word)?))) {
        return (name.strip_suffix('=').unwrap_or(name), name.ends_with('='), Act::Grade(grade));
    }
    let Some((name, what)) = spec.split_once('=') else { return (spec, false, Act::Nothing) };
    let act = match what {
        "sh" => Act::Sh,
        "sql" => Act::Sql,
        "sed" => Act::Sed,
        "awk" => Act::Awk,
        "path" => Act::Path,
        "url" => Act::Url,
        "method" => Act::Method,
        "body" => Act::Body,
        "at" => Act::At,
        "out" => Act::Out,
        "exec" => Act::Exec,
        "dry" => Act::Dry,
        "replace" => Act::Replace,
        "attached" => Act::Attached,
        _ => Act::Nothing,
    };
    (name, true, act)
}

/// Folders whose programs are those of the table.
const PROGRAM_FOLDERS: [&str; 6] = ["/bin/", "/usr/bin/", "/usr/local/bin/", "/sbin/", "/usr/sbin/", "/opt/homebrew/bin/"];

fn program(name: &str) -> &str {
    let name = PROGRAM_FOLDERS.iter().find_map(|folder| name.strip_prefix(folder)).unwrap_or(name);
    name.strip_suffix(".exe").unwrap_or(name)
}

/// Adds what the command does.
pub(super) fn read(words: &[Word], context: &Context<'_>, depth: usize, reading: &mut Reading) {
    let Some((name, rest)) = words.split_first() else { return };
    if name.dynamic || name.glob && name.text != "[[" || depth >= MAX_DEPTH {
        return reading.unclear("command that is only known when it runs");
    }
    let Some(first) = row(program(&name.text)) else {
        return reading.unclear("command that isn't in the table");
    };
    if let [only] = rest
        && (only.text == "--version" || only.text == "--help")
        && !only.dynamic
    {
        return reading.grade(Grade::Pure, "asks a command for its version or help");
    }
    let mut command = Command {
        rows: vec![first],
        context,
        depth,
        operands: 0,
        read_values: false,
        ended: false,
        loose: false,
        filtered: false,
        removes: Effect::NOTHING,
        urls: Vec::new(),
        method: String::new(),
        body: false,
        dry: false,
        wet: false,
        replaced: String::new(),
        broad: false,
        wildcard: false,
        unknown_target: false,
    };
    command.run(rest, reading);
}

struct Command<'c, 'o> {
    /// The command's line and those of its sub-commands.
    rows: Vec<Row<'static>>,
    context: &'c Context<'o>,
    depth: usize,
    operands: usize,
    /// Whether a value was read as a text of its own.
    read_values: bool,
    /// After `--`.
    ended: bool,
    /// A word may become an option.
    loose: bool,
    /// `find` has a test that leaves some files only.
    filtered: bool,
    /// What is done to every file that `find` or `xargs` hands over.
    removes: Effect,
    urls: Vec<String>,
    method: String,
    body: bool,
    /// It only shows what it would do, and no option says otherwise.
    dry: bool,
    wet: bool,
    /// What stands for a word of the input.
    replaced: String,
    broad: bool,
    wildcard: bool,
    unknown_target: bool,
}

impl Command<'_, '_> {
    fn leaf(&self) -> Row<'static> {
        self.rows.last().copied().unwrap_or(Row { key: "", grade: "-", options: "" })
    }

    fn has(&self, spec: &str) -> bool {
        self.leaf().options.split(' ').any(|other| other == spec)
    }

    /// The place from which on operands are `what`.
    fn place(&self, what: &str) -> Option<usize> {
        self.leaf().options.split(' ').find_map(|spec| spec.strip_prefix(what)?.parse().ok())
    }

    /// The line of the sub-command that the word names.
    fn sub_command(&self, word: &Word) -> Option<Row<'static>> {
        if word.dynamic || word.glob || word.text.len() > 40 || self.operands > 0 {
            return None;
        }
        let parent = self.leaf().key;
        // Redis knows its commands in any case.
        let text = if parent == "redis-cli" { Cow::Owned(word.text.to_ascii_lowercase()) } else { Cow::Borrowed(&word.text) };
        let found = row(&format!("{parent} {text}"));
        if found.is_some() || word.text.starts_with('-') {
            return found;
        }
        let verb = word.text.split('-').next().filter(|verb| verb.len() < word.text.len());
        verb.and_then(|verb| row(&format!("{parent} {verb}-*"))).or_else(|| row(&format!("{parent} *")))
    }

    fn run(&mut self, words: &[Word], reading: &mut Reading) {
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            if let Some(found) = self.sub_command(word) {
                self.rows.push(found);
                continue;
            }
            self.loose |= word.loose;
            if !self.ended && !word.dynamic && word.text == "--" {
                self.ended = true;
                if let Some(Act::Grade(grade)) = self.find_option("--").map(|(_, act)| act) {
                    reading.grade(grade, "");
                }
            } else if !self.ended && word.text.len() > 1 && word.text.starts_with('-') && self.leaf().key != "echo" {
                at += self.option(word, words.get(at..).unwrap_or_default(), reading);
            } else if self.has("assign") && self.operands == 0 && word.text.contains('=') {
                reading.unclear("variable that may change what runs");
            } else if self.place("cmd") == Some(self.operands) {
                self.inner(words.get(at - 1..).unwrap_or_default(), reading);
                break;
            } else if self.place("str") == Some(self.operands) {
                self.text(words.get(at - 1..).unwrap_or_default(), reading);
                break;
            } else {
                self.operand(word, reading);
                self.operands += 1;
            }
        }
        self.finish(reading);
    }

    /// A command that this one runs.
    fn inner(&mut self, words: &[Word], reading: &mut Reading) {
        self.read_values = true;
        self.operands += 1;
        let mut inner = Reading::default();
        if self.has("list") {
            let mut words: Vec<Word> = words.iter().map(|word| from_input(word, &self.replaced)).collect();
            words.push(Word { listed: true, ..Word::unknown() });
            read(&words, self.context, self.depth + 1, &mut inner);
        } else {
            read(words, self.context, self.depth + 1, &mut inner);
        }
        if self.has("list") && inner.effect.category.rank() >= Category::Delete.rank() {
            inner.effect.blast = BlastRadius::Namespace;
        }
        reading.absorb(inner);
    }

    /// Words that are joined and handed to a shell.
    fn text(&mut self, words: &[Word], reading: &mut Reading) {
        self.read_values = true;
        self.operands += 1;
        if words.iter().any(|word| word.dynamic) {
            return reading.unclear("command that is only known when it runs");
        }
        let text: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        read_nested(&text.join(" "), self.context, self.depth + 1, reading);
    }

    /// What the table says of an option, from the sub-command outwards.
    fn find_option(&self, name: &str) -> Option<(bool, Act)> {
        let specs = || self.rows.iter().rev().flat_map(|row| row.options.split(' ')).filter(|spec| spec.starts_with('-')).map(option);
        let exact = |name: &str| specs().find(|(spec, ..)| *spec == name).map(|(_, value, act)| (value, act));
        // Some programs take long options with one hyphen or two.
        let other = name.strip_prefix('-').filter(|other| other.len() > 2 && other.starts_with('-'));
        if let Some(found) = exact(name).or_else(|| other.and_then(exact)) {
            return Some(found);
        }
        // Long options may be cut short.
        if name.len() > 2 && name.starts_with("--") {
            return specs().find(|(spec, _, act)| *act != Act::Nothing && spec.starts_with(name)).map(|(_, value, act)| (value, act));
        }
        None
    }

    /// Reads an option and returns how many of the following words belong to it.
    fn option(&mut self, word: &Word, rest: &[Word], reading: &mut Reading) -> usize {
        let text = word.text.as_str();
        self.wet |= text.starts_with("--no-");
        let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
        let given = value.map(|value| Word { text: value.to_owned(), ..word.clone() });
        if let Some((takes_value, act)) = self.find_option(name) {
            if act == Act::Exec {
                return self.exec(rest, reading);
            }
            self.filtered |= FIND_FILTERS.contains(&name);
            let following = if takes_value && given.is_none() && !act.is_attached() { rest.first() } else { None };
            self.act(act, given.as_ref().or(following), reading);
            return usize::from(following.is_some());
        }
        if text.starts_with("--") || text.len() == 2 {
            self.unlisted(reading);
            return 0;
        }
        // Short options in one word; one that takes a value takes the rest.
        let mut letters = text.char_indices().skip(1).peekable();
        while let Some((at, letter)) = letters.next() {
            match self.find_option(&format!("-{letter}")) {
                Some((true, act)) => {
                    let tail = letters.peek().and_then(|(next, _)| text.get(*next..));
                    let tail = tail.map(|tail| Word { text: tail.to_owned(), ..word.clone() });
                    if act == Act::Dry {
                        self.act(act, None, reading);
                        continue;
                    }
                    let following = if tail.is_none() && !act.is_attached() { rest.first() } else { None };
                    self.act(act, tail.as_ref().or(following), reading);
                    return usize::from(following.is_some());
                }
                Some((false, act)) => self.act(act, None, reading),
                None if at > 0 && letter.is_ascii_digit() => {}
                None => self.unlisted(reading),
            }
        }
        0
    }

    fn unlisted(&mut self, reading: &mut Reading) {
        if !self.rows.iter().rev().any(|row| row.options.split(' ').any(|spec| spec == "*")) {
            reading.unclear("option that isn't in the table");
        }
    }

    fn act(&mut self, act: Act, value: Option<&Word>, reading: &mut Reading) {
        let unknown = value.is_none_or(|value| value.dynamic);
        let text = value.map_or("", |value| value.text.as_str());
        match act {
            Act::Nothing | Act::Attached => {}
            Act::Unclear => reading.unclear("option that may run or redirect something"),
            Act::Out if matches!(text, "-" | "/dev/null" | "/dev/stdout") && !unknown => {}
            Act::Out => self.act(Act::Grade(Grade::Overwrite), value, reading),
            Act::Grade(grade) => {
                if grade.effect().category.rank() >= Category::Delete.rank() {
                    self.removes = self.removes.join(grade.effect());
                }
                reading.grade(grade, "option that raises the grade");
                path::look(text, !grade.effect().is_read(), self.context.roots, reading);
            }
            Act::Exec => {}
            Act::Dry => match value {
                None => self.dry = true,
                Some(_) if !unknown && matches!(text, "client" | "server" | "true") => self.dry = true,
                Some(_) => self.wet = true,
            },
            _ if unknown => reading.unclear("value that is only known when it runs"),
            Act::Sh => {
                self.read_values = true;
                read_nested(text, self.context, self.depth + 1, reading);
            }
            Act::Sql => {
                self.read_values = true;
                if script::client_looks(text) {
                    reading.grade(Grade::Read, "command of a database client");
                } else {
                    reading.absorb(sql::read(text, self.context.dialect));
                }
            }
            Act::Sed => self.script(script::sed_is_pure(text), reading),
            Act::Awk => self.script(script::awk_is_pure(text), reading),
            Act::Path => path::look(text, false, self.context.roots, reading),
            Act::Url => self.urls.push(text.to_owned()),
            Act::Replace => text.clone_into(&mut self.replaced),
            Act::At => {
                if let Some(file) = text.strip_prefix('@') {
                    path::look(file, false, self.context.roots, reading);
                }
                if let Some(method) = url::overriding(text) {
                    method.clone_into(&mut self.method);
                }
                if mentions(text, "%output") {
                    reading.unclear("option that may run or redirect something");
                }
            }
            Act::Method => text.clone_into(&mut self.method),
            Act::Body => {
                self.body = true;
                if let Some(file) = text.strip_prefix('@').or_else(|| find(text, "=@").and_then(|at| text.get(at + 2..))) {
                    path::look(file, false, self.context.roots, reading);
                }
            }
        }
    }

    fn script(&mut self, pure: bool, reading: &mut Reading) {
        self.read_values = true;
        if !pure {
            reading.unclear("script that may act");
        }
    }

    /// `-exec command ... ;` or `+`
    fn exec(&mut self, words: &[Word], reading: &mut Reading) -> usize {
        let length = words.iter().position(|word| word.text == ";" || word.text == "+").unwrap_or(words.len());
        let command: Vec<Word> = words.iter().take(length).map(|word| from_input(word, "{}")).collect();
        let mut inner = Reading::default();
        read(&command, self.context, self.depth + 1, &mut inner);
        if inner.effect.category.rank() >= Category::Delete.rank() {
            inner.effect.blast = BlastRadius::Namespace;
            self.removes = self.removes.join(inner.effect);
        }
        reading.absorb(inner);
        length + 1
    }

    fn operand(&mut self, word: &Word, reading: &mut Reading) {
        let row = self.leaf();
        let text = word.text.as_str();
        let mut is_path = true;
        for spec in row.options.split(' ') {
            if let Some(prefix) = spec.strip_prefix('^').and_then(|spec| spec.strip_suffix('!')) {
                if text.starts_with(prefix) {
                    reading.unclear("operand that may run something");
                }
            } else if let Some((prefix, grade)) = spec.strip_prefix('^').and_then(|spec| spec.rsplit_once(':')) {
                if text.starts_with(prefix) {
                    self.special(grade, reading);
                }
            } else if let Some((part, grade)) = spec.strip_prefix('~').and_then(|spec| spec.rsplit_once(':')) {
                if mentions(text, part) {
                    self.special(grade, reading);
                }
            } else if spec == "url" || spec == "route" {
                is_path = false;
                self.urls.push(text.to_owned());
                if word.dynamic {
                    reading.unclear("address that is only known when it runs");
                }
            }
        }
        if self.place("sql").is_some_and(|first| first <= self.operands) {
            is_path = false;
            self.act(Act::Sql, Some(word), reading);
        } else if self.place("sed") == Some(self.operands) && !self.read_values {
            is_path = false;
            self.act(Act::Sed, Some(word), reading);
        } else if self.place("awk") == Some(self.operands) && !self.read_values {
            is_path = false;
            self.act(Act::Awk, Some(word), reading);
        } else if self.place("skip") == Some(self.operands) {
            is_path = false;
        }
        let Some(grade) = Grade::from_word(row.grade).filter(|grade| is_path && *grade != Grade::Pure) else { return };
        let reads = grade.effect().is_read();
        if word.dynamic && word.loose && !word.listed {
            if reads {
                reading.grade(Grade::Private, "");
            } else {
                self.unknown_target = true;
            }
        }
        self.unknown_target |= word.dynamic && !word.listed && !reads;
        for text in [Some(text), word.with_backslashes.as_deref()].into_iter().flatten() {
            path::look(text, !reads, self.context.roots, reading);
            let facts = path::facts(text, &[]);
            self.broad |= facts.broad && !word.dynamic;
            self.wildcard |= word.glob;
        }
    }

    fn special(&self, grade: &str, reading: &mut Reading) {
        if let Some(grade) = Grade::from_word(grade) {
            reading.grade(grade, "operand that raises the grade");
        }
    }

    fn finish(&mut self, reading: &mut Reading) {
        let row = self.leaf();
        let empty = row.options.split(' ').find_map(|spec| spec.strip_prefix("empty:")).filter(|_| self.operands == 0);
        let dry = self.dry && !self.wet && row.grade != "-";
        match Grade::from_word(if dry { "read" } else { empty.unwrap_or(row.grade) }) {
            Some(grade) => {
                reading.grade_key(grade, "command: ", row.key);
                if grade.effect().category == Category::Delete {
                    self.removes = self.removes.join(grade.effect());
                }
            }
            None => reading.unclear("command without a sub-command of the table"),
        }
        for spec in row.options.split(' ') {
            let (least, what) = match (spec.strip_prefix("@@"), spec.strip_prefix('@')) {
                (Some(what), _) => (2, what),
                (None, Some(what)) => (1, what),
                _ => continue,
            };
            if self.operands < least {
            } else if let Some(grade) = Grade::from_word(what) {
                reading.grade_key(grade, "command with operands: ", row.key);
            } else {
                reading.unclear("operands that aren't followed");
            }
        }
        if self.has("need") && !self.read_values {
            reading.unclear("command that takes its script from elsewhere");
        }
        // Whether any option would matter if an unknown word became one.
        let risky = || {
            let mut specs = self.rows.iter().flat_map(|row| row.options.split(' '));
            !self.rows.iter().any(|row| row.options.split(' ').any(|spec| spec == "*"))
                || specs.any(|spec| {
                    spec.starts_with('-') && !matches!(option(spec).2, Act::Nothing | Act::Path | Act::Attached)
                        || spec.starts_with(['@', '^', '~'])
                })
        };
        if self.loose && risky() {
            reading.unclear("word that may become an option");
        }
        if self.unknown_target {
            reading.unclear("target that is only known when it runs");
        }
        let route = self.has("route");
        for target in &self.urls {
            if route && !mentions(target, "://") {
                url::write(&self.method, self.body, reading);
                continue;
            }
            url::look(&self.method, target, self.body, self.context.roots, reading);
        }
        if self.removes.category.rank() >= Category::Delete.rank() {
            let finds = row.key == "find";
            if if finds { !self.filtered } else { self.broad } {
                reading.grade(Grade::Destroy, "removes a broad scope");
            } else if finds || self.wildcard {
                reading.add(Effect { blast: BlastRadius::Namespace, ..Grade::Delete.effect() }, "removes many items");
            }
        }
    }
}

/// Tests of `find` that leave some files only.
const FIND_FILTERS: [&str; 12] =
    ["-name", "-iname", "-path", "-ipath", "-regex", "-iregex", "-mtime", "-mmin", "-size", "-empty", "-newer", "-user"];
