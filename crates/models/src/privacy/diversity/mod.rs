//! l-diversity: the sensitive values of a class are varied enough.

mod counts;
mod distinct;
mod entropy;
mod estimator;
mod fixed;
mod negative_positive;
mod positive;
mod recursive;

pub use distinct::DistinctDiversity;
pub use entropy::EntropyDiversity;
pub use estimator::Estimator;
pub use negative_positive::NegativePositiveRecursiveDiversity;
pub use positive::PositiveRecursiveDiversity;
pub use recursive::RecursiveDiversity;

use super::Distribution;
use super::fraction::refuse;
use crate::Result;

const NAME: &str = "l-diversity";

/// Refuses a number of distinct values that no class of the table can have. A table without people satisfies all.
fn possible(needed: u64, reference: &Distribution) -> Result<()> {
    let distinct = reference.distinct() as u64;
    if reference.people() > 0 && needed > distinct {
        let problem = format!(
            "every class would need {needed} distinct values, but the sensitive column has {distinct}; ask for less"
        );
        return Err(refuse(NAME, problem));
    }
    Ok(())
}

/// Refuses codes that the column does not have.
fn known(codes: &[u32], reference: &Distribution) -> Result<Vec<u32>> {
    let mut codes = codes.to_vec();
    codes.sort_unstable();
    codes.dedup();
    if codes.last().is_some_and(|&code| code as usize >= reference.counts().len()) {
        return Err(refuse(NAME, "a listed value does not occur in the sensitive column"));
    }
    Ok(codes)
}
