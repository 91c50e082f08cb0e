//! Conditions as written to conditions as evaluated.

use mcp_tool_risk_types::json::{Json, Object, not_expected, push_segment};
use mcp_tool_risk_types::{Code, Field, ReadError, Word};

use super::Errors;
use crate::arguments::{ArgumentTest, Place, Test};
use crate::condition::{Condition, findings_mask};
use crate::document::{EffectWord, Mode, Patterns, When, WhenKey};
use crate::facts::vocabulary;
use crate::pattern::Glob;
use crate::profile::Provenance;
use crate::regex::Regex;
use crate::time::{DAYS, Moment, Window, parse_day, parse_minute};

/// Where a leaf of a condition stands, and what it asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Label {
    pub(crate) pointer: String,
    pub(crate) text: String,
}

/// Compiles the condition of one rule.
pub(crate) struct WhenCompiler<'e> {
    pub(crate) effect: EffectWord,
    pub(crate) errors: &'e mut Errors,
    /// One for each leaf, in the order of evaluation.
    pub(crate) labels: Vec<Label>,
    pub(crate) pointer: String,
}

impl WhenCompiler<'_> {
    pub(crate) fn compile(&mut self, when: &When) -> Condition {
        match self.parts(when, false) {
            parts if parts.is_empty() => Condition::Const(true),
            parts => one_of_all(parts),
        }
    }

    /// Runs a step one segment deeper.
    fn under<T>(&mut self, segment: &str, step: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.pointer.len();
        push_segment(&mut self.pointer, segment);
        let result = step(self);
        self.pointer.truncate(length);
        result
    }

    fn error(&mut self, code: Code, message: impl Into<String>) {
        self.errors.push(&self.pointer, ReadError::new(code, message));
    }

    fn unknown_word(&mut self, what: &str, word: &str, known: &[&str]) {
        self.errors.push(&self.pointer, not_expected(Code::UnknownWord, what, word, &mut known.iter().copied()));
    }

    fn unknown_key(&mut self, key: &str, known: &[&str]) {
        let error = not_expected(Code::UnknownKey, "key", key, &mut known.iter().copied());
        self.under(key, |this| this.errors.push(&this.pointer, error));
    }

    fn wrong_type(&mut self, json: &Json<'_>, expected: &str) {
        self.error(Code::WrongType, format!("{} where {expected} is expected", json.type_name()));
    }

    fn object<'j, 't>(&mut self, json: &'j Json<'t>, expected: &str) -> Option<&'j Object<'t>> {
        match json {
            Json::Object(object) if object.is_empty() => {
                self.error(Code::Invalid, format!("an empty object asks nothing; {expected} is expected"));
                None
            }
            Json::Object(object) => Some(object),
            other => {
                self.wrong_type(other, expected);
                None
            }
        }
    }

    /// Adds a leaf with its label.
    fn leaf(&mut self, parts: &mut Vec<Condition>, json: &Json<'_>, condition: Option<Condition>) {
        if let Some(condition) = condition {
            self.labels.push(Label { pointer: self.pointer.clone(), text: json.to_string() });
            parts.push(condition);
        }
    }

    fn parts(&mut self, when: &When, negated: bool) -> Vec<Condition> {
        let mut parts = Vec::new();
        // What costs least is asked first.
        for (field, json) in when.fields.iter() {
            self.under(field.word(), |this| {
                let condition = this.field(field, json, negated);
                this.leaf(&mut parts, json, condition);
            });
        }
        let is_costly = |key: WhenKey| matches!(key, WhenKey::Server | WhenKey::Tool | WhenKey::Arguments | WhenKey::Time);
        for costly in [false, true] {
            for (key, json) in when.others.iter().filter(|(key, _)| is_costly(*key) == costly) {
                self.under(key.word(), |this| this.other(&mut parts, *key, json, negated));
            }
        }
        for (key, list) in [("all", &when.all), ("any", &when.any)] {
            let Some(list) = list else { continue };
            let inner: Vec<Condition> = self.under(key, |this| {
                if list.is_empty() {
                    this.error(Code::Invalid, "an empty list asks nothing");
                }
                list.iter().enumerate().map(|(at, when)| this.under(&at.to_string(), |this| this.nested(when, negated))).collect()
            });
            parts.push(if key == "all" { Condition::All(inner) } else { Condition::Any(inner) });
        }
        if let Some(not) = &when.not {
            let inner = self.under("not", |this| this.nested(not, !negated));
            parts.push(Condition::Not(Box::new(inner)));
        }
        parts
    }

    fn nested(&mut self, when: &When, negated: bool) -> Condition {
        if when.is_empty() {
            self.error(Code::Invalid, "an empty condition asks nothing");
        }
        one_of_all(self.parts(when, negated))
    }

    /// Whether one element of a set is enough.
    fn any(&self, negated: bool) -> bool {
        (self.effect != EffectWord::Allow) != negated
    }

    fn other(&mut self, parts: &mut Vec<Condition>, key: WhenKey, json: &Json<'static>, negated: bool) {
        match key {
            WhenKey::Server | WhenKey::Tool => {
                let globs = self.globs_of(json);
                let condition = globs.map(if key == WhenKey::Server { Condition::Server } else { Condition::Tool });
                self.leaf(parts, json, condition);
            }
            WhenKey::Provenance => {
                for (name, json) in self.object(json, "an object of fields").into_iter().flat_map(Object::iter) {
                    self.by_field(parts, name, json, |this, field, json| {
                        let sources = this.words(json, "source", PROVENANCES)?;
                        let sources =
                            sources.iter().filter_map(|word| Provenance::ALL.iter().copied().find(|p| p.word() == *word)).collect();
                        Some(Condition::Provenance { field, sources })
                    });
                }
            }
            WhenKey::Confidence => {
                for (name, json) in self.object(json, "an object of fields").into_iter().flat_map(Object::iter) {
                    self.by_field(parts, name, json, |this, field, json| this.confidence(field, json));
                }
            }
            WhenKey::Findings => {
                let mut known: Vec<&str> = Code::ALL.iter().map(|code| code.word()).collect();
                known.push("none");
                let any = self.any(negated);
                let condition = self.words(json, "finding", &known).map(|words| {
                    let codes: Vec<Code> = Code::ALL.iter().copied().filter(|code| words.contains(&code.word())).collect();
                    Condition::Findings { mask: findings_mask(&codes, words.contains(&"none")), any }
                });
                self.leaf(parts, json, condition);
            }
            WhenKey::BelowMinTrust => match json.as_bool() {
                Some(wanted) => {
                    // `false` is a `not`.
                    let negated = negated == wanted;
                    let if_unknown = self.effect == EffectWord::Deny && !negated;
                    self.leaf(parts, json, Some(Condition::BelowMinTrust { any: self.any(negated), if_unknown, wanted }));
                }
                None => self.wrong_type(json, "a boolean"),
            },
            WhenKey::Arguments => {
                let any = self.any(negated);
                for (pointer, json) in self.object(json, "an object of JSON Pointers").into_iter().flat_map(Object::iter) {
                    self.under(pointer, |this| {
                        let condition = this.argument(pointer, json, any);
                        this.leaf(parts, json, condition);
                    });
                }
            }
            WhenKey::Time => {
                let condition = self.window(json).map(Condition::Time);
                self.leaf(parts, json, condition);
            }
            WhenKey::Mode => {
                let known: Vec<&str> = Mode::ALL.iter().map(|mode| mode.word()).collect();
                let condition = self
                    .words(json, "mode", &known)
                    .map(|words| Condition::Mode(Mode::ALL.iter().copied().filter(|mode| words.contains(&mode.word())).collect()));
                self.leaf(parts, json, condition);
            }
        }
    }

    fn by_field(
        &mut self,
        parts: &mut Vec<Condition>,
        name: &str,
        json: &Json<'_>,
        compile: impl FnOnce(&mut Self, Field, &Json<'_>) -> Option<Condition>,
    ) {
        match Field::from_word(name) {
            Some(field) => self.under(name, |this| {
                let condition = compile(this, field, json);
                this.leaf(parts, json, condition);
            }),
            None => {
                let known: Vec<&str> = Field::ALL.iter().map(|field| field.word()).collect();
                self.unknown_key(name, &known);
            }
        }
    }

    /// One word or an array of words.
    fn words<'k>(&mut self, json: &Json<'_>, what: &str, known: &[&'k str]) -> Option<Vec<&'k str>> {
        let items = match json {
            Json::Array(items) => items.as_slice(),
            one => core::slice::from_ref(one),
        };
        if items.is_empty() {
            self.error(Code::Invalid, format!("an empty list never fits; name at least one {what}"));
            return None;
        }
        let many = matches!(json, Json::Array(_));
        let mut words = Vec::new();
        for (at, item) in items.iter().enumerate() {
            let read = |this: &mut Self| match item.as_str() {
                Some(word) => match known.iter().find(|known| **known == word) {
                    Some(known) => Some(*known),
                    None => {
                        this.unknown_word(what, word, known);
                        None
                    }
                },
                None => {
                    this.wrong_type(item, "a word");
                    None
                }
            };
            let word = if many { self.under(&at.to_string(), read) } else { read(self) };
            words.push(word?);
        }
        Some(words)
    }

    /// A test on a field of the profile.
    fn field(&mut self, field: Field, json: &Json<'_>, negated: bool) -> Option<Condition> {
        let any = self.any(negated);
        if field == Field::SideEffects {
            return Some(Condition::Effects { words: self.side_effects(json)?, any });
        }
        let (mut fits, mut least) = (u8::MAX, u8::MAX);
        match json {
            Json::Object(_) => {
                for (key, json) in self.object(json, "a test")?.iter() {
                    match key {
                        "in" => fits &= self.under(key, |this| this.mask(field, json))?,
                        "atLeast" | "atMost" => {
                            let at_least = key == "atLeast";
                            let bound = self.under(key, |this| this.bound(field, json))?;
                            let words = vocabulary(field);
                            let inside = words.iter().filter(|entry| if at_least { entry.rank >= bound } else { entry.rank <= bound });
                            let mask = inside.fold(0, |mask, entry| mask | entry.bit);
                            if at_least { least = mask } else { fits &= mask }
                        }
                        other => {
                            self.unknown_key(other, &["in", "atLeast", "atMost"]);
                            return None;
                        }
                    }
                }
            }
            other => fits = self.mask(field, other)?,
        }
        let mask = fits & least;
        if mask == 0 {
            self.error(Code::Invalid, format!("no value of {} fits all of this", field.word()));
            return None;
        }
        // The default of an unknown field is the most restrictive value, which a deny rule takes at its word.
        let open = self.effect == EffectWord::Deny && !negated;
        Some(Condition::Field { field, mask, mask_if_unknown: if open { fits } else { mask }, any })
    }

    /// The words of a literal or an array of literals.
    fn mask(&mut self, field: Field, json: &Json<'_>) -> Option<u8> {
        match json {
            Json::Array(items) if items.is_empty() => {
                self.error(Code::Invalid, "an empty list never fits");
                None
            }
            Json::Array(items) => {
                let masks = items.iter().enumerate().map(|(at, item)| self.under(&at.to_string(), |this| this.entry(field, item)));
                let bits: Vec<Option<u8>> = masks.map(|entry| entry.map(|entry| entry.0)).collect();
                bits.into_iter().try_fold(0, |mask, bit| Some(mask | bit?))
            }
            one => self.entry(field, one).map(|entry| entry.0),
        }
    }

    fn bound(&mut self, field: Field, json: &Json<'_>) -> Option<u8> {
        if matches!(field, Field::Source | Field::InputSensitivity | Field::ReturnSensitivity) {
            self.error(Code::Invalid, format!("{} has no order; name the words that fit", field.word()));
            return None;
        }
        self.entry(field, json).map(|entry| entry.1)
    }

    /// The bit and the rank of a literal.
    fn entry(&mut self, field: Field, json: &Json<'_>) -> Option<(u8, u8)> {
        use mcp_tool_risk_types::Kind;
        let words = vocabulary(field);
        let is_bool = matches!(field.kind(), Kind::TrueIsStricter | Kind::FalseIsStricter);
        let word: String = match json {
            Json::Bool(value) if is_bool => value.to_string(),
            Json::Number(text) if field == Field::MinTrustLevel => match json.as_f64().filter(|n| n.fract() == 0.0) {
                Some(number) => mcp_tool_risk_types::json::number_text(number),
                None => text.to_string(),
            },
            Json::String(text) if !is_bool && field != Field::MinTrustLevel => text.to_string(),
            other => {
                let expected = if is_bool {
                    "a boolean"
                } else if field == Field::MinTrustLevel {
                    "a number from 1 to 5"
                } else {
                    "a word"
                };
                self.wrong_type(other, expected);
                return None;
            }
        };
        match words.iter().find(|entry| entry.word == word) {
            Some(entry) => Some((entry.bit, entry.rank)),
            None => {
                let known: Vec<&str> = words.iter().map(|entry| entry.word).collect();
                self.unknown_word(field.word(), &word, &known);
                None
            }
        }
    }

    /// The vocabulary is open, so any word will do.
    fn side_effects(&mut self, json: &Json<'_>) -> Option<Vec<String>> {
        let json = match json {
            Json::Object(object) => match (object.get("in"), object.len()) {
                (Some(list), 1) => list,
                _ => {
                    self.error(Code::Invalid, "sideEffects has no order; name the words that fit");
                    return None;
                }
            },
            other => other,
        };
        self.texts(json, "a word")
    }

    /// One text or an array of texts, none of them empty.
    fn texts(&mut self, json: &Json<'_>, what: &str) -> Option<Vec<String>> {
        let items = match json {
            Json::Array(items) => items.as_slice(),
            one => core::slice::from_ref(one),
        };
        if items.is_empty() {
            self.error(Code::Invalid, "an empty list never fits");
            return None;
        }
        let mut texts = Vec::new();
        for item in items {
            match item.as_str() {
                Some("") => {
                    self.error(Code::Invalid, format!("an empty text; {what} is expected"));
                    return None;
                }
                Some(text) => texts.push(text.to_owned()),
                None => {
                    self.wrong_type(item, what);
                    return None;
                }
            }
        }
        Some(texts)
    }

    fn globs_of(&mut self, json: &Json<'_>) -> Option<Vec<Glob>> {
        Some(self.texts(json, "a pattern (use \"*\" for everything)")?.iter().map(|pattern| Glob::new(pattern)).collect())
    }

    fn confidence(&mut self, field: Field, json: &Json<'_>) -> Option<Condition> {
        let (mut least, mut most) = (0, 100);
        match json {
            Json::Object(_) => {
                for (key, json) in self.object(json, "a test")?.iter() {
                    match key {
                        "atLeast" => least = self.under(key, |this| this.percent(json))?,
                        "atMost" => most = self.under(key, |this| this.percent(json))?,
                        other => {
                            self.unknown_key(other, &["atLeast", "atMost"]);
                            return None;
                        }
                    }
                }
            }
            other => {
                self.wrong_type(other, "{\"atLeast\": n} or {\"atMost\": n}");
                return None;
            }
        }
        if least > most {
            self.error(Code::Invalid, "no confidence fits all of this");
            return None;
        }
        Some(Condition::Confidence { field, least, most })
    }

    fn percent(&mut self, json: &Json<'_>) -> Option<u8> {
        match json.as_f64() {
            Some(number) if (0.0..=100.0).contains(&number) && number.fract() == 0.0 => Some(number as u8),
            _ => {
                self.error(Code::OutOfRange, "a whole number from 0 to 100 is expected");
                None
            }
        }
    }

    fn argument(&mut self, pointer: &str, json: &Json<'static>, any: bool) -> Option<Condition> {
        let Some(place) = Place::new(pointer) else {
            self.error(
                Code::Invalid,
                "a JSON Pointer starts with \"/\" and has \"~\" only as \"~0\" or \"~1\"; \"\" is the arguments as a whole",
            );
            return None;
        };
        let tests = match json {
            Json::Object(_) => {
                let mut tests = Vec::new();
                for (key, json) in self.object(json, "a test")?.iter() {
                    if !ARGUMENT_TESTS.contains(&key) {
                        self.unknown_key(key, ARGUMENT_TESTS);
                        return None;
                    }
                    tests.push(self.under(key, |this| this.argument_test(key, json))?);
                }
                tests
            }
            literal => vec![Test::Equals(literal.clone())],
        };
        Some(Condition::Argument(ArgumentTest { place, tests, any }))
    }

    fn argument_test(&mut self, key: &str, json: &Json<'static>) -> Option<Test> {
        match key {
            "equals" => Some(Test::Equals(json.clone())),
            "in" => match json {
                Json::Array(items) if items.is_empty() => {
                    self.error(Code::Invalid, "an empty list never fits");
                    None
                }
                Json::Array(items) if items.iter().all(|item| !matches!(item, Json::Array(_) | Json::Object(_) | Json::Deep(_))) => {
                    Some(Test::In(items.clone()))
                }
                other => {
                    self.wrong_type(other, "an array of strings, numbers and booleans");
                    None
                }
            },
            "glob" => self.globs_of(json).map(Test::Glob),
            "prefix" => self.texts(json, "a text").map(Test::Prefix),
            "exists" => match json.as_bool() {
                Some(wanted) => Some(Test::Exists(wanted)),
                None => {
                    self.wrong_type(json, "a boolean");
                    None
                }
            },
            "regex" => {
                let pattern = self.texts(json, "a regular expression")?;
                let [pattern] = pattern.as_slice() else {
                    self.wrong_type(json, "one regular expression");
                    return None;
                };
                match Regex::new(pattern) {
                    Ok(regex) => Some(Test::Regex(regex)),
                    Err(error) => {
                        self.error(Code::Invalid, ["no regular expression: ", error].concat());
                        None
                    }
                }
            }
            _ => {
                let (mut least, mut most) = (None, None);
                for (key, json) in self.object(json, "{\"atLeast\": n} or {\"atMost\": n}")?.iter() {
                    let number = json.as_f64().filter(|number| number.is_finite());
                    match (key, number) {
                        ("atLeast", Some(_)) => least = number,
                        ("atMost", Some(_)) => most = number,
                        ("atLeast" | "atMost", None) => {
                            self.under(key, |this| this.wrong_type(json, "a number"));
                            return None;
                        }
                        _ => {
                            self.unknown_key(key, &["atLeast", "atMost"]);
                            return None;
                        }
                    }
                }
                if matches!((least, most), (Some(least), Some(most)) if least > most) {
                    self.error(Code::Invalid, "no number fits all of this");
                    return None;
                }
                Some(Test::Range { least, most })
            }
        }
    }

    fn window(&mut self, json: &Json<'_>) -> Option<Window> {
        const KEYS: &[&str] = &["days", "from", "to", "after", "before"];
        let object = self.object(json, "a time window")?;
        for (key, _) in object.iter().filter(|(key, _)| !KEYS.contains(key)) {
            self.unknown_key(key, KEYS);
        }
        let mut window = Window::default();
        if let Some(days) = object.get("days") {
            let words = self.under("days", |this| this.words(days, "day", DAYS))?;
            window.days = DAYS.iter().enumerate().filter(|(_, day)| words.contains(day)).fold(0, |days, (at, _)| days | 1 << at);
        }
        let minute = |this: &mut Self, key: &str| -> Option<u32> {
            let json = object.get(key)?;
            let minute = json.as_str().and_then(parse_minute);
            if minute.is_none() {
                this.under(key, |this| this.error(Code::Invalid, "a time of day such as \"09:30\" is expected"));
            }
            minute
        };
        match (minute(self, "from"), minute(self, "to")) {
            (Some(from), Some(to)) if from == to => self.error(Code::Invalid, "the window is empty: from and to are the same"),
            (Some(from), Some(to)) => window.hours = Some((from, to)),
            (None, None) if !(object.get("from").is_some() || object.get("to").is_some()) => {}
            _ if object.get("from").is_some() != object.get("to").is_some() => {
                self.error(Code::MissingKey, "\"from\" and \"to\" belong together");
            }
            _ => {}
        }
        for (key, slot) in [("after", &mut window.after), ("before", &mut window.before)] {
            let Some(json) = object.get(key) else { continue };
            *slot = json.as_str().and_then(|text| match parse_day(text) {
                Some(_) => Moment::parse(&format!("{text}T00:00:00Z")),
                None => Moment::parse(text),
            });
            if slot.is_none() {
                self.under(key, |this| this.error(Code::Invalid, "a date or an RFC 3339 time is expected"));
            }
        }
        Some(window)
    }
}

const ARGUMENT_TESTS: &[&str] = &["equals", "in", "glob", "prefix", "range", "exists", "regex"];

/// An unknown field has no source, so `default` is none that a condition could name.
const PROVENANCES: &[&str] = &["override", "project", "catalogue", "declaration", "inference"];

fn one_of_all(mut parts: Vec<Condition>) -> Condition {
    match (parts.len(), parts.pop()) {
        (1, Some(part)) => part,
        (_, last) => {
            parts.extend(last);
            Condition::All(parts)
        }
    }
}

/// Patterns of servers or tools.
pub(crate) fn globs(patterns: &Patterns, pointer: &str, errors: &mut Errors) -> Vec<Glob> {
    if patterns.0.is_empty() {
        errors.push(pointer, ReadError::new(Code::Invalid, "an empty list never fits"));
    }
    for _ in patterns.0.iter().filter(|pattern| pattern.is_empty()) {
        errors.push(pointer, ReadError::new(Code::Invalid, "an empty pattern; use \"*\" for everything"));
    }
    patterns.0.iter().map(|pattern| Glob::new(pattern)).collect()
}
