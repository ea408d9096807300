//! Discernibility: from how many others a record cannot be told.

use super::registry::MeasureEntry;
use super::{Measure, View};

/// The measure in the registry.
pub(super) static ENTRY: MeasureEntry = MeasureEntry::new(
    "discernibility",
    "from how many others a record cannot be distinguished, from all when suppressed",
    |_| Ok(Box::new(Discernibility)),
);

/// The monotone measure in the registry.
pub(super) static MONOTONE_ENTRY: MeasureEntry = MeasureEntry::new(
    "discernibility-monotone",
    "from how many others a record cannot be distinguished, suppressed or not",
    |_| Ok(Box::new(MonotoneDiscernibility)),
);

/// The sum over records of the size of their class, where a suppressed person counts as like everybody, of the most that
/// this can be: (Σ size² + suppressed · records) / people².
///
/// The original table has not 0 but the share that its own classes give it, at least 1 / records.
///
/// **Paper**: Bayardo and Agrawal 2005; Bild 2024, section 2.1.5.
///
/// **Cost**: one multiplication a class.
#[derive(Clone, Copy, Debug)]
pub struct Discernibility;

impl Measure for Discernibility {
    fn name(&self) -> &'static str {
        "discernibility"
    }

    fn value(&self, release: &dyn View) -> f64 {
        let lost = u128::from(release.suppressed()) * u128::from(release.records());
        share(kept_squares(release) + lost, release.records())
    }

    /// The value of `part` itself: (a + b)² ≥ a² + b², and nobody's class is larger than the table.
    fn bound(&self, part: &dyn View) -> f64 {
        self.value(part)
    }
}

/// Discernibility that takes no notice of suppression: (Σ size² over all classes, suppressed or not) / people².
///
/// It never falls when classes are merged, whatever is suppressed, but it charges nothing for suppression: a release of
/// nothing does not have 1. A view that cannot show suppressed classes apart has them counted as one.
///
/// **Paper**: the variant of Bayardo and Agrawal's measure that is known as DM*, or monotonic discernibility.
///
/// **Cost**: one multiplication a class.
#[derive(Clone, Copy, Debug)]
pub struct MonotoneDiscernibility;

impl Measure for MonotoneDiscernibility {
    fn name(&self) -> &'static str {
        "discernibility-monotone"
    }

    fn looks_at_suppressed(&self) -> bool {
        true
    }

    fn value(&self, release: &dyn View) -> f64 {
        let together = u128::from(release.suppressed()).pow(2);
        let suppressed = release.suppressed_squares().unwrap_or(together);
        share(kept_squares(release) + suppressed, release.records())
    }

    /// The value of `part` itself, with suppressed records each only where their classes are not known.
    fn bound(&self, part: &dyn View) -> f64 {
        let alone = u128::from(part.suppressed());
        share(kept_squares(part) + part.suppressed_squares().unwrap_or(alone), part.records())
    }
}

fn kept_squares(view: &dyn View) -> u128 {
    let mut sum = 0;
    view.visit_classes(&mut |class| sum += u128::from(class.size).pow(2));
    sum
}

fn share(sum: u128, records: u64) -> f64 {
    if records == 0 { 0.0 } else { sum as f64 / u128::from(records).pow(2) as f64 }
}
