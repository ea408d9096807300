//! Columns published apart, as tables of their own or as rows with `n/a`.

use super::report::{CompartmentFile, CompartmentReport};
use super::{Knowledge, Treated, apart, begin, in_time, settle, told, treat, with_replaced};
use crate::anonymize::plan::Plan;
use crate::anonymize::publish;
use crate::anonymize::quality::Measured;
use crate::anonymize::written::Written;
use crate::anonymize::{Anonymization, Elimination, Solution};
use crate::verify::compartments::{CompartmentVerification, VerifyCompartments, verify_compartments};
use crate::verify::{Figure, VerifiedModel};
use crate::{Error, Result};
use lethe_data::{ColumnSet, Context, Table, canonical_order};
use lethe_io::compartments::{self as index, Entry};
use lethe_io::recipe::{self, Alone, CompartmentMode, Method};
use lethe_io::{Format, Location, Staged, StagedFolder};
use lethe_transform::compartment::{
    Algorithm, Compartments, Cover, NOT_APPLICABLE, Options, Question, compartments, compartments_without,
    rows_to_split, split,
};
use lethe_transform::eliminate::{Eliminated, Policy, Treatment};
use std::path::Path;
use std::time::Instant;

/// Parts the columns of a table; for the method compose, those sets that its rules part, and what is left in a part is treated
/// by changing cells.
pub(super) fn make(
    mut plan: Plan<'_>,
    original: Option<&Table>,
    knowledge: Knowledge,
    context: &Context,
) -> Result<(Anonymization, Written)> {
    let start = Instant::now();
    let mut report = begin(&plan);
    let found = in_time(&plan, context, |context| search(&plan, knowledge, context))?;
    let found = match found.unwrap_or(Err(Treated::OutOfTime)) {
        Ok(found) => found,
        Err(treated) => {
            settle(&mut report, treated);
            return Ok((report, Written::default()));
        }
    };
    report.search.elapsed_ms = start.elapsed().as_secs_f64() * 1000.0;
    plan.table = with_replaced(&plan, &found.done)?;
    let mut elimination = told(&plan, &found.done, knowledge);
    if let Some(original) = original {
        super::count_falsified(&mut elimination, &plan, original, &found.done);
    }
    report.search.checked = elimination.rounds;
    report.solution = Some(Solution { levels: None, rounds: Vec::new() });
    say(&mut report, &plan, &found, &elimination);
    let measured = Measured::new(&plan, &found.done.recoding, context)?;
    report.quality = Some(measured.quality()?.into());
    report.search.value = Some(measured.value()?);
    publish_parts(&plan, found, knowledge, report, elimination, context)
}

/// What is to be published.
struct Found {
    /// The cells that gave way.
    done: Box<Eliminated>,
    /// What the columns show then.
    table: Table,
    parts: Compartments,
    /// The rows that are split, where not all are.
    split: Option<Vec<bool>>,
}

/// Changes the cells that must give way, parts the columns, and says which rows are split. `Ok(Err(_))`: cells that may be
/// changed do not suffice.
fn search(plan: &Plan<'_>, knowledge: Knowledge, context: &Context) -> Result<Result<Found, Treated>> {
    let forbidden = match plan.request.recipe.search.method {
        Method::Compose => Some(apart::sets(plan, knowledge, context)?),
        _ => None,
    };
    let given = forbidden.as_ref().map(|sets| parts_without(plan, knowledge, sets, context)).transpose()?;
    let done = match change_cells(plan, knowledge, given.as_ref(), context)? {
        Treated::Done(done) => done,
        other => return Ok(Err(other)),
    };
    let table = shown(plan, &done)?;
    let parts = match given {
        // The published table has other positions, but the columns in the same order.
        Some(parts) => moved(plan, &table, parts)?,
        None => compartments(&question(&table, knowledge), &options(plan, &table)?, context)?,
    };
    let split = match mode(plan) {
        CompartmentMode::RowWise => {
            refuse_marks(&table)?;
            Some(rows_to_split(&question(&table, knowledge), &parts.sets, context)?)
        }
        CompartmentMode::Global => None,
    };
    Ok(Ok(Found { done, table, parts, split }))
}

/// What split rows show in columns of other compartments must not be the value of a cell: nobody could tell who is split.
fn refuse_marks(table: &Table) -> Result<()> {
    for column in table.columns() {
        let mark = column.dictionary().find(NOT_APPLICABLE);
        if mark.is_some_and(|mark| column.codes().widened().any(|code| code == mark)) {
            return Err(Error::Request(format!(
                "column '{}' has cells {NOT_APPLICABLE}, which is what split rows show elsewhere; write them in another way, \
                 read them as missing with --null {NOT_APPLICABLE}, or publish a folder with --mode global",
                column.name()
            )));
        }
    }
    Ok(())
}

/// The table with what its cells show.
fn shown(plan: &Plan<'_>, done: &Eliminated) -> Result<Table> {
    let table = with_replaced(plan, done)?;
    publish::published(plan, &table, &plan.hierarchies, &done.recoding, &[], None)
}

/// What is split: all rows, or those that must be. A composition that goes to one file splits rows.
fn mode(plan: &Plan<'_>) -> CompartmentMode {
    let search = &plan.request.recipe.search;
    match (search.mode, &plan.request.output) {
        (Some(mode), _) => mode,
        (None, Some(_)) if search.method == Method::Compose => CompartmentMode::RowWise,
        (None, _) => CompartmentMode::Global,
    }
}

/// What cells must give way before columns are parted: columns that single people out by themselves, or whatever is left
/// inside the parts that are given.
fn change_cells(
    plan: &Plan<'_>,
    knowledge: Knowledge,
    given: Option<&Compartments>,
    context: &Context,
) -> Result<Treated> {
    let search = &plan.request.recipe.search;
    let quasi = &plan.roles.quasi;
    if let Some(parts) = given {
        let place = |position: usize| quasi.iter().position(|&other| other == position);
        let inside = parts.sets.iter().map(|set| set.iter().filter_map(place).collect()).collect();
        return treat(plan, knowledge, &super::policy(search), inside, context);
    }
    let treatment = match search.alone.unwrap_or_default() {
        Alone::Suppress => Treatment::Suppress,
        Alone::Generalize => Treatment::Generalize,
    };
    let each: Vec<Vec<usize>> = (0..quasi.len()).map(|place| vec![place]).collect();
    let alone = Knowledge { max_size: Some(1), ..knowledge };
    treat(plan, alone, &Policy::Always(treatment), each, context)
}

fn parts_without(
    plan: &Plan<'_>,
    knowledge: Knowledge,
    forbidden: &[ColumnSet],
    context: &Context,
) -> Result<Compartments> {
    let question = Question {
        table: &plan.table,
        columns: plan.roles.quasi.clone(),
        k: knowledge.k,
        max_size: knowledge.max_size,
    };
    Ok(compartments_without(&question, forbidden.to_vec(), &options(plan, &plan.table)?, context)?)
}

fn question(table: &Table, knowledge: Knowledge) -> Question<'_> {
    let columns = (0..table.columns().len()).collect();
    Question { table, columns, k: knowledge.k, max_size: knowledge.max_size }
}

fn options(plan: &Plan<'_>, table: &Table) -> Result<Options> {
    let search = &plan.request.recipe.search;
    let names = search.shared.as_deref().unwrap_or_default();
    let mut shared = Vec::with_capacity(names.len());
    for name in names {
        let position = table.position(name)?;
        if shared.contains(&position) {
            return Err(Error::Request(format!("column '{name}' is shared twice")));
        }
        shared.push(position);
    }
    let cover = match search.cover.unwrap_or_default() {
        recipe::Cover::Columns => Cover::Columns,
        recipe::Cover::Pairs => Cover::Pairs,
        recipe::Cover::All => Cover::All,
    };
    let algorithm = match search.algorithm {
        Some(recipe::Algorithm::Cliques) => Algorithm::Cliques,
        _ => Algorithm::Borders,
    };
    Ok(Options { cover, algorithm, shared })
}

/// The parts by the positions of the published table.
fn moved(plan: &Plan<'_>, table: &Table, mut parts: Compartments) -> Result<Compartments> {
    let place = |position: usize| table.position(plan.table.column(position).name());
    for set in &mut parts.sets {
        let positions: Result<Vec<usize>, _> = set.iter().map(place).collect();
        *set = ColumnSet::of(positions?)?;
    }
    for (_, column) in &mut parts.unshared {
        *column = place(*column)?;
    }
    Ok(parts)
}

/// What is to be said about the parts.
fn say(report: &mut Anonymization, plan: &Plan<'_>, found: &Found, elimination: &Elimination) {
    let Found { done, table, parts, .. } = found;
    if plan.request.recipe.search.method == Method::Compartment && done.stats.altered() > 0 {
        let columns: Vec<String> =
            elimination.columns.iter().map(|changes| format!("'{}'", changes.column)).collect();
        report.notes.push(format!(
            "columns that single people out by themselves fit into no compartment; their rare values were treated first: {}",
            columns.join(", ")
        ));
    }
    let mut lacking: Vec<usize> = parts.unshared.iter().map(|(_, column)| *column).collect();
    lacking.sort_unstable();
    lacking.dedup();
    for column in lacking {
        let without = parts.unshared.iter().filter(|(_, other)| *other == column).count();
        report.notes.push(format!(
            "{without} of {} compartments cannot share column '{}' without singling people out",
            parts.sets.len(),
            table.column(column).name()
        ));
    }
    if !parts.complete {
        report.complete = false;
        report.notes.push(
            "there are too many safe column sets to list; the compartments cover pairs of columns".into(),
        );
    }
    if !elimination.truthful {
        report.notes.push(super::NOT_TRUTHFUL.to_owned());
    }
}

/// Writes the parts under a temporary name, lets the verifier try to join them again, and keeps them if it cannot.
fn publish_parts(
    plan: &Plan<'_>,
    found: Found,
    knowledge: Knowledge,
    mut report: Anonymization,
    mut elimination: Elimination,
    context: &Context,
) -> Result<(Anonymization, Written)> {
    let Found { table, parts, split: rows, .. } = found;
    let request = plan.request;
    let names = |set: &ColumnSet| set.iter().map(|column| table.column(column).name().to_owned()).collect();
    let mut files: Vec<CompartmentFile> =
        parts.sets.iter().map(|set| CompartmentFile { file: None, columns: names(set) }).collect();
    let mut written = Written::default();
    let mut split_rows = None;
    let verification = match rows {
        None => {
            let folder = StagedFolder::create(request.output_folder.as_deref(), is_part)?;
            let extension = extension(&request.data);
            let mut entries = Vec::new();
            for (at, set) in parts.sets.iter().enumerate() {
                let file = format!("compartment-{:02}.{extension}", at + 1);
                let columns: Vec<usize> = set.iter().collect();
                let order = canonical_order(&table, &columns, context.seed(), at as u64 + 1, context)?;
                let part = table.project(&columns).select(&order)?;
                let place = folder.path().join(&file).display().to_string();
                Staged::write(part, &Location::parse(&place)?, context)?.commit(context)?;
                files[at].file = Some(file.clone());
                entries.push(Entry {
                    file,
                    columns: files[at].columns.clone(),
                    rows: Some(table.rows() as u64),
                    seed: Some(context.seed()),
                });
            }
            drop(table);
            index::write(folder.path(), &entries)?;
            let verification = attack(folder.path(), knowledge, context)?;
            written.folder = request.output_folder.as_ref().map(|_| folder);
            verification
        }
        Some(rows) => {
            split_rows = Some(rows.iter().filter(|&&split| split).count() as u64);
            let columns: Vec<usize> = (0..table.columns().len()).collect();
            let (released, _) = split(&table, &columns, &parts.sets, &rows, context.seed(), context)?;
            let target = match &request.output {
                Some(output) => output.clone(),
                None => Location::parse("-")?,
            };
            let staged = Staged::write(released, &target, context)?;
            let path = staged.location().path.clone().unwrap_or_default();
            let verification = attack(&path, knowledge, context)?;
            written.release = request.output.as_ref().map(|_| staged);
            verification
        }
    };
    report.models = vec![model(&verification)];
    report.holds = verification.holds;
    elimination.compartments = Some(CompartmentReport {
        mode: mode(plan).to_string(),
        files,
        lower_bound: parts.lower_bound as u64,
        fewest: parts.fewest,
        maximal_safe_sets: parts.maximal,
        pairs: parts.pairs,
        safe_pairs: parts.safe_pairs,
        acyclic: parts.acyclic,
        trimmed: parts.trimmed,
        alone: alone(plan, &elimination),
        split_rows,
        proven: verification.proven,
        found: verification.found.len() as u64,
        homogeneous: verification.homogeneous,
    });
    report.elimination = Some(elimination);
    report.notes.extend(verification.notes.iter().cloned());
    if !verification.holds {
        report.notes.push(
            "nothing was written: joined again, the compartments may single somebody out; cover = \"columns\" makes \
             compartments that cannot be joined"
                .to_owned(),
        );
        written = Written::default();
    }
    Ok((report, written))
}

/// The columns that were treated because they fit into no compartment.
fn alone(plan: &Plan<'_>, elimination: &Elimination) -> Vec<String> {
    match plan.request.recipe.search.method {
        Method::Compartment => elimination.columns.iter().map(|changes| changes.column.clone()).collect(),
        _ => Vec::new(),
    }
}

/// The files of a release in compartments.
fn is_part(name: &str) -> bool {
    name.starts_with("compartment-") || name == index::LIST
}

/// The ending of the parts: that of the table they come from.
fn extension(data: &Location) -> String {
    let name = data.path.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy());
    let is_file_of_one_table = !matches!(data.format, Format::Sqlite { .. });
    let name = name.as_deref().filter(|_| is_file_of_one_table).unwrap_or("table.csv");
    let mut endings = name.rsplit('.');
    match (endings.next(), endings.next()) {
        (Some(last @ ("gz" | "zst")), Some(before)) => format!("{before}.{last}"),
        (Some(last), _) => last.to_owned(),
        _ => "csv".to_owned(),
    }
}

fn attack(place: &Path, knowledge: Knowledge, context: &Context) -> Result<CompartmentVerification> {
    let request =
        VerifyCompartments { max_size: knowledge.max_size, ..VerifyCompartments::of(place, knowledge.k) };
    verify_compartments(&request, context)
}

/// What was demanded of every compartment, and what they have.
fn model(verification: &CompartmentVerification) -> VerifiedModel {
    let smallest = verification.compartments.iter().filter_map(|part| part.min_class).min();
    let failing = verification.compartments.iter().filter(|part| !part.holds).count() as u64;
    VerifiedModel {
        model: if verification.max_size.is_some() { "km-anonymity" } else { "k-anonymity" }.to_owned(),
        variant: None,
        column: None,
        comparison: "at-least".to_owned(),
        required: Figure::Whole(verification.k),
        significance: None,
        achieved: smallest.map(Figure::Whole),
        reason: smallest.is_none().then(|| "there is no record".to_owned()),
        bounds: None,
        holds: verification.holds,
        failing_classes: failing,
        failing_people: 0,
        worst_class: None,
    }
}
