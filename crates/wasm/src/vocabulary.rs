//! The vocabulary, as data for people who meet its words on a screen.

use mcp_tool_risk_types::json::to_text;
use mcp_tool_risk_types::{
    Approval, BlastRadius, Category, Code, DataClass, Destination, Field, Kind, Outcome, Reversibility, RiskLevel, ServerTrust, Source,
    TrustLevel, Word,
};
use serde::Serialize;

#[derive(Serialize)]
struct Vocabulary {
    fields: Vec<FieldEntry>,
    vocabularies: Vec<Words>,
    codes: Vec<Meaning>,
}

#[derive(Serialize)]
struct FieldEntry {
    field: &'static str,
    meaning: &'static str,
    pointer: &'static str,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    vocabulary: Option<&'static str>,
}

#[derive(Serialize)]
struct Words {
    vocabulary: &'static str,
    meaning: &'static str,
    words: Vec<RankedWord>,
}

#[derive(Serialize)]
struct RankedWord {
    word: &'static str,
    meaning: &'static str,
    rank: u8,
}

#[derive(Serialize)]
struct Meaning {
    code: &'static str,
    meaning: &'static str,
}

/// Every field, every word and every code with its meaning.
pub fn vocabulary() -> String {
    let fields = Field::ALL.iter().map(|field| FieldEntry {
        field: field.word(),
        meaning: field.meaning(),
        pointer: field.pointer(),
        kind: match field.kind() {
            Kind::Ordered => "ordered",
            Kind::Possible => "possible",
            Kind::TrueIsStricter => "true-is-stricter",
            Kind::FalseIsStricter => "false-is-stricter",
            Kind::Set => "set",
        },
        vocabulary: words_of(*field),
    });
    let codes = Code::ALL.iter().map(|code| Meaning { code: code.word(), meaning: code.meaning() });
    to_text(&Vocabulary {
        fields: fields.collect(),
        vocabularies: vec![
            words::<RiskLevel>(),
            words::<Category>(),
            words::<BlastRadius>(),
            words::<Reversibility>(),
            words::<Approval>(),
            words::<TrustLevel>(),
            words::<Outcome>(),
            words::<Destination>(),
            words::<Source>(),
            words::<DataClass>(),
            words::<ServerTrust>(),
        ],
        codes: codes.collect(),
    })
}

fn words<W: Word>() -> Words {
    let words = W::ALL.iter().map(|word| RankedWord { word: word.word(), meaning: word.meaning(), rank: word.rank() });
    Words { vocabulary: W::NAME, meaning: W::MEANING, words: words.collect() }
}

fn words_of(field: Field) -> Option<&'static str> {
    match field {
        Field::InputSensitivity | Field::ReturnSensitivity => Some(DataClass::NAME),
        Field::SideEffects | Field::ReadOnlyHint | Field::DestructiveHint | Field::IdempotentHint | Field::OpenWorldHint => None,
        Field::RequiresReview => None,
        named => Some(named.word()),
    }
}
