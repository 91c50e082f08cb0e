//! Sets of fields.

use core::fmt;

use mcp_tool_risk_types::{Field, Word};
use serde::{Serialize, Serializer};

/// A set of fields, as bits. Serialised as an array of names.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Fields(u32);

impl Fields {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The set with one field.
    pub const fn of(field: Field) -> Self {
        Self(1 << field as u32)
    }

    /// Whether the set has no field.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has the field.
    pub const fn contains(self, field: Field) -> bool {
        self.0 & (1 << field as u32) != 0
    }

    /// Every field of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Adds a field.
    pub fn insert(&mut self, field: Field) {
        self.0 |= 1 << field as u32;
    }

    /// The fields, in the order of [`Field`].
    pub fn iter(self) -> impl Iterator<Item = Field> {
        Field::ALL.iter().copied().filter(move |field| self.contains(*field))
    }
}

impl FromIterator<Field> for Fields {
    fn from_iter<I: IntoIterator<Item = Field>>(fields: I) -> Self {
        let mut set = Self::EMPTY;
        for field in fields {
            set.insert(field);
        }
        set
    }
}

impl fmt::Debug for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Word::word)).finish()
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Word::word))
    }
}
