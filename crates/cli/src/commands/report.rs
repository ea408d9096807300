//! `lethe report`

use super::files;
use crate::args::{Global, OutputFormat, ReadArgs, WeightArgs};
use crate::exit::Failure;
use crate::output::{self, printable};
use clap::Args;
use lethe::compare::Release;
use lethe::data::wording::{counted, grouped};
use lethe::evidence::{Evidence, EvidenceReport, evidence, html};
use lethe::request::{Report as _, Verdict};
use lethe::{Context, Location};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "Examples:
  lethe report patients.csv release.csv --recipe recipe.toml -o report.html
  lethe report patients.csv compartments/ --recipe recipe.toml -o report.html
  lethe report patients.csv release.csv --recipe recipe.toml --class disease --format json";

const LONG: &str = "The evidence about a release in one page: do the models hold, what was published, risk before and after, \
distributions, what can still be learned, attacks, limits, provenance.

The page is one HTML file without scripts and without anything from elsewhere: it can be read offline, printed and archived. The \
verifier reads the released file; the original is compared with it and used as the knowledge of an attacker. Values of cells are not \
shown, only labels that at least K records of the release share. --format json prints the same as JSON. `lethe anonymize --report \
report.html` writes this page together with the release.

Exit status 1 when a model does not hold, else 0.";

/// The evidence about a release in one page: verdict, what was published, risk, utility, attacks, limits, provenance.
#[derive(Debug, Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The original table: .csv .tsv .psv (also .gz .zst), .parquet, .arrow, .feather, or file.sqlite#table.
    original: String,
    /// What was released of it: a table, or a folder with compartments.json.
    released: String,
    /// The recipe with roles, hierarchies and the models that must hold.
    #[arg(long, value_name = "FILE")]
    recipe: PathBuf,
    /// The column that classifiers learn to predict from the others; without it, the first sensitive one of the recipe.
    #[arg(long, value_name = "COL")]
    class: Option<String>,
    /// Records in classes of fewer than K are at risk, and counts below K are not shown; without it, the recipe's k, or 2.
    #[arg(long, value_name = "K")]
    k: Option<u64>,
    /// The date to print on the report; without it, the moment of the call in UTC.
    #[arg(long, value_name = "DATE")]
    date: Option<String>,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    weights: WeightArgs,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let request = Evidence {
        original: Location::parse(&arguments.original)?,
        released: Release::parse(&arguments.released)?,
        read: arguments.weights.with(arguments.read.options()),
        recipe: arguments.recipe.clone(),
        class: arguments.class.clone(),
        k: arguments.k,
        date: Some(arguments.date.clone().unwrap_or_else(lethe::evidence::now)),
        output: None,
    };
    files::check(request.files(), global)?;
    let report = evidence(&request, context)?;
    if global.format == OutputFormat::Json {
        output::report(global, &report, String::new)?;
        return Ok(report.verdict());
    }
    match global.output.as_deref().filter(|file| *file != "-") {
        Some(file) => {
            lethe::io::write_atomically(Path::new(file), page(file, &report)?.as_bytes())?;
            output::notice(global, &report, || text(file, &report))?;
        }
        None => output::deliver(&html(&report))?,
    }
    Ok(report.verdict())
}

/// What goes into a file of this name.
fn page(file: &str, report: &EvidenceReport) -> Result<String, Failure> {
    let is_json = Path::new(file).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    Ok(if is_json { lethe::json::pretty(report)? + "\n" } else { html(report) })
}

/// The verdict in a few lines.
fn text(file: &str, report: &EvidenceReport) -> String {
    let mut text = String::new();
    for model in &report.proof.models {
        let achieved = model.achieved.as_ref().map_or("–".to_owned(), ToString::to_string);
        let column =
            model.column.as_ref().map_or_else(String::new, |column| format!(" of {}", printable(column)));
        let verdict = if model.holds { "holds" } else { "does not hold" };
        text += &format!("{}{column}: {verdict}, {achieved} achieved\n", model.model);
    }
    if let Some(attack) = &report.attack {
        text += &format!(
            "Attack on {}: {} re-identified, {} with a sensitive value disclosed\n",
            counted(attack.known, "record"),
            grouped(attack.reidentified),
            grouped(attack.disclosed)
        );
    }
    output::add_notes(&mut text, &report.notes);
    text + &format!("Report: {}\n", printable(file))
}
