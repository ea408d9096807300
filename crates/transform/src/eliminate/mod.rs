//! Cells changed until no combination of at most so many columns singles anybody out.
//!
//! A combination of values is *exposed* when fewer than `k` records show it on some columns. The minimal column sets with
//! an exposed combination are searched for, their records are treated, and both is repeated until there are none: a cell
//! that changes leaves the records it looked like, who may then be exposed themselves. `*` is a value like any other here.
//! Records that share values and stars look alike to everybody, whatever they know; taking `*` for any value would count
//! records as company whom an attacker can rule out.
//!
//! **Guarantee**: on the result, no set of at most `max_size` columns (of any size, where none is given) inside one of the
//! sets `within` has a combination that 1 to `k - 1` records show.
//! **Paper**: Podlesny 2023, Section 6; the fixpoint and the bound are ours.
//! **Cost**: one search for quasi-identifiers a round; each round changes at least one cell for good, and rounds that move
//! numbers are few, so that it ends.
//!
//! # Where is what?
//!
//! `transform/src/eliminate`: a `Problem` (table, columns, hierarchies, k, `max_size`, the column sets `within` which
//! combinations count) becomes `Cells`, the code and level of every cell, its steps being a `Ladder`. `by_column/` lets
//! one column after the other join (`open.rs`: who gives way does not depend on kept columns; `again.rs`: only touched
//! groups are counted again), `fixpoint.rs` searches (`find.rs`) and treats in rounds: `suppress.rs` by the hitting
//! sets of `hitting.rs`, with the lower bound of `bound.rs`; `generalize.rs`, `perturb.rs`; `rules.rs` chooses.
//! `noise.rs` comes before all that. The end is a `Recoding` and replaced columns, published and proven like any other.
//! `transform/src/compartment` finds safe column sets (`grow.rs`, `known.rs`, `cliques.rs`), covers the columns
//! (`cover.rs`), makes families acyclic (`acyclic.rs`), and splits rows (`rows.rs`, `split.rs`). In the façade
//! `anonymize/eliminate`: `knowledge.rs` reads k and `max_size`, `prepare.rs` completes roles, hierarchies and noise,
//! `compartment.rs` parts columns (for `compose` the sets of `apart.rs`) and has `verify/compartments` attack what it
//! wrote. See `docs/src/methods/elimination.md` and `docs/src/methods/compartments.md`.

mod bound;
mod by_column;
mod cells;
mod centers;
mod classes;
mod find;
mod fixpoint;
mod generalize;
mod hitting;
mod ladder;
pub mod noise;
mod perturb;
mod rules;
mod scale;
mod suppress;
mod trial;

pub use fixpoint::{Eliminated, Outcome, Stats, Stuck};
pub use rules::{Features, Rules, Treatment};

use crate::{Error, Result};
use by_column::ByColumn;
use cells::Cells;
use fixpoint::Run;
use lethe_data::hierarchy::BoundHierarchy;
use lethe_data::{Context, Table};
use scale::Scale;

/// A table whose combinations are to be made safe.
pub struct Problem<'a> {
    table: &'a Table,
    /// The columns that an attacker may know. Everything below goes by the place among these.
    columns: Vec<usize>,
    hierarchies: &'a [BoundHierarchy],
    levels: Vec<(usize, usize)>,
    k: u64,
    max_size: Option<usize>,
    within: Vec<Vec<usize>>,
    weights: Vec<f64>,
    keep: Vec<bool>,
    scales: Vec<Option<Scale>>,
}

impl<'a> Problem<'a> {
    /// All combinations of at most `max_size` of these columns are to be shown by at least `k` records.
    ///
    /// **Errors**: `k` is below 2, `max_size` is 0, or the lists do not go together.
    pub fn new(
        table: &'a Table,
        columns: Vec<usize>,
        hierarchies: &'a [BoundHierarchy],
        k: u64,
        max_size: Option<usize>,
    ) -> Result<Self> {
        let problem = |text: &str| Err(Error::Problem(text.to_owned()));
        if k < 2 {
            return problem("k must be at least 2");
        }
        if max_size == Some(0) {
            return problem("max_size must be at least 1");
        }
        if columns.len() != hierarchies.len() {
            return problem("every column needs a hierarchy, and every hierarchy a column");
        }
        if hierarchies.iter().any(|bound| bound.height() > usize::from(u8::MAX)) {
            return problem("a hierarchy has more than 255 levels");
        }
        let levels = hierarchies.iter().map(|bound| (0, bound.height() - 1)).collect();
        let scales = columns.iter().map(|&position| Scale::of(table.column(position))).collect();
        let width = columns.len();
        Ok(Self {
            table,
            columns,
            hierarchies,
            levels,
            k,
            max_size,
            within: vec![(0..width).collect()],
            weights: vec![1.0; width],
            keep: vec![false; width],
            scales,
        })
    }

    /// Only combinations inside one of these sets of columns count; the others are never published together.
    #[must_use]
    pub fn within(mut self, sets: Vec<Vec<usize>>) -> Self {
        self.within = sets;
        self
    }

    /// The lowest and the highest level that cells of each column may be shown on.
    #[must_use]
    pub fn with_levels(mut self, levels: Vec<(usize, usize)>) -> Self {
        self.levels = levels;
        self
    }

    /// What a cell of each column costs, against 1.
    #[must_use]
    pub fn with_weights(mut self, weights: Vec<f64>) -> Self {
        self.weights = weights;
        self
    }

    /// The columns whose cells are never changed.
    #[must_use]
    pub fn keeping(mut self, keep: Vec<bool>) -> Self {
        self.keep = keep;
        self
    }

    /// The cost of a cell; never nothing, so that no cell is removed without need.
    fn weight(&self, column: usize) -> f64 {
        self.weights[column].max(1e-6)
    }

    /// Whether the column has numbers or dates.
    fn is_ordered(&self, column: usize) -> bool {
        self.scales[column].is_some()
    }

    fn scale(&self, column: usize) -> &Scale {
        static NONE: Scale = Scale::NONE;
        self.scales[column].as_ref().unwrap_or(&NONE)
    }

    /// Rows times the column sets that count.
    fn work(&self) -> f64 {
        let sets = |width: usize| {
            let choose = |sets: f64, size: usize| sets * (width - size) as f64 / (size + 1) as f64;
            let sizes = (0..self.top().min(width)).scan(1.0, |sets, size| {
                *sets = choose(*sets, size);
                Some(*sets)
            });
            sizes.sum::<f64>()
        };
        self.table.rows() as f64 * self.within.iter().map(|within| sets(within.len())).sum::<f64>()
    }

    /// The largest sets that count.
    fn top(&self) -> usize {
        let widest = self.within.iter().map(Vec::len).max().unwrap_or(0);
        self.max_size.map_or(widest, |size| size.min(widest))
    }
}

/// How sets are treated.
#[derive(Clone, Debug, PartialEq)]
pub enum Policy {
    /// All in the same way.
    Always(Treatment),
    /// As rules say; a set that they would publish apart is generalized where it has numbers, and suppressed otherwise.
    Rules(Rules),
    /// In the way that loses least.
    Least,
}

/// Rounds of hitting sets; a table that needs more has so many rare stars that going by columns removes less.
const MOST_ROUNDS: u64 = 40;

/// Rows times column sets beyond which hitting sets are not tried.
const MOST_WORK: f64 = 4e9;

/// Changes cells until nobody is exposed.
///
/// Cells are changed column by column; where they are only removed, the hitting sets of all records are tried as well, and
/// the cheaper result is taken.
///
/// **Errors**: the run is cancelled, or the memory budget is too small. That columns to be kept leave no solution is no
/// error but an answer.
pub fn eliminate(problem: &Problem<'_>, policy: &Policy, context: &Context) -> Result<Outcome> {
    let mut room = context.memory().reserve("changing cells");
    // A value, a level, what is shown and the original code, twice where two ways are tried.
    room.try_grow(2 * 13 * problem.table.rows() * problem.columns.len())?;
    let only_removes = *policy == Policy::Always(Treatment::Suppress);
    let by_column = by_column(problem, policy, context)?;
    if !only_removes {
        return Ok(by_column);
    }
    // Hitting sets choose cells by what records show in kept columns, which stars would then tell.
    let is_tried = problem.work() <= MOST_WORK && !problem.keep.contains(&true);
    let by_record = if is_tried { Run::new(problem, policy, context).run(MOST_ROUNDS)? } else { None };
    let least_cost = bound::least_cost(Cells::new(problem), problem, context)?;
    let cost = |outcome: &Outcome| match outcome {
        Outcome::Done(done) => done.stats.cost.unwrap_or(f64::INFINITY),
        Outcome::Impossible(_) => f64::INFINITY,
    };
    let mut best = match by_record {
        Some(by_record) if cost(&by_record) <= cost(&by_column) => by_record,
        _ => by_column,
    };
    if let Outcome::Done(done) = &mut best {
        done.stats.least_cost = Some(least_cost);
    }
    Ok(best)
}

/// Changes cells column by column, and then looks once more for sets that expose somebody.
fn by_column(problem: &Problem<'_>, policy: &Policy, context: &Context) -> Result<Outcome> {
    let mut cells = Cells::new(problem);
    let mut stats = Stats::default();
    let worker = ByColumn { problem, policy, context };
    let reported = |treatment, sets| *stats.treated.entry(treatment).or_default() += sets;
    let run = Run::new(problem, policy, context);
    let done = match worker.run(&mut cells, reported)? {
        // Columns that may not be removed stand in the way; perhaps others that came before can be.
        Err(_) => run.run(u64::MAX)?,
        Ok(rounds) => {
            (stats.rounds, stats.sets) = (rounds, stats.treated.values().sum());
            run.from(cells, stats).run(u64::MAX)?
        }
    };
    // Without a limit to its rounds it does not give up.
    done.ok_or_else(|| Error::Problem("the search gave up".to_owned()))
}

#[cfg(test)]
mod tests;
