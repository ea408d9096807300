//! How a solution is searched for, and what "best" means.

use super::error::Result;
use super::grouping::{Center, ClusterAlgorithm, Recode, Split};
use super::reader::Node;
use super::scalars::{SHARE, exact, named, time};
use super::words::words;
use lethe_data::Decimal;
use serde::Serialize;
use std::time::Duration;

/// The table `[search]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Search {
    /// The algorithm.
    pub method: Method,
    /// The level of each column, for [`Method::Fixed`], in the order written.
    #[serde(serialize_with = "named")]
    pub levels: Vec<(String, u32)>,
    /// The share of records that may be suppressed, exact because it bounds a count of records.
    #[serde(serialize_with = "exact")]
    pub suppression_limit: Decimal,
    /// How the losses of columns become one.
    pub aggregate: Aggregate,
    /// The loss that is made small.
    pub quality: Quality,
    /// When to stop with the best solution so far.
    #[serde(serialize_with = "time")]
    pub time_limit: Option<Duration>,
    /// What is split, for [`Method::Compartment`].
    pub mode: Option<CompartmentMode>,
    /// Whether records that one solution would suppress are given to another one (iterative local recoding).
    pub local: bool,
    /// What happens to the records that are suppressed.
    pub suppressed: Suppressed,
    /// The column that classes should predict, for [`Quality::Classification`].
    pub class: Option<String>,
    /// How records are joined, for [`Method::Cluster`] and [`Method::DiskCluster`]; the default when not given.
    pub algorithm: Option<ClusterAlgorithm>,
    /// What groups show, for the methods that group records; the default when not given.
    pub recode: Option<Recode>,
    /// Whether equal values may be parted, for [`Method::Mondrian`]; the default when not given.
    pub split: Option<Split>,
    /// What stands for a group's numbers, for [`ClusterAlgorithm::Mdav`]; the default when not given.
    pub center: Option<Center>,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            method: Method::default(),
            levels: Vec::new(),
            suppression_limit: Decimal::ZERO,
            aggregate: Aggregate::default(),
            quality: Quality::default(),
            time_limit: None,
            mode: None,
            local: false,
            suppressed: Suppressed::default(),
            class: None,
            algorithm: None,
            recode: None,
            split: None,
            center: None,
        }
    }
}

words! {
    /// The algorithm that makes a release.
    #[derive(Default)]
    pub enum Method is "method" {
        /// Chosen by the size of the search space.
        #[default]
        Auto = "auto",
        /// The levels given, no search.
        Fixed = "fixed",
        /// The whole lattice along paths, optimal.
        Flash = "flash",
        /// The whole lattice by growing column sets, optimal.
        Incognito = "incognito",
        /// The lattice best first, within a time limit.
        Lightning = "lightning",
        /// Solutions bred from each other.
        Genetic = "genetic",
        /// From everything generalized downwards.
        TopDown = "top-down",
        /// The column with most values is generalized first.
        Datafly = "datafly",
        /// Records split at medians.
        Mondrian = "mondrian",
        /// Records joined with their nearest.
        Cluster = "cluster",
        /// Clusters of tables larger than memory.
        DiskCluster = "disk-cluster",
        /// Columns split into tables that single nobody out.
        Compartment = "compartment",
        /// Cells or records removed.
        Suppress = "suppress",
        /// Values changed at random.
        Perturb = "perturb",
        /// Several methods one after the other.
        Compose = "compose",
        /// Sensitive values in a table of their own.
        Anatomy = "anatomy",
        /// Sampling, generalization and suppression with differential privacy.
        Safepub = "safepub",
    }
}

words! {
    /// How the losses of columns become one.
    #[derive(Default)]
    pub enum Aggregate is "aggregate" {
        /// The weighted mean.
        #[default]
        Mean = "mean",
        /// The weighted geometric mean.
        Geometric = "geometric",
        /// The largest.
        Max = "max",
    }
}

words! {
    /// The loss that a search makes small.
    #[derive(Default)]
    pub enum Quality is "quality" {
        /// The share of the domain that labels cover.
        #[default]
        Loss = "loss",
        /// The height of labels in their hierarchies.
        Precision = "precision",
        /// The squared sizes of classes.
        Discernibility = "discernibility",
        /// The mean size of classes.
        GroupSize = "group-size",
        /// The information that labels no longer carry.
        Entropy = "entropy",
        /// The normalized certainty penalty.
        Ncp = "ncp",
        /// The total loss of all cells.
        Total = "total",
        /// The records that their class would misclassify.
        Classification = "classification",
        /// The squared sizes of all classes, suppressed or not.
        DiscernibilityMonotone = "discernibility-monotone",
        /// The original records that a record could be.
        Ambiguity = "ambiguity",
        /// How far people are from where the release lets one believe them.
        KlDivergence = "kl-divergence",
        /// How far numbers are from what is published for them.
        SquaredError = "squared-error",
    }
}

words! {
    /// What happens to the records that are suppressed.
    #[derive(Default)]
    pub enum Suppressed is "choice" {
        /// They are published as rows of `*`.
        #[default]
        Keep = "keep",
        /// They are left out.
        Drop = "drop",
    }
}

words! {
    /// What the compartment method splits.
    pub enum CompartmentMode is "mode" {
        /// The columns of all records in the same way, a file each.
        Global = "global",
        /// The columns of each record on its own, in one file.
        RowWise = "row-wise",
    }
}

const KEYS: &[&str] = &[
    "method",
    "levels",
    "suppression_limit",
    "aggregate",
    "quality",
    "time_limit",
    "mode",
    "local",
    "suppressed",
    "class",
    "algorithm",
    "recode",
    "split",
    "center",
];

pub(super) fn read(node: &Node<'_>) -> Result<Search> {
    let table = node.table("a search", KEYS)?;
    let levels = table.get("levels").map_or_else(|| Ok(Vec::new()), |node| read_levels(&node))?;
    let search = Search {
        method: table.optional("method")?.unwrap_or_default(),
        levels,
        suppression_limit: table.optional_where("suppression_limit", SHARE)?.unwrap_or(Decimal::ZERO),
        aggregate: table.optional("aggregate")?.unwrap_or_default(),
        quality: table.optional("quality")?.unwrap_or_default(),
        time_limit: table.optional("time_limit")?,
        mode: table.optional("mode")?,
        local: table.optional("local")?.unwrap_or(false),
        suppressed: table.optional("suppressed")?.unwrap_or_default(),
        class: table.optional("class")?,
        algorithm: table.optional("algorithm")?,
        recode: table.optional("recode")?,
        split: table.optional("split")?,
        center: table.optional("center")?,
    };
    match search.idle_key() {
        Some((key, problem)) => Err(table.error_at(key, problem)),
        None => Ok(search),
    }
}

fn read_levels(node: &Node<'_>) -> Result<Vec<(String, u32)>> {
    let entries = node.entries()?.into_iter();
    entries.map(|(column, level)| Ok((column.to_owned(), level.read()?))).collect()
}
