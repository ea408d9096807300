//! The small matrix that Lanczos' method leaves.

/// An eigenvalue of the small matrix and its vector.
pub(super) struct SmallPair {
    pub(super) value: f64,
    pub(super) vector: Vec<f64>,
}

/// What is beside the diagonal is nothing when it is smaller than this, relative to the diagonal.
const NEGLIGIBLE: f64 = f64::EPSILON;
/// Two or three sweeps find an eigenvalue; so many never happen.
const MOST_SWEEPS: usize = 60;

/// All eigenvalues of a symmetric matrix with a diagonal and what is beside it, the largest first.
///
/// Givens rotations with Wilkinson's shift chase what is beside the diagonal out of the matrix (Golub and Van Loan, Matrix
/// Computations, section 8.3); the vectors are the product of the rotations.
///
/// **Cost**: some `n²` operations for the values and `n³` for the vectors.
pub(super) fn eigenpairs(diagonal: &[f64], beside: &[f64]) -> Vec<SmallPair> {
    let size = diagonal.len();
    let (mut diagonal, mut beside) = (diagonal.to_vec(), beside.to_vec());
    let mut vectors: Vec<Vec<f64>> = (0..size)
        .map(|at| {
            let mut unit = vec![0.0; size];
            unit[at] = 1.0;
            unit
        })
        .collect();
    let mut last = size.saturating_sub(1);
    let mut sweeps = 0;
    while last > 0 && sweeps < MOST_SWEEPS * size {
        let is_nothing = |at: usize, diagonal: &[f64], beside: &[f64]| {
            beside[at].abs() <= NEGLIGIBLE * (diagonal[at].abs() + diagonal[at + 1].abs())
        };
        if is_nothing(last - 1, &diagonal, &beside) {
            last -= 1;
            continue;
        }
        let first = (0..last).rev().take_while(|&at| !is_nothing(at, &diagonal, &beside)).last();
        sweep(first.unwrap_or(last - 1), last, &mut diagonal, &mut beside, &mut vectors);
        sweeps += 1;
    }
    let pairs = diagonal.into_iter().zip(vectors).map(|(value, vector)| SmallPair { value, vector });
    let mut pairs: Vec<SmallPair> = pairs.collect();
    pairs.sort_by(|one, other| other.value.total_cmp(&one.value));
    pairs
}

/// One step of the QR method on the rows from `first` to `last`.
fn sweep(first: usize, last: usize, diagonal: &mut [f64], beside: &mut [f64], vectors: &mut [Vec<f64>]) {
    let half = (diagonal[last - 1] - diagonal[last]) / 2.0;
    let corner = beside[last - 1];
    let shift = diagonal[last] - corner * corner / (half + half.hypot(corner).copysign(half));
    let (mut kept, mut chased) = (diagonal[first] - shift, beside[first]);
    for at in first..last {
        let length = kept.hypot(chased);
        let (cosine, sine) = if length > 0.0 { (kept / length, chased / length) } else { (1.0, 0.0) };
        if at > first {
            beside[at - 1] = length;
        }
        let (upper, lower, between) = (diagonal[at], diagonal[at + 1], beside[at]);
        let (cc, ss, cs) = (cosine * cosine, sine * sine, cosine * sine);
        diagonal[at] = cc * upper + 2.0 * cs * between + ss * lower;
        diagonal[at + 1] = ss * upper - 2.0 * cs * between + cc * lower;
        beside[at] = cs * (lower - upper) + (cc - ss) * between;
        if at + 1 < last {
            (kept, chased) = (beside[at], sine * beside[at + 1]);
            beside[at + 1] *= cosine;
        }
        let (before, after) = vectors.split_at_mut(at + 1);
        for (one, other) in before[at].iter_mut().zip(&mut after[0]) {
            (*one, *other) = (cosine * *one + sine * *other, cosine * *other - sine * *one);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The matrix times a vector.
    fn product(diagonal: &[f64], beside: &[f64], vector: &[f64]) -> Vec<f64> {
        let at = |row: usize| {
            let before = if row > 0 { beside[row - 1] * vector[row - 1] } else { 0.0 };
            let after = beside.get(row).map_or(0.0, |value| value * vector[row + 1]);
            before + diagonal[row] * vector[row] + after
        };
        (0..diagonal.len()).map(at).collect()
    }

    proptest! {
        #[test]
        fn vectors_are_only_stretched_and_stand_upright_on_each_other(
            rows in prop::collection::vec((-3i32..4, -3i32..4), 1..24),
            scale in prop::sample::select(vec![1e-9, 1.0, 1e9]),
        ) {
            let diagonal: Vec<f64> = rows.iter().map(|row| f64::from(row.0) * scale).collect();
            let beside: Vec<f64> = rows[1..].iter().map(|row| f64::from(row.1) * scale).collect();
            let pairs = eigenpairs(&diagonal, &beside);
            prop_assert_eq!(pairs.len(), rows.len());
            prop_assert!(pairs.windows(2).all(|two| two[0].value >= two[1].value));
            for (at, pair) in pairs.iter().enumerate() {
                for (found, value) in product(&diagonal, &beside, &pair.vector).iter().zip(&pair.vector) {
                    prop_assert!((found - pair.value * value).abs() <= 1e-12 * scale * 30.0);
                }
                for (other_at, other) in pairs.iter().enumerate() {
                    let product: f64 = pair.vector.iter().zip(&other.vector).map(|(one, two)| one * two).sum();
                    prop_assert!((product - f64::from(u8::from(at == other_at))).abs() < 1e-12 * 30.0);
                }
            }
        }
    }

    #[test]
    fn the_path_of_three_has_its_known_eigenvalues() {
        let values: Vec<f64> = eigenpairs(&[0.0; 3], &[1.0; 2]).iter().map(|pair| pair.value).collect();
        for (found, known) in values.iter().zip([2f64.sqrt(), 0.0, -2f64.sqrt()]) {
            assert!((found - known).abs() < 1e-14, "{values:?}");
        }
        assert!(eigenpairs(&[], &[]).is_empty());
    }
}
