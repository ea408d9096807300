//! Who has one value has another.

/// What counts as certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleOptions {
    /// The least share of those with the first value who have the second, as a fraction.
    pub share: (u64, u64),
    /// Records with both, at least.
    pub min_support: u64,
}

impl Default for RuleOptions {
    /// Everybody, and at least five.
    fn default() -> Self {
        Self { share: (1, 1), min_support: 5 }
    }
}

impl RuleOptions {
    /// Whether `part` of `records` is enough, exactly.
    pub(crate) fn is_certain(&self, part: u64, records: u64) -> bool {
        u128::from(part) * u128::from(self.share.1) >= u128::from(records) * u128::from(self.share.0)
    }
}

/// Everybody, or nearly everybody, with the value `from` has the value `to`: whoever knows the first knows the second.
///
/// Only minimal rules are reported: where `to` is as certain of everybody, nothing is learned by knowing `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rule {
    /// The place of a column, and a code of it.
    pub from: (usize, u32),
    /// The same of what is learned.
    pub to: (usize, u32),
    /// The records that have both.
    pub together: u64,
    /// The records that have the first.
    pub records: u64,
}
