//! `lethe verify`

use super::model_flags::{ModelFlags, all_but_k};
use super::{files, verify_compartments};
use crate::args::{Global, ReadArgs, WeightArgs};
use crate::exit::Failure;
use crate::output::{self, printable};
use clap::{ArgAction, Args};
use lethe::data::wording::{counted, grouped};
use lethe::request::{Report as _, Verdict};
use lethe::verify::compartments::VerifyCompartments;
use lethe::verify::{SuppressedRecords, Verification, VerifiedModel, Verify, verify};
use lethe::{Context, Location};
use std::fmt::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  lethe verify release.csv --quasi age,zip --k 5
  lethe verify release.csv --recipe clinic.toml --reference patients.csv
  lethe verify release.csv --quasi age,zip --l distinct:3@disease --t 0.2@salary:ordered
  lethe verify release.csv --quasi age,zip --t 0.3@disease:hierarchical:disease.csv
  lethe verify release.csv --quasi age,zip --delta 0.1,0.5@population.csv --format json
  lethe verify release --compartments --k 5";

const LONG: &str = "Do these models hold on this released table?

Records that are equal on the quasi-identifiers form an equivalence class, and every class is judged by every model. The \
answer is computed from the file only: it may come from any tool, with values such as [20-30) or 130**. Exit status 0 when \
all models hold, 1 when one does not.

A missing value is a value of its own; the smallest class is also reported with a missing value that may stand for any. A \
record with * in every quasi-identifying column is suppressed and in no class, but those that show a sensitive value are \
one class together for the models of its column. A sensitive value * is suppressed and no value. Distributions are compared with that of the whole file, or of --reference.

With --compartments the table is a folder with compartments.json and the files it names, or a file whose split rows show \
n/a in the columns of other compartments. All files are put together again as far as their counts and the order of their \
rows allow, and no class of fewer than K records may be derived.";

/// Do these models hold on this released table?
#[derive(Debug, Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The released table: .csv .tsv .psv (also .gz .zst), .parquet, .arrow, .feather, file.sqlite#table, or - for
    /// standard input.
    data: String,
    /// Take models and roles from this recipe; the hierarchies of sensitive columns, too.
    #[arg(long, value_name = "FILE")]
    recipe: Option<PathBuf>,
    /// The quasi-identifying columns; without it, those of the recipe.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    quasi: Vec<String>,
    /// The original table, whose distributions classes are held against.
    #[arg(long, value_name = "FILE")]
    reference: Option<String>,
    /// Records with * in every quasi-identifying column are no class, whatever they show; with =false they are one like
    /// any other. Without it they are one for the models of sensitive columns whose values they show.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true",
          action = ArgAction::Set)]
    ignore_suppressed: Option<bool>,
    /// Attack a release that was split by columns: a folder with compartments.json, or a file with n/a. Needs --k or
    /// --recipe.
    #[arg(long, conflicts_with_all = ["quasi", "reference", "ignore_suppressed"], conflicts_with_all = all_but_k())]
    compartments: bool,
    /// The most columns that an attacker knows, with --compartments; without it, all of them.
    #[arg(long, value_name = "M", requires = "compartments")]
    max_size: Option<usize>,
    #[command(flatten)]
    models: ModelFlags,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    weights: WeightArgs,
    /// Keep a table larger than --memory in this folder while it is judged in parts; without it, where the system keeps temporary files.
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    if arguments.compartments {
        arguments.weights.refuse("--compartments")?;
        let request = VerifyCompartments {
            data: (&arguments.data).into(),
            read: arguments.read.options(),
            recipe: arguments.recipe.clone(),
            k: arguments.models.only_k()?,
            max_size: arguments.max_size,
        };
        return verify_compartments::run(&request, global, context);
    }
    let request = Verify {
        data: Location::parse(&arguments.data)?,
        read: arguments.weights.with(arguments.read.options()),
        recipe: arguments.recipe.clone(),
        quasi: arguments.quasi.clone(),
        models: arguments.models.parse()?,
        orders: arguments.models.orders(),
        reference: arguments.reference.as_deref().map(Location::parse).transpose()?,
        suppressed: match arguments.ignore_suppressed {
            None => SuppressedRecords::ClassWhereShown,
            Some(true) => SuppressedRecords::NoClass,
            Some(false) => SuppressedRecords::Class,
        },
        work: arguments.work.clone(),
    };
    files::check(request.files(), global)?;
    let verification = verify(&request, context)?;
    output::report(global, &verification, || text(&verification))?;
    Ok(verification.verdict())
}

/// The verification for readers.
fn text(verification: &Verification) -> String {
    let mut text = format!(
        "{}, {} suppressed, {} {} over {}\n",
        counted(verification.rows, "row"),
        grouped(verification.suppressed),
        grouped(verification.classes),
        if verification.classes == 1 { "class" } else { "classes" },
        printable(&verification.quasi.join(", ")),
    );
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{}", models_table(&verification.models));
    let k = verification.k;
    if let Some(value) = k.null_as_value {
        let wildcard = k.null_as_wildcard;
        let wildcard =
            wildcard.map(|wildcard| format!(", {} with one that may be any value", grouped(wildcard)));
        let _ = writeln!(
            text,
            "Smallest class: {} with a missing value as a value of its own{}",
            grouped(value),
            wildcard.unwrap_or_default()
        );
    }
    output::add_notes(&mut text, &verification.notes);
    let verdict = match (verification.holds, verification.classes, verification.rows) {
        (true, 0, 1..) if !verification.suppressed_judged => "No model is broken, as no class is left.",
        (true, ..) => "Every model holds.",
        (false, ..) => "Not every model holds.",
    };
    let _ = writeln!(text, "{}", output::verdict(verification.holds, verdict));
    if !verification.holds {
        let next =
            "lethe anonymize the original with this recipe again, or relax the models that do not hold";
        output::add_next(&mut text, next);
    }
    text
}

/// Every model with what it requires and what was measured.
pub(crate) fn models_table(models: &[VerifiedModel]) -> output::Table {
    let mut table = output::table(&["model", "column", "required", "achieved", "holds", "decided by"]);
    for model in models {
        table.add_row([
            model
                .variant
                .as_ref()
                .map_or(model.model.clone(), |variant| format!("{} ({variant})", model.model)),
            printable(model.column.as_deref().unwrap_or_default()),
            format!("{} {}", model.comparison.replace('-', " "), model.required),
            match (&model.achieved, &model.reason) {
                (Some(achieved), _) => achieved.to_string(),
                (None, reason) => reason.clone().unwrap_or_default(),
            },
            if model.holds { "yes".to_owned() } else { "no".to_owned() },
            decided_by(model),
        ]);
    }
    table
}

fn decided_by(model: &VerifiedModel) -> String {
    let Some(class) = &model.worst_class else { return String::new() };
    let mut words = match class.row {
        Some(row) => format!("the class of row {}, {}", grouped(row), counted(class.records, "record")),
        None => format!("unpublished records, {}", counted(class.records, "record")),
    };
    if let Some(population) = class.population {
        let _ = write!(words, " of {}", grouped(population));
    }
    if model.failing_classes > 1 {
        let _ = write!(words, "; {} classes fail", grouped(model.failing_classes));
    }
    words
}
