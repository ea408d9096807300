//! Truthful differential privacy: sampling, generalization and suppression of what is rare.

mod account;
mod columns;
mod guarantee;
mod released;

pub use account::{Account, Bounds, GroupPrivacy};
pub(crate) use guarantee::logarithm_hint;

use super::findings::Findings;
use super::pipeline::{Prepared, Proven, Publication, Solved, Strategy};
use super::plan::Plan;
use super::report::SearchReport;
use super::{Anonymize, Solution, levels, prove};
use crate::randomness::Randomness;
use crate::recipe::{with_recipe, without_values};
use crate::verify::VerifiedModel;
use crate::{Error, Result};
use guarantee::Guarantee;
use lethe_data::Context;
use lethe_dp::Budget;
use lethe_io::read_table;
use lethe_transform::safepub::{Attribute, Mechanism, Output, Records};
use std::borrow::Cow;
use std::path::Path;
use std::time::Instant;

/// Reads a table record by record, to be published under the recipe's guarantee.
///
/// **Errors**: budgets that do not add up, columns without a part in the guarantee, hierarchies that depend on the data.
pub(super) fn prepare(request: &Anonymize, context: &Context) -> Result<Prepared<'static>> {
    let mut guarantee = Guarantee::asked(request)?;
    let read = with_recipe(request.read.clone(), &request.recipe).per_record();
    let table = read_table(&request.data, &read, context)?;
    if columns::have_fixed_levels(request, &table) {
        guarantee = guarantee.with_fixed_levels()?;
    }
    let mechanism = guarantee.mechanism(table.records())?;
    let empty = without_values(&table, &read);
    let request = columns::all_take_part(request, &table, mechanism.parameters.k(), mechanism.score)?;
    let strategy = Box::new(KeepPromise { guarantee, mechanism, empty });
    Ok(Prepared { request: Cow::Owned(request), table, is_stand_in: false, strategy })
}

/// Samples, generalizes and suppresses what is rare.
struct KeepPromise {
    guarantee: Guarantee,
    mechanism: Mechanism,
    /// Notes about columns without values.
    empty: Vec<String>,
}

impl Strategy for KeepPromise {
    fn solve(self: Box<Self>, plan: &mut Plan<'_>, context: &Context) -> Result<Solved> {
        let Self { guarantee, mechanism, empty } = *self;
        let request = plan.request;
        let label = plan.label();
        if generalized(plan, label).is_empty() {
            let problem = "the method 'safepub' needs a column to generalize besides the one to predict";
            return Err(Error::Request(problem.to_owned()));
        }
        let records = records(plan, label, context)?;
        let account = guarantee.account(&mechanism, records.attributes().len(), request.insecure_seed);
        if let Some(ledger) = &request.ledger {
            pay(ledger, &guarantee, &mechanism, &account)?;
        }
        let start = Instant::now();
        let mut bits = Randomness::new(request.insecure_seed);
        let output = run(&mechanism, &records, &mut bits, context)?;
        let elapsed = start.elapsed();
        let mut findings = begin(plan, &output, &account.score, elapsed.as_secs_f64() * 1000.0);
        findings.notes.extend(empty);
        findings.notes.extend(guarantee.hint());
        findings.notes.extend(account.warnings());
        findings.account = Some(account);
        let published: u64 = output.groups.iter().map(|group| group.records).sum();
        findings.suppressed = plan.table.records() - published;
        Ok(Solved { findings, publication: Some(Box::new(Sampled(output))) })
    }
}

/// What the mechanism publishes. The guarantee is about how it came about; what can be checked on the file is checked there.
struct Sampled(Output);

impl Publication for Sampled {
    fn prove(&mut self, plan: &Plan<'_>, context: &Context) -> Result<Proven> {
        let table = released::table(plan, plan.label(), &self.0)?;
        prove::judge_all_columns(plan, prove::stage(plan.request, table, context)?, context)
    }

    fn tell(&mut self, _: &Plan<'_>, _: &mut Findings, _: &Context) -> Result<()> {
        Ok(())
    }

    fn refusal(&self, _: &[VerifiedModel]) -> String {
        "nothing was written: read again, the file shows groups that are too small".to_owned()
    }
}

/// Pays for the release before anything of it is decided; what is not proven has no price.
fn pay(ledger: &Path, guarantee: &Guarantee, mechanism: &Mechanism, account: &Account) -> Result<()> {
    if !account.proven {
        let problem = "a ledger adds up what is proven; leave it out, or final = \"paper\", sampling = \"shared\" and the seed";
        return Err(Error::Request(problem.to_owned()));
    }
    let budget = Budget { epsilon: guarantee.epsilon().clone(), delta: mechanism.parameters.delta().clone() };
    crate::dp::spend(ledger, &budget, "a release by safepub".to_owned()).map(|_| ())
}

/// The columns that are generalized, in the plan's order; the label is not one of them.
fn generalized(plan: &Plan<'_>, label: Option<usize>) -> Vec<usize> {
    (0..plan.roles.quasi.len()).filter(|&at| Some(plan.roles.quasi[at]) != label).collect()
}

fn records(plan: &Plan<'_>, label: Option<usize>, context: &Context) -> Result<Records> {
    let places = generalized(plan, label);
    let positions: Vec<usize> = places.iter().map(|&at| plan.roles.quasi[at]).collect();
    let attributes = places.iter().map(|&at| {
        let (lowest, highest) = plan.levels_of(at);
        Attribute::new(&plan.hierarchies[at], lowest, highest)
    });
    Ok(Records::new(&plan.table, &positions, attributes.collect(), label, context)?)
}

fn run(mechanism: &Mechanism, records: &Records, bits: &mut Randomness, context: &Context) -> Result<Output> {
    use lethe_transform::safepub::Error as Failure;
    mechanism.run(records, bits, context).map_err(|failure| match failure {
        Failure::Data(error) => error.into(),
        Failure::Random(_) => Error::Request("the operating system gives no random bits".to_owned()),
    })
}

fn begin(plan: &Plan<'_>, output: &Output, score: &str, elapsed_ms: f64) -> Findings {
    let space = (0..plan.roles.quasi.len()).map(|at| {
        let (lowest, highest) = plan.levels_of(at);
        (highest - lowest + 1) as f64
    });
    let search = SearchReport {
        checked: output.found.scored as u64,
        elapsed_ms,
        ..SearchReport::begin(space.product(), score)
    };
    let mut findings = Findings::begin(search);
    let levels = all_levels(plan, &output.found.levels);
    findings.solution =
        Some(Solution { levels: Some(levels::named_levels(plan, &levels)), rounds: Vec::new() });
    findings
}

/// The level of every published column: the label's is its lowest.
fn all_levels(plan: &Plan<'_>, found: &[usize]) -> Vec<usize> {
    let mut found = found.iter();
    let label = plan.label();
    let level = |position: &usize| if Some(*position) == label { Some(0) } else { found.next().copied() };
    plan.roles.quasi.iter().filter_map(level).collect()
}
