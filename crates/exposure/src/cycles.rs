//! Cycles that deviate from comparable ones.
//!
//! **Paper**: Podlesny 2023, Definition 9. A cycle is a combination of values, its measure the mean of P(b | a) over its ordered
//! pairs. It is suspicious when it deviates from the mean of comparable cycles by more than theta standard deviations; the
//! inequality is printed the wrong way round (`<=`), which would call nearly everything suspicious that is not.

/// Probabilities are added up as multiples of this share, rounded: the sum does not depend on the order.
pub(crate) const SCALE: f64 = (1u64 << 36) as f64;

/// A sum of probabilities as a multiple of the smallest share.
#[inline]
pub(crate) fn scaled(sum: f64) -> u64 {
    (sum * SCALE + 0.5) as u64
}

/// The cycles of two columns: every two values that occur together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColumnPair {
    /// The place of the left column.
    pub left: usize,
    /// The place of the right column.
    pub right: usize,
    /// How many cycles there are.
    pub cycles: u64,
    sum: f64,
    squares: f64,
    least: f64,
    most: f64,
    /// The fewest records of a cycle; 0 without any.
    pub fewest: u64,
}

impl ColumnPair {
    pub(crate) fn new(left: usize, right: usize) -> Self {
        Self { left, right, cycles: 0, sum: 0.0, squares: 0.0, least: f64::INFINITY, most: 0.0, fewest: 0 }
    }

    /// Adds a cycle of two values that so many records have together, whose shares of those who have each add up to
    /// `records * shares`; gives that sum as a multiple of the smallest share.
    #[inline]
    pub(crate) fn add(&mut self, records: u64, shares: f64) -> u64 {
        let both = records as f64 * shares;
        let measure = both / 2.0;
        self.fewest = if self.cycles == 0 { records } else { self.fewest.min(records) };
        self.cycles += 1;
        self.sum += measure;
        self.squares += measure * measure;
        self.least = self.least.min(measure);
        self.most = self.most.max(measure);
        scaled(both)
    }

    /// Whether some value pair is that of at least one and fewer than `k` records: then the columns are a quasi-identifier.
    pub fn exposes(&self, k: u64) -> bool {
        self.cycles > 0 && self.fewest < k
    }
}

/// The mean and standard deviation of some cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation, over all and not a sample.
    pub sigma: f64,
}

impl Spread {
    pub(crate) fn of(count: f64, sum: f64, squares: f64) -> Self {
        if count <= 0.0 {
            return Self::default();
        }
        let mean = sum / count;
        let variance = squares / count - mean * mean;
        // Rounding leaves a little where all are alike.
        Self { mean, sigma: if variance <= 1e-12 * mean * mean { 0.0 } else { variance.sqrt() } }
    }

    /// How many standard deviations a measure is away; 0 where all are equal.
    pub fn deviation(&self, measure: f64) -> f64 {
        if self.sigma > 0.0 { (measure - self.mean).abs() / self.sigma } else { 0.0 }
    }
}

/// For every two columns the largest deviation of one of their cycles from those of the same length that contain one
/// of the columns. They are a candidate for theta when it is above that.
pub fn deviations(pairs: &[ColumnPair], columns: usize) -> Vec<f64> {
    let mut sums = vec![(0.0, 0.0, 0.0); columns];
    for pair in pairs {
        for column in [pair.left, pair.right] {
            let (count, sum, squares) = &mut sums[column];
            *count += pair.cycles as f64;
            *sum += pair.sum;
            *squares += pair.squares;
        }
    }
    let spreads: Vec<Spread> =
        sums.into_iter().map(|(count, sum, squares)| Spread::of(count, sum, squares)).collect();
    let of = |pair: &ColumnPair| {
        if pair.cycles == 0 {
            return 0.0;
        }
        let ends = [pair.left, pair.right]
            .into_iter()
            .flat_map(|column| [spreads[column].deviation(pair.least), spreads[column].deviation(pair.most)]);
        ends.fold(0.0, f64::max)
    };
    pairs.iter().map(of).collect()
}

/// How well a threshold finds the column pairs that expose somebody.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Checked {
    /// The threshold.
    pub theta: f64,
    /// Candidates that expose somebody.
    pub right: u64,
    /// Candidates that do not.
    pub false_positives: u64,
    /// Pairs that expose somebody and are no candidates.
    pub missed: u64,
}

impl Checked {
    /// Holds candidates against what is true.
    pub fn of(theta: f64, pairs: &[ColumnPair], deviations: &[f64], k: u64) -> Self {
        let mut checked = Self { theta, right: 0, false_positives: 0, missed: 0 };
        for (pair, &deviation) in pairs.iter().zip(deviations) {
            match (deviation > theta, pair.exposes(k)) {
                (true, true) => checked.right += 1,
                (true, false) => checked.false_positives += 1,
                (false, true) => checked.missed += 1,
                (false, false) => {}
            }
        }
        checked
    }

    /// Of the candidates, the share that exposes somebody; none without candidates.
    pub fn precision(&self) -> Option<f64> {
        share(self.right, self.false_positives)
    }

    /// Of the pairs that expose somebody, the share that are candidates; none without such pairs.
    pub fn recall(&self) -> Option<f64> {
        share(self.right, self.missed)
    }
}

fn share(part: u64, rest: u64) -> Option<f64> {
    (part + rest > 0).then(|| part as f64 / (part + rest) as f64)
}

/// The largest threshold that misses no pair which exposes somebody, lowered greedily from the largest deviation; none where
/// no pair exposes anybody.
pub fn greedy_theta(pairs: &[ColumnPair], deviations: &[f64], k: u64) -> Option<f64> {
    let exposing =
        pairs.iter().zip(deviations).filter(|(pair, _)| pair.exposes(k)).map(|(_, &deviation)| deviation);
    // Candidates deviate by more than theta, so that it must be just below.
    exposing.min_by(f64::total_cmp).map(|least| if least > 0.0 { least.next_down() } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(left: usize, right: usize, cycles: &[(f64, u64)]) -> ColumnPair {
        let mut pair = ColumnPair::new(left, right);
        for &(measure, records) in cycles {
            pair.add(records, 2.0 * measure / records as f64);
        }
        pair
    }

    #[test]
    fn cycles_far_from_the_mean_make_candidates() {
        let pairs = [
            pair(0, 1, &[(0.5, 9), (0.5, 9), (0.5, 9)]),
            pair(0, 2, &[(0.5, 8), (1.0, 1)]),
            pair(1, 2, &[(0.5, 9), (0.5, 9)]),
        ];
        let deviations = deviations(&pairs, 3);
        // Column 0 has the cycles 0.5 four times and 1.0: mean 0.6, sigma 0.2.
        assert!((deviations[1] - 2.0).abs() < 1e-9, "{deviations:?}");
        assert!(deviations[0] < 1.0 && deviations[2] < 1.0, "{deviations:?}");
        let checked = Checked::of(1.5, &pairs, &deviations, 2);
        assert_eq!((checked.right, checked.false_positives, checked.missed), (1, 0, 0));
        assert_eq!((checked.precision(), checked.recall()), (Some(1.0), Some(1.0)));
        let strict = Checked::of(2.5, &pairs, &deviations, 2);
        assert_eq!((strict.precision(), strict.recall()), (None, Some(0.0)));
        let theta = greedy_theta(&pairs, &deviations, 2).unwrap();
        assert_eq!(Checked::of(theta, &pairs, &deviations, 2).missed, 0);
        assert_eq!(greedy_theta(&pairs, &deviations, 1), None);
    }

    #[test]
    fn where_all_are_alike_nobody_deviates() {
        let pairs = [pair(0, 1, &[(0.1, 1); 10])];
        assert!(deviations(&pairs, 2)[0] < f64::MIN_POSITIVE);
        assert_eq!(deviations(&[pair(0, 1, &[])], 2), [0.0]);
    }
}
