//! A release that does not fit into memory, judged in parts.
//!
//! The columns that classes and models look at are encoded onto disk, and records that look alike are dealt into one part. Each part is judged
//! like a table, against the distributions of the whole.

use super::{Plan, Verification, Verify, report};
use crate::parts::{self, stand_in, without_row};
use crate::requirements::{Demand, quasi_positions, requirements};
use crate::{Error, Result};
use lethe_data::{Column, Context, Table, TypeChoice};
use lethe_io::{ReadOptions, SpilledTable, TemporaryFolder, is_pipe, read_table};
use lethe_models::privacy::Scope;
use lethe_verify::{Judgement, Options, judge};

/// What is reported about a release that was judged so.
const NOTE: &str = "the table does not fit into memory and was judged in parts: who may be matched through missing values is not reported, and \
                    columns that no model looks at were not read";

/// Whether a table can be read once more, and part by part.
pub(super) fn is_possible(request: &Verify) -> bool {
    let is_stored = request.data.path.as_deref().is_some_and(|path| !is_pipe(path));
    is_stored && request.read.weights.is_none()
}

/// Judges the table of a request; `None` where a model looks at more than a class of all quasi-identifying columns.
///
/// **Guarantee**: every model that is judged so has the verdict that it has on the whole table.
/// **Cost**: reading the file once, and writing and reading what models look at twice.
/// **Errors**: as of [`super::verify`]; there is no room on disk.
pub(super) fn verify(request: &Verify, plan: &Plan, context: &Context) -> Result<Option<Verification>> {
    let fail = |source| {
        let file = "a temporary folder".to_owned();
        Error::Io(lethe_io::Error::File { file, action: "create", source })
    };
    let folder = TemporaryFolder::create(request.work.as_deref()).map_err(fail)?;
    let names = parts::column_names(&request.data, &request.read, context)?;
    let empty = |name: &String| Column::from_texts(name, [], TypeChoice::Infer);
    let empty = Table::new(names.iter().map(empty).collect::<Result<_, _>>()?)?;
    let mut kept = plan.quasi_names(&empty);
    quasi_positions(&empty, &kept, &request.data)?;
    let quasi_names = kept.clone();
    for column in plan.models.iter().filter_map(|model| model.column()) {
        if !kept.iter().any(|name| name == column) {
            kept.push(column.to_owned());
        }
    }
    let options = ReadOptions { columns: Some(kept), ..request.read.clone() };
    let encoded = folder.path().join("table");
    lethe_io::create_private_folder(&encoded).map_err(fail)?;
    let table = SpilledTable::create(&request.data, &options, &encoded, context)?;
    let columns: Vec<String> = table.columns().iter().map(|column| column.name().to_owned()).collect();
    let standing = stand_in(&columns, &parts::counted(&table, context)?)?;
    let quasi = quasi_positions(&standing, &quasi_names, &request.data)?;
    let other = request.read.for_other_table();
    let reference = request.reference.as_ref().map(|place| read_table(place, &other, context)).transpose()?;
    let subject = plan.subject(request, &standing, &quasi, reference.as_ref(), &other);
    let demand = requirements(&plan.models, &subject, context).map_err(without_row)?;
    if !is_of_classes(&demand, quasi.len()) {
        return Ok(None);
    }
    let options = Options {
        suppressed: plan.suppressed(request.suppressed),
        translations: demand.translations.clone(),
    };
    let mut whole: Option<Judgement> = None;
    parts::for_each(&table, &quasi, folder.path(), context, |part, rows| {
        let judged = judge(part, &quasi, &demand.requirements, None, &options, context)?;
        let judged = judged.in_rows(|row| rows[row as usize]);
        whole = Some(match whole.take() {
            Some(others) => others.and(judged),
            None => judged,
        });
        Ok(())
    })?;
    Ok(whole.map(|judgement| {
        let judgement = Judgement { fewest_matches: None, ..judgement };
        let mut report = report::compose(&judgement, &plan.models, &demand, &standing, &quasi);
        report.notes.push(NOTE.to_owned());
        report
    }))
}

/// Whether all that is asked is asked of single classes of all quasi-identifying columns.
fn is_of_classes(demand: &Demand, quasi: usize) -> bool {
    let of_class = |scope: &Scope| match scope {
        Scope::Quasi => true,
        Scope::Known(known) => *known >= quasi,
    };
    demand.population.is_none()
        && demand.requirements.release.is_empty()
        && demand.requirements.classes.iter().all(|requirement| of_class(&requirement.scope))
}
