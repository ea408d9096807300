//! The small matrix that Lanczos' method leaves.

use nalgebra::{DMatrix, SymmetricEigen};

/// An eigenvalue of the small matrix and its vector.
pub(super) struct SmallPair {
    pub(super) value: f64,
    pub(super) vector: Vec<f64>,
}

/// All eigenvalues of a symmetric matrix with a diagonal and what is beside it, the largest first.
pub(super) fn eigenpairs(diagonal: &[f64], beside: &[f64]) -> Vec<SmallPair> {
    let size = diagonal.len();
    let matrix = DMatrix::from_fn(size, size, |row, column| match row.abs_diff(column) {
        0 => diagonal[row],
        1 => beside[row.min(column)],
        _ => 0.0,
    });
    let eigen = SymmetricEigen::new(matrix);
    let mut order: Vec<usize> = (0..size).collect();
    order.sort_by(|&one, &other| eigen.eigenvalues[other].total_cmp(&eigen.eigenvalues[one]));
    let pair = |at: usize| SmallPair {
        value: eigen.eigenvalues[at],
        vector: eigen.eigenvectors.column(at).iter().copied().collect(),
    };
    order.into_iter().map(pair).collect()
}
