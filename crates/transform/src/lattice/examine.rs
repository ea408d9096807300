//! Which requirements a node breaks, and in which classes.

use super::engine::Engine;
use super::group::{Grouper, Plan};
use super::judge::count;
use super::scratch::Scratch;
use lethe_models::privacy::{Class, ClassModel, ClassSize, Histogram, Scope};

/// A requirement that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The model's name.
    pub model: &'static str,
    /// The classes in which it fails; of a model of the whole release, the smallest classes that would have to go; 0
    /// when the records that are not published, together, break it.
    pub classes: u64,
    /// The records in these classes.
    pub records: u64,
    /// The size of the largest of them.
    pub largest: u64,
}

impl Failure {
    fn of(model: &'static str, sizes: &[u64], records: u64) -> Option<Self> {
        let largest = sizes.iter().copied().max()?;
        Some(Self { model, classes: sizes.len() as u64, records, largest })
    }
}

impl<const W: usize> Engine<'_, W> {
    pub(super) fn failures(&self, levels: &[usize], scratch: &mut Scratch<W>) -> Vec<Failure> {
        let requirements = self.problem.requirements;
        let mut failures = Vec::new();
        for requirement in &requirements.classes {
            let columns = self.dimensions().len();
            let known = match requirement.scope {
                Scope::Quasi => columns,
                Scope::Known(known) => known.min(columns),
            };
            failures.extend(self.failure(requirement.model.as_ref(), known, levels));
        }
        let judgement = self.judge(&self.base, levels, scratch);
        for model in &requirements.release {
            let classes = scratch.sizes.iter().zip(&scratch.populations).filter(|(records, _)| **records > 0);
            let mut sizes: Vec<ClassSize> =
                classes.map(|(&records, &population)| ClassSize { records, population }).collect();
            sizes.sort_unstable();
            let first: Vec<u64> = sizes[..model.excess(&sizes)].iter().map(|size| size.records).collect();
            failures.extend(Failure::of(model.name(), &first, first.iter().sum()));
        }
        if !judgement.unpublished_hold {
            let judges = requirements.over_quasi().filter(|model| model.judges_unpublished());
            let together = |model: &dyn ClassModel| Failure {
                model: model.name(),
                classes: 0,
                records: judgement.suppressed,
                largest: 0,
            };
            failures.extend(judges.map(together));
        }
        failures
    }

    /// Where a model of the classes over every choice of `known` columns fails.
    fn failure(&self, model: &dyn ClassModel, known: usize, levels: &[usize]) -> Option<Failure> {
        let columns = self.dimensions().len();
        let mut fails = vec![false; self.base.len()];
        let mut sizes = Vec::new();
        let mut histograms = vec![Vec::new(); self.problem.requirements.sensitive.len()];
        for choice in choices(columns, known) {
            let plan = Plan::some(choice, self.base.levels(), levels, self.dimensions(), &self.layout);
            let mut scratch = Scratch::<W> { grouper: Grouper::new(), ..Scratch::default() };
            scratch.grouper.number(&self.base, &plan);
            scratch.measure_classes(&self.base);
            scratch.order_rows();
            for class in (0..scratch.sizes.len()).filter(|&class| scratch.sizes[class] > 0) {
                let members = scratch.rows_of(class);
                for (field, histogram) in self.layout.extra.iter().zip(&mut histograms) {
                    count(&self.base, members, *field, histogram);
                }
                let views: Vec<Histogram<'_>> = histograms.iter().map(Vec::as_slice).collect();
                let (size, population) = (scratch.sizes[class], scratch.populations[class]);
                if !model.holds(&Class { size, population, histograms: &views }) {
                    sizes.push(size);
                    for &row in members {
                        fails[row as usize] = true;
                    }
                }
            }
        }
        let rows = fails.iter().zip(&self.base.weights).filter(|(fails, _)| **fails);
        Failure::of(model.name(), &sizes, rows.map(|(_, &weight)| weight).sum())
    }
}

/// Every choice of `size` of `columns` columns, in lexicographic order.
fn choices(columns: usize, size: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size {
        let longer = |choice: Vec<usize>| {
            let next = choice.last().map_or(0, |last| last + 1);
            (next..columns).map(move |column| choice.iter().copied().chain([column]).collect())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}
