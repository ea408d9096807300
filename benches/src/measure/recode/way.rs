//! The ways to recode a table.

/// A way, as `lethe anonymize` is told of it.
pub(super) struct Way {
    /// What it is called in tables.
    pub(super) name: &'static str,
    pub(super) flags: &'static [&'static str],
}

/// Splits at medians.
pub(super) const MONDRIAN: &Way = &Way { name: "mondrian, strict", flags: &["--method", "mondrian"] };
/// The clustering that is used when none is named.
pub(super) const HYBRID: &Way = &Way { name: "cluster, hybrid", flags: &["--method", "cluster"] };
/// Clusters of tables larger than memory.
pub(super) const DISK: &Way = &Way { name: "disk-cluster", flags: &["--method", "disk-cluster"] };
/// The least loss that one level a column can have.
pub(super) const FULL_DOMAIN: &Way = &Way { name: "full domain, optimal", flags: &["--method", "auto"] };

/// All ways; all but the last recode locally.
pub(super) const WAYS: [&Way; 8] = [
    MONDRIAN,
    &Way { name: "mondrian, relaxed", flags: &["--method", "mondrian", "--split", "relaxed"] },
    &Way { name: "cluster, oka", flags: &["--method", "cluster", "--algorithm", "oka"] },
    &Way { name: "cluster, k-member", flags: &["--method", "cluster", "--algorithm", "k-member"] },
    HYBRID,
    DISK,
    &Way { name: "levels in rounds", flags: &["--method", "auto", "--local"] },
    FULL_DOMAIN,
];
