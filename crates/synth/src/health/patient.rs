//! The facts of a patient that several columns must agree on.

use super::World;
use crate::domain::{Scale, day};
use crate::geography::Home;
use crate::random::{Sampler, Stream};
use std::sync::Arc;

/// The most diagnoses a patient has.
pub(super) const DIAGNOSES: usize = 6;

/// The day ages are told on: 30 June 2023.
pub(super) const REFERENCE: (i32, u32, u32) = (2023, 6, 30);
/// Whole years on the reference day; patients are adults.
pub(super) const AGES: Scale = Scale::new(18, 100, 0);
/// 83 heights in centimetres (Podlesny 2023, Table A.3).
pub(super) const HEIGHTS: Scale = Scale::new(130, 212, 0);
/// 1,487 weights in kilograms (Podlesny 2023, Table A.4).
pub(super) const WEIGHTS: Scale = Scale::new(400, 1886, 1);
/// The first day a patient can be admitted; the last is two years later.
pub(super) const ADMISSIONS: (i32, u32, u32) = (2021, 1, 1);
pub(super) const ADMISSION_DAYS: u32 = 730;
/// The longest stay in days.
pub(super) const LONGEST_STAY: u32 = 120;

/// Blood types with their counts (Podlesny 2023, Table A.2).
pub(super) const BLOOD_TYPES: [(&str, &str, f64); 9] = [
    ("0+", "0", 365_101.0),
    ("A+", "A", 263_196.0),
    ("B+", "B", 225_406.0),
    ("AB+", "AB", 50_263.0),
    ("0-", "0", 43_200.0),
    ("A-", "A", 34_516.0),
    ("B-", "B", 13_881.0),
    ("AB-", "AB", 4_437.0),
    ("Other", "Unknown", 19.0),
];

/// One patient. Where a fact is a value of a column, it is the item of that column's domain.
#[derive(Clone, Debug)]
pub(crate) struct Patient {
    /// The row, from 0.
    pub(super) number: u64,
    pub(super) home: Home,
    /// 0 female, 1 male, 2 diverse.
    pub(super) gender: u8,
    pub(super) given: u32,
    pub(super) surname: u32,
    /// Days since the first possible birthday.
    pub(super) birth: u32,
    pub(super) age: u32,
    pub(super) height: u32,
    pub(super) weight: u32,
    pub(super) blood: u8,
    /// How ill somebody is: about 0 in the young and healthy, 1 a deviation worse.
    pub(super) frailty: f32,
    pub(super) smokes: bool,
    /// The diseases, most important first.
    pub(super) diseases: [Option<u8>; DIAGNOSES],
    /// Minutes since the start of the first admission day.
    pub(super) admitted: u32,
    /// Minutes since the same start; never before the admission.
    pub(super) discharged: u32,
}

impl Patient {
    pub(super) fn is_female(&self) -> bool {
        self.gender == 0
    }

    /// Height in centimetres.
    pub(super) fn centimetres(&self) -> f64 {
        f64::from(HEIGHTS.low) + f64::from(self.height)
    }

    /// Weight in kilograms.
    pub(super) fn kilograms(&self) -> f64 {
        (f64::from(WEIGHTS.low) + f64::from(self.weight)) / 10.0
    }

    /// Whether any diagnosis fits a test.
    pub(super) fn has(&self, test: fn(u32) -> bool) -> bool {
        self.diseases.iter().flatten().any(|&disease| test(u32::from(disease)))
    }
}

/// The first day of birth: just not 101 on the reference day.
pub(super) fn first_birth() -> i32 {
    births_of(AGES.high).0
}

/// The last day of birth: just 18 on the reference day.
pub(super) fn last_birth() -> i32 {
    births_of(AGES.low).1
}

/// The days of birth of those who are of an age on the reference day.
fn births_of(age: i32) -> (i32, i32) {
    let (year, month, last) = REFERENCE;
    (day(year - 1 - age, month + 1, 1), day(year - age, month, last))
}

/// Draws patients.
pub(super) struct Patients {
    world: Arc<World>,
    ages: Sampler,
    /// First birthday item and number of birthdays by age.
    births: Vec<(u32, u32)>,
    genders: Sampler,
    blood: Sampler,
    diagnoses: Sampler,
}

impl Patients {
    pub(super) fn new(world: Arc<World>) -> Self {
        let ages = AGES.low..=AGES.high;
        let first = first_birth();
        // Patients are older than the population: a rise to seventy, then a steep fall.
        let weight = |age: i32| f64::from(if age <= 70 { 30 + age } else { (101 - age) * 3 });
        Self {
            world,
            ages: Sampler::new(&ages.clone().map(weight).collect::<Vec<_>>()),
            births: ages
                .map(births_of)
                .map(|(from, to)| ((from - first) as u32, (to - from) as u32 + 1))
                .collect(),
            genders: Sampler::new(&[0.508, 0.491, 0.001]),
            blood: Sampler::new(&BLOOD_TYPES.map(|(_, _, count)| count)),
            diagnoses: Sampler::new(&[46.0, 25.0, 14.0, 8.0, 5.0, 2.0]),
        }
    }

    pub(super) fn draw(&self, number: u64, random: &mut Stream) -> Patient {
        let home = self.world.geography.draw(random);
        let gender = self.genders.draw(random) as u8;
        let named_as_female = if gender == 2 { random.chance(0.5) } else { gender == 0 };
        let (given, surname) = self.world.names.draw(home.country, named_as_female, random);
        let step = self.ages.draw(random);
        let age = AGES.low as u32 + step;
        let (first, births) = self.births[step as usize];
        let birth = first + random.below(births);
        let frailty = (f64::from(age) - 40.0) / 40.0 + random.normal();
        let smokes = random.chance(if age < 65 { 0.27 } else { 0.14 });
        let (height, weight) = body(gender, age, random);
        let diseases = self.diseases(age, frailty, random);
        let (admitted, discharged) = visit(frailty, random);
        Patient {
            number,
            home,
            gender,
            given,
            surname,
            birth,
            age,
            height,
            weight,
            blood: self.blood.draw(random) as u8,
            frailty: frailty as f32,
            smokes,
            diseases,
            admitted,
            discharged,
        }
    }

    /// One to six different diseases; later ones are mostly missing.
    fn diseases(&self, age: u32, frailty: f64, random: &mut Stream) -> [Option<u8>; DIAGNOSES] {
        let count = (self.diagnoses.draw(random) as usize + 1 + usize::from(frailty > 1.5)).min(DIAGNOSES);
        let mut diseases = [None; DIAGNOSES];
        for slot in 0..count {
            let disease = Some(self.world.clinic.disease(age, random) as u8);
            if diseases.contains(&disease) {
                break;
            }
            diseases[slot] = disease;
        }
        diseases
    }
}

/// The share of records whose height, or weight for the height, lies anywhere: what is rare is what identifies, and a
/// million rows should hold nearly every value of the published domains.
const UNUSUAL: f64 = 0.02;

/// Height by gender and age, weight by height.
fn body(gender: u8, age: u32, random: &mut Stream) -> (u32, u32) {
    let (mean, deviation) = [(166.0, 6.6), (179.0, 7.3), (172.0, 8.5)][usize::from(gender)];
    let shrunk = f64::from(age.saturating_sub(40)) * 0.07;
    let usual = mean - shrunk + deviation * random.normal();
    let height = if random.chance(UNUSUAL) { random.below(HEIGHTS.steps()) } else { HEIGHTS.nearest(usual) };
    let metres = (f64::from(HEIGHTS.low) + f64::from(height)) / 100.0;
    let spread = random.normal();
    let usual = 25.3 + 3.6 * spread + 0.9 * spread * spread;
    let index = if random.chance(UNUSUAL) { 16.0 + 42.0 * random.unit() } else { usual };
    (height, WEIGHTS.nearest(index * metres * metres))
}

/// Admission and discharge in minutes; most come by day, most stay some days, some for weeks.
fn visit(frailty: f64, random: &mut Stream) -> (u32, u32) {
    let clock = (11.5 * 60.0 + 210.0 * random.normal()).clamp(0.0, 1439.0) as u32;
    let admitted = random.below(ADMISSION_DAYS) * 1440 + clock;
    let days = random.unit() * random.unit() * (8.0 + 4.0 * frailty.max(0.0));
    let long = if random.chance(0.04) { random.unit() * 90.0 } else { 0.0 };
    let minutes = ((days + long) * 1440.0) as u32 + 20;
    (admitted, admitted + minutes.min(LONGEST_STAY * 1440))
}
