//! Report: which tools require approval, and why.

use core::fmt::Write as _;

use mcp_tool_risk_types::{Approval, Category, Field, RiskLevel, Value, Word, sorted, steers};
use serde::Serialize;

use crate::compile::Policy;
use crate::condition::Context;
use crate::document::EffectWord;
use crate::facts::PreparedProfile;
use crate::profile::{FieldProfile, RiskProfile};
use crate::testing::Counts;
use crate::text::show;
use crate::visible::Visibility;

/// A tool to report on.
#[derive(Debug, Clone, Copy)]
pub struct ReportTool<'a> {
    /// The id that the host gave the server.
    pub server: &'a str,
    /// The tool's name.
    pub tool: &'a str,
    /// Its resolved profile.
    pub profile: &'a RiskProfile,
}

/// One field of one tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportField {
    /// The field.
    pub field: Field,
    /// The value, or the most restrictive one where it is unknown.
    pub value: Option<Value>,
    /// Whether it is unknown.
    pub unknown: bool,
    /// Where the value comes from, in words: `inference (70 %), raised by declaration`.
    pub from: String,
}

/// One tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportRow {
    /// The server.
    pub server: String,
    /// The tool.
    pub tool: String,
    /// The grade that is shown.
    pub risk_level: RiskLevel,
    /// The category that is shown.
    pub category: Category,
    /// The recommendation that is shown.
    pub approval_recommendation: Approval,
    /// What happens to a call of which nothing is known but the tool.
    pub effect: EffectWord,
    /// How many people are asked.
    pub approvers: u8,
    /// Whether arguments can make a difference between running and not.
    pub visibility: Visibility,
    /// The rule that decides.
    pub rule: Option<String>,
    /// Why.
    pub reason: String,
    /// Every field with its provenance.
    pub fields: Vec<ReportField>,
    /// Contradictions and other findings.
    pub findings: Vec<String>,
}

/// The answer for compliance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// The layers, outermost first.
    pub layers: Vec<String>,
    /// The policy's digest.
    pub policy: String,
    /// How many tools come out how.
    pub counts: Counts,
    /// The tools, the riskiest first.
    pub tools: Vec<ReportRow>,
}

impl Policy {
    /// Reports on tools, sorted by risk. The context tells mode and approvers; arguments are not looked at.
    pub fn report(&self, tools: &[ReportTool<'_>], context: &Context<'_>) -> Report {
        let context = Context { arguments: None, schema: None, ..*context };
        let mut counts = Counts::default();
        let mut rows: Vec<ReportRow> = Vec::with_capacity(tools.len());
        for tool in tools {
            let prepared = PreparedProfile::new(tool.server, tool.tool, tool.profile);
            let decision = self.decide(&prepared, &context);
            counts.add(&decision);
            let reasons = self.reasons(&decision);
            rows.push(ReportRow {
                server: tool.server.to_owned(),
                tool: tool.tool.to_owned(),
                risk_level: match tool.profile.shown(Field::RiskLevel) {
                    Some(Value::RiskLevel(word)) => word,
                    _ => RiskLevel::Critical,
                },
                category: match tool.profile.shown(Field::Category) {
                    Some(Value::Category(word)) => word,
                    _ => Category::Destroy,
                },
                approval_recommendation: match tool.profile.shown(Field::Approval) {
                    Some(Value::Approval(word)) => word,
                    _ => Approval::Multi,
                },
                effect: decision.effect(),
                approvers: decision.approvers(),
                visibility: self.visible(&prepared, &context),
                rule: reasons.rule,
                reason: reasons.reason,
                fields: Field::ALL.iter().map(|field| report_field(*field, tool.profile.fields.get(*field))).collect(),
                findings: tool.profile.diagnostics.iter().map(|found| format!("{}: {}", found.code.word(), found.message)).collect(),
            });
        }
        let rows = sorted(rows, &|a, b| {
            let risk = |row: &ReportRow| (row.risk_level.rank(), row.approval_recommendation.rank());
            risk(b).cmp(&risk(a)).then_with(|| a.server.cmp(&b.server)).then_with(|| a.tool.cmp(&b.tool))
        });
        Report { layers: self.layer_names().map(str::to_owned).collect(), policy: self.digest().to_owned(), counts, tools: rows }
    }
}

fn report_field(field: Field, entry: Option<&FieldProfile>) -> ReportField {
    let unknown = entry.is_none_or(|entry| entry.value.is_none());
    let value = match entry {
        Some(entry) => entry.shown(field),
        None => Value::most_restrictive(field),
    };
    let mut from = String::new();
    if let Some(entry) = entry {
        from.push_str(entry.provenance.word());
        if let Some(confidence) = entry.confidence {
            let _ = write!(from, " ({confidence} %)");
        }
        if !entry.derived_from.is_empty() {
            let names: Vec<&str> = entry.derived_from.iter().map(Word::word).collect();
            let _ = write!(from, ", derived from {}", names.join(", "));
        }
        if let Some(floor) = &entry.floor {
            let _ = write!(from, ", at least {}", show(floor));
        }
        if !entry.raised_by.is_empty() {
            let names: Vec<&str> = entry.raised_by.iter().map(|source| source.word()).collect();
            let _ = write!(from, ", raised by {}", names.join(", "));
        }
    } else {
        from.push_str("default");
    }
    ReportField { field, value, unknown, from }
}

/// The columns of the tables.
const COLUMNS: [&str; 9] = ["server", "tool", "risk", "category", "approval", "effect", "approvers", "rule", "reason"];

impl ReportRow {
    fn cells(&self) -> [String; 9] {
        let from = |field: Field| {
            let found = self.fields.iter().find(|entry| entry.field == field);
            found.map_or_else(String::new, |entry| if entry.unknown { " (unknown)".to_owned() } else { format!(" ({})", entry.source()) })
        };
        [
            self.server.clone(),
            self.tool.clone(),
            format!("{}{}", self.risk_level, from(Field::RiskLevel)),
            format!("{}{}", self.category, from(Field::Category)),
            format!("{}{}", self.approval_recommendation, from(Field::Approval)),
            if self.visibility == Visibility::Conditional {
                format!("{}, by arguments", self.effect.word())
            } else {
                self.effect.word().to_owned()
            },
            self.approvers.to_string(),
            self.rule.clone().unwrap_or_default(),
            self.reason.clone(),
        ]
    }
}

impl ReportField {
    /// The source alone.
    fn source(&self) -> &str {
        self.from.split([' ', ',']).next().unwrap_or_default()
    }
}

impl Report {
    fn summary(&self) -> String {
        let Counts { allow, ask, ask_several, deny } = self.counts;
        format!(
            "{} tools under {}: {allow} run unasked, {ask} want one approver, {ask_several} want several, {deny} are denied.",
            self.tools.len(),
            self.layers.join(", ")
        )
    }

    /// Markdown: a summary, a table, and for each tool its fields with their provenance.
    pub fn to_markdown(&self) -> String {
        let mut text = format!("# Tools and approvals\n\n{}\n\nPolicy: `{}`\n\n", escape_markdown(&self.summary()), self.policy);
        let _ = writeln!(text, "| {} |\n|{}", COLUMNS.join(" | "), "---|".repeat(COLUMNS.len()));
        for row in &self.tools {
            let _ = writeln!(text, "| {} |", row.cells().map(|cell| escape_markdown(&cell)).join(" | "));
        }
        for row in &self.tools {
            let _ = write!(
                text,
                "\n## {} / {}\n\n| field | value | from |\n|---|---|---|\n",
                escape_markdown(&row.server),
                escape_markdown(&row.tool)
            );
            for field in &row.fields {
                let value = field.value.as_ref().map_or_else(String::new, show);
                let value = if field.unknown { format!("{value} (unknown)") } else { value };
                let _ = writeln!(text, "| {} | {} | {} |", field.field.word(), escape_markdown(&value), escape_markdown(&field.from));
            }
            for finding in &row.findings {
                let _ = write!(text, "\n- {}", escape_markdown(finding));
            }
            if !row.findings.is_empty() {
                text.push('\n');
            }
        }
        text
    }

    /// CSV (RFC 4180): the table, and a column for each field and its provenance.
    pub fn to_csv(&self) -> String {
        let mut header: Vec<String> = COLUMNS.map(str::to_owned).to_vec();
        for field in Field::ALL {
            header.extend([field.word().to_owned(), format!("{} from", field.word())]);
        }
        let mut text = header.join(",");
        text.push_str("\r\n");
        for row in &self.tools {
            let mut cells = row.cells().to_vec();
            for field in &row.fields {
                cells.extend([field.value.as_ref().map_or_else(String::new, show), field.from.clone()]);
            }
            let cells: Vec<String> = cells.iter().map(|cell| escape_csv(cell)).collect();
            text.push_str(&cells.join(","));
            text.push_str("\r\n");
        }
        text
    }

    /// JSON.
    pub fn to_json(&self) -> String {
        mcp_tool_risk_types::json::to_text(self)
    }

    /// A page that needs nothing but itself: no script, no font, no address.
    pub fn to_html(&self) -> String {
        let mut text = String::from(concat!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n",
            "<title>Tools and approvals</title>\n<style>\n",
            "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem;color:#1b1f24;background:#fff}\n",
            "table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid #d0d7de}\n",
            "td{overflow-wrap:anywhere}code{font-size:.85em;overflow-wrap:anywhere}summary{cursor:pointer}\n",
            ".critical{border-left:.4rem solid #82071e}.high{border-left:.4rem solid #cf222e}",
            ".medium{border-left:.4rem solid #bf8700}.low{border-left:.4rem solid #1a7f37}\n",
            "@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}th,td{border-color:#30363d}}\n",
            "</style>\n</head>\n<body>\n<h1>Tools and approvals</h1>\n",
        ));
        let _ = writeln!(text, "<p>{}</p>\n<p>Policy: <code>{}</code></p>", escape_html(&self.summary()), escape_html(&self.policy));
        text.push_str("<table>\n<thead><tr>");
        for column in COLUMNS {
            let _ = write!(text, "<th scope=\"col\">{column}</th>");
        }
        text.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.tools {
            let _ = write!(text, "<tr class=\"{}\">", row.risk_level);
            for (at, cell) in row.cells().iter().enumerate() {
                let cell = escape_html(cell);
                if COLUMNS.get(at) == Some(&"tool") {
                    let _ = write!(text, "<td>{}</td>", details(row, &cell));
                } else {
                    let _ = write!(text, "<td>{cell}</td>");
                }
            }
            text.push_str("</tr>\n");
        }
        text.push_str("</tbody>\n</table>\n</body>\n</html>\n");
        text
    }
}

fn details(row: &ReportRow, name: &str) -> String {
    let mut text = format!("<details><summary>{name}</summary><ul>");
    for field in &row.fields {
        let value = field.value.as_ref().map_or_else(String::new, show);
        let unknown = if field.unknown { " (unknown)" } else { "" };
        let _ = write!(text, "<li>{}: {}{unknown} — {}</li>", field.field.word(), escape_html(&value), escape_html(&field.from));
    }
    for finding in &row.findings {
        let _ = write!(text, "<li>{}</li>", escape_html(finding));
    }
    text.push_str("</ul></details>");
    text
}

/// A foreign text as plain text in a Markdown table.
fn escape_markdown(text: &str) -> String {
    escaped(text, &|c, out| {
        if matches!(c, '\\' | '|' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '!' | '~' | '&') {
            out.push('\\');
        }
        out.push(c);
    })
}

/// A foreign text as one cell. A spreadsheet would take a leading sign for a formula, in full width too, so it gets an apostrophe.
fn escape_csv(text: &str) -> String {
    let text = escaped(text, &|c, out| out.push(c));
    let guard = if text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) { "'" } else { "" };
    if guard.is_empty() && !text.contains([',', ';', '"']) {
        return text;
    }
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

fn escape_html(text: &str) -> String {
    escaped(text, &|c, out| match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        '\'' => out.push_str("&#39;"),
        c => out.push(c),
    })
}

/// Foreign text, each character as it has to be pushed. What would steer a terminal or turn the direction of what stands beside it
/// is written out, as in `\u{202e}`.
fn escaped(text: &str, push: &dyn Fn(char, &mut String)) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if steers(c) {
            out.extend(c.escape_unicode());
        } else {
            push(c, &mut out);
        }
    }
    out
}
