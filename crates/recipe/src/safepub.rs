//! Choices of truthful differential privacy, and budgets.

use crate::document::Content;
use crate::error::Result;
use crate::reader::{FromNode, Node};
use crate::words;
use lethe_data::Decimal;
use serde::{Serialize, Serializer};
use std::fmt;

words! {
    /// What the search of [`Method::Safepub`](crate::Method::Safepub) looks for.
    pub enum Score is "score" {
        /// How little of their columns' domains the values cover.
        Granularity = "granularity",
        /// How low the levels are.
        Intensity = "intensity",
        /// How small the groups are.
        Discernibility = "discernibility",
        /// How different the values of each column are.
        Entropy = "entropy",
        /// How many groups there are.
        GroupSize = "group-size",
        /// How many records have the most frequent label of their group.
        Classification = "classification",
        /// The records whose labels are reported rightly by their group or, at nine tenths, by the most frequent label of those left out.
        Prediction = "prediction",
    }
}

words! {
    /// How levels are chosen among those that the search has come by.
    #[derive(Default)]
    pub enum Final is "choice" {
        /// By one more exponential mechanism, which has a share of the budget.
        #[default]
        Choose = "choose",
        /// The last ones.
        Last = "last",
        /// Those with the best score, as published; the guarantee is then not proven.
        Paper = "paper",
    }
}

words! {
    /// Which records the search reads.
    #[derive(Default)]
    pub enum Sampling is "sampling" {
        /// All; those that are published are sampled afterwards.
        #[default]
        Fresh = "fresh",
        /// The sample that is published, as published; the guarantee is then not proven.
        Shared = "shared",
    }
}

/// A privacy budget as it is written: a number, or the logarithm of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A number, taken exactly.
    Number(Decimal),
    /// `ln(p/q)`, kept as it is written.
    Logarithm(String),
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Logarithm(text) => f.write_str(text),
        }
    }
}

impl Serialize for Budget {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => crate::scalars::exact(number, serializer),
            Self::Logarithm(text) => serializer.serialize_str(text),
        }
    }
}

impl FromNode for Budget {
    fn from_node(node: &Node<'_>) -> Result<Self> {
        let Content::Text(text) = node.content() else { return node.read().map(Self::Number) };
        let is_logarithm = text.starts_with("ln(") && text.ends_with(')');
        match Decimal::parse(text) {
            Some(number) => Ok(Self::Number(number)),
            None if is_logarithm => Ok(Self::Logarithm(text.clone())),
            None => Err(node.error("expected a budget such as 1, 0.1 or \"ln(2)\"")),
        }
    }
}
