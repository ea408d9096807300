//! The facts of a person that several census columns must agree on.

use super::labels::{EDUCATION, LEARNED_OCCUPATIONS, OCCUPATIONS, WORK_CLASSES};
use super::{AGES, HOURS, UNKNOWN_WORK};
use crate::random::{Sampler, Stream};

/// One adult; every fact is the item of its column's domain.
pub(crate) struct Adult {
    pub(super) age: u32,
    pub(super) male: bool,
    pub(super) education: u32,
    pub(super) marital: u32,
    pub(super) relationship: u32,
    pub(super) work_class: Option<u32>,
    pub(super) occupation: Option<u32>,
    pub(super) hours: u32,
    pub(super) rich: bool,
}

/// Draws adults.
pub(super) struct Adults {
    ages: Sampler,
    education: Sampler,
    work_classes: Sampler,
    occupations: Sampler,
}

const MARRIED: u32 = 0;
const NEVER_MARRIED: u32 = 3;

impl Adults {
    pub(super) fn new() -> Self {
        let weight = |age: i32| f64::from(if age <= 37 { 30 + age } else { (92 - age).max(2) });
        Self {
            ages: Sampler::new(&(AGES.low..=AGES.high).map(weight).collect::<Vec<_>>()),
            education: Sampler::new(&EDUCATION.map(|degree| degree.share)),
            work_classes: Sampler::new(&WORK_CLASSES.map(|(_, _, share)| share)),
            occupations: Sampler::new(&OCCUPATIONS.map(|(_, _, share)| share)),
        }
    }

    pub(super) fn draw(&self, random: &mut Stream) -> Adult {
        let age = self.ages.draw(random);
        let years = age + AGES.low as u32;
        let male = random.chance(0.669);
        let education = self.schooling(years, random);
        let marital = marital(years, random);
        let relationship = relationship(years, male, marital, random);
        let known = !random.chance(UNKNOWN_WORK);
        let (work_class, occupation) = if known { self.work(education, random) } else { (None, None) };
        let hours = hours(years, male, random);
        let rich = random.chance(wealth(years, male, education, marital, hours));
        Adult { age, male, education, marital, relationship, work_class, occupation, hours, rich }
    }

    /// Nobody holds a degree before the age it is given at.
    fn schooling(&self, years: u32, random: &mut Stream) -> u32 {
        let most = match years {
            0..=18 => 8,
            19..=21 => 9,
            22..=24 => 12,
            25..=27 => 13,
            _ => 15,
        };
        self.education.draw(random).min(most)
    }

    /// A work class, and an occupation that is more often a learned one with higher education. Those who never
    /// worked have none.
    fn work(&self, education: u32, random: &mut Stream) -> (Option<u32>, Option<u32>) {
        let class = self.work_classes.draw(random);
        if WORK_CLASSES[class as usize].0 == "Never-worked" {
            return (Some(class), None);
        }
        let mut occupation = self.occupations.draw(random);
        let learned = random.chance(f64::from(education) / 16.0);
        if learned != (occupation < LEARNED_OCCUPATIONS) {
            occupation = self.occupations.draw(random);
        }
        (Some(class), Some(occupation))
    }
}

fn marital(years: u32, random: &mut Stream) -> u32 {
    let age = f64::from(years);
    if random.chance((1.75 - age / 27.0).clamp(0.06, 0.97)) {
        return NEVER_MARRIED;
    }
    if random.chance(((age - 55.0) / 50.0).clamp(0.005, 0.6)) {
        return 6;
    }
    match random.below(1000) {
        0..=739 => MARRIED,
        740 => 1,
        741..=759 => 2,
        760..=954 => 4,
        _ => 5,
    }
}

/// Husbands are married men, wives married women; the others are whatever else they can be.
fn relationship(years: u32, male: bool, marital: u32, random: &mut Stream) -> u32 {
    if marital <= 1 {
        return u32::from(!male);
    }
    let at_home = if marital == NEVER_MARRIED && years < 30 { 60 } else { 6 };
    let share = random.below(100);
    match share {
        _ if share < at_home => 2,
        _ if share < at_home + 5 => 3,
        _ if share < at_home + 5 + (95 - at_home) * 2 / 3 => 4,
        _ => 5,
    }
}

fn hours(years: u32, male: bool, random: &mut Stream) -> u32 {
    if random.chance(0.42) {
        return HOURS.nearest(40.0);
    }
    let mean = if (25..62).contains(&years) { 43.0 } else { 30.0 } + if male { 2.0 } else { -3.0 };
    HOURS.nearest(mean + 12.0 * random.normal())
}

/// The probability of a high income, rising with education, age, hours, and marriage.
fn wealth(years: u32, male: bool, education: u32, marital: u32, hours: u32) -> f64 {
    let age = f64::from(years.min(55)) - 38.0;
    let score = -2.2
        + 0.34 * (f64::from(education) - 9.0)
        + 0.05 * age
        + 0.035 * (f64::from(hours) - 40.0)
        + if male { 0.35 } else { -0.35 }
        + if marital <= 1 { 1.7 } else { -1.2 };
    // An S-shaped curve that needs no exponential, so that all platforms agree.
    0.5 + 0.5 * score / (1.0 + score.abs())
}
