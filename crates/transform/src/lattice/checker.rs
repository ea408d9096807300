//! Checking nodes one by one, whatever the width of the rows' keys.

use super::engine::{Checked, Engine};
use super::examine::Failure;
use super::key::{Layout, MAX_WORDS};
use super::problem::Problem;
use super::scratch::Scratch;
use crate::{Error, Recoding, Result, SUPPRESSED};
use lethe_data::Context;

/// A problem made ready: judges any node of its lattice.
pub struct Checker<'a> {
    inner: Box<dyn CheckNode + 'a>,
}

trait CheckNode: Sync {
    fn check(&self, levels: &[usize]) -> Checked;
    fn recoding(&self, levels: &[usize], context: &Context) -> Recoding;
    fn could_hold(&self, levels: &[usize]) -> bool;
    fn check_and_tag(&self, levels: &[usize]) -> (Checked, bool);
    fn bound(&self, levels: &[usize]) -> f64;
    fn distinct(&self, column: usize, level: usize) -> usize;
    fn failures(&self, levels: &[usize]) -> Vec<Failure>;
}

impl<const W: usize> CheckNode for Engine<'_, W> {
    fn check(&self, levels: &[usize]) -> Checked {
        Engine::check(self, &self.base, levels, &mut Scratch::default())
    }

    fn recoding(&self, levels: &[usize], context: &Context) -> Recoding {
        let mut scratch = Scratch::default();
        self.judge(&self.base, levels, &mut scratch);
        let published = |row: usize| scratch.keep[scratch.grouper.ids()[row] as usize];
        let round = |row: usize| if published(row) { 0 } else { SUPPRESSED };
        let rounds: Vec<u32> = (0..self.base.len()).map(round).collect();
        Recoding::of_levels(vec![levels.to_vec()], self.of_table(&rounds, context))
    }

    fn could_hold(&self, levels: &[usize]) -> bool {
        Engine::could_hold(self, levels, &mut Scratch::default())
    }

    fn check_and_tag(&self, levels: &[usize]) -> (Checked, bool) {
        Engine::check_and_tag(self, levels, &mut Scratch::default())
    }

    fn bound(&self, levels: &[usize]) -> f64 {
        self.bound_above(levels, &mut Scratch::default())
    }

    fn distinct(&self, column: usize, level: usize) -> usize {
        Engine::distinct(self, column, level)
    }

    fn failures(&self, levels: &[usize]) -> Vec<Failure> {
        Engine::failures(self, levels, &mut Scratch::default())
    }
}

impl<'a> Checker<'a> {
    /// Collapses the table to its distinct rows.
    pub fn new(problem: &'a Problem<'a>, context: &Context) -> Result<Self> {
        struct Boxed<'c>(&'c Context);
        impl<'a> WithEngine<'a> for Boxed<'_> {
            type Output = Box<dyn CheckNode + 'a>;
            fn run<const W: usize>(self, engine: Engine<'a, W>) -> Result<Self::Output> {
                self.0.check_cancelled()?;
                Ok(Box::new(engine))
            }
        }
        Ok(Self { inner: with_engine(problem, context, Boxed(context))? })
    }

    /// Whether the node with these levels is a solution, and its loss.
    pub fn check(&self, levels: &[usize]) -> Checked {
        self.inner.check(levels)
    }

    /// Which records are published at the node with these levels.
    pub fn recoding(&self, levels: &[usize], context: &Context) -> Recoding {
        self.inner.recoding(levels, context)
    }

    /// Whether the node with these levels, or one below it, could be a solution.
    ///
    /// **Guarantee**: where it is false, no node is a solution whose levels are all at most these; where it is true of
    /// a node, it is true of every more general one. Levels may be above the highest allowed: a column on its top
    /// level is a column left out.
    pub fn could_hold(&self, levels: &[usize]) -> bool {
        self.inner.could_hold(levels)
    }

    /// [`Checker::check`] and [`Checker::could_hold`] with one count of the classes.
    pub(crate) fn check_and_tag(&self, levels: &[usize]) -> (Checked, bool) {
        self.inner.check_and_tag(levels)
    }

    /// A loss that no node falls below whose levels are all at least these.
    pub fn bound(&self, levels: &[usize]) -> f64 {
        self.inner.bound(levels)
    }

    /// How many different values the records of the table have in a column on a level.
    pub fn distinct(&self, column: usize, level: usize) -> usize {
        self.inner.distinct(column, level)
    }

    /// The requirements that do not hold at a node while nothing is suppressed.
    pub fn failures(&self, levels: &[usize]) -> Vec<Failure> {
        self.inner.failures(levels)
    }
}

/// Work on an engine of any key width.
pub(crate) trait WithEngine<'a> {
    type Output;
    fn run<const W: usize>(self, engine: Engine<'a, W>) -> Result<Self::Output>;
}

/// Makes the engine with the narrowest keys that hold a row, and works on it.
pub(crate) fn with_engine<'a, F: WithEngine<'a>>(
    problem: &'a Problem<'a>,
    context: &Context,
    work: F,
) -> Result<F::Output> {
    let mut extra = problem.requirements.sensitive.clone();
    extra.extend(problem.measure.label_column().filter(|column| !extra.contains(column)));
    let extra_domains: Vec<usize> =
        extra.iter().map(|&column| problem.table.column(column).domain()).collect();
    let dimensions = problem.space.dimensions().iter();
    let layout =
        Layout::new(&extra_domains, &dimensions.map(|dimension| dimension.domain(0)).collect::<Vec<_>>());
    let words = layout.words;
    macro_rules! narrowest {
        ($($width:literal)*) => {
            $(if words <= $width {
                return work.run(Engine::<$width>::new(problem, layout, &extra, context)?);
            })*
        };
    }
    narrowest!(1 2 4 8 16 32 64);
    Err(Error::Problem(format!(
        "the quasi-identifying columns need {words} words a row; up to {MAX_WORDS} are possible: name fewer columns"
    )))
}
