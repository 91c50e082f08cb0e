//! The parts of an object of ours, read by hand.
//!
//! Derived readers are compiled anew for every type. Where a document has a few small shapes, this costs a tenth of their size, and its errors
//! are the same.

use super::from_json::{unknown_key, wrong_type};
use super::{Json, Object};
use crate::{Code, ReadError};

/// An object that has no other keys than the expected ones.
#[derive(Debug, Clone, Copy)]
pub struct Parts<'j, 't>(&'j Object<'t>);

impl<'j, 't> Parts<'j, 't> {
    /// The parts of the object.
    ///
    /// # Errors
    /// The value is no object, or has a key that isn't expected.
    ///
    /// ```
    /// use mcp_tool_risk_types::json::{Parts, parse};
    /// let json = parse(r#"{"nam": "a"}"#)?.value;
    /// let error = Parts::of(&json, &["name", "note"]).unwrap_err();
    /// assert_eq!((error.pointer.as_str(), error.suggestion.as_deref()), ("/nam", Some("name")));
    /// # Ok::<(), mcp_tool_risk_types::json::JsonError>(())
    /// ```
    pub fn of(json: &'j Json<'t>, keys: &'static [&'static str]) -> Result<Self, ReadError> {
        let object = json.as_object().ok_or_else(|| wrong_type(json, "an object"))?;
        match object.iter().find(|(key, _)| !keys.contains(key)) {
            Some((key, _)) => Err(unknown_key(key, &mut keys.iter().copied())),
            None => Ok(Self(object)),
        }
    }

    /// The value at the key; `null` is absent.
    pub fn get(self, key: &str) -> Option<&'j Json<'t>> {
        self.0.get(key).filter(|json| **json != Json::Null)
    }

    /// The value at the key.
    ///
    /// # Errors
    /// There is none.
    pub fn required(self, key: &str) -> Result<&'j Json<'t>, ReadError> {
        self.0.get(key).ok_or_else(|| ReadError::new(Code::MissingKey, ["the key \"", key, "\" is missing"].concat()))
    }

    /// The text at the key; `null` is absent.
    ///
    /// # Errors
    /// It is no string.
    pub fn text(self, key: &str) -> Result<Option<&'j str>, ReadError> {
        self.get(key).map(|json| json.as_str().ok_or_else(|| wrong_type(json, "a string").under(key))).transpose()
    }

    /// The text at the key.
    ///
    /// # Errors
    /// There is none, or it is no string.
    pub fn required_text(self, key: &str) -> Result<&'j str, ReadError> {
        let json = self.required(key)?;
        json.as_str().ok_or_else(|| wrong_type(json, "a string").under(key))
    }

    /// The elements of the array at the key; `null` is absent, and absent is empty.
    ///
    /// # Errors
    /// It is no array.
    pub fn list(self, key: &str) -> Result<&'j [Json<'t>], ReadError> {
        let Some(json) = self.get(key) else { return Ok(&[]) };
        json.as_array().ok_or_else(|| wrong_type(json, "an array").under(key))
    }

    /// The truth at the key; `null` is absent.
    ///
    /// # Errors
    /// It is neither true nor false.
    pub fn truth(self, key: &str) -> Result<Option<bool>, ReadError> {
        self.get(key).map(|json| json.as_bool().ok_or_else(|| wrong_type(json, "true or false").under(key))).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::parse;

    const KEYS: &[&str] = &["name", "tools", "on"];

    fn parts<T>(text: &str, read: impl Fn(Parts<'_, '_>) -> Result<T, ReadError>) -> Result<T, (Code, String)> {
        let json = parse(text).unwrap().value;
        Parts::of(&json, KEYS).and_then(read).map_err(|error| (error.code, error.pointer))
    }

    #[test]
    fn what_is_there_is_read_and_null_is_absent() {
        assert_eq!(parts(r#"{"name": "a"}"#, |p| p.text("name").map(|text| text.map(str::to_owned))), Ok(Some("a".to_owned())));
        assert_eq!(parts(r#"{"name": null}"#, |p| p.text("name").map(|text| text.is_none())), Ok(true));
        assert_eq!(parts(r#"{"tools": [1, 2]}"#, |p| p.list("tools").map(<[_]>::len)), Ok(2));
        assert_eq!(parts("{}", |p| p.list("tools").map(<[_]>::len)), Ok(0));
        assert_eq!(parts(r#"{"on": false}"#, |p| p.truth("on")), Ok(Some(false)));
    }

    #[test]
    fn errors_say_where() {
        let at = |code, pointer: &str| Err((code, pointer.to_owned()));
        assert_eq!(parts("[]", |_| Ok(())), at(Code::WrongType, ""));
        assert_eq!(parts(r#"{"nmae": 1}"#, |_| Ok(())), at(Code::UnknownKey, "/nmae"));
        assert_eq!(parts(r#"{"name": 1}"#, |p| p.text("name").map(|_| ())), at(Code::WrongType, "/name"));
        assert_eq!(parts(r#"{"name": null}"#, |p| p.required_text("name").map(|_| ())), at(Code::WrongType, "/name"));
        assert_eq!(parts("{}", |p| p.required("name").map(|_| ())), at(Code::MissingKey, ""));
        assert_eq!(parts(r#"{"tools": {}}"#, |p| p.list("tools").map(|_| ())), at(Code::WrongType, "/tools"));
        assert_eq!(parts(r#"{"on": 1}"#, |p| p.truth("on").map(|_| ())), at(Code::WrongType, "/on"));
    }
}
