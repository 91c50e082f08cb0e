//! Reading a catalogue. It is a document of the operator's side, so what isn't understood is an error.

use core::fmt;

use mcp_tool_risk_types::json::{Json, from_json};
use mcp_tool_risk_types::{Code, Field, FieldMap, ReadError, State, Value, Word};
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use super::{Authorship, CATALOGUE_VERSION, Catalogue, CatalogueEntry, Origin};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(rename = "$schema")]
    _schema: Option<String>,
    version: u64,
    name: String,
    author: Option<String>,
    date: Option<Date>,
    #[serde(rename = "note")]
    _note: Option<String>,
    servers: Vec<Server>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Server {
    origin: String,
    tools: Vec<Tool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tool {
    name: String,
    digests: Vec<Digest>,
    profile: Profile,
    author: Option<String>,
    date: Option<Date>,
    note: Option<String>,
}

/// A digest as it is written.
struct Digest(String);

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.strip_prefix("sha256:").unwrap_or_default();
        if digits.len() == 64 && digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)) {
            Ok(Self(text))
        } else {
            Err(D::Error::custom("a digest is `sha256:` and 64 hexadecimal digits in lower case"))
        }
    }
}

/// A day as it is written.
struct Date(String);

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let fits =
            text.len() == 10 && text.bytes().enumerate().all(|(i, b)| if matches!(i, 4 | 7) { b == b'-' } else { b.is_ascii_digit() });
        if fits { Ok(Self(text)) } else { Err(D::Error::custom("a date is YYYY-MM-DD")) }
    }
}

/// Values by field; `null` is not given.
struct Profile(FieldMap<Value>);

impl<'de> Deserialize<'de> for Profile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Profile;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of risk fields")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Profile, A::Error> {
                let mut profile = FieldMap::new();
                while let Some((field, json)) = map.next_entry::<Field, Json<'static>>()? {
                    let reading = Value::read(field, &json);
                    match (reading.state, reading.value) {
                        (State::Null, _) => {}
                        (State::Known, Some(value)) => {
                            profile.insert(field, value);
                        }
                        _ => {
                            let why = reading.diagnostics.into_iter().next().map(|first| first.message).unwrap_or_default();
                            return Err(A::Error::custom(format_args!("{}: {why}", field.word())));
                        }
                    }
                }
                Ok(Profile(profile))
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

pub(super) fn read(json: &Json<'_>) -> Result<Catalogue, ReadError> {
    let document: Document = from_json(json)?;
    if document.version != CATALOGUE_VERSION {
        let message = format!("version {} of the catalogue format isn't known; this is version {CATALOGUE_VERSION}", document.version);
        return Err(ReadError::new(Code::Invalid, message).under("version"));
    }
    let date = document.date.map(|date| date.0);
    let mut catalogue = Catalogue { names: vec![document.name], ..Catalogue::default() };
    for (s, server) in document.servers.into_iter().enumerate() {
        let at = |error: ReadError| error.under(&s.to_string()).under("servers");
        let origin = Origin::parse(&server.origin).ok_or_else(|| {
            let message = format!("`{}` is no origin: npm:NAME, npm:NAME@VERSION, pypi:NAME, url:ADDRESS, command:LINE", server.origin);
            at(ReadError::new(Code::Invalid, message).under("origin"))
        })?;
        for (t, tool) in server.tools.into_iter().enumerate() {
            let twice = catalogue.entries.get(&tool.name).is_some_and(|known| known.iter().any(|entry| entry.origin == origin));
            if twice || tool.name.is_empty() {
                let message =
                    if twice { "the tool stands twice under this origin: give one entry several digests" } else { "the name is empty" };
                return Err(at(ReadError::new(Code::Invalid, message).under("name").under(&t.to_string()).under("tools")));
            }
            catalogue.insert(CatalogueEntry {
                origin: origin.clone(),
                tool: tool.name,
                digests: tool.digests.into_iter().map(|digest| digest.0).collect(),
                profile: tool.profile.0,
                by: Authorship {
                    author: tool.author.or_else(|| document.author.clone()),
                    date: tool.date.map(|date| date.0).or_else(|| date.clone()),
                    // A remark on the whole isn't one on each tool.
                    note: tool.note,
                },
            });
        }
    }
    Ok(catalogue)
}
