//! Choices of the methods that change cells or part columns until nobody stands out.

use crate::MethodKeys;
use crate::words;
use lethe_data::Decimal;

words! {
    /// What the compartment method splits.
    #[derive(Default)]
    pub enum CompartmentMode is "mode" {
        /// The columns of all records in the same way, a file each.
        #[default]
        Global = "global",
        /// The columns of each record on its own, in one file.
        RowWise = "row-wise",
    }
}

words! {
    /// What compartments must show together.
    #[derive(Default)]
    pub enum Cover is "cover" {
        /// Every column is in some compartment.
        #[default]
        Columns = "columns",
        /// Every pair of columns that is safe is in some compartment.
        Pairs = "pairs",
        /// Every largest safe set of columns is a compartment.
        All = "all",
    }
}

words! {
    /// What becomes of a column that identify records by itself, before columns are split.
    #[derive(Default)]
    pub enum Alone is "treatment" {
        /// Its rare values are suppressed.
        #[default]
        Suppress = "suppress",
        /// The column is generalized until no value is rare.
        Generalize = "generalize",
    }
}

words! {
    /// How values are changed by [`Method::Perturb`](crate::Method::Perturb).
    #[derive(Default)]
    pub enum Perturbation is "perturbation" {
        /// A value becomes its nearest one that enough records have.
        #[default]
        Neighbour = "neighbour",
        /// Numbers are rounded.
        Rounding = "rounding",
        /// Values change places with others of nearly the same rank.
        RankSwap = "rank-swap",
        /// A random number is added; mean and variance are kept.
        Additive = "additive",
        /// Numbers are multiplied by a random one; mean and variance are kept.
        Multiplicative = "multiplicative",
    }
}

words! {
    /// How [`Method::Compose`](crate::Method::Compose) chooses a treatment for each quasi-identifier.
    #[derive(Default)]
    pub enum Composition is "composition" {
        /// By the types of its columns and the share of records that must be treated (Podlesny 2023, Table 6.3).
        #[default]
        Coverage = "coverage",
        /// By the type of a column and how many of its values are distinct (Podlesny 2023, Table 6.2, composition A).
        A = "a",
        /// The same with the thresholds of composition B.
        B = "b",
        /// The same with the thresholds of composition C.
        C = "c",
        /// The treatment that loses least.
        Auto = "auto",
    }
}

impl MethodKeys {
    /// The share of records above which a quasi-identifier is generalized, for [`Composition::Coverage`].
    pub fn generalizes_above(&self) -> Decimal {
        self.generalize_above.unwrap_or_else(|| Decimal::new(15, -2))
    }

    /// The share of records from which on columns are split: for [`Composition::Coverage`] that of the published table, for
    /// [`Composition::Auto`] one that leaves less to be changed in cells.
    pub fn compartments_from(&self) -> Decimal {
        let usual = match self.composition {
            Some(Composition::Auto) => Decimal::new(1, -1),
            _ => Decimal::new(5, -1),
        };
        self.compartment_from.unwrap_or(usual)
    }
}
