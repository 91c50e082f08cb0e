//! How sure a grade is.

use mcp_tool_risk_types::Field;

/// Where the act was found, from the weakest to the surest place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tier {
    /// Mentioned somewhere in the description.
    Mention,
    /// The head of the description alone.
    Text,
    /// A word of the name that may be a noun.
    WeakName,
    /// The parameters.
    Schema,
    /// A verb of the name, unsupported by the description.
    Name,
    /// A word of the name that may be a noun, and the description agrees.
    WeakNameAndText,
    /// A verb of the name, and the description agrees.
    NameAndText,
}

impl Tier {
    /// An ordinal in percent, for fields that cannot be calibrated: nobody declares them.
    pub(crate) fn ordinal(self) -> u8 {
        match self {
            Self::Mention => 60,
            Self::Text => 75,
            Self::WeakName => 80,
            Self::Schema => 85,
            Self::Name => 90,
            Self::WeakNameAndText => 93,
            Self::NameAndText => 97,
        }
    }

    /// Calibrated on 1,404 tools whose vendors declared hints: of the tools of this tier with this value, about this
    /// share was declared so, in percent. `cargo xtask eval` on declared tools prints how well that holds. Cells with
    /// fewer than ten tools are taken from their neighbours.
    pub(crate) fn hint(self, field: Field, value: bool) -> u8 {
        //              Mention Text WeakName Schema Name WeakNameAndText NameAndText
        let shares = match (field, value) {
            (Field::ReadOnlyHint, true) => [60, 95, 87, 88, 92, 97, 99],
            (Field::ReadOnlyHint, false) => [50, 62, 58, 60, 54, 83, 96],
            (Field::DestructiveHint, true) => [60, 75, 75, 75, 80, 80, 79],
            (Field::DestructiveHint, false) => [60, 88, 79, 80, 82, 85, 85],
            (Field::OpenWorldHint, true) => [50, 60, 80, 80, 80, 91, 80],
            (Field::OpenWorldHint, false) => [40, 42, 54, 60, 72, 62, 74],
            (Field::IdempotentHint, true) => [60, 91, 75, 80, 95, 92, 99],
            (Field::IdempotentHint, false) => [30, 30, 30, 40, 50, 52, 57],
            _ => return self.ordinal(),
        };
        shares.get(self as usize).copied().unwrap_or_default()
    }
}
