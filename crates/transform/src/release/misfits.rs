//! The classes of a release as the models of single classes see them.

use crate::add_up::add_up;
use crate::{Recoding, Result, SUPPRESSED};
use lethe_data::{Classes, Context, Table, group};
use lethe_models::privacy::{Class, ClassSize, Histogram, Requirements};

/// The translation of a code whose value is withheld.
pub const HIDDEN: u32 = u32::MAX;

/// The classes that are published, with the histograms of sensitive columns, and the suppressed records as one class.
#[derive(Debug)]
pub struct Classed {
    classes: Classes,
    /// Records who are published, by class.
    sizes: Vec<u64>,
    /// By slot, then by class.
    histograms: Vec<Vec<Vec<(u32, u64)>>>,
    suppressed: u64,
    /// By slot.
    suppressed_values: Vec<Vec<(u32, u64)>>,
}

impl Classed {
    /// Counts the records of a release that is in the order of the rows that were recoded, suppressed records kept.
    /// `sensitive` are the columns of the models' slots; `translations` say by slot, where the models do not know a
    /// column's own codes, which one they know for each, and [`HIDDEN`] for a value that is withheld.
    ///
    /// **Cost**: one grouping of the rows, and one more for each sensitive column.
    pub fn new(
        published: &Table,
        quasi: &[usize],
        recoding: &Recoding,
        sensitive: &[usize],
        translations: &[Option<Vec<u32>>],
        context: &Context,
    ) -> Result<Self> {
        let rounds = &recoding.round_of_row;
        let weight = |row: usize| published.weights().map_or(1, |weights| weights[row]);
        let part = |wanted: bool| -> Vec<u64> {
            let chosen = rounds.iter().enumerate();
            chosen
                .map(|(row, &round)| if (round == SUPPRESSED) == wanted { weight(row) } else { 0 })
                .collect()
        };
        let (kept, suppressed) = (part(false), part(true));
        let classes = group::classes_of(published, quasi, context)?;
        let mut sizes = vec![0; classes.len()];
        for (&class, &records) in classes.ids().iter().zip(&kept) {
            sizes[class as usize] += records;
        }
        let mut histograms = Vec::with_capacity(sensitive.len());
        let mut suppressed_values = Vec::with_capacity(sensitive.len());
        for (slot, &position) in sensitive.iter().enumerate() {
            let column = published.column(position);
            let translation = translations.get(slot).and_then(Option::as_deref);
            let code = |code: u32| translation.map_or(code, |known| known[code as usize]);
            let pairs = group::refine(&classes, column, Some(&kept), context)?;
            let mut of_classes = vec![Vec::new(); classes.len()];
            for (&row, &records) in pairs.first_rows().iter().zip(pairs.counts()) {
                let class = classes.ids()[row as usize] as usize;
                add(&mut of_classes[class], code(column.codes().get(row as usize)), records);
            }
            of_classes.iter_mut().for_each(add_up);
            histograms.push(of_classes);
            let mut values = Vec::new();
            for (own, records) in column.histogram(Some(&suppressed)).into_iter().enumerate() {
                add(&mut values, code(own as u32), records);
            }
            add_up(&mut values);
            suppressed_values.push(values);
        }
        let suppressed = suppressed.iter().sum();
        Ok(Self { classes, sizes, histograms, suppressed, suppressed_values })
    }

    /// The records that are suppressed.
    pub fn suppressed(&self) -> u64 {
        self.suppressed
    }

    /// Whether the suppressed records, taken together as the one class that they look like, satisfy every model of
    /// classes, and the release every model of the whole when they are one of its classes. Models of classes in a
    /// population are left out: a record that says nothing looks like everybody in it. They vouch for nobody, so there
    /// must be another model of classes.
    ///
    /// **Guarantee**: true only if nothing is learned about a suppressed person, through the models' eyes, when the
    /// sensitive values of these records stay readable.
    pub fn suppressed_hold(&self, requirements: &Requirements) -> bool {
        let histograms: Vec<Histogram<'_>> = self.suppressed_values.iter().map(Vec::as_slice).collect();
        let class = Class { size: self.suppressed, population: 0, histograms: &histograms };
        let models = requirements.classes.iter().map(|requirement| requirement.model.as_ref());
        let mut models = models.filter(|model| !model.needs_population()).peekable();
        let sizes = self.sizes.iter().copied().filter(|&size| size > 0).chain([self.suppressed]);
        let mut sizes: Vec<ClassSize> =
            sizes.map(|size| ClassSize { records: size, population: 0 }).collect();
        sizes.sort_unstable_by_key(|class| class.records);
        self.suppressed > 0
            && models.peek().is_some()
            && models.all(|model| model.holds(&class))
            && requirements.release.iter().all(|model| !model.needs_population() && model.holds(&sizes))
    }

    /// The classes over all quasi-identifying columns in which some model without a population does not hold, and
    /// their records.
    pub fn misfits(&self, requirements: &Requirements) -> (Vec<u32>, u64) {
        let failing = (0..self.sizes.len()).filter(|&class| self.sizes[class] > 0).filter(|&class| {
            let histograms: Vec<Histogram<'_>> =
                self.histograms.iter().map(|of_classes| of_classes[class].as_slice()).collect();
            let class = Class { size: self.sizes[class], population: 0, histograms: &histograms };
            requirements.over_quasi().any(|model| !model.needs_population() && !model.holds(&class))
        });
        let failing: Vec<u32> = failing.map(|class| class as u32).collect();
        let records = failing.iter().map(|&class| self.sizes[class as usize]).sum();
        (failing, records)
    }

    /// Suppresses every record of these classes.
    pub fn suppress(&self, classes: &[u32], recoding: &mut Recoding) {
        let mut is_listed = vec![false; self.classes.len()];
        for &class in classes {
            is_listed[class as usize] = true;
        }
        for (round, &class) in recoding.round_of_row.iter_mut().zip(self.classes.ids()) {
            if is_listed[class as usize] {
                *round = SUPPRESSED;
            }
        }
    }
}

fn add(histogram: &mut Vec<(u32, u64)>, code: u32, records: u64) {
    if records > 0 && code != HIDDEN {
        histogram.push((code, records));
    }
}
