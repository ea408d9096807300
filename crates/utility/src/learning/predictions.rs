//! How good predicted probabilities are, not only the class that is most likely.
//!
//! **Paper**: Hand & Till 2001 (the area under the curve for several classes, here each class against the others); Brier 1950.

/// The probabilities that were predicted for records, with the truth.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Predictions {
    truth: Vec<usize>,
    weights: Vec<f64>,
    /// Record after record, a probability for each class.
    probabilities: Vec<f64>,
}

impl Predictions {
    /// A truth at or beyond the number of classes is one that is not learned.
    pub(super) fn add(&mut self, truth: usize, weight: f64, probabilities: &[f64]) {
        self.truth.push(truth);
        self.weights.push(weight);
        self.probabilities.extend_from_slice(probabilities);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.truth.extend_from_slice(&other.truth);
        self.weights.extend_from_slice(&other.weights);
        self.probabilities.extend_from_slice(&other.probabilities);
    }

    fn classes(&self) -> usize {
        self.probabilities.len() / self.truth.len().max(1)
    }

    /// The area under the ROC curve of the positive class, or its mean over the classes: the chance that a record of the class is given a higher
    /// probability than one of the others, ties counting half. `None` where all records are of one class.
    pub(super) fn auc(&self, positive: Option<u8>) -> Option<f64> {
        let areas: Vec<f64> = match positive {
            Some(class) => self.area(class.into()).into_iter().collect(),
            None => (0..self.classes()).filter_map(|class| self.area(class)).collect(),
        };
        (!areas.is_empty()).then(|| areas.iter().sum::<f64>() / areas.len() as f64)
    }

    fn area(&self, class: usize) -> Option<f64> {
        let classes = self.classes();
        let score = |record: usize| self.probabilities[record * classes + class];
        let mut order: Vec<usize> = (0..self.truth.len()).collect();
        order.sort_by(|&one, &other| score(one).total_cmp(&score(other)));
        let (mut below, mut area, mut positives) = (0.0, 0.0, 0.0);
        for equal in order.chunk_by(|&one, &other| score(one).total_cmp(&score(other)).is_eq()) {
            let sum = |is_positive: bool| -> f64 {
                let such = equal.iter().filter(|&&record| (self.truth[record] == class) == is_positive);
                such.map(|&record| self.weights[record]).sum()
            };
            let (own, others) = (sum(true), sum(false));
            area += own * (below + others / 2.0);
            positives += own;
            below += others;
        }
        (positives > 0.0 && below > 0.0).then(|| area / (positives * below))
    }

    /// Half the mean squared distance between predicted probabilities and the truth, from 0 to 1; with two classes the mean of (p − y)².
    pub(super) fn brier(&self) -> Option<f64> {
        let classes = self.classes();
        let total: f64 = self.weights.iter().sum();
        if classes == 0 || total <= 0.0 {
            return None;
        }
        let records = self.probabilities.chunks(classes).zip(&self.truth).zip(&self.weights);
        let distance = |((given, &truth), &weight): ((&[f64], &usize), &f64)| {
            let squares =
                given.iter().enumerate().map(|(class, p)| (p - f64::from(u8::from(class == truth))).powi(2));
            let unlearned = if truth >= classes { 1.0 } else { 0.0 };
            weight * (squares.sum::<f64>() + unlearned) / 2.0
        };
        Some(records.map(distance).sum::<f64>() / total)
    }
}

#[cfg(test)]
mod tests {
    use super::Predictions;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn areas_and_distances_are_those_of_all_pairs(records in prop::collection::vec((0usize..3, 0u8..5, 0u8..5, 1u8..3), 1..40)) {
            let mut all = Predictions::default();
            let given = |one: u8, other: u8| {
                let sum = f64::from(one) + f64::from(other) + 1.0;
                [f64::from(one) / sum, f64::from(other) / sum, 1.0 / sum]
            };
            for &(truth, one, other, weight) in &records {
                all.add(truth, weight.into(), &given(one, other));
            }
            for class in 0..3u8 {
                let (mut right, mut pairs) = (0.0, 0.0);
                for a in records.iter().filter(|record| record.0 == class.into()) {
                    for b in records.iter().filter(|record| record.0 != usize::from(class)) {
                        let (p, q) = (given(a.1, a.2)[usize::from(class)], given(b.1, b.2)[usize::from(class)]);
                        let weight = f64::from(a.3) * f64::from(b.3);
                        pairs += weight;
                        right += weight * if p > q { 1.0 } else if p < q { 0.0 } else { 0.5 };
                    }
                }
                let naive = (pairs > 0.0).then(|| right / pairs);
                let found = all.auc(Some(class));
                prop_assert_eq!(found.is_some(), naive.is_some());
                prop_assert!((found.unwrap_or(0.0) - naive.unwrap_or(0.0)).abs() < 1e-9);
            }
            let (mut sum, mut total) = (0.0, 0.0);
            for &(truth, one, other, weight) in &records {
                for class in 0..3 {
                    sum += f64::from(weight) * (given(one, other)[class] - if class == truth { 1.0 } else { 0.0 }).powi(2) / 2.0;
                }
                total += f64::from(weight);
            }
            prop_assert!((all.brier().unwrap() - sum / total).abs() < 1e-9);
        }
    }

    #[test]
    fn two_classes_have_the_usual_values() {
        let mut all = Predictions::default();
        all.add(1, 1.0, &[0.2, 0.8]);
        all.add(0, 1.0, &[0.6, 0.4]);
        assert_eq!(all.auc(Some(1)), Some(1.0));
        assert!((all.brier().unwrap() - 0.1).abs() < 1e-12);
        assert_eq!((Predictions::default().auc(None), Predictions::default().brier()), (None, None));
    }
}
