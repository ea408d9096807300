//! The classes of a table as models see them, and the question put to each of them.

use crate::histograms::Histograms;
use crate::judgement::{Achieved, WorstClass};
use crate::options::SuppressedRecords;
use crate::sizes::Sizes;
use lethe_data::{Context, Error as DataError};
use lethe_models::privacy::{Class, ClassModel, Histogram, Threshold};
use lethe_num::Interval;
use rayon::prelude::*;

/// Classes asked about between two looks at the cancel token.
const PIECE: usize = 1 << 12;

/// Classes over some columns.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// The records of each class; 0: nobody to protect, the class is passed over.
    pub(crate) sizes: Vec<u64>,
    /// The records of the population in each class; empty where none is known.
    pub(crate) population: Vec<u64>,
    pub(crate) first_rows: Vec<u32>,
    /// By slot.
    pub(crate) histograms: Vec<Histograms>,
    /// The columns the classes are of.
    pub(crate) columns: Vec<usize>,
    /// The class of the records that are not published; it is judged only by models that ask for it.
    pub(crate) unpublished: Option<usize>,
    /// Who else judges the suppressed records in it.
    pub(crate) suppressed: SuppressedRecords,
}

/// What a model says about the classes of a sheet, or of several.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    pub(crate) achieved: Option<Achieved>,
    pub(crate) failing_classes: u64,
    pub(crate) failing_records: u64,
    pub(crate) failing_unmeasured: u64,
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
            let (mut asked, mut scratch) = (Asked::default(), Vec::with_capacity(self.histograms.len()));
            for class in piece * PIECE..((piece + 1) * PIECE).min(self.sizes.len()) {
                self.ask_about(class, model, &mut scratch, &mut asked);
            }
            Ok(asked)
        };
        let asked: Result<Vec<Asked>, DataError> =
            context.install(|| (0..pieces).into_par_iter().map(ask_piece).collect());
        // Pieces are joined in order, so that of equally bad classes the first is told.
        let mut asked = asked?.into_iter().fold(Asked::default(), Asked::and);
        if let Some(worst) = &mut asked.worst {
            worst.class = Some(self.describe(worst.index, model));
        }
        Ok(asked)
    }

    /// Asks a model about the suppressed records only, if it takes them for a class.
    pub(crate) fn ask_suppressed(&self, model: &dyn ClassModel) -> Asked {
        let mut asked = Asked::default();
        if let Some(class) = self.unpublished {
            self.ask_about(class, model, &mut Vec::with_capacity(self.histograms.len()), &mut asked);
        }
        if let Some(worst) = &mut asked.worst {
            worst.class = Some(self.describe(worst.index, model));
        }
        asked
    }

    /// Whether a model takes the suppressed records for a class.
    pub(crate) fn takes_suppressed(&self, model: &dyn ClassModel) -> bool {
        let Some(class) = self.unpublished.filter(|&class| self.sizes[class] > 0) else { return false };
        let shows = |slot: usize| !self.histograms[slot].class(class).is_empty();
        match self.suppressed {
            SuppressedRecords::NoClass => false,
            SuppressedRecords::ClassWhereShown => model.slot().is_some_and(shows),
            SuppressedRecords::ClassWithoutPopulation | SuppressedRecords::Class => !model.needs_population(),
        }
    }

    fn describe(&self, index: usize, model: &dyn ClassModel) -> WorstClass {
        let unpublished = self.unpublished == Some(index) && model.judges_unpublished();
        WorstClass {
            records: self.sizes[index],
            population: self.population.get(index).copied(),
            first_row: (!unpublished).then(|| self.first_rows[index]),
            columns: self.columns.clone(),
            unpublished,
        }
    }

    /// Asks a model about a class and adds what it says; `histograms` is room to work in.
    fn ask_about<'a>(
        &'a self,
        index: usize,
        model: &dyn ClassModel,
        histograms: &mut Vec<Histogram<'a>>,
        asked: &mut Asked,
    ) {
        let (records, population) = (self.sizes[index], self.population.get(index).copied().unwrap_or(0));
        let unpublished = self.unpublished == Some(index);
        let nobody = records == 0 && !(unpublished && population > 0);
        if nobody || (unpublished && !model.judges_unpublished() && !self.takes_suppressed(model)) {
            return;
        }
        histograms.clear();
        histograms.extend(self.histograms.iter().map(|histograms| histograms.class(index)));
        // Of a class in which values are withheld, a model of the sensitive column sees the records whose are not.
        let shown = model.slot().map(|slot| histograms[slot].iter().map(|(_, records)| records).sum::<u64>());
        if shown == Some(0) {
            // Where every value is withheld there is none to measure, but the class may still be too small.
            if records < model.least().size {
                asked.count_failing(records);
                asked.failing_unmeasured += 1;
                asked.suggest(Candidate { fails: true, badness: f64::NEG_INFINITY, index, class: None });
            }
            return;
        }
        let class = Class { size: shown.unwrap_or(records), population, histograms };
        let measured = model.measure(&class);
        let fails = !model.holds(&class);
        if fails {
            asked.count_failing(records);
        }
        asked.widen(Achieved { least: measured, largest: measured });
        asked.suggest(Candidate { fails, badness: badness(measured, model.threshold()), index, class: None });
    }
}

impl Asked {
    fn count_failing(&mut self, records: u64) {
        self.failing_classes += 1;
        self.failing_records = self.failing_records.saturating_add(records);
    }

    fn widen(&mut self, other: Achieved) {
        self.achieved = Some(self.achieved.map_or(other, |one| one.and(other)));
    }

    fn suggest(&mut self, other: Candidate) {
        if self.worst.as_ref().is_none_or(|worst| other.is_worse_than(worst)) {
            self.worst = Some(other);
        }
    }

    /// Both answers together; of equally bad classes, that of the first.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.failing_classes += other.failing_classes;
        self.failing_records = self.failing_records.saturating_add(other.failing_records);
        self.failing_unmeasured += other.failing_unmeasured;
        if let Some(achieved) = other.achieved {
            self.widen(achieved);
        }
        if let Some(worst) = other.worst {
            self.suggest(worst);
        }
        self
    }

    /// The same worst class, and these sizes of all classes for a model that measures nothing else.
    pub(crate) fn with_sizes(self, sizes: &Sizes) -> Self {
        let tally = sizes.tally;
        Self {
            achieved: Some(Achieved {
                least: Interval::from_u64(tally.smallest),
                largest: Interval::from_u64(tally.largest),
            }),
            failing_classes: tally.failing_classes,
            failing_records: tally.failing_records,
            ..self
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

fn badness(measured: Interval, threshold: Threshold) -> f64 {
    match threshold {
        Threshold::AtLeast(_) => -measured.lo(),
        Threshold::AtMost(_) | Threshold::Below(_) => measured.hi(),
        Threshold::Between(min, max) => (min - measured.lo()).max(measured.hi() - max),
    }
}
