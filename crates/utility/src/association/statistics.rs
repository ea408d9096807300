//! The statistics, over pairs of cells.

/// Cramér's V with its bias taken off (Bergsma 2013), of pairs of categories below `width` and `height`; `None` where one
/// side does not vary.
pub fn cramers_v(pairs: impl Iterator<Item = (u32, u32)>, width: usize, height: usize) -> Option<f64> {
    let mut cells = vec![0u32; width * height];
    let (mut left, mut right) = (vec![0u64; width], vec![0u64; height]);
    let mut all = 0u64;
    for (one, other) in pairs {
        cells[one as usize * height + other as usize] += 1;
        left[one as usize] += 1;
        right[other as usize] += 1;
        all += 1;
    }
    let used = |counts: &[u64]| counts.iter().filter(|&&count| count > 0).count() as f64;
    let (rows, columns, n) = (used(&left), used(&right), all as f64);
    if rows < 2.0 || columns < 2.0 {
        return None;
    }
    // The sum of n(ij)² / (n(i) n(j)) is 1 + chi²/n.
    let mut sum = 0.0;
    for (one, &of_one) in left.iter().enumerate().filter(|(_, count)| **count > 0) {
        let row = &cells[one * height..(one + 1) * height];
        for (&count, &of_other) in row.iter().zip(&right).filter(|(count, _)| **count > 0) {
            sum += f64::from(count) * f64::from(count) / (of_one as f64 * of_other as f64);
        }
    }
    let unbiased = (sum - 1.0 - (rows - 1.0) * (columns - 1.0) / (n - 1.0)).max(0.0);
    let corrected = |categories: f64| categories - (categories - 1.0).powi(2) / (n - 1.0);
    let most = corrected(rows).min(corrected(columns)) - 1.0;
    // With as many categories as rows nothing is left to tell association from chance.
    Some(if most > 0.0 { (unbiased / most).sqrt().min(1.0) } else { 0.0 })
}

/// Pearson's correlation of pairs of numbers, those with a NaN left out; `None` where one side does not vary.
pub fn pearson<I: Iterator<Item = (f64, f64)>>(pairs: impl Fn() -> I) -> Option<f64> {
    let known = || pairs().filter(|(one, other)| !one.is_nan() && !other.is_nan());
    let (mut n, mut sum_one, mut sum_other) = (0.0, 0.0, 0.0);
    for (one, other) in known() {
        n += 1.0;
        sum_one += one;
        sum_other += other;
    }
    let (mean_one, mean_other) = (sum_one / n, sum_other / n);
    let (mut both, mut of_one, mut of_other) = (0.0, 0.0, 0.0);
    for (one, other) in known() {
        let (from_one, from_other) = (one - mean_one, other - mean_other);
        both += from_one * from_other;
        of_one += from_one * from_one;
        of_other += from_other * from_other;
    }
    let correlation = both / (of_one.sqrt() * of_other.sqrt());
    (n >= 2.0 && varies(of_one, mean_one, n) && varies(of_other, mean_other, n))
        .then_some(correlation.clamp(-1.0, 1.0))
}

/// The correlation ratio of numbers over categories below `count`: the root of the share of variance between categories.
pub fn correlation_ratio<I: Iterator<Item = (u32, f64)>>(pairs: impl Fn() -> I, count: usize) -> Option<f64> {
    let known = || pairs().filter(|(_, number)| !number.is_nan());
    let (mut counts, mut sums) = (vec![0.0; count], vec![0.0; count]);
    for (category, number) in known() {
        counts[category as usize] += 1.0;
        sums[category as usize] += number;
    }
    let n: f64 = counts.iter().sum();
    let mean = sums.iter().sum::<f64>() / n;
    let total: f64 = known().map(|(_, number)| (number - mean).powi(2)).sum();
    let groups = || counts.iter().zip(&sums).filter(|(count, _)| **count > 0.0);
    if n < 2.0 || groups().count() < 2 || !varies(total, mean, n) {
        return None;
    }
    let between: f64 = groups().map(|(&count, &sum)| count * (sum / count - mean).powi(2)).sum();
    Some((between / total).clamp(0.0, 1.0).sqrt())
}

/// Whether a sum of squared differences is more than the dust of rounding.
fn varies(squares: f64, mean: f64, n: f64) -> bool {
    squares > n * (mean * f64::EPSILON * 8.0).powi(2)
}
