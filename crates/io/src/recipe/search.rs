//! How a solution is searched for, and what "best" means.

use super::algorithm::Algorithm;
use super::elimination::{Alone, CompartmentMode, Composition, Cover, Perturbation};
use super::error::Result;
use super::grouping::{Center, Recode, Split};
use super::reader::Node;
use super::safepub::{Final, Sampling, Score};
use super::scalars::{PART, POSITIVE, SHARE, at_least_one, exact, exact_if_given, named, time};
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
    /// What is split, where columns are parted; the default when not given.
    pub mode: Option<CompartmentMode>,
    /// Whether records that one solution would suppress are given to another one (iterative local recoding).
    pub local: bool,
    /// What happens to the records that are suppressed.
    pub suppressed: Suppressed,
    /// The columns that suppressed records show; none when not given.
    pub suppressed_shows: Option<Vec<String>>,
    /// The column that classes should predict, for [`Quality::Classification`].
    pub class: Option<String>,
    /// How records are joined or columns parted; what [`Algorithm::default_of`] the method says when not given.
    pub algorithm: Option<Algorithm>,
    /// What groups show, for the methods that group records; the default when not given.
    pub recode: Option<Recode>,
    /// Whether equal values may be parted, for [`Method::Mondrian`]; the default when not given.
    pub split: Option<Split>,
    /// What stands for a group's numbers, for [`Algorithm::Mdav`] (the default when not given) and [`Method::Generalize`]
    /// (a range when not given).
    pub center: Option<Center>,
    /// How many columns an attacker knows at most, where cells are changed or columns parted; any number when not given.
    pub max_size: Option<usize>,
    /// What compartments must show together; the default when not given.
    pub cover: Option<Cover>,
    /// The columns that every compartment has.
    pub shared: Option<Vec<String>>,
    /// What becomes of columns that fit into no compartment; the default when not given.
    pub alone: Option<Alone>,
    /// How values are changed, for [`Method::Perturb`] and [`Method::Compose`]; the default when not given.
    pub perturbation: Option<Perturbation>,
    /// How much values are changed, for perturbations that can be strong or weak.
    #[serde(serialize_with = "exact_if_given")]
    pub amount: Option<Decimal>,
    /// How treatments are chosen, for [`Method::Compose`]; the default when not given.
    pub composition: Option<Composition>,
    /// See [`Search::generalizes_above`].
    #[serde(serialize_with = "exact_if_given")]
    pub generalize_above: Option<Decimal>,
    /// See [`Search::compartments_from`].
    #[serde(serialize_with = "exact_if_given")]
    pub compartment_from: Option<Decimal>,
    /// What the search of [`Method::Safepub`] may spend of the budget; a tenth when not given.
    #[serde(serialize_with = "exact_if_given")]
    pub eps_search: Option<Decimal>,
    /// How many steps it takes.
    pub steps: Option<u32>,
    /// What it looks for; prediction where there is a class column, granularity otherwise.
    pub score: Option<Score>,
    /// How levels are chosen in the end; the default when not given.
    #[serde(rename = "final")]
    pub final_choice: Option<Final>,
    /// The share of the search's budget that the last choice has; nine tenths when not given.
    #[serde(serialize_with = "exact_if_given")]
    pub final_share: Option<Decimal>,
    /// Which records it reads; the default when not given.
    pub sampling: Option<Sampling>,
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
            suppressed_shows: None,
            class: None,
            algorithm: None,
            recode: None,
            split: None,
            center: None,
            max_size: None,
            cover: None,
            shared: None,
            alone: None,
            perturbation: None,
            amount: None,
            composition: None,
            generalize_above: None,
            compartment_from: None,
            eps_search: None,
            steps: None,
            score: None,
            final_choice: None,
            final_share: None,
            sampling: None,
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
        /// Cells removed until no small combination is left.
        Suppress = "suppress",
        /// Cells generalized until no small combination is left.
        Generalize = "generalize",
        /// Cells falsified until no small combination is left.
        Perturb = "perturb",
        /// A treatment of its own for each quasi-identifier.
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
    "suppressed_shows",
    "class",
    "algorithm",
    "recode",
    "split",
    "center",
    "max_size",
    "cover",
    "shared",
    "alone",
    "perturbation",
    "amount",
    "composition",
    "generalize_above",
    "compartment_from",
    "eps_search",
    "steps",
    "score",
    "final",
    "final_share",
    "sampling",
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
        suppressed_shows: table.optional("suppressed_shows")?,
        class: table.optional("class")?,
        algorithm: table.optional("algorithm")?,
        recode: table.optional("recode")?,
        split: table.optional("split")?,
        center: table.optional("center")?,
        max_size: table.optional_where("max_size", at_least_one())?,
        cover: table.optional("cover")?,
        shared: table.optional("shared")?,
        alone: table.optional("alone")?,
        perturbation: table.optional("perturbation")?,
        amount: table.optional_where("amount", PART)?,
        composition: table.optional("composition")?,
        generalize_above: table.optional_where("generalize_above", SHARE)?,
        compartment_from: table.optional_where("compartment_from", SHARE)?,
        eps_search: table.optional_where("eps_search", POSITIVE)?,
        steps: table.optional_where("steps", at_least_one())?,
        score: table.optional("score")?,
        final_choice: table.optional("final")?,
        final_share: table.optional_where("final_share", PART)?,
        sampling: table.optional("sampling")?,
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
