//! What the tests share.

#![allow(dead_code, reason = "each test uses a part")]

use mcp_tool_risk_types::*;

/// A small generator of pseudo-random numbers (xorshift), so that every run tests the same cases.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}

/// The subset of a vocabulary that the bits select.
fn subset<W: Word>(bits: usize) -> Words<W> {
    W::ALL.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, word)| *word).collect()
}

fn words<W: Word + Into<Value>>() -> Vec<Value> {
    W::ALL.iter().map(|word| (*word).into()).collect()
}

fn possible<W: Word>() -> Vec<Value>
where
    Words<W>: Into<Value>,
{
    (1..1 << W::ALL.len()).map(|bits| subset::<W>(bits).into()).collect()
}

/// Every value of a field; of the open sets, every subset of a few elements.
pub(crate) fn all_values(field: Field) -> Vec<Value> {
    match field {
        Field::Category => words::<Category>(),
        Field::RiskLevel => words::<RiskLevel>(),
        Field::BlastRadius => words::<BlastRadius>(),
        Field::Reversibility => words::<Reversibility>(),
        Field::Approval => words::<Approval>(),
        Field::MinTrustLevel => words::<TrustLevel>(),
        Field::Outcome => possible::<Outcome>(),
        Field::Destination => possible::<Destination>(),
        Field::Source => std::iter::once(Words::<Source>::EMPTY.into()).chain(possible::<Source>()).collect(),
        Field::SideEffects => (0..8)
            .map(|bits| {
                let effects = ["cost", "soot", "state_loss"].iter().enumerate();
                Value::SideEffects(effects.filter(|(i, _)| bits >> i & 1 == 1).map(|(_, effect)| (*effect).to_owned()).collect())
            })
            .collect(),
        Field::InputSensitivity | Field::ReturnSensitivity => (0..64)
            .map(|bits| {
                let mut sensitivity = Sensitivity::none();
                [DataClass::User, DataClass::Pii, DataClass::Credentials, DataClass::Regulated]
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| bits >> i & 1 == 1)
                    .for_each(|(_, class)| sensitivity.insert(*class));
                let scopes = ["GDPR", "SOX"].iter().enumerate().filter(|(i, _)| bits >> (i + 4) & 1 == 1);
                sensitivity.add_scopes(scopes.map(|(_, scope)| (*scope).to_owned()).collect());
                Value::Sensitivity(sensitivity)
            })
            .collect(),
        _ => vec![true.into(), false.into()],
    }
}
