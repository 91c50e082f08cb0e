//! SQL text into tokens, under the rules of one dialect.

use super::keyword::{self, Key};

/// What a dialect does differently where it decides what is code and what is text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rules {
    /// A backslash escapes the next character of a string.
    pub backslash: bool,
    /// In `e'...'` a backslash does so, whatever it does elsewhere. To others `e` is a word, and the string ends earlier.
    pub e_quotes: bool,
    /// `#` starts a comment.
    pub hash_comment: bool,
    /// `//` starts a comment.
    pub slash_comment: bool,
    /// `--` is a comment only before white space.
    pub dash_needs_space: bool,
    /// Block comments nest.
    pub nested_comments: bool,
    /// `/*!` is code.
    pub version_comments: bool,
    /// `$tag$ ... $tag$` is a string.
    pub dollar_quotes: bool,
    /// `[name]` is an identifier.
    pub brackets: bool,
    /// `q'[ ... ]'` is a string.
    pub q_quotes: bool,
    /// `'''` and `"""` open strings.
    pub triple_quotes: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A bare word and its place in the keyword table.
    Word(Key),
    /// A quoted identifier.
    Name,
    /// A string.
    Text,
    /// A number.
    Number,
    /// A placeholder or variable: `?`, `$1`, `:x`, `@x`.
    Param,
    /// Any other ASCII character.
    Symbol(u8),
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'a> {
    pub kind: Kind,
    /// The text, of strings and names without the quotes.
    pub text: &'a str,
}

impl Token<'_> {
    pub(super) fn key(&self) -> Key {
        match self.kind {
            Kind::Word(key) => key,
            _ => Key::Other,
        }
    }

    pub(super) fn is(&self, symbol: u8) -> bool {
        // Not by way of `==`, which would look at every kind.
        matches!(self.kind, Kind::Symbol(found) if found == symbol)
    }
}

/// The tokens of a text, and whether they are all of it. They end where it isn't understood: at an open string or comment, or a
/// character outside strings that a dialect may read in its own way.
pub(super) fn tokens<'a>(text: &'a str, rules: &Rules) -> (Vec<Token<'a>>, bool) {
    let mut lexer = Lexer { text, bytes: text.as_bytes(), at: 0, rules, in_version: false, tokens: Vec::new() };
    while lexer.at < lexer.bytes.len() {
        if lexer.step().is_none() {
            return (lexer.tokens, false);
        }
    }
    let complete = !lexer.in_version;
    (lexer.tokens, complete)
}

struct Lexer<'a, 'r> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    rules: &'r Rules,
    in_version: bool,
    tokens: Vec<Token<'a>>,
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

impl<'a> Lexer<'a, '_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) -> Option<()> {
        self.tokens.push(Token { kind, text: self.text.get(start..end)? });
        Some(())
    }

    fn find(&self, from: usize, needle: &[u8]) -> Option<usize> {
        let rest = self.bytes.get(from..)?;
        rest.windows(needle.len()).position(|window| window == needle).map(|at| from + at)
    }

    /// A comment up to the end of its line. Databases don't agree on what else ends a line: in some of them what stands behind a
    /// single carriage return is run.
    fn skip_line(&mut self) -> Option<()> {
        let end = self.find(self.at, b"\n").unwrap_or(self.bytes.len());
        let line = self.text.get(self.at..end)?;
        let line = line.strip_suffix('\r').filter(|_| end < self.bytes.len()).unwrap_or(line);
        if line.chars().any(|c| c.is_control() && c != '\t' || matches!(c, '\u{2028}' | '\u{2029}')) {
            return None;
        }
        self.at = self.bytes.len().min(end + 1);
        Some(())
    }

    fn step(&mut self) -> Option<()> {
        let start = self.at;
        match self.peek(0) {
            b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
            b'-' if self.peek(1) == b'-' && (!self.rules.dash_needs_space || self.peek(2) <= b' ') => self.skip_line()?,
            b'#' if self.rules.hash_comment => self.skip_line()?,
            b'/' if self.rules.slash_comment && self.peek(1) == b'/' => self.skip_line()?,
            b'/' if self.peek(1) == b'*' => self.comment()?,
            b'*' if self.in_version && self.peek(1) == b'/' => {
                self.in_version = false;
                self.at += 2;
            }
            b'\'' => self.quoted(b'\'', Kind::Text, self.rules.backslash)?,
            b'"' => {
                // With backslashes it is the kind of dialect in which these are strings.
                let kind = if self.rules.backslash { Kind::Text } else { Kind::Name };
                self.quoted(b'"', kind, self.rules.backslash)?;
            }
            b'`' => self.quoted(b'`', Kind::Name, false)?,
            b'[' if self.rules.brackets => {
                let close = self.find(start, b"]")?;
                // A doubled bracket stands for itself; nobody needs that in an honest name.
                if self.bytes.get(close + 1) == Some(&b']') {
                    return None;
                }
                self.at = close + 1;
                self.push(Kind::Name, start + 1, close)?;
            }
            b'$' => self.dollar()?,
            b'?' => self.single(Kind::Param)?,
            b':' if self.peek(1) == b':' => {
                self.at += 2;
                self.push(Kind::Symbol(b':'), start, self.at)?;
            }
            b'@' | b':' if is_word_byte(self.peek(1)) || self.peek(1) == b'@' => {
                self.at += 1;
                while is_word_byte(self.peek(0)) || matches!(self.peek(0), b'@' | b'$' | b'.') {
                    self.at += 1;
                }
                self.push(Kind::Param, start, self.at)?;
            }
            b'0'..=b'9' => self.number()?,
            byte if is_word_byte(byte) => self.word()?,
            // Control characters separate words in some dialects, and a backslash leads to a client's own commands.
            byte if byte < b' ' || byte == b'\\' || byte == 0x7f => return None,
            byte => self.single(Kind::Symbol(byte))?,
        }
        Some(())
    }

    fn single(&mut self, kind: Kind) -> Option<()> {
        self.at += 1;
        self.push(kind, self.at - 1, self.at)
    }

    fn comment(&mut self) -> Option<()> {
        if self.rules.version_comments && (self.peek(2) == b'!' || (self.peek(2) == b'M' && self.peek(3) == b'!')) {
            if self.in_version {
                return None;
            }
            self.in_version = true;
            self.at += if self.peek(2) == b'!' { 3 } else { 4 };
            while self.peek(0).is_ascii_digit() {
                self.at += 1;
            }
            return Some(());
        }
        let mut depth = 0usize;
        while self.at < self.bytes.len() {
            if self.peek(0) == b'*' && self.peek(1) == b'/' {
                self.at += 2;
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(());
                }
            } else if self.peek(0) == b'/' && self.peek(1) == b'*' && (depth == 0 || self.rules.nested_comments) {
                self.at += 2;
                depth += 1;
            } else {
                self.at += 1;
            }
        }
        None
    }

    fn quoted(&mut self, quote: u8, kind: Kind, backslash: bool) -> Option<()> {
        if self.rules.triple_quotes && self.peek(1) == quote && self.peek(2) == quote {
            let start = self.at + 3;
            let close = self.find(start, &[quote; 3])?;
            // An escaped quote may stand before the three.
            if self.bytes.get(start..close)?.contains(&b'\\') {
                return None;
            }
            self.at = close + 3;
            return self.push(kind, start, close);
        }
        self.at += 1;
        let start = self.at;
        loop {
            let rest = self.bytes.get(self.at..)?;
            self.at += rest.iter().position(|byte| *byte == quote || backslash && *byte == b'\\')?;
            if self.peek(0) != quote || self.peek(1) == quote {
                self.at += 2;
            } else {
                self.at += 1;
                return self.push(kind, start, self.at - 1);
            }
        }
    }

    fn dollar(&mut self) -> Option<()> {
        let start = self.at;
        self.at += 1;
        while is_word_byte(self.peek(0)) {
            self.at += 1;
        }
        let tag = self.bytes.get(start + 1).copied().unwrap_or(0);
        if self.rules.dollar_quotes && self.peek(0) == b'$' && !tag.is_ascii_digit() {
            self.at += 1;
            let open = self.bytes.get(start..self.at)?;
            let close = self.find(self.at, open)?;
            let body = self.at;
            self.at = close + open.len();
            return self.push(Kind::Text, body, close);
        }
        self.push(Kind::Param, start, self.at)
    }

    fn number(&mut self) -> Option<()> {
        let start = self.at;
        while is_word_byte(self.peek(0)) || self.peek(0) == b'.' {
            self.at += 1;
            // The sign of an exponent. A hexadecimal number ends in `e` too; then the sign is an operator, which is nothing to us.
            if matches!(self.peek(0), b'+' | b'-')
                && matches!(self.bytes.get(self.at - 1), Some(b'e' | b'E'))
                && self.peek(1).is_ascii_digit()
            {
                self.at += 1;
            }
        }
        // `1drop` is two tokens in some dialects.
        let digits = self.bytes.get(start..self.at)?;
        if digits.iter().any(|b| b.is_ascii_alphabetic() || *b >= 0x80) && !is_numeral(digits) {
            return None;
        }
        self.push(Kind::Number, start, self.at)
    }

    fn word(&mut self) -> Option<()> {
        let start = self.at;
        let rest = self.bytes.get(start..)?;
        self.at += rest.iter().position(|byte| !is_word_byte(*byte) && *byte != b'$').unwrap_or(rest.len());
        let word = self.text.get(start..self.at)?;
        // White space and look-alikes beyond ASCII are read in different ways.
        if !word.is_ascii() && !word.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$') {
            return None;
        }
        let next = self.peek(0);
        if next == b'\'' && word.len() == 1 {
            match word.as_bytes().first().map(u8::to_ascii_lowercase) {
                Some(b'e') if self.rules.e_quotes => return self.quoted(b'\'', Kind::Text, true),
                Some(b'b' | b'n' | b'x') => return self.quoted(b'\'', Kind::Text, self.rules.backslash),
                Some(b'q') if self.rules.q_quotes => return self.q_quoted(),
                Some(b'r') if self.rules.triple_quotes => return self.quoted(b'\'', Kind::Text, true),
                _ => {}
            }
        }
        self.push(Kind::Word(keyword::find(word)), start, self.at)
    }

    fn q_quoted(&mut self) -> Option<()> {
        let open = self.peek(1);
        let close = match open {
            b'[' => b']',
            b'{' => b'}',
            b'(' => b')',
            b'<' => b'>',
            b'!'..=b'~' => open,
            _ => return None,
        };
        let start = self.at + 2;
        let end = self.find(start, &[close, b'\''])?;
        self.at = end + 2;
        self.push(Kind::Text, start, end)
    }
}

/// Whether digits with letters are one number in every dialect: hexadecimal or with an exponent.
fn is_numeral(digits: &[u8]) -> bool {
    match digits {
        [b'0', b'x' | b'X', rest @ ..] => !rest.is_empty() && rest.iter().all(u8::is_ascii_hexdigit),
        _ => {
            let exponent = digits.iter().position(|b| matches!(b, b'e' | b'E'));
            exponent.is_some_and(|at| {
                let (base, power) = digits.split_at(at);
                let power = power.get(1..).unwrap_or_default();
                base.iter().all(|b| b.is_ascii_digit() || *b == b'.')
                    && !power.is_empty()
                    && power.iter().all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-'))
            })
        }
    }
}
