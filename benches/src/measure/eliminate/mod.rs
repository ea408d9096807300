//! Eliminating quasi-identifiers: what each method takes, what it leaves, and what can still be learned from it, beside
//! doing nothing and plain removal. Ours is always the whole command, as users run it.

mod claims;
mod figures;
mod large;
mod picture;
mod run;
mod subject;
mod tables;
mod trial;
mod way;

use super::Bench;
use super::lab::Lab;
use super::report::{PICTURES, Report, keep};
use anyhow::{Result, ensure};
use large::Large;
use serde_json::{Value, json};
use std::time::Duration;
use trial::Trial;
use way::METHODS;

const ROWS: u64 = 100_000;
/// Of the last one seven name records and are left out.
const COLUMNS: [usize; 5] = [10, 20, 40, 70, 109];
/// The large table has so many times the rows.
const LARGER: u64 = 10;
const LIMIT: Duration = Duration::from_mins(10);

/// Eliminating quasi-identifiers.
pub(crate) struct Eliminate;

impl Bench for Eliminate {
    fn name(&self) -> &'static str {
        "eliminate"
    }

    fn question(&self) -> &'static str {
        "What does it cost to leave nobody who stands out by a few columns: time, data score, altered cells, and what can \
         still be learned, for suppression, generalization, perturbation, compartments and composition, compared with \
         doing nothing and with plain removal; and how long does a wide table of many people take?"
    }

    fn has_peers(&self) -> bool {
        false
    }

    fn has_parts(&self) -> bool {
        true
    }

    fn measure(&self, lab: &Lab) -> Result<Report> {
        for method in lab.scope.methods() {
            ensure!(
                METHODS.contains(&method.as_str()),
                "no method {method}; there are {}",
                METHODS.join(", ")
            );
        }
        let rows = lab.scope.rows().unwrap_or_else(|| lab.rows(ROWS));
        let limit = lab.scope.limit(LIMIT);
        let columns = lab.scope.columns(&COLUMNS).into_iter();
        let trials: Vec<Trial> =
            columns.map(|columns| Trial::take(lab, rows, columns, limit)).collect::<Result<_>>()?;
        let large =
            lab.scope.wants("large").then(|| large::measure(lab, LARGER * rows, limit)).transpose()?;
        let mut tables = vec![tables::all(&trials), claims::best(&trials)];
        tables.extend(claims::relations(&trials));
        tables.extend(claims::coefficients(&trials));
        tables.push(claims::gains(&trials));
        tables.extend(large.as_ref().map(Large::table));
        keep(lab, "eliminate-columns.svg", PICTURES, &picture::draw(&trials))?;
        let trials: Vec<Value> = trials.iter().map(Trial::sample).collect();
        Ok(Report { tables, samples: json!({"trials": trials, "large": large.as_ref().map(Large::sample)}) })
    }
}
