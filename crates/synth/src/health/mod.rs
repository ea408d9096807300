//! Patients: who they are, what they have, how they were treated.
//!
//! **Paper**: Podlesny 2023, Appendix A describes a semi-synthetic health data set; domain sizes and shares of country,
//! state, city, names, company, blood type, height, weight, disease and gene variant follow its tables. The values
//! are our own.

mod clinic;
mod habits;
mod illness;
mod measures;
mod patient;
mod person;
mod stay;

use crate::Result;
use crate::geography::Geography;
use crate::names::Names;
use crate::plan::{self, Plan};
use clinic::Clinic;
use patient::{Patient, Patients};
use std::sync::Arc;

/// The number of columns.
pub(crate) const COLUMNS: usize = 109;

/// What exists, whoever the patients are.
struct World {
    names: Names,
    geography: Geography,
    clinic: Clinic,
}

type Entry = plan::Entry<Patient>;
type Columns = Vec<Entry>;

/// The plan of the data set. The first columns are those that users ask about most.
pub(crate) fn plan() -> Result<Plan<Patient>> {
    let world =
        Arc::new(World { names: Names::new()?, geography: Geography::new()?, clinic: Clinic::new()? });
    let mut columns = person::identity(&world)?;
    columns.extend(person::home(&world));
    columns.extend(person::body()?);
    columns.extend(illness::diagnosis(&world, 0));
    columns.extend(person::work()?);
    columns.extend(person::contact(&world));
    columns.extend(habits::life()?);
    columns.extend(stay::stay()?);
    for diagnosis in 1..patient::DIAGNOSES {
        columns.extend(illness::diagnosis(&world, diagnosis));
    }
    columns.extend(measures::vital_signs()?);
    columns.extend(measures::laboratory()?);
    columns.extend(habits::flags()?);
    let patients = Patients::new(world);
    Ok(Plan::new(move |row, random| patients.draw(row, random), columns))
}
