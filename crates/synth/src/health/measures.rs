//! What was measured: vital signs and laboratory values, one line of a table each.

use super::patient::Patient;
use super::{Columns, Entry, clinic};
use crate::Result;
use crate::domain::{Domain, Scale};
use crate::hierarchy_rows::intervals;
use crate::random::Stream;

/// A value that varies around a mean, moves with how ill somebody is, and is missing at times.
struct Measure {
    name: &'static str,
    scale: Scale,
    mean: f64,
    deviation: f64,
    /// The change for each deviation of frailty.
    frail: f64,
    /// The change in women.
    female: f64,
    /// The change with a disease of the metabolism.
    metabolic: f64,
    /// The share of patients it was not measured for.
    missing: f64,
}

/// Name, (low, high, decimals), mean, deviation, changes (frail, female, metabolic), missing.
const fn measure(
    name: &'static str,
    (low, high, decimals): (i32, i32, u32),
    mean: f64,
    deviation: f64,
    (frail, female, metabolic): (f64, f64, f64),
    missing: f64,
) -> Measure {
    let scale = Scale::new(low, high, decimals);
    Measure { name, scale, mean, deviation, frail, female, metabolic, missing }
}

static SIGNS: [Measure; 6] = [
    measure("heart_rate", (40, 160, 0), 74.0, 10.0, (4.0, 3.0, 0.0), 0.02),
    measure("respiration_rate", (8, 40, 0), 15.0, 2.2, (1.2, 0.0, 0.0), 0.05),
    measure("temperature", (340, 420, 1), 36.8, 0.4, (0.15, 0.0, 0.0), 0.02),
    measure("oxygen_saturation", (70, 100, 0), 97.0, 1.4, (-0.9, 0.0, 0.0), 0.03),
    measure("pain_score", (0, 10, 0), 2.6, 1.9, (0.8, 0.0, 0.0), 0.1),
    measure("grip_strength", (5, 80, 0), 42.0, 8.0, (-3.0, -15.0, 0.0), 0.4),
];

static LABORATORY: [Measure; 22] = [
    measure("hemoglobin", (50, 200, 1), 15.0, 1.2, (-0.5, -1.4, 0.0), 0.05),
    measure("leukocytes", (10, 350, 1), 7.0, 1.9, (0.7, 0.0, 0.0), 0.05),
    measure("platelets", (20, 800, 0), 255.0, 60.0, (-8.0, 12.0, 0.0), 0.05),
    measure("glucose", (40, 400, 0), 94.0, 14.0, (4.0, -1.0, 48.0), 0.08),
    measure("hba1c", (35, 140, 1), 5.4, 0.4, (0.1, 0.0, 1.6), 0.45),
    measure("cholesterol", (80, 400, 0), 198.0, 37.0, (3.0, 4.0, 18.0), 0.2),
    measure("hdl", (15, 120, 0), 52.0, 13.0, (-2.0, 10.0, -6.0), 0.22),
    measure("ldl", (20, 300, 0), 122.0, 33.0, (2.0, -2.0, 12.0), 0.22),
    measure("triglycerides", (30, 800, 0), 128.0, 52.0, (6.0, -14.0, 40.0), 0.22),
    measure("creatinine", (30, 800, 2), 0.98, 0.18, (0.09, -0.18, 0.05), 0.06),
    measure("urea", (5, 200, 0), 31.0, 8.0, (5.0, -3.0, 2.0), 0.1),
    measure("sodium", (115, 165, 0), 140.0, 2.7, (-0.5, 0.0, 0.0), 0.06),
    measure("potassium", (20, 75, 1), 4.2, 0.4, (0.06, 0.0, 0.0), 0.06),
    measure("calcium", (140, 340, 2), 2.36, 0.1, (-0.02, 0.0, 0.0), 0.3),
    measure("crp", (1, 3000, 1), 3.2, 2.8, (4.0, 0.0, 1.0), 0.15),
    measure("alt", (5, 400, 0), 28.0, 12.0, (2.0, -6.0, 6.0), 0.2),
    measure("ast", (5, 400, 0), 26.0, 9.0, (2.0, -4.0, 3.0), 0.2),
    measure("bilirubin", (1, 200, 1), 0.7, 0.3, (0.05, -0.1, 0.0), 0.35),
    measure("albumin", (150, 600, 1), 43.0, 3.2, (-1.5, -0.5, 0.0), 0.4),
    measure("tsh", (1, 2000, 2), 1.9, 0.9, (0.1, 0.2, 0.0), 0.5),
    measure("ferritin", (2, 1500, 0), 160.0, 70.0, (12.0, -80.0, 0.0), 0.6),
    measure("vitamin_d", (4, 120, 0), 24.0, 9.0, (-2.0, 0.0, -1.0), 0.65),
];

impl Measure {
    fn value(&self, p: &Patient, random: &mut Stream) -> f64 {
        let mut mean = self.mean + self.frail * f64::from(p.frailty);
        if p.is_female() {
            mean += self.female;
        }
        if p.has(clinic::is_metabolic) {
            mean += self.metabolic;
        }
        mean + self.deviation * random.normal()
    }

    fn entry(&'static self) -> Result<Entry> {
        let entry = Entry::drawn(self.name, &Domain::numbers(self.scale)?, |p, random| {
            let measured = !random.chance(self.missing);
            measured.then(|| self.scale.nearest(self.value(p, random)))
        });
        let width = round_width(self.scale);
        Ok(entry.under(intervals(self.scale, [width, width * 2, width * 4, width * 8])))
    }
}

/// A round width that cuts a scale into some thirty intervals.
fn round_width(scale: Scale) -> i32 {
    let wanted = scale.steps() as i32 / 30;
    [100, 50, 20, 10, 5].into_iter().find(|width| *width <= wanted).unwrap_or(2)
}

const SYSTOLIC: Scale = Scale::new(70, 240, 0);
const DIASTOLIC: Scale = Scale::new(40, 140, 0);
const BODY_MASS: Scale = Scale::new(80, 1200, 1);

pub(super) fn vital_signs() -> Result<Columns> {
    let systolic =
        |p: &Patient, random: &mut Stream| 122.0 + 9.0 * f64::from(p.frailty) + 11.0 * random.normal();
    let diastolic =
        |p: &Patient, random: &mut Stream| 77.0 + 4.0 * f64::from(p.frailty) + 7.5 * random.normal();
    let mut columns = vec![
        Entry::always("bmi", &Domain::numbers(BODY_MASS)?, |p, _| {
            let metres = p.centimetres() / 100.0;
            BODY_MASS.nearest(p.kilograms() / (metres * metres))
        })
        .under(intervals(BODY_MASS, [10, 50, 100])),
        Entry::always("systolic", &Domain::numbers(SYSTOLIC)?, move |p, r| SYSTOLIC.nearest(systolic(p, r)))
            .under(intervals(SYSTOLIC, [5, 10, 20, 40])),
        Entry::always("diastolic", &Domain::numbers(DIASTOLIC)?, move |p, r| {
            DIASTOLIC.nearest(diastolic(p, r))
        })
        .under(intervals(DIASTOLIC, [5, 10, 20, 40])),
    ];
    for sign in &SIGNS {
        columns.push(sign.entry()?);
    }
    Ok(columns)
}

pub(super) fn laboratory() -> Result<Columns> {
    LABORATORY.iter().map(Measure::entry).collect()
}
