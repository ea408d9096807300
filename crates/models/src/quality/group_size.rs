//! Group size: how many records share a class on average.

use super::registry::MeasureEntry;
use super::{Measure, View};

/// The measure in the registry.
pub(super) static ENTRY: MeasureEntry =
    MeasureEntry::new("group-size", "how many records share a class on average", |_| Ok(Box::new(GroupSize)));

/// (average − 1) / (records − 1), where the average class has records / classes members and all suppressed records are one
/// class together.
///
/// **Paper**: `LeFevre` et al. 2006; Bild 2024, section 2.1.5.
///
/// **Cost**: constant.
#[derive(Clone, Copy, Debug)]
pub struct GroupSize;

impl Measure for GroupSize {
    fn name(&self) -> &'static str {
        "group-size"
    }

    fn value(&self, release: &dyn View) -> f64 {
        let records = release.records();
        let classes = release.kept_classes() + u64::from(release.suppressed() > 0);
        if records < 2 || classes == 0 {
            // A single person is alone when published, and as lost as everybody when suppressed.
            return f64::from(release.suppressed() > 0);
        }
        // (n/c − 1) / (n − 1), with one rounding less.
        records.saturating_sub(classes) as f64 / (classes as f64 * (records - 1) as f64)
    }

    /// The value of `part` itself: a release of the region has no more classes, because the first class that it
    /// suppresses beyond those of `part` only takes the place of a published one.
    fn bound(&self, part: &dyn View) -> f64 {
        self.value(part)
    }
}
