//! Who somebody is: identity, home, body, work and contact.

use super::patient::{self, AGES, BLOOD_TYPES, HEIGHTS, WEIGHTS};
use super::{Columns, Entry, World};
use crate::Result;
use crate::domain::Domain;
use crate::geography::Country;
use crate::hierarchy_rows::{ancestors, calendar, flat, grouped, intervals, prefixes};
use crate::names::{self, STREETS};
use crate::random::Stream;
use lethe_data::ValueType;
use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Arc;

pub(super) fn identity(world: &World) -> Result<Columns> {
    let genders = Domain::texts(["female", "male", "diverse"])?;
    let birthdays = Domain::days(patient::first_birth(), patient::last_birth())?;
    Ok(vec![
        Entry::written("patient_id", ValueType::Text, |p, _, cell| {
            write!(cell, "P{:010}", p.number + 1).is_ok()
        }),
        Entry::written("ssn", ValueType::Text, |_, random, cell| {
            let (area, group, serial) = (random.between(1, 899), random.below(100), random.below(1_000_000));
            write!(cell, "{area:03}-{group:02}-{serial:06}").is_ok()
        }),
        Entry::always("first_name", &world.names.given, |p, _| p.given),
        Entry::always("surname", &world.names.surnames, |p, _| p.surname),
        Entry::always("gender", &genders, |p, _| u32::from(p.gender)).under(flat()),
        Entry::always("birthday", &birthdays, |p, _| p.birth).under(calendar(patient::first_birth())),
        Entry::always("age", &Domain::numbers(AGES)?, |p, _| p.age - AGES.low as u32)
            .under(intervals(AGES, [5, 10, 20, 40])),
    ])
}

pub(super) fn home(world: &Arc<World>) -> Columns {
    let geography = &world.geography;
    let (cities, states) = (Arc::clone(world), Arc::clone(world));
    vec![
        Entry::always("zip", &geography.zips, |p, _| p.home.zip).under(prefixes(&geography.zips)),
        Entry::always("city", &geography.cities, |p, _| p.home.city)
            .under(ancestors(move |city| cities.geography.above_city(city))),
        Entry::always("state", &geography.states, |p, _| p.home.state)
            .under(ancestors(move |state| states.geography.above_state(state))),
        Entry::always("country", &geography.countries, |p, _| p.home.country as u32)
            .under(grouped(Country::ALL.map(Country::region).to_vec())),
    ]
}

pub(super) fn body() -> Result<Columns> {
    let blood = Domain::texts(BLOOD_TYPES.map(|(name, _, _)| name))?;
    Ok(vec![
        Entry::always("blood_type", &blood, |p, _| u32::from(p.blood))
            .under(grouped(BLOOD_TYPES.map(|(_, abo, _)| abo).to_vec())),
        Entry::always("height", &Domain::numbers(HEIGHTS)?, |p, _| p.height)
            .under(intervals(HEIGHTS, [5, 10, 20, 40])),
        Entry::always("weight", &Domain::numbers(WEIGHTS)?, |p, _| p.weight)
            .under(intervals(WEIGHTS, [10, 50, 100, 200, 400])),
    ])
}

/// Jobs with their sectors; the last is for those who no longer work.
const JOBS: [(&str, &str); 33] = [
    ("nurse", "health"),
    ("physician", "health"),
    ("dentist", "health"),
    ("pharmacist", "health"),
    ("carer", "health"),
    ("teacher", "education"),
    ("lecturer", "education"),
    ("kindergarten teacher", "education"),
    ("librarian", "education"),
    ("software developer", "technology"),
    ("electrical engineer", "technology"),
    ("technician", "technology"),
    ("data analyst", "technology"),
    ("carpenter", "trades"),
    ("electrician", "trades"),
    ("plumber", "trades"),
    ("painter", "trades"),
    ("mechanic", "trades"),
    ("baker", "trades"),
    ("butcher", "trades"),
    ("sales assistant", "services"),
    ("cook", "services"),
    ("waiter", "services"),
    ("hairdresser", "services"),
    ("cleaner", "services"),
    ("driver", "transport"),
    ("train driver", "transport"),
    ("warehouse worker", "transport"),
    ("accountant", "office"),
    ("clerk", "office"),
    ("lawyer", "office"),
    ("manager", "office"),
    ("retired", "not working"),
];
const RETIREMENT_AGE: u32 = 67;

pub(super) fn work() -> Result<Columns> {
    let jobs = Domain::texts(JOBS.map(|(job, _)| job))?;
    let companies = names::companies()?;
    let branches = (0..companies.len()).map(names::company_branch).collect();
    let (retired, firms) = (JOBS.len() as u32 - 1, companies.len());
    Ok(vec![
        Entry::always(
            "job",
            &jobs,
            move |p, random| {
                if p.age >= RETIREMENT_AGE { retired } else { random.below(retired) }
            },
        )
        .under(grouped(JOBS.map(|(_, sector)| sector).to_vec())),
        // Nearly uniform, as in Podlesny 2023, Table A.9.
        Entry::always("company", &companies, move |_, random| random.below(firms))
            .under(grouped::<&str>(branches)),
    ])
}

const STREET_NAMES: usize = 2500;

pub(super) fn contact(world: &Arc<World>) -> Columns {
    let (mut seen, mut streets) = (HashSet::new(), Vec::new());
    STREETS.coin(STREET_NAMES, &mut Stream::world("streets"), &mut seen, &mut streets);
    let named = Arc::clone(world);
    vec![
        Entry::written("email", ValueType::Text, move |p, random, cell| {
            names::ascii_lower(named.names.given.text(p.given), cell);
            cell.push('.');
            names::ascii_lower(named.names.surnames.text(p.surname), cell);
            // Top-level domains that are reserved for examples: nobody can receive mail there.
            let host = random.pick(&["mail.example", "post.example", "web.test", "firma.example"]);
            write!(cell, "{}@{host}", random.below(10_000)).is_ok()
        }),
        Entry::written("phone", ValueType::Text, |p, random, cell| {
            let prefix = ["+49", "+47", "+33", "+39", "+00"][p.home.country as usize];
            write!(cell, "{prefix} {} {}", random.between(100, 999), random.between(100_000, 9_999_999))
                .is_ok()
        }),
        Entry::written("street", ValueType::Text, move |_, random, cell| {
            let house = 1 + random.below(12) * random.below(16);
            write!(cell, "{} {house}", random.pick(&streets)).is_ok()
        }),
    ]
}
