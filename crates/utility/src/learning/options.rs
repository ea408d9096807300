//! What is to be learned, from what, and how.

use super::{Error, Result};
use lethe_data::Table;

/// What a release may show of an original value of a column, where the caller knows: (column, value) → labels, the narrowest
/// first.
pub type Shown<'a> = &'a (dyn Fn(&str, &str) -> Vec<String> + Sync);

/// A release, as far as its rows are known to be those of the original.
#[derive(Clone)]
pub enum Released<'a> {
    /// Row `i` of the table is what is shown of row `i` of the original.
    Rows(&'a Table),
    /// Nobody knows which row is whose: shuffled, dropped or split rows, or several compartments.
    Unlinked {
        /// The tables that are published together.
        tables: Vec<&'a Table>,
        /// What the release shows of an original value. Without it values are found by their spelling, in the
        /// narrowest interval or in a set.
        shown: Option<Shown<'a>>,
    },
}

/// A way of learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Learner {
    /// A decision tree with binary splits, pruned by pessimistic errors.
    ///
    /// **Paper**: Breiman et al. 1984 (splits), Quinlan 1993 (pruning).
    Tree,
    /// Naive Bayes, features being independent given the class.
    Bayes,
    /// Logistic regression, for more than two classes the softmax kind, with an L2 penalty.
    Logistic,
    /// A random forest: decision trees from drawn records and features, averaged.
    ///
    /// **Paper**: Breiman 2001.
    Forest,
}

impl Learner {
    /// Every learner.
    pub const ALL: [Self; 4] = [Self::Tree, Self::Logistic, Self::Bayes, Self::Forest];

    /// The name users read.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tree => "decision tree",
            Self::Logistic => "logistic regression",
            Self::Bayes => "naive Bayes",
            Self::Forest => "random forest",
        }
    }
}

/// How to learn.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The learners, in the order of their scores.
    pub learners: Vec<Learner>,
    /// The columns to learn from; all but the class where absent.
    pub features: Option<Vec<String>>,
    /// The number of folds.
    pub folds: usize,
    /// The seed of folds and samples.
    pub seed: u64,
    /// The class whose errors are counted. Where absent: the rarer of two, the mean over more.
    pub positive: Option<String>,
    /// Of larger tables a sample of so many rows is learned from and tested on.
    pub max_rows: usize,
    /// Only so many of the most frequent classes are learned; other records are never reported right.
    pub max_classes: usize,
    /// Values in fewer rows are one level together.
    pub rare: u64,
    /// Records in a leaf of a tree, at least.
    pub min_leaf: u64,
    /// Splits from the root of a tree to a leaf, at most.
    pub max_depth: usize,
    /// Trees of a random forest.
    pub trees: usize,
    /// The weight of the squared coefficients in logistic regression, against the sum of losses over records.
    pub l2: f64,
    /// Logistic regression has reached its minimum where the loss of the mean person changes by at most this much with each
    /// coefficient.
    pub tolerance: f64,
    /// Steps of logistic regression, at most.
    pub max_steps: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            learners: Learner::ALL.to_vec(),
            features: None,
            folds: 10,
            seed: 0,
            positive: None,
            max_rows: 50_000,
            max_classes: 20,
            rare: 5,
            min_leaf: 5,
            max_depth: 16,
            trees: 32,
            l2: 1.0,
            tolerance: 1e-4,
            max_steps: 200,
        }
    }
}

impl Options {
    /// Recursion and codes of one byte set limits.
    pub(super) fn check(&self) -> Result<()> {
        let parameter = |what, found: String, wanted| Err(Error::Parameter { what, found, wanted });
        if self.folds < 2 {
            return Err(Error::TooFewFolds { folds: self.folds });
        }
        if !(2..=200).contains(&self.max_classes) {
            return parameter("the number of classes", self.max_classes.to_string(), "between 2 and 200");
        }
        if self.max_rows < 2 {
            return parameter("the number of rows to learn from", self.max_rows.to_string(), "at least 2");
        }
        if !(1..=64).contains(&self.max_depth) {
            return parameter("the depth of trees", self.max_depth.to_string(), "between 1 and 64");
        }
        if !(1..=1000).contains(&self.trees) {
            return parameter("the number of trees", self.trees.to_string(), "between 1 and 1000");
        }
        if !(self.l2 > 0.0 && self.l2.is_finite()) {
            return parameter("the L2 penalty", self.l2.to_string(), "greater than 0");
        }
        if !(self.tolerance > 0.0 && self.tolerance.is_finite()) {
            return parameter(
                "the tolerance of logistic regression",
                self.tolerance.to_string(),
                "greater than 0",
            );
        }
        Ok(())
    }
}
