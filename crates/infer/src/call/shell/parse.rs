//! A command line into simple commands. Every command that is found counts, whichever operators join them.

use super::{Context, MAX_DEPTH, Word, command, read_nested};
use crate::call::effect::{Grade, Reading};
use crate::call::path;

pub(super) fn read(text: &str, context: &Context<'_>, depth: usize, reading: &mut Reading) {
    let mut parser = Parser { text, bytes: text.as_bytes(), at: 0, context, depth, reading, variables: Vec::new(), heredocs: Vec::new() };
    parser.list(0);
    if parser.at < parser.bytes.len() || !parser.heredocs.is_empty() {
        parser.reading.unclear("command line that can't be split");
    }
}

struct Parser<'t, 'c, 'o, 'r> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    context: &'c Context<'o>,
    depth: usize,
    reading: &'r mut Reading,
    /// Variables of loops over words that are no options.
    variables: Vec<&'t str>,
    /// Here-documents that start at the next line: the end mark, and whether the body is expanded.
    heredocs: Vec<(String, bool)>,
}

/// Variables that every shell sets to something harmless.
const KNOWN_VARIABLES: [&str; 11] = ["HOME", "PWD", "OLDPWD", "USER", "LOGNAME", "HOSTNAME", "SHELL", "LANG", "TMPDIR", "RANDOM", "UID"];
/// Variables that may be set before a command without changing what it does.
const HARMLESS_SETTINGS: [&str; 15] = [
    "AWS_DEFAULT_REGION",
    "AWS_PROFILE",
    "AWS_REGION",
    "CI",
    "COLUMNS",
    "DEBUG",
    "FORCE_COLOR",
    "LANG",
    "LC_ALL",
    "NODE_ENV",
    "NO_COLOR",
    "RUST_BACKTRACE",
    "RUST_LOG",
    "TERM",
    "TZ",
];

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl<'t> Parser<'t, '_, '_, '_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn unclear(&mut self) {
        self.reading.unclear("shell construct that isn't followed");
    }

    /// Gives the rest up.
    fn give_up(&mut self) {
        self.unclear();
        self.at = self.bytes.len();
        self.heredocs.clear();
    }

    /// Reads commands up to the closing byte; 0 is the end of the text.
    fn list(&mut self, close: u8) {
        let mut words: Vec<Word> = Vec::new();
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b' ' | b'\t' => self.at += 1,
                b'\r' if self.peek(1) == b'\n' => self.at += 1,
                b'\\' if self.peek(1) == b'\n' => self.at += 2,
                b'#' => self.skip_line(),
                b'\n' => {
                    self.finish(&mut words);
                    self.at += 1;
                    self.here_documents();
                }
                b';' if self.peek(1) == b';' => self.give_up(),
                b'&' if self.peek(1) == b'>' => {
                    self.at += 1;
                    self.redirection();
                }
                b';' | b'|' | b'&' => {
                    self.finish(&mut words);
                    self.at += 1;
                }
                b'<' | b'>' if self.peek(1) != b'(' => self.redirection(),
                b'(' => {
                    // `name (`: a definition of a function.
                    if !words.is_empty() {
                        return self.give_up();
                    }
                    self.at += 1;
                    self.nested(b')');
                }
                b')' => {
                    self.finish(&mut words);
                    if close == b')' {
                        self.at += 1;
                        return;
                    }
                    return self.give_up();
                }
                _ => {
                    let start = self.at;
                    let word = self.word();
                    // A number right before a redirection names a descriptor.
                    if matches!(self.peek(0), b'<' | b'>') && !word.text.is_empty() && word.text.bytes().all(|b| b.is_ascii_digit()) {
                        continue;
                    }
                    if self.at == start {
                        return self.give_up();
                    }
                    if words.is_empty() && !word.quoted && !word.dynamic && self.keyword(&word.text) {
                        continue;
                    }
                    words.push(word);
                }
            }
        }
        self.finish(&mut words);
        if close != 0 {
            self.unclear();
        }
    }

    fn nested(&mut self, close: u8) {
        if self.depth + 1 >= MAX_DEPTH {
            return self.give_up();
        }
        self.depth += 1;
        self.list(close);
        self.depth -= 1;
    }

    /// Whether the word only structures commands.
    fn keyword(&mut self, word: &str) -> bool {
        match word {
            "if" | "then" | "elif" | "else" | "fi" | "while" | "until" | "do" | "done" | "!" | "{" | "}" => true,
            "for" => {
                self.for_words();
                true
            }
            "case" | "esac" | "function" | "select" | "coproc" | "((" => {
                self.give_up();
                true
            }
            _ => false,
        }
    }

    /// `for name in words`
    fn for_words(&mut self) {
        let mut words = Vec::new();
        let mut name = "";
        loop {
            match self.peek(0) {
                b' ' | b'\t' => self.at += 1,
                0 | b';' | b'\n' => break,
                b'(' | b')' | b'<' | b'>' | b'&' | b'|' => return self.give_up(),
                _ => {
                    let start = self.at;
                    words.push(self.word());
                    if words.len() == 1 {
                        name = self.text.get(start..self.at).unwrap_or_default();
                    }
                }
            }
        }
        let in_word = words.get(1).is_some_and(|word| word.text == "in");
        let values = words.get(2..).unwrap_or_default();
        if in_word && values.iter().all(|word| !word.loose && !word.text.starts_with('-')) {
            for word in values {
                path::look(&word.text, false, self.context.roots, self.reading);
            }
            self.variables.push(name);
        }
    }

    fn skip_line(&mut self) {
        while self.at < self.bytes.len() && self.peek(0) != b'\n' {
            // In some shells a single carriage return ends the line, and what stands behind it runs.
            if self.peek(0) == b'\r' && self.at + 1 < self.bytes.len() && self.peek(1) != b'\n' {
                return self.give_up();
            }
            self.at += 1;
        }
    }

    fn finish(&mut self, words: &mut Vec<Word>) {
        if words.is_empty() {
            return;
        }
        let mut rest = words.as_slice();
        while let Some((word, after)) = rest.split_first() {
            let Some(name) = assignment(word) else { break };
            if !HARMLESS_SETTINGS.contains(&name) {
                self.reading.unclear("variable that may change what runs");
            }
            rest = after;
        }
        if !rest.is_empty() {
            command::read(rest, self.context, self.depth, self.reading);
        }
        words.clear();
    }

    fn redirection(&mut self) {
        let reads = self.peek(0) == b'<';
        let mut operator = 0;
        let mut appends = false;
        while matches!(self.peek(0), b'<' | b'>' | b'&' | b'|') && operator < 3 {
            appends |= operator == 1 && self.peek(0) == b'>' && !reads;
            // `<(` and `>(` after an operator.
            operator += 1;
            self.at += 1;
        }
        let document = reads && operator == 2 && self.bytes.get(self.at - 1) == Some(&b'<');
        let duplicates = self.bytes.get(self.at - 1) == Some(&b'&');
        if document && self.peek(0) == b'-' {
            self.at += 1;
        }
        while matches!(self.peek(0), b' ' | b'\t') {
            self.at += 1;
        }
        let start = self.at;
        let word = self.word();
        if self.at == start {
            return self.give_up();
        }
        if document {
            self.heredocs.push((word.text, !word.quoted));
        } else if duplicates && word.text.bytes().all(|b| b.is_ascii_digit() || b == b'-') || reads && operator == 3 {
            // A copy of a descriptor, or a text as input.
        } else if word.text.starts_with("/dev/tcp/") || word.text.starts_with("/dev/udp/") {
            self.reading.grade(Grade::Send, "network connection");
            self.unclear();
        } else if reads && operator == 1 {
            if word.dynamic {
                self.reading.grade(Grade::Private, "");
            }
            path::look(&word.text, false, self.context.roots, self.reading);
        } else if !word.dynamic && ["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"].contains(&word.text.as_str()) {
        } else {
            let grade = if appends { Grade::Change } else { Grade::Overwrite };
            self.reading.grade(grade, if appends { "appends to a file" } else { "overwrites a file" });
            path::look(&word.text, true, self.context.roots, self.reading);
            if reads {
                self.unclear();
            }
        }
    }

    /// Skips the bodies of here-documents; what is expanded in them isn't followed.
    fn here_documents(&mut self) {
        for (mark, expands) in core::mem::take(&mut self.heredocs) {
            loop {
                if self.at >= self.bytes.len() {
                    return self.unclear();
                }
                let start = self.at;
                self.skip_line();
                let line = self.text.get(start..self.at).unwrap_or_default();
                self.at += 1;
                if line.trim_start_matches('\t').trim_end_matches('\r') == mark {
                    break;
                }
                if expands && line.contains(['$', '`']) {
                    self.unclear();
                }
            }
        }
        self.at = self.at.min(self.bytes.len());
    }

    fn word(&mut self) -> Word {
        let mut word = Word::default();
        let mut backslashes = String::new();
        let start = self.at;
        loop {
            let byte = self.peek(0);
            match byte {
                0 if self.at >= self.bytes.len() => break,
                b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' => break,
                b'\r' if self.peek(1) == b'\n' => break,
                b'<' | b'>' => {
                    if self.peek(1) != b'(' || self.at > start {
                        break;
                    }
                    self.at += 2;
                    self.nested(b')');
                    word.dynamic = true;
                }
                b'\'' => {
                    self.at += 1;
                    let open = self.at;
                    while self.at < self.bytes.len() && self.peek(0) != b'\'' {
                        self.at += 1;
                    }
                    if self.at >= self.bytes.len() {
                        self.give_up();
                        break;
                    }
                    let text = self.text.get(open..self.at).unwrap_or_default();
                    word.text.push_str(text);
                    backslashes.push_str(text);
                    word.quoted = true;
                    self.at += 1;
                }
                b'"' => {
                    self.at += 1;
                    word.quoted = true;
                    let before = word.text.len();
                    self.double_quoted(&mut word);
                    backslashes.push_str(word.text.get(before..).unwrap_or_default());
                }
                b'\\' => {
                    self.at += 1;
                    if self.peek(0) == b'\n' {
                        self.at += 1;
                        continue;
                    }
                    word.quoted = true;
                    backslashes.push('\\');
                    let from = word.text.len();
                    self.take_char(&mut word.text);
                    if word.text.get(from..).unwrap_or_default().starts_with(|c: char| c.is_alphanumeric() || c == '.') {
                        word.with_backslashes.get_or_insert_default();
                    }
                    backslashes.push_str(word.text.get(from..).unwrap_or_default());
                }
                b'$' => self.expansion(&mut word, false),
                b'`' => {
                    self.backticks();
                    word.dynamic = true;
                    word.loose = true;
                }
                b'*' | b'?' | b'[' if byte != b'[' || self.peek(1) > b' ' => {
                    word.glob = true;
                    self.take_char(&mut word.text);
                    backslashes.push(char::from(byte));
                }
                b'{' if self.is_brace_expansion() => {
                    word.dynamic = true;
                    word.loose |= word.text.is_empty();
                    self.take_char(&mut word.text);
                }
                _ => {
                    let from = word.text.len();
                    self.take_char(&mut word.text);
                    backslashes.push_str(word.text.get(from..).unwrap_or_default());
                }
            }
        }
        if word.with_backslashes.is_some() {
            word.with_backslashes = Some(backslashes);
        }
        word
    }

    fn take_char(&mut self, text: &mut String) {
        if let Some(c) = self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            text.push(c);
            self.at += c.len_utf8();
        } else {
            self.at += 1;
        }
    }

    fn is_brace_expansion(&self) -> bool {
        let rest = self.bytes.get(self.at..self.bytes.len().min(self.at + 256)).unwrap_or_default();
        let end = rest.iter().position(|b| matches!(b, b' ' | b'\t' | b'\n')).unwrap_or(rest.len());
        let inside = rest.get(..end).unwrap_or_default();
        inside.contains(&b'}') && (inside.contains(&b',') || inside.windows(2).any(|pair| pair == b"..")) || end >= 256
    }

    fn double_quoted(&mut self, word: &mut Word) {
        loop {
            match self.peek(0) {
                0 if self.at >= self.bytes.len() => return self.give_up(),
                b'"' => {
                    self.at += 1;
                    return;
                }
                b'\\' => {
                    self.at += 1;
                    match self.peek(0) {
                        b'\n' => self.at += 1,
                        b'$' | b'`' | b'"' | b'\\' => self.take_char(&mut word.text),
                        _ => word.text.push('\\'),
                    }
                }
                b'$' => self.expansion(word, true),
                b'`' => {
                    self.backticks();
                    word.dynamic = true;
                    word.loose |= word.text.is_empty();
                }
                _ => self.take_char(&mut word.text),
            }
        }
    }

    fn backticks(&mut self) {
        self.at += 1;
        let mut inner = String::new();
        loop {
            match self.peek(0) {
                0 if self.at >= self.bytes.len() => return self.give_up(),
                b'`' => {
                    self.at += 1;
                    break;
                }
                b'\\' if matches!(self.peek(1), b'`' | b'\\' | b'$') => {
                    self.at += 1;
                    self.take_char(&mut inner);
                }
                _ => self.take_char(&mut inner),
            }
        }
        read_nested(&inner, self.context, self.depth + 1, self.reading);
    }

    /// After `$`: a variable, a substitution, arithmetic or a quote.
    fn expansion(&mut self, word: &mut Word, quoted: bool) {
        let next = self.peek(1);
        if !(is_name_byte(next) || matches!(next, b'(' | b'{' | b'\'' | b'"' | b'?' | b'#' | b'$' | b'!' | b'@' | b'*' | b'-' | b'['))
            || (quoted && matches!(next, b'"' | b'\''))
        {
            return self.take_char(&mut word.text);
        }
        let loose = !quoted || word.text.is_empty();
        let first = !word.dynamic;
        word.dynamic = true;
        word.listed = false;
        match next {
            b'(' if self.peek(2) == b'(' => {
                // Arithmetic; only what has no expansion of its own.
                let rest = self.bytes.get(self.at + 3..).unwrap_or_default();
                let length = rest.iter().position(|b| !(is_name_byte(*b) || b" +-*/%<>=!&|".contains(b))).unwrap_or(rest.len());
                if rest.get(length..length + 2) == Some(b"))") {
                    self.at += length + 5;
                } else {
                    self.give_up();
                }
            }
            b'(' => {
                self.at += 2;
                self.nested(b')');
                word.loose |= loose;
            }
            b'{' => {
                let rest = self.bytes.get(self.at + 2..).unwrap_or_default();
                let length = rest.iter().position(|b| !is_name_byte(*b)).unwrap_or(rest.len());
                if rest.get(length) == Some(&b'}') && length > 0 {
                    self.variable(self.at + 2, length, loose, word);
                    word.listed &= first;
                    self.at += length + 3;
                } else {
                    self.give_up();
                }
            }
            b'\'' | b'"' | b'[' => {
                // Escapes that are decoded, translations, old arithmetic.
                self.unclear();
                word.loose = true;
                self.at += 1;
            }
            _ if is_name_byte(next) => {
                let rest = self.bytes.get(self.at + 1..).unwrap_or_default();
                let length = if next.is_ascii_digit() { 1 } else { rest.iter().position(|b| !is_name_byte(*b)).unwrap_or(rest.len()) };
                self.variable(self.at + 1, length, loose, word);
                word.listed &= first;
                self.at += length + 1;
            }
            _ => {
                word.loose |= matches!(next, b'@' | b'*');
                self.at += 2;
            }
        }
    }

    fn variable(&mut self, start: usize, length: usize, loose: bool, word: &mut Word) {
        let name = self.text.get(start..start + length).unwrap_or_default();
        if name == "HOME" {
            word.text.push('~');
        } else if self.variables.contains(&name) {
            word.listed = true;
        } else if !KNOWN_VARIABLES.contains(&name) {
            word.loose |= loose;
            if path::speaks_of_secrets(name) {
                self.reading.grade(Grade::Secret, "variable that holds a secret");
            }
        }
    }
}

/// The name that a word assigns to.
fn assignment(word: &Word) -> Option<&str> {
    let (name, _) = word.text.split_once('=')?;
    let name = name.strip_suffix('+').unwrap_or(name);
    let first = name.bytes().next()?;
    (!first.is_ascii_digit() && name.bytes().all(is_name_byte)).then_some(name)
}
