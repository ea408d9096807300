//! Statistics that may be shown to others: probabilities of a model in which what is risky or rare is out of reach.

mod check;
mod rows;

use super::graph::MOST_EDGES;
use super::{Release, ReleasedStatistics, Subject, sets};
use crate::{Error, Result};
use lethe_data::Context;
use lethe_exposure::Graph;
use lethe_exposure::discriminate::{Pairs, ReleasedPair, Request, form_no_cycle, sanitise};
use lethe_io::Staged;

/// What an edge takes while column pairs are looked at, besides the graph.
const BYTES_OF_EDGE: usize = 48;

/// Makes the model, writes its edges under a temporary name and checks what was written, which may then take its name.
///
/// **Guarantee**: the file is given back only when the check, which reads it and counts the table anew, finds nothing.
/// **Errors**: k is below 2, the column pairs form a cycle, a limit was reached, or the file cannot be written.
pub(super) fn release(
    subject: &Subject<'_>,
    graph: &Graph,
    release: &Release,
    context: &Context,
) -> Result<(ReleasedStatistics, Staged)> {
    let request = subject.request;
    let mut memory = context.memory().reserve("a model that may be shown");
    memory.try_grow(graph.edges().saturating_mul(BYTES_OF_EDGE))?;
    let pairs = asked(subject, release)?;
    let asked = Request { k: request.k, theta: Some(request.theta), pairs };
    let model = sanitise(graph, &asked, context)?;
    let edges = model.pairs.iter().map(ReleasedPair::edges).sum();
    if edges > MOST_EDGES {
        return Err(lethe_exposure::Error::TooManyEdges { edges }.into());
    }
    let mut staging = Staged::begin_beside(&release.file)?;
    let written = rows::write(subject, graph, &model, &mut staging, context)?;
    let staged = staging.finish()?;
    let columns = subject.nodes.columns();
    let checked = check::check(staged.location(), subject.table, columns, request.k, context)?;
    let shown = model.pairs.iter().filter(|pair| !pair.named[0].is_empty());
    let names = |place: u32| subject.name(place as usize).to_owned();
    let released = ReleasedStatistics {
        k: request.k,
        column_pairs: shown.map(|pair| vec![names(pair.columns.0), names(pair.columns.1)]).collect(),
        edges,
        lowered: written.lowered,
        raised: written.raised,
        suppressed: written.suppressed,
        unnamed: written.unnamed,
        largest_change: written.largest_change,
        risky: model.pairs.iter().map(|pair| pair.risky as u64).sum(),
        still_risky: model.pairs.iter().map(|pair| pair.above as u64).sum(),
        checked_pairs: checked.rare,
        recoverable_pairs: 0,
    };
    Ok((released, staged))
}

/// The column pairs to release, by places.
fn asked(subject: &Subject<'_>, release: &Release) -> Result<Pairs> {
    if release.pairs.is_empty() {
        return Ok(Pairs::Forest);
    }
    let pairs = sets::asked(subject, &release.pairs, "`pairs`")?;
    let pair = |places: Vec<usize>| match places[..] {
        [left, right] => Ok((left as u32, right as u32)),
        _ => Err(Error::Request("a pair of `pairs` has two columns".to_owned())),
    };
    let pairs: Vec<(u32, u32)> = pairs.into_iter().map(pair).collect::<Result<_>>()?;
    if !form_no_cycle(pairs.iter().copied()) {
        let problem =
            "`pairs` form a cycle: together they could reveal what each of them hides; leave one out";
        return Err(Error::Request(problem.to_owned()));
    }
    Ok(Pairs::Only(pairs))
}
