//! Choices of the methods that group records instead of choosing levels for all.

use crate::words;

words! {
    /// What a group of records shows in a column.
    #[derive(Default)]
    pub enum Recode is "recoding" {
        /// The lowest node of the column's hierarchy that all have in common; a range or a set of values where the column
        /// has no hierarchy.
        #[default]
        Hierarchy = "hierarchy",
        /// The range of numbers and dates, the set of other values; the column's hierarchy only orders them.
        Range = "range",
    }
}

words! {
    /// What becomes of the records that have the median value, for [`Mondrian`](crate::Method::Mondrian).
    #[derive(Default)]
    pub enum Split is "split" {
        /// Equal values stay together.
        #[default]
        Strict = "strict",
        /// They may go to either side, so that both are equally large.
        Relaxed = "relaxed",
    }
}

words! {
    /// What stands for the numbers of a group, for [`Algorithm::Mdav`](crate::Algorithm::Mdav) and
    /// [`Generalize`](crate::Method::Generalize).
    #[derive(Default)]
    pub enum Center is "center" {
        /// Their mean.
        #[default]
        Mean = "mean",
        /// Their median.
        Median = "median",
    }
}
