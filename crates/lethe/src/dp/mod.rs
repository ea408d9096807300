//! Noisy answers about a column, each paid for from a ledger.
//!
//! The order is what keeps the promise: parameters are checked before the data is looked at, the data is read, the spend is on disk, and
//! only then noise is drawn and something is shown. A crash anywhere can cost budget and never gives any away.
//!
//! Nothing fails because of what a cell says: cells that are no number count as missing, values that are not asked for as others.

mod answer;
mod column;
mod ledger;
mod ledger_file;
mod plan;
mod report;
mod request;

pub use ledger::{CreateLedger, LedgerReport, ShowLedger, SpendReport, create, show};
pub use lethe_dp::ledger::Neighbours;
pub use lethe_dp::{Budget, Epsilon, NumberError, parse_number};
pub use lethe_num::Rational;
pub use report::{
    Account, Bound, DpReport, LedgerStatus, MedianAnswer, NoiseReport, NoisyCount, PublishedConstants,
};
pub use request::{Bounds, MedianQueries, Query, Release};

use crate::randomness::Randomness;
use crate::{Error, Result};
use lethe_data::Context;
use plan::Plan;
use std::path::Path;

/// Spends a release's budget from a ledger, durably, before anything of it is drawn.
///
/// **Errors**: the ledger cannot be read or written, or the budget does not suffice.
pub(crate) fn spend(ledger: &Path, budget: &Budget, label: String) -> Result<LedgerStatus> {
    ledger_file::spend(ledger, budget, Neighbours::AddRemove, label)
}

/// Answers a question about a column with noise.
///
/// **Guarantee**: what is shown keeps the request's budget, for the neighbours that the report names, when the bits are the operating
/// system's. With a ledger the spend was made durable before noise was drawn.
/// **Errors**: parameters that make no sense, a file that cannot be read, or a budget that does not suffice.
pub fn release(request: &Release, context: &Context) -> Result<DpReport> {
    if request.insecure_seed.is_some() && request.ledger.is_some() {
        let problem = "a ledger adds up what is private; an answer made with a seed is not";
        return Err(Error::Request(problem.to_owned()));
    }
    request.files().check()?;
    let plan = Plan::new(request)?;
    let column = column::read(request, context)?;
    let mechanism = plan.with_rows(column.rows, request)?;
    let status = request.ledger.as_deref().map(|file| {
        let label = request.label.clone().unwrap_or_else(|| request.description());
        ledger_file::spend(file, &request.budget, request.query.neighbours(), label)
    });
    let status = status.transpose()?;
    let mut random = Randomness::new(request.insecure_seed);
    let answer = answer::draw(&mechanism, &column, request, &mut random)?;
    Ok(DpReport::new(request, answer, status, random.is_private()))
}
