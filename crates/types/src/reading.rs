//! One field's value, read from JSON that others wrote.
//!
//! This is the only reader of values: declarations, overrides, catalogues and policy literals all come through here.

use crate::json::Json;
use crate::suggest::nearest;
use crate::text::excerpt;
use crate::words::{Approval, BlastRadius, Category, DataClass, Destination, Outcome, Reversibility, RiskLevel, Source, TrustLevel, Word};
use crate::{Claim, Code, Diagnostic, Field, Sensitivity, Texts, Value, Words};

/// More problems of one value are not listed: its state says enough.
const MAX_LISTED: usize = 8;

/// What stands at a field. A field that is absent has no reading. Of two states, the later is the worse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// `null`: not given.
    Null,
    /// A value of the field.
    Known,
    /// A word or number outside the vocabulary.
    UnknownWord,
    /// Something of another type, or an array without a value where one is needed.
    WrongType,
}

/// A field's value as it was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// How far it was understood.
    pub state: State,
    /// The value; where the state isn't [`State::Known`], the known elements of a set.
    pub value: Option<Value>,
    /// What was not understood. Pointers start at the value.
    pub diagnostics: Vec<Diagnostic>,
}

impl Reading {
    /// What the reading claims; `null` claims nothing.
    pub fn claim(&self) -> Option<Claim> {
        match self.state {
            State::Null => None,
            State::Known => Some(Claim { value: self.value.clone(), unknown: false }),
            State::WrongType | State::UnknownWord => Some(Claim { value: self.value.clone(), unknown: true }),
        }
    }
}

impl Value {
    /// Reads a value of the field.
    ///
    /// Action metadata is understood in all generations on record: one value or an array, the words of SEP-1913, their
    /// PascalCase forms of SEP-2061, and the example words of the extension's draft. Everything else is exact.
    ///
    /// ```
    /// use mcp_tool_risk_types::{Destination, Field, State, Value, json::parse};
    /// let json = parse(r#"["User", "external"]"#)?.value;
    /// let reading = Value::read(Field::Destination, &json);
    /// assert_eq!(reading.state, State::Known);
    /// assert_eq!(reading.value, Some(Value::Destination([Destination::User, Destination::Public].into_iter().collect())));
    /// # Ok::<(), mcp_tool_risk_types::json::JsonError>(())
    /// ```
    pub fn read(field: Field, json: &Json<'_>) -> Reading {
        let mut reader = Reader { field, state: State::Known, diagnostics: Vec::new() };
        let value = if *json == Json::Null {
            reader.state = State::Null;
            None
        } else {
            reader.value(json)
        };
        Reading { state: reader.state, value, diagnostics: reader.diagnostics }
    }
}

/// The word a draft or an older generation uses for one of ours.
fn alias(field: Field, word: &str) -> Option<&'static str> {
    Some(match (field, word) {
        (Field::Destination, "external") => "public",
        (Field::Destination, "local") => "user",
        (Field::Source, "first-party") => "internal",
        (Field::Source, "open-world") => "untrustedPublic",
        (Field::InputSensitivity | Field::ReturnSensitivity, "personal") => "pii",
        (Field::InputSensitivity | Field::ReturnSensitivity, "PII") => "pii",
        (Field::InputSensitivity | Field::ReturnSensitivity, "public") => "none",
        _ => return None,
    })
}

/// Whether the text is the word with its first letter in upper case.
fn is_pascal(text: &str, word: &str) -> bool {
    let (mut a, mut b) = (text.chars(), word.chars());
    a.next() == b.next().map(|c| c.to_ascii_uppercase()) && a.as_str() == b.as_str()
}

/// Whether the key is the name in camelCase or PascalCase.
pub(crate) fn is_either_case(key: &str, name: &str) -> bool {
    key == name || is_pascal(key, name)
}

/// A key in camelCase or PascalCase.
fn either_case<'j, 't>(json: &'j Json<'t>, key: &str) -> Option<(&'j str, &'j Json<'t>)> {
    json.as_object()?.iter().find(|(k, _)| is_either_case(k, key))
}

struct Reader {
    field: Field,
    state: State,
    diagnostics: Vec<Diagnostic>,
}

impl Reader {
    fn value(&mut self, json: &Json<'_>) -> Option<Value> {
        match self.field {
            Field::Category => self.word::<Category>(json).map(Value::from),
            Field::RiskLevel => self.word::<RiskLevel>(json).map(Value::from),
            Field::BlastRadius => self.word::<BlastRadius>(json).map(Value::from),
            Field::Reversibility => self.word::<Reversibility>(json).map(Value::from),
            Field::Approval => self.word::<Approval>(json).map(Value::from),
            Field::MinTrustLevel => self.trust_level(json).map(Value::from),
            Field::ReadOnlyHint | Field::DestructiveHint | Field::IdempotentHint | Field::OpenWorldHint | Field::RequiresReview => {
                let value = json.as_bool();
                if value.is_none() {
                    self.wrong_type("", json, "true or false");
                }
                value.map(Value::Bool)
            }
            Field::Outcome => self.possible::<Outcome>(json).map(Value::from),
            Field::Destination => self.possible::<Destination>(json).map(Value::from),
            Field::Source => Some(self.words::<Source>(json)).filter(|words| self.has_value(words.is_empty())).map(Value::from),
            Field::InputSensitivity | Field::ReturnSensitivity => self.sensitivity(json),
            Field::SideEffects => self.side_effects(json),
        }
    }

    fn problem(&mut self, state: State, code: Code, pointer: &str, message: &dyn Fn() -> String) {
        self.state = self.state.max(state);
        if self.diagnostics.len() < MAX_LISTED {
            self.diagnostics.push(Diagnostic { code, pointer: pointer.to_owned(), message: message() });
        }
    }

    fn wrong_type(&mut self, pointer: &str, json: &Json<'_>, expected: &str) {
        let (field, given) = (self.field.word(), json.type_name());
        let message = || format!("{field}: {given} where {expected} is expected; the field is unknown");
        self.problem(State::WrongType, Code::WrongType, pointer, &message);
    }

    fn unknown_word<W: Word>(&mut self, pointer: &str, text: &str) {
        let field = self.field.word();
        let message = || {
            let near = nearest(text, &mut W::ALL.iter().map(|w| w.word()));
            let near = near.map(|near| format!(", near to \"{near}\"")).unwrap_or_default();
            format!("{field}: unknown word {}{near}; the field is unknown", excerpt(text))
        };
        self.problem(State::UnknownWord, Code::UnknownWord, pointer, &message);
    }

    /// One word of a vocabulary, exactly spelled.
    fn word<W: Word>(&mut self, json: &Json<'_>) -> Option<W> {
        let Some(text) = json.as_str() else {
            self.wrong_type("", json, "a string");
            return None;
        };
        let word = W::from_word(text);
        if word.is_none() {
            self.unknown_word::<W>("", text);
        }
        word
    }

    fn trust_level(&mut self, json: &Json<'_>) -> Option<TrustLevel> {
        let Json::Number(text) = json else {
            self.wrong_type("", json, "a number from 1 to 5");
            return None;
        };
        // By value, not by spelling: 3.0 is 3.
        let level = json.as_f64().and_then(|level| TrustLevel::ALL.iter().copied().find(|l| f64::from(l.rank()) + 1.0 == level));
        if level.is_none() {
            let message = || format!("minTrustLevel: {} is none of 1, 2, 3, 4, 5; the field is unknown", excerpt(text));
            self.problem(State::UnknownWord, Code::OutOfRange, "", &message);
        }
        level
    }

    /// Hands every element of an array, or a single value, to the closure, which says whether it understood a string or an object.
    fn each(&mut self, json: &Json<'_>, take: &mut dyn FnMut(&mut Self, &str, &Json<'_>)) {
        match json {
            Json::Array(items) => {
                for (i, item) in items.iter().enumerate() {
                    take(self, &format!("/{i}"), item);
                }
            }
            other => take(self, "", other),
        }
    }

    fn words<W: Word>(&mut self, json: &Json<'_>) -> Words<W> {
        let mut words = Words::EMPTY;
        self.each(json, &mut |reader, pointer, item| match item.as_str() {
            Some(text) => match lenient(reader.field, text) {
                Some(word) => words.insert(word),
                None => reader.unknown_word::<W>(pointer, text),
            },
            None => reader.wrong_type(pointer, item, "a string"),
        });
        words
    }

    /// Whether a set was given: nothing at all is known of one of which no element was understood.
    fn has_value(&self, empty: bool) -> bool {
        !empty || self.state == State::Known
    }

    fn possible<W: Word>(&mut self, json: &Json<'_>) -> Option<Words<W>> {
        let words = self.words(json);
        if words.is_empty() && self.state == State::Known {
            let field = self.field.word();
            let message = || format!("{field}: an empty array names no possible value; the field is unknown");
            self.problem(State::WrongType, Code::WrongType, "", &message);
        }
        Some(words).filter(|words| !words.is_empty())
    }

    fn sensitivity(&mut self, json: &Json<'_>) -> Option<Value> {
        let (mut sensitivity, mut scopes) = (Sensitivity::none(), Vec::new());
        let mut understood = false;
        self.each(json, &mut |reader, pointer, item| {
            understood |= reader.data_class(pointer, item, &mut sensitivity, &mut scopes);
        });
        sensitivity.add_scopes(scopes);
        (understood || self.state == State::Known).then_some(Value::Sensitivity(sensitivity))
    }

    fn data_class(&mut self, pointer: &str, item: &Json<'_>, into: &mut Sensitivity, all_scopes: &mut Vec<String>) -> bool {
        if let Some(text) = item.as_str() {
            let class = lenient(self.field, text);
            match class {
                Some(class) => into.insert(class),
                None => self.unknown_word::<DataClass>(pointer, text),
            }
            return class.is_some();
        }
        let Some(object) = item.as_object() else {
            self.wrong_type(pointer, item, "a string or a regulated object");
            return false;
        };
        let Some((key, regulated)) = either_case(item, "regulated") else {
            let key = object.iter().next().map_or("", |(key, _)| key);
            self.unknown_word::<DataClass>(pointer, key);
            return false;
        };
        into.insert(DataClass::Regulated);
        let pointer = format!("{pointer}/{key}");
        let Some((key, scopes)) = either_case(regulated, "scopes") else {
            self.wrong_type(&pointer, regulated, "an object with scopes");
            return true;
        };
        let pointer = format!("{pointer}/{key}");
        let Some(scopes) = scopes.as_array() else {
            self.wrong_type(&pointer, scopes, "an array of strings");
            return true;
        };
        for (i, scope) in scopes.iter().enumerate() {
            match scope.as_str() {
                Some(scope) => all_scopes.push(scope.to_owned()),
                None => self.wrong_type(&format!("{pointer}/{i}"), scope, "a string"),
            }
        }
        true
    }

    fn side_effects(&mut self, json: &Json<'_>) -> Option<Value> {
        let mut effects = Vec::new();
        if json.as_array().is_none() {
            self.wrong_type("", json, "an array of strings");
            // A bare string is still an effect that somebody names.
            effects.extend(json.as_str().map(str::to_owned));
        }
        for (i, item) in json.as_array().unwrap_or_default().iter().enumerate() {
            match item.as_str() {
                Some(effect) => effects.push(effect.to_owned()),
                None => self.wrong_type(&format!("/{i}"), item, "a string"),
            }
        }
        self.has_value(effects.is_empty()).then(|| Value::SideEffects(Texts::from_iter(effects)))
    }
}

/// A word of the action metadata in any generation's spelling.
fn lenient<W: Word>(field: Field, text: &str) -> Option<W> {
    W::from_word(alias(field, text).unwrap_or(text)).or_else(|| W::ALL.iter().copied().find(|w| is_pascal(text, w.word())))
}
