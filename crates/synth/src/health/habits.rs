//! How somebody lives, and yes-or-no questions about them.

use super::patient::Patient;
use super::{Columns, Entry, clinic};
use crate::Result;
use crate::domain::{Domain, Scale};
use crate::hierarchy_rows::{flat, grouped, intervals};
use crate::random::{Sampler, Stream};

const MARITAL: [(&str, &str); 6] = [
    ("single", "alone"),
    ("married", "together"),
    ("registered partnership", "together"),
    ("separated", "alone"),
    ("divorced", "alone"),
    ("widowed", "alone"),
];
const EDUCATION: [(&str, &str); 6] = [
    ("none", "school"),
    ("secondary", "school"),
    ("high school", "school"),
    ("apprenticeship", "vocational"),
    ("bachelor", "academic"),
    ("master or higher", "academic"),
];
const CHILDREN: Scale = Scale::new(0, 9, 0);
const INSURERS: [(&str, &str); 8] = [
    ("statutory A", "statutory"),
    ("statutory B", "statutory"),
    ("statutory C", "statutory"),
    ("statutory D", "statutory"),
    ("private A", "private"),
    ("private B", "private"),
    ("self-payer", "none"),
    ("welfare office", "none"),
];
const INCOMES: Scale = Scale::new(0, 19, 0);

pub(super) fn life() -> Result<Columns> {
    let marital = Domain::texts(MARITAL.map(|(status, _)| status))?;
    let education = Domain::texts(EDUCATION.map(|(degree, _)| degree))?;
    let degrees = Sampler::new(&[4.0, 24.0, 16.0, 34.0, 13.0, 9.0]);
    let insurers = Domain::texts(INSURERS.map(|(insurer, _)| insurer))?;
    let insurer_choice = Sampler::new(&[34.0, 26.0, 17.0, 10.0, 6.0, 4.0, 1.0, 2.0]);
    let frequency = Domain::texts(["never", "rarely", "weekly", "daily"])?;
    let (alcohol, exercise) =
        (Sampler::new(&[18.0, 41.0, 33.0, 8.0]), Sampler::new(&[22.0, 33.0, 36.0, 9.0]));
    let smoker = Domain::texts(["never", "former", "current"])?;
    Ok(vec![
        Entry::always("marital_status", &marital, marital_status)
            .under(grouped(MARITAL.map(|(_, kind)| kind).to_vec())),
        Entry::always("education", &education, move |_, random| degrees.draw(random))
            .under(grouped(EDUCATION.map(|(_, kind)| kind).to_vec())),
        Entry::always("children", &Domain::numbers(CHILDREN)?, |p, random| {
            let most = if p.age < 25 { 1 } else { 4 };
            CHILDREN.nearest(f64::from(most) * random.unit() * random.unit() + 0.3 * random.normal())
        })
        .under(intervals(CHILDREN, [2, 4])),
        Entry::always("insurance", &insurers, move |_, random| insurer_choice.draw(random))
            .under(grouped(INSURERS.map(|(_, kind)| kind).to_vec())),
        Entry::always(
            "smoker",
            &smoker,
            |p, random| {
                if p.smokes { 2 } else { u32::from(random.chance(0.3)) }
            },
        )
        .under(flat()),
        Entry::drawn("alcohol", &frequency, move |_, random| present(0.9, random, |r| alcohol.draw(r)))
            .under(flat()),
        Entry::drawn("exercise", &frequency, move |p, random| {
            let ill = u32::from(p.frailty > 1.0);
            present(0.85, random, |r| exercise.draw(r).saturating_sub(ill))
        })
        .under(flat()),
        Entry::drawn("income_bracket", &Domain::numbers(INCOMES)?, |p, random| {
            let middle = if p.age < 25 { 3.0 } else { 8.0 };
            present(0.7, random, |r| INCOMES.nearest(middle + 3.5 * r.normal()))
        })
        .under(intervals(INCOMES, [5, 10])),
    ])
}

/// A value that was recorded for a share of the patients only.
fn present(share: f64, random: &mut Stream, value: impl FnOnce(&mut Stream) -> u32) -> Option<u32> {
    random.chance(share).then(|| value(random))
}

fn marital_status(p: &Patient, random: &mut Stream) -> u32 {
    let age = f64::from(p.age);
    if random.chance((1.25 - age / 40.0).clamp(0.12, 0.95)) {
        return 0;
    }
    if random.chance(((age - 55.0) / 60.0).clamp(0.01, 0.6)) {
        return 5;
    }
    let at = random.below(100);
    [(72, 1), (75, 2), (81, 3)].into_iter().find(|(below, _)| at < *below).map_or(4, |(_, item)| item)
}

/// The probability of yes for a patient.
type Probability = fn(&Patient) -> f64;

const FLAGS: [(&str, Probability); 13] = [
    ("pregnant", |p| if p.is_female() && p.age < 46 { 0.04 } else { 0.0 }),
    ("diabetic", |p| if p.has(clinic::is_metabolic) { 0.55 } else { 0.03 }),
    ("hypertensive", |p| if p.has(clinic::is_circulatory) { 0.8 } else { 0.12 }),
    ("organ_donor", |_| 0.36),
    ("vaccinated", |p| if p.age > 60 { 0.85 } else { 0.68 }),
    ("pacemaker", |p| if p.age > 65 && p.has(clinic::is_circulatory) { 0.07 } else { 0.001 }),
    ("allergic", |_| 0.22),
    ("wheelchair", |p| if p.frailty > 1.8 { 0.09 } else { 0.005 }),
    ("surgery", |_| 0.31),
    ("intensive_care", |p| if p.frailty > 1.5 { 0.14 } else { 0.03 }),
    ("research_consent", |_| 0.57),
    ("emergency_contact", |_| 0.91),
    ("living_will", |p| if p.age > 60 { 0.4 } else { 0.08 }),
];

pub(super) fn flags() -> Result<Columns> {
    let answers = Domain::booleans()?;
    Ok(FLAGS
        .into_iter()
        .map(|(name, probability)| {
            Entry::always(name, &answers, move |p, random| u32::from(random.chance(probability(p))))
        })
        .collect())
}
