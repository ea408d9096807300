//! Classification: how many records a class predicts wrongly.

use super::registry::{MeasureEntry, problem};
use super::{Measure, View};

/// The measure in the registry.
pub(super) static ENTRY: MeasureEntry = MeasureEntry {
    needs_label: true,
    ..MeasureEntry::new("classification", "how many records a class predicts wrongly", |subject| {
        let missing = || problem("classification", "needs a column to predict");
        Ok(Box::new(Classification::new(subject.label.ok_or_else(missing)?)))
    })
};

/// The share of records whose label is not the most frequent of their class, or who are suppressed.
///
/// The original table has not 0 but the share of records that its own classes predict wrongly.
///
/// **Paper**: Iyengar 2002; Bild 2024, section 2.1.5.
///
/// **Cost**: one comparison a class and label that occurs in it.
#[derive(Clone, Copy, Debug)]
pub struct Classification {
    label_column: usize,
}

impl Classification {
    /// The measure for predicting the column at this position of the table.
    pub fn new(label_column: usize) -> Self {
        Self { label_column }
    }
}

impl Measure for Classification {
    fn name(&self) -> &'static str {
        "classification"
    }

    fn label_column(&self) -> Option<usize> {
        Some(self.label_column)
    }

    fn value(&self, release: &dyn View) -> f64 {
        if release.records() == 0 {
            return 0.0;
        }
        let mut wrong = release.suppressed();
        release.visit_classes(&mut |class| {
            let most = class.labels.iter().map(|&(_, count)| count).max().unwrap_or(0);
            wrong += class.size - most;
        });
        wrong as f64 / release.records() as f64
    }

    /// The value of `part` itself: the majority of a merged class is at most the sum of the majorities.
    fn bound(&self, part: &dyn View) -> f64 {
        self.value(part)
    }
}
