//! The search itself: regions in order of their bounds, some at a time.

use super::expand::{Worked, work};
use super::leaders::Leaders;
use super::region::Region;
use super::seed::seed;
use crate::lattice::bound::Bound;
use crate::lattice::engine::{Checked, Engine};
use crate::lattice::lease::Room;
use crate::lattice::outcome::{Outcome, Stats};
use crate::lattice::scratch::{Pool, Scratch};
use lethe_data::Context;
use rayon::prelude::*;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// Regions worked on at the same time; the same for any number of threads, so that the work is, too.
const BATCH: usize = 8;

/// Searches the nodes between the space's bottom and top.
pub(crate) fn search<const W: usize>(engine: &Engine<'_, W>, context: &Context) -> Outcome {
    search_for(engine, 1, context).1
}

/// Searches for the best nodes, so many of them; best first, and with what the search was.
pub(crate) fn search_for<const W: usize>(
    engine: &Engine<'_, W>,
    most: usize,
    context: &Context,
) -> (Vec<Checked>, Outcome) {
    let scratches = Pool::new(&engine.base);
    let room = Room::of(engine.problem.table);
    let task = context.task("searching the lattice", None);
    let mut open = BinaryHeap::from([whole(engine)]);
    let mut stats = Stats::default();
    let mut leaders = Leaders::new(most);
    if let Some(solution) = seed(engine, &mut stats, context) {
        leaders.offer(solution);
    }
    let mut numbers = 1;
    let mut complete = true;
    while let Some(first) = open.pop() {
        if leaders.to_beat().is_some_and(|last| last.stays_ahead_of(&first.bound)) {
            stats.pruned_by_bound += 1 + open.len() as u64;
            open.clear();
            break;
        }
        if context.check_cancelled().is_err() {
            open.push(first);
            complete = false;
            break;
        }
        let bound = first.bound.value;
        let mut batch = vec![first];
        while batch.len() < BATCH
            && let Some(region) = open.pop()
        {
            batch.push(region);
        }
        let known = leaders.to_beat();
        let worked: Vec<Worked<W>> = context.install(|| {
            let work = |region| scratches.with(|scratch| work(engine, region, known, &room, scratch));
            batch.into_par_iter().with_max_len(1).map(work).collect()
        });
        for worked in worked {
            stats.add(worked.stats);
            task.advance(worked.stats.grouped);
            for solution in worked.solutions {
                let value = solution.value;
                if leaders.offer(solution) {
                    task.note(&format!("loss {value:.4}, at least {bound:.4}"));
                }
            }
            for mut region in worked.regions {
                region.number = numbers;
                numbers += 1;
                open.push(region);
            }
        }
    }
    let mut solutions = leaders.into_solutions();
    if let Some(best) = solutions.first_mut() {
        // Losses that are sums over cells were computed without counting classes.
        best.classes = engine.check(&engine.base, &best.levels, &mut Scratch::default()).classes;
    }
    let best = solutions.first().cloned();
    let bound = open.peek().map(|region| region.bound.value).or_else(|| best.as_ref().map(|best| best.value));
    let outcome = Outcome { best, optimal: complete, bound: bound.unwrap_or(1.0), complete, stats };
    (solutions, outcome)
}

/// The region of all nodes.
fn whole<const W: usize>(engine: &Engine<'_, W>) -> Region<W> {
    Region {
        floor: engine.problem.space.bottom(),
        ceiling: engine.problem.space.top(),
        rows: Arc::clone(&engine.base),
        tally: Arc::clone(&engine.base.tally),
        bound: Bound::default(),
        number: 0,
    }
}

impl Stats {
    fn add(&mut self, other: Self) {
        self.grouped += other.grouped;
        self.checked += other.checked;
        self.pruned_by_bound += other.pruned_by_bound;
        self.pruned_by_limit += other.pruned_by_limit;
    }
}
