//! Curated profiles by (origin, tool).
//!
//! A catalogue says what somebody found out about a server's tools. It counts for a tool whose server comes from the entry's origin.
//! An entry holds digests of the shapes that were looked at: where the definition at hand has another shape, the entry only tightens.

mod origin;
mod read;
mod shape;
#[cfg(test)]
mod tests;

use mcp_tool_risk_types::json::{Json, Object};
use mcp_tool_risk_types::{Claim, FieldMap, ReadError, ToolDefinition, Value, Word, sorted};

pub use origin::Origin;
pub use shape::shape_digest;

use crate::CatalogueClaims;

/// The version of the format.
pub const CATALOGUE_VERSION: u8 = 1;

/// Who says it, when, and what else there is to say. What an entry leaves out stands at its catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Authorship {
    /// Who graded.
    pub author: Option<String>,
    /// When, as `YYYY-MM-DD`.
    pub date: Option<String>,
    /// A remark, such as the reason of a grade.
    pub note: Option<String>,
}

/// The curated profile of one tool.
#[derive(Debug, Clone, PartialEq)]
pub struct CatalogueEntry {
    /// Where the tool's server comes from.
    pub origin: Origin,
    /// The tool's name.
    pub tool: String,
    /// The shapes that were looked at, as [`shape_digest`] gives them.
    pub digests: Vec<String>,
    /// The graded values. What isn't given is derived, like any source's.
    pub profile: FieldMap<Value>,
    /// Who says so.
    pub by: Authorship,
}

/// Curated profiles of one document, or of several that were merged.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Catalogue {
    /// What the documents are called.
    pub names: Vec<String>,
    /// By tool name; those of one name in the order in which they were read.
    entries: Vec<CatalogueEntry>,
}

impl Catalogue {
    /// Reads a catalogue.
    ///
    /// # Errors
    /// The document isn't a catalogue; the error says where and what to do.
    pub fn read(document: &Json<'_>) -> Result<Self, ReadError> {
        read::read(document)
    }

    /// Adds an entry. Whoever has many adds them together, by [`Catalogue::add`].
    pub fn insert(&mut self, entry: CatalogueEntry) {
        self.add(vec![entry]);
    }

    /// Adds entries.
    pub fn add(&mut self, entries: Vec<CatalogueEntry>) {
        self.entries.extend(entries);
        self.entries = sorted(std::mem::take(&mut self.entries), &|a, b| a.tool.cmp(&b.tool));
    }

    /// Adds another catalogue's entries. Where both have the same tool of the same origin, both count: see [`Catalogue::find`].
    pub fn merge(&mut self, other: Self) {
        self.names.extend(other.names);
        self.add(other.entries);
    }

    /// The entries, by tool name.
    pub fn entries(&self) -> impl Iterator<Item = &CatalogueEntry> {
        self.entries.iter()
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What is said of the tool, as a source for [`crate::resolve`]. `verified` tells whether the host knows the server to come from the
    /// origin, and isn't told so by the server or a file.
    ///
    /// Entries whose digests fit count alone. Where none fits, the others count, and only tighten. Several entries join, so the
    /// order in which catalogues were merged changes nothing.
    pub fn find(&self, origin: &Origin, verified: bool, definition: ToolDefinition<'_, '_>) -> Option<CatalogueClaims> {
        let name = definition.name();
        let from = self.entries.partition_point(|entry| entry.tool.as_str() < name);
        let known = self.entries.iter().skip(from).take_while(|entry| entry.tool == name);
        let known: Vec<&CatalogueEntry> = known.filter(|entry| entry.origin.covers(origin)).collect();
        if known.is_empty() {
            return None;
        }
        let digest = shape_digest(definition);
        let (mut fitting, mut other) = (Vec::new(), Vec::new());
        for entry in known {
            if entry.digests.contains(&digest) { &mut fitting } else { &mut other }.push(entry);
        }
        let fits = !fitting.is_empty();
        let found = if fits { fitting } else { other };
        let mut profile: FieldMap<Value> = FieldMap::new();
        for (field, value) in found.iter().flat_map(|entry| entry.profile.iter()) {
            let joined = profile.get(field).map_or_else(|| value.clone(), |known| known.join(value, field));
            profile.insert(field, joined);
        }
        let claims = profile.iter().map(|(field, value)| (field, Claim::known(value.clone()))).collect();
        Some(CatalogueClaims { claims, verified: verified && fits })
    }

    /// The catalogue as a document, entries by origin and tool. Any set of profiles can be exported in this way.
    pub fn to_json(&self, name: &str, by: &Authorship) -> Json<'static> {
        let by_origin = sorted(self.entries.iter().collect(), &|a, b| a.origin.cmp(&b.origin));
        let servers = by_origin.chunk_by(|a, b| a.origin == b.origin).map(|entries| {
            let origin = entries.first().map_or("", |entry| entry.origin.as_str());
            let tools = entries.iter().map(|entry| entry_json(entry, by)).collect();
            Json::from(Object::from_iter([("origin", text(origin)), ("tools", Json::Array(tools))]))
        });
        let mut document = Object::from_iter([("version", Json::Number(CATALOGUE_VERSION.to_string().into())), ("name", text(name))]);
        by.write(&mut document, &Authorship::default());
        document.insert("servers", Json::Array(servers.collect()));
        document.into()
    }
}

impl Authorship {
    /// Writes what isn't said already further out.
    fn write(&self, object: &mut Object<'static>, outer: &Self) {
        for (key, value, said) in [("author", &self.author, &outer.author), ("date", &self.date, &outer.date), ("note", &self.note, &None)]
        {
            if let Some(value) = value.as_ref().filter(|_| value != said) {
                object.insert(key, text(value));
            }
        }
    }
}

fn text(text: &str) -> Json<'static> {
    Json::String(text.to_owned().into())
}

fn entry_json(entry: &CatalogueEntry, outer: &Authorship) -> Json<'static> {
    let mut json = Object::from_iter([
        ("name", text(&entry.tool)),
        ("digests", Json::Array(entry.digests.iter().map(|digest| text(digest)).collect())),
        ("profile", entry.profile.iter().map(|(field, value)| (field.word(), value.to_json())).collect::<Object<'static>>().into()),
    ]);
    entry.by.write(&mut json, outer);
    json.into()
}
