//! Values of ours from [`Json`], with errors that say where.
//!
//! A value is filled in place, behind a trait object, so that a struct costs a table of its keys and little code. Derived
//! serde code for the same documents was a fifth of the whole module. All errors are found in one go.

use std::borrow::Cow;

use super::serde_value::Number;
use super::{Json, Object, number_text, parse};
use crate::suggest::nearest;
use crate::text::excerpt;
use crate::{Code, Diagnostic, Field, FieldMap, ReadError, Word};

/// A document with more errors than this says no more by listing them.
const MAX_ERRORS: usize = 100;

/// A value of ours that is read from JSON.
pub trait FromJson {
    /// What stands in the value's place before it is read. Nobody gets to see it where the reading fails.
    fn blank() -> Self
    where
        Self: Sized;

    /// Takes what the JSON says, and reports what it should not say.
    fn fill(&mut self, json: &Json<'_>, errors: &mut Vec<ReadError>);
}

/// Reads a value of ours from JSON.
///
/// # Errors
/// The JSON doesn't have the type's shape: the first place where it has not. The error names the place, and the nearest
/// known word where a key or word is unknown.
///
/// ```
/// use mcp_tool_risk_types::{Code, json, struct_from_json};
/// #[derive(Debug)]
/// struct Rule { effect: String }
/// struct_from_json!(Rule { effect: "effect" required });
/// let document = json::parse(r#"[{"efect": "ask"}]"#)?.value;
/// let error = json::from_json::<Vec<Rule>>(&document).unwrap_err();
/// assert_eq!((error.code, error.pointer.as_str()), (Code::UnknownKey, "/0/efect"));
/// assert_eq!(error.suggestion.as_deref(), Some("effect"));
/// # Ok::<(), json::JsonError>(())
/// ```
pub fn from_json<T: FromJson>(json: &Json<'_>) -> Result<T, ReadError> {
    all_from_json(json).map_err(|errors| errors.into_iter().next().unwrap_or_else(|| wrong_type(json, "something else")))
}

/// Reads a value of ours from JSON, with everything that is wrong, in the order of the document.
///
/// # Errors
/// The JSON doesn't have the type's shape.
pub fn all_from_json<T: FromJson>(json: &Json<'_>) -> Result<T, Vec<ReadError>> {
    let (mut value, mut errors) = (T::blank(), Vec::new());
    value.fill(json, &mut errors);
    if errors.is_empty() { Ok(value) } else { Err(errors) }
}

/// Reads a value of ours from a text, with what was noticed on the way (such as duplicate keys).
///
/// # Errors
/// The text is no JSON, or its JSON doesn't have the type's shape.
pub fn from_text<T: FromJson>(text: &str) -> Result<(T, Vec<Diagnostic>), ReadError> {
    let parsed = parse(text)?;
    Ok((from_json(&parsed.value)?, parsed.notes.into_iter().map(Diagnostic::from).collect()))
}

/// Makes a struct readable: its fields with their keys. What is not `required` may be left out and is then as its type's
/// blank value, or as the expression behind `=`. Any other key is an error.
#[macro_export]
macro_rules! struct_from_json {
    ($type:ty { $($field:ident: $key:literal $($required:ident)? $(= $default:expr)?),+ $(,)? }) => {
        impl $crate::json::FromJson for $type {
            fn blank() -> Self {
                Self { $($field: $crate::struct_from_json!(@blank $($default)?)),+ }
            }
            fn fill(&mut self, json: &$crate::json::Json<'_>, errors: &mut ::std::vec::Vec<$crate::ReadError>) {
                const KEYS: &[(&str, bool)] = &[$(($key, $crate::struct_from_json!(@required $($required)?))),+];
                $crate::json::fill_struct(json, KEYS, &mut [$(&mut self.$field),+], errors);
            }
        }
    };
    (@blank) => { $crate::json::FromJson::blank() };
    (@blank $default:expr) => { $default };
    (@required) => { false };
    (@required required) => { true };
}

/// Makes an enum writable that has `word()`: derived code would have all the words once more.
#[macro_export]
macro_rules! words_to_json {
    ($($type:ty),+ $(,)?) => { $(
        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                // As that of a unit variant the writer of JSON knows that it has nothing to escape.
                serializer.serialize_unit_variant("", 0, self.word())
            }
        }
    )+ };
}

/// Makes an enum of words readable, which has `ALL` and `word()`. The first word, or the one given, stands for a blank.
#[macro_export]
macro_rules! words_from_json {
    ($($type:ident $(= $blank:ident)?),+ $(,)?) => { $(
        impl $crate::json::FromJson for $type {
            #[allow(clippy::indexing_slicing, reason = "an enum has a first word")]
            fn blank() -> Self {
                $crate::words_from_json!(@blank $type $($blank)?)
            }
            fn fill(&mut self, json: &$crate::json::Json<'_>, errors: &mut ::std::vec::Vec<$crate::ReadError>) {
                let found = $crate::json::word_of(json, &|at| Self::ALL.get(at).map(|word| word.word()), errors);
                if let ::std::option::Option::Some(word) = found.and_then(|at| Self::ALL.get(at)) {
                    *self = *word;
                }
            }
        }
    )+ };
    (@blank $type:ident) => { Self::ALL[0] };
    (@blank $type:ident $blank:ident) => { Self::$blank };
}

/// Fills the slots of a struct, each with the value at its key.
pub fn fill_struct(json: &Json<'_>, keys: &[(&'static str, bool)], slots: &mut [&mut dyn FromJson], errors: &mut Vec<ReadError>) {
    let Some(object) = object_of(json, errors) else { return };
    for (key, value) in object.iter() {
        let at = keys.iter().position(|(known, _)| *known == key);
        match at.and_then(|at| slots.get_mut(at)) {
            Some(slot) => fill_at(*slot, key, value, errors),
            None => report(unknown_key(key, &mut keys.iter().map(|(known, _)| *known)), errors),
        }
    }
    for (key, _) in keys.iter().filter(|(key, required)| *required && object.get(key).is_none()) {
        report(ReadError::new(Code::MissingKey, ["the key \"", key, "\" is missing"].concat()), errors);
    }
}

/// Fills a slot with the value at a key or index.
pub fn fill_at(slot: &mut dyn FromJson, segment: &str, value: &Json<'_>, errors: &mut Vec<ReadError>) {
    let before = errors.len();
    slot.fill(value, errors);
    for error in errors.iter_mut().skip(before) {
        *error = std::mem::replace(error, ReadError::new(Code::Invalid, String::new())).under(segment);
    }
}

/// Which of the words a string is; what is none of them is reported.
pub fn word_of(json: &Json<'_>, word: &dyn Fn(usize) -> Option<&'static str>, errors: &mut Vec<ReadError>) -> Option<usize> {
    let text = text_of(json, "a string", errors)?;
    let mut words = (0..).map_while(word);
    let found = words.position(|known| known == text);
    if found.is_none() {
        report(not_expected(Code::UnknownWord, "word", text, &mut (0..).map_while(word)), errors);
    }
    found
}

/// The text of a string; anything else is reported as not what is expected.
pub fn text_of<'j>(json: &'j Json<'_>, expected: &str, errors: &mut Vec<ReadError>) -> Option<&'j str> {
    let text = json.as_str();
    if text.is_none() {
        report(wrong_type(json, expected), errors);
    }
    text
}

/// An object; anything else is reported.
pub fn object_of<'j, 't>(json: &'j Json<'t>, errors: &mut Vec<ReadError>) -> Option<&'j Object<'t>> {
    let object = json.as_object();
    if object.is_none() {
        report(wrong_type(json, "an object"), errors);
    }
    object
}

/// The error for a key that is none of those expected.
pub fn unknown_key(key: &str, expected: &mut dyn Iterator<Item = &'static str>) -> ReadError {
    not_expected(Code::UnknownKey, "key", key, expected).under(key)
}

/// The error for a value of another type than expected. A foreign string may be long; its type says enough.
pub fn wrong_type(json: &Json<'_>, expected: &str) -> ReadError {
    ReadError::new(Code::WrongType, [json.type_name(), " where ", expected, " is expected"].concat())
}

/// Adds an error, where there are not too many already.
pub fn report(error: ReadError, errors: &mut Vec<ReadError>) {
    if errors.len() < MAX_ERRORS {
        errors.push(error);
    }
}

/// The error for a word that is none of those expected.
pub fn not_expected(code: Code, what: &str, given: &str, expected: &mut dyn Iterator<Item = &str>) -> ReadError {
    let expected: Vec<&str> = expected.collect();
    let suggestion = nearest(given, &mut expected.iter().copied());
    let mut message = ["unknown ", what, " ", &excerpt(given)].concat();
    if let Some(near) = suggestion {
        message.push_str("; did you mean \"");
        message.push_str(near);
        message.push_str("\"?");
    } else {
        message.push_str("; expected one of ");
        message.push_str(&expected.join(", "));
    }
    ReadError { suggestion: suggestion.map(str::to_owned), ..ReadError::new(code, message) }
}

fn too_large(text: &str) -> ReadError {
    ReadError::new(Code::OutOfRange, ["the number ", &excerpt(text), " is out of range"].concat())
}

/// A whole number from 0 to `most`.
fn whole(json: &Json<'_>, most: u64, errors: &mut Vec<ReadError>) -> Option<u64> {
    let expected = || format!("a whole number from 0 to {most}");
    let error = match json {
        Json::Number(text) => match Number::of(text) {
            Number::Unsigned(value) if value <= most => return Some(value),
            Number::Float(value) if !value.is_finite() => too_large(text),
            Number::Float(_) => wrong_type(json, &expected()),
            _ => ReadError::new(Code::OutOfRange, [&excerpt(text), " where ", &expected(), " is expected"].concat()),
        },
        _ => wrong_type(json, &expected()),
    };
    report(error, errors);
    None
}

macro_rules! whole_from_json {
    ($($type:ty),+) => { $(
        impl FromJson for $type {
            fn blank() -> Self {
                0
            }
            fn fill(&mut self, json: &Json<'_>, errors: &mut Vec<ReadError>) {
                if let Some(value) = whole(json, <$type>::MAX.into(), errors) {
                    *self = value as $type;
                }
            }
        }
    )+ };
}
whole_from_json!(u8, u32);

impl FromJson for bool {
    fn blank() -> Self {
        false
    }

    fn fill(&mut self, json: &Json<'_>, errors: &mut Vec<ReadError>) {
        match json.as_bool() {
            Some(value) => *self = value,
            None => report(wrong_type(json, "a boolean"), errors),
        }
    }
}

impl FromJson for String {
    fn blank() -> Self {
        Self::new()
    }

    fn fill(&mut self, json: &Json<'_>, errors: &mut Vec<ReadError>) {
        if let Some(text) = text_of(json, "a string", errors) {
            text.clone_into(self);
        }
    }
}

/// What is not there is left out; `null` is a value like any other.
impl<T: FromJson> FromJson for Option<T> {
    fn blank() -> Self {
        None
    }

    fn fill(&mut self, json: &Json<'_>, errors: &mut Vec<ReadError>) {
        self.insert(T::blank()).fill(json, errors);
    }
}

impl<T: FromJson> FromJson for Box<T> {
    fn blank() -> Self {
        Self::new(T::blank())
    }

    fn fill(&mut self, json: &Json<'_>, errors: &mut Vec<ReadError>) {
        (**self).fill(json, errors);
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn blank() -> Self {
        Self::new()
    }

    fn fill(&mut self, json: &Json<'_>, errors: &mut Vec<ReadError>) {
        let Some(items) = json.as_array() else { return report(wrong_type(json, "an array"), errors) };
        for (at, item) in items.iter().enumerate() {
            let mut value = T::blank();
            fill_at(&mut value, &at.to_string(), item, errors);
            self.push(value);
        }
    }
}

impl<T: FromJson> FromJson for FieldMap<T> {
    fn blank() -> Self {
        Self::new()
    }

    fn fill(&mut self, json: &Json<'_>, errors: &mut Vec<ReadError>) {
        let Some(object) = object_of(json, errors) else { return };
        for (key, json) in object.iter() {
            let mut value = T::blank();
            match Field::from_word(key) {
                Some(field) => {
                    fill_at(&mut value, key, json, errors);
                    self.insert(field, value);
                }
                None => report(unknown_key(key, &mut Field::ALL.iter().map(|field| field.word())), errors),
            }
        }
    }
}

/// A value as it stands, with integers as such however they are written.
impl FromJson for Json<'static> {
    fn blank() -> Self {
        Self::Null
    }

    fn fill(&mut self, json: &Json<'_>, errors: &mut Vec<ReadError>) {
        *self = match json {
            Json::Null => Self::Null,
            Json::Bool(value) => Self::Bool(*value),
            Json::String(text) => Self::String(Cow::Owned(text.clone().into_owned())),
            Json::Number(text) => Self::Number(Cow::Owned(match Number::of(text) {
                Number::Unsigned(value) => value.to_string(),
                Number::Signed(value) => value.to_string(),
                Number::Float(value) => {
                    if !value.is_finite() {
                        report(too_large(text), errors);
                    }
                    number_text(value)
                }
            })),
            Json::Array(_) => {
                let mut items = Vec::<Self>::new();
                items.fill(json, errors);
                Self::Array(items)
            }
            Json::Object(object) => {
                let mut entries = Vec::with_capacity(object.len());
                for (key, json) in object.iter() {
                    let mut value = Self::Null;
                    fill_at(&mut value, key, json, errors);
                    entries.push((Cow::Owned(key.to_owned()), value));
                }
                Self::Object(Object { entries })
            }
            Json::Deep(_) => {
                report(ReadError::new(Code::TooDeep, "the value is nested too deeply"), errors);
                Self::Null
            }
        }
    }
}
