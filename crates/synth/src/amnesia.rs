//! Eight columns as they are generated to evaluate the Amnesia tool: names, age, salary, death and two codes.

use crate::Result;
use crate::domain::{Domain, Scale, day};
use crate::geography::Country;
use crate::hierarchy_rows::{ancestors, calendar, flat, intervals};
use crate::names::Names;
use crate::plan::{self, Plan};
use crate::random::{Sampler, Stream};
use lethe_data::ValueType;

/// The number of columns.
pub(crate) const COLUMNS: usize = 8;

const AGES: Scale = Scale::new(18, 100, 0);
/// Yearly salaries in hundreds.
const SALARIES: Scale = Scale::new(90, 2500, 0);
const FIRST_DEATH: (i32, u32, u32) = (2000, 1, 1);
const LAST_DEATH: (i32, u32, u32) = (2023, 6, 30);
const DEAD: f64 = 0.7;

/// Chapters of the two classifications: name, letter in the newer, first number in the older one.
const CHAPTERS: [(&str, char, u32); 10] = [
    ("Infectious", 'A', 1),
    ("Neoplasms", 'C', 140),
    ("Metabolic", 'E', 240),
    ("Blood", 'D', 280),
    ("Mental", 'F', 290),
    ("Nervous", 'G', 320),
    ("Circulatory", 'I', 390),
    ("Respiratory", 'J', 460),
    ("Digestive", 'K', 520),
    ("Genitourinary", 'N', 580),
];
/// Conditions a chapter: each has a code of its own in the newer classification and shares one in the older.
const CONDITIONS: u32 = 60;
const SHARED: u32 = 3;

/// The facts of one person.
pub(crate) struct Person {
    given: u32,
    family: u32,
    female: bool,
    age: u32,
    condition: u32,
}

fn chapter(condition: u32) -> (&'static str, char, u32) {
    CHAPTERS[(condition / CONDITIONS) as usize]
}

fn icd10(condition: u32) -> String {
    let within = condition % CONDITIONS;
    format!("{}{:02}.{}", chapter(condition).1, within / 4, within % 4)
}

/// The code of the older classification; `shared` counts the codes, not the conditions.
fn icd9(shared: u32) -> String {
    let within = shared % (CONDITIONS / SHARED);
    format!("{:03}.{}", chapter(shared * SHARED).2 + within / 2, within % 2)
}

type Entry = plan::Entry<Person>;

/// The plan of the data set.
pub(crate) fn plan() -> Result<Plan<Person>> {
    let names = Names::new()?;
    let conditions = CHAPTERS.len() as u32 * CONDITIONS;
    let (first, last) =
        (day(FIRST_DEATH.0, FIRST_DEATH.1, FIRST_DEATH.2), day(LAST_DEATH.0, LAST_DEATH.1, LAST_DEATH.2));
    let deaths = Domain::days(first, last)?;
    let death_days = deaths.len();
    let genders = Domain::texts(["female", "male"])?;
    let salaries = Domain::new(
        ValueType::Integer,
        (0..SALARIES.steps()).map(|step| format!("{}00", SALARIES.text(step))),
    )?;
    let old = Domain::texts((0..conditions / SHARED).map(icd9))?;
    let new = Domain::texts((0..conditions).map(icd10))?;
    let columns = vec![
        Entry::always("name", &names.given, |p, _| p.given),
        Entry::always("family_name", &names.surnames, |p, _| p.family),
        Entry::always("age", &Domain::numbers(AGES)?, |p, _| p.age).under(intervals(AGES, [5, 10, 20, 40])),
        Entry::always("gender", &genders, |p, _| u32::from(!p.female)).under(flat()),
        Entry::always("salary", &salaries, salary).under(salary_steps()),
        Entry::drawn("date_of_death", &deaths, move |_, random| {
            random.chance(DEAD).then(|| random.below(death_days))
        })
        .under(calendar(first)),
        Entry::always("icd9", &old, |p, _| p.condition / SHARED).under(ancestors(|shared| {
            vec![icd9(shared)[..3].to_owned(), chapter(shared * SHARED).0.to_owned()]
        })),
        Entry::always("icd10", &new, |p, _| p.condition).under(ancestors(|condition| {
            vec![icd10(condition)[..3].to_owned(), chapter(condition).0.to_owned()]
        })),
    ];
    let common = Sampler::zipf(conditions as usize, 10.0, 0.9);
    Ok(Plan::new(move |_, random| person(&names, &common, conditions, random), columns))
}

fn person(names: &Names, common: &Sampler, conditions: u32, random: &mut Stream) -> Person {
    let female = random.chance(0.51);
    let country = *random.pick(&Country::ALL[..4]);
    let (given, family) = names.draw(country, female, random);
    let age = AGES.nearest(49.0 + 18.0 * random.normal());
    // Common conditions are spread over the chapters by a step that shares no factor with their number.
    let condition = common.draw(random) * 37 % conditions;
    Person { given, family, female, age, condition }
}

/// Salaries rise with age to sixty, with a long upper tail.
fn salary(p: &Person, random: &mut Stream) -> u32 {
    let experience = f64::from(p.age.min(42));
    let luck = 1.0 + 0.35 * random.normal() + if random.chance(0.05) { 2.0 * random.unit() } else { 0.0 };
    SALARIES.nearest((240.0 + 6.0 * experience) * luck.max(0.3))
}

fn salary_steps() -> crate::hierarchy_rows::Ancestors {
    // Labels in full units: salaries are counted in hundreds.
    let full = |hundreds: u32, width: u32| {
        let low = hundreds / width * width;
        format!("[{}, {})", 100 * low, 100 * (low + width))
    };
    ancestors(move |step| {
        let hundreds = SALARIES.low as u32 + step;
        [50, 100, 500, 1000].map(|width| full(hundreds, width)).to_vec()
    })
}
