//! A good solution to begin with, where the lattice is too large to be searched to the end.
//!
//! Regions prove much but dive slowly: with dozens of columns the first ceilings are close to everything suppressed.
//! So a large lattice is first walked down greedily from its top, and the solution found there is improved by trading a
//! level of one column for one of another.

use crate::lattice::engine::{Checked, Engine};
use crate::lattice::outcome::Stats;
use crate::lattice::scratch::Scratch;
use lethe_data::Context;
use rayon::prelude::*;

/// Smaller lattices are soon searched whole.
const LARGE: f64 = if cfg!(test) { 16.0 } else { 1_048_576.0 };
/// Nodes checked before one of them is chosen, whatever the number of threads.
const AT_A_TIME: usize = 16;
/// Trades that are tried, a column.
const TRADES: usize = 64;

/// A solution, where the lattice is large and one was met.
pub(super) fn seed<const W: usize>(
    engine: &Engine<'_, W>,
    stats: &mut Stats,
    context: &Context,
) -> Option<Checked> {
    if engine.problem.space.nodes() < LARGE {
        return None;
    }
    let mut walk = Walk { engine, context, stats, trades: TRADES * engine.dimensions().len() };
    let top = walk.check_all(&[engine.problem.space.top()]).pop()?;
    let mut best = walk.descend(top);
    while best.holds {
        match walk.trade(&best) {
            Some(better) => best = walk.descend(better),
            None => break,
        }
    }
    best.holds.then_some(best)
}

struct Walk<'a, const W: usize> {
    engine: &'a Engine<'a, W>,
    context: &'a Context,
    stats: &'a mut Stats,
    trades: usize,
}

impl<const W: usize> Walk<'_, W> {
    fn check_all(&mut self, nodes: &[Vec<usize>]) -> Vec<Checked> {
        if self.context.check_cancelled().is_err() {
            return Vec::new();
        }
        self.stats.grouped += nodes.len() as u64;
        self.stats.checked += nodes.len() as u64;
        let check = |scratch: &mut Scratch<W>, levels: &Vec<usize>| {
            self.engine.check(&self.engine.base, levels, scratch)
        };
        self.context.install(|| nodes.par_iter().with_max_len(1).map_init(Scratch::default, check).collect())
    }

    /// Lowers one column after the other as long as the result is a better solution.
    fn descend(&mut self, mut node: Checked) -> Checked {
        loop {
            let bottom = self.engine.problem.space.bottom();
            let lower = (0..bottom.len()).filter(|&at| node.levels[at] > bottom[at]).map(|at| {
                let mut levels = node.levels.clone();
                levels[at] -= 1;
                levels
            });
            let below: Vec<Vec<usize>> = lower.collect();
            let solutions = self.check_all(&below).into_iter().filter(|next| next.holds);
            match solutions.reduce(|best, next| if next.beats(&best) { next } else { best }) {
                Some(next) if !node.holds || next.beats(&node) => node = next,
                _ => return node,
            }
        }
    }

    /// The first better solution that has one column a level higher and another one lower.
    fn trade(&mut self, node: &Checked) -> Option<Checked> {
        let (bottom, top) = (self.engine.problem.space.bottom(), self.engine.problem.space.top());
        let columns = bottom.len();
        let mut trades = Vec::new();
        let mut scratch = Scratch::default();
        for up in (0..columns).filter(|&up| node.levels[up] < top[up]) {
            for down in (0..columns).filter(|&down| down != up && node.levels[down] > bottom[down]) {
                let mut levels = node.levels.clone();
                levels[up] += 1;
                levels[down] -= 1;
                let base = &self.engine.base;
                let bound = self.engine.bound_of_sums(base, &levels, &mut scratch);
                if bound.is_none_or(|bound| !node.stays_ahead_of(&bound)) {
                    trades.push(levels);
                }
            }
        }
        for some in trades.chunks(AT_A_TIME) {
            self.trades = self.trades.checked_sub(some.len())?;
            let solutions = self.check_all(some).into_iter().filter(|next| next.holds && next.beats(node));
            let best = solutions.reduce(|best, next| if next.beats(&best) { next } else { best });
            if best.is_some() {
                return best;
            }
        }
        None
    }
}
