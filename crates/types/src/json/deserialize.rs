//! A serde deserializer over [`Json`], whose errors say where.
//!
//! Nesting is bounded by the reader, so the recursion of derived code is bounded too. Errors inside internally tagged
//! and untagged enums point at the enum, because serde buffers those.

use std::fmt::Display;

use serde::Deserialize;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};

use super::serde_value::Number;
use super::{Json, number_text, parse};
use crate::suggest::{excerpt, nearest};
use crate::{Code, Diagnostic, ReadError};

/// Reads a value of ours from JSON.
///
/// # Errors
/// The JSON doesn't have the type's shape. The error names the place, and the nearest known word where a key or word is unknown.
///
/// ```
/// use mcp_tool_risk_types::{Code, json};
/// #[derive(serde::Deserialize, Debug)]
/// #[serde(deny_unknown_fields)]
/// struct Rule { effect: String }
/// let document = json::parse(r#"[{"efect": "ask"}]"#)?.value;
/// let error = json::from_json::<Vec<Rule>>(&document).unwrap_err();
/// assert_eq!((error.code, error.pointer.as_str()), (Code::UnknownKey, "/0/efect"));
/// assert_eq!(error.suggestion.as_deref(), Some("effect"));
/// # Ok::<(), json::JsonError>(())
/// ```
pub fn from_json<'j, T: Deserialize<'j>>(json: &'j Json<'_>) -> Result<T, ReadError> {
    T::deserialize(Reader(json))
}

/// Reads a value of ours from a text, with what was noticed on the way (such as duplicate keys).
///
/// # Errors
/// The text is no JSON, or its JSON doesn't have the type's shape.
pub fn from_text<T: DeserializeOwned>(text: &str) -> Result<(T, Vec<Diagnostic>), ReadError> {
    let parsed = parse(text)?;
    Ok((from_json(&parsed.value)?, parsed.notes.into_iter().map(Diagnostic::from).collect()))
}

#[derive(Clone, Copy)]
struct Reader<'j, 't>(&'j Json<'t>);

impl<'de> Deserializer<'de> for Reader<'de, '_> {
    type Error = ReadError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.0 {
            Json::Null => visitor.visit_unit(),
            Json::Bool(value) => visitor.visit_bool(*value),
            Json::Number(_) => self.number(visitor),
            Json::String(text) => visitor.visit_borrowed_str(text),
            Json::Array(items) => seq(items, visitor),
            Json::Object(object) => visitor.visit_map(Entries { entries: object.iter(), value: None }),
            Json::Deep(_) => Err(mismatch(self.0, &visitor)),
        }
    }

    // What follows could all be `deserialize_any`. Derived code brings a copy of it for each type, though, and a copy that
    // can take one kind of value is a fraction of one that can take all.

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.0 {
            Json::Bool(value) => visitor.visit_bool(*value),
            other => Err(mismatch(other, &visitor)),
        }
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.number(visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.number(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.0 {
            Json::String(text) => visitor.visit_borrowed_str(text),
            other => Err(mismatch(other, &visitor)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.0 {
            Json::Array(items) => seq(items, visitor),
            other => Err(mismatch(other, &visitor)),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        match self.0 {
            Json::Object(object) => visitor.visit_map(Entries { entries: object.iter(), value: None }),
            other => Err(mismatch(other, &visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        if *self.0 == Json::Null { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        visitor.visit_unit()
    }

    // Derived code would also take an array for a struct; nobody means that.
    fn deserialize_struct<V: Visitor<'de>>(self, _: &'static str, _: &'static [&'static str], visitor: V) -> Result<V::Value, ReadError> {
        match self.0 {
            Json::Object(object) => visitor.visit_map(Entries { entries: object.iter(), value: None }),
            Json::Array(_) => Err(wrong_type(self.0, "an object")),
            other => Err(mismatch(other, &visitor)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &'static str, _: &'static [&'static str], visitor: V) -> Result<V::Value, ReadError> {
        match self.0 {
            Json::String(word) => visitor.visit_enum(Variant { word, content: None }),
            Json::Object(object) if object.len() == 1 => match object.iter().next() {
                Some((word, content)) => visitor.visit_enum(Variant { word, content: Some(content) }),
                None => Err(wrong_type(self.0, "a string or an object with one key")),
            },
            other => Err(wrong_type(other, "a string or an object with one key")),
        }
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u16 u64 u128 f32 f64 char bytes byte_buf unit unit_struct tuple tuple_struct identifier
    }
}

impl<'de> Reader<'de, '_> {
    fn number<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ReadError> {
        let Json::Number(text) = self.0 else { return Err(mismatch(self.0, &visitor)) };
        match Number::of(text) {
            Number::Unsigned(value) => visitor.visit_u64(value),
            Number::Signed(value) => visitor.visit_i64(value),
            Number::Float(value) if value.is_finite() => visitor.visit_f64(value),
            Number::Float(_) => Err(mismatch(self.0, &visitor)),
        }
    }
}

fn seq<'de, V: Visitor<'de>>(items: &'de [Json<'_>], visitor: V) -> Result<V::Value, ReadError> {
    let mut items = Items { items, next: 0 };
    let value = visitor.visit_seq(&mut items)?;
    // A tuple that reads fewer elements than there are would lose the others.
    if items.next < items.items.len() { Err(too_many(&items)) } else { Ok(value) }
}

#[inline(never)]
fn too_many(items: &Items<'_, '_>) -> ReadError {
    ReadError::new(Code::WrongType, format!("{} elements where {} are expected", items.items.len(), items.next))
}

/// Says that a value is not what was expected.
#[inline(never)]
fn mismatch(json: &Json<'_>, expected: &dyn Expected) -> ReadError {
    let given = match json {
        Json::Deep(_) => return ReadError::new(Code::TooDeep, "the value is nested too deeply"),
        Json::Number(text) => match Number::of(text) {
            Number::Unsigned(value) => Unexpected::Unsigned(value),
            Number::Signed(value) => Unexpected::Signed(value),
            Number::Float(value) if value.is_finite() => Unexpected::Float(value),
            Number::Float(_) => return ReadError::new(Code::OutOfRange, format!("the number {} is out of range", excerpt(text))),
        },
        Json::Null => Unexpected::Unit,
        Json::Bool(value) => Unexpected::Bool(*value),
        Json::String(text) => Unexpected::Str(text),
        Json::Array(_) => Unexpected::Seq,
        Json::Object(_) => Unexpected::Map,
    };
    ReadError::invalid_type(given, expected)
}

fn wrong_type(json: &Json<'_>, expected: &str) -> ReadError {
    ReadError::new(Code::WrongType, format!("{} where {expected} is expected", json.type_name()))
}

struct Items<'j, 't> {
    items: &'j [Json<'t>],
    next: usize,
}

#[inline(never)]
fn at(error: ReadError, index: usize) -> ReadError {
    error.under(&index.to_string())
}

impl<'j> SeqAccess<'j> for &mut Items<'j, '_> {
    type Error = ReadError;

    fn next_element_seed<T: DeserializeSeed<'j>>(&mut self, seed: T) -> Result<Option<T::Value>, ReadError> {
        let Some(item) = self.items.get(self.next) else { return Ok(None) };
        let value = seed.deserialize(Reader(item)).map_err(|error| at(error, self.next))?;
        self.next += 1;
        Ok(Some(value))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len() - self.next)
    }
}

struct Entries<'j, 't, I> {
    entries: I,
    value: Option<(&'j str, &'j Json<'t>)>,
}

impl<'j, 't: 'j, I: Iterator<Item = (&'j str, &'j Json<'t>)>> MapAccess<'j> for Entries<'j, 't, I> {
    type Error = ReadError;

    fn next_key_seed<K: DeserializeSeed<'j>>(&mut self, seed: K) -> Result<Option<K::Value>, ReadError> {
        self.value = self.entries.next();
        let Some((key, _)) = self.value else { return Ok(None) };
        // A key that is no word of an enum is an unknown key, not an unknown word.
        let unknown = |mut error: ReadError| {
            if error.code == Code::UnknownWord {
                error.code = Code::UnknownKey;
            }
            error.under(key)
        };
        seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some).map_err(unknown)
    }

    fn next_value_seed<V: DeserializeSeed<'j>>(&mut self, seed: V) -> Result<V::Value, ReadError> {
        let Some((key, value)) = self.value.take() else { return Err(ReadError::custom("a value was read before its key")) };
        seed.deserialize(Reader(value)).map_err(|error| error.under(key))
    }
}

struct Variant<'j, 't> {
    word: &'j str,
    content: Option<&'j Json<'t>>,
}

impl<'j> EnumAccess<'j> for Variant<'j, '_> {
    type Error = ReadError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'j>>(self, seed: V) -> Result<(V::Value, Self), ReadError> {
        let error = |error: ReadError| if self.content.is_some() { error.under(self.word) } else { error };
        let value = seed.deserialize(BorrowedStrDeserializer::<ReadError>::new(self.word)).map_err(error)?;
        Ok((value, self))
    }
}

impl<'j, 't> Variant<'j, 't> {
    fn content(&self) -> Result<Reader<'j, 't>, ReadError> {
        let missing = || ReadError::new(Code::WrongType, format!("{} needs content: {{\"{}\": ...}}", excerpt(self.word), self.word));
        self.content.map(Reader).ok_or_else(missing)
    }
}

impl<'j> VariantAccess<'j> for Variant<'j, '_> {
    type Error = ReadError;

    fn unit_variant(self) -> Result<(), ReadError> {
        match self.content {
            None | Some(Json::Null) => Ok(()),
            Some(other) => Err(wrong_type(other, "null").under(self.word)),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'j>>(self, seed: T) -> Result<T::Value, ReadError> {
        seed.deserialize(self.content()?).map_err(|error| error.under(self.word))
    }

    fn tuple_variant<V: Visitor<'j>>(self, _: usize, visitor: V) -> Result<V::Value, ReadError> {
        self.content()?.deserialize_any(visitor).map_err(|error| error.under(self.word))
    }

    fn struct_variant<V: Visitor<'j>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, ReadError> {
        self.content()?.deserialize_struct("", fields, visitor).map_err(|error| error.under(self.word))
    }
}

/// Says that a word is none of those expected.
pub(super) fn not_expected(code: Code, what: &str, given: &str, expected: &'static [&'static str]) -> ReadError {
    let suggestion = nearest(given, &mut expected.iter().copied());
    let mut message = format!("unknown {what} {}", excerpt(given));
    if let Some(near) = suggestion {
        message.push_str("; did you mean \"");
        message.push_str(near);
        message.push_str("\"?");
    } else {
        message.push_str("; expected ");
        message.push_str(if expected.is_empty() { "none" } else { "one of " });
        message.push_str(&expected.join(", "));
    }
    ReadError { suggestion: suggestion.map(str::to_owned), ..ReadError::new(code, message) }
}

/// A value without parts. Serde's own text for it would bring the standard library's formatting of doubles.
fn scalar(given: Unexpected<'_>) -> String {
    match given {
        Unexpected::Bool(value) => format!("boolean `{value}`"),
        Unexpected::Unsigned(value) => format!("integer `{value}`"),
        Unexpected::Signed(value) => format!("integer `{value}`"),
        Unexpected::Float(value) => format!("floating point `{}`", number_text(value)),
        _ => "another type".to_owned(),
    }
}

impl Error for ReadError {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(Code::Invalid, message.to_string())
    }

    fn invalid_type(given: Unexpected<'_>, expected: &dyn Expected) -> Self {
        // A foreign string may be long; its type says enough.
        let given = match given {
            Unexpected::Str(_) => "string".to_owned(),
            Unexpected::Unit => "null".to_owned(),
            Unexpected::Map => "object".to_owned(),
            Unexpected::Seq => "array".to_owned(),
            other => scalar(other),
        };
        Self::new(Code::WrongType, format!("{given} where {expected} is expected"))
    }

    fn invalid_value(given: Unexpected<'_>, expected: &dyn Expected) -> Self {
        match given {
            Unexpected::Unsigned(_) | Unexpected::Signed(_) | Unexpected::Float(_) => {
                Self::new(Code::OutOfRange, format!("{} where {expected} is expected", scalar(given)))
            }
            Unexpected::Str(text) => Self::new(Code::Invalid, format!("{} where {expected} is expected", excerpt(text))),
            other => Self::invalid_type(other, expected),
        }
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        not_expected(Code::UnknownKey, "key", field, expected)
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        not_expected(Code::UnknownWord, "word", variant, expected)
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(Code::MissingKey, format!("the key \"{field}\" is missing"))
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::new(Code::DuplicateKey, format!("the key \"{field}\" is given twice"))
    }
}
