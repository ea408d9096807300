//! Graphs whose eigenvalues are known.

use super::*;
use crate::Node;
use crate::aggregate::Aggregation;

fn context() -> Context {
    Context::new(2).unwrap()
}

/// A graph of nodes of a column each and undirected edges.
fn graph(nodes: u32, edges: &[(u32, u32, u64)]) -> Graph {
    let nodes = (0..nodes).map(|column| Node { column, code: 0, records: 100 }).collect();
    let both = edges.iter().flat_map(|&(one, other, records)| [(one, other, records), (other, one, records)]);
    Graph::from_edges(nodes, both.collect())
}

fn complete(nodes: std::ops::Range<u32>) -> Vec<(u32, u32, u64)> {
    nodes.clone().flat_map(|one| (one + 1..nodes.end).map(move |other| (one, other, 7))).collect()
}

fn assert_near(found: &[f64], known: &[f64]) {
    assert_eq!(found.len(), known.len(), "{found:?}");
    for (found, known) in found.iter().zip(known) {
        assert!((found - known).abs() < 1e-8, "{found} instead of {known}");
    }
}

#[test]
fn a_complete_graph_has_one_eigenvalue_many_times() {
    let embedding = Embedding::of(&graph(6, &complete(0..6)), 5, &context()).unwrap();
    assert_near(embedding.eigenvalues(), &[-0.2; 5]);
    assert!(embedding.residuals().iter().all(|residual| *residual < 1e-8));
}

#[test]
fn a_path_has_cosines() {
    // D^-1/2 W D^-1/2 of a path of n nodes has the eigenvalues cos(pi j / (n - 1)).
    let edges: Vec<_> = (0..39).map(|node| (node, node + 1, 3)).collect();
    let embedding = Embedding::of(&graph(40, &edges), 6, &context()).unwrap();
    let known: Vec<f64> = (1..=6).map(|j| (std::f64::consts::PI * f64::from(j) / 39.0).cos()).collect();
    assert_near(embedding.eigenvalues(), &known);
    // The first axis goes along the path.
    let axis = embedding.axis(0);
    assert!(axis.windows(2).all(|pair| pair[0] > pair[1]) || axis.windows(2).all(|pair| pair[0] < pair[1]));
}

#[test]
fn a_ring_has_pairs_of_eigenvalues() {
    let edges: Vec<_> = (0..12).map(|node| (node, (node + 1) % 12, 1)).collect();
    let embedding = Embedding::of(&graph(12, &edges), 11, &context()).unwrap();
    let mut known: Vec<f64> = (1..12).map(|j| (std::f64::consts::PI * f64::from(j) / 6.0).cos()).collect();
    known.sort_by(|one, other| other.total_cmp(one));
    assert_near(embedding.eigenvalues(), &known);
}

#[test]
fn axes_are_orthogonal_and_of_one_length() {
    let edges: Vec<_> = (0..200_u32)
        .flat_map(|one| {
            (1..6).map(move |step| (one, (one * 7 + step * step * 13) % 200, u64::from(one % 5 + step)))
        })
        .filter(|edge| edge.0 != edge.1)
        .map(|edge| ((edge.0.min(edge.1), edge.0.max(edge.1)), edge.2))
        .collect::<std::collections::BTreeMap<_, _>>()
        .into_iter()
        .map(|((one, other), records)| (one, other, records))
        .collect();
    let graph = graph(200, &edges);
    let embedding = Embedding::of(&graph, 5, &context()).unwrap();
    let total: f64 = embedding.degrees.iter().sum();
    for one in 0..5 {
        for other in 0..5 {
            let product: f64 = (0..200)
                .map(|node| embedding.axis(one)[node] * embedding.axis(other)[node] * embedding.degrees[node])
                .sum();
            let scaled = product / total / embedding.eigenvalues()[one] / embedding.eigenvalues()[other];
            assert!((scaled - f64::from(u8::from(one == other))).abs() < 1e-8, "{one} {other} {scaled}");
        }
    }
    assert!(embedding.residuals().iter().all(|residual| *residual < 1e-7), "{:?}", embedding.residuals());
    assert_eq!(embedding, Embedding::of(&graph, 5, &Context::new(1).unwrap()).unwrap());
}

#[test]
fn parts_with_nothing_in_common_are_apart() {
    let mut edges = complete(0..4);
    edges.extend(complete(4..9));
    // The last node is beside no other.
    let graph = graph(10, &edges);
    let embedding = Embedding::of(&graph, 3, &context()).unwrap();
    assert_near(&embedding.eigenvalues()[..2], &[1.0, -0.25]);
    let axis = embedding.axis(0);
    assert!(axis[..4].iter().all(|&at| at > 0.0) && axis[4..9].iter().all(|&at| at < 0.0) && axis[9] == 0.0);
    let clusters = embedding.clusters(2, &context()).unwrap();
    assert_eq!(clusters.of, [0, 0, 0, 0, 1, 1, 1, 1, 1, 2]);
    assert_eq!((clusters.count, embedding.suggested_clusters()), (3, 2));
    let found = Aggregation::of_clusters(&graph, clusters.of, clusters.count, &context()).unwrap();
    assert_eq!((found.aggregated().nodes(), found.aggregated().edges()), (3, 0));
}

#[test]
fn parts_with_little_in_common_are_apart() {
    let mut edges = complete(0..6);
    edges.extend(complete(6..12));
    edges.push((0, 6, 1));
    let embedding = Embedding::of(&graph(12, &edges), 4, &context()).unwrap();
    assert_eq!(embedding.suggested_clusters(), 2);
    let of = embedding.clusters(2, &context()).unwrap().of;
    assert_eq!(of, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
}

#[test]
fn nothing_and_next_to_nothing() {
    for (nodes, edges) in [(0, vec![]), (1, vec![]), (2, vec![]), (2, vec![(0, 1, 5)])] {
        let embedding = Embedding::of(&graph(nodes, &edges), 2, &context()).unwrap();
        assert_eq!(embedding.map().len(), nodes as usize);
        assert_eq!(embedding.clusters(3, &context()).unwrap().of.len(), nodes as usize);
        assert!(embedding.map().iter().flatten().all(|at| at.is_finite()));
    }
}

#[test]
fn a_small_budget_is_refused_and_given_back() {
    use lethe_data::{ByteSize, Fault, MemoryBudget};
    let edges = complete(0..40);
    let graph = graph(40, &edges);
    let refused = |bytes: u64| {
        let tight = context().with_memory(MemoryBudget::limited(ByteSize(bytes)));
        let found = Embedding::of(&graph, 4, &tight).map(drop);
        assert_eq!(tight.memory().left(), bytes);
        found.is_err_and(|error| error.fault() == Fault::Limit)
    };
    // Too little for the axes, for the vectors of the search, and enough.
    assert!(refused(1000) && refused(5000) && !refused(1 << 20));
}
