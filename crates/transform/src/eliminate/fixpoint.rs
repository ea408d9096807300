//! Searching and treating until there is nothing to find.

use super::cells::Cells;
use super::classes::Scratch;
use super::generalize::generalize;
use super::perturb::perturb;
use super::suppress::{exposed_by, suppress};
use super::trial::{Change, Trial};
use super::{Features, Policy, Problem, Treatment, find};
use crate::{Recoding, Result};
use lethe_data::{Column, Context};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};

/// Rounds for each size of sets that may move numbers; after them what is left is removed, which cannot go on for ever.
const MOVING_ROUNDS: u64 = 6;
/// Sets that are thought about at once.
const AT_ONCE: usize = 16;

/// A table that singles nobody out.
#[derive(Clone, Debug)]
pub struct Eliminated {
    /// What is shown of each record.
    pub recoding: Recoding,
    /// The columns in which values were replaced, by place.
    pub replaced: Vec<(usize, Column)>,
    /// What was done.
    pub stats: Stats,
}

/// What was done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Searches that found something to treat.
    pub rounds: u64,
    /// Sets that exposed somebody at the beginning of each round, added up.
    pub sets: u64,
    /// How many of these got which treatment.
    pub treated: BTreeMap<Treatment, u64>,
    /// Cells that are removed, generalized and replaced, by place of the column. A cell counts once.
    pub suppressed: Vec<u64>,
    /// See [`Stats::suppressed`].
    pub generalized: Vec<u64>,
    /// See [`Stats::suppressed`].
    pub replaced: Vec<u64>,
    /// What the removed cells cost, by the weights of their columns, where cells are removed and nothing else is done.
    pub cost: Option<f64>,
    /// What they cost at least, whoever removes them.
    pub least_cost: Option<f64>,
}

impl Stats {
    /// The cells that show something else than they did.
    pub fn altered(&self) -> u64 {
        [&self.suppressed, &self.generalized, &self.replaced].into_iter().flatten().sum()
    }
}

/// Columns on which a record stays exposed, as they must be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// Their names.
    pub columns: Vec<String>,
}

/// How it ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Nobody is exposed.
    Done(Box<Eliminated>),
    /// Nothing that may be changed helps.
    Impossible(Stuck),
}

/// The work on one problem.
pub(super) struct Run<'a> {
    problem: &'a Problem<'a>,
    policy: &'a Policy,
    context: &'a Context,
    cells: Cells,
    stats: Stats,
    /// Rounds since larger sets are looked at.
    rounds_of_size: u64,
}

impl<'a> Run<'a> {
    pub(super) fn new(problem: &'a Problem<'a>, policy: &'a Policy, context: &'a Context) -> Self {
        let cells = Cells::new(problem);
        Self { problem, policy, context, cells, stats: Stats::default(), rounds_of_size: 0 }
    }

    /// Goes on from a table in which cells were changed already.
    pub(super) fn from(mut self, cells: Cells, stats: Stats) -> Self {
        (self.cells, self.stats) = (cells, stats);
        self
    }

    /// Searches and treats until nothing is found; gives up after so many rounds.
    pub(super) fn run(mut self, most_rounds: u64) -> Result<Option<Outcome>> {
        let (problem, context) = (self.problem, self.context);
        let task = context.task("changing cells", None);
        let mut size = 1;
        while size <= problem.top() {
            let sets = find::exposing(&self.cells, problem, size, context)?;
            if sets.is_empty() {
                if size < problem.top() && find::is_safe_altogether(&self.cells, problem, context)? {
                    break;
                }
                size += 1;
                self.rounds_of_size = 0;
                continue;
            }
            if self.stats.rounds == most_rounds {
                return Ok(None);
            }
            self.stats.rounds += 1;
            self.rounds_of_size += 1;
            self.stats.sets += sets.len() as u64;
            task.note(&format!("round {}, {} column sets", self.stats.rounds, sets.len()));
            task.advance(1);
            if let Err(stuck) = self.treat(&sets) {
                return Ok(Some(Outcome::Impossible(stuck)));
            }
            context.check_cancelled()?;
        }
        Ok(Some(Outcome::Done(Box::new(self.finish()))))
    }

    /// Treats each set as the policy says.
    fn treat(&mut self, sets: &[Vec<usize>]) -> std::result::Result<(), Stuck> {
        if *self.policy == Policy::Always(Treatment::Suppress) {
            *self.stats.treated.entry(Treatment::Suppress).or_default() += sets.len() as u64;
            return suppress(&mut self.cells, self.problem, sets, self.context);
        }
        let mut to_suppress = Vec::new();
        let mut any_change = false;
        for batch in sets.chunks(AT_ONCE) {
            if self.context.cancel_token().is_cancelled() {
                return Ok(());
            }
            let exposed = exposed_by(&mut self.cells, self.problem.k, batch, None, self.context);
            let trials: Vec<(Treatment, Trial)> = self.context.install(|| {
                let pairs = batch.par_iter().zip(&exposed);
                pairs
                    .map_init(Scratch::default, |scratch, (set, rows)| self.think(set, rows, scratch))
                    .collect()
            });
            let mut changed: HashSet<(u32, usize)> = HashSet::new();
            for ((set, rows), (treatment, trial)) in batch.iter().zip(&exposed).zip(trials) {
                if rows.is_empty() {
                    continue;
                }
                *self.stats.treated.entry(treatment).or_default() += 1;
                if trial.changes.is_empty() {
                    to_suppress.push(set.clone());
                    continue;
                }
                self.apply(set, &trial, &mut changed);
            }
            any_change |= !changed.is_empty();
        }
        if !any_change && to_suppress.is_empty() {
            // What was thought of changes nothing.
            return suppress(&mut self.cells, self.problem, sets, self.context);
        }
        suppress(&mut self.cells, self.problem, &to_suppress, self.context)
    }

    /// What is to be done about a set; no changes where its cells are to be removed.
    fn think(&self, set: &[usize], rows: &[u32], scratch: &mut Scratch) -> (Treatment, Trial) {
        let may_move = self.rounds_of_size <= MOVING_ROUNDS;
        let (problem, cells) = (self.problem, &self.cells);
        let wanted = match self.policy {
            Policy::Always(treatment) => *treatment,
            Policy::Rules(rules) => rules.treatment(&features(problem, cells, set, rows)),
            Policy::Least => return self.least(set, rows, may_move, scratch),
        };
        let is_numeric = set.iter().any(|&column| problem.is_ordered(column));
        match wanted {
            Treatment::Perturb if may_move => (wanted, perturb(cells, problem, set, rows, scratch)),
            Treatment::Compartment if is_numeric => {
                (Treatment::Generalize, generalize(cells, problem, set, rows, scratch))
            }
            Treatment::Generalize => (wanted, generalize(cells, problem, set, rows, scratch)),
            Treatment::Perturb | Treatment::Suppress | Treatment::Compartment => {
                (Treatment::Suppress, Trial::default())
            }
        }
    }

    /// The treatment that loses least.
    fn least(
        &self,
        set: &[usize],
        rows: &[u32],
        may_move: bool,
        scratch: &mut Scratch,
    ) -> (Treatment, Trial) {
        let (problem, cells) = (self.problem, &self.cells);
        let cheapest = |row: u32| {
            let open = set.iter().filter(|&&column| cells.can_be_starred(column, row));
            let weight = open.map(|&column| problem.weight(column)).fold(f64::INFINITY, f64::min);
            weight * cells.records(row) as f64
        };
        let removed = Trial { changes: Vec::new(), loss: rows.iter().map(|&row| cheapest(row)).sum() };
        let mut best = (Treatment::Suppress, removed);
        let mut consider = |treatment, trial: Trial| {
            if trial.loss < best.1.loss {
                best = (treatment, trial);
            }
        };
        consider(Treatment::Generalize, generalize(cells, problem, set, rows, scratch));
        if may_move {
            consider(Treatment::Perturb, perturb(cells, problem, set, rows, scratch));
        }
        best
    }

    /// Makes the changes of a trial, except in records that another set of the batch has changed on these columns: they
    /// may be safe already.
    fn apply(&mut self, set: &[usize], trial: &Trial, changed: &mut HashSet<(u32, usize)>) {
        let mut made = Vec::with_capacity(trial.changes.len());
        for &(row, column, change) in &trial.changes {
            if set.iter().any(|&other| changed.contains(&(row, other))) {
                continue;
            }
            let is_step = match change {
                Change::Level(level) => self.cells.level(column, row) < level,
                Change::Value(value) => self.cells.value(column, row) != value,
            };
            if is_step {
                Trial::apply(&mut self.cells, row, column, change);
                made.push((row, column));
            }
        }
        changed.extend(made);
    }

    fn finish(mut self) -> Eliminated {
        let (problem, cells) = (self.problem, &self.cells);
        let width = cells.width();
        let stats = &mut self.stats;
        (stats.suppressed, stats.generalized, stats.replaced) =
            (vec![0; width], vec![0; width], vec![0; width]);
        let mut replaced = Vec::new();
        for column in 0..width {
            let ladder = cells.ladder(column);
            for row in 0..cells.rows() as u32 {
                let (level, value) = (cells.level(column, row), cells.value(column, row));
                // Labels of one value say what the value says.
                let is_raised = ladder.symbol(level, value) != ladder.symbol(ladder.lowest, value);
                let kind = match level {
                    _ if is_raised && level == ladder.top() => &mut stats.suppressed,
                    _ if is_raised => &mut stats.generalized,
                    _ if cells.is_replaced(column, row) => &mut stats.replaced,
                    _ => continue,
                };
                kind[column] += 1;
            }
            let original = problem.table.column(problem.columns[column]);
            if (0..cells.rows() as u32).any(|row| cells.is_replaced(column, row)) {
                replaced.push((column, cells.column(column, original)));
            }
        }
        let only_removes = *self.policy == Policy::Always(Treatment::Suppress);
        let cost = || (0..width).map(|column| problem.weight(column) * stats.suppressed[column] as f64).sum();
        stats.cost = only_removes.then(cost);
        Eliminated { recoding: self.cells.recoding(), replaced, stats: self.stats }
    }
}

/// What rules look at.
pub(super) fn features(problem: &Problem<'_>, cells: &Cells, set: &[usize], rows: &[u32]) -> Features {
    let exposed: u64 = rows.iter().map(|&row| cells.records(row)).sum();
    let records = cells.rows().max(1) as f64;
    let distinct = |column: usize| problem.table.column(problem.columns[column]).dictionary().len() as f64;
    Features {
        numeric: set.iter().any(|&column| problem.is_ordered(column)),
        coverage: exposed as f64 / problem.table.records().max(1) as f64,
        cardinality: set.iter().map(|&column| distinct(column) / records).fold(0.0, f64::max),
    }
}
