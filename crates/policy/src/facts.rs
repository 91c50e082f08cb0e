//! A profile made ready for many decisions: every field as bits.
//!
//! A test on a field is a set of words that fit, so it is a mask. A known value is one set of words; an unknown field
//! is all sets that its floor leaves open, and of those only the least ones matter.

use mcp_tool_risk_types::{
    Approval, BlastRadius, Category, Code, DataClass, Destination, Field, Outcome, Reversibility, RiskLevel, Source, Texts, TrustLevel,
    Value, Word, Words,
};

use crate::profile::{Provenance, RiskProfile};
use crate::truth::Truth;

/// The bit of the element that an empty set counts as, where the vocabulary has no word for it.
const NONE: u8 = 1 << 7;

/// One field as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fact {
    known: bool,
    /// Every word that may be among the values.
    union: u8,
    /// The least sets of values that are possible; zero ends the list.
    worlds: [u8; 8],
}

impl Fact {
    fn known(bits: u8) -> Self {
        let mut worlds = [0; 8];
        if let Some(first) = worlds.first_mut() {
            *first = bits;
        }
        Self { known: true, union: bits, worlds }
    }

    /// Whether any value, or all values, are among the words of the mask.
    pub(crate) fn test(&self, mask: u8, any: bool) -> Truth {
        if self.known {
            return (if any { self.union & mask != 0 } else { self.union & !mask == 0 }).into();
        }
        let mut worlds = self.worlds.iter().copied().take_while(|world| *world != 0);
        if any {
            if self.union & mask == 0 {
                Truth::False
            } else if worlds.all(|world| world & mask != 0) {
                Truth::True
            } else {
                Truth::Unknown
            }
        } else if self.union & !mask == 0 {
            Truth::True
        } else if worlds.all(|world| world & !mask != 0) {
            Truth::False
        } else {
            Truth::Unknown
        }
    }

    pub(crate) fn is_known(&self) -> bool {
        self.known
    }
}

/// One word of a field's vocabulary.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) word: &'static str,
    pub(crate) bit: u8,
    pub(crate) rank: u8,
}

/// The words that a condition on the field can name; none for `sideEffects`, which is open.
pub(crate) fn vocabulary(field: Field) -> Vec<Entry> {
    fn of<W: Word>() -> Vec<Entry> {
        W::ALL.iter().map(|word| Entry { word: word.word(), bit: word.bit(), rank: word.rank() }).collect()
    }
    match field {
        Field::Category => of::<Category>(),
        Field::RiskLevel => of::<RiskLevel>(),
        Field::BlastRadius => of::<BlastRadius>(),
        Field::Reversibility => of::<Reversibility>(),
        Field::Approval => of::<Approval>(),
        Field::MinTrustLevel => of::<TrustLevel>(),
        Field::Outcome => of::<Outcome>(),
        Field::Destination => of::<Destination>(),
        Field::InputSensitivity | Field::ReturnSensitivity => of::<DataClass>(),
        Field::Source => {
            let mut words = of::<Source>();
            words.push(Entry { word: "none", bit: NONE, rank: 0 });
            words
        }
        Field::ReadOnlyHint | Field::DestructiveHint | Field::IdempotentHint | Field::OpenWorldHint | Field::RequiresReview => {
            [(false, "false"), (true, "true")]
                .map(|(value, word)| Entry { word, bit: bool_bit(value), rank: Value::Bool(value).rank(field).unwrap_or(0) })
                .to_vec()
        }
        Field::SideEffects => Vec::new(),
    }
}

fn bool_bit(value: bool) -> u8 {
    if value { 2 } else { 1 }
}

fn words_bits<W: Word>(words: Words<W>) -> u8 {
    words.iter().fold(0, |bits, word| bits | word.bit())
}

/// The words of a value, as bits of the field's vocabulary.
fn value_bits(value: &Value) -> u8 {
    match value {
        Value::Bool(value) => bool_bit(*value),
        Value::Category(word) => word.bit(),
        Value::RiskLevel(word) => word.bit(),
        Value::BlastRadius(word) => word.bit(),
        Value::Reversibility(word) => word.bit(),
        Value::Approval(word) => word.bit(),
        Value::MinTrustLevel(word) => word.bit(),
        Value::Outcome(words) => words_bits(*words),
        Value::Destination(words) => words_bits(*words),
        Value::Source(words) => match words_bits(*words) {
            0 => NONE,
            bits => bits,
        },
        Value::Sensitivity(sensitivity) => words_bits(sensitivity.classes()),
        Value::SideEffects(_) => 0,
    }
}

/// Bits of the empty claim of a set, which says nothing as a floor.
fn empty_bits(field: Field) -> u8 {
    match field {
        Field::Source => NONE,
        Field::InputSensitivity | Field::ReturnSensitivity => DataClass::None.bit(),
        _ => 0,
    }
}

fn fact(field: Field, value: Option<&Value>, floor: Option<&Value>) -> Fact {
    // A set of possible values is never empty; if one is, nothing is known.
    if let Some(bits) = value.map(value_bits).filter(|bits| *bits != 0) {
        return Fact::known(bits);
    }
    let words = vocabulary(field);
    let empty = empty_bits(field);
    let floor_bits = floor.map(value_bits).filter(|bits| *bits != empty).unwrap_or(0);
    let all = words.iter().fold(0, |bits, entry| bits | entry.bit);
    let mut worlds = [0u8; 8];
    if empty != 0 && floor_bits != 0 {
        // A set that is known in part: every superset is possible, and none of them is empty.
        return Fact { known: false, union: all & !empty, worlds: Fact::known(floor_bits).worlds };
    }
    // One more claim of one word, joined with every word of the floor.
    let join = |entry: &Entry| {
        let floor_words = words.iter().filter(|word| word.bit & floor_bits != 0);
        match floor_words.fold(0, |bits, word| bits | if entry.rank > word.rank { entry.bit } else { word.bit }) {
            0 => entry.bit,
            bits => bits,
        }
    };
    // In an order where equal words are kept apart, every word from the floor's rank on is possible.
    let single = !matches!(field, Field::Outcome | Field::Destination);
    let least = words.iter().filter(|word| word.bit & floor_bits != 0).map(|word| word.rank).min().unwrap_or(0);
    let mut slots = worlds.iter_mut();
    for entry in &words {
        let world = if single { if entry.rank >= least { entry.bit } else { continue } } else { join(entry) };
        if let Some(slot) = slots.next() {
            *slot = world;
        }
    }
    Fact { known: false, union: worlds.iter().fold(0, |bits, world| bits | world), worlds }
}

/// `sideEffects`, whose vocabulary is open.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Effects {
    known: bool,
    words: Texts,
}

impl Effects {
    /// Whether any effect, or all effects, are among the words; no effect counts as `none`.
    pub(crate) fn test(&self, fits: &[String], any: bool) -> Truth {
        let fit = |word: &str| fits.iter().any(|fit| fit == word);
        if self.known {
            return Truth::from(match (self.words.is_empty(), any) {
                (true, _) => fit("none"),
                (false, true) => self.words.iter().any(|word| fit(word)),
                (false, false) => self.words.iter().all(|word| fit(word)),
            });
        }
        let only_none = fits.iter().all(|fit| fit == "none");
        match any {
            true if self.words.iter().any(|word| fit(word)) => Truth::True,
            true if only_none && !self.words.is_empty() => Truth::False,
            false if self.words.iter().any(|word| !fit(word)) => Truth::False,
            _ => Truth::Unknown,
        }
    }
}

/// Where a known value comes from, and how sure it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Origin {
    provenance: Provenance,
    confidence: u8,
}

/// A resolved profile, ready for decisions: make it once per tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreparedProfile {
    server: String,
    tool: String,
    facts: [Fact; mcp_tool_risk_types::FIELD_COUNT],
    effects: Effects,
    origins: [Option<Origin>; mcp_tool_risk_types::FIELD_COUNT],
    findings: u64,
}

/// The bit of a profile without findings.
pub(crate) const NO_FINDINGS: u64 = 1 << 63;

/// The bit of a diagnostic's code.
pub(crate) fn finding_bit(code: Code) -> u64 {
    Code::ALL.iter().position(|known| *known == code).map_or(0, |at| 1 << at.min(62))
}

impl PreparedProfile {
    /// Prepares the profile of a tool. The server is the id that the host gave it.
    pub fn new(server: &str, tool: &str, profile: &RiskProfile) -> Self {
        let of = |field: Field| profile.fields.get(field);
        let origins = std::array::from_fn(|at| {
            let entry = of(*Field::ALL.get(at)?)?;
            entry.value.as_ref()?;
            // What isn't inferred is certain.
            Some(Origin { provenance: entry.provenance, confidence: entry.confidence.unwrap_or(100) })
        });
        let findings = profile.diagnostics.iter().fold(0, |bits, diagnostic| bits | finding_bit(diagnostic.code));
        let mut prepared = Self {
            server: server.to_owned(),
            tool: tool.to_owned(),
            facts: [Fact { known: false, union: 0, worlds: [0; 8] }; mcp_tool_risk_types::FIELD_COUNT],
            effects: Effects::default(),
            origins,
            findings: if findings == 0 { NO_FINDINGS } else { findings },
        };
        for field in Field::ALL.iter().copied() {
            prepared.set(field, of(field).and_then(|entry| entry.value.as_ref()), of(field).and_then(|entry| entry.floor.as_ref()));
        }
        prepared
    }

    /// Takes another value, or another floor where there is none, for a field; whose word it is stays.
    pub fn set(&mut self, field: Field, value: Option<&Value>, floor: Option<&Value>) {
        if let Some(slot) = self.facts.get_mut(field as usize) {
            *slot = fact(field, value, floor);
        }
        if field == Field::SideEffects {
            let words = if let Some(Value::SideEffects(words)) = value.or(floor) { words.clone() } else { Texts::new() };
            self.effects = Effects { known: value.is_some(), words };
        }
    }

    /// The id that the host gave the server.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// The tool's name.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    pub(crate) fn fact(&self, field: Field) -> Option<&Fact> {
        self.facts.get(field as usize)
    }

    pub(crate) fn effects(&self) -> &Effects {
        &self.effects
    }

    /// Of an unknown field, the provenance is unknown.
    pub(crate) fn provenance(&self, field: Field) -> Option<Provenance> {
        self.origins.get(field as usize)?.map(|origin| origin.provenance)
    }

    /// In percent; of an unknown field, unknown.
    pub(crate) fn confidence(&self, field: Field) -> Option<u8> {
        self.origins.get(field as usize)?.map(|origin| origin.confidence)
    }

    pub(crate) fn findings(&self) -> u64 {
        self.findings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(field: Field, words: &[&str]) -> u8 {
        vocabulary(field).iter().filter(|entry| words.contains(&entry.word)).fold(0, |bits, entry| bits | entry.bit)
    }

    #[test]
    fn floors_settle_what_they_can() {
        let medium = Value::from(RiskLevel::Medium);
        let risk = fact(Field::RiskLevel, None, Some(&medium));
        let test = |words: &[&str]| risk.test(bits(Field::RiskLevel, words), true);
        assert_eq!(test(&["low"]), Truth::False);
        assert_eq!(test(&["medium", "high", "critical"]), Truth::True);
        assert_eq!(test(&["high", "critical"]), Truth::Unknown);
        let nothing = fact(Field::RiskLevel, None, None);
        assert_eq!(nothing.test(bits(Field::RiskLevel, &["low"]), true), Truth::Unknown);
    }

    #[test]
    fn any_and_all_of_possible_values() {
        let either = Value::from(Words::from_iter([Outcome::Benign, Outcome::Irreversible]));
        let known = fact(Field::Outcome, Some(&either), None);
        let benign = bits(Field::Outcome, &["benign"]);
        assert_eq!((known.test(benign, true), known.test(benign, false)), (Truth::True, Truth::False));
        // With that as a floor, one of the values is irreversible whatever else is true.
        let floor = fact(Field::Outcome, None, Some(&either));
        let irreversible = bits(Field::Outcome, &["irreversible"]);
        assert_eq!(floor.test(irreversible, true), Truth::True);
        assert_eq!(floor.test(benign, false), Truth::False);
        assert_eq!(floor.test(benign, true), Truth::Unknown);
    }

    #[test]
    fn an_empty_set_is_none_and_a_known_part_is_a_floor() {
        let none = fact(Field::Source, Some(&Words::<Source>::EMPTY.into()), None);
        assert_eq!(none.test(bits(Field::Source, &["none"]), true), Truth::True);
        let part = fact(Field::Source, None, Some(&Source::UntrustedPublic.into()));
        let untrusted = bits(Field::Source, &["untrustedPublic"]);
        assert_eq!(part.test(untrusted, true), Truth::True);
        assert_eq!(part.test(untrusted, false), Truth::Unknown);
        assert_eq!(part.test(bits(Field::Source, &["none"]), true), Truth::False);
        assert_eq!(part.test(bits(Field::Source, &["user"]), false), Truth::False);
        assert_eq!(part.test(bits(Field::Source, &["user"]), true), Truth::Unknown);
    }

    #[test]
    fn side_effects_are_an_open_set() {
        let effects = |known, words: &[&str]| Effects { known, words: words.iter().map(|w| (*w).to_owned()).collect() };
        let cost = ["cost".to_owned()];
        let none = ["none".to_owned()];
        assert_eq!(effects(true, &["cost", "downtime"]).test(&cost, true), Truth::True);
        assert_eq!(effects(true, &["cost", "downtime"]).test(&cost, false), Truth::False);
        assert_eq!(effects(true, &[]).test(&none, true), Truth::True);
        assert_eq!(effects(false, &["cost"]).test(&cost, true), Truth::True);
        assert_eq!(effects(false, &["cost"]).test(&cost, false), Truth::Unknown);
        assert_eq!(effects(false, &["downtime"]).test(&cost, false), Truth::False);
        assert_eq!(effects(false, &["downtime"]).test(&none, true), Truth::False);
        assert_eq!(effects(false, &[]).test(&cost, true), Truth::Unknown);
    }

    #[test]
    fn every_code_has_a_bit_of_its_own() {
        assert!(Code::ALL.len() < 62, "findings need a wider set");
    }
}
