//! What is done with one region.

use super::region::Region;
use crate::lattice::engine::{Checked, Engine};
use crate::lattice::judge::least_lost;
use crate::lattice::lease::Room;
use crate::lattice::outcome::Stats;
use crate::lattice::scratch::Scratch;
use std::sync::Arc;

/// Fewer rows than this are not merged again.
const FEW_ROWS: usize = 256;

/// What became of a region.
pub(super) struct Worked<const W: usize> {
    pub(super) solutions: Vec<Checked>,
    pub(super) regions: Vec<Region<W>>,
    pub(super) stats: Stats,
}

pub(super) fn work<const W: usize>(
    engine: &Engine<'_, W>,
    mut region: Region<W>,
    best: Option<&Checked>,
    room: &Room,
    scratch: &mut Scratch<W>,
) -> Worked<W> {
    let mut worked = Worked { solutions: Vec::new(), regions: Vec::new(), stats: Stats::default() };
    let limit = engine.problem.limit;
    loop {
        worked.stats.grouped += 1;
        let gone = engine.screen(&region, scratch);
        let suppressed = engine.base.records() - region.rows.records() + gone;
        if suppressed > limit {
            worked.stats.pruned_by_limit += 1;
            return worked;
        }
        if gone > 0 && !engine.keeps_suppressed {
            drop_suppressed(engine, &mut region, room, scratch);
        }
        let bound = engine.bound(&region.rows, &region.tally, &region.floor, scratch);
        region.raise(bound);
        if best.is_some_and(|best| best.stays_ahead_of(&region.bound)) {
            worked.stats.pruned_by_bound += 1;
            return worked;
        }
        if lower_ceiling(engine, &mut region, best, scratch) {
            continue;
        }
        match check_ceiling(engine, &mut region, best, scratch, &mut worked) {
            Ceiling::PrunedByBound => worked.stats.pruned_by_bound += 1,
            Ceiling::PrunedByLimit => worked.stats.pruned_by_limit += 1,
            Ceiling::Open => break,
        }
        return worked;
    }
    if region.floor != region.ceiling {
        split(engine, region, best, room, scratch, &mut worked);
    }
    worked
}

/// Takes the records that are suppressed in the whole region out of its rows, or at least out of its tally.
fn drop_suppressed<const W: usize>(
    engine: &Engine<'_, W>,
    region: &mut Region<W>,
    room: &Room,
    scratch: &Scratch<W>,
) {
    let tally = engine.remaining(&region.rows, scratch);
    let gone = |row: usize| scratch.sieve.has_fallen(row);
    if let Some(rows) = region.rows.without(gone, &tally, room, !engine.sums_only) {
        region.rows = Arc::new(rows);
    }
    region.tally = tally;
}

/// What the most general node of a region says about it.
enum Ceiling {
    /// Nothing in the region is better than what is known.
    PrunedByBound,
    /// Too many are suppressed in the whole region.
    PrunedByLimit,
    Open,
}

/// Looks at the most general node of a region, a solution perhaps.
fn check_ceiling<const W: usize>(
    engine: &Engine<'_, W>,
    region: &mut Region<W>,
    best: Option<&Checked>,
    scratch: &mut Scratch<W>,
    worked: &mut Worked<W>,
) -> Ceiling {
    if engine.least_is_enough && !engine.keeps_suppressed {
        worked.stats.checked += 1;
        worked.solutions.push(engine.ceiling_solution(region, scratch));
        return Ceiling::Open;
    }
    worked.stats.grouped += 1;
    worked.stats.checked += 1;
    let solution = engine.check(&region.rows, &region.ceiling, scratch);
    let holds = solution.holds;
    if holds {
        worked.solutions.push(solution);
    }
    // Without suppression, a region whose most general node breaks a monotone model holds no solution.
    if !holds && engine.problem.limit == 0 && engine.problem.requirements.monotone() {
        return Ceiling::PrunedByLimit;
    }
    let lost = engine.base.records() - region.rows.records() + least_lost(engine, &region.rows, scratch);
    if lost > engine.problem.limit {
        return Ceiling::PrunedByLimit;
    }
    let known = engine.base.records() - region.tally.records;
    if engine.sums_only && lost > known {
        region.raise(engine.bound_with_lost(region, lost - known, scratch));
    }
    if best.is_some_and(|best| best.stays_ahead_of(&region.bound)) {
        Ceiling::PrunedByBound
    } else {
        Ceiling::Open
    }
}

/// Lowers the ceiling of columns whose highest levels cost too much; whether any was.
fn lower_ceiling<const W: usize>(
    engine: &Engine<'_, W>,
    region: &mut Region<W>,
    best: Option<&Checked>,
    scratch: &mut Scratch<W>,
) -> bool {
    let Some(best) = best.filter(|_| engine.sums_only) else { return false };
    let mut lowered = false;
    let mut floor = region.floor.clone();
    for at in 0..floor.len() {
        while region.ceiling[at] > region.floor[at] {
            floor[at] = region.ceiling[at];
            if !best.stays_ahead_of(&engine.bound(&region.rows, &region.tally, &floor, scratch)) {
                break;
            }
            region.ceiling[at] -= 1;
            lowered = true;
        }
        floor[at] = region.floor[at];
    }
    lowered
}

/// Splits a region at the middle of the column in which most is at stake.
fn split<const W: usize>(
    engine: &Engine<'_, W>,
    mut region: Region<W>,
    best: Option<&Checked>,
    room: &Room,
    scratch: &mut Scratch<W>,
    worked: &mut Worked<W>,
) {
    let at = widest(engine, &region, scratch);
    let middle = usize::midpoint(region.floor[at], region.ceiling[at]);
    if region.rows.levels() != region.floor && region.rows.len() > FEW_ROWS {
        let (dimensions, layout) = (engine.dimensions(), &engine.layout);
        let merged = region.rows.rolled_up(&region.floor, dimensions, layout, room);
        if let Some(rows) = merged {
            region.rows = Arc::new(rows);
        }
    }
    let mut floor = region.floor.clone();
    floor[at] = middle + 1;
    let bound = engine.bound(&region.rows, &region.tally, &floor, scratch).or(region.bound.clone());
    if best.is_some_and(|best| best.stays_ahead_of(&bound)) {
        worked.stats.pruned_by_bound += 1;
    } else {
        worked.regions.push(Region {
            floor,
            ceiling: region.ceiling.clone(),
            rows: Arc::clone(&region.rows),
            tally: Arc::clone(&region.rows.tally),
            bound,
            number: 0,
        });
    }
    region.ceiling[at] = middle;
    // What is known of suppressed records is found again with the part's own ceiling; to keep it would take more room.
    region.tally = Arc::clone(&region.rows.tally);
    worked.regions.push(region);
}

/// The column whose highest level costs most more than its lowest; without costs, the one with most levels.
fn widest<const W: usize>(engine: &Engine<'_, W>, region: &Region<W>, scratch: &mut Scratch<W>) -> usize {
    let (mut most, mut column) = (f64::NEG_INFINITY, 0);
    let mut floor = region.floor.clone();
    for at in 0..floor.len() {
        let levels = region.ceiling[at] - region.floor[at];
        if levels == 0 {
            continue;
        }
        let stake = if engine.sums_only {
            floor[at] = region.ceiling[at];
            engine.bound(&region.rows, &region.tally, &floor, scratch).value
        } else {
            levels as f64
        };
        floor[at] = region.floor[at];
        if stake > most {
            (most, column) = (stake, at);
        }
    }
    column
}
