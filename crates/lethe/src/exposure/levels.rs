//! The graph with fewer nodes.

use super::{Aggregate, AggregationLevel, Subject};
use crate::Result;
use lethe_data::Context;
use lethe_exposure::Graph;
use lethe_exposure::aggregate::{AggregatedGraph, Aggregation, Fidelity, Level, Walk};
use lethe_exposure::manifold::Embedding;
use lethe_io::{Document, Error, Ready};
use lethe_report::point_map::{self, MapPoint};
use std::io::Write;
use std::time::Instant;

/// Axes of the map by which nodes are clustered.
const DIMENSIONS: usize = 16;
/// How often a step is timed; the one in the middle is reported.
const ROUNDS: usize = 5;

/// Draws the map of the graph.
pub(super) fn draw(map: &Document, subject: &Subject<'_>, graph: &Graph, context: &Context) -> Result<Ready> {
    let page = drawn(subject, graph, &embedding(graph, context)?);
    let mut drawing = map.create()?;
    let fail = |source| Error::File { file: map.name(), action: "write", source };
    drawing.write_all(page.as_bytes()).map_err(fail)?;
    Ok(Ready::document(drawing)?)
}

fn embedding(graph: &Graph, context: &Context) -> Result<Embedding> {
    Ok(Embedding::of(graph, DIMENSIONS.min(graph.nodes().len()), context)?)
}

/// Gives the levels of its aggregation, the graph itself first; `None` where none was asked
/// for.
pub(super) fn levels(
    subject: &Subject<'_>,
    graph: &Graph,
    context: &Context,
) -> Result<Option<Vec<AggregationLevel>>> {
    let request = subject.request;
    if request.aggregate == Aggregate::None {
        return Ok(None);
    }
    let mut times = Times { made_ms: vec![0.0], step_ms: Vec::new(), since: Instant::now() };
    times.step(&Walk::of_graph(graph, context)?, context);
    let aggregation = match request.aggregate {
        Aggregate::None => return Ok(None),
        Aggregate::By(strength) => {
            Aggregation::level_by_level(graph, strength, context, |level| times.level(level, context))?
        }
        Aggregate::Manifold => {
            let embedding = embedding(graph, context)?;
            let clusters = embedding.clusters(embedding.suggested_clusters(), context)?;
            let found = Aggregation::of_clusters(graph, clusters.of, clusters.count, context)?;
            times.level(found.aggregated(), context)?;
            found
        }
    };
    let level = |(level, (&made_ms, &step_ms)): (&Level, (&f64, &f64))| AggregationLevel {
        nodes: level.nodes as u64,
        edges: level.edges as u64,
        error: match level.fidelity {
            Fidelity::Exact => 0.0,
            Fidelity::Within(error) => error,
        },
        made_ms,
        step_ms,
    };
    let times = times.made_ms.iter().zip(&times.step_ms);
    Ok(Some(aggregation.levels().iter().zip(times).map(level).collect()))
}

/// How long levels took to be made, and how long a step takes on them.
struct Times {
    made_ms: Vec<f64>,
    step_ms: Vec<f64>,
    since: Instant,
}

impl Times {
    fn level(&mut self, level: &AggregatedGraph, context: &Context) -> lethe_exposure::Result<()> {
        self.made_ms.push(milliseconds(self.since));
        self.step(&Walk::of_level(level, context)?, context);
        Ok(())
    }

    fn step(&mut self, walk: &Walk, context: &Context) {
        let mut numbers = vec![1.0; walk.nodes()];
        let mut times = [0.0; ROUNDS];
        for time in &mut times {
            let start = Instant::now();
            numbers = walk.step(&numbers, context);
            *time = milliseconds(start);
        }
        times.sort_by(f64::total_cmp);
        self.step_ms.push(times[ROUNDS / 2]);
        self.since = Instant::now();
    }
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1000.0
}

/// The map of a graph as SVG.
fn drawn(subject: &Subject<'_>, graph: &Graph, embedding: &Embedding) -> String {
    let points: Vec<MapPoint> = graph
        .nodes()
        .iter()
        .zip(embedding.map())
        .map(|(node, at)| MapPoint { at, column: node.column as usize, records: node.records })
        .collect();
    let columns: Vec<&str> = (0..subject.nodes.columns().len()).map(|place| subject.name(place)).collect();
    point_map::draw("Values that lie close occur in the same records", &points, &columns)
}
