//! The stay in hospital and the visits around it.

use super::patient::{ADMISSION_DAYS, ADMISSIONS, LONGEST_STAY, Patient};
use super::{Columns, Entry};
use crate::Result;
use crate::domain::{Domain, Scale, day};
use crate::hierarchy_rows::{calendar, flat, grouped, intervals};
use crate::random::{Sampler, Stream};
use lethe_data::ValueType;
use lethe_data::calendar::iso_datetime;

const WARDS: [(&str, &str); 14] = [
    ("cardiology", "internal"),
    ("gastroenterology", "internal"),
    ("nephrology", "internal"),
    ("oncology", "internal"),
    ("pulmonology", "internal"),
    ("general surgery", "surgical"),
    ("orthopedics", "surgical"),
    ("neurosurgery", "surgical"),
    ("urology", "surgical"),
    ("neurology", "other"),
    ("psychiatry", "other"),
    ("dermatology", "other"),
    ("gynecology", "other"),
    ("ophthalmology", "other"),
];
const STAY_DAYS: Scale = Scale::new(0, LONGEST_STAY as i32 + 1, 0);
/// In hundreds, so that the cost of a stay is a round number as in a bill of case rates.
const COSTS: Scale = Scale::new(1, 900, 0);
const ROOMS: Scale = Scale::new(100, 549, 0);
const PHYSICIANS: u32 = 180;

fn admission_day(p: &Patient) -> u32 {
    p.admitted / 1440
}

fn discharge_day(p: &Patient) -> u32 {
    p.discharged / 1440
}

pub(super) fn stay() -> Result<Columns> {
    let (year, month, first) = ADMISSIONS;
    let start = day(year, month, first);
    let last = start + (ADMISSION_DAYS + LONGEST_STAY) as i32;
    // Visits and appointments lie up to three years before and half a year after.
    let (early, late) = (start - 3 * 365, last + 180);
    let (admissions, discharges) =
        (Domain::days(start, start + ADMISSION_DAYS as i32 - 1)?, Domain::days(start, last)?);
    let visits = Domain::days(early, late)?;
    let before = (start - early) as u32;
    let wards = Domain::texts(WARDS.map(|(ward, _)| ward))?;
    let ward_choice = Sampler::zipf(WARDS.len(), 4.0, 1.0);
    let kinds = Domain::texts(["planned", "emergency", "transfer"])?;
    let kind_choice = Sampler::new(&[62.0, 33.0, 5.0]);
    let ends = Domain::texts(["home", "rehabilitation", "nursing home", "other hospital", "deceased"])?;
    let physicians = Domain::texts((1..=PHYSICIANS).map(|number| format!("D{number:03}")))?;
    let physician_choice = Sampler::zipf(PHYSICIANS as usize, 10.0, 0.6);
    let costs =
        Domain::new(ValueType::Integer, (0..COSTS.steps()).map(|step| format!("{}00", COSTS.text(step))))?;
    Ok(vec![
        Entry::always("admission_date", &admissions, |p, _| admission_day(p)).under(calendar(start)),
        Entry::always("discharge_date", &discharges, |p, _| discharge_day(p)).under(calendar(start)),
        Entry::always("ward", &wards, move |_, random| ward_choice.draw(random))
            .under(grouped(WARDS.map(|(_, kind)| kind).to_vec())),
        Entry::always("admission_kind", &kinds, move |_, random| kind_choice.draw(random)).under(flat()),
        Entry::always("discharge_kind", &ends, end).under(flat()),
        Entry::always("stay_days", &Domain::numbers(STAY_DAYS)?, |p, _| discharge_day(p) - admission_day(p))
            .under(intervals(STAY_DAYS, [4, 8, 16, 32])),
        Entry::always("room", &Domain::numbers(ROOMS)?, |_, random| random.below(ROOMS.steps()))
            .under(intervals(ROOMS, [10, 100])),
        Entry::always("physician", &physicians, move |_, random| physician_choice.draw(random)),
        Entry::always("cost", &costs, |p, random| {
            let days = f64::from(p.discharged - p.admitted) / 1440.0;
            COSTS.nearest((12.0 + 5.5 * days) * (1.0 + 0.3 * random.normal()))
        }),
        Entry::written("admission_time", ValueType::DateTime, move |p, _, cell| {
            moment(start, p.admitted, cell)
        }),
        Entry::written("discharge_time", ValueType::DateTime, move |p, _, cell| {
            moment(start, p.discharged, cell)
        }),
        Entry::always("registered_on", &visits, move |p, random| {
            before + admission_day(p) - random.below(before)
        })
        .under(calendar(early)),
        Entry::drawn("last_visit", &visits, move |p, random| {
            random.chance(0.8).then(|| before + admission_day(p) - random.below(before / 3))
        })
        .under(calendar(early)),
        Entry::drawn("next_appointment", &visits, move |p, random| {
            random.chance(0.6).then(|| before + discharge_day(p) + random.between(1, 180))
        })
        .under(calendar(early)),
    ])
}

/// Where somebody goes afterwards: the iller, the less often home.
fn end(p: &Patient, random: &mut Stream) -> u32 {
    let trouble = f64::from(p.frailty).max(0.0);
    let at = random.unit() / (0.5 + 0.5 * trouble);
    match at {
        _ if at < 0.01 => 4,
        _ if at < 0.05 => 3,
        _ if at < 0.10 => 2,
        _ if at < 0.20 => 1,
        _ => 0,
    }
}

/// Writes a moment given in minutes since the start of a day.
fn moment(start: i32, minutes: u32, cell: &mut String) -> bool {
    let minutes = i64::from(start) * 1440 + i64::from(minutes);
    cell.push_str(&iso_datetime(minutes * 60_000_000));
    true
}
