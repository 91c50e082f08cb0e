//! For those who write policies: every error, the document's own tests, lint, the trace of a decision, the report.

use mcp_tool_risk_policy::{Context, Named, Policy, PolicyError, ReportTool, TestResult, ToolName, run_tests};
use mcp_tool_risk_types::json::to_text;
use mcp_tool_risk_types::{Code, ReadError, nearest};
use serde::Serialize;

use crate::gate::{CallContext, Gate, document};

/// What is wrong in the layers: the JSON of an array of errors.
pub(crate) fn check(layers: &[&str], library: &[Named<'_>]) -> String {
    let documents: Result<Vec<&str>, ReadError> = layers.iter().map(|layer| document(layer)).collect();
    let errors = match documents {
        Ok(documents) => Policy::compile(&documents, library).err().unwrap_or_default(),
        Err(ReadError { code, pointer, message, suggestion }) => {
            vec![PolicyError { document: String::new(), code, pointer, message, suggestion }]
        }
    };
    to_text(&errors)
}

#[derive(Serialize)]
struct Tested {
    results: Vec<TestResult>,
    errors: Vec<PolicyError>,
}

/// What comes of a document's own tests: the JSON of results, or of the errors that keep it from being compiled.
pub(crate) fn test(document: &str, library: &[Named<'_>]) -> String {
    let (results, errors) = match run_tests(document, library) {
        Ok(results) => (results, Vec::new()),
        Err(errors) => (Vec::new(), errors),
    };
    to_text(&Tested { results, errors })
}

impl Gate {
    /// The whole trace of a decision: the JSON of an `Explanation`.
    ///
    /// # Errors
    /// Context or arguments are not usable.
    pub fn trace(&self, server: &str, tool: &str, context: &CallContext, arguments: Option<&str>) -> Result<String, ReadError> {
        self.at_call(server, tool, context, arguments, &mut |call| to_text(&self.policy.explain(call.prepared, &call.context)))
    }

    /// What the policy's author should look at: the JSON of an array of findings. Patterns are held against the tools that
    /// were given, if any were.
    pub fn lint(&self) -> String {
        let tools: Vec<ToolName<'_>> = self.profiles().map(|(server, tool, _)| ToolName { server, tool }).collect();
        to_text(&self.policy.lint(if tools.is_empty() { None } else { Some(&tools) }))
    }

    /// Which tools need approval, and why, as `markdown`, `csv`, `html` or `json`.
    ///
    /// # Errors
    /// There is no such format.
    pub fn report(&self, format: &str, context: &CallContext) -> Result<String, ReadError> {
        let tools: Vec<ReportTool<'_>> = self.profiles().map(|(server, tool, profile)| ReportTool { server, tool, profile }).collect();
        let context = Context { mode: context.mode, approvers_available: context.approvers_available, ..Context::default() };
        let report = self.policy.report(&tools, &context);
        match format {
            "markdown" => Ok(report.to_markdown()),
            "csv" => Ok(report.to_csv()),
            "html" => Ok(report.to_html()),
            "json" => Ok(report.to_json()),
            other => {
                let suggestion = nearest(other, &mut ["markdown", "csv", "html", "json"].into_iter()).map(str::to_owned);
                let message = format!("\"{other}\" is no format of a report; expected markdown, csv, html or json");
                Err(ReadError { suggestion, ..ReadError::new(Code::UnknownWord, message) })
            }
        }
    }
}
