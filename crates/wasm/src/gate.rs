//! The gate: a compiled policy and the prepared profiles of the tools that a host has, for decision after decision.

use std::cell::OnceCell;

use mcp_tool_risk_infer::call::Assessment;
use mcp_tool_risk_policy::{Catalogue, Context, Decision, Mode, Moment, Named, PRESETS, Policy, PreparedProfile, RiskProfile, preset};
use mcp_tool_risk_types::json::{Json, NoteKind, Parsed, parse, to_text};
use mcp_tool_risk_types::{Code, ReadError, ToolDefinition, nearest, sorted, struct_from_json};
use tsify::Tsify;

use crate::assess::{Asked, prepared};
use crate::inspect::{Inspected, ServerOptions, inspect};
use crate::pieces::Take;

/// What a decision depends on besides policy, tool and arguments.
#[derive(Debug, Clone, Default, Tsify)]
#[serde(rename_all = "camelCase", default)]
pub struct CallContext {
    /// How the host runs.
    pub mode: Mode,
    /// How many people can approve. Absent: enough of them; 0: nobody.
    pub approvers_available: Option<u8>,
    /// The time at the host, as RFC 3339 text. Rules about time are unknown without it.
    pub now: Option<String>,
}

struct_from_json!(CallContext { mode: "mode", approvers_available: "approversAvailable", now: "now" });

/// One tool.
struct Tool {
    prepared: PreparedProfile,
    profile: RiskProfile,
    /// JSON text of the definition.
    definition: String,
    /// The same, read when the first call with arguments comes.
    asked: OnceCell<Option<Asked>>,
}

/// What is known of a call: what is decided on, and around it.
pub(crate) struct Call<'a> {
    pub(crate) prepared: &'a PreparedProfile,
    pub(crate) context: Context<'a>,
    /// The tool's profile and what the arguments made of it, where there are arguments and the tool was listed.
    pub(crate) assessed: Option<(&'a RiskProfile, &'a Assessment)>,
}

/// A server with its tools, by name.
struct Server {
    name: String,
    tools: Vec<Tool>,
}

/// A policy and the tools that it is asked about.
pub struct Gate {
    pub(crate) policy: Policy,
    catalogue: Catalogue,
    /// By name.
    servers: Vec<Server>,
}

impl Gate {
    /// Compiles the layers: names of presets or JSON text. The library holds documents that they extend by name, the catalogues are
    /// JSON text of curated profiles.
    ///
    /// # Errors
    /// The first of what is wrong in the documents.
    pub fn new(layers: &[&str], library: &[Named<'_>], catalogues: &[String]) -> Result<Self, ReadError> {
        let layers: Vec<&str> = layers.iter().map(|layer| document(layer)).collect::<Result<_, _>>()?;
        let policy = Policy::compile(&layers, library).map_err(|errors| {
            let more = errors.len().saturating_sub(1);
            match errors.into_iter().next() {
                Some(error) => {
                    let others = if more > 0 { format!(" (and {more} more)") } else { String::new() };
                    ReadError {
                        pointer: error.pointer,
                        ..ReadError::new(error.code, format!("{}: {}{others}", error.document, error.message))
                    }
                }
                None => ReadError::new(Code::Invalid, "the policy does not compile"),
            }
        })?;
        let mut catalogue = Catalogue::default();
        for (at, text) in catalogues.iter().enumerate() {
            let read = parse(text).map_err(ReadError::from).and_then(|parsed| match once_each(&parsed) {
                Ok(()) => Catalogue::read(&parsed.value),
                Err(twice) => Err(twice),
            });
            catalogue.merge(read.map_err(|error| error.under(&at.to_string()).under("catalogues"))?);
        }
        Ok(Self { policy, catalogue, servers: Vec::new() })
    }

    /// Takes a server's list of tools in place of what was known of it. What is handed out is the JSON of an `Inspection`.
    ///
    /// # Errors
    /// The text is no tool list. What was known of the server stays.
    pub fn set_tools(&mut self, server: &str, list: &str, options: &ServerOptions, take: Take<'_>) -> Result<(), ReadError> {
        let mut listed: Vec<Tool> = Vec::new();
        let mut each = |tool: &Inspected<'_>, definition: ToolDefinition<'_, '_>| {
            let definition = definition.json().to_string();
            listed.push(Tool { prepared: tool.prepared.clone(), profile: tool.profile.clone(), definition, asked: OnceCell::new() });
        };
        inspect(list, server, &self.policy, &self.catalogue, options, &mut each, take)?;
        let mut tools: Vec<Tool> = Vec::with_capacity(listed.len());
        for mut tool in sorted(listed, &|a, b| a.prepared.tool().cmp(b.prepared.tool())) {
            match tools.last_mut().filter(|before| before.prepared.tool() == tool.prepared.tool()) {
                // Of two tools with one name nobody knows which is called: nothing is known.
                Some(before) => {
                    tool.profile = RiskProfile::default();
                    tool.prepared = PreparedProfile::new(server, tool.prepared.tool(), &tool.profile);
                    *before = tool;
                }
                None => tools.push(tool),
            }
        }
        let place = self.place(server);
        if let Ok(place) = place {
            self.servers.remove(place);
        }
        let place = place.unwrap_or_else(|place| place);
        self.servers.insert(place, Server { name: server.to_owned(), tools });
        Ok(())
    }

    /// Forgets a server.
    pub fn remove_server(&mut self, server: &str) {
        if let Ok(place) = self.place(server) {
            self.servers.remove(place);
        }
    }

    /// Decides on a call by what its arguments make of the tool, or without arguments on the tool. Of a tool that was never listed
    /// nothing is known.
    ///
    /// # Errors
    /// Context or arguments are not usable. The caller makes a denial of it.
    pub fn decide(&self, server: &str, tool: &str, context: &CallContext, arguments: Option<&str>) -> Result<Decision, ReadError> {
        self.at_call(server, tool, context, arguments, &mut |call| self.policy.decide(call.prepared, &call.context))
    }

    /// Looks up what is known for a call, and hands it over.
    pub(crate) fn at_call<T>(
        &self,
        server: &str,
        tool: &str,
        context: &CallContext,
        arguments: Option<&str>,
        then: &mut dyn FnMut(&Call<'_>) -> T,
    ) -> Result<T, ReadError> {
        let now = context.now.as_deref().map(moment).transpose()?;
        let arguments: Option<Parsed<'_>> = arguments.map(parse).transpose()?;
        // Here the last one counts, at the server perhaps the first: nobody knows which call this is.
        arguments.as_ref().map_or(Ok(()), once_each)?;
        let arguments = arguments.as_ref().map(|parsed| &parsed.value);
        arguments.map_or(Ok(()), expect_object)?;
        let known = self.tool(server, tool);
        // The definition is only asked what the arguments mean, so a call without them has no use for it.
        let called = known.zip(arguments).and_then(|(known, arguments)| {
            let asked = known.asked.get_or_init(|| self.asked((server, tool), &known.profile, &known.definition)).as_ref()?;
            Some((asked, &known.profile, self.assessed(server, asked, arguments)))
        });
        let own;
        let prepared = match (&called, known) {
            (Some((_, profile, assessment)), Some(known)) => {
                own = prepared(&known.prepared, profile, &assessment.values);
                &own
            }
            (_, Some(known)) => &known.prepared,
            (_, None) => {
                own = PreparedProfile::new(server, tool, &RiskProfile::default());
                &own
            }
        };
        let context = Context {
            mode: context.mode,
            approvers_available: context.approvers_available,
            now,
            arguments,
            schema: called.as_ref().and_then(|(asked, ..)| asked.ready.definition()).and_then(ToolDefinition::input_schema),
        };
        let assessed = called.as_ref().map(|(_, profile, assessment)| (*profile, assessment));
        Ok(then(&Call { prepared, context, assessed }))
    }

    /// Whether a tool is worth offering to the model: a word of `Visibility` as JSON.
    ///
    /// # Errors
    /// The context is not usable.
    pub fn visible(&self, server: &str, tool: &str, context: &CallContext) -> Result<String, ReadError> {
        self.at_call(server, tool, context, None, &mut |call| to_text(&self.policy.visible(call.prepared, &call.context)))
    }

    /// The decision with its reasons: the JSON of an `Answer`.
    pub fn explain(&self, decision: &Decision) -> String {
        to_text(&self.policy.answer(decision))
    }

    /// Where the server is, or where it would be.
    fn place(&self, server: &str) -> Result<usize, usize> {
        self.servers.binary_search_by(|known| known.name.as_str().cmp(server))
    }

    /// The tools of a server, by name.
    fn tools(&self, server: &str) -> &[Tool] {
        self.place(server).ok().and_then(|place| self.servers.get(place)).map_or(&[], |server| &server.tools)
    }

    fn tool(&self, server: &str, tool: &str) -> Option<&Tool> {
        let tools = self.tools(server);
        tools.binary_search_by(|known| known.prepared.tool().cmp(tool)).ok().and_then(|place| tools.get(place))
    }

    /// The definitions of a server's tools, as JSON text.
    pub(crate) fn definitions(&self, server: &str) -> impl Iterator<Item = &str> {
        self.tools(server).iter().map(|tool| tool.definition.as_str())
    }

    /// Every tool with its profile, by server and name.
    pub(crate) fn profiles(&self) -> impl Iterator<Item = (&str, &str, &RiskProfile)> {
        let tools = self.servers.iter().flat_map(|server| &server.tools);
        tools.map(|tool| (tool.prepared.server(), tool.prepared.tool(), &tool.profile))
    }

    /// The policy's digest.
    pub fn digest(&self) -> &str {
        self.policy.digest()
    }
}

/// Refuses arguments that are no object.
pub(crate) fn expect_object(arguments: &Json<'_>) -> Result<(), ReadError> {
    match arguments.as_object() {
        Some(_) => Ok(()),
        None => Err(ReadError::new(Code::WrongType, "expected an object").under("arguments")),
    }
}

/// Refuses a document of which somebody else may read another one of two values.
fn once_each(parsed: &Parsed<'_>) -> Result<(), ReadError> {
    let Some(note) = parsed.notes.iter().find(|note| note.kind == NoteKind::DuplicateKey) else {
        // What is not listed may be such a key.
        let ambiguous = || ReadError::new(Code::Invalid, "too much in the document is ambiguous");
        return if parsed.unlisted == 0 { Ok(()) } else { Err(ambiguous()) };
    };
    let message = "the key stands twice, and which one counts is up to the reader; write each key once";
    Err(ReadError { pointer: note.pointer.clone(), ..ReadError::new(Code::DuplicateKey, message) })
}

/// The text of a layer, which may be the name of a preset.
pub(crate) fn document(layer: &str) -> Result<&str, ReadError> {
    if let Some(text) = preset(layer) {
        return Ok(text);
    }
    // A document is an object; a word is a name.
    if layer.trim_start().starts_with('{') || layer.len() > 40 {
        return Ok(layer);
    }
    let names = || PRESETS.iter().map(|(name, _)| *name);
    let suggestion = nearest(layer, &mut names()).map(str::to_owned);
    let message = format!("\"{layer}\" is neither a preset ({}) nor the text of a policy", names().collect::<Vec<_>>().join(", "));
    Err(ReadError { suggestion, ..ReadError::new(Code::UnknownWord, message) })
}

/// The time that a host gives.
pub(crate) fn moment(text: &str) -> Result<Moment, ReadError> {
    Moment::parse(text).ok_or_else(|| {
        let message = format!("\"{text}\" is no RFC 3339 time, such as 2026-11-30T17:05:00+01:00");
        ReadError { pointer: "/now".to_owned(), ..ReadError::new(Code::Invalid, message) }
    })
}
