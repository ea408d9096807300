//! The variants of l-diversity.

use super::error::Result;
use super::reader::{Node, Rule, Table};
use super::scalars::{POSITIVE, SHARE, at_least_two, exact};
use super::words::words;
use lethe_data::Decimal;
use serde::Serialize;

/// When a class's sensitive values count as diverse, each variant with the parameters it has and no others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "variant", rename_all = "kebab-case")]
pub enum Diversity {
    /// At least `l` different values.
    Distinct {
        /// The values a class must have.
        l: u64,
    },
    /// An entropy of at least the logarithm of `l`, which need not be whole.
    Entropy {
        /// The number of equally frequent values that a class must be as diverse as.
        #[serde(serialize_with = "exact")]
        l: Decimal,
        /// How the entropy is estimated from a class.
        estimator: EntropyEstimator,
    },
    /// The most frequent value is rarer than `c` times all from the `l`-th most frequent on.
    Recursive {
        /// The rank from which values count against the most frequent.
        l: u64,
        /// The factor.
        #[serde(serialize_with = "exact")]
        c: Decimal,
    },
    /// As recursive, except for values that may be learned.
    PositiveRecursive {
        /// The rank from which values count against the most frequent.
        l: u64,
        /// The factor.
        #[serde(serialize_with = "exact")]
        c: Decimal,
        /// The values that may be learned about a person.
        disclosable: Vec<String>,
    },
    /// As positive-recursive, and values that must stay possible have at least a share `c2` of each class.
    NegativePositiveRecursive {
        /// The rank from which values count against the most frequent.
        l: u64,
        /// The factor.
        #[serde(serialize_with = "exact")]
        c1: Decimal,
        /// The share.
        #[serde(serialize_with = "exact")]
        c2: Decimal,
        /// The values that may be learned about a person.
        disclosable: Vec<String>,
        /// The values that must not be ruled out for a person; `None`: all values of the column.
        protected: Option<Vec<String>>,
    },
}

words! {
    /// How the entropy of a class is estimated from its people.
    #[derive(Default)]
    pub enum EntropyEstimator is "estimator" {
        /// The entropy of the shares as they are.
        #[default]
        Shannon = "shannon",
        /// Grassberger's estimate, which corrects for few people.
        Grassberger = "grassberger",
    }
}

/// A variant: what messages call it, its keys and how it is read.
struct Variant {
    owner: &'static str,
    keys: &'static [&'static str],
    read: fn(&Table<'_>) -> Result<Diversity>,
}

const VARIANTS: [(&str, Variant); 5] = [
    (
        "distinct",
        Variant {
            owner: "distinct l-diversity",
            keys: &["model", "column", "variant", "l"],
            read: |table| Ok(Diversity::Distinct { l: rank(table)? }),
        },
    ),
    (
        "entropy",
        Variant {
            owner: "entropy l-diversity",
            keys: &["model", "column", "variant", "l", "estimator"],
            read: |table| {
                let estimator = table.optional("estimator")?.unwrap_or_default();
                Ok(Diversity::Entropy { l: table.required_where("l", ABOVE_ONE)?, estimator })
            },
        },
    ),
    (
        "recursive",
        Variant {
            owner: "recursive l-diversity",
            keys: &["model", "column", "variant", "l", "c"],
            read: |table| Ok(Diversity::Recursive { l: rank(table)?, c: factor(table, "c")? }),
        },
    ),
    (
        "positive-recursive",
        Variant {
            owner: "positive-recursive l-diversity",
            keys: &["model", "column", "variant", "l", "c", "disclosable"],
            read: |table| {
                let (l, c, disclosable) = (rank(table)?, factor(table, "c")?, disclosable(table)?);
                Ok(Diversity::PositiveRecursive { l, c, disclosable })
            },
        },
    ),
    (
        "negative-positive-recursive",
        Variant {
            owner: "negative-positive-recursive l-diversity",
            keys: &["model", "column", "variant", "l", "c1", "c2", "disclosable", "protected"],
            read: |table| {
                let (l, c1, c2) = (rank(table)?, factor(table, "c1")?, table.required_where("c2", SHARE)?);
                let (disclosable, protected) = (disclosable(table)?, table.optional("protected")?);
                Ok(Diversity::NegativePositiveRecursive { l, c1, c2, disclosable, protected })
            },
        },
    ),
];

const EVERY_KEY: &[&str] =
    &["model", "column", "variant", "l", "estimator", "c", "c1", "c2", "disclosable", "protected"];
const ABOVE_ONE: Rule<Decimal> = Rule { holds: |l| *l > Decimal::from(1), words: "above 1" };

fn rank(table: &Table<'_>) -> Result<u64> {
    table.required_where("l", at_least_two())
}

fn factor(table: &Table<'_>, key: &str) -> Result<Decimal> {
    table.required_where(key, POSITIVE)
}

fn disclosable(table: &Table<'_>) -> Result<Vec<String>> {
    Ok(table.optional("disclosable")?.unwrap_or_default())
}

/// Reads the column and the variant. Keys are first held against those of all variants, so that a misspelled key is
/// told of before a missing one, and then against the variant's own.
pub(super) fn read(node: &Node<'_>) -> Result<(String, Diversity)> {
    node.table("l-diversity", EVERY_KEY)?;
    let (_, variant) = node.demand("l-diversity", "variant")?.choose("variant", &VARIANTS)?;
    let table = node.table(variant.owner, variant.keys)?;
    Ok((table.required("column")?, (variant.read)(&table)?))
}
