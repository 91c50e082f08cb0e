//! What is wrong with a tool by the letter of the specifications: for the authors of servers, before they publish.
//!
//! Nothing here changes how a tool is read.

use crate::declaration::{ACTION_FIELDS, ACTION_METADATA_KEY, RISK_FIELDS, RISK_METADATA_KEY};
use crate::definition::check;
use crate::json::{Json, push_segment};
use crate::suggest::nearest;
use crate::text::excerpt;
use crate::words::{Category, DataClass, Destination, Outcome, Reversibility, RiskLevel, SIDE_EFFECTS, Source, Word};
use crate::{Approval, Code, Declaration, Diagnostic, Field, State, ToolDefinition, Value};

/// Every complaint about one tool: all that reading it notices, and what reading lets pass. Pointers start at the tool.
///
/// ```
/// use mcp_tool_risk_types::{Code, check_strict, json::parse};
/// let tool = parse(r#"{"name": "x", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true, "destructiveHint": true}}"#)?.value;
/// let complaints = check_strict(&tool);
/// assert_eq!((complaints.len(), complaints[0].code), (1, Code::Contradiction));
/// # Ok::<(), mcp_tool_risk_types::json::JsonError>(())
/// ```
pub fn check_strict(tool: &Json<'_>) -> Vec<Diagnostic> {
    let mut strict = Strict { diagnostics: Vec::new() };
    check(tool, &mut strict.diagnostics);
    strict.nulls(tool);
    strict.name(tool);
    strict.input_schema(tool);
    strict.icons(tool);
    strict.task_support(tool);
    strict.older_schema(tool);
    if let Some(definition) = ToolDefinition::new(tool) {
        let mut declaration = Declaration::read(definition);
        strict.diagnostics.append(&mut declaration.diagnostics);
        strict.forms(tool, &declaration);
        strict.carriers(&declaration);
        strict.side_effects(&declaration);
        strict.contradictions(&declaration);
    }
    strict.diagnostics
}

struct Strict {
    diagnostics: Vec<Diagnostic>,
}

impl Strict {
    fn add(&mut self, code: Code, pointer: &str, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic { code, pointer: pointer.to_owned(), message: message.into() });
    }

    /// Optional keys are absent, never `null` (schema.ts of every revision).
    fn nulls(&mut self, tool: &Json<'_>) {
        for key in ["title", "description", "outputSchema", "annotations", "_meta", "icons", "execution"] {
            if tool.get(key) == Some(&Json::Null) {
                self.add(Code::WrongType, &format!("/{key}"), format!("{key} is null; leave it out instead"));
            }
        }
        if tool.pointer("/annotations/title") == Some(&Json::Null) {
            self.add(Code::WrongType, "/annotations/title", "title is null; leave it out instead");
        }
    }

    /// The conformance suite allows less than the specification: 1 to 64 characters.
    fn name(&mut self, tool: &Json<'_>) {
        let length = tool.get("name").and_then(Json::as_str).map_or(0, |name| name.chars().count());
        if (65..=128).contains(&length) {
            self.add(Code::NameRule, "/name", format!("the name has {length} characters; the conformance suite allows 64"));
        }
    }

    fn input_schema(&mut self, tool: &Json<'_>) {
        let Some(schema) = tool.get("inputSchema").filter(|schema| schema.as_object().is_some()) else { return };
        if schema.get("type").and_then(Json::as_str) != Some("object") {
            self.add(Code::Invalid, "/inputSchema", "inputSchema needs \"type\": \"object\" at its root");
        }
        if let Some(properties) = schema.get("properties").filter(|properties| properties.as_object().is_none()) {
            let message = format!("properties: {} where an object is expected", properties.type_name());
            self.add(Code::WrongType, "/inputSchema/properties", message);
        }
        let Some(required) = schema.get("required") else { return };
        let names = required.as_array().map(|names| names.iter().all(|name| name.as_str().is_some()));
        if names != Some(true) {
            self.add(Code::WrongType, "/inputSchema/required", "required must be an array of strings");
        }
    }

    /// An icon needs a source, and hosts refuse unsafe schemes.
    fn icons(&mut self, tool: &Json<'_>) {
        for (i, icon) in tool.get("icons").and_then(Json::as_array).unwrap_or_default().iter().enumerate() {
            let safe = |src: &str| ["https:", "http:", "data:"].iter().any(|scheme| src.starts_with(scheme));
            match icon.get("src").and_then(Json::as_str) {
                None => self.add(Code::MissingKey, &format!("/icons/{i}"), "an icon needs a src"),
                Some(src) if !safe(src) => {
                    let message = format!("{} is none of https:, http: and data:; hosts do not load it", excerpt(src));
                    self.add(Code::Invalid, &format!("/icons/{i}/src"), message);
                }
                Some(_) => {}
            }
        }
    }

    fn task_support(&mut self, tool: &Json<'_>) {
        let Some(support) = tool.pointer("/execution/taskSupport") else { return };
        if !matches!(support.as_str(), Some("forbidden" | "optional" | "required")) {
            self.add(Code::UnknownWord, "/execution/taskSupport", "taskSupport is one of forbidden, optional, required");
        }
    }

    /// SEP-1913's JSON Schema, where its form is used: all members required, no others.
    fn older_schema(&mut self, tool: &Json<'_>) {
        for (container, members) in
            [("inputMetadata", &["destination", "sensitivity", "outcomes"][..]), ("returnMetadata", &["source", "sensitivity"])]
        {
            let pointer = format!("/annotations/{container}");
            let Some(object) = tool.pointer(&pointer).and_then(Json::as_object) else { continue };
            // SEP-2061's form, in PascalCase, has no schema.
            if object.iter().any(|(key, _)| key.starts_with(|c: char| c.is_ascii_uppercase())) {
                continue;
            }
            for member in members.iter().filter(|member| object.get(member).is_none()) {
                self.add(Code::MissingKey, &pointer, format!("SEP-1913 requires {member} in {container}"));
            }
            if let Some((key, _)) = object.iter().find(|(key, _)| !members.contains(key)) {
                self.add(Code::UnknownKey, &pointer, format!("SEP-1913 allows no {} in {container}", excerpt(key)));
            }
        }
    }

    /// Action metadata in an older generation's place or words.
    fn forms(&mut self, tool: &Json<'_>, declaration: &Declaration) {
        for field in ACTION_FIELDS {
            let Some(given) = declaration.given.get(*field).filter(|given| given.state != State::WrongType) else { continue };
            for pointer in &given.pointers {
                let place = pointer.strip_prefix("/annotations").or_else(|| pointer.strip_prefix("/_meta")).unwrap_or("");
                if place != field.pointer() {
                    self.add(Code::OlderForm, pointer, format!("of an older generation; write it to /annotations{}", field.pointer()));
                }
                match tool.pointer(pointer) {
                    Some(Json::Array(items)) => {
                        items.iter().enumerate().for_each(|(i, item)| self.word(*field, item, &format!("{pointer}/{i}")))
                    }
                    Some(item) => self.word(*field, item, pointer),
                    None => {}
                }
            }
        }
    }

    fn word(&mut self, field: Field, item: &Json<'_>, pointer: &str) {
        let reading = Value::read(field, item);
        let (State::Known, Some(value)) = (reading.state, reading.value) else { return };
        let regulated = field == Field::InputSensitivity || field == Field::ReturnSensitivity;
        // The order of scopes means nothing, so a regulated object isn't compared whole.
        if (regulated && item.pointer("/regulated/scopes").is_some()) || item.as_array().is_some() {
            return;
        }
        let current = value.to_json();
        if current != *item {
            self.add(Code::OlderForm, pointer, format!("of an older generation or a draft's example; write {current}"));
        }
    }

    /// Official SDKs drop unknown keys of annotations before a client sees them; `_meta` they keep.
    fn carriers(&mut self, declaration: &Declaration) {
        for (fields, key) in [(RISK_FIELDS, RISK_METADATA_KEY), (ACTION_FIELDS, ACTION_METADATA_KEY)] {
            let given = || fields.iter().filter_map(|field| declaration.given.get(*field)).flat_map(|given| &given.pointers);
            if given().next().is_some() && given().all(|pointer| pointer.starts_with("/annotations")) {
                let mut place = "/_meta".to_owned();
                push_segment(&mut place, key);
                let message = format!("official SDKs drop unknown keys of annotations; declare this under {place} too");
                self.add(Code::DroppedCarrier, "/annotations", message);
            }
        }
    }

    fn side_effects(&mut self, declaration: &Declaration) {
        let Some(Value::SideEffects(effects)) = declaration.value(Field::SideEffects) else { return };
        let unknown = effects.iter().filter(|effect| !SIDE_EFFECTS.contains(&effect.as_str()));
        let near: Vec<(&String, &str)> =
            unknown.filter_map(|effect| Some((effect, nearest(effect, &mut SIDE_EFFECTS.iter().copied())?))).take(8).collect();
        for (effect, near) in near {
            self.add(
                Code::LikelyTypo,
                &first_pointer(declaration, Field::SideEffects),
                format!("{} is ignored; did you mean \"{near}\"?", excerpt(effect)),
            );
        }
    }

    /// Pairs of values of which one must be wrong.
    fn contradictions(&mut self, declaration: &Declaration) {
        let is = |field, value: bool| declaration.value(field) == Some(&Value::Bool(value));
        let above = |field, limit: Value| declaration.value(field).is_some_and(|value| !value.at_most(&limit, field));
        let at_most = |field, limit: Value| declaration.value(field).is_some_and(|value| value.at_most(&limit, field));
        let public =
            matches!(declaration.value(Field::Destination), Some(Value::Destination(words)) if words.contains(Destination::Public));
        let untrusted = matches!(declaration.value(Field::Source), Some(Value::Source(words)) if words.contains(Source::UntrustedPublic));
        let credentials =
            matches!(declaration.value(Field::ReturnSensitivity), Some(Value::Sensitivity(data)) if data.contains(DataClass::Credentials));

        let writes = above(Field::Category, Category::Read.into());
        let deletes = above(Field::Category, Category::Mutate.into());
        let read_only = is(Field::ReadOnlyHint, true);
        let irreversible = above(Field::Outcome, Outcome::Consequential.into());
        let closed = is(Field::OpenWorldHint, false);
        let unasked = at_most(Field::Approval, Approval::None.into());
        for (holds, field, against) in [
            (read_only && is(Field::DestructiveHint, true), Field::ReadOnlyHint, "destructiveHint true"),
            (read_only && writes, Field::ReadOnlyHint, "a category that writes"),
            (read_only && above(Field::Outcome, Outcome::Benign.into()), Field::ReadOnlyHint, "an outcome that lasts"),
            (at_most(Field::Category, Category::Read.into()) && is(Field::ReadOnlyHint, false), Field::Category, "readOnlyHint false"),
            (deletes && is(Field::DestructiveHint, false), Field::DestructiveHint, "a category that deletes"),
            (
                at_most(Field::Category, Category::Mutate.into()) && is(Field::DestructiveHint, true),
                Field::Category,
                "destructiveHint true",
            ),
            (irreversible && at_most(Field::Reversibility, Reversibility::Manual.into()), Field::Reversibility, "outcome irreversible"),
            (
                above(Field::Reversibility, Reversibility::Manual.into()) && at_most(Field::Outcome, Outcome::Consequential.into()),
                Field::Outcome,
                "reversibility none",
            ),
            (deletes && at_most(Field::RiskLevel, RiskLevel::Low.into()), Field::RiskLevel, "a category that deletes"),
            (irreversible && at_most(Field::RiskLevel, RiskLevel::Medium.into()), Field::RiskLevel, "outcome irreversible"),
            (credentials && at_most(Field::RiskLevel, RiskLevel::Medium.into()), Field::RiskLevel, "returned credentials"),
            (unasked && above(Field::RiskLevel, RiskLevel::Medium.into()), Field::Approval, "riskLevel from high on"),
            (unasked && is(Field::RequiresReview, true), Field::Approval, "requiresReview true"),
            (closed && public, Field::OpenWorldHint, "destination public"),
            (closed && untrusted, Field::OpenWorldHint, "source untrustedPublic"),
        ] {
            if holds {
                let pointer = first_pointer(declaration, field);
                let value = declaration.value(field).map(|value| value.to_json().to_string()).unwrap_or_default();
                self.add(Code::Contradiction, &pointer, format!("{} {value} contradicts {against}", field.word()));
            }
        }
    }
}

fn first_pointer(declaration: &Declaration, field: Field) -> String {
    declaration.given.get(field).and_then(|given| given.pointers.first()).cloned().unwrap_or_default()
}
