//! The proof on a file that does not fit into memory.
//!
//! The file is read again, and its rows are dealt out by a hash of their labels, so that rows that look alike are in one
//! part (`crate::parts`). The verifier judges part by part.

use super::state::{Folders, new_subfolder};
use crate::Result;
use crate::anonymize::plan::Plan;
use crate::anonymize::prove::{as_written, released};
use crate::parts::{self, stand_in};
use crate::requirements::requirements;
use crate::verify::{VerifiedModel, verified_models};
use lethe_data::{Context, group};
use lethe_io::{SpilledTable, Staged};
use lethe_verify::{Judgement, Options, SuppressedRecords, judge};
use std::collections::BTreeMap;

/// Reads a release and judges it: whether all models hold, what is to be said about each, and how many classes there are of each
/// size.
pub(super) fn prove(
    plan: &Plan<'_>,
    staged: &Staged,
    folders: &Folders,
    context: &Context,
) -> Result<(bool, Vec<VerifiedModel>, BTreeMap<u64, u64>)> {
    let request = plan.request;
    let names: Vec<String> = plan
        .roles
        .quasi
        .iter()
        .chain(&plan.demand.requirements.sensitive)
        .map(|&position| plan.table.column(position).name().to_owned())
        .collect();
    let mut options = as_written(names.iter().map(String::as_str), staged.location());
    options.columns = Some(names.clone());
    let copy = new_subfolder(&folders.proof)?;
    let written = SpilledTable::create(staged.location(), &options, &copy, context)?;
    let counted = parts::counted(&written, context)?;
    let columns: Vec<String> = written.columns().iter().map(|column| column.name().to_owned()).collect();
    let stand_in = stand_in(&columns, &counted)?;
    let quasi = stand_in.positions(names[..plan.roles.quasi.len()].iter().map(String::as_str))?;
    let read = crate::recipe::with_recipe(request.read.clone(), &request.recipe);
    let subject = released(plan, &stand_in, staged.location(), &quasi, &read);
    let models = &request.recipe.privacy;
    let demand = requirements(models, &subject, context)?;
    // Nobody is suppressed: whoever shows `*` everywhere is published in a group like the others.
    let options = Options { translations: demand.translations.clone(), suppressed: SuppressedRecords::Class };
    let mut verdict: Option<Judgement> = None;
    let mut classes: BTreeMap<u64, u64> = BTreeMap::new();
    let dealt = new_subfolder(&folders.proof_parts)?;
    parts::for_each(&written, &quasi, &dealt, context, |part, rows| {
        let judged = judge(part, &quasi, &demand.requirements, None, &options, context)?;
        let judged = judged.in_rows(|row| rows[row as usize]);
        verdict = Some(match verdict.take() {
            Some(others) => others.and(judged),
            None => judged,
        });
        for &records in group::classes_of(part, &quasi, context)?.counts() {
            *classes.entry(records).or_default() += 1;
        }
        Ok(())
    })?;
    written.remove()?;
    let Some(verdict) = verdict else { return Ok((false, Vec::new(), classes)) };
    let models = verified_models(&verdict, models, &demand, &stand_in);
    Ok((verdict.holds, models, classes))
}
