//! Regular expressions in linear time: at every character of a text each step of the expression is tried once at most.
//!
//! The syntax is that of the `regex` crates, where `\d`, `\w`, `\s`, `\b` and `(?i)` are those of ASCII. It is only asked whether a
//! text fits, so groups capture nothing, and what is lazy fits where the greedy one does.

mod parse;
#[cfg(test)]
mod tests;

/// A compiled regular expression. Equal are those of one text.
#[derive(Debug, Clone)]
pub(crate) struct Regex {
    text: Box<str>,
    /// A text fits where the end of the steps is reached.
    steps: Vec<Step>,
    classes: Vec<Class>,
}

/// One step of a match. Distances are from the step itself, so that steps can be copied and moved together.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// Takes a character of the class with this number.
    Take(usize),
    /// Goes on where this holds.
    Look(Look),
    /// Goes on at the next step, and at the one this far away.
    Either(isize),
    /// Goes on at the step this far away.
    Go(isize),
}

/// A set of characters.
#[derive(Debug, Clone)]
struct Class {
    ranges: Vec<Range>,
    negated: bool,
}

/// The first and the last character of a range.
type Range = (char, char);

/// What must hold between two characters.
#[derive(Debug, Clone, Copy)]
enum Look {
    Start,
    End,
    LineStart,
    LineEnd,
    /// Lines that end in `\n`, `\r` or both.
    AnyLineStart,
    AnyLineEnd,
    WordEdge,
    NoWordEdge,
    WordStart,
    WordEnd,
    /// Half of a word's edge: only one side is looked at.
    NoWordBefore,
    NoWordAfter,
}

impl PartialEq for Regex {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Regex {
    /// Compiles an expression.
    ///
    /// # Errors
    /// What is wrong in it.
    pub(crate) fn new(text: &str) -> Result<Self, &'static str> {
        let (steps, classes) = parse::parse(text)?;
        Ok(Self { text: text.into(), steps, classes })
    }

    /// Whether the expression fits anywhere in the text.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        // Where each step was tried last: at which character, counted from 1.
        let mut tried = vec![0_usize; self.steps.len()];
        let (mut open, mut taken) = (Vec::new(), Vec::new());
        let (mut chars, mut before) = (text.chars(), None);
        for place in 1.. {
            let after = chars.next();
            // A match may begin at every character.
            open.push(0);
            while let Some(at) = open.pop() {
                let (Some(step), Some(last)) = (self.steps.get(at), tried.get_mut(at)) else { return true };
                if std::mem::replace(last, place) == place {
                    continue;
                }
                match *step {
                    Step::Take(class) => {
                        if after.is_some_and(|c| self.classes.get(class).is_some_and(|class| class.has(c))) {
                            taken.push(at + 1);
                        }
                    }
                    Step::Look(look) if !look.holds(before, after) => {}
                    Step::Look(_) => open.push(at + 1),
                    Step::Either(distance) => open.extend([at + 1, at.wrapping_add_signed(distance)]),
                    Step::Go(distance) => open.push(at.wrapping_add_signed(distance)),
                }
            }
            if after.is_none() {
                break;
            }
            before = after;
            std::mem::swap(&mut open, &mut taken);
        }
        false
    }
}

impl Class {
    fn has(&self, c: char) -> bool {
        self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&c)) != self.negated
    }
}

impl Look {
    fn holds(self, before: Option<char>, after: Option<char>) -> bool {
        let is_word = |c: Option<char>| c.is_some_and(|c| c == '_' || c.is_ascii_alphanumeric());
        let (word_before, word_after) = (is_word(before), is_word(after));
        match self {
            Self::Start => before.is_none(),
            Self::End => after.is_none(),
            Self::LineStart => matches!(before, None | Some('\n')),
            Self::LineEnd => matches!(after, None | Some('\n')),
            Self::AnyLineStart => matches!((before, after), (None | Some('\n'), _)) || before == Some('\r') && after != Some('\n'),
            Self::AnyLineEnd => matches!(after, None | Some('\r')) || after == Some('\n') && before != Some('\r'),
            Self::WordEdge => word_before != word_after,
            Self::NoWordEdge => word_before == word_after,
            Self::WordStart => !word_before && word_after,
            Self::WordEnd => word_before && !word_after,
            Self::NoWordBefore => !word_before,
            Self::NoWordAfter => !word_after,
        }
    }
}
