//! The fields of a tool's risk metadata, and maps over them.

use crate::words::Word;

macro_rules! fields {
    ($( $(#[doc = $doc:literal])+ $variant:ident = $name:literal at $pointer:literal, $kind:ident; )+) => {
        /// One field of a tool's risk metadata: SEP-2793, the core hints and the action metadata.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        pub enum Field {
            $( $(#[doc = $doc])+ #[cfg_attr(feature = "ts", serde(rename = $name))] $variant, )+
        }

        impl Word for Field {
            const ALL: &'static [Self] = &[$(Self::$variant),+];
            const NAME: &'static str = "field";
            const MEANING: &'static str = "One field of a tool's risk metadata.";
            fn word(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
            fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),+).trim_ascii_start()),+ }
            }
            fn rank(self) -> u8 { 0 }
            // A field is used as an index, not in `Words` sets.
            fn bit(self) -> u8 { 0 }
        }

        impl Field {
            /// Where the field stands in an annotations object, as a JSON Pointer.
            pub fn pointer(self) -> &'static str {
                match self { $(Self::$variant => $pointer),+ }
            }
            /// The shape of the field's values.
            pub fn kind(self) -> Kind {
                match self { $(Self::$variant => Kind::$kind),+ }
            }
        }
    };
}

crate::words_to_json!(Field);

/// The shape of a field's values, which gives its order and join.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// One word of an ordered vocabulary.
    Ordered,
    /// One word of an ordered vocabulary, or the set of possible ones.
    Possible,
    /// A boolean whose `true` is the more restrictive value.
    TrueIsStricter,
    /// A boolean whose `false` is the more restrictive value.
    FalseIsStricter,
    /// A set, ordered by inclusion.
    Set,
}

fields! {
    /// What kind of action the tool performs.
    Category = "category" at "/category", Ordered;
    /// Graded risk.
    RiskLevel = "riskLevel" at "/riskLevel", Ordered;
    /// Scope of an undesired outcome.
    BlastRadius = "blastRadius" at "/blastRadius", Ordered;
    /// Whether the effect can be undone.
    Reversibility = "reversibility" at "/reversibility", Ordered;
    /// Effects beyond the primary action; an open vocabulary.
    SideEffects = "sideEffects" at "/sideEffects", Set;
    /// Who should approve a call.
    Approval = "approvalRecommendation" at "/approvalRecommendation", Ordered;
    /// The agent's least trust level, 1 to 5.
    MinTrustLevel = "minTrustLevel" at "/minTrustLevel", Ordered;
    /// The tool does not modify its environment.
    ReadOnlyHint = "readOnlyHint" at "/readOnlyHint", FalseIsStricter;
    /// The tool may remove or overwrite.
    DestructiveHint = "destructiveHint" at "/destructiveHint", TrueIsStricter;
    /// Calling again with the same arguments changes nothing more.
    IdempotentHint = "idempotentHint" at "/idempotentHint", FalseIsStricter;
    /// The tool reaches an open set of outside things.
    OpenWorldHint = "openWorldHint" at "/openWorldHint", TrueIsStricter;
    /// Real-world effect of a call.
    Outcome = "outcome" at "/io.modelcontextprotocol~1action-metadata/outcome", Possible;
    /// A person should confirm before a call.
    RequiresReview = "requiresReview" at "/io.modelcontextprotocol~1action-metadata/requiresReview", TrueIsStricter;
    /// Where data passed in may end up.
    Destination = "destination" at "/io.modelcontextprotocol~1action-metadata/inputMetadata/destination", Possible;
    /// Kind of data passed in.
    InputSensitivity = "inputSensitivity" at "/io.modelcontextprotocol~1action-metadata/inputMetadata/sensitivity", Set;
    /// Where returned data comes from.
    Source = "source" at "/io.modelcontextprotocol~1action-metadata/returnMetadata/source", Set;
    /// Kind of data returned.
    ReturnSensitivity = "returnSensitivity" at "/io.modelcontextprotocol~1action-metadata/returnMetadata/sensitivity", Set;
}

/// Number of fields.
pub const FIELD_COUNT: usize = 17;

/// A map with one slot for every field.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify), tsify(type = "{ [F in Field]?: T }"))]
pub struct FieldMap<T> {
    slots: [Option<T>; FIELD_COUNT],
}

impl<T> Default for FieldMap<T> {
    fn default() -> Self {
        Self { slots: [const { None }; FIELD_COUNT] }
    }
}

impl<T> FieldMap<T> {
    /// The empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// What stands at the field.
    pub fn get(&self, field: Field) -> Option<&T> {
        self.slots.get(field as usize).and_then(Option::as_ref)
    }

    /// What stands at the field, to be changed.
    pub fn get_mut(&mut self, field: Field) -> Option<&mut T> {
        self.slots.get_mut(field as usize).and_then(Option::as_mut)
    }

    /// Puts a value at the field and returns what stood there.
    pub fn insert(&mut self, field: Field, value: T) -> Option<T> {
        self.slots.get_mut(field as usize).and_then(|slot| slot.replace(value))
    }

    /// Takes away what stands at the field.
    pub fn remove(&mut self, field: Field) -> Option<T> {
        self.slots.get_mut(field as usize).and_then(Option::take)
    }

    /// Whether something stands at the field.
    pub fn contains(&self, field: Field) -> bool {
        self.get(field).is_some()
    }

    /// The fields that have a value, in the order of [`Field`].
    pub fn iter(&self) -> impl Iterator<Item = (Field, &T)> {
        Field::ALL.iter().filter_map(|field| self.get(*field).map(|value| (*field, value)))
    }
}

impl<T> FromIterator<(Field, T)> for FieldMap<T> {
    fn from_iter<I: IntoIterator<Item = (Field, T)>>(entries: I) -> Self {
        let mut map = Self::new();
        for (field, value) in entries {
            map.insert(field, value);
        }
        map
    }
}

impl<T: serde::Serialize> serde::Serialize for FieldMap<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}
