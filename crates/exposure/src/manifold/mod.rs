//! Nodes as points, near each other when the same records have them.
//!
//! The counts of records that have two values are a weighted graph. The largest eigenvectors of its normalised matrix lay nodes
//! out so that a walk from value to value, by way of records that have both, seldom goes far: a spectral embedding, or diffusion
//! map. It serves to see and to group values; no guarantee rests on it. See `docs/src/methods/exposure-aggregation.md`.

mod cluster;
mod components;
mod lanczos;
mod operator;
mod tridiagonal;

pub use cluster::Clusters;

use crate::held::Held;
use crate::{Graph, Result};
use lanczos::Eigenpair;
use lethe_data::Context;
use operator::Operator;
use rayon::prelude::*;

/// Nodes as points of a few dimensions.
#[derive(Debug, PartialEq)]
pub struct Embedding {
    eigenvalues: Vec<f64>,
    residuals: Vec<f64>,
    /// One axis after the other, each with all nodes.
    axes: Vec<Vec<f64>>,
    /// For each node the records it has in common with others, added up.
    degrees: Vec<f64>,
    held: Held,
}

/// Vectors of all nodes besides the axes: sums, their roots, parts and what is in the making.
const VECTORS: usize = 6;

impl Embedding {
    /// The embedding of a graph in up to so many dimensions.
    ///
    /// The matrix is D^-1/2 · W · D^-1/2, with W the counts of records that have two values and D their sums. Its first eigenvector
    /// says only how common values are and is left out. Where parts of the graph have nothing in common, the next ones show the
    /// parts apart; all further are found by Lanczos' method. An axis is the eigenvector, divided by the root of each node's sum and
    /// times its eigenvalue. Its largest coordinate is positive. A node beside no other is at the origin.
    ///
    /// **Guarantee**: the same numbers for any number of threads; each eigenvector's residual is reported.
    /// **Paper**: Podlesny 2023, section 5.2, names manifold learning without a method; Coifman & Lafon 2006 has this one.
    /// **Cost**: the edges of the graph once for each of at most some hundred steps, whose vectors are all kept.
    /// **Errors**: the memory budget is too small, or the run is cancelled.
    pub fn of(graph: &Graph, dimensions: usize, context: &Context) -> Result<Self> {
        let bytes = |vectors: usize| vectors * graph.nodes().len() * size_of::<f64>();
        // Each axis once as an eigenvector and once as coordinates.
        let mut held =
            Held::take("the map of the inference graph", bytes(2 * dimensions + VECTORS), context)?;
        let operator = Operator::new(graph);
        let parts = components::parts(graph, &operator);
        let mut pairs: Vec<Eigenpair> = components::contrasts(&operator, &parts, dimensions);
        let wanted = dimensions - pairs.len();
        pairs.extend(lanczos::largest(&operator, &parts, wanted, context)?);
        let scale = operator.degrees.iter().sum::<f64>().sqrt();
        let axis = |pair: &Eigenpair| -> Vec<f64> {
            let sign = sign(&pair.vector);
            let coordinates = pair.vector.par_iter().zip(&operator.inverse_roots);
            coordinates.map(|(entry, root)| entry * root * scale * sign * pair.value).collect()
        };
        held.keep(bytes(pairs.len() + 1));
        Ok(Self {
            held,
            axes: context.install(|| pairs.iter().map(axis).collect()),
            eigenvalues: pairs.iter().map(|pair| pair.value).collect(),
            residuals: pairs.iter().map(|pair| pair.residual).collect(),
            degrees: operator.degrees,
        })
    }

    /// The eigenvalues of the axes, the largest first; all are between −1 and 1.
    pub fn eigenvalues(&self) -> &[f64] {
        &self.eigenvalues
    }

    /// How far the matrix times each eigenvector is from the eigenvalue times it.
    pub fn residuals(&self) -> &[f64] {
        &self.residuals
    }

    /// The number of axes that were found.
    pub fn dimensions(&self) -> usize {
        self.axes.len()
    }

    /// A coordinate of every node.
    pub fn axis(&self, axis: usize) -> &[f64] {
        &self.axes[axis]
    }

    /// The first two coordinates of every node; 0 where there are fewer.
    pub fn map(&self) -> Vec<[f64; 2]> {
        let coordinate = |axis: usize, node: usize| self.axes.get(axis).map_or(0.0, |axis| axis[node]);
        (0..self.degrees.len()).map(|node| [coordinate(0, node), coordinate(1, node)]).collect()
    }

    /// Nodes in groups, those near each other in one.
    ///
    /// **Cost**: nodes times groups times dimensions, up to fifty times.
    /// **Errors**: the memory budget is too small.
    pub fn clusters(&self, count: usize, context: &Context) -> Result<Clusters> {
        // A point has its coordinates in a list of its own, and some numbers about it.
        let of_point = (self.axes.len() + 12) * size_of::<f64>();
        let _held = Held::take("the list of points of the map", self.degrees.len() * of_point, context)?;
        Ok(cluster::of(&self.axes, &self.degrees, count))
    }

    /// As many groups as there are eigenvalues, with the one left out, before they fall the most; at least two.
    pub fn suggested_clusters(&self) -> usize {
        let before = std::iter::once(1.0).chain(self.eigenvalues.iter().copied());
        let falls = before.zip(&self.eigenvalues).map(|(before, after)| before - after);
        let most = falls.enumerate().reduce(|most, fall| if fall.1 > most.1 { fall } else { most });
        most.map_or(2, |(at, _)| at + 1).max(2)
    }
}

/// 1 or -1, so that the first of the largest entries becomes positive. Entries as large but for rounding count as such.
fn sign(vector: &[f64]) -> f64 {
    let most = vector.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    let first = vector.iter().find(|entry| entry.abs() >= most * (1.0 - 1e-9));
    first.map_or(1.0, |entry| if *entry < 0.0 { -1.0 } else { 1.0 })
}

#[cfg(test)]
mod tests;
