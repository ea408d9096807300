//! The matrix, as something to multiply with.

use crate::Graph;
use rayon::prelude::*;

/// D^-1/2 · W · D^-1/2 of a graph.
pub(super) struct Operator<'a> {
    graph: &'a Graph,
    /// The diagonal of D.
    pub(super) degrees: Vec<f64>,
    /// Its inverse square roots; 0 for a node beside no other.
    pub(super) inverse_roots: Vec<f64>,
}

impl<'a> Operator<'a> {
    pub(super) fn new(graph: &'a Graph) -> Self {
        let degree = |node: usize| graph.beside(node).map(|(_, together)| together as f64).sum::<f64>();
        let degrees: Vec<f64> = (0..graph.nodes().len()).map(degree).collect();
        let inverse_roots =
            degrees.iter().map(|&degree| if degree > 0.0 { degree.sqrt().recip() } else { 0.0 });
        Self { inverse_roots: inverse_roots.collect(), degrees, graph }
    }

    /// The matrix times a vector. Every entry is added up by one thread, in order.
    pub(super) fn times(&self, vector: &[f64]) -> Vec<f64> {
        let scaled: Vec<f64> =
            vector.iter().zip(&self.inverse_roots).map(|(entry, root)| entry * root).collect();
        (0..vector.len())
            .into_par_iter()
            .map(|node| {
                let beside = self.graph.beside(node);
                beside.map(|(other, together)| together as f64 * scaled[other]).sum::<f64>()
                    * self.inverse_roots[node]
            })
            .collect()
    }
}

/// The sum of products, in order.
pub(super) fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// Takes a multiple of one vector from another.
pub(super) fn subtract(from: &mut [f64], factor: f64, vector: &[f64]) {
    for (entry, other) in from.iter_mut().zip(vector) {
        *entry -= factor * other;
    }
}
