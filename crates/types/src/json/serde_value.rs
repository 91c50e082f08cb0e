//! [`Json`] as a serde value: inside documents of ours, and from a host's own objects.
//!
//! A serde format may rewrite numbers; the `Display` of a [`Json`] gives them as they were read.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error, Serialize, Serializer};

use super::read::has_duplicates;
use super::{Json, Object, number_text, number_value};

/// A JSON number as serde knows it.
pub(crate) enum Number {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
}

impl Number {
    /// Reads the text of a number. An integral value is an integer however it is written: `3.0` is `3`.
    pub(crate) fn of(text: &str) -> Self {
        // Beyond this, a double no longer holds every integer.
        const SAFE: f64 = 9_007_199_254_740_992.0;
        if let Ok(value) = text.parse() {
            return Self::Unsigned(value);
        }
        if let Ok(value) = text.parse() {
            return Self::Signed(value);
        }
        let value = number_value(text);
        if value.fract() == 0.0 && value.abs() < SAFE {
            return if value < 0.0 { Self::Signed(value as i64) } else { Self::Unsigned(value as u64) };
        }
        Self::Float(value)
    }
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(text) => match Number::of(text) {
                Number::Unsigned(value) => serializer.serialize_u64(value),
                Number::Signed(value) => serializer.serialize_i64(value),
                Number::Float(value) => serializer.serialize_f64(value),
            },
            Self::String(text) => serializer.serialize_str(text),
            Self::Array(items) => serializer.collect_seq(items),
            Self::Object(object) => object.serialize(serializer),
            Self::Deep(_) => Err(S::Error::custom("a value is nested too deeply")),
        }
    }
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Json<'static> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Json<'static>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON value")
            }
            fn visit_unit<E>(self) -> Result<Self::Value, E> {
                Ok(Json::Null)
            }
            fn visit_none<E>(self) -> Result<Self::Value, E> {
                Ok(Json::Null)
            }
            fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
                deserializer.deserialize_any(self)
            }
            fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
                Ok(Json::Bool(value))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
                Ok(Json::Number(Cow::Owned(value.to_string())))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
                Ok(Json::Number(Cow::Owned(value.to_string())))
            }
            fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
                // JSON has no NaN: as a string it stays something that no field understands.
                Ok(if value.is_finite() { Json::Number(Cow::Owned(number_text(value))) } else { Json::String("not a number".into()) })
            }
            fn visit_str<E>(self, value: &str) -> Result<Self::Value, E> {
                Ok(Json::String(Cow::Owned(value.to_owned())))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = access.next_element()? {
                    items.push(item);
                }
                Ok(Json::Array(items))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some((key, value)) = access.next_entry::<String, Json<'static>>()? {
                    entries.push((Cow::Owned(key), value));
                }
                // Some formats hand a repeated key on.
                if has_duplicates(&entries) {
                    return Ok(Json::Object(entries.into_iter().collect()));
                }
                Ok(Json::Object(Object { entries }))
            }
        }
        deserializer.deserialize_any(Any)
    }
}
