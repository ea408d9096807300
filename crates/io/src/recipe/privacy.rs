//! The privacy models a release must satisfy.

use super::diversity::{self, Diversity};
use super::error::Result;
use super::reader::{FromNode, Node, Rule, Table};
use super::safepub::Budget;
use super::scalars::{PART, POSITIVE, SHARE, at_least_one, at_least_two, exact, exact_if_given};
use super::words::words;
use lethe_data::Decimal;
use serde::{Deserialize, Serialize};

/// One table `[[privacy]]`: a model with the parameters it has and no others, each in its range.
///
/// Real parameters are exact decimals, because a threshold decides whether data about people is published and must
/// not move by a rounding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "model", rename_all = "kebab-case")]
pub enum PrivacyModel {
    /// Every record looks like at least `k` − 1 others.
    KAnonymity {
        /// The size of the smallest class.
        k: u64,
    },
    /// Every class is diverse in a sensitive column.
    LDiversity {
        /// The sensitive column.
        column: String,
        /// What counts as diverse.
        #[serde(flatten)]
        diversity: Diversity,
    },
    /// Every class has about the same distribution of a sensitive column as the table.
    TCloseness {
        /// The sensitive column.
        column: String,
        /// The largest distance between the distributions.
        #[serde(serialize_with = "exact")]
        t: Decimal,
        /// How far apart two values are.
        distance: Distance,
    },
    /// Nobody in a population can be told to be in the table, or not to be.
    DeltaPresence {
        /// The smallest probability of being in the table.
        #[serde(serialize_with = "exact")]
        min: Decimal,
        /// The largest probability of being in the table.
        #[serde(serialize_with = "exact")]
        max: Decimal,
        /// The file of the population, of which the table is a part.
        population: String,
    },
    /// No sensitive value becomes much more likely in a class than in the table.
    BetaLikeness {
        /// The sensitive column.
        column: String,
        /// The largest relative gain in probability.
        #[serde(serialize_with = "exact")]
        beta: Decimal,
        /// Whether the gain of frequent values is also bounded by −ln of their share.
        enhanced: bool,
    },
    /// No sensitive value is much more or much less likely in a class than in the table.
    DeltaDisclosure {
        /// The sensitive column.
        column: String,
        /// The bound on the absolute logarithm of the ratio of the two probabilities.
        #[serde(serialize_with = "exact")]
        delta: Decimal,
    },
    /// Every class has `k` people, and no sensitive value a larger share of it than `alpha`.
    AlphaK {
        /// The sensitive column.
        column: String,
        /// The largest share of a value.
        #[serde(serialize_with = "exact")]
        alpha: Decimal,
        /// The size of the smallest class.
        k: u64,
        /// The values to protect; `None`: all values of the column.
        values: Option<Vec<String>>,
    },
    /// Whoever knows `l` columns of a person finds `k` records, and no sensitive value with more confidence than `c`.
    LkcPrivacy {
        /// The most columns an attacker knows.
        l: usize,
        /// The smallest number of records.
        k: u64,
        /// The largest share of a value.
        #[serde(serialize_with = "exact")]
        c: Decimal,
        /// The sensitive column.
        column: String,
        /// The values to protect; `None`: all values of the column.
        values: Option<Vec<String>>,
    },
    /// Every record looks like at least `k` people of a population.
    KMap {
        /// The smallest number of people.
        k: u64,
        /// The population, when it is not the table itself.
        population: Option<Population>,
        /// For an estimate: how likely a class may look large enough by chance; `None`: 0.01.
        #[serde(serialize_with = "exact_if_given", skip_serializing_if = "Option::is_none")]
        significance: Option<Decimal>,
    },
    /// The mean risk of re-identification is bounded.
    AverageRisk {
        /// The largest mean risk.
        #[serde(serialize_with = "exact")]
        max: Decimal,
    },
    /// The risk of re-identification by an attacker is bounded.
    ReidentificationRisk {
        /// The largest risk.
        #[serde(serialize_with = "exact")]
        max: Decimal,
        /// Whom the attacker is after.
        attacker: Attacker,
        /// The population that a journalist or marketer has, when it is not the table itself.
        population: Option<Population>,
    },
    /// Every combination of up to `m` items occurs in at least `k` records or in none.
    KmAnonymity {
        /// The smallest number of records.
        k: u64,
        /// The most items an attacker knows.
        m: u64,
    },
    /// Over successive releases, a person stays among the same `m` or more sensitive values.
    MInvariance {
        /// The sensitive column.
        column: String,
        /// The different values of a class.
        m: u64,
        /// The column that says who a record is about, to find people again in the previous release.
        person: Option<String>,
        /// The file of the previous release, if there was one.
        previous: Option<String>,
    },
    /// The release depends on any one person only within bounds.
    DifferentialPrivacy {
        /// The bound on the change of log-probabilities.
        epsilon: Budget,
        /// The probability with which the bound may fail; by the number of records when not given.
        #[serde(serialize_with = "exact_if_given")]
        delta: Option<Decimal>,
    },
}

words! {
    /// How far apart two sensitive values are for t-closeness.
    #[derive(Default)]
    pub enum Distance is "distance" {
        /// All values are equally far apart.
        #[default]
        Equal = "equal",
        /// Values are as far apart as their ranks.
        Ordered = "ordered",
        /// Values are as far apart as the level of the column's hierarchy where they meet.
        Hierarchical = "hierarchical",
    }
}

words! {
    /// Whom an attacker is after.
    pub enum Attacker is "attacker" {
        /// A person known to be in the table: the risk is that of the record most at risk.
        Prosecutor = "prosecutor",
        /// Anybody of a population of which the table is a part.
        Journalist = "journalist",
        /// As many people as possible: the risk is the share of records to be re-identified.
        Marketer = "marketer",
    }
}

/// What is known of a population.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Population {
    /// A file with its records.
    File(String),
    /// Only its size; how often combinations occur in it is estimated.
    Size(u64),
}

impl FromNode for Population {
    fn from_node(node: &Node<'_>) -> Result<Self> {
        if node.value().is_integer() {
            node.read_where(at_least_one()).map(Self::Size)
        } else if node.value().is_str() {
            node.read().map(Self::File)
        } else {
            Err(node.expected("a file name or a number of people"))
        }
    }
}

impl PrivacyModel {
    /// The name users write.
    pub fn name(&self) -> &'static str {
        match self {
            Self::KAnonymity { .. } => "k-anonymity",
            Self::LDiversity { .. } => "l-diversity",
            Self::TCloseness { .. } => "t-closeness",
            Self::DeltaPresence { .. } => "delta-presence",
            Self::BetaLikeness { .. } => "beta-likeness",
            Self::DeltaDisclosure { .. } => "delta-disclosure",
            Self::AlphaK { .. } => "alpha-k",
            Self::LkcPrivacy { .. } => "lkc-privacy",
            Self::KMap { .. } => "k-map",
            Self::AverageRisk { .. } => "average-risk",
            Self::ReidentificationRisk { .. } => "reidentification-risk",
            Self::KmAnonymity { .. } => "km-anonymity",
            Self::MInvariance { .. } => "m-invariance",
            Self::DifferentialPrivacy { .. } => "differential-privacy",
        }
    }

    /// The sensitive column that the model protects, for models that protect one.
    pub fn column(&self) -> Option<&str> {
        match self {
            Self::LDiversity { column, .. }
            | Self::TCloseness { column, .. }
            | Self::BetaLikeness { column, .. }
            | Self::DeltaDisclosure { column, .. }
            | Self::AlphaK { column, .. }
            | Self::LkcPrivacy { column, .. }
            | Self::MInvariance { column, .. } => Some(column),
            _ => None,
        }
    }
}

type Reader = fn(&'static str, &Node<'_>) -> Result<PrivacyModel>;

/// Every model's name and how its table is read.
pub(super) const MODELS: [(&str, Reader); 14] = [
    ("k-anonymity", |name, node| {
        let table = node.table(name, &["model", "k"])?;
        Ok(PrivacyModel::KAnonymity { k: table.required_where("k", at_least_two())? })
    }),
    ("l-diversity", |_, node| {
        diversity::read(node).map(|(column, diversity)| PrivacyModel::LDiversity { column, diversity })
    }),
    ("t-closeness", |name, node| {
        let table = node.table(name, &["model", "column", "t", "distance"])?;
        let (column, t) = (table.required("column")?, table.required_where("t", SHARE)?);
        let distance = table.optional("distance")?.unwrap_or_default();
        Ok(PrivacyModel::TCloseness { column, t, distance })
    }),
    ("delta-presence", |name, node| {
        let table = node.table(name, &["model", "min", "max", "population"])?;
        let (min, max) = (table.required_where("min", SHARE)?, table.required_where("max", SHARE)?);
        if min > max {
            return Err(table.error_at("min", format!("must not be above max, but {min} > {max}")));
        }
        Ok(PrivacyModel::DeltaPresence { min, max, population: table.required("population")? })
    }),
    ("beta-likeness", |name, node| {
        let table = node.table(name, &["model", "column", "beta", "enhanced"])?;
        let (column, beta) = (table.required("column")?, table.required_where("beta", POSITIVE)?);
        let enhanced = table.optional("enhanced")?.unwrap_or(false);
        Ok(PrivacyModel::BetaLikeness { column, beta, enhanced })
    }),
    ("delta-disclosure", |name, node| {
        let table = node.table(name, &["model", "column", "delta"])?;
        let (column, delta) = (table.required("column")?, table.required_where("delta", POSITIVE)?);
        Ok(PrivacyModel::DeltaDisclosure { column, delta })
    }),
    ("alpha-k", |name, node| {
        let table = node.table(name, &["model", "column", "alpha", "k", "values"])?;
        let (column, alpha) = (table.required("column")?, table.required_where("alpha", PART)?);
        let (k, values) = (table.required_where("k", at_least_two())?, some_values(&table)?);
        Ok(PrivacyModel::AlphaK { column, alpha, k, values })
    }),
    ("lkc-privacy", |name, node| {
        let table = node.table(name, &["model", "l", "k", "c", "column", "values"])?;
        let (l, k) = (table.required_where("l", at_least_one())?, table.required_where("k", at_least_two())?);
        let (c, column) = (table.required_where("c", PART)?, table.required("column")?);
        Ok(PrivacyModel::LkcPrivacy { l, k, c, column, values: some_values(&table)? })
    }),
    ("k-map", |name, node| {
        let table = node.table(name, &["model", "k", "population", "significance"])?;
        let k = table.required_where("k", at_least_two())?;
        let population: Option<Population> = table.optional("population")?;
        let significance = table.optional_where("significance", PART)?;
        if significance.is_some() && !matches!(population, Some(Population::Size(_))) {
            let problem = "goes with a population of which only the number of people is known";
            return Err(table.error_at("significance", problem));
        }
        Ok(PrivacyModel::KMap { k, population, significance })
    }),
    ("average-risk", |name, node| {
        let table = node.table(name, &["model", "max"])?;
        Ok(PrivacyModel::AverageRisk { max: table.required_where("max", PART)? })
    }),
    ("reidentification-risk", |name, node| {
        let table = node.table(name, &["model", "max", "attacker", "population"])?;
        let (max, attacker) = (table.required_where("max", PART)?, table.required("attacker")?);
        let population: Option<Population> = table.optional("population")?;
        if population.is_some() && attacker == Attacker::Prosecutor {
            let problem =
                "does not go with attacker = \"prosecutor\", who knows that a person is in the table";
            return Err(table.error_at("population", problem));
        }
        Ok(PrivacyModel::ReidentificationRisk { max, attacker, population })
    }),
    ("km-anonymity", |name, node| {
        let table = node.table(name, &["model", "k", "m"])?;
        let (k, m) = (table.required_where("k", at_least_two())?, table.required_where("m", at_least_one())?);
        Ok(PrivacyModel::KmAnonymity { k, m })
    }),
    ("m-invariance", |name, node| {
        let table = node.table(name, &["model", "column", "m", "person", "previous"])?;
        let (column, m) = (table.required("column")?, table.required_where("m", at_least_two())?);
        let (person, previous) = (table.optional("person")?, table.optional("previous")?);
        Ok(PrivacyModel::MInvariance { column, m, person, previous })
    }),
    ("differential-privacy", |name, node| {
        let table = node.table(name, &["model", "epsilon", "delta"])?;
        let epsilon = table.required("epsilon")?;
        if let Budget::Number(number) = &epsilon
            && *number <= Decimal::ZERO
        {
            return Err(table.error_at("epsilon", format!("must be above 0, not {number}")));
        }
        Ok(PrivacyModel::DifferentialPrivacy { epsilon, delta: table.optional_where("delta", FAILURE)? })
    }),
];

const FAILURE: Rule<Decimal> = Rule {
    holds: |delta| *delta >= Decimal::ZERO && *delta < Decimal::from(1),
    words: "at least 0 and below 1",
};

/// The values to protect; an empty list would protect none.
fn some_values(table: &Table<'_>) -> Result<Option<Vec<String>>> {
    match table.optional::<Vec<String>>("values")? {
        Some(values) if values.is_empty() => {
            Err(table.error_at("values", "must list at least one value; leave it out to protect all"))
        }
        values => Ok(values),
    }
}

pub(super) fn read(node: &Node<'_>) -> Result<PrivacyModel> {
    let (name, read) = node.demand("a privacy model", "model")?.choose("model", &MODELS)?;
    read(name, node)
}
