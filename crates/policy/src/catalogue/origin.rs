//! Where a server comes from, as the host knows it.

use core::fmt;

use mcp_tool_risk_types::{Code, ReadError};

/// The origin of a server: `npm:NAME@VERSION`, `pypi:NAME@VERSION`, `url:https://...`, `command:...`.
///
/// A package without a version stands for all of its versions. Everything else is compared as text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Origin {
    text: String,
    /// Of a package with a version, where the name ends.
    name_end: Option<usize>,
}

/// Kinds of origin that are packages: their version is what stands after the last `@`.
const PACKAGES: &[&str] = &["npm", "pypi", "oci", "cargo", "nuget"];
const OTHERS: &[&str] = &["url", "command"];

impl Origin {
    /// Reads an origin; `None` where the text has no known kind, or nothing after it.
    ///
    /// ```
    /// use mcp_tool_risk_policy::Origin;
    /// let any = Origin::parse("npm:@scope/server").ok_or("no origin")?;
    /// let one = Origin::parse("npm:@scope/server@1.2.0").ok_or("no origin")?;
    /// assert!(any.covers(&one) && !one.covers(&any));
    /// assert!(!any.covers(&Origin::parse("npm:@scope/server-two@1.2.0").ok_or("no origin")?));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, name) = text.split_once(':')?;
        let package = PACKAGES.contains(&kind);
        if name.is_empty() || !(package || OTHERS.contains(&kind)) {
            return None;
        }
        // The `@` of a scope stands first.
        let name_end = name.rfind('@').filter(|at| package && *at > 0).map(|at| at + kind.len() + 1);
        if name_end.is_some_and(|end| end + 1 == text.len()) {
            return None;
        }
        Some(Self { text: text.to_owned(), name_end })
    }

    /// Reads an origin.
    ///
    /// # Errors
    /// The text is none; see [`Origin::parse`].
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let none = || ReadError::new(Code::Invalid, "this is no origin: npm:NAME, npm:NAME@VERSION, pypi:NAME, url:ADDRESS, command:LINE");
        Self::parse(text).ok_or_else(none)
    }

    /// Whether the other is this origin, or a version of this package.
    pub fn covers(&self, other: &Self) -> bool {
        self.text == other.text || (self.name_end.is_none() && other.name_end.and_then(|end| other.text.get(..end)) == Some(&self.text))
    }

    /// The origin without a version.
    pub fn package(&self) -> &str {
        self.name_end.and_then(|end| self.text.get(..end)).unwrap_or(&self.text)
    }

    /// The origin as it was read.
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
