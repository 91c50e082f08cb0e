//! Values on the wire.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use crate::json::{Json, Object};
use crate::words::{DataClass, Word};
use crate::{Sensitivity, Value, Words};

fn word<W: Word>(word: W) -> Json<'static> {
    Json::String(Cow::Borrowed(word.word()))
}

/// A single element stands alone, as in the drafts; several are an array.
fn one_or_many(mut items: Vec<Json<'static>>) -> Json<'static> {
    match (items.len(), items.pop()) {
        (1, Some(item)) => item,
        (_, last) => {
            items.extend(last);
            Json::Array(items)
        }
    }
}

impl<W: Word> Words<W> {
    /// One word as a string, several as an array.
    pub fn to_json(self) -> Json<'static> {
        one_or_many(self.iter().map(word).collect())
    }
}

impl Sensitivity {
    /// One class as a string or a `regulated` object, several as an array.
    pub fn to_json(&self) -> Json<'static> {
        let class = |class| match class {
            DataClass::Regulated => {
                let scopes = self.scopes().iter().map(|scope| Json::String(Cow::Owned(scope.clone()))).collect();
                Json::from(Object::from_iter([("regulated", Object::from_iter([("scopes", Json::Array(scopes))]).into())]))
            }
            other => word(other),
        };
        one_or_many(self.classes().iter().map(class).collect())
    }
}

impl Value {
    /// The value as it stands in an annotations object.
    pub fn to_json(&self) -> Json<'static> {
        match self {
            Self::Bool(value) => Json::Bool(*value),
            Self::Category(value) => word(*value),
            Self::RiskLevel(value) => word(*value),
            Self::BlastRadius(value) => word(*value),
            Self::Reversibility(value) => word(*value),
            Self::Approval(value) => word(*value),
            Self::MinTrustLevel(value) => Json::Number(Cow::Borrowed(value.word())),
            Self::Outcome(words) => words.to_json(),
            Self::Destination(words) => words.to_json(),
            Self::Source(words) => words.to_json(),
            Self::Sensitivity(sensitivity) => sensitivity.to_json(),
            Self::SideEffects(effects) => Json::Array(effects.iter().map(|effect| Json::String(Cow::Owned(effect.clone()))).collect()),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

impl<W: Word> Serialize for Words<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

impl Serialize for Sensitivity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}
