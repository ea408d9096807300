//! The classes of a table as models see them, and the question put to each of them.

use crate::histograms::Histograms;
use crate::judgement::{Achieved, WorstClass};
use lethe_data::{Context, Error as DataError};
use lethe_models::privacy::{Class, ClassModel, Threshold};
use lethe_num::Interval;
use rayon::prelude::*;

/// Classes asked about between two looks at the cancel token.
const PIECE: usize = 1 << 12;

/// Classes over some columns.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// The people of each class; 0: nobody to protect, the class is passed over.
    pub(crate) sizes: Vec<u64>,
    /// The people of the population in each class; empty where none is known.
    pub(crate) population: Vec<u64>,
    pub(crate) first_rows: Vec<u32>,
    /// By slot.
    pub(crate) histograms: Vec<Histograms>,
    /// The columns the classes are of.
    pub(crate) columns: Vec<usize>,
    /// The class of the people who are not published; it is judged only by models that ask for it.
    pub(crate) unpublished: Option<usize>,
}

/// What a model says about the classes of a sheet, or of several.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    pub(crate) achieved: Option<Achieved>,
    pub(crate) failing_classes: u64,
    pub(crate) failing_people: u64,
    worst: Option<Candidate>,
}

/// How bad a class is: one that fails is worse than one that holds, then the value decides, then the first class.
#[derive(Clone, Debug)]
struct Candidate {
    fails: bool,
    badness: f64,
    index: usize,
    /// Filled for the worst class of a sheet, once its index is all that is left to know.
    class: Option<WorstClass>,
}

impl Sheet {
    /// Asks a model about every class.
    pub(crate) fn ask(&self, model: &dyn ClassModel, context: &Context) -> Result<Asked, DataError> {
        let pieces = self.sizes.len().div_ceil(PIECE);
        let ask_piece = |piece: usize| {
            context.check_cancelled()?;
            let classes = piece * PIECE..((piece + 1) * PIECE).min(self.sizes.len());
            Ok(classes.filter_map(|class| self.ask_about(class, model)).fold(Asked::default(), Asked::and))
        };
        let asked: Result<Vec<Asked>, DataError> =
            context.install(|| (0..pieces).into_par_iter().map(ask_piece).collect());
        // Pieces are joined in order, so that of equally bad classes the first is told.
        let mut asked = asked?.into_iter().fold(Asked::default(), Asked::and);
        if let Some(worst) = &mut asked.worst {
            worst.class = Some(self.describe(worst.index));
        }
        Ok(asked)
    }

    fn describe(&self, index: usize) -> WorstClass {
        let unpublished = self.unpublished == Some(index);
        WorstClass {
            people: self.sizes[index],
            population: self.population.get(index).copied(),
            first_row: (!unpublished).then(|| self.first_rows[index]),
            columns: self.columns.clone(),
            unpublished,
        }
    }

    fn ask_about(&self, index: usize, model: &dyn ClassModel) -> Option<Asked> {
        let (people, population) = (self.sizes[index], self.population.get(index).copied().unwrap_or(0));
        let unpublished = self.unpublished == Some(index);
        let nobody = people == 0 && !(unpublished && population > 0);
        if nobody || (unpublished && !model.judges_unpublished()) {
            return None;
        }
        let histograms: Vec<_> = self.histograms.iter().map(|histograms| histograms.class(index)).collect();
        // Of a class in which values are withheld, a model of the sensitive column sees the people whose are not.
        let shown = model.slot().map(|slot| histograms[slot].iter().map(|(_, people)| people).sum::<u64>());
        let candidate = |fails, badness| Candidate { fails, badness, index, class: None };
        if shown == Some(0) {
            // Where every value is withheld there is none to measure, but the class may still be too small.
            let fails = people < model.least().size;
            return fails.then(|| Asked::one(None, people, candidate(true, f64::NEG_INFINITY)));
        }
        let class = Class { size: shown.unwrap_or(people), population, histograms: &histograms };
        let measured = model.measure(&class);
        let badness = badness(measured, model.threshold());
        Some(Asked::one(Some(measured), people, candidate(!model.holds(&class), badness)))
    }
}

impl Asked {
    fn one(measured: Option<Interval>, people: u64, worst: Candidate) -> Self {
        Self {
            achieved: measured.map(|value| Achieved { least: value, largest: value }),
            failing_classes: u64::from(worst.fails),
            failing_people: if worst.fails { people } else { 0 },
            worst: Some(worst),
        }
    }

    /// Both answers together; of equally bad classes, that of the first.
    pub(crate) fn and(self, other: Self) -> Self {
        let achieved = match (self.achieved, other.achieved) {
            (Some(one), Some(two)) => Some(Achieved {
                least: pairwise(one.least, two.least, f64::min),
                largest: pairwise(one.largest, two.largest, f64::max),
            }),
            (one, two) => one.or(two),
        };
        let worst = match (self.worst, other.worst) {
            (Some(one), Some(two)) if two.is_worse_than(&one) => Some(two),
            (one, two) => one.or(two),
        };
        Self {
            achieved,
            failing_classes: self.failing_classes + other.failing_classes,
            failing_people: self.failing_people.saturating_add(other.failing_people),
            worst,
        }
    }

    pub(crate) fn into_worst(self) -> Option<WorstClass> {
        self.worst.and_then(|candidate| candidate.class)
    }
}

impl Candidate {
    fn is_worse_than(&self, other: &Self) -> bool {
        self.fails.cmp(&other.fails).then(self.badness.total_cmp(&other.badness)).is_gt()
    }
}

/// The bounds of the least (largest) of two enclosed numbers are the least (largest) of their bounds.
fn pairwise(one: Interval, two: Interval, choose: fn(f64, f64) -> f64) -> Interval {
    Interval::enclosing(choose(one.lo(), two.lo()), choose(one.hi(), two.hi()))
}

fn badness(measured: Interval, threshold: Threshold) -> f64 {
    match threshold {
        Threshold::AtLeast(_) => -measured.lo(),
        Threshold::AtMost(_) | Threshold::Below(_) => measured.hi(),
        Threshold::Between(min, max) => (min - measured.lo()).max(measured.hi() - max),
    }
}
