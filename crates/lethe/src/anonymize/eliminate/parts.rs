//! Compartments written, joined again by the verifier, and published if that proves nothing about anybody.

use super::Knowledge;
use super::compartment::Found;
use super::report::{CompartmentFile, CompartmentReport};
use crate::Result;
use crate::anonymize::plan::Plan;
use crate::anonymize::written::Written;
use crate::anonymize::{Anonymization, Elimination};
use crate::recipe_file::{CompartmentMode, MethodName};
use crate::verify::compartments::{CompartmentVerification, VerifyCompartments, verify_compartments};
use crate::verify::{Figure, VerifiedModel};
use lethe_data::{ColumnSet, Context, canonical_order};
use lethe_io::compartments::{self as index, Entry};
use lethe_io::{Format, Location, ReadOptions, Staged, StagedFolder};
use lethe_transform::compartment::split;
use std::path::Path;

/// Writes the parts under a temporary name, lets the verifier try to join them again, and keeps them if it cannot.
pub(super) fn publish(
    plan: &Plan<'_>,
    found: Found,
    mode: CompartmentMode,
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
                let place = Location::parse(&place)?;
                let place = if request.escape_formulas { place.escaping_formulas()? } else { place };
                Staged::write(part, &place, context)?.commit(context)?;
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
            let verification = attack(folder.path(), request.escape_formulas, knowledge, context)?;
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
            let verification = attack(&path, target.escape_formulas, knowledge, context)?;
            written.release = request.output.as_ref().map(|_| staged);
            verification
        }
    };
    report.models = vec![model(&verification)];
    report.holds = verification.holds;
    elimination.compartments = Some(CompartmentReport {
        mode: mode.to_string(),
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
    match plan.request.recipe.search.method.name() {
        MethodName::Compartment => elimination.columns.iter().map(|changes| changes.column.clone()).collect(),
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

fn attack(
    place: &Path,
    unescape_formulas: bool,
    knowledge: Knowledge,
    context: &Context,
) -> Result<CompartmentVerification> {
    let request = VerifyCompartments {
        max_size: knowledge.max_size,
        read: ReadOptions { unescape_formulas, ..ReadOptions::default() },
        ..VerifyCompartments::of(place, knowledge.k)
    };
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
