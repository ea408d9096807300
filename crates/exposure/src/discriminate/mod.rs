//! A model that may be shown: risky inferences lowered, rare pairs of values out of reach.
//!
//! To hide one probability is not enough, for those of a value add up to one and the hidden one is what is missing. So cells of
//! the table of two columns are withheld as a whole rectangle, some values of the one against some of the other, and inside it
//! every person is spread evenly: what the model then says follows from how many records each value has in the rectangle, which
//! everybody can work out from the cells that are shown. See `docs/src/methods/exposure-aggregation.md`.

mod forest;
mod matrix;
mod release;
mod risky;
mod withhold;

pub use forest::form_no_cycle;
pub use release::{Rectangle, ReleasedCell, ReleasedPair, Sanitised};

use crate::{Graph, Result};
use lethe_data::Context;
use rayon::prelude::*;

/// Which columns' pairs are released.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pairs {
    /// Of every two columns.
    All,
    /// Of so many that no further one could be added without a cycle, those that show most first.
    Forest,
    /// Of these, by places of columns.
    Only(Vec<(u32, u32)>),
}

/// What may be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The fewest records of whom two values together may be shown; 0 is as good as 1.
    pub k: u64,
    /// How many standard deviations above the mean a probability is risky; no probability is when there is none.
    pub theta: Option<f64>,
    /// The column pairs.
    pub pairs: Pairs,
}

/// Lowers risky probabilities, and withholds what would give rare pairs of values away.
///
/// **Guarantee**: whoever knows the release, and for every named value how many of its records have a value in the other column,
/// finds for each pair of named values of 1 to k − 1 records a table of the two columns that agrees with all of it and in which
/// the pair has at least k records. When the released column pairs form no cycle, there is also a whole table of records that
/// agrees; [`Pairs::Forest`] sees to that. Which probabilities are risky rests on rounded numbers, the guarantee does not.
/// **Paper**: Podlesny 2023, section 5.1.3, Definition 9 and Example 5.
/// **Cost**: the edges of the graph a few times.
/// **Errors**: the run is cancelled.
pub fn sanitise(graph: &Graph, request: &Request, context: &Context) -> Result<Sanitised> {
    let k = request.k.max(1);
    let places = matrix::column_ranges(graph);
    let mut asked: Vec<(u32, u32)> = match &request.pairs {
        Pairs::All | Pairs::Forest => (0..places.len() as u32)
            .flat_map(|left| (left + 1..places.len() as u32).map(move |right| (left, right)))
            .collect(),
        Pairs::Only(pairs) => pairs.iter().map(|&(one, other)| (one.min(other), one.max(other))).collect(),
    };
    asked.retain(|&(left, right)| left < right && (right as usize) < places.len());
    asked.sort_unstable();
    asked.dedup();
    let task = context.task("lowering what is risky", Some(asked.len() as u64));
    let pairs = context.install(|| {
        asked
            .into_par_iter()
            .map(|columns| {
                context.check_cancelled()?;
                task.advance(1);
                Ok(release_pair(graph, &places, columns, k, request.theta))
            })
            .collect::<Result<Vec<_>>>()
    })?;
    let pairs = if request.pairs == Pairs::Forest { forest::of_most_information(pairs) } else { pairs };
    Ok(Sanitised { k, pairs })
}

fn release_pair(
    graph: &Graph,
    places: &[std::ops::Range<usize>],
    (left, right): (u32, u32),
    k: u64,
    theta: Option<f64>,
) -> ReleasedPair {
    let sides = [places[left as usize].clone(), places[right as usize].clone()];
    let cells = matrix::cells(graph, &sides);
    let released = matrix::Matrix::new(&cells, &sides, k).map(|matrix| {
        let limits = theta.map(|theta| risky::Limits::new(graph, &cells, theta));
        let risky = limits.map_or_else(Vec::new, |limits| limits.risky(graph, &matrix));
        let suppressed = withhold::choose(&matrix, &risky, k);
        release::of_matrix((left, right), &matrix, &suppressed, risky.len())
    });
    // What cannot be shown safely is not shown: the check is made on what is about to be released, not on how it was made.
    released
        .filter(|released| released.is_safe(graph, &cells, k))
        .unwrap_or_else(|| ReleasedPair::nothing((left, right)))
}

#[cfg(test)]
mod tests;
