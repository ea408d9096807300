//! Why a mechanism cannot be made. Nothing here depends on data.

/// Parameters that make no mechanism.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MechanismError {
    /// No budget.
    #[error("epsilon must be above zero")]
    NoBudget,
    /// A delta that promises nothing.
    #[error("delta must be from zero to below one")]
    Delta,
    /// Noise so wide that it cannot be drawn.
    #[error("so small a budget needs more noise than can be drawn; give a larger epsilon or a wider grid")]
    TooMuchNoise,
    /// The search for the noise did not end in a proof.
    #[error("no Gaussian noise could be proven to keep this epsilon and delta; choose others")]
    Unproven,
    /// Nobody changes anything.
    #[error("the sensitivity must be above zero")]
    Sensitivity,
    /// Bounds in the wrong order.
    #[error("the lower bound must be below the upper bound")]
    Bounds,
    /// A grid that is no grid.
    #[error("the grid must be a number above zero, from 1e-100 to 1e100")]
    Step,
    /// Bounds between two points of the grid.
    #[error("the bounds must be multiples of the grid")]
    OffGrid,
    /// Bounds with too many steps between them.
    #[error(
        "the bounds are more than {limit} steps of the grid away from zero or from each other; use a wider grid"
    )]
    TooFine {
        /// How many are possible.
        limit: u64,
    },
    /// A share that is none.
    #[error("a quantile must be from 0 to 1")]
    Share,
    /// Nothing to choose from.
    #[error("at least {least} different values are needed")]
    TooFewAnswers {
        /// How many are needed.
        least: usize,
    },
    /// More candidates than can be held.
    #[error(
        "there are more than {limit} databases of {size} rows over {values} values; lower m or use fewer values"
    )]
    TooManyCandidates {
        /// How many are possible.
        limit: u64,
        /// The rows of a candidate.
        size: u64,
        /// The values of the domain.
        values: usize,
    },
    /// The median mechanism's own parameters.
    #[error("{0}")]
    Median(&'static str),
}
