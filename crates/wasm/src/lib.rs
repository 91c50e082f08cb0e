//! The boundary between the core and JavaScript: documents in, documents out, no judgement.
//!
//! Documents that others wrote cross as JSON text and are read by the core's own reader. Values of the host's
//! own cross as objects through `tsify::Ts`. Nothing here keeps state, so the instance can be replaced after a trap.
//! Errors cross as the JSON text of a [`ReadError`].

mod assess;
mod authoring;
mod calls;
mod classify;
mod gate;
mod inspect;
mod options;
mod pieces;
mod profiles;
mod reading;
mod ready;
mod vocabulary;

use js_sys::Array;
use mcp_tool_risk_infer::call::{AssessOptions, assess_lines};
use mcp_tool_risk_policy::{Decision, EffectWord, ImportOptions, Named};
use mcp_tool_risk_types::ReadError;
use mcp_tool_risk_types::json::to_text;
use tsify::Ts;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

pub use calls::CallsOptions;
pub use classify::{ClassifyOptions, classify};
pub use gate::{CallContext, Gate};
pub use inspect::ServerOptions;
pub use pieces::Take;
pub use profiles::{CatalogueOptions, import, make_catalogue, tool_policies};
pub use reading::read_list;
pub use vocabulary::vocabulary;

#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// The version of the package.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// [`classify`] for JavaScript.
///
/// # Errors
/// The text is no tool list, or an option is not known.
#[wasm_bindgen(js_name = classify)]
pub fn classify_js(text: &str, options: Option<Ts<ClassifyOptions>>) -> Result<Array, String> {
    let options = options::read(options).map_err(refusal)?;
    pieces_of(|take| classify(text, &options, take))
}

/// [`assess_lines`] for JavaScript.
///
/// # Errors
/// An option is not known.
#[wasm_bindgen(js_name = assessLines)]
pub fn assess_lines_js(lines: &str, options: Option<Ts<AssessOptions>>) -> Result<String, String> {
    Ok(assess_lines(lines, &options::read(options).map_err(refusal)?))
}

/// [`read_list`] for JavaScript.
///
/// # Errors
/// The text is no tool list.
#[wasm_bindgen(js_name = readList)]
pub fn read_list_js(text: &str) -> Result<Array, String> {
    pieces_of(|take| read_list(text, take))
}

/// [`import`] for JavaScript.
///
/// # Errors
/// The format or an option is not known, the text no JSON, or it has nothing of the format.
#[wasm_bindgen(js_name = importPolicy)]
pub fn import_js(format: &str, text: &str, options: Option<Ts<ImportOptions>>) -> Result<String, String> {
    let options = options::text(options).map_err(refusal)?;
    import(format, text, &options).map_err(refusal)
}

/// [`tool_policies`] for JavaScript.
///
/// # Errors
/// The text is no inspection.
#[wasm_bindgen(js_name = toolPolicies)]
pub fn tool_policies_js(inspection: &str) -> Result<String, String> {
    tool_policies(inspection).map_err(refusal)
}

/// [`make_catalogue`] for JavaScript.
///
/// # Errors
/// The text is no inspection, or an option is missing or not usable.
#[wasm_bindgen(js_name = makeCatalogue)]
pub fn make_catalogue_js(inspection: &str, options: Option<Ts<CatalogueOptions>>) -> Result<String, String> {
    let options = options::text(options).map_err(refusal)?;
    make_catalogue(inspection, &options).map_err(refusal)
}

/// [`Gate`] for JavaScript.
#[wasm_bindgen(js_name = Gate)]
pub struct GateHandle(Gate);

#[wasm_bindgen(js_class = Gate)]
impl GateHandle {
    /// Compiles a policy: its layers, and names and texts of the documents that they extend; and reads catalogues.
    ///
    /// # Errors
    /// What is wrong in the documents.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::needless_pass_by_value, reason = "wasm-bindgen hands over arrays of strings by value")]
    pub fn new(layers: Vec<String>, names: Vec<String>, texts: Vec<String>, catalogues: Vec<String>) -> Result<Self, String> {
        let layers: Vec<&str> = layers.iter().map(String::as_str).collect();
        Gate::new(&layers, &library(&names, &texts), &catalogues).map(Self).map_err(refusal)
    }

    /// [`Gate::set_tools`]
    ///
    /// # Errors
    /// The text is no tool list, or an option is not known.
    #[wasm_bindgen(js_name = setTools)]
    pub fn set_tools(&mut self, server: &str, tools: &str, options: Option<Ts<ServerOptions>>) -> Result<Array, String> {
        let options = options::read(options).map_err(refusal)?;
        pieces_of(|take| self.0.set_tools(server, tools, &options, take))
    }

    /// [`Gate::remove_server`]
    #[wasm_bindgen(js_name = removeServer)]
    pub fn remove_server(&mut self, server: &str) {
        self.0.remove_server(server);
    }

    /// [`Gate::decide`], lean: effect (0 allow, 1 ask, 2 deny), and above it in eight bits the approvers.
    ///
    /// # Errors
    /// Context or arguments are not usable.
    pub fn decide(&self, server: &str, tool: &str, context: Option<Ts<CallContext>>, arguments: Option<String>) -> Result<u32, String> {
        let decision = self.decision(server, tool, context, arguments.as_deref()).map_err(refusal)?;
        let effect = match decision.effect() {
            EffectWord::Allow => 0,
            EffectWord::Ask => 1,
            EffectWord::Deny => 2,
        };
        Ok(effect | u32::from(decision.approvers()) << 8)
    }

    /// [`Gate::decide`] with its reasons.
    ///
    /// # Errors
    /// Context or arguments are not usable.
    pub fn explain(&self, server: &str, tool: &str, context: Option<Ts<CallContext>>, arguments: Option<String>) -> Result<String, String> {
        let decision = self.decision(server, tool, context, arguments.as_deref()).map_err(refusal)?;
        Ok(self.0.explain(&decision))
    }

    /// [`Gate::trace`]
    ///
    /// # Errors
    /// Context or arguments are not usable.
    pub fn trace(&self, server: &str, tool: &str, context: Option<Ts<CallContext>>, arguments: Option<String>) -> Result<String, String> {
        let context = options::read(context).map_err(refusal)?;
        self.0.trace(server, tool, &context, arguments.as_deref()).map_err(refusal)
    }

    /// [`Gate::assess`]
    ///
    /// # Errors
    /// Context or arguments are not usable.
    #[allow(clippy::needless_pass_by_value, reason = "as its siblings")]
    pub fn assess(&self, server: &str, tool: &str, context: Option<Ts<CallContext>>, arguments: Option<String>) -> Result<String, String> {
        let context = options::read(context).map_err(refusal)?;
        self.0.assess(server, tool, &context, arguments.as_deref().unwrap_or("{}")).map_err(refusal)
    }

    /// [`Gate::decide_lines`]
    ///
    /// # Errors
    /// An option is not usable.
    #[wasm_bindgen(js_name = decideLines)]
    pub fn decide_lines(&self, lines: &str, options: Option<Ts<CallsOptions>>) -> Result<String, String> {
        let options = options::read(options).map_err(refusal)?;
        self.0.decide_lines(lines, &options).map_err(refusal)
    }

    /// [`Gate::simulate`]
    ///
    /// # Errors
    /// An option is not usable.
    #[allow(clippy::needless_pass_by_value, reason = "wasm-bindgen has no optional reference")]
    pub fn simulate(&self, before: Option<GateHandle>, lines: &str, options: Option<Ts<CallsOptions>>) -> Result<String, String> {
        let options = options::read(options).map_err(refusal)?;
        self.0.simulate(before.as_ref().map(|before| &before.0), lines, &options).map_err(refusal)
    }

    /// [`Gate::visible`]
    ///
    /// # Errors
    /// The context is not usable.
    pub fn visible(&self, server: &str, tool: &str, context: Option<Ts<CallContext>>) -> Result<String, String> {
        let context = options::read(context).map_err(refusal)?;
        self.0.visible(server, tool, &context).map_err(refusal)
    }

    /// [`Gate::lint`]
    pub fn lint(&self) -> String {
        self.0.lint()
    }

    /// [`Gate::report`]
    ///
    /// # Errors
    /// There is no such format.
    pub fn report(&self, format: &str, context: Option<Ts<CallContext>>) -> Result<String, String> {
        let context = options::read(context).map_err(refusal)?;
        self.0.report(format, &context).map_err(refusal)
    }

    /// [`Gate::digest`]
    pub fn digest(&self) -> String {
        self.0.digest().to_owned()
    }
}

impl GateHandle {
    fn decision(&self, server: &str, tool: &str, context: Option<Ts<CallContext>>, arguments: Option<&str>) -> Result<Decision, ReadError> {
        let context = match context {
            None => CallContext::default(),
            some => options::read(some)?,
        };
        self.0.decide(server, tool, &context, arguments)
    }
}

fn library<'a>(names: &'a [String], texts: &'a [String]) -> Vec<Named<'a>> {
    names.iter().zip(texts).map(|(name, text)| Named { name, text }).collect()
}

/// Every error of a policy's layers.
#[wasm_bindgen(js_name = checkPolicy)]
#[allow(clippy::needless_pass_by_value, reason = "wasm-bindgen hands over arrays of strings by value")]
pub fn check_policy(layers: Vec<String>, names: Vec<String>, texts: Vec<String>) -> String {
    let layers: Vec<&str> = layers.iter().map(String::as_str).collect();
    authoring::check(&layers, &library(&names, &texts))
}

/// A document's own tests.
#[wasm_bindgen(js_name = testPolicy)]
#[allow(clippy::needless_pass_by_value, reason = "wasm-bindgen hands over arrays of strings by value")]
pub fn test_policy(document: &str, names: Vec<String>, texts: Vec<String>) -> String {
    authoring::test(document, &library(&names, &texts))
}

/// The texts of an answer, on JavaScript's side of the boundary.
fn pieces_of(answer: impl FnOnce(Take<'_>) -> Result<(), ReadError>) -> Result<Array, String> {
    let pieces = Array::new();
    answer(&mut |piece| {
        pieces.push(&JsValue::from_str(piece));
    })
    .map_err(refusal)?;
    Ok(pieces)
}

fn refusal(error: ReadError) -> String {
    to_text(&error)
}
