//! What a learner got right.

/// How well one learner does with a release.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// The learner's name.
    pub model: &'static str,
    /// The share of records whose class is reported right, trained on the release.
    pub accuracy: f64,
    /// The same, trained and tested on the original, in the same folds.
    pub original_accuracy: f64,
    /// The share of the most frequent class: the accuracy of always reporting it.
    pub zero_r: f64,
    /// (accuracy − `zero_r`) / (`original_accuracy` − `zero_r`). None where the original teaches nothing either.
    pub relative: Option<f64>,
    /// Errors, trained on the release.
    pub rates: Rates,
    /// Errors, trained on the original.
    pub original_rates: Rates,
    /// The area under the ROC curve of the positive class, or its mean over the classes, trained on the release; `None` with one class.
    pub auc: Option<f64>,
    /// The same, trained on the original.
    pub original_auc: Option<f64>,
    /// Half the mean squared distance between predicted probabilities and the truth, trained on the release: 0 is best, 1 worst.
    pub brier: Option<f64>,
    /// The same, trained on the original.
    pub original_brier: Option<f64>,
    /// The weight of every feature, for logistic regression.
    pub coefficients: Option<Vec<Coefficient>>,
    /// The folds that were made: as many as requested, or as there are records.
    pub folds: usize,
    /// The records tested.
    pub rows: usize,
    /// Whether the original or a table of the release was sampled.
    pub sampled: bool,
    /// The classes learned.
    pub classes: usize,
    /// The share of tested records whose own row in the release, or one that cannot be reported from it, was kept out of
    /// what was trained on. 1 where rows correspond; the least over the tables of an unlinked release. Records that were not
    /// kept out make the accuracy too good.
    pub held_out: f64,
    /// Whether every regression reached its minimum; always so for trees.
    pub converged: bool,
}

/// Rates of errors for the positive class, or their means over the classes. None where there is nothing to divide by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    /// Of those reported positive, the share that is.
    pub precision: Option<f64>,
    /// Of the positive, the share reported so.
    pub recall: Option<f64>,
    /// Of the others, the share reported positive (type I errors).
    pub false_positive_rate: Option<f64>,
    /// Of the positive, the share reported otherwise (type II errors).
    pub false_negative_rate: Option<f64>,
}

/// How much a feature moves the log odds, scaled so that the largest is 100.
#[derive(Clone, Debug, PartialEq)]
pub struct Coefficient {
    /// The column.
    pub feature: String,
    /// Learned from the original.
    pub original: f64,
    /// Learned from the release; 0 for a column that the release does not have beside the class.
    pub released: f64,
}

/// Records by true class (the last: any that is not learned) and class reported.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Confusion {
    classes: usize,
    records: Vec<f64>,
}

impl Confusion {
    pub(super) fn new(classes: usize) -> Self {
        Self { classes, records: vec![0.0; (classes + 1) * classes] }
    }

    /// `truth` at or beyond the number of classes is one that is not learned.
    pub(super) fn add(&mut self, truth: usize, reported: usize, records: f64) {
        self.records[truth.min(self.classes) * self.classes + reported] += records;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.records.iter_mut().zip(&other.records).for_each(|(sum, records)| *sum += records);
    }

    fn at(&self, truth: usize, reported: usize) -> f64 {
        self.records[truth * self.classes + reported]
    }

    fn total(&self) -> f64 {
        self.records.iter().sum()
    }

    fn of_class(&self, truth: usize) -> f64 {
        (0..self.classes).map(|reported| self.at(truth, reported)).sum()
    }

    pub(super) fn accuracy(&self) -> f64 {
        ratio((0..self.classes).map(|class| self.at(class, class)).sum(), self.total()).unwrap_or(0.0)
    }

    pub(super) fn zero_r(&self) -> f64 {
        let most = (0..self.classes).map(|class| self.of_class(class)).fold(0.0, f64::max);
        ratio(most, self.total()).unwrap_or(0.0)
    }

    pub(super) fn rates(&self, positive: Option<u8>) -> Rates {
        let of: Vec<Rates> = match positive {
            Some(class) => vec![self.rates_of(class.into())],
            None => (0..self.classes).map(|class| self.rates_of(class)).collect(),
        };
        let mean = |rate: fn(&Rates) -> Option<f64>| {
            let known: Vec<f64> = of.iter().filter_map(rate).collect();
            ratio(known.iter().sum(), known.len() as f64)
        };
        Rates {
            precision: mean(|rates| rates.precision),
            recall: mean(|rates| rates.recall),
            false_positive_rate: mean(|rates| rates.false_positive_rate),
            false_negative_rate: mean(|rates| rates.false_negative_rate),
        }
    }

    fn rates_of(&self, class: usize) -> Rates {
        let hits = self.at(class, class);
        let positive = self.of_class(class);
        let reported = (0..=self.classes).map(|truth| self.at(truth, class)).sum::<f64>();
        Rates {
            precision: ratio(hits, reported),
            recall: ratio(hits, positive),
            false_positive_rate: ratio(reported - hits, self.total() - positive),
            false_negative_rate: ratio(positive - hits, positive),
        }
    }
}

/// The share of the way from knowing nothing to knowing the original.
pub(super) fn relative(accuracy: f64, original: f64, zero_r: f64) -> Option<f64> {
    (original > zero_r).then(|| (accuracy - zero_r) / (original - zero_r))
}

fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_those_counted_by_hand() {
        // Of 10 ill 8 are found, of 90 well 18 are told ill.
        let mut confusion = Confusion::new(2);
        for (truth, reported, records) in [(0, 0, 72.0), (0, 1, 18.0), (1, 0, 2.0), (1, 1, 8.0)] {
            confusion.add(truth, reported, records);
        }
        assert_eq!((confusion.accuracy(), confusion.zero_r()), (0.8, 0.9));
        let rates = confusion.rates(Some(1));
        assert_eq!(rates.precision, Some(8.0 / 26.0));
        assert_eq!(
            (rates.recall, rates.false_positive_rate, rates.false_negative_rate),
            (Some(0.8), Some(0.2), Some(0.2))
        );
        let macro_averages = confusion.rates(None);
        assert_eq!(macro_averages.precision, Some(f64::midpoint(72.0 / 74.0, 8.0 / 26.0)));
        assert_eq!(macro_averages.recall, Some(0.8));
    }

    #[test]
    fn classes_that_are_not_learned_are_never_right() {
        let mut confusion = Confusion::new(2);
        confusion.add(255, 1, 4.0);
        confusion.add(0, 0, 6.0);
        assert_eq!((confusion.accuracy(), confusion.zero_r()), (0.6, 0.6));
        assert_eq!(confusion.rates(Some(1)).recall, None);
        assert_eq!(confusion.rates(Some(1)).false_positive_rate, Some(0.4));
    }

    #[test]
    fn relative_accuracy_needs_an_original_that_teaches() {
        assert_eq!(relative(0.75, 1.0, 0.5), Some(0.5));
        assert_eq!(relative(0.25, 1.0, 0.5), Some(-0.5));
        assert_eq!(relative(0.9, 0.5, 0.5), None);
        assert_eq!(relative(0.9, 0.4, 0.5), None);
    }
}
