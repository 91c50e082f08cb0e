//! The shape of a tool's definition: its name and what its input schema accepts, without the words about it.

use core::fmt::{self, Write};

use mcp_tool_risk_types::json::{Json, Object, number_text, number_value};
use mcp_tool_risk_types::{Sha256, ToolDefinition, sorted};

/// Keywords that describe and don't constrain. They are left out of a schema, not out of a list of properties.
const WORDS: &[&str] = &["$comment", "$schema", "deprecated", "description", "examples", "markdownDescription", "title"];
/// Keywords whose value is a map from names of the author's to schemas.
const NAMED: &[&str] = &["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"];
/// Keywords whose value is data.
const DATA: &[&str] = &["const", "default"];
/// Keywords whose value is a set.
const SETS: &[&str] = &["enum", "required", "type"];

/// The digest of a definition's shape: `sha256:` and 64 hexadecimal digits.
///
/// Covered are the name and the input schema; not its descriptions, titles, examples and comments, nor the order of keys and of the
/// elements of `enum`, `required` and `type`, nor how numbers are written. Everything else counts, defaults included.
///
/// ```
/// use mcp_tool_risk_policy::shape_digest;
/// use mcp_tool_risk_types::{ToolDefinition, json::parse};
/// let digest = |text: &str| Some(shape_digest(ToolDefinition::new(&parse(text).ok()?.value)?));
/// let one = digest(r#"{"name": "get", "inputSchema": {"type": "object", "properties": {"n": {"type": "integer", "description": "How many"}}}}"#);
/// let same = digest(r#"{"name": "get", "inputSchema": {"properties": {"n": {"type": "integer"}}, "type": "object"}}"#);
/// let other = digest(r#"{"name": "get", "inputSchema": {"properties": {"n": {"type": "string"}}, "type": "object"}}"#);
/// assert_eq!(one, same);
/// assert_ne!(one, other);
/// ```
pub fn shape_digest(definition: ToolDefinition<'_, '_>) -> String {
    let mut hash = Sha256::new();
    let name = Json::String(definition.name().into());
    // Writing to a hash doesn't fail.
    let _ = match definition.input_schema() {
        None => write!(hash, "[{name}]"),
        Some(schema) => write!(hash, "[{name},{}]", Shape { json: schema, place: Place::Schema }),
    };
    hash.finish()
}

/// What a value is in a schema.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Schema,
    Named,
    Data,
    Set,
}

impl Place {
    fn of(self, key: &str) -> Self {
        match self {
            Self::Named => Self::Schema,
            Self::Data | Self::Set => Self::Data,
            Self::Schema if NAMED.contains(&key) => Self::Named,
            Self::Schema if DATA.contains(&key) => Self::Data,
            Self::Schema if SETS.contains(&key) => Self::Set,
            Self::Schema => Self::Schema,
        }
    }
}

/// The canonical text. Its recursion is bounded by the depth to which JSON is read.
struct Shape<'j, 't> {
    json: &'j Json<'t>,
    place: Place,
}

impl Shape<'_, '_> {
    fn object(&self, f: &mut fmt::Formatter<'_>, object: &Object<'_>) -> fmt::Result {
        let entries: Vec<_> = object.iter().filter(|(key, _)| self.place != Place::Schema || !WORDS.contains(key)).collect();
        let entries = sorted(entries, &|(a, _), (b, _)| a.cmp(b));
        f.write_char('{')?;
        for (i, (key, json)) in entries.into_iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(f, "{comma}{}:{}", Json::String(key.into()), Shape { json, place: self.place.of(key) })?;
        }
        f.write_char('}')
    }

    fn array(&self, f: &mut fmt::Formatter<'_>, items: &[Json<'_>]) -> fmt::Result {
        let place = if self.place == Place::Set { Place::Data } else { self.place };
        let mut texts: Vec<String> = items.iter().map(|json| Shape { json, place }.to_string()).collect();
        if self.place == Place::Set {
            texts = sorted(texts, &|a, b| a.cmp(b));
        }
        write!(f, "[{}]", texts.join(","))
    }
}

impl fmt::Display for Shape<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.json {
            Json::Object(object) => self.object(f, object),
            Json::Array(items) => self.array(f, items),
            // 1, 1.0 and 1e0 are one number.
            Json::Number(text) => match number_value(text) {
                number if number.is_finite() => f.write_str(&number_text(number)),
                _ => f.write_str(text),
            },
            other => other.fmt(f),
        }
    }
}
