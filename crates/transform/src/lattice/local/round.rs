//! The best node for the records that remain, at a price.

use super::gain::Gains;
use crate::lattice::engine::Engine;
use crate::lattice::group::Plan;
use crate::lattice::numbering::Numbering;
use crate::lattice::rows::Rows;
use crate::lattice::scratch::Scratch;
use lethe_data::Context;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Regions worked on at the same time, whatever the number of threads.
const BATCH: usize = 8;

/// A node and the rows that are published on its levels.
pub(super) struct Round {
    pub(super) levels: Vec<usize>,
    pub(super) published: Vec<bool>,
}

/// A box of the lattice; the one that may gain most comes first, then the older one.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Region {
    bound: u128,
    number: Reverse<u64>,
    floor: Vec<usize>,
    ceiling: Vec<usize>,
}

/// What a region gives: the gain at its most general node, where that may be better than what is known, and parts.
struct Worked {
    gain: u128,
    levels: Vec<usize>,
    parts: Vec<(u128, Vec<usize>, Vec<usize>)>,
}

/// The node with the largest gain: the sum over published people of what they cost less than the price. `None` where
/// nothing is gained.
pub(super) fn best<const W: usize>(
    engine: &Engine<'_, W>,
    gains: &Gains,
    price: u64,
    context: &Context,
) -> Option<Round> {
    let floor = engine.problem.space.bottom();
    let affordable = |at: usize, top: usize| {
        (floor[at]..=top).rev().find(|&level| gains.least(at, level) < price).unwrap_or(floor[at])
    };
    let ceiling: Vec<usize> =
        engine.problem.space.top().iter().enumerate().map(|(at, &top)| affordable(at, top)).collect();
    let mut open = BinaryHeap::from([Region { bound: u128::MAX, number: Reverse(0), floor, ceiling }]);
    let (mut most, mut node, mut numbers) = (0, None::<Vec<usize>>, 1);
    while open.peek().is_some_and(|region| region.bound > most) && context.check_cancelled().is_ok() {
        let mut batch = Vec::with_capacity(BATCH);
        while batch.len() < BATCH
            && let Some(region) = open.pop().filter(|region| region.bound > most)
        {
            batch.push(region);
        }
        let worked: Vec<Worked> = context.install(|| {
            let work =
                |scratch: &mut Scratch<W>, region: &Region| work(engine, gains, price, region, most, scratch);
            batch.par_iter().with_max_len(1).map_init(Scratch::default, work).collect()
        });
        for worked in worked {
            if worked.gain > most {
                most = worked.gain;
                node = Some(worked.levels);
            }
            for (bound, floor, ceiling) in worked.parts {
                open.push(Region { bound, number: Reverse(numbers), floor, ceiling });
                numbers += 1;
            }
        }
    }
    let levels = node?;
    let published = published(engine, gains, price, &levels, &mut Scratch::default());
    Some(Round { levels, published })
}

fn work<const W: usize>(
    engine: &Engine<'_, W>,
    gains: &Gains,
    price: u64,
    region: &Region,
    most: u128,
    scratch: &mut Scratch<W>,
) -> Worked {
    let rows = engine.base.as_ref();
    let mut worked = Worked { gain: 0, levels: region.ceiling.clone(), parts: Vec::new() };
    let plan = Plan::at(rows.levels(), &region.ceiling, engine.dimensions(), &engine.layout);
    scratch.sieve.shake(rows, &plan, &engine.needs, u64::MAX);
    let stays = |row: usize, scratch: &Scratch<W>| !scratch.sieve.has_fallen(row);
    let bound = gain(rows, price, &gains.at(rows, &region.floor, engine), |row| stays(row, scratch));
    if bound <= most {
        return worked;
    }
    let at_ceiling = gain(rows, price, &gains.at(rows, &region.ceiling, engine), |row| stays(row, scratch));
    worked.gain = if engine.least_is_enough || at_ceiling <= most {
        at_ceiling
    } else {
        engine.judge(rows, &region.ceiling, scratch);
        let keeps = |row: usize| scratch.keep[scratch.grouper.ids()[row] as usize];
        gain(rows, price, &gains.at(rows, &region.ceiling, engine), keeps)
    };
    if region.floor != region.ceiling {
        let at = dearest(engine, gains, region);
        let middle = usize::midpoint(region.floor[at], region.ceiling[at]);
        let (mut floor, mut ceiling) = (region.floor.clone(), region.ceiling.clone());
        floor[at] = middle + 1;
        ceiling[at] = middle;
        worked.parts.push((bound, region.floor.clone(), ceiling));
        worked.parts.push((bound, floor, region.ceiling.clone()));
    }
    worked
}

/// What is gained when these rows are published, each that costs less than the price.
fn gain<const W: usize>(
    rows: &Rows<W>,
    price: u64,
    costs: &Numbering,
    published: impl Fn(usize) -> bool,
) -> u128 {
    let mut sum = 0;
    for (row, key) in rows.keys.iter().enumerate() {
        if published(row) {
            let gained = price.saturating_sub(costs.of(key));
            sum += u128::from(rows.weights[row]) * u128::from(gained);
        }
    }
    sum
}

/// The column whose costs differ most between the region's floor and ceiling.
fn dearest<const W: usize>(engine: &Engine<'_, W>, gains: &Gains, region: &Region) -> usize {
    let rows = engine.base.as_ref();
    let (mut most, mut column) = (f64::NEG_INFINITY, 0);
    for at in (0..region.floor.len()).filter(|&at| region.floor[at] < region.ceiling[at]) {
        let spread =
            gains.mean(rows, engine, at, region.ceiling[at]) - gains.mean(rows, engine, at, region.floor[at]);
        if spread > most {
            (most, column) = (spread, at);
        }
    }
    column
}

/// The rows of classes that satisfy every model and cost less than the price.
fn published<const W: usize>(
    engine: &Engine<'_, W>,
    gains: &Gains,
    price: u64,
    levels: &[usize],
    scratch: &mut Scratch<W>,
) -> Vec<bool> {
    let rows = engine.base.as_ref();
    engine.judge(rows, levels, scratch);
    let costs = gains.at(rows, levels, engine);
    let ids = scratch.grouper.ids().iter().zip(&rows.keys);
    ids.map(|(&class, key)| scratch.keep[class as usize] && costs.of(key) < price).collect()
}
