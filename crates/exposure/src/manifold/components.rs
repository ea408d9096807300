//! The parts of a graph that have nothing in common. Their eigenvectors are known without a search.

use super::lanczos::Eigenpair;
use super::operator::Operator;
use crate::Graph;

/// Which nodes hang together.
pub(super) struct Parts {
    /// The part of each node, the one with the largest sum of degrees first; none for a node beside no other.
    of: Vec<Option<u32>>,
    /// The sum of the degrees of each.
    sums: Vec<f64>,
}

/// Finds the parts.
pub(super) fn parts(graph: &Graph, operator: &Operator) -> Parts {
    let mut of: Vec<Option<u32>> = vec![None; graph.nodes().len()];
    let mut sums: Vec<f64> = Vec::new();
    for start in 0..of.len() {
        if of[start].is_some() || graph.beside(start).next().is_none() {
            continue;
        }
        let part = sums.len() as u32;
        sums.push(0.0);
        of[start] = Some(part);
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            sums[part as usize] += operator.degrees[node];
            for (other, _) in graph.beside(node) {
                if of[other].is_none() {
                    of[other] = Some(part);
                    open.push(other);
                }
            }
        }
    }
    let mut order: Vec<u32> = (0..sums.len() as u32).collect();
    order.sort_by(|&one, &other| sums[other as usize].total_cmp(&sums[one as usize]));
    let mut rank = vec![0; order.len()];
    for (at, &part) in order.iter().enumerate() {
        rank[part as usize] = at as u32;
    }
    Parts {
        of: of.into_iter().map(|part| part.map(|part| rank[part as usize])).collect(),
        sums: order.iter().map(|&part| sums[part as usize]).collect(),
    }
}

impl Parts {
    /// How many nodes are beside another.
    pub(super) fn nodes(&self) -> usize {
        self.of.iter().flatten().count()
    }

    /// How many parts there are.
    pub(super) fn count(&self) -> usize {
        self.sums.len()
    }

    /// Makes a vector orthogonal to the eigenvectors that say how common the values of each part are, and 0 for nodes of none.
    pub(super) fn project(&self, operator: &Operator, vector: &mut [f64]) {
        let mut products = vec![0.0; self.sums.len()];
        for (node, part) in self.of.iter().enumerate() {
            match part {
                Some(part) => products[*part as usize] += vector[node] * operator.degrees[node].sqrt(),
                None => vector[node] = 0.0,
            }
        }
        for (node, part) in self.of.iter().enumerate() {
            if let Some(part) = part.map(|part| part as usize) {
                vector[node] -= products[part] / self.sums[part] * operator.degrees[node].sqrt();
            }
        }
    }
}

/// Eigenvectors of eigenvalue 1 that are orthogonal to how common values are: each sets a part apart from all larger ones.
pub(super) fn contrasts(operator: &Operator, parts: &Parts, most: usize) -> Vec<Eigenpair> {
    let mut larger = 0.0;
    let mut found = Vec::new();
    for (part, &sum) in parts.sums.iter().enumerate() {
        if part > 0 && found.len() < most {
            let both: f64 = larger + sum;
            let (here, there) = ((larger / (sum * both)).sqrt(), -(sum / (larger * both)).sqrt());
            let entry = |(of, degree): (&Option<u32>, &f64)| match of {
                Some(of) if *of as usize == part => here * degree.sqrt(),
                Some(of) if (*of as usize) < part => there * degree.sqrt(),
                _ => 0.0,
            };
            let vector: Vec<f64> = parts.of.iter().zip(&operator.degrees).map(entry).collect();
            found.push(Eigenpair { value: 1.0, vector, residual: 0.0 });
        }
        larger += sum;
    }
    found
}
