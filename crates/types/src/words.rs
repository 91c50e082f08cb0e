//! The closed vocabularies, each word defined once: its spelling, its order and its meaning.
//!
//! Sources: SEP-2793 ("Specification") for the risk metadata, SEP-2061 and SEP-1913 for the action
//! metadata. Declaration order is the order "least to most restrictive" where the vocabulary has one.

/// A closed vocabulary of words.
pub trait Word: Copy + Eq + 'static {
    /// Every word, in the order of declaration.
    const ALL: &'static [Self];
    /// The name of the vocabulary, as in messages: `riskLevel`.
    const NAME: &'static str;
    /// What the vocabulary is of, and its source.
    const MEANING: &'static str;
    /// The spelling on the wire.
    fn word(self) -> &'static str;
    /// One sentence on what the word means.
    fn meaning(self) -> &'static str;
    /// Position in the order "least to most restrictive"; equal words have equal ranks.
    fn rank(self) -> u8;
    /// The bit of this word in a [`crate::Words`] set.
    fn bit(self) -> u8;
    /// Exact, case-sensitive reading.
    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|w| w.word() == word)
    }
}

macro_rules! words {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident = $wire:literal { $( $(#[doc = $meaning:literal])+ $variant:ident = $word:literal @ $rank:literal, )+ }
    )+) => { $(
        $(#[doc = $doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "ts", derive(tsify::Tsify))]
        pub enum $name {
            $( $(#[doc = $meaning])+ #[cfg_attr(feature = "ts", serde(rename = $word))] $variant, )+
        }

        impl Word for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),+];
            const NAME: &'static str = $wire;
            const MEANING: &'static str = concat!($($doc),+).trim_ascii_start();
            fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
            fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($meaning),+).trim_ascii_start()),+ }
            }
            fn rank(self) -> u8 {
                match self { $(Self::$variant => $rank),+ }
            }
            fn bit(self) -> u8 {
                1 << (self as u8)
            }
        }

        $crate::words_to_json!($name);
        $crate::words_from_json!($name);

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.word())
            }
        }
    )+ };
}

/// The side effects that SEP-2793 names. The vocabulary is open: others are kept, and change nothing.
pub const SIDE_EFFECTS: &[&str] = &["state_loss", "downtime", "cost", "external_notification", "data_exfiltration", "privilege_change"];

words! {
    /// Graded risk of a tool (SEP-2793 `riskLevel`).
    RiskLevel = "riskLevel" {
        /// Reads of ordinary or public data, observation, pure computation.
        Low = "low" @ 0,
        /// Changes that the same API can undo; reads of private data.
        Medium = "medium" @ 1,
        /// Deletes, effects that cannot be taken back, permissions, secrets.
        High = "high" @ 2,
        /// Broad destruction, arbitrary code, unbounded money, organisation-wide control.
        Critical = "critical" @ 3,
    }

    /// What kind of action a tool performs (SEP-2793 `category`). `utility`, `read` and `observe` are equal in the order.
    Category = "category" {
        /// Computes from its arguments, the clock or chance alone.
        Utility = "utility" @ 0,
        /// Returns information that exists.
        Read = "read" @ 0,
        /// Looks at something that runs or changes by itself.
        Observe = "observe" @ 0,
        /// Creates or changes state.
        Mutate = "mutate" @ 1,
        /// Removes specific items that its arguments name.
        Delete = "delete" @ 2,
        /// Removes a broad scope in one call.
        Destroy = "destroy" @ 3,
    }

    /// Scope of an undesired outcome (SEP-2793 `blastRadius`).
    BlastRadius = "blastRadius" {
        /// A single resource.
        Item = "item" @ 0,
        /// A collection, project, folder, database, channel or repository.
        Namespace = "namespace" @ 1,
        /// A whole machine, cluster or account.
        Cluster = "cluster" @ 2,
        /// Many tenants, teams or users of an organisation.
        Organization = "organization" @ 3,
        /// The public, or the service as a whole.
        Global = "global" @ 4,
    }

    /// Whether the effect can be undone (SEP-2793 `reversibility`).
    Reversibility = "reversibility" {
        /// Nothing to undo, idempotent with nothing lost, or built-in undo.
        Auto = "auto" @ 0,
        /// Somebody can undo it with another call.
        Manual = "manual" @ 1,
        /// Cannot be undone.
        None = "none" @ 2,
    }

    /// Who should approve a call (SEP-2793 `approvalRecommendation`).
    Approval = "approvalRecommendation" {
        /// Nobody: the call may run unasked.
        None = "none" @ 0,
        /// One approver.
        Single = "single" @ 1,
        /// Several approvers.
        Multi = "multi" @ 2,
    }

    /// The agent that a tool is meant for, at least (SEP-2793 `minTrustLevel`, 1 to 5 on the wire).
    TrustLevel = "minTrustLevel" {
        /// Observer: a read-only operator.
        Observer = "1" @ 0,
        /// Assistant.
        Assistant = "2" @ 1,
        /// Operator.
        Operator = "3" @ 2,
        /// Engineer.
        Engineer = "4" @ 3,
        /// Autonomous engineer.
        Autonomous = "5" @ 4,
    }

    /// Real-world effect of calling a tool (action metadata `outcome`, SEP-2061 `Outcomes`).
    Outcome = "outcome" {
        /// No lasting change outside the tool's own run, or a private draft.
        Benign = "benign" @ 0,
        /// Lasting change that a program can undo.
        Consequential = "consequential" @ 1,
        /// Cannot be undone, or acts outside: a message, a deletion, a publication.
        Irreversible = "irreversible" @ 2,
    }

    /// Where data passed to a tool may end up (SEP-2061 `Destination`), by exposure.
    Destination = "destination" {
        /// Not stored at all.
        Ephemeral = "ephemeral" @ 0,
        /// Kept by the platform, out of reach of users and developers.
        System = "system" @ 1,
        /// Kept, visible to the end user alone.
        User = "user" @ 2,
        /// Kept, visible to a restricted internal audience.
        Internal = "internal" @ 3,
        /// May reach anybody outside.
        Public = "public" @ 4,
    }

    /// Where returned data comes from (SEP-2061 `Source`). The vocabulary has no order.
    Source = "source" {
        /// Public and unverified: anybody can write it.
        UntrustedPublic = "untrustedPublic" @ 0,
        /// Public, curated or verified.
        TrustedPublic = "trustedPublic" @ 0,
        /// Internal systems or data sets.
        Internal = "internal" @ 0,
        /// Supplied or owned by the user.
        User = "user" @ 0,
        /// Generated or derived by the platform.
        System = "system" @ 0,
    }

    /// Kind of data, without the regulated class that carries scopes (SEP-2061 `Sensitivity`). The vocabulary has no order.
    DataClass = "sensitivity" {
        /// Nothing sensitive.
        None = "none" @ 0,
        /// User specific, but not sensitive.
        User = "user" @ 0,
        /// Personally identifiable.
        Pii = "pii" @ 0,
        /// Financial or transaction data.
        Financial = "financial" @ 0,
        /// Secrets, API keys, passwords.
        Credentials = "credentials" @ 0,
        /// Under the regimes that the scopes name.
        Regulated = "regulated" @ 0,
    }

    /// How far a host trusts a server. The host sets it, never the server.
    ServerTrust = "trust" {
        /// Nobody vouches for the server: what it declares can only tighten.
        Untrusted = "untrusted" @ 0,
        /// The operator added the server; what it declares can only tighten.
        Known = "known" @ 1,
        /// The operator vouches for what the server declares.
        Trusted = "trusted" @ 2,
    }
}
