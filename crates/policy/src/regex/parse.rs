//! From the text of a regular expression to its steps.

use std::str::Chars;

use super::{Class, Look, Range, Step};

/// More steps than this are refused: a match takes time for each of them at every character.
const MAX_STEPS: usize = 10_000;

/// Groups that are nested deeper are refused.
const MAX_DEPTH: usize = 50;

const TOO_LARGE: &str = "it is too large";
const NOTHING_REPEATED: &str = "there is nothing to repeat";
const UNCLOSED_GROUP: &str = "a group has no closing parenthesis";
const UNCLOSED_CLASS: &str = "a class has no closing bracket";
const BAD_FLAGS: &str = "of flags there are i, m, s, x, R, U and u, each once, after a - those that are off";
const BAD_NAME: &str = "a group's name is letters, digits and _ between < and >, and no other group's";
const BAD_COUNT: &str = "a repetition is {n}, {n,} or {n,m}, n being at most m";
const BAD_HEX: &str = "after x, u and U stand 2, 4 and 8 hexadecimal digits, or some in braces, that are a character";
const BAD_ESCAPE: &str = "an escape is not known; Unicode classes and references back are not supported";
const BAD_CLASS: &str = "in a class stand characters, their ranges, \\d, \\w, \\s and [:alpha:]; nothing nested or combined";
const BAD_EDGE: &str = "of word boundaries in braces there are start, end, start-half and end-half";

type Parsed<T> = Result<T, &'static str>;

/// The steps and classes of an expression.
pub(super) fn parse(text: &str) -> Parsed<(Vec<Step>, Vec<Class>)> {
    let mut parser = Parser { rest: text.chars(), flags: Flags::default(), names: Vec::new(), steps: Vec::new(), classes: Vec::new() };
    parser.alternatives(0)?;
    if parser.rest.as_str().is_empty() { Ok((parser.steps, parser.classes)) } else { Err("a closing parenthesis closes no group") }
}

#[derive(Clone, Copy, Default)]
struct Flags {
    /// `i`: small and capital letters are the same.
    any_case: bool,
    /// `m`: `^` and `$` stand for lines.
    lines: bool,
    /// `s`: `.` takes `\n` too.
    dot_all: bool,
    /// `R`: lines end in `\r` too.
    carriage_return: bool,
    /// `x`: white space and comments mean nothing.
    spaced: bool,
}

struct Parser<'p> {
    rest: Chars<'p>,
    flags: Flags,
    names: Vec<&'p str>,
    steps: Vec<Step>,
    classes: Vec<Class>,
}

/// One element of a class, or an escape outside of one.
enum Item {
    Char(char),
    /// A named class.
    Ranges(Vec<Range>),
    Look(Look),
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn take(&mut self, text: &str) -> bool {
        let rest = self.rest.as_str().strip_prefix(text);
        self.rest = rest.map_or_else(|| self.rest.clone(), str::chars);
        rest.is_some()
    }

    /// Skips what means nothing under `(?x)`.
    fn skip(&mut self) {
        while self.flags.spaced {
            let up_to = match self.peek() {
                Some('#') => |c: &char| *c == '\n',
                Some(c) if c.is_whitespace() => |_: &char| true,
                _ => break,
            };
            self.rest.find(up_to);
        }
    }

    fn push(&mut self, step: Step) -> Parsed<()> {
        self.insert(self.steps.len(), step)
    }

    fn insert(&mut self, at: usize, step: Step) -> Parsed<()> {
        if self.steps.len() >= MAX_STEPS {
            return Err(TOO_LARGE);
        }
        self.steps.insert(at, step);
        Ok(())
    }

    fn class(&mut self, ranges: Vec<Range>, negated: bool) -> Parsed<()> {
        self.classes.push(Class { ranges, negated });
        self.push(Step::Take(self.classes.len() - 1))
    }

    /// The inside of a group, up to its closing parenthesis or the end.
    fn alternatives(&mut self, depth: usize) -> Parsed<()> {
        if depth > MAX_DEPTH {
            return Err(TOO_LARGE);
        }
        // Where the alternative begins, where what a repetition repeats, and the steps behind each alternative.
        let (mut start, mut last, mut ends) = (self.steps.len(), None, Vec::new());
        loop {
            self.skip();
            match self.peek() {
                None | Some(')') => break,
                Some('|') => {
                    self.rest.next();
                    self.insert(start, Step::Either(self.distance(start) + 2))?;
                    ends.push(self.steps.len());
                    self.push(Step::Go(0))?;
                    (start, last) = (self.steps.len(), None);
                }
                Some('*' | '+' | '?' | '{') => self.repetition(last.ok_or(NOTHING_REPEATED)?)?,
                Some(_) => {
                    let at = self.steps.len();
                    if self.atom(depth)? {
                        last = Some(at);
                    }
                }
            }
        }
        for end in ends {
            let distance = self.distance(end);
            if let Some(step) = self.steps.get_mut(end) {
                *step = Step::Go(distance);
            }
        }
        Ok(())
    }

    /// From a step to the end of those there are.
    fn distance(&self, from: usize) -> isize {
        (self.steps.len() - from) as isize
    }

    /// One thing that can be repeated; false where it was only flags.
    fn atom(&mut self, depth: usize) -> Parsed<bool> {
        match self.rest.next() {
            Some('(') => return self.group(depth),
            Some('[') => self.brackets()?,
            Some('.') => {
                let mut ranges = Vec::new();
                if !self.flags.dot_all {
                    ranges.push(('\n', '\n'));
                    if self.flags.carriage_return {
                        ranges.push(('\r', '\r'));
                    }
                }
                self.class(ranges, true)?;
            }
            Some('^') => self.push(Step::Look(match (self.flags.lines, self.flags.carriage_return) {
                (false, _) => Look::Start,
                (true, false) => Look::LineStart,
                (true, true) => Look::AnyLineStart,
            }))?,
            Some('$') => self.push(Step::Look(match (self.flags.lines, self.flags.carriage_return) {
                (false, _) => Look::End,
                (true, false) => Look::LineEnd,
                (true, true) => Look::AnyLineEnd,
            }))?,
            Some('\\') => match self.escape()? {
                Item::Char(c) => self.class(self.cases(vec![(c, c)]), false)?,
                Item::Ranges(ranges) => self.class(ranges, false)?,
                Item::Look(look) => self.push(Step::Look(look))?,
            },
            Some(c) => self.class(self.cases(vec![(c, c)]), false)?,
            None => {}
        }
        Ok(true)
    }

    /// Behind the opening parenthesis; false where it was only flags.
    fn group(&mut self, depth: usize) -> Parsed<bool> {
        self.skip();
        if ["?=", "?!", "?<=", "?<!"].iter().any(|look| self.rest.as_str().starts_with(look)) {
            return Err("looking around is not supported");
        }
        let before = self.flags;
        if self.take("?P<") || self.take("?<") {
            self.name()?;
        } else if self.take("?") {
            self.flags()?;
            if self.take(")") {
                return Ok(false);
            }
            self.take(":");
        }
        self.alternatives(depth + 1)?;
        self.flags = before;
        if self.take(")") { Ok(true) } else { Err(UNCLOSED_GROUP) }
    }

    fn name(&mut self) -> Parsed<()> {
        let (name, rest) = self.rest.as_str().split_once('>').ok_or(BAD_NAME)?;
        let fits = |c: char| matches!(c, '_' | '.' | '[' | ']') || !c.is_ascii() || c.is_ascii_alphanumeric();
        let begins = |c: char| c == '_' || !c.is_ascii() || c.is_ascii_alphabetic();
        if !name.starts_with(begins) || !name.chars().all(fits) || self.names.contains(&name) {
            return Err(BAD_NAME);
        }
        self.names.push(name);
        self.rest = rest.chars();
        Ok(())
    }

    /// Up to `:` or `)`, which stays.
    fn flags(&mut self) -> Parsed<()> {
        let (mut on, mut seen) = (true, String::new());
        loop {
            let flag = match self.peek() {
                // Nothing may be missing: no flag at all, or one behind a `-`.
                Some(':') if !seen.ends_with('-') => return Ok(()),
                Some(')') if !seen.is_empty() && !seen.ends_with('-') => return Ok(()),
                Some(c) if seen.chars().all(|other| other != c) => c,
                Some(_) => return Err(BAD_FLAGS),
                None => return Err(UNCLOSED_GROUP),
            };
            match flag {
                '-' => on = false,
                'i' => self.flags.any_case = on,
                'm' => self.flags.lines = on,
                's' => self.flags.dot_all = on,
                'R' => self.flags.carriage_return = on,
                'x' => self.flags.spaced = on,
                // Greed and Unicode, which make no difference here.
                'U' | 'u' => {}
                _ => return Err(BAD_FLAGS),
            }
            seen.push(flag);
            self.rest.next();
        }
    }

    /// Repeats the steps from `start` on.
    fn repetition(&mut self, start: usize) -> Parsed<()> {
        let (least, most) = match self.rest.next() {
            Some('?') => (0, Some(1)),
            Some('*') => (0, None),
            Some('+') => (1, None),
            _ => {
                let counts = self.counts()?;
                self.skip();
                counts
            }
        };
        // Lazy: what fits is the same.
        self.take("?");
        let length = self.steps.len() - start;
        if length == 0 {
            return Ok(());
        }
        let times = most.unwrap_or(least).max(1);
        if times.saturating_mul(length + 1) > MAX_STEPS {
            return Err(TOO_LARGE);
        }
        let once = self.steps.split_off(start);
        for _ in 0..least {
            self.steps.extend(&once);
        }
        match most {
            // Back again, and first of all past it where it need not be there.
            None if least > 0 => self.push(Step::Either(-(length as isize)))?,
            None => {
                self.push(Step::Either(length as isize + 2))?;
                self.steps.extend(&once);
                self.push(Step::Go(-(length as isize) - 1))?;
            }
            Some(most) => {
                for _ in least..most {
                    self.push(Step::Either(length as isize + 1))?;
                    self.steps.extend(&once);
                }
            }
        }
        if self.steps.len() > MAX_STEPS { Err(TOO_LARGE) } else { Ok(()) }
    }

    /// Behind the opening brace: `{n}`, `{n,}` or `{n,m}`.
    fn counts(&mut self) -> Parsed<(usize, Option<usize>)> {
        let (counts, rest) = self.rest.as_str().split_once('}').ok_or(BAD_COUNT)?;
        let number = |text: &str| {
            let digits = Some(text.trim()).filter(|text| text.bytes().all(|b| b.is_ascii_digit()));
            digits.and_then(|digits| digits.parse::<usize>().ok()).ok_or(BAD_COUNT)
        };
        let (least, most) = match counts.split_once(',') {
            None => (number(counts)?, Some(number(counts)?)),
            Some((least, "")) => (number(least)?, None),
            Some((least, most)) => (number(least)?, Some(number(most)?)),
        };
        self.rest = rest.chars();
        if most.is_some_and(|most| most < least) { Err(BAD_COUNT) } else { Ok((least, most)) }
    }

    /// Behind a backslash.
    fn escape(&mut self) -> Parsed<Item> {
        let c = self.rest.next().ok_or(BAD_ESCAPE)?;
        Ok(match c {
            'x' => Item::Char(self.hex(2)?),
            'u' => Item::Char(self.hex(4)?),
            'U' => Item::Char(self.hex(8)?),
            'd' => Item::Ranges(named("digit", false)?),
            'D' => Item::Ranges(named("digit", true)?),
            's' => Item::Ranges(named("space", false)?),
            'S' => Item::Ranges(named("space", true)?),
            'w' => Item::Ranges(named("word", false)?),
            'W' => Item::Ranges(named("word", true)?),
            'a' => Item::Char('\x07'),
            'f' => Item::Char('\x0c'),
            't' => Item::Char('\t'),
            'n' => Item::Char('\n'),
            'r' => Item::Char('\r'),
            'v' => Item::Char('\x0b'),
            'A' => Item::Look(Look::Start),
            'z' => Item::Look(Look::End),
            'b' => Item::Look(self.word_edge()?),
            'B' => Item::Look(Look::NoWordEdge),
            '<' => Item::Look(Look::WordStart),
            '>' => Item::Look(Look::WordEnd),
            c if c.is_ascii() && !c.is_ascii_alphanumeric() => Item::Char(c),
            _ => return Err(BAD_ESCAPE),
        })
    }

    /// Behind `\b`, which may be followed by a kind of boundary in braces, or by a repetition.
    fn word_edge(&mut self) -> Parsed<Look> {
        let ahead = self.rest.clone();
        if !self.take("{") {
            return Ok(Look::WordEdge);
        }
        self.skip();
        if !self.peek().is_some_and(|c| c == '-' || c.is_ascii_alphabetic()) {
            self.rest = ahead;
            return Ok(Look::WordEdge);
        }
        let mut kind = String::new();
        loop {
            self.skip();
            match self.rest.next() {
                Some('}') => break,
                Some(c) => kind.push(c),
                None => return Err(BAD_EDGE),
            }
        }
        match kind.as_str() {
            "start" => Ok(Look::WordStart),
            "end" => Ok(Look::WordEnd),
            "start-half" => Ok(Look::NoWordBefore),
            "end-half" => Ok(Look::NoWordAfter),
            _ => Err(BAD_EDGE),
        }
    }

    /// So many hexadecimal digits, or some in braces.
    fn hex(&mut self, length: usize) -> Parsed<char> {
        self.skip();
        let (braces, mut code) = (self.take("{"), None);
        for _ in 0..if braces { usize::MAX } else { length } {
            self.skip();
            if braces && self.take("}") {
                break;
            }
            let digit = self.rest.next().and_then(|c| c.to_digit(16)).ok_or(BAD_HEX)?;
            code = Some(code.unwrap_or(0_u32).checked_mul(16).ok_or(BAD_HEX)? + digit);
        }
        code.and_then(char::from_u32).ok_or(BAD_HEX)
    }

    /// Behind an opening bracket.
    fn brackets(&mut self) -> Parsed<()> {
        let mut ranges = Vec::new();
        self.skip();
        let negated = self.take("^");
        self.skip();
        // What would mean something elsewhere in a class is itself at its beginning.
        while self.take("-") {
            ranges.push(('-', '-'));
            self.skip();
        }
        if ranges.is_empty() && self.take("]") {
            ranges.push((']', ']'));
        }
        loop {
            self.skip();
            if self.take("]") {
                break;
            }
            if self.take("[") {
                ranges.extend(self.posix()?);
            } else if ["&&", "--", "~~"].iter().any(|operator| self.rest.as_str().starts_with(operator)) {
                return Err(BAD_CLASS);
            } else {
                self.range(&mut ranges)?;
            }
        }
        self.class(self.cases(ranges), negated)
    }

    /// One element of a class, or two with a `-` between them.
    fn range(&mut self, ranges: &mut Vec<Range>) -> Parsed<()> {
        let first = self.item()?;
        self.skip();
        let ahead = self.rest.clone();
        if self.take("-") {
            self.skip();
            match self.peek() {
                Some(']' | '-') => self.rest = ahead,
                _ => {
                    let (Item::Char(first), Item::Char(last)) = (first, self.item()?) else { return Err(BAD_CLASS) };
                    ranges.push((first, last));
                    return if first > last { Err(BAD_CLASS) } else { Ok(()) };
                }
            }
        }
        match first {
            Item::Char(c) => ranges.push((c, c)),
            Item::Ranges(all) => ranges.extend(all),
            Item::Look(_) => return Err(BAD_CLASS),
        }
        Ok(())
    }

    fn item(&mut self) -> Parsed<Item> {
        match self.rest.next() {
            Some('\\') => self.escape(),
            Some(c) => Ok(Item::Char(c)),
            None => Err(UNCLOSED_CLASS),
        }
    }

    /// Behind the second bracket of `[[:alpha:]]`.
    fn posix(&mut self) -> Parsed<Vec<Range>> {
        if !self.take(":") {
            return Err(BAD_CLASS);
        }
        let negated = self.take("^");
        let (name, rest) = self.rest.as_str().split_once(':').ok_or(BAD_CLASS)?;
        self.rest = rest.strip_prefix(']').ok_or(BAD_CLASS)?.chars();
        named(name, negated)
    }

    /// Under `(?i)` with the letters of the other case.
    fn cases(&self, mut ranges: Vec<Range>) -> Vec<Range> {
        if self.flags.any_case {
            for at in 0..ranges.len() {
                for (first, last) in [('a', 'z'), ('A', 'Z')] {
                    let Some(range) = ranges.get(at) else { continue };
                    let (first, last) = (range.0.max(first), range.1.min(last));
                    if first <= last {
                        let other = |c: char| char::from(c as u8 ^ 0x20);
                        ranges.push((other(first), other(last)));
                    }
                }
            }
        }
        ranges
    }
}

/// The ranges of a class with a name.
fn named(name: &str, negated: bool) -> Parsed<Vec<Range>> {
    let ranges: &[Range] = match name {
        "alnum" => &[('0', '9'), ('A', 'Z'), ('a', 'z')],
        "alpha" => &[('A', 'Z'), ('a', 'z')],
        "ascii" => &[('\0', '\x7f')],
        "blank" => &[('\t', '\t'), (' ', ' ')],
        "cntrl" => &[('\0', '\x1f'), ('\x7f', '\x7f')],
        "digit" => &[('0', '9')],
        "graph" => &[('!', '~')],
        "lower" => &[('a', 'z')],
        "print" => &[(' ', '~')],
        "punct" => &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
        "space" => &[('\t', '\r'), (' ', ' ')],
        "upper" => &[('A', 'Z')],
        "word" => &[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')],
        "xdigit" => &[('0', '9'), ('A', 'F'), ('a', 'f')],
        _ => return Err(BAD_CLASS),
    };
    if !negated {
        return Ok(ranges.to_vec());
    }
    let (mut others, mut from) = (Vec::new(), '\0');
    for (first, last) in ranges {
        if from < *first {
            others.push((from, char::from(*first as u8 - 1)));
        }
        from = char::from(*last as u8 + 1);
    }
    others.push((from, char::MAX));
    Ok(others)
}
