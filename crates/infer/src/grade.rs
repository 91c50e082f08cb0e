//! From what name, schema and description say to values.

#[cfg(feature = "train")]
use mcp_tool_risk_types::Source;
use mcp_tool_risk_types::sorted;
use mcp_tool_risk_types::{
    Approval, BlastRadius, Category, Code, DataClass, Diagnostic, Field, FieldMap, Outcome, Reversibility, RiskLevel, Texts,
    ToolDefinition, TrustLevel, Value, Word as _,
};

use crate::lexicon::{Act, Class};
use crate::name::NameReading;
use crate::schema::Param;
use crate::settle::{Settled, settle};
use crate::text::TextReading;
use crate::{Evidence, Inference, Inferred, Push, flow, lexicon, name, schema, split, text};

/// Everything that was read off one definition.
#[derive(Clone)]
pub(crate) struct Reading<'a> {
    /// The name as it was written.
    pub(crate) called: &'a str,
    pub(crate) name: NameReading<'a>,
    pub(crate) title: Option<(&'a str, NameReading<'a>)>,
    pub(crate) text: TextReading<'a>,
    pub(crate) params: Vec<Param<'a>>,
    pub(crate) description: &'a str,
}

impl Reading<'_> {
    /// Whether the name, or the first sentence, names a thing of this kind.
    pub(crate) fn speaks_of(&self, class: Class) -> bool {
        self.name.classes.has(class) || self.text.classes.has(class)
    }

    /// Whether the name, or one of the first two sentences, has the word.
    pub(crate) fn mentions(&self, word: &str) -> bool {
        self.mentions_any(&[word])
    }

    /// Whether the name, or one of the first two sentences, has one of the words.
    pub(crate) fn mentions_any(&self, words: &[&str]) -> bool {
        self.name.has_any(words) || self.text.has_any(words)
    }

    /// Whether something is there to be shared: `a link for securely sharing text`.
    pub(crate) fn is_for_sharing(&self) -> bool {
        split::has_pair(&self.text.words, &["for", "securely"], &["sharing"])
    }

    /// Whether a page of a browser is picked by its number.
    pub(crate) fn picks_page(&self) -> bool {
        self.params.iter().any(is_page)
    }

    /// Whether it looks at a browser, or at a page in one.
    pub(crate) fn browses(&self) -> bool {
        self.mentions_any(&["browser", "devtools", "webpage"]) || self.picks_page()
    }

    /// Whether it happens in a page of a browser.
    pub(crate) fn in_page(&self) -> bool {
        // Or an element is found by its path in a page.
        let located = |p: &Param<'_>| p.has_any(&["selector", "xpath"]) || p.choices.contains(&"xpath") || is_page(p);
        self.speaks_of(Class::Browser) || self.speaks_of(Class::Page) || self.params.iter().any(located)
    }
}

/// Whether a parameter counts the open pages of a browser; pages that are kept have names.
fn is_page(param: &Param<'_>) -> bool {
    matches!(param.words.as_ref(), "page id" | "page idx" | "page index" | "tab id") && matches!(param.kind, "number" | "integer")
}

pub(crate) fn grade(tool: ToolDefinition<'_, '_>) -> Inference {
    conclude(tool, &read(tool))
}

/// Reads everything that a definition says.
pub(crate) fn read<'a>(tool: ToolDefinition<'a, 'a>) -> Reading<'a> {
    let description = tool.description().unwrap_or("");
    Reading {
        called: tool.name(),
        name: name::read(tool.name()),
        title: tool.title().map(|title| (title, name::read(title))),
        text: text::read(description),
        params: schema::params(tool.input_schema()),
        description,
    }
}

/// Grades by what was read; a call may have narrowed it.
pub(crate) fn conclude(tool: ToolDefinition<'_, '_>, reading: &Reading<'_>) -> Inference {
    let mut evidence = Vec::new();
    let findings = findings(tool, reading, &mut evidence);
    let mut inference = match settle(reading, &mut evidence) {
        Some(settled) => Inference { values: values(reading, &settled, &mut evidence), ..Inference::default() },
        None => Inference::default(),
    };
    inference.evidence = sorted(evidence, &|a, b| b.strength.cmp(&a.strength));
    inference.findings = findings;
    inference
}

/// The source that the acts of a definition decide, whether its words decide the destination, and its feature keys.
#[cfg(feature = "train")]
pub(crate) fn flow_features(tool: ToolDefinition<'_, '_>) -> Option<(Option<Source>, bool, Vec<String>)> {
    let reading = read(tool);
    let settled = settle(&reading, &mut Vec::new())?;
    let keys = flow::features::keys(&reading, &settled);
    Some((flow::decided(&reading, &settled), flow::kept(&settled), keys))
}

/// Raises by one grade.
fn up(risk: RiskLevel) -> RiskLevel {
    match risk {
        RiskLevel::Low => RiskLevel::Medium,
        RiskLevel::Medium => RiskLevel::High,
        RiskLevel::High | RiskLevel::Critical => RiskLevel::Critical,
    }
}

fn values(reading: &Reading<'_>, settled: &Settled, evidence: &mut Vec<Evidence>) -> FieldMap<Inferred> {
    let profile = settled.act.profile();
    let data = flow::read(reading, settled, evidence);
    let mut risk = worst(settled, |p| p.risk);
    let mut reversibility = worst(settled, |p| p.reversibility);
    let mut outcome = worst(settled, |p| p.outcome);
    let destructive = settled.acts.iter().any(|a| a.profile().destructive == Some(true));
    let mut effects = Texts::new();
    effects.extend(settled.acts.iter().flat_map(|a| a.profile().effects).map(|e| (*e).to_owned()));
    if settled.final_effect && profile.category.rank() > 0 {
        reversibility = Reversibility::None;
        outcome = Outcome::Irreversible;
        risk = if risk.rank() < RiskLevel::High.rank() { RiskLevel::High } else { risk };
    }
    if settled.restorable {
        reversibility = Reversibility::Manual;
        outcome = Outcome::Consequential;
    }
    if settled.raised_by_flag {
        risk = up(risk);
    }
    if settled.acts.iter().any(|a| a.is_read_like()) {
        if data.returned.contains(DataClass::Credentials) && risk.rank() < RiskLevel::High.rank() {
            risk = RiskLevel::High;
        } else if data.private && risk == RiskLevel::Low {
            risk = RiskLevel::Medium;
        }
    }
    if reversibility == Reversibility::None && destructive {
        effects.insert("state_loss");
    }
    let blast = blast(reading, settled);
    let review = risk.rank() >= RiskLevel::High.rank() || outcome == Outcome::Irreversible;
    let approval = match risk {
        RiskLevel::Low => Approval::None,
        RiskLevel::Medium | RiskLevel::High => Approval::Single,
        RiskLevel::Critical => Approval::Multi,
    };
    let read_like = settled.act.is_read_like();
    let trust = match risk {
        RiskLevel::Low => TrustLevel::Observer,
        RiskLevel::Medium if read_like => TrustLevel::Assistant,
        RiskLevel::Medium => TrustLevel::Operator,
        RiskLevel::High => TrustLevel::Engineer,
        RiskLevel::Critical => TrustLevel::Autonomous,
    };
    let sure = settled.tier.ordinal();
    let mut values = FieldMap::new();
    let mut put = |field: Field, value: Value, confidence: u8| {
        values.insert(field, Inferred { value, confidence });
    };
    put(Field::Category, profile.category.into(), sure);
    put(Field::RiskLevel, risk.into(), sure);
    put(Field::BlastRadius, blast.into(), sure.min(70));
    put(Field::Reversibility, reversibility.into(), sure);
    put(Field::SideEffects, effects.into(), sure.min(70));
    put(Field::Approval, approval.into(), sure);
    put(Field::MinTrustLevel, trust.into(), sure);
    put(Field::ReadOnlyHint, read_like.into(), settled.tier.hint(Field::ReadOnlyHint, read_like));
    put(Field::DestructiveHint, destructive.into(), settled.tier.hint(Field::DestructiveHint, destructive));
    // Nothing in a definition shows that a change is idempotent.
    put(Field::IdempotentHint, read_like.into(), settled.tier.hint(Field::IdempotentHint, read_like));
    put(Field::OpenWorldHint, data.open.into(), settled.tier.hint(Field::OpenWorldHint, data.open));
    put(Field::Outcome, outcome.into(), sure);
    put(Field::RequiresReview, review.into(), sure);
    put(Field::Destination, data.destination.into(), sure.min(70));
    put(Field::Source, data.source.into(), sure.min(60));
    put(Field::InputSensitivity, data.input.into(), sure.min(60));
    put(Field::ReturnSensitivity, data.returned.into(), sure.min(60));
    values
}

/// The worst of a field over all acts that count.
fn worst<W: mcp_tool_risk_types::Word>(settled: &Settled, field: impl Fn(&'static lexicon::Profile) -> W) -> W {
    let first = field(settled.act.profile());
    settled.acts.iter().map(|a| field(a.profile())).fold(first, |worst, word| if word.rank() > worst.rank() { word } else { worst })
}

fn blast(reading: &Reading<'_>, settled: &Settled) -> BlastRadius {
    let base = worst(settled, |p| p.blast);
    let name = &reading.name;
    let removes = settled.acts.iter().any(|act| *act != Act::Execute && act.profile().category.rank() >= Category::Delete.rank());
    if removes && name.object_classes.has(Class::Wide) && base.rank() < BlastRadius::Cluster.rank() {
        return BlastRadius::Cluster;
    }
    // What holds other things, and many things at once.
    let switch = |p: &Param<'_>| matches!(p.words.as_ref(), "many" | "multi" | "all matching" | "apply to all") && p.is_switch();
    let everywhere = name.has("in") && name.has_any(&["directory", "folder", "project"]);
    // Filters that may be left out: `delete_feeds(type, limit)`.
    let plural = name.object.as_ref().is_some_and(|o| o.text.ends_with('s') && !matches!(o.text.as_ref(), "series" | "status"));
    let open = plural && !reading.params.is_empty() && !reading.params.iter().any(|p| p.required);
    let open = open && name.verbs.iter().any(|v| v.act.profile().category.rank() >= Category::Delete.rank());
    let many = name.has_any(&["bulk", "batch", "all", "multiple", "many"]) || everywhere || open || reading.params.iter().any(switch);
    let deep = reading.params.iter().any(|p| p.words == "recursive" && p.is_switch());
    let many = many || reading.text.throughout.is_some();
    let takes_all = reading.text.takes_all.is_some() && !name.object_classes.has(Class::Remark);
    let changes = settled.acts.iter().any(|act| act.profile().category.rank() > 0);
    if base == BlastRadius::Item
        && (removes && (deep || takes_all || name.object_classes.has(Class::Broad) || name.object_classes.has(Class::Holder))
            || changes && many)
    {
        return BlastRadius::Namespace;
    }
    base
}

/// Look-alike letters and hidden characters.
fn findings(tool: ToolDefinition<'_, '_>, reading: &Reading<'_>, evidence: &mut Vec<Evidence>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    if reading.name.verbs.iter().any(|v| v.imitated) || reading.name.tokens.iter().any(|t| t.folded) {
        findings.push(Diagnostic {
            code: Code::LookAlikeName,
            pointer: "/name".to_owned(),
            message: "the name has letters that look like others; it was read as what it looks like".to_owned(),
        });
    }
    for (pointer, text) in [("/name", tool.name()), ("/title", tool.title().unwrap_or("")), ("/description", reading.description)] {
        // Looked for only where it may be: this takes a third of the time.
        let mut chars = if text.is_ascii() { "" } else { text }.char_indices();
        if let Some((at, c)) = chars.find(|(_, c)| split::is_hidden(*c) && *c != '\u{fe0f}' && *c != '\u{200d}') {
            findings.push(Diagnostic {
                code: Code::HiddenCharacter,
                pointer: pointer.to_owned(),
                message: format!("hidden character U+{:04X} at byte {at}: text that people do not see may address the model", u32::from(c)),
            });
            evidence.push(Evidence::whole(pointer, "", "hides characters", Push::Raises, 1));
        }
    }
    findings
}
