//! Drawing noise: from bits, or through all of it in a test.

use super::{Gaussian, Laplace};
use lethe_num::{Decide, Entropy};

/// Something that decides at random and draws noise.
pub trait Draw: Decide {
    /// Laplace noise.
    fn laplace(&mut self, noise: &Laplace) -> Result<i128, <Self as Decide>::Error>;

    /// Gaussian noise.
    fn gaussian(&mut self, noise: &Gaussian) -> Result<i128, <Self as Decide>::Error>;
}

impl<E: Entropy> Draw for E {
    fn laplace(&mut self, noise: &Laplace) -> Result<i128, <Self as Entropy>::Error> {
        noise.distribution().draw(self)
    }

    fn gaussian(&mut self, noise: &Gaussian) -> Result<i128, <Self as Entropy>::Error> {
        noise.distribution().draw(self)
    }
}
