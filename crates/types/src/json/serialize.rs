//! JSON text from any value of ours. The counterpart of `from_json`.

use std::fmt::{self, Display};

use serde::ser::{self, Serialize, Serializer};

use super::number_text;
use super::write::push_string;

/// The value as compact JSON text, keys in the order in which the value gives them.
///
/// Numbers that JSON does not have (NaN, infinities) become `null`, as with `JSON.stringify`.
///
/// ```
/// use mcp_tool_risk_types::{RiskLevel, json::to_text};
/// assert_eq!(to_text(&[(1, Some(RiskLevel::High)), (2, None)]), r#"[[1,"high"],[2,null]]"#);
/// ```
pub fn to_text<T: Serialize + ?Sized>(value: &T) -> String {
    // What is written is seldom shorter, and growing to that takes many steps.
    let mut text = String::with_capacity(256);
    write_text(&mut text, value);
    text
}

/// Appends the value as compact JSON text.
pub fn write_text<T: Serialize + ?Sized>(text: &mut String, value: &T) {
    // Nothing of ours refuses to be serialised, and here nothing fails, so that the compiler leaves out what would handle it.
    let _ = value.serialize(Text(text));
}

struct Text<'a>(&'a mut String);

/// A value that refuses to be serialised.
#[derive(Debug)]
struct Refused;

impl Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value cannot be written as JSON")
    }
}

impl std::error::Error for Refused {}

impl ser::Error for Refused {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

impl Text<'_> {
    fn string(self, value: &str) -> Result<(), Refused> {
        push_string(self.0, value);
        Ok(())
    }

    /// A name of ours, which has nothing to escape.
    fn name(self, name: &str) {
        self.0.push('"');
        self.0.push_str(name);
        self.0.push('"');
    }
}

impl<'a> Text<'a> {
    /// Opens an array or object, within `{"variant": ...}` where there is one.
    fn open(self, variant: Option<&str>, bracket: char) -> Result<Parts<'a>, Refused> {
        let close = match (bracket, variant) {
            ('[', None) => "]",
            ('[', Some(_)) => "]}",
            (_, None) => "}",
            (_, Some(_)) => "}}",
        };
        if let Some(variant) = variant {
            self.0.push('{');
            Text(self.0).name(variant);
            self.0.push(':');
        }
        self.0.push(bracket);
        Ok(Parts { text: self.0, first: true, close })
    }
}

impl<'a> Serializer for Text<'a> {
    type Ok = ();
    type Error = Refused;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    fn serialize_bool(self, value: bool) -> Result<(), Refused> {
        self.0.push_str(if value { "true" } else { "false" });
        Ok(())
    }
    fn serialize_i8(self, value: i8) -> Result<(), Refused> {
        self.serialize_i64(value.into())
    }
    fn serialize_i16(self, value: i16) -> Result<(), Refused> {
        self.serialize_i64(value.into())
    }
    fn serialize_i32(self, value: i32) -> Result<(), Refused> {
        self.serialize_i64(value.into())
    }
    fn serialize_i64(self, value: i64) -> Result<(), Refused> {
        if value < 0 {
            self.0.push('-');
        }
        self.serialize_u64(value.unsigned_abs())
    }
    fn serialize_u8(self, value: u8) -> Result<(), Refused> {
        self.serialize_u64(value.into())
    }
    fn serialize_u16(self, value: u16) -> Result<(), Refused> {
        self.serialize_u64(value.into())
    }
    fn serialize_u32(self, value: u32) -> Result<(), Refused> {
        self.serialize_u64(value.into())
    }
    fn serialize_u64(self, value: u64) -> Result<(), Refused> {
        // The formatting of the standard library takes five times as long.
        if value > 9 {
            Text(self.0).serialize_u64(value / 10)?;
        }
        self.0.push(char::from(b'0' + (value % 10) as u8));
        Ok(())
    }
    fn serialize_f32(self, value: f32) -> Result<(), Refused> {
        self.serialize_f64(value.into())
    }
    fn serialize_f64(self, value: f64) -> Result<(), Refused> {
        self.0.push_str(&number_text(value));
        Ok(())
    }
    fn serialize_char(self, value: char) -> Result<(), Refused> {
        self.string(value.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, value: &str) -> Result<(), Refused> {
        self.string(value)
    }
    fn serialize_bytes(self, value: &[u8]) -> Result<(), Refused> {
        self.collect_seq(value)
    }
    fn serialize_none(self) -> Result<(), Refused> {
        self.serialize_unit()
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Refused> {
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), Refused> {
        self.0.push_str("null");
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Refused> {
        self.serialize_unit()
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Refused> {
        self.name(variant);
        Ok(())
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Refused> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Refused> {
        let mut parts = self.open(None, '{')?;
        parts.entry(variant, value)?;
        parts.close()
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'a>, Refused> {
        self.open(None, '[')
    }
    fn serialize_tuple(self, _: usize) -> Result<Parts<'a>, Refused> {
        self.open(None, '[')
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, Refused> {
        self.open(None, '[')
    }
    fn serialize_tuple_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Parts<'a>, Refused> {
        self.open(Some(variant), '[')
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'a>, Refused> {
        self.open(None, '{')
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'a>, Refused> {
        self.open(None, '{')
    }
    fn serialize_struct_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Parts<'a>, Refused> {
        self.open(Some(variant), '{')
    }
    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Refused> {
        self.string(&value.to_string())
    }
}

/// The inside of an array or object.
struct Parts<'a> {
    text: &'a mut String,
    first: bool,
    close: &'static str,
}

impl Parts<'_> {
    fn separate(&mut self) {
        if !std::mem::take(&mut self.first) {
            self.text.push(',');
        }
    }

    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        self.separate();
        value.serialize(Text(self.text))
    }

    fn entry<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Refused> {
        self.key(key);
        value.serialize(Text(self.text))
    }

    /// A name of ours, in as few pieces as may be: there are very many of them.
    fn key(&mut self, key: &'static str) {
        self.text.push_str(if std::mem::take(&mut self.first) { "\"" } else { ",\"" });
        self.text.push_str(key);
        self.text.push_str("\":");
    }

    fn close(self) -> Result<(), Refused> {
        self.text.push_str(self.close);
        Ok(())
    }
}

macro_rules! elements {
    ($($part:ident $method:ident),+) => { $(
        impl ser::$part for Parts<'_> {
            type Ok = ();
            type Error = Refused;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
                self.element(value)
            }
            fn end(self) -> Result<(), Refused> {
                self.close()
            }
        }
    )+ };
}
macro_rules! entries {
    ($($part:ident),+) => { $(
        impl ser::$part for Parts<'_> {
            type Ok = ();
            type Error = Refused;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Refused> {
                self.entry(key, value)
            }
            fn end(self) -> Result<(), Refused> {
                self.close()
            }
        }
    )+ };
}
elements!(SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field);
entries!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Refused;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Refused> {
        self.separate();
        let start = self.text.len();
        key.serialize(Text(self.text))?;
        // JSON's keys are strings; a number gets quotes.
        if self.text.as_bytes().get(start) != Some(&b'"') {
            self.text.insert(start, '"');
            self.text.push('"');
        }
        Ok(())
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Refused> {
        self.text.push(':');
        value.serialize(Text(self.text))
    }
    fn end(self) -> Result<(), Refused> {
        self.close()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Serialize;

    use super::to_text;

    #[derive(Serialize)]
    enum Shape {
        Unit,
        One(u8),
        Two(u8, f64),
        Named { a: Option<char>, b: () },
    }

    /// What serde_json writes is what everybody expects.
    #[test]
    fn the_text_is_that_of_serde_json() {
        fn same<T: Serialize>(value: &T) {
            assert_eq!(to_text(value), serde_json::to_string(value).unwrap());
        }
        same(&(Shape::Unit, Shape::One(1), Shape::Two(2, 0.25), Shape::Named { a: Some('ä'), b: () }));
        same(&BTreeMap::from([(3, "three"), (-1, "\u{0}\n\"\\\u{2028}")]));
        same(&BTreeMap::<String, f64>::new());
        same(&[f64::NAN, 1.5, -0.125]);
        same(&vec![Some(vec![i64::MIN]), None]);
    }
}
