//! What a release cost, counted while its rows pass by.

use super::Run;
use super::shown::Shown;
use crate::Result;
use lethe_data::{Context, Table};
use lethe_models::quality::{Cell, CellTally, Domain};
use lethe_transform::partition;
use std::collections::{BTreeMap, HashMap};

/// The cells of all rows and the sizes of classes, and the columns' domains with the spans that are shown.
pub(super) fn tally(
    run: &Run<'_>,
    shown: &mut Shown,
    classes: &BTreeMap<u64, u64>,
    context: &Context,
) -> Result<(CellTally, Vec<Domain>)> {
    let &Run { plan, axes, input } = run;
    let positions = run.positions();
    let mut domains = plan.domains().to_vec();
    let mut span_of: Vec<HashMap<[u32; 2], u32>> = vec![HashMap::new(); axes.len()];
    let mut tally = CellTally::new(axes.len());
    let (mut ranges, mut cells) = (Vec::new(), Vec::new());
    input.for_each_block(context, |_, block: &Table| -> Result<()> {
        let mut codes: Vec<_> =
            positions.iter().map(|&position| block.column(position).codes().widened()).collect();
        for _ in 0..block.rows() {
            shown.next(&mut ranges)?;
            cells.clear();
            for (at, range) in ranges.chunks_exact(2).enumerate() {
                let (words, bound) = ([range[0], range[1]], &plan.hierarchies[at]);
                // Blocks have a code in every column for each of their rows.
                let code = codes[at].next().unwrap_or_default() as usize;
                let node = |level: usize| Cell { level, node: bound.codes(level)[code] };
                cells.push(match axes[at].shown(words) {
                    partition::Shown::Level(level) => node(level),
                    partition::Shown::Everything => node(bound.height() - 1),
                    partition::Shown::Span(covers) => {
                        let spans = &mut domains[at].spans;
                        let number = *span_of[at].entry(words).or_insert_with(|| {
                            spans.push(covers);
                            spans.len() as u32 - 1
                        });
                        Cell { level: bound.height(), node: number }
                    }
                });
            }
            tally.add(&cells, 1);
        }
        Ok(())
    })?;
    for (&size, &count) in classes {
        tally.add_classes(size, count);
    }
    Ok((tally, domains))
}
