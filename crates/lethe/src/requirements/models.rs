//! One model of a recipe at a time.

use super::Subject;
use super::sensitive::{Sensitive, check_covered, codes_of};
use crate::{Error, Result};
use lethe_data::hierarchy::UnknownValues;
use lethe_data::{Context, Decimal, ValueType};
use lethe_io::recipe::{Attacker, Distance, Diversity, EntropyEstimator, Population, PrivacyModel};
use lethe_models::privacy::{
    AlphaK, AverageRisk, BetaLikeness, ClassRequirement, Closeness, DeltaDisclosure, DeltaPresence,
    DistinctDiversity, EntropyDiversity, Estimator, KAnonymity, KMap, MarketerRisk,
    NegativePositiveRecursiveDiversity, PositiveRecursiveDiversity, RecursiveDiversity, ReidentificationRisk,
    ReleaseModel, Requirements, km_anonymity, lkc_privacy,
};

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

/// How sure an estimate of the population must be where the model is one: the chance that a class stands for no more
/// than `k` people although its size in the sample suggests so.
pub(crate) fn significance(model: &PrivacyModel) -> Option<Decimal> {
    let usual = Decimal::new(1, -2);
    match model {
        PrivacyModel::KMap { population: Some(Population::Size(_)), significance, .. } => {
            Some(significance.unwrap_or(usual))
        }
        PrivacyModel::ReidentificationRisk {
            attacker: Attacker::Journalist,
            population: Some(Population::Size(_)),
            ..
        } => Some(usual),
        _ => None,
    }
}

/// The model of a population of which only the size is known.
fn estimated(model: &PrivacyModel, k: u64, people: u64, population: u64) -> Result<ClassRequirement> {
    // Only models with such a population come here.
    let significance = significance(model).unwrap_or(Decimal::ZERO);
    Ok(ClassRequirement::quasi(KMap::estimated(k, people, population, significance)?))
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
    let of_column = |error: lethe_models::Error| match slot {
        Some(slot) => Error::Request(format!("column '{}': {error}", slots[slot].name)),
        None => error.into(),
    };
    let made =
        match slot {
            Some(at) => Made::Class(of_sensitive(model, subject, at, &slots[at], context).map_err(
                |error| match error {
                    Error::Models(error) => of_column(error),
                    other => other,
                },
            )?),
            None => of_sizes(model, subject)?,
        };
    Ok(match made {
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

enum Made {
    Class(ClassRequirement),
    Release(Box<dyn ReleaseModel>),
}

/// Models that look at sizes alone.
fn of_sizes(model: &PrivacyModel, subject: &Subject<'_>) -> Result<Made> {
    let people = subject.table.people();
    Ok(match model {
        PrivacyModel::KAnonymity { k } => Made::Class(ClassRequirement::quasi(KAnonymity::asked(*k)?)),
        PrivacyModel::KMap { k, population, .. } => Made::Class(match population {
            // A table that is its own population asks for k people of the table.
            None => ClassRequirement::quasi(KAnonymity::asked(*k)?),
            Some(Population::File(_)) => ClassRequirement::quasi(KMap::new(*k)?),
            Some(Population::Size(size)) => estimated(model, *k, people, *size)?,
        }),
        PrivacyModel::DeltaPresence { min, max, .. } => {
            Made::Class(ClassRequirement::quasi(DeltaPresence::new(*min, *max)?))
        }
        PrivacyModel::AverageRisk { max } => Made::Release(Box::new(AverageRisk::new(*max)?)),
        PrivacyModel::ReidentificationRisk { max, attacker, population } => match (attacker, population) {
            (Attacker::Prosecutor, _) | (Attacker::Journalist, None) => {
                Made::Class(ClassRequirement::quasi(ReidentificationRisk::prosecutor(*max)?))
            }
            (Attacker::Journalist, Some(Population::File(_))) => {
                Made::Class(ClassRequirement::quasi(ReidentificationRisk::journalist(*max)?))
            }
            (Attacker::Journalist, Some(Population::Size(size))) => {
                Made::Class(estimated(model, people_for(*max)?, people, *size)?)
            }
            (Attacker::Marketer, Some(Population::File(_))) => {
                Made::Release(Box::new(MarketerRisk::new(*max)?))
            }
            (Attacker::Marketer, _) => Made::Release(Box::new(AverageRisk::new(*max)?)),
        },
        PrivacyModel::KmAnonymity { k, m } => {
            refuse_sets(subject)?;
            Made::Class(km_anonymity(*k, usize::try_from(*m).unwrap_or(usize::MAX))?)
        }
        other => return Err(not_of_one_table(other)),
    })
}

/// Known items of a set would be parts of a cell, but only whole cells are looked at.
fn refuse_sets(subject: &Subject<'_>) -> Result<()> {
    let quasi = subject.quasi.iter().map(|&column| subject.table.column(column));
    let sets = quasi.filter(|column| {
        let declared = subject.declared_type(column.name());
        [Some(column.value_type()), declared].contains(&Some(ValueType::Set))
    });
    let problem = "km-anonymity of the items of a set cannot be judged yet";
    sets.map(|column| Err(Error::Request(format!("column '{}': {problem}", column.name()))))
        .next()
        .unwrap_or(Ok(()))
}

/// The smallest number of people among whom a risk is at most `max`.
fn people_for(max: Decimal) -> Result<u64> {
    let one = lethe_num::Rational::ONE;
    u64::try_from((one / lethe_models::privacy::exact(max)).ceil())
        .map_err(|_| Error::Request("reidentification-risk: max is too small".to_owned()))
}

fn not_of_one_table(model: &PrivacyModel) -> Error {
    if matches!(model, PrivacyModel::DifferentialPrivacy { .. }) {
        return Error::Request(
            "differential-privacy is a promise of how a release is made, which no table shows; make one with the method \
             'safepub'"
                .to_owned(),
        );
    }
    Error::Request(format!("{} cannot be judged on one released table; leave it out", model.name()))
}

/// Models that look at a sensitive column.
fn of_sensitive(
    model: &PrivacyModel,
    subject: &Subject<'_>,
    at: usize,
    slot: &Sensitive,
    context: &Context,
) -> Result<ClassRequirement> {
    let reference = &slot.distribution;
    let limited = |values: &Option<Vec<String>>| -> Result<Option<Vec<u32>>> {
        values.as_ref().map(|texts| codes_of(slot, texts, Some("values"), model)).transpose()
    };
    Ok(match model {
        PrivacyModel::LDiversity { diversity, .. } => diverse(model, diversity, at, slot)?,
        PrivacyModel::TCloseness { t, distance, .. } => ClassRequirement::quasi(match distance {
            Distance::Equal => Closeness::equal(at, *t, reference)?,
            Distance::Ordered => super::order::closeness(*t, subject, at, slot)?,
            Distance::Hierarchical => hierarchical(*t, subject, at, slot, context)?,
        }),
        PrivacyModel::BetaLikeness { beta, enhanced: false, .. } => {
            ClassRequirement::quasi(BetaLikeness::basic(at, *beta, reference)?)
        }
        PrivacyModel::BetaLikeness { beta, enhanced: true, .. } => {
            ClassRequirement::quasi(BetaLikeness::enhanced(at, *beta, reference)?)
        }
        PrivacyModel::DeltaDisclosure { delta, .. } => {
            ClassRequirement::quasi(DeltaDisclosure::new(at, *delta, reference)?)
        }
        PrivacyModel::AlphaK { alpha, k, values, .. } => {
            ClassRequirement::quasi(AlphaK::new(at, *k, *alpha, limited(values)?.as_deref(), reference)?)
        }
        PrivacyModel::LkcPrivacy { l, k, c, values, .. } => {
            lkc_privacy(at, *l, *k, *c, limited(values)?.as_deref(), reference)?
        }
        other => return Err(not_of_one_table(other)),
    })
}

fn diverse(
    model: &PrivacyModel,
    diversity: &Diversity,
    at: usize,
    slot: &Sensitive,
) -> Result<ClassRequirement> {
    let reference = &slot.distribution;
    Ok(match diversity {
        Diversity::Distinct { l } => ClassRequirement::quasi(DistinctDiversity::new(at, *l, reference)?),
        Diversity::Entropy { l, estimator } => {
            let estimator = match estimator {
                EntropyEstimator::Shannon => Estimator::Shannon,
                EntropyEstimator::Grassberger => Estimator::Grassberger,
            };
            ClassRequirement::quasi(EntropyDiversity::with_estimator(at, *l, reference, estimator)?)
        }
        Diversity::Recursive { l, c } => {
            ClassRequirement::quasi(RecursiveDiversity::new(at, *c, *l, reference)?)
        }
        Diversity::PositiveRecursive { l, c, disclosable } => {
            let disclosable = codes_of(slot, disclosable, None, model)?;
            ClassRequirement::quasi(PositiveRecursiveDiversity::new(at, *c, *l, &disclosable, reference)?)
        }
        Diversity::NegativePositiveRecursive { l, c1, c2, disclosable, protected } => {
            let disclosable = codes_of(slot, disclosable, None, model)?;
            let every = || reference.counts().iter().enumerate().filter(|(_, people)| **people > 0);
            let protected = if let Some(texts) = protected {
                codes_of(slot, texts, Some("protected"), model)?
            } else {
                every().map(|(code, _)| code as u32).collect()
            };
            ClassRequirement::quasi(NegativePositiveRecursiveDiversity::new(
                at,
                (*c1, *c2),
                *l,
                &disclosable,
                &protected,
                reference,
            )?)
        }
    })
}

fn hierarchical(
    t: Decimal,
    subject: &Subject<'_>,
    at: usize,
    slot: &Sensitive,
    context: &Context,
) -> Result<Closeness> {
    let Some(how) = subject.column_recipe(&slot.name).and_then(|recipe| recipe.hierarchy.as_ref()) else {
        let problem = "hierarchical t-closeness needs the column's hierarchy";
        return Err(Error::Request(format!("column '{}': {problem}", slot.name)));
    };
    let hierarchy = crate::hierarchy::build(how, &slot.values, subject.folder, context)?;
    check_covered(slot, subject.table, &hierarchy, subject.data)?;
    // Values of the reference that the hierarchy lacks meet all others at the root.
    let bound = hierarchy.bind(&slot.values, UnknownValues::Suppress)?;
    Ok(Closeness::hierarchical(at, t, &slot.distribution, &bound)?)
}
