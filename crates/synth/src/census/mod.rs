//! A census extract of fifteen columns, with the attributes that the literature on k-anonymity is used to.

mod adult;
mod labels;

use crate::Result;
use crate::domain::{Domain, Scale};
use crate::hierarchy_rows::{ancestors, flat, grouped, intervals};
use crate::plan::{self, Plan};
use crate::random::{Sampler, Stream};
use adult::{Adult, Adults};
use labels::{COUNTRIES, EDUCATION, MARITAL, OCCUPATIONS, RACES, RELATIONSHIPS, WORK_CLASSES};
use lethe_data::ValueType;
use std::fmt::Write;

/// The number of columns.
pub(crate) const COLUMNS: usize = 15;

const AGES: Scale = Scale::new(17, 90, 0);
const HOURS: Scale = Scale::new(1, 99, 0);
const EDUCATION_NUMBERS: Scale = Scale::new(1, 16, 0);
/// The share of records of whom work class and occupation are not known, and of whom the country is not.
const UNKNOWN_WORK: f64 = 0.056;
const UNKNOWN_COUNTRY: f64 = 0.018;

type Entry = plan::Entry<Adult>;

/// The plan of the data set.
pub(crate) fn plan() -> Result<Plan<Adult>> {
    let work_classes = Domain::texts(WORK_CLASSES.map(|(name, _, _)| name))?;
    let education = Domain::texts(EDUCATION.map(|degree| degree.name))?;
    let marital = Domain::texts(MARITAL.map(|(name, _)| name))?;
    let occupations = Domain::texts(OCCUPATIONS.map(|(name, _, _)| name))?;
    let relationships = Domain::texts(RELATIONSHIPS.map(|(name, _)| name))?;
    let races = Domain::texts(RACES.map(|(name, _)| name))?;
    let race_choice = Sampler::new(&RACES.map(|(_, share)| share));
    let countries = Domain::texts(COUNTRIES.map(|(name, _, _)| name))?;
    let country_choice = Sampler::new(&COUNTRIES.map(|(_, _, share)| share));
    let (gains, gain) = amounts("capital gain", 118, 114, 99_999)?;
    let (losses, loss) = amounts("capital loss", 91, 155, 4356)?;
    let columns = vec![
        Entry::always("age", &Domain::numbers(AGES)?, |p, _| p.age).under(intervals(AGES, [5, 10, 20, 40])),
        Entry::drawn("workclass", &work_classes, |p, _| p.work_class)
            .under(grouped(WORK_CLASSES.map(|(_, group, _)| group).to_vec())),
        Entry::written("fnlwgt", ValueType::Integer, |_, random, cell| {
            let weight = 190_000.0 + 90_000.0 * random.normal() + 250_000.0 * random.unit().powi(12);
            write!(cell, "{}", weight.max(12_285.0 + 20_000.0 * random.unit()) as u32).is_ok()
        }),
        Entry::always("education", &education, |p, _| p.education).under(ancestors(|item| {
            let degree = &EDUCATION[item as usize];
            vec![degree.stage.to_owned(), degree.level.to_owned()]
        })),
        Entry::always("education_num", &Domain::numbers(EDUCATION_NUMBERS)?, |p, _| p.education)
            .under(intervals(EDUCATION_NUMBERS, [4, 8])),
        Entry::always("marital_status", &marital, |p, _| p.marital)
            .under(grouped(MARITAL.map(|(_, group)| group).to_vec())),
        Entry::drawn("occupation", &occupations, |p, _| p.occupation)
            .under(grouped(OCCUPATIONS.map(|(_, group, _)| group).to_vec())),
        Entry::always("relationship", &relationships, |p, _| p.relationship)
            .under(grouped(RELATIONSHIPS.map(|(_, group)| group).to_vec())),
        Entry::always("race", &races, move |_, random| race_choice.draw(random)).under(flat()),
        Entry::always("sex", &Domain::texts(["Female", "Male"])?, |p, _| u32::from(p.male)).under(flat()),
        Entry::always("capital_gain", &gains, move |p, random| {
            let share = if p.rich { 0.21 } else { 0.04 };
            if random.chance(share) { gain.draw(random) + 1 } else { 0 }
        }),
        Entry::always("capital_loss", &losses, move |p, random| {
            let share = if p.rich { 0.1 } else { 0.03 };
            if random.chance(share) { loss.draw(random) + 1 } else { 0 }
        }),
        Entry::always("hours_per_week", &Domain::numbers(HOURS)?, |p, _| p.hours)
            .under(intervals(HOURS, [5, 10, 20, 40])),
        Entry::drawn("native_country", &countries, move |_, random| {
            (!random.chance(UNKNOWN_COUNTRY)).then(|| country_choice.draw(random))
        })
        .under(grouped(COUNTRIES.map(|(_, continent, _)| continent).to_vec())),
        Entry::always("income", &Domain::texts(["<=50K", ">50K"])?, |p, _| u32::from(p.rich)).under(flat()),
    ];
    let adults = Adults::new();
    Ok(Plan::new(move |_, random| adults.draw(random), columns))
}

/// Amounts of money that occur besides zero, which is item 0, and how to choose among them.
fn amounts(what: &str, count: usize, low: u32, high: u32) -> Result<(Domain, Sampler)> {
    let mut random = Stream::world(what);
    let mut values = std::collections::BTreeSet::new();
    while values.len() < count {
        let share = random.unit();
        values.insert(low + (f64::from(high - low) * share * share) as u32);
    }
    let texts = std::iter::once(0).chain(values).map(|value| value.to_string());
    Ok((Domain::new(ValueType::Integer, texts)?, Sampler::zipf(count, 10.0, 0.8)))
}
