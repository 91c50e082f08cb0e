//! Profiles out of an inspection, into a catalogue or into `tool_policies`; and other hosts' lists into policies.

use mcp_tool_risk_policy::{Authorship, Catalogue, CatalogueEntry, ImportFormat, ImportOptions, Origin, import_policy, write_karai};
use mcp_tool_risk_types::json::{Json, Object, Parts, parse, to_text};
use mcp_tool_risk_types::{Code, Diagnostic, Field, FieldMap, ReadError, State, Value, Word, nearest};
use tsify::Tsify;

/// Options of `makeCatalogue`.
#[derive(Debug, Clone, Tsify)]
pub struct CatalogueOptions {
    /// What the catalogue is called.
    pub name: String,
    /// Where the tools' server comes from: `npm:NAME`, `npm:NAME@VERSION`, `pypi:NAME`, `url:ADDRESS`, `command:LINE`.
    pub origin: String,
    /// Who grades.
    #[tsify(optional)]
    pub author: String,
    /// When, as `YYYY-MM-DD`.
    #[tsify(optional)]
    pub date: String,
    /// A remark.
    #[tsify(optional)]
    pub note: String,
}

/// The tools of an inspection as a catalogue, to be looked through by a person. What isn't known is left out.
///
/// # Errors
/// The text is no inspection, has two tools of one name, or an option is not usable.
pub fn make_catalogue(inspection: &str, options: &str) -> Result<String, ReadError> {
    let json = parse(options)?.value;
    let options = Parts::of(&json, &["name", "origin", "author", "date", "note"])?;
    let name = options.required_text("name")?;
    let origin = Origin::read(options.required_text("origin")?).map_err(|error| error.under("origin"))?;
    let owned = |key: &str| options.text(key).map(|text| text.map(str::to_owned));
    let by = Authorship { author: owned("author")?, date: owned("date")?, note: owned("note")? };
    let mut entries = Vec::new();
    for (json, tool, profile) in profiles(&parse(inspection)?.value)? {
        let digests = json.get("shape").and_then(Json::as_str).map(str::to_owned).into_iter().collect();
        entries.push(CatalogueEntry { origin: origin.clone(), tool, digests, profile, by: Authorship::default() });
    }
    let mut catalogue = Catalogue::default();
    catalogue.add(entries);
    let document = catalogue.to_json(name, &by);
    // What this makes, it can read: a date that is none and a tool that stands twice are found here.
    Catalogue::read(&document)?;
    Ok(document.to_string())
}

/// The tools of an inspection as `tool_policies`: the JSON of `{document, report}`.
///
/// # Errors
/// The text is no inspection.
pub fn tool_policies(inspection: &str) -> Result<String, ReadError> {
    let parsed = parse(inspection)?;
    let profiles = profiles(&parsed.value)?;
    let borrowed: Vec<(&str, &FieldMap<Value>)> = profiles.iter().map(|(_, name, profile)| (name.as_str(), profile)).collect();
    let (document, report) = write_karai(&borrowed);
    Ok(converted(&document, &report))
}

/// Imports a policy: the JSON of `{document, report}`.
///
/// # Errors
/// The format or an option is not known, the text no JSON, or it has nothing of the format.
pub fn import(format: &str, text: &str, options: &str) -> Result<String, ReadError> {
    let options = ImportOptions::read(&parse(options)?.value)?;
    let Some(known) = ImportFormat::ALL.iter().find(|known| known.word() == format) else {
        let words: Vec<&str> = ImportFormat::ALL.iter().map(|format| format.word()).collect();
        let suggestion = nearest(format, &mut words.iter().copied()).map(str::to_owned);
        let message = ["the format is not one of ", &words.join(", ")].concat();
        return Err(ReadError { suggestion, ..ReadError::new(Code::UnknownWord, message) });
    };
    let parsed = parse(text)?;
    let imported = import_policy(*known, &parsed.value, &options)?;
    let mut report: Vec<Diagnostic> = parsed.notes.into_iter().map(Diagnostic::from).collect();
    report.extend(imported.report);
    Ok(converted(&imported.document, &report))
}

fn converted(document: &Json<'_>, report: &[Diagnostic]) -> String {
    ["{\"document\":", &document.to_string(), ",\"report\":", &to_text(report), "}"].concat()
}

/// A tool of an inspection: as it stands there, its name and its values.
type ToolValues<'j, 't> = (&'j Json<'t>, String, FieldMap<Value>);

/// The tools of an inspection that have a name, with what is known of them.
fn profiles<'j, 't>(inspection: &'j Json<'t>) -> Result<Vec<ToolValues<'j, 't>>, ReadError> {
    let missing = || ReadError::new(Code::MissingKey, "this is no inspection: it has no tools");
    let tools = inspection.get("tools").and_then(Json::as_array).ok_or_else(missing)?;
    let mut found = Vec::new();
    for (i, tool) in tools.iter().enumerate() {
        let Some(name) = tool.get("tool").and_then(Json::as_str) else { continue };
        let fields = tool.pointer("/profile/fields").and_then(Json::as_object);
        let missing = || ReadError::new(Code::MissingKey, "the tool has no profile").under(&i.to_string()).under("tools");
        found.push((tool, name.to_owned(), known(fields.ok_or_else(missing)?)));
    }
    Ok(found)
}

fn known(fields: &Object<'_>) -> FieldMap<Value> {
    let mut profile = FieldMap::new();
    for field in Field::ALL {
        let Some(entry) = fields.get(field.word()) else { continue };
        // An unknown field shows its most restrictive value, which nobody vouches for.
        let value = entry.get("value").filter(|_| entry.get("unknown").is_none());
        let reading = value.map(|value| Value::read(*field, value)).filter(|reading| reading.state == State::Known);
        if let Some(value) = reading.and_then(|reading| reading.value) {
            profile.insert(*field, value);
        }
    }
    profile
}
