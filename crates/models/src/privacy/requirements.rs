//! All models that a release must satisfy.

use super::{Class, ClassModel, Least, ReleaseModel};

/// Over which columns a model forms its classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All quasi-identifying columns together.
    Quasi,
    /// Every choice of so many quasi-identifying columns (all of them where there are fewer): what an attacker who
    /// knows no more can separate.
    Known(usize),
}

/// A class model with the columns it forms classes over.
#[derive(Debug)]
pub struct ClassRequirement {
    /// The model.
    pub model: Box<dyn ClassModel>,
    /// The columns.
    pub scope: Scope,
}

impl ClassRequirement {
    /// A model of the classes over all quasi-identifying columns.
    pub fn quasi(model: impl ClassModel + 'static) -> Self {
        Self { model: Box::new(model), scope: Scope::Quasi }
    }
}

/// The models that a release must satisfy.
#[derive(Debug, Default)]
pub struct Requirements {
    /// The positions of the sensitive columns in the table, a slot each.
    pub sensitive: Vec<usize>,
    /// Models that judge classes.
    pub classes: Vec<ClassRequirement>,
    /// Models that judge all class sizes together.
    pub release: Vec<Box<dyn ReleaseModel>>,
}

impl Requirements {
    /// Whether a class over all quasi-identifying columns satisfies every model of such classes.
    pub fn hold_in(&self, class: &Class<'_>) -> bool {
        self.over_quasi().all(|model| model.holds(class))
    }

    /// The models of classes over all quasi-identifying columns.
    pub fn over_quasi(&self) -> impl Iterator<Item = &dyn ClassModel> {
        let quasi = self.classes.iter().filter(|requirement| requirement.scope == Scope::Quasi);
        quasi.map(|requirement| requirement.model.as_ref())
    }

    /// Whether some model looks at a population.
    pub fn need_population(&self) -> bool {
        self.classes.iter().any(|requirement| requirement.model.needs_population())
            || self.release.iter().any(|model| model.needs_population())
    }

    /// The size that every class over all quasi-identifying columns needs at least.
    pub fn least_size(&self) -> u64 {
        self.over_quasi().map(|model| needed_records(model.least())).max().unwrap_or(1)
    }

    /// The records of the population that every such class needs at least.
    pub fn least_population(&self) -> u64 {
        self.over_quasi().map(|model| model.least().population).max().unwrap_or(0)
    }

    /// The distinct values of each sensitive column that every such class needs at least, by slot.
    pub fn least_distinct(&self) -> Vec<usize> {
        let mut least = vec![1; self.sensitive.len()];
        for model in self.over_quasi() {
            if let Some(slot) = model.slot() {
                least[slot] = least[slot].max(model.least().distinct);
            }
        }
        least
    }

    /// Whether a release that satisfies every model still does when it is generalized further, nothing suppressed.
    pub fn monotone(&self) -> bool {
        self.classes.iter().all(|requirement| requirement.model.monotone())
            && self.release.iter().all(|model| model.monotone())
    }
}

fn needed_records(least: Least) -> u64 {
    least.size.max(least.distinct as u64)
}
