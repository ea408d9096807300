//! The search itself: regions in order of their bounds, some at a time.

use super::region::Region;
use crate::lattice::engine::{Checked, Engine};
use crate::lattice::outcome::{Outcome, Stats};
use crate::lattice::rows::Rows;
use crate::lattice::scratch::Scratch;
use lethe_data::Context;
use rayon::prelude::*;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// Regions worked on at the same time; the same for any number of threads, so that the work is, too.
const BATCH: usize = 8;
/// Bounds are doubles: what looks worse by no more than this may be better.
const SLACK: f64 = 1e-12;

/// What became of a region.
#[derive(Default)]
struct Worked<const W: usize> {
    solutions: Vec<Checked>,
    regions: Vec<Region<W>>,
    stats: Stats,
}

pub(super) fn search<const W: usize>(engine: Engine<'_, W>, context: &Context) -> Outcome {
    let rows = Arc::new(engine.base.clone());
    let (floor, ceiling) = (engine.problem.space.bottom(), engine.problem.space.top());
    let mut open = BinaryHeap::from([Region { floor, ceiling, rows, bound: 0.0, number: 0 }]);
    let (mut best, mut stats, mut numbers) = (None::<Checked>, Stats::default(), 1);
    let mut complete = true;
    while let Some(first) = open.pop() {
        if best.as_ref().is_some_and(|best| hopeless(first.bound, best)) {
            stats.pruned_by_bound += 1 + open.len() as u64;
            open.clear();
            break;
        }
        if context.check_cancelled().is_err() {
            open.push(first);
            complete = false;
            break;
        }
        let mut batch = vec![first];
        while batch.len() < BATCH
            && let Some(region) = open.pop()
        {
            batch.push(region);
        }
        let known = best.clone();
        let worked: Vec<Worked<W>> = context.install(|| {
            let work = |scratch: &mut Scratch<W>, region| work(&engine, region, known.as_ref(), scratch);
            batch.into_par_iter().with_max_len(1).map_init(Scratch::default, work).collect()
        });
        for worked in worked {
            stats.grouped += worked.stats.grouped;
            stats.checked += worked.stats.checked;
            stats.pruned_by_bound += worked.stats.pruned_by_bound;
            stats.pruned_by_limit += worked.stats.pruned_by_limit;
            for solution in worked.solutions {
                if best.as_ref().is_none_or(|best| solution.beats(best)) {
                    best = Some(solution);
                }
            }
            for mut region in worked.regions {
                region.number = numbers;
                numbers += 1;
                open.push(region);
            }
        }
    }
    let bound = open.peek().map(|region| region.bound).or_else(|| best.as_ref().map(|best| best.value));
    Outcome { best, optimal: complete, bound: bound.unwrap_or(1.0), complete, stats }
}

/// Whether a loss of at least `bound` cannot beat the best solution known.
fn hopeless(bound: f64, best: &Checked) -> bool {
    bound > best.value + SLACK * best.value.abs().max(1e-3)
}

fn work<const W: usize>(
    engine: &Engine<'_, W>,
    mut region: Region<W>,
    best: Option<&Checked>,
    scratch: &mut Scratch<W>,
) -> Worked<W> {
    let mut worked = Worked { solutions: Vec::new(), regions: Vec::new(), stats: Stats::default() };
    let limit = engine.problem.limit;
    let strict = limit == 0 && engine.problem.requirements.monotone();
    loop {
        worked.stats.grouped += 1;
        let gone = engine.screen(&region.rows, &region.ceiling, scratch);
        if engine.base.people - region.rows.people + gone > limit {
            worked.stats.pruned_by_limit += 1;
            return worked;
        }
        if gone > 0 {
            let (ids, keep) = (scratch.grouper.ids(), &scratch.keep);
            region.rows = Arc::new(region.rows.without(&engine.layout, |row| !keep[ids[row] as usize]));
        }
        region.bound = region.bound.max(engine.bound(&region.rows, &region.floor, scratch));
        if best.is_some_and(|best| hopeless(region.bound, best)) {
            worked.stats.pruned_by_bound += 1;
            return worked;
        }
        if !lower_ceiling(engine, &mut region, best, scratch) {
            break;
        }
    }
    // The most general node may be a solution. It is only worth a full check when it could be better.
    let solution = engine.check(&region.rows, &region.ceiling, scratch);
    worked.stats.checked += 1;
    if solution.holds {
        worked.solutions.push(solution);
    } else if strict {
        worked.stats.pruned_by_limit += 1;
        return worked;
    }
    if region.floor != region.ceiling {
        split(engine, region, best, scratch, &mut worked);
    }
    worked
}

/// Lowers the ceiling of columns whose highest levels cost too much; whether any was.
fn lower_ceiling<const W: usize>(
    engine: &Engine<'_, W>,
    region: &mut Region<W>,
    best: Option<&Checked>,
    scratch: &mut Scratch<W>,
) -> bool {
    let (Some(best), Some(_)) = (best, engine.costs()) else { return false };
    let mut lowered = false;
    for at in 0..region.floor.len() {
        let mut floor = region.floor.clone();
        while region.ceiling[at] > region.floor[at] {
            floor[at] = region.ceiling[at];
            if !hopeless(engine.bound(&region.rows, &floor, scratch), best) {
                break;
            }
            region.ceiling[at] -= 1;
            lowered = true;
        }
    }
    lowered
}

/// Splits a region at the middle of the column in which most is at stake.
fn split<const W: usize>(
    engine: &Engine<'_, W>,
    region: Region<W>,
    best: Option<&Checked>,
    scratch: &mut Scratch<W>,
    worked: &mut Worked<W>,
) {
    let at = widest(engine, &region, scratch);
    let middle = usize::midpoint(region.floor[at], region.ceiling[at]);
    let rows = if region.rows.levels == region.floor {
        region.rows
    } else {
        Arc::new(region.rows.rolled_up(
            &region.floor,
            engine.dimensions(),
            &engine.layout,
            &mut scratch.grouper,
        ))
    };
    let mut upper_floor = region.floor.clone();
    upper_floor[at] = middle + 1;
    let bound = engine.bound(&rows, &upper_floor, scratch).max(region.bound);
    if best.is_some_and(|best| hopeless(bound, best)) {
        worked.stats.pruned_by_bound += 1;
    } else {
        worked.regions.push(Region {
            floor: upper_floor,
            ceiling: region.ceiling.clone(),
            rows: Arc::clone(&rows),
            bound,
            number: 0,
        });
    }
    let mut ceiling = region.ceiling;
    ceiling[at] = middle;
    worked.regions.push(Region { floor: region.floor, ceiling, rows, bound: region.bound, number: 0 });
}

/// The column whose highest level costs most more than its lowest.
fn widest<const W: usize>(engine: &Engine<'_, W>, region: &Region<W>, scratch: &mut Scratch<W>) -> usize {
    let open = (0..region.floor.len()).filter(|&at| region.floor[at] < region.ceiling[at]);
    let stake = |at: usize| {
        let mut floor = region.floor.clone();
        floor[at] = region.ceiling[at];
        if engine.costs().is_some() {
            engine.bound(&region.rows, &floor, scratch)
        } else {
            (region.ceiling[at] - region.floor[at]) as f64
        }
    };
    let mut stakes: Vec<(f64, usize)> = Vec::new();
    let mut stake = stake;
    for at in open {
        stakes.push((stake(at), at));
    }
    stakes.into_iter().max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).map_or(0, |(_, at)| at)
}

#[expect(dead_code, reason = "used once rows are counted against the budget")]
fn bytes<const W: usize>(rows: &Rows<W>) -> usize {
    rows.bytes()
}
