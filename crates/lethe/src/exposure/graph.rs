//! The graph in memory, made where something asks for it.

use super::{Aggregate, Subject};
use crate::Result;
use lethe_data::{Context, Reservation};
use lethe_exposure::{Error, Graph};

/// The most edges that are held in memory, or written for somebody else.
pub(super) const MOST_EDGES: u64 = 1 << 28;
/// What an edge takes while the graph is made.
const BYTES_OF_EDGE: u64 = 40;

/// A graph, and the memory that it is in.
pub(super) struct Held {
    pub(super) graph: Graph,
    #[expect(dead_code, reason = "given back when it is dropped")]
    memory: Reservation,
}

/// The graph, where it is aggregated, drawn or released.
///
/// **Errors**: it has too many edges, or the memory budget is too small.
pub(super) fn of(subject: &Subject<'_>, context: &Context) -> Result<Option<Held>> {
    let request = subject.request;
    if request.aggregate == Aggregate::None && request.map.is_none() && request.release.is_none() {
        return Ok(None);
    }
    let edges = subject.measures.edges();
    if edges > MOST_EDGES {
        return Err(Error::TooManyEdges { edges }.into());
    }
    let mut memory = context.memory().reserve("the inference graph");
    memory.try_grow(usize::try_from(edges * BYTES_OF_EDGE).unwrap_or(usize::MAX))?;
    let graph = Graph::of(subject.table, subject.nodes.columns(), context)?;
    Ok(Some(Held { graph, memory }))
}
