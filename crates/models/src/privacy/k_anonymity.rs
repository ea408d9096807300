//! k-anonymity: every record looks like at least k − 1 others.

use super::{Class, ClassModel, Least, Threshold};
use lethe_num::Interval;

/// Every class has at least `k` people.
///
/// **Guarantee**: whoever knows a person's quasi-identifying values finds at least `k` records that could be theirs.
///
/// **Paper**: Sweeney 2002; Bild 2024, Definition 1.
///
/// **Cost**: one comparison a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KAnonymity {
    k: u64,
}

impl KAnonymity {
    /// The model with this `k`.
    pub fn new(k: u64) -> Self {
        Self { k }
    }
}

impl ClassModel for KAnonymity {
    fn name(&self) -> &'static str {
        "k-anonymity"
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        class.size >= self.k
    }

    fn measure(&self, class: &Class<'_>) -> Interval {
        Interval::from_u64(class.size)
    }

    fn threshold(&self) -> Threshold {
        Threshold::AtLeast(self.k as f64)
    }

    fn least(&self) -> Least {
        Least { size: self.k, ..Least::default() }
    }

    fn least_is_enough(&self) -> bool {
        true
    }

    fn monotone(&self) -> bool {
        true
    }
}
