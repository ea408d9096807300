//! The methods that make a release, each with the options that it has and no others.

use crate::elimination::{Alone, CompartmentMode, Composition, Cover, Perturbation};
use crate::fitting::Idle;
use crate::grouping::{Center, Recode, Split};
use crate::safepub::{Final, Sampling, Score};
use crate::{Algorithm, words};
use lethe_data::Decimal;
use std::fmt;

words! {
    /// The name of the algorithm that makes a release.
    #[derive(Default)]
    pub enum MethodName is "method" {
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
        /// Sampling, generalization and suppression with differential privacy.
        Safepub = "safepub",
    }
}

/// The algorithm that makes a release, with its options. What an option says when it is left out is the method's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// Levels for all records: one of the searches.
    Levels(LevelSearch, LevelOptions),
    /// Levels for all records: those given. Columns that are not named stay on their lowest.
    Fixed(Vec<(String, u32)>, LevelOptions),
    /// Records split at medians.
    Mondrian {
        /// What groups show.
        recode: Option<Recode>,
        /// Whether equal values may be split.
        split: Option<Split>,
    },
    /// Records joined with their nearest, in memory.
    Cluster(ClusterOptions),
    /// Records joined with their nearest, on disk.
    DiskCluster(ClusterOptions),
    /// Columns split into tables that single nobody out.
    Compartment {
        /// How many columns an attacker knows at most; any number when not given.
        max_size: Option<usize>,
        /// How safe sets of columns are found.
        algorithm: Option<Algorithm>,
        /// How the tables are made.
        splitting: SplitOptions,
        /// What becomes of columns that fit into no compartment.
        alone: Option<Alone>,
    },
    /// Cells removed until no small combination is left.
    Suppress {
        /// How many columns an attacker knows at most; any number when not given.
        max_size: Option<usize>,
    },
    /// Cells generalized until no small combination is left.
    Generalize {
        /// How many columns an attacker knows at most; any number when not given.
        max_size: Option<usize>,
        /// What stands for a group's numbers; a range when not given.
        center: Option<Center>,
    },
    /// Cells falsified until no small combination is left.
    Perturb {
        /// How many columns an attacker knows at most; any number when not given.
        max_size: Option<usize>,
        /// How values are changed.
        change: PerturbationOptions,
    },
    /// A treatment of its own for each quasi-identifier.
    Compose {
        /// How many columns an attacker knows at most; any number when not given.
        max_size: Option<usize>,
        /// How columns are split, where they are.
        splitting: SplitOptions,
        /// How values are changed, where they are.
        change: PerturbationOptions,
        /// How treatments are chosen.
        choice: CompositionOptions,
    },
    /// Sampling, generalization and suppression with differential privacy.
    Safepub(SafepubOptions),
}

/// A search of the lattice of levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LevelSearch {
    /// Chosen by the size of the search space.
    #[default]
    Auto,
    /// The whole lattice along paths, optimal.
    Flash,
    /// The whole lattice by growing column sets, optimal.
    Incognito,
    /// The lattice best first, within a time limit.
    Lightning,
    /// Solutions bred from each other.
    Genetic,
    /// From everything generalized downwards.
    TopDown,
    /// The column with most values is generalized first.
    Datafly,
}

/// Options of methods that choose levels for all records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelOptions {
    /// Whether records that one solution would suppress are given to another one (iterative local recoding).
    pub local: bool,
    /// The columns that suppressed records show; none when not given.
    pub suppressed_shows: Option<Vec<String>>,
    /// What suppression counts against generalization: 0 ignores suppression, 1 ignores generalization; 0.5, both as they
    /// are, when not given.
    pub gs_factor: Option<Decimal>,
}

/// Options of methods that join records to clusters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClusterOptions {
    /// How records are joined.
    pub algorithm: Option<Algorithm>,
    /// What clusters show.
    pub recode: Option<Recode>,
    /// What stands for a cluster's numbers, for [`Algorithm::Mdav`].
    pub center: Option<Center>,
}

/// Options of methods that part columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SplitOptions {
    /// What is split.
    pub mode: Option<CompartmentMode>,
    /// What compartments must show together.
    pub cover: Option<Cover>,
    /// The columns that every compartment has.
    pub shared: Option<Vec<String>>,
}

/// Options of methods that change values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerturbationOptions {
    /// How values are changed.
    pub perturbation: Option<Perturbation>,
    /// How much, for perturbations that can be strong or weak.
    pub amount: Option<Decimal>,
}

/// Options of [`Method::Compose`] only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CompositionOptions {
    /// How treatments are chosen.
    pub composition: Option<Composition>,
    /// See [`MethodKeys::generalizes_above`].
    pub generalize_above: Option<Decimal>,
    /// See [`MethodKeys::compartments_from`].
    pub compartment_from: Option<Decimal>,
}

/// Options of [`Method::Safepub`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SafepubOptions {
    /// What the search may spend of the budget; a tenth when not given.
    pub eps_search: Option<Decimal>,
    /// How many steps it takes.
    pub steps: Option<u32>,
    /// What it looks for; prediction where there is a class column, granularity otherwise.
    pub score: Option<Score>,
    /// How levels are chosen in the end.
    pub final_choice: Option<Final>,
    /// The share of the search's budget that the last choice has; nine tenths when not given.
    pub final_share: Option<Decimal>,
    /// Which records it reads.
    pub sampling: Option<Sampling>,
}

/// The keys of all methods as they are written, before it is known whether they go together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MethodKeys {
    /// The method.
    pub method: MethodName,
    /// The level of each column, in the order written.
    pub levels: Vec<(String, u32)>,
    /// See [`SplitOptions::mode`].
    pub mode: Option<CompartmentMode>,
    /// See [`LevelOptions::local`].
    pub local: bool,
    /// See [`LevelOptions::suppressed_shows`].
    pub suppressed_shows: Option<Vec<String>>,
    /// See [`LevelOptions::gs_factor`].
    pub gs_factor: Option<Decimal>,
    /// How records are joined or columns split; what [`Algorithm::default_of`] the method says when not given.
    pub algorithm: Option<Algorithm>,
    /// What groups show.
    pub recode: Option<Recode>,
    /// Whether equal values may be split.
    pub split: Option<Split>,
    /// What stands for numbers.
    pub center: Option<Center>,
    /// How many columns an attacker knows at most.
    pub max_size: Option<usize>,
    /// See [`SplitOptions::cover`].
    pub cover: Option<Cover>,
    /// See [`SplitOptions::shared`].
    pub shared: Option<Vec<String>>,
    /// What becomes of columns that fit into no compartment.
    pub alone: Option<Alone>,
    /// See [`PerturbationOptions::perturbation`].
    pub perturbation: Option<Perturbation>,
    /// See [`PerturbationOptions::amount`].
    pub amount: Option<Decimal>,
    /// See [`CompositionOptions::composition`].
    pub composition: Option<Composition>,
    /// See [`MethodKeys::generalizes_above`].
    pub generalize_above: Option<Decimal>,
    /// See [`MethodKeys::compartments_from`].
    pub compartment_from: Option<Decimal>,
    /// See [`SafepubOptions`].
    pub safepub: SafepubOptions,
}

impl Default for Method {
    fn default() -> Self {
        Self::Levels(LevelSearch::default(), LevelOptions::default())
    }
}

impl Method {
    /// The method that keys name.
    ///
    /// **Errors**: the first key that others leave without effect, and why.
    pub fn new(keys: MethodKeys) -> Result<Self, Idle> {
        if let Some(idle) = keys.idle_key() {
            return Err(idle);
        }
        let MethodKeys { max_size, algorithm, recode, center, .. } = keys;
        let levels = LevelOptions {
            local: keys.local,
            suppressed_shows: keys.suppressed_shows,
            gs_factor: keys.gs_factor,
        };
        let cluster = ClusterOptions { algorithm, recode, center };
        let splitting = SplitOptions { mode: keys.mode, cover: keys.cover, shared: keys.shared };
        let change = PerturbationOptions { perturbation: keys.perturbation, amount: keys.amount };
        Ok(match keys.method {
            MethodName::Auto => Self::Levels(LevelSearch::Auto, levels),
            MethodName::Flash => Self::Levels(LevelSearch::Flash, levels),
            MethodName::Incognito => Self::Levels(LevelSearch::Incognito, levels),
            MethodName::Lightning => Self::Levels(LevelSearch::Lightning, levels),
            MethodName::Genetic => Self::Levels(LevelSearch::Genetic, levels),
            MethodName::TopDown => Self::Levels(LevelSearch::TopDown, levels),
            MethodName::Datafly => Self::Levels(LevelSearch::Datafly, levels),
            MethodName::Fixed => Self::Fixed(keys.levels, levels),
            MethodName::Mondrian => Self::Mondrian { recode, split: keys.split },
            MethodName::Cluster => Self::Cluster(cluster),
            MethodName::DiskCluster => Self::DiskCluster(cluster),
            MethodName::Compartment => {
                Self::Compartment { max_size, algorithm, splitting, alone: keys.alone }
            }
            MethodName::Suppress => Self::Suppress { max_size },
            MethodName::Generalize => Self::Generalize { max_size, center },
            MethodName::Perturb => Self::Perturb { max_size, change },
            MethodName::Compose => {
                let choice = CompositionOptions {
                    composition: keys.composition,
                    generalize_above: keys.generalize_above,
                    compartment_from: keys.compartment_from,
                };
                Self::Compose { max_size, splitting, change, choice }
            }
            MethodName::Safepub => Self::Safepub(keys.safepub),
        })
    }

    /// The name users write.
    pub fn name(&self) -> MethodName {
        match self {
            Self::Levels(LevelSearch::Auto, _) => MethodName::Auto,
            Self::Levels(LevelSearch::Flash, _) => MethodName::Flash,
            Self::Levels(LevelSearch::Incognito, _) => MethodName::Incognito,
            Self::Levels(LevelSearch::Lightning, _) => MethodName::Lightning,
            Self::Levels(LevelSearch::Genetic, _) => MethodName::Genetic,
            Self::Levels(LevelSearch::TopDown, _) => MethodName::TopDown,
            Self::Levels(LevelSearch::Datafly, _) => MethodName::Datafly,
            Self::Fixed(..) => MethodName::Fixed,
            Self::Mondrian { .. } => MethodName::Mondrian,
            Self::Cluster(_) => MethodName::Cluster,
            Self::DiskCluster(_) => MethodName::DiskCluster,
            Self::Compartment { .. } => MethodName::Compartment,
            Self::Suppress { .. } => MethodName::Suppress,
            Self::Generalize { .. } => MethodName::Generalize,
            Self::Perturb { .. } => MethodName::Perturb,
            Self::Compose { .. } => MethodName::Compose,
            Self::Safepub(_) => MethodName::Safepub,
        }
    }

    /// The keys that say the same.
    pub fn keys(&self) -> MethodKeys {
        let mut keys = MethodKeys { method: self.name(), ..MethodKeys::default() };
        match self.clone() {
            Self::Levels(_, options) => keys.set_levels(options),
            Self::Fixed(levels, options) => {
                keys.levels = levels;
                keys.set_levels(options);
            }
            Self::Mondrian { recode, split } => (keys.recode, keys.split) = (recode, split),
            Self::Cluster(options) | Self::DiskCluster(options) => {
                (keys.algorithm, keys.recode, keys.center) =
                    (options.algorithm, options.recode, options.center);
            }
            Self::Compartment { max_size, algorithm, splitting, alone } => {
                (keys.max_size, keys.algorithm, keys.alone) = (max_size, algorithm, alone);
                keys.set_parting(splitting);
            }
            Self::Suppress { max_size } => keys.max_size = max_size,
            Self::Generalize { max_size, center } => (keys.max_size, keys.center) = (max_size, center),
            Self::Perturb { max_size, change } => {
                keys.max_size = max_size;
                keys.set_change(change);
            }
            Self::Compose { max_size, splitting, change, choice } => {
                keys.max_size = max_size;
                keys.set_parting(splitting);
                keys.set_change(change);
                (keys.composition, keys.generalize_above) = (choice.composition, choice.generalize_above);
                keys.compartment_from = choice.compartment_from;
            }
            Self::Safepub(options) => keys.safepub = options,
        }
        keys
    }
}

impl MethodKeys {
    fn set_levels(&mut self, options: LevelOptions) {
        (self.local, self.suppressed_shows) = (options.local, options.suppressed_shows);
        self.gs_factor = options.gs_factor;
    }

    fn set_parting(&mut self, options: SplitOptions) {
        (self.mode, self.cover, self.shared) = (options.mode, options.cover, options.shared);
    }

    fn set_change(&mut self, options: PerturbationOptions) {
        (self.perturbation, self.amount) = (options.perturbation, options.amount);
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name().fmt(f)
    }
}
