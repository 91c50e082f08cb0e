//! Reading a catalogue. It is a document of the operator's side, so what isn't understood is an error.

use mcp_tool_risk_types::json::{Json, Parts};
use mcp_tool_risk_types::{Code, Field, FieldMap, ReadError, State, Value, Word, firsts, nearest};

use super::{Authorship, CATALOGUE_VERSION, Catalogue, CatalogueEntry, Origin};

const DOCUMENT: &[&str] = &["$schema", "version", "name", "author", "date", "note", "servers"];
const SERVER: &[&str] = &["origin", "tools"];
const TOOL: &[&str] = &["name", "digests", "profile", "author", "date", "note"];

pub(super) fn read(json: &Json<'_>) -> Result<Catalogue, ReadError> {
    let document = Parts::of(json, DOCUMENT)?;
    let version = document.required("version")?.as_f64();
    if version != Some(f64::from(CATALOGUE_VERSION)) {
        return Err(invalid("this version of the catalogue format isn't known; version 1 is").under("version"));
    }
    let name = document.required_text("name")?.to_owned();
    // A remark on the whole isn't one on each tool.
    let by = Authorship { note: None, ..authorship(document)? };
    document.text("$schema")?;
    document.required("servers")?;
    let (mut entries, mut places) = (Vec::new(), Vec::new());
    for (i, server) in document.list("servers")?.iter().enumerate() {
        let under = |error: ReadError| error.under(&i.to_string()).under("servers");
        let before = entries.len();
        read_server(&mut entries, server, &by).map_err(under)?;
        places.extend((before..entries.len()).map(|at| (i, at - before)));
    }
    let key = |at: usize| entries.get(at).map(|entry: &CatalogueEntry| (&entry.tool, &entry.origin));
    let firsts = firsts(entries.len(), &|a, b| key(a).cmp(&key(b)));
    if let Some((server, tool)) = firsts.iter().enumerate().find(|(at, first)| at != *first).and_then(|(at, _)| places.get(at)) {
        let twice = invalid("the tool stands twice under this origin: give one entry several digests").under("name");
        return Err(twice.under(&tool.to_string()).under("tools").under(&server.to_string()).under("servers"));
    }
    let mut catalogue = Catalogue { names: vec![name], ..Catalogue::default() };
    catalogue.add(entries);
    Ok(catalogue)
}

fn read_server(entries: &mut Vec<CatalogueEntry>, json: &Json<'_>, by: &Authorship) -> Result<(), ReadError> {
    let server = Parts::of(json, SERVER)?;
    let origin = Origin::read(server.required_text("origin")?).map_err(|error| error.under("origin"))?;
    server.required("tools")?;
    for (i, tool) in server.list("tools")?.iter().enumerate() {
        entries.push(read_tool(tool, &origin, by).map_err(|error| error.under(&i.to_string()).under("tools"))?);
    }
    Ok(())
}

fn read_tool(json: &Json<'_>, origin: &Origin, outer: &Authorship) -> Result<CatalogueEntry, ReadError> {
    let tool = Parts::of(json, TOOL)?;
    let name = tool.required_text("name")?;
    if name.is_empty() {
        return Err(invalid("the name is empty").under("name"));
    }
    tool.required("digests")?;
    let mut digests = Vec::new();
    for (i, digest) in tool.list("digests")?.iter().enumerate() {
        let text = digest.as_str().filter(|text| is_digest(text));
        let error = || invalid("a digest is `sha256:` and 64 hexadecimal digits in lower case").under(&i.to_string()).under("digests");
        digests.push(text.ok_or_else(error)?.to_owned());
    }
    let by = authorship(tool)?;
    Ok(CatalogueEntry {
        origin: origin.clone(),
        tool: name.to_owned(),
        digests,
        profile: read_profile(tool.required("profile")?).map_err(|error| error.under("profile"))?,
        by: Authorship { author: by.author.or_else(|| outer.author.clone()), date: by.date.or_else(|| outer.date.clone()), note: by.note },
    })
}

/// Values by field; `null` is not given.
fn read_profile(json: &Json<'_>) -> Result<FieldMap<Value>, ReadError> {
    let object = json.as_object().ok_or_else(|| ReadError::new(Code::WrongType, "a profile is an object of risk fields"))?;
    let mut profile = FieldMap::new();
    for (key, json) in object.iter() {
        let Some(field) = Field::from_word(key) else {
            let suggestion = nearest(key, &mut Field::ALL.iter().map(|field| field.word())).map(str::to_owned);
            return Err(ReadError { suggestion, ..ReadError::new(Code::UnknownKey, "no risk field has this name") }.under(key));
        };
        let mut reading = Value::read(field, json);
        match (reading.state, reading.value.take()) {
            (State::Null, _) => {}
            (State::Known, Some(value)) => {
                profile.insert(field, value);
            }
            _ => {
                let why = reading.diagnostics.pop().map(|why| why.message);
                return Err(ReadError::new(Code::Invalid, why.unwrap_or_default()).under(key));
            }
        }
    }
    Ok(profile)
}

fn authorship(parts: Parts<'_, '_>) -> Result<Authorship, ReadError> {
    let date = parts.text("date")?;
    if date.is_some_and(|date| !is_date(date)) {
        return Err(invalid("a date is YYYY-MM-DD").under("date"));
    }
    let owned = |text: Option<&str>| text.map(str::to_owned);
    Ok(Authorship { author: owned(parts.text("author")?), date: owned(date), note: owned(parts.text("note")?) })
}

fn is_date(text: &str) -> bool {
    text.len() == 10 && text.bytes().enumerate().all(|(i, b)| if matches!(i, 4 | 7) { b == b'-' } else { b.is_ascii_digit() })
}

fn is_digest(text: &str) -> bool {
    text.strip_prefix("sha256:")
        .is_some_and(|digits| digits.len() == 64 && digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)))
}

fn invalid(message: &str) -> ReadError {
    ReadError::new(Code::Invalid, message)
}
