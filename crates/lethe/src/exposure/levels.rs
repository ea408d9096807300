//! The graph with fewer nodes.

use super::map::{self, Point};
use super::{Aggregate, AggregationLevel, Subject};
use crate::Result;
use lethe_data::Context;
use lethe_exposure::aggregate::{Aggregation, Fidelity};
use lethe_exposure::manifold::Embedding;
use lethe_exposure::{Error, Graph};
use lethe_io::write_atomically;

/// The most edges that are held in memory.
const MOST_EDGES: u64 = 1 << 28;
/// What an edge takes while the graph is made.
const BYTES_OF_EDGE: u64 = 40;
/// Axes of the map by which nodes are clustered.
const DIMENSIONS: usize = 16;

/// Draws the map of the graph and gives the levels of its aggregation, the graph itself first; `None` where none was asked
/// for.
pub(super) fn levels(subject: &Subject<'_>, context: &Context) -> Result<Option<Vec<AggregationLevel>>> {
    let edges = subject.measures.edges();
    let request = subject.request;
    if request.aggregate == Aggregate::None && request.map.is_none() {
        return Ok(None);
    }
    if edges > MOST_EDGES {
        return Err(Error::TooManyEdges { edges }.into());
    }
    let mut memory = context.memory().reserve("the inference graph");
    memory.try_grow(usize::try_from(edges * BYTES_OF_EDGE).unwrap_or(usize::MAX))?;
    let graph = Graph::of(subject.table, subject.nodes.columns(), context)?;
    let embedding = || Embedding::of(&graph, DIMENSIONS.min(graph.nodes().len()), context);
    if let Some(file) = &request.map {
        write_atomically(file, drawn(subject, &graph, &embedding()?).as_bytes())?;
    }
    let aggregation = match request.aggregate {
        Aggregate::None => return Ok(None),
        Aggregate::By(strength) => Aggregation::of(&graph, strength, context)?,
        Aggregate::Manifold => {
            let embedding = embedding()?;
            let clusters = embedding.clusters(embedding.suggested_clusters());
            Aggregation::of_clusters(&graph, clusters.of, clusters.count, context)
        }
    };
    let level = |level: &lethe_exposure::aggregate::Level| AggregationLevel {
        nodes: level.nodes as u64,
        edges: level.edges as u64,
        error: match level.fidelity {
            Fidelity::Exact => 0.0,
            Fidelity::Within(error) => error,
        },
    };
    Ok(Some(aggregation.levels().iter().map(level).collect()))
}

/// The map of a graph as SVG.
fn drawn(subject: &Subject<'_>, graph: &Graph, embedding: &Embedding) -> String {
    let points: Vec<Point> = graph
        .nodes()
        .iter()
        .zip(embedding.map())
        .map(|(node, at)| Point { at, column: node.column as usize, people: node.people })
        .collect();
    let columns: Vec<&str> = (0..subject.nodes.columns().len()).map(|place| subject.name(place)).collect();
    map::draw("Values near each other are those of the same people", &points, &columns)
}
