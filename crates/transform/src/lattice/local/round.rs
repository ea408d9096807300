//! The best node for the records that remain, at a price.

use super::gain::Gains;
use crate::lattice::engine::Engine;
use crate::lattice::group::Plan;
use crate::lattice::lease::Room;
use crate::lattice::rows::Rows;
use crate::lattice::scratch::{Pool, Scratch};
use lethe_data::Context;
use rayon::prelude::*;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::Arc;

/// Regions worked on at the same time, whatever the number of threads.
const BATCH: usize = 8;

/// A node and the rows that are published on its levels.
pub(super) struct Round {
    pub(super) levels: Vec<usize>,
    pub(super) published: Vec<bool>,
}

/// A box of the lattice with the rows that could be published somewhere in it.
struct Region<const W: usize> {
    /// No node of the region gains more.
    bound: u128,
    number: u64,
    floor: Vec<usize>,
    ceiling: Vec<usize>,
    rows: Arc<Rows<W>>,
}

impl<const W: usize> Region<W> {
    /// The region that may gain most comes first, then the older one.
    fn rank(&self) -> (u128, Reverse<u64>) {
        (self.bound, Reverse(self.number))
    }
}

impl<const W: usize> Ord for Region<W> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl<const W: usize> PartialOrd for Region<W> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const W: usize> PartialEq for Region<W> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<const W: usize> Eq for Region<W> {}

/// What a region gives: the gain at its most general node, where that may be better than what is known, and parts.
struct Worked<const W: usize> {
    gain: u128,
    levels: Vec<usize>,
    parts: Vec<Region<W>>,
}

/// The question of a round.
struct Offer<'a, const W: usize> {
    engine: &'a Engine<'a, W>,
    gains: &'a Gains,
    price: u64,
    room: Room,
}

/// The node with the largest gain: the sum over published records of what they cost less than the price. `None` where
/// nothing is gained.
pub(super) fn best<const W: usize>(
    engine: &Engine<'_, W>,
    gains: &Gains,
    price: u64,
    context: &Context,
) -> Option<Round> {
    let room = Room::of(engine.problem.table);
    let offer = Offer { engine, gains, price, room };
    let scratches = Pool::new(&engine.base);
    let mut open = BinaryHeap::from([offer.whole()]);
    let (mut most, mut node, mut numbers) = (0, None::<Vec<usize>>, 1);
    while open.peek().is_some_and(|region| region.bound > most) && context.check_cancelled().is_ok() {
        let mut batch = Vec::with_capacity(BATCH);
        while batch.len() < BATCH
            && let Some(region) = open.pop().filter(|region| region.bound > most)
        {
            batch.push(region);
        }
        let worked: Vec<Worked<W>> = context.install(|| {
            let work = |region| scratches.with(|scratch| offer.work(region, most, scratch));
            batch.into_par_iter().with_max_len(1).map(work).collect()
        });
        for worked in worked {
            if worked.gain > most {
                most = worked.gain;
                node = Some(worked.levels);
            }
            for mut region in worked.parts {
                region.number = numbers;
                numbers += 1;
                open.push(region);
            }
        }
    }
    let levels = node?;
    let published = offer.published(&levels);
    Some(Round { levels, published })
}

impl<const W: usize> Offer<'_, W> {
    /// The region of all levels that someone could afford.
    fn whole(&self) -> Region<W> {
        let (floor, top) = (self.engine.problem.space.bottom(), self.engine.problem.space.top());
        let affordable = |at: usize| {
            let levels = (floor[at]..=top[at]).rev();
            levels.into_iter().find(|&level| self.gains.least(at, level) < self.price).unwrap_or(floor[at])
        };
        let ceiling = (0..top.len()).map(affordable).collect();
        Region { bound: u128::MAX, number: 0, floor, ceiling, rows: Arc::clone(&self.engine.base) }
    }

    fn work(&self, mut region: Region<W>, most: u128, scratch: &mut Scratch<W>) -> Worked<W> {
        let mut worked = Worked { gain: 0, levels: region.ceiling.clone(), parts: Vec::new() };
        let engine = self.engine;
        let plan = Plan::at(region.rows.levels(), &region.ceiling, engine.dimensions(), &engine.layout);
        let mut fallen = scratch.sieve.shake(&region.rows, &plan, &engine.needs, u64::MAX) > 0;
        if let Some(rows) = fallen.then(|| self.without_fallen(&region.rows, scratch)).flatten() {
            region.rows = Arc::new(rows);
            fallen = false;
        }
        let stays = |row: usize| !(fallen && scratch.sieve.has_fallen(row));
        region.bound = region.bound.min(self.gain(&region.rows, &region.floor, stays));
        if region.bound <= most {
            return worked;
        }
        worked.gain = self.gain(&region.rows, &region.ceiling, stays);
        if region.floor != region.ceiling {
            self.split(&region, most, stays, &mut worked.parts);
        }
        if !engine.least_is_enough && worked.gain > most {
            engine.judge(&region.rows, &region.ceiling, scratch);
            let keeps = |row: usize| scratch.keep[scratch.grouper.ids()[row] as usize];
            worked.gain = self.gain(&region.rows, &region.ceiling, keeps);
        }
        worked
    }

    /// The rows that did not fall through the sieve, where there is room for a copy.
    fn without_fallen(&self, rows: &Rows<W>, scratch: &Scratch<W>) -> Option<Rows<W>> {
        let tally = self.engine.remaining(rows, scratch);
        rows.without(|row| scratch.sieve.has_fallen(row), &tally, &self.room, false)
    }

    fn split(
        &self,
        region: &Region<W>,
        most: u128,
        stays: impl Fn(usize) -> bool,
        parts: &mut Vec<Region<W>>,
    ) {
        let at = self.dearest(region);
        let middle = usize::midpoint(region.floor[at], region.ceiling[at]);
        let mut floor = region.floor.clone();
        floor[at] = middle + 1;
        let bound = self.gain(&region.rows, &floor, stays);
        if bound > most {
            let (ceiling, rows) = (region.ceiling.clone(), Arc::clone(&region.rows));
            parts.push(Region { bound, number: 0, floor, ceiling, rows });
        }
        let (mut ceiling, floor, rows) =
            (region.ceiling.clone(), region.floor.clone(), Arc::clone(&region.rows));
        ceiling[at] = middle;
        parts.push(Region { bound: region.bound, number: 0, floor, ceiling, rows });
    }

    /// What is gained when rows are published on some levels, each that costs less than the price.
    fn gain(&self, rows: &Rows<W>, levels: &[usize], published: impl Fn(usize) -> bool) -> u128 {
        let costs = self.gains.at(rows, levels, self.engine);
        let mut sum = 0;
        for (row, key) in rows.keys.iter().enumerate() {
            if published(row) {
                let gained = self.price.saturating_sub(costs.of(key));
                sum += u128::from(rows.weights[row]) * u128::from(gained);
            }
        }
        sum
    }

    /// The column whose costs differ most between the region's floor and ceiling.
    fn dearest(&self, region: &Region<W>) -> usize {
        let mean = |at: usize, level: usize| self.gains.mean(&region.rows, self.engine, at, level);
        let (mut most, mut column) = (f64::NEG_INFINITY, 0);
        for at in (0..region.floor.len()).filter(|&at| region.floor[at] < region.ceiling[at]) {
            let spread = mean(at, region.ceiling[at]) - mean(at, region.floor[at]);
            if spread > most {
                (most, column) = (spread, at);
            }
        }
        column
    }

    /// The rows of classes that satisfy every model and cost less than the price.
    fn published(&self, levels: &[usize]) -> Vec<bool> {
        let (rows, mut scratch) = (self.engine.base.as_ref(), Scratch::default());
        self.engine.judge(rows, levels, &mut scratch);
        let costs = self.gains.at(rows, levels, self.engine);
        let ids = scratch.grouper.ids().iter().zip(&rows.keys);
        ids.map(|(&class, key)| scratch.keep[class as usize] && costs.of(key) < self.price).collect()
    }
}
