//! Three-valued truth (Kleene): what isn't known is neither true nor false.

/// True, false or unknown, in the order false < unknown < true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(tsify::Tsify))]
pub enum Truth {
    /// It does not hold.
    False,
    /// Nobody can tell.
    Unknown,
    /// It holds.
    True,
}

impl Truth {
    /// Both: the lesser.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.min(other)
    }

    /// Either: the greater.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.max(other)
    }
}

impl core::ops::Not for Truth {
    type Output = Self;

    /// The opposite; unknown stays unknown.
    fn not(self) -> Self {
        match self {
            Self::False => Self::True,
            Self::Unknown => Self::Unknown,
            Self::True => Self::False,
        }
    }
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Self {
        if holds { Self::True } else { Self::False }
    }
}

#[cfg(test)]
mod tests {
    use super::Truth::{self, False, True, Unknown};

    /// The truth tables, written out.
    #[test]
    fn kleene() {
        const ALL: [Truth; 3] = [False, Unknown, True];
        let and = [[False, False, False], [False, Unknown, Unknown], [False, Unknown, True]];
        let or = [[False, Unknown, True], [Unknown, Unknown, True], [True, True, True]];
        for (i, a) in ALL.into_iter().enumerate() {
            for (j, b) in ALL.into_iter().enumerate() {
                assert_eq!(a.and(b), and[i][j], "{a:?} and {b:?}");
                assert_eq!(a.or(b), or[i][j], "{a:?} or {b:?}");
            }
        }
        assert_eq!(ALL.map(|truth| !truth), [True, Unknown, False]);
    }
}
