//! [`Json`] as a serde value: inside documents of ours.
//!
//! A serde format may rewrite numbers; the `Display` of a [`Json`] gives them as they were read.

use serde::ser::{Serialize, Serializer};

use super::{Json, Object, number_value};

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
            // What can be read is not nested so deeply.
            Self::Deep(_) => serializer.serialize_unit(),
        }
    }
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}
