//! The checker that all searches share: is this node a solution, and what does it cost?

use super::bound::{Bound, compare};
use super::group::Plan;
use super::judge::Judgement;
use super::key::{Field, Layout};
use super::problem::Problem;
use super::rows::Rows;
use super::scratch::Scratch;
use super::sieve::Needs;
use super::space::Dimension;
use super::view::NodeView;
use crate::Result;
use lethe_data::Context;
use lethe_models::privacy::Scope;
use lethe_models::quality::CellCosts;
use rayon::prelude::*;
use std::cmp::Ordering;
use std::sync::Arc;

/// The share of a loss that roundings of bounds stay below.
const SLACK: f64 = 1e-12;

/// What is known of a node of the lattice.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// The level of each column.
    pub levels: Vec<usize>,
    /// The records whose records must be suppressed.
    pub suppressed: u64,
    /// The classes that are published.
    pub classes: u64,
    /// Whether every requirement holds within the limit of suppression.
    pub holds: bool,
    /// The loss.
    pub value: f64,
    /// By what solutions of the same loss are compared, smallest first place by place; nothing for most measures.
    pub ranks: Vec<f64>,
}

impl Checked {
    /// Whether a loss of at least `bound` cannot beat this solution. Bounds are doubles: what looks worse by a rounding may
    /// be better.
    pub(crate) fn stays_ahead_of(&self, bound: &Bound) -> bool {
        if bound.ranks.is_empty() {
            bound.value > self.value + SLACK * self.value.abs().max(1e-3)
        } else {
            compare(&bound.ranks, &self.ranks).is_gt()
        }
    }

    /// Solutions first, by loss and levels; then the others by how many records too many they suppress.
    pub(crate) fn by_merit(&self, other: &Self) -> Ordering {
        let suppressed = |node: &Self| if node.holds { 0 } else { node.suppressed };
        other
            .holds
            .cmp(&self.holds)
            .then(suppressed(self).cmp(&suppressed(other)))
            .then_with(|| self.by_loss(other))
    }

    /// Whether this is the better solution: the smaller loss, and of equal losses the levels that come first when
    /// compared column by column.
    pub fn beats(&self, other: &Self) -> bool {
        self.by_loss(other).is_lt()
    }

    fn by_loss(&self, other: &Self) -> Ordering {
        self.value
            .total_cmp(&other.value)
            .then_with(|| compare(&self.ranks, &other.ranks))
            .then_with(|| self.levels.cmp(&other.levels))
    }
}

/// A problem made ready for checking.
pub(crate) struct Engine<'a, const W: usize> {
    pub(crate) problem: &'a Problem<'a>,
    pub(crate) layout: Layout,
    /// The positions of the columns in the extra fields.
    extra: Vec<usize>,
    pub(crate) base: Arc<Rows<W>>,
    /// All records of the population.
    pub(crate) population: u64,
    /// What every class over all quasi-identifying columns needs at least.
    pub(crate) needs: Needs,
    /// Where the label column is among the extra fields.
    pub(crate) label: Option<usize>,
    /// Whether the measure needs only sums over cells, no classes.
    pub(crate) sums_only: bool,
    /// Whether the measure asks for the classes of suppressed records, who then stay in the rows.
    pub(crate) keeps_suppressed: bool,
    /// Whether a class that has the least of everything satisfies all models.
    pub(crate) least_is_enough: bool,
}

impl<'a, const W: usize> Engine<'a, W> {
    pub(crate) fn new(
        problem: &'a Problem<'a>,
        layout: Layout,
        extra: &[usize],
        context: &Context,
    ) -> Result<Self> {
        let base = Rows::of(problem, &layout, extra, context)?;
        let requirements = problem.requirements;
        let label =
            problem.measure.label_column().and_then(|column| extra.iter().position(|&at| at == column));
        let (distinct, all_counted) = distinct_needs(&requirements.least_distinct(), &layout);
        let least_is_enough = requirements.release.is_empty()
            && all_counted
            && requirements
                .classes
                .iter()
                .all(|requirement| requirement.scope == Scope::Quasi && requirement.model.least_is_enough());
        Ok(Self {
            problem,
            population: base.population.iter().copied().sum(),
            needs: Needs {
                records: requirements.least_size().max(1),
                population: requirements.least_population(),
                // Where more is asked than the least, classes are looked at anyway.
                distinct: if least_is_enough { distinct } else { Vec::new() },
            },
            label,
            keeps_suppressed: problem.measure.looks_at_suppressed(),
            sums_only: !problem.measure.bound_needs_classes(),
            least_is_enough,
            extra: extra.to_vec(),
            layout,
            base: Arc::new(base),
        })
    }

    /// The same problem for some of the records only.
    pub(crate) fn over(&self, rows: &Arc<Rows<W>>) -> Self {
        Self {
            problem: self.problem,
            layout: self.layout.clone(),
            extra: self.extra.clone(),
            base: Arc::clone(rows),
            needs: self.needs.clone(),
            ..*self
        }
    }

    /// Whether everybody can be published on these levels.
    pub(crate) fn all_publishable(&self, levels: &[usize]) -> bool {
        self.judge(&self.base, levels, &mut Scratch::default()).suppressed == 0
    }

    pub(crate) fn dimensions(&self) -> &[Dimension] {
        self.problem.space.dimensions()
    }

    pub(crate) fn costs(&self) -> Option<&CellCosts> {
        self.problem.measure.costs()
    }

    /// What is said of each distinct row, for each row of the table.
    pub(crate) fn of_table<T: Copy + Send + Sync>(&self, of_row: &[T], context: &Context) -> Vec<T> {
        let encoder = self.problem.encoder(&self.layout, &self.extra);
        let find = |row: usize| {
            let at = self.base.keys.binary_search(&encoder.key::<W>(row));
            // Every row of the table is among its own distinct rows.
            of_row[at.unwrap_or_else(|next| next.min(of_row.len() - 1))]
        };
        context.install(|| (0..self.problem.table.rows()).into_par_iter().map(find).collect())
    }

    /// Judges a node by rows on levels that are not above, in which only records are missing who are suppressed at the
    /// node.
    pub(crate) fn check(&self, rows: &Rows<W>, levels: &[usize], scratch: &mut Scratch<W>) -> Checked {
        let judgement = self.judge(rows, levels, scratch);
        self.conclude(rows, levels, &judgement, scratch)
    }

    pub(crate) fn judge(&self, rows: &Rows<W>, levels: &[usize], scratch: &mut Scratch<W>) -> Judgement {
        let plan = Plan::at(rows.levels(), levels, self.dimensions(), &self.layout);
        scratch.grouper.number(rows, &plan);
        scratch.measure_classes(rows);
        Judgement::of(self, rows, levels, scratch)
    }

    pub(crate) fn conclude(
        &self,
        rows: &Rows<W>,
        levels: &[usize],
        judgement: &Judgement,
        scratch: &Scratch<W>,
    ) -> Checked {
        let view = NodeView::new(self, rows, levels, &scratch.keep, scratch);
        Checked {
            levels: levels.to_vec(),
            suppressed: judgement.suppressed,
            classes: view.classes(),
            holds: judgement.unpublished_hold && judgement.suppressed <= self.problem.limit,
            value: self.problem.measure.value(&view),
            ranks: self.problem.measure.ranks(&view),
        }
    }
}

/// The fields that need several values in a class, where they can be counted in a word, and whether all can.
fn distinct_needs(least: &[usize], layout: &Layout) -> (Vec<(Field, u32)>, bool) {
    let several = least.iter().zip(&layout.extra).filter(|(least, _)| **least > 1);
    let countable = several.clone().filter(|(_, field)| field.domain() <= u64::from(u64::BITS));
    let needs: Vec<(Field, u32)> =
        countable.map(|(&least, &field)| (field, u32::try_from(least).unwrap_or(u32::MAX))).collect();
    let all = needs.len() == several.count();
    (needs, all)
}
