//! The middle of several measurements: one slow round does not move it.

/// The median; not a number when there is nothing to take it of.
pub(crate) fn median(samples: impl IntoIterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = samples.into_iter().collect();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => f64::NAN,
        odd if odd % 2 == 1 => sorted[middle],
        _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slow_round_does_not_move_the_median() {
        assert!((median([1.0, 100.0, 2.0]) - 2.0).abs() < f64::EPSILON);
        assert!((median([4.0, 1.0, 100.0, 2.0]) - 3.0).abs() < f64::EPSILON);
        assert!(median([]).is_nan());
    }
}
