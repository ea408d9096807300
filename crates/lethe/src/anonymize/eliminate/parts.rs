//! Compartments written, joined again by the verifier, and published if that proves nothing about anybody.

use super::Knowledge;
use super::compartment::{Found, shown};
use super::report::{CompartmentFile, CompartmentReport, Elimination};
use crate::Result;
use crate::anonymize::findings::Findings;
use crate::anonymize::pipeline::{Draft, Proven, Publication};
use crate::anonymize::plan::Plan;
use crate::anonymize::prove::target;
use crate::recipe_file::{CompartmentMode, MethodName};
use crate::verify::compartments::{CompartmentVerification, VerifyCompartments, verify_compartments};
use crate::verify::{Figure, VerifiedModel};
use lethe_data::{ColumnSet, Context, Table, canonical_order};
use lethe_io::compartments::{self as index, Entry};
use lethe_io::{Format, Location, ReadOptions, Staged, StagedFolder};
use lethe_transform::Recoding;
use lethe_transform::compartment::{Compartments, split};
use std::path::Path;

/// Columns that are published apart.
pub(super) struct Compartmented {
    /// What the cells of the plan's table show.
    recoding: Recoding,
    parts: Compartments,
    /// The rows that are split, where not all are.
    split: Option<Vec<bool>>,
    mode: CompartmentMode,
    knowledge: Knowledge,
    files: Vec<CompartmentFile>,
    /// What the verifier learnt when it joined the parts again.
    verification: Option<CompartmentVerification>,
}

impl Compartmented {
    pub(super) fn new(found: Found, mode: CompartmentMode, knowledge: Knowledge) -> Self {
        let Found { done, table, parts, split } = found;
        let names = |set: &ColumnSet| set.iter().map(|at| table.column(at).name().to_owned()).collect();
        let files =
            parts.sets.iter().map(|set| CompartmentFile { file: None, columns: names(set) }).collect();
        Self { recoding: done.recoding, parts, split, mode, knowledge, files, verification: None }
    }

    /// Writes a file for each part.
    fn write_folder(&mut self, table: &Table, plan: &Plan<'_>, context: &Context) -> Result<StagedFolder> {
        let request = plan.request;
        let folder = StagedFolder::create(request.output_folder.as_deref(), is_part)?;
        let extension = extension(&request.data);
        let mut entries = Vec::new();
        for (at, set) in self.parts.sets.iter().enumerate() {
            let file = format!("compartment-{:02}.{extension}", at + 1);
            let columns: Vec<usize> = set.iter().collect();
            let order = canonical_order(table, &columns, context.seed(), at as u64 + 1, context)?;
            let part = table.project(&columns).select(&order)?;
            let place = folder.path().join(&file).display().to_string();
            let place = Location::parse(&place)?;
            let place = if request.escape_formulas { place.escaping_formulas()? } else { place };
            Staged::write(part, &place, context)?.commit(context)?;
            self.files[at].file = Some(file.clone());
            entries.push(Entry {
                file,
                columns: self.files[at].columns.clone(),
                rows: Some(table.rows() as u64),
                seed: Some(context.seed()),
            });
        }
        index::write(folder.path(), &entries)?;
        Ok(folder)
    }

    /// Writes one file, in which some rows are split.
    fn write_rows(&self, table: &Table, rows: &[bool], plan: &Plan<'_>, context: &Context) -> Result<Staged> {
        let columns: Vec<usize> = (0..table.columns().len()).collect();
        let (released, _) = split(table, &columns, &self.parts.sets, rows, context.seed(), context)?;
        Ok(Staged::write(released, &target(plan.request)?, context)?)
    }
}

impl Publication for Compartmented {
    /// Writes the parts, and lets the verifier try to join them again.
    fn prove(&mut self, plan: &Plan<'_>, context: &Context) -> Result<Proven> {
        let table = shown(plan, &plan.table, &self.recoding)?;
        let draft = match &self.split {
            None => Draft::Folder(self.write_folder(&table, plan, context)?),
            Some(rows) => Draft::Table(self.write_rows(&table, rows, plan, context)?),
        };
        // What was written is in the files; it is not held in memory a second time.
        drop(table);
        let (place, escaped) = match &draft {
            Draft::Folder(folder) => (Some(folder.path()), plan.request.escape_formulas),
            Draft::Table(staged) => (staged.location().path.as_deref(), staged.location().escape_formulas),
        };
        let verification = attack(place.unwrap_or(Path::new("")), escaped, self.knowledge, context)?;
        let (holds, models) = (verification.holds, vec![model(&verification)]);
        self.verification = Some(verification);
        Ok(Proven { draft, holds, models })
    }

    fn tell(&mut self, plan: &Plan<'_>, findings: &mut Findings, _: &Context) -> Result<()> {
        let (Some(verification), Some(elimination)) = (&self.verification, &mut findings.elimination) else {
            return Ok(());
        };
        let parts = &self.parts;
        elimination.compartments = Some(CompartmentReport {
            mode: self.mode.to_string(),
            files: self.files.clone(),
            lower_bound: parts.lower_bound as u64,
            fewest: parts.fewest,
            maximal_safe_sets: parts.maximal,
            pairs: parts.pairs,
            safe_pairs: parts.safe_pairs,
            acyclic: parts.acyclic,
            trimmed: parts.trimmed,
            alone: alone(plan, elimination),
            split_rows: self.split.as_ref().map(|rows| rows.iter().filter(|&&split| split).count() as u64),
            proven: verification.proven,
            found: verification.found.len() as u64,
            homogeneous: verification.homogeneous,
        });
        findings.notes.extend(verification.notes.iter().cloned());
        Ok(())
    }

    fn refusal(&self, _: &[VerifiedModel]) -> String {
        "nothing was written: joined again, the compartments may single somebody out; cover = \"columns\" makes \
         compartments that cannot be joined"
            .to_owned()
    }
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
        failing_records: 0,
        worst_class: None,
    }
}
