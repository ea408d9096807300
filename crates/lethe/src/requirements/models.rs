//! One model of a recipe at a time.

use super::sensitive::{Sensitive, check_covered, codes_of};
use super::{Subject, order};
use crate::recipe_file::PrivacyModel;
use crate::{Error, Result};
use lethe_data::hierarchy::{BoundHierarchy, UnknownValues};
use lethe_data::{Context, ValueType};
use lethe_models::privacy::entry::{Made, Site};
use lethe_models::privacy::{Distribution, Requirements};

/// Where a model was put.
pub(super) enum Place {
    Class(usize),
    Release(usize),
}

impl Place {
    /// Its place among all models when so many are of classes.
    pub(super) fn among(&self, classes: usize) -> usize {
        match self {
            Self::Class(at) => *at,
            Self::Release(at) => classes + at,
        }
    }
}

/// Makes a model and adds it to the requirements.
pub(super) fn add(
    model: &PrivacyModel,
    subject: &Subject<'_>,
    slots: &[Sensitive],
    requirements: &mut Requirements,
    context: &Context,
) -> Result<Place> {
    let slot = model.column().and_then(|name| slots.iter().position(|slot| slot.name == name));
    let place = PlaceOfModel { model, subject, slot: slot.map(|at| (at, &slots[at])), context };
    Ok(match model.make(&place).map_err(|error| place.explain(error))? {
        Made::Class(requirement) => {
            requirements.classes.push(requirement);
            Place::Class(requirements.classes.len() - 1)
        }
        Made::Release(model) => {
            requirements.release.push(model);
            Place::Release(requirements.release.len() - 1)
        }
    })
}

/// The table that a model is made for, with the model's sensitive column.
struct PlaceOfModel<'a> {
    model: &'a PrivacyModel,
    subject: &'a Subject<'a>,
    slot: Option<(usize, &'a Sensitive)>,
    context: &'a Context,
}

impl PlaceOfModel<'_> {
    /// The error in the façade's words: what this place refused as it was, what a model refused with its column.
    fn explain(&self, error: lethe_models::Error) -> Error {
        match (error, self.slot) {
            (lethe_models::Error::Site(refused), _) => match refused.downcast() {
                Ok(own) => *own,
                Err(other) => lethe_models::Error::Site(other).into(),
            },
            (lethe_models::Error::Unjudged(problem), _) => Error::Request(problem.to_owned()),
            (error, Some((_, slot))) => Error::Request(format!("column '{}': {error}", slot.name)),
            (error, None) => error.into(),
        }
    }

    fn slot(&self) -> lethe_models::Result<(usize, &Sensitive)> {
        self.slot.ok_or_else(|| {
            let problem = format!("{} names no sensitive column", self.model.name());
            refused(Error::Request(problem))
        })
    }
}

fn refused(error: Error) -> lethe_models::Error {
    lethe_models::Error::Site(Box::new(error))
}

impl Site for PlaceOfModel<'_> {
    fn records(&self) -> u64 {
        self.subject.table.records()
    }

    fn sensitive(&self) -> lethe_models::Result<(usize, &Distribution)> {
        self.slot().map(|(at, slot)| (at, &slot.distribution))
    }

    fn codes(&self, texts: &[String], key: Option<&'static str>) -> lethe_models::Result<Vec<u32>> {
        codes_of(self.slot()?.1, texts, key, self.model).map_err(refused)
    }

    fn order(&self) -> lethe_models::Result<Option<Vec<u32>>> {
        order::codes(self.subject, self.slot()?.1).map_err(refused)
    }

    fn hierarchy(&self) -> lethe_models::Result<BoundHierarchy> {
        hierarchy(self.subject, self.slot()?.1, self.context).map_err(refused)
    }

    /// Known items of a set would be parts of a cell, but only whole cells are looked at.
    fn refuse_sets(&self) -> lethe_models::Result<()> {
        let quasi = self.subject.quasi.iter().map(|&column| self.subject.table.column(column));
        let mut sets = quasi.filter(|column| {
            let declared = self.subject.declared_type(column.name());
            [Some(column.value_type()), declared].contains(&Some(ValueType::Set))
        });
        sets.next().map_or(Ok(()), |column| {
            let name = self.model.name();
            let problem = format!("{name} of the items of a set cannot be judged yet");
            Err(refused(Error::Request(format!("column '{}': {problem}", column.name()))))
        })
    }
}

/// The hierarchy of a sensitive column. Values of the reference that it lacks meet all others at the root.
fn hierarchy(subject: &Subject<'_>, slot: &Sensitive, context: &Context) -> Result<BoundHierarchy> {
    let Some(how) = subject.column_recipe(&slot.name).and_then(|recipe| recipe.hierarchy.as_ref()) else {
        let problem = "hierarchical t-closeness needs the column's hierarchy";
        return Err(Error::Request(format!("column '{}': {problem}", slot.name)));
    };
    let hierarchy = crate::hierarchy::build(how, &slot.values, subject.folder, context)?;
    check_covered(slot, subject.table, &hierarchy, subject.data)?;
    Ok(hierarchy.bind(&slot.values, UnknownValues::Suppress)?)
}
