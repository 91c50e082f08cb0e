//! What was noticed while reading or joining, as data.

use serde::Serialize;

use crate::json::{Note, NoteKind};

macro_rules! codes {
    ($( $(#[doc = $doc:literal])+ $variant:ident = $word:literal, )+) => {
        /// The stable code of a diagnostic.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        #[non_exhaustive]
        pub enum Code {
            $( $(#[doc = $doc])+ #[cfg_attr(feature = "ts", serde(rename = $word))] $variant, )+
        }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            /// The spelling on the wire.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
            /// What it means and what to do.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),+).trim_ascii_start()),+ }
            }
        }
    };
}

codes! {
    /// A key stands twice in an object; the last value counts, as in `JSON.parse`.
    DuplicateKey = "duplicate-key",
    /// Half of a surrogate pair; it was read as U+FFFD.
    LoneSurrogate = "lone-surrogate",
    /// A value is nested too deeply; it was kept and not looked into.
    TooDeep = "too-deep",
    /// A value has the wrong type; the field is unknown.
    WrongType = "wrong-type",
    /// A word is not in the vocabulary; it was kept and the field is unknown.
    UnknownWord = "unknown-word",
    /// The text is not JSON; the message says where.
    NotJson = "not-json",
    /// The text is empty: that is no list, not even an empty one.
    EmptyText = "empty-text",
    /// JSON, but no list of tools.
    NoToolList = "no-tool-list",
    /// More than is read at once: split it.
    TooLarge = "too-large",
    /// More of the same kinds was noticed than is listed.
    Unlisted = "unlisted",
    /// An element that is no tool: no object, or without a usable name. It can't be called.
    MalformedTool = "malformed-tool",
    /// A name that another tool of the list has too.
    DuplicateName = "duplicate-name",
    /// A name outside the specification's rule: 1 to 128 of `A-Z a-z 0-9 _ - .`; it was kept.
    NameRule = "name-rule",
    /// A key that isn't known where every key must be.
    UnknownKey = "unknown-key",
    /// A key that must be there is missing.
    MissingKey = "missing-key",
    /// A value has the right type and is still not acceptable; the message says why.
    Invalid = "invalid",
    /// A number is outside the range of its field; the field is unknown.
    OutOfRange = "out-of-range",
    /// A field stands in two carriers that differ; the more restrictive counts.
    CarriersDiffer = "carriers-differ",
    /// A key that is not read, but looks like one that would be.
    LikelyTypo = "likely-typo",
    /// Understood, but in the words or the place of an older generation; the message says what to write.
    OlderForm = "older-form",
    /// Declared only where official SDKs drop it before a client can see it.
    DroppedCarrier = "dropped-carrier",
    /// Something in a document that was imported has no counterpart; the message says what became of it.
    NotCarriedOver = "not-carried-over",
    /// Something in a document that was imported has a counterpart that isn't quite the same.
    CarriedDifferently = "carried-differently",
    /// A name that can be read in several ways: name the server and the tool.
    AmbiguousName = "ambiguous-name",
    /// Within one source, two values contradict; where they count, the laxer one is raised to what the other implies.
    Contradiction = "contradiction",
    /// A name has letters of another alphabet, or digits, that look like Latin ones; it was read as it looks.
    LookAlikeName = "look-alike-name",
    /// A text has characters that show nothing or turn the direction of others; people do not see what the model reads.
    HiddenCharacter = "hidden-character",
    /// An argument of a call holds what looks like a key, token or password.
    SecretInArguments = "secret-in-arguments",
    /// A trusted declaration and the inference are two grades or more apart.
    DeclarationGap = "declaration-gap",
}

crate::words_to_json!(Code);

/// Something that was noticed: a stable code, where, and a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// JSON Pointer into the document; the empty pointer is the document itself.
    pub pointer: String,
    /// What was seen, where it matters, and what was made of it.
    pub message: String,
}

impl From<Note> for Diagnostic {
    fn from(note: Note) -> Self {
        let (code, message) = match note.kind {
            NoteKind::DuplicateKey => (Code::DuplicateKey, "the key stands twice; the last value counts"),
            NoteKind::LoneSurrogate => (Code::LoneSurrogate, "half of a surrogate pair, read as U+FFFD"),
            NoteKind::TooDeep => (Code::TooDeep, "nested too deeply; kept, but not looked into"),
        };
        Self { code, pointer: note.pointer, message: message.to_owned() }
    }
}
