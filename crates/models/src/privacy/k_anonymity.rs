//! k-anonymity: every record looks like at least k − 1 others.

use super::fraction::at_least_one;
use super::{Class, ClassModel, ClassRequirement, Least, Scope, Threshold};
use crate::Result;
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
    name: &'static str,
    k: u64,
}

impl KAnonymity {
    /// The model with this `k`; 0 asks for nothing.
    pub fn new(k: u64) -> Self {
        Self { name: "k-anonymity", k }
    }

    /// The model with a `k` that a person asked for.
    ///
    /// **Errors**: `k` is 0.
    pub fn asked(k: u64) -> Result<Self> {
        Ok(Self::new(at_least_one("k-anonymity", "k", k)?))
    }
}

/// kᵐ-anonymity: whoever knows at most `m` of the quasi-identifying columns finds at least `k` records.
///
/// Classes over more columns are finer, so the model need only hold for every choice of exactly `m` columns.
///
/// **Paper**: Terrovitis, Mamoulis and Kalnis 2008, there for items of sets; Bild 2024, section 2.1.4.
///
/// **Errors**: `k` or `m` is 0.
pub fn km_anonymity(k: u64, m: usize) -> Result<ClassRequirement> {
    const NAME: &str = "km-anonymity";
    at_least_one(NAME, "m", m as u64)?;
    let model = KAnonymity { name: NAME, k: at_least_one(NAME, "k", k)? };
    Ok(ClassRequirement { model: Box::new(model), scope: Scope::Known(m) })
}

impl ClassModel for KAnonymity {
    fn name(&self) -> &'static str {
        self.name
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

    fn is_size(&self) -> bool {
        true
    }

    fn monotone(&self) -> bool {
        true
    }
}
