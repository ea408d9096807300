//! `lethe compare`

use super::files;
use crate::args::{Global, ReadArgs, WeightArgs};
use crate::exit::Failure;
use crate::output::{self, printable};
use clap::Args;
use lethe::compare::{BeforeAfter, Compare, Comparison, HtmlOptions, Release, RowOrder, compare, html};
use lethe::data::wording::{counted, grouped};
use lethe::request::Verdict;
use lethe::{Context, Location};
use std::fmt::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  lethe compare patients.csv release.csv
  lethe compare patients.csv release.csv --recipe recipe.toml --class disease --report report.html
  lethe compare patients.csv compartments/ --quasi age,gender,zip --format json";

/// What did the release cost: losses, data score, statistics, what can still be learned.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The original table: .csv .tsv .psv (also .gz .zst), .parquet, .arrow, .feather, file.sqlite#table, or - for
    /// standard input.
    original: String,
    /// What was released of it: a table, or a folder with compartments.json.
    released: String,
    /// Take roles, types and hierarchies from this recipe.
    #[arg(long, value_name = "FILE")]
    recipe: Option<PathBuf>,
    /// The quasi-identifying columns, for quality and risk; those of the recipe when not given, for risk all columns
    /// without a recipe.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    quasi: Vec<String>,
    /// Learn to show this column from the others, on the release and on the original.
    #[arg(long, value_name = "COL")]
    class: Option<String>,
    /// The value of the class whose errors are counted; the rarer of two when not given.
    #[arg(long, value_name = "VALUE", requires = "class")]
    positive: Option<String>,
    /// Cross-validation folds.
    #[arg(long, value_name = "N", default_value_t = 10)]
    folds: usize,
    /// Rows in classes of fewer than K are at risk; without it, the recipe's k, or 2. Counts below K or 5 are not drawn.
    #[arg(long, value_name = "K")]
    k: Option<u64>,
    /// Rows of the release do not stand where they stood in the original.
    #[arg(long, conflicts_with = "ordered")]
    unordered: bool,
    /// Rows of the release stand where they stood in the original, even if they do not look so.
    #[arg(long)]
    ordered: bool,
    /// Write a report with charts to this HTML file.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Draw the values of the original in the report's charts; without it bars show labels of the release that at least --k
    /// records have.
    #[arg(long, requires = "report")]
    show_values: bool,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    weights: WeightArgs,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let request = Compare {
        original: Location::parse(&arguments.original)?,
        released: Release::parse(&arguments.released)?,
        read: arguments.weights.with(arguments.read.options()),
        recipe: arguments.recipe.clone(),
        quasi: arguments.quasi.clone(),
        order: match (arguments.ordered, arguments.unordered) {
            (true, _) => RowOrder::Kept,
            (_, true) => RowOrder::Lost,
            _ => RowOrder::Detect,
        },
        class: arguments.class.clone(),
        positive: arguments.positive.clone(),
        folds: arguments.folds,
        k: arguments.k,
    };
    files::check(request.files().writes("the report", arguments.report.as_deref()), global)?;
    let found = compare(&request, context)?;
    if let Some(file) = &arguments.report {
        let title = format!("{} compared with {}", arguments.released, arguments.original);
        let page = html(&found, &HtmlOptions { title, show_values: arguments.show_values });
        lethe::io::write_atomically(file, page.as_bytes())?;
    }
    output::report(global, &found, || text(&found))?;
    Ok(Verdict::Holds)
}

/// The comparison for readers.
fn text(found: &Comparison) -> String {
    let mut text = summary(found);
    // What else there is of a column, such as the Wasserstein distance, is in the JSON.
    let headings = ["column", "score kept", "altered", "missing", "distinct", "total variation", "KS"];
    let mut table = output::table(&headings);
    for column in &found.columns {
        table.add_row([
            printable(&column.name),
            percent(kept(column.data_score.original, column.data_score.released)),
            grouped(column.altered_cells),
            percent(column.missing.released),
            format!("{} → {}", grouped(column.distinct.original), grouped(column.distinct.released)),
            figure(column.total_variation),
            figure(column.kolmogorov_smirnov),
        ]);
    }
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{table}");
    let measured: Vec<_> = found.quality.iter().filter_map(|(name, loss)| Some((name, (*loss)?))).collect();
    if !measured.is_empty() {
        let mut table = output::table(&["measure", "loss"]);
        for (name, loss) in measured {
            table.add_row([name.replace('_', "-"), format!("{loss:.4}")]);
        }
        let _ = writeln!(text, "{table}");
    }
    learning(found, &mut text);
    output::add_notes(&mut text, &found.notes);
    text
}

fn summary(found: &Comparison) -> String {
    let bytes = |bytes: Option<u64>| bytes.map_or("?".to_owned(), grouped);
    let score = |name: &str, score: BeforeAfter<f64>| {
        format!(
            "Data score ({name}): {:.2} of {:.2}, {} kept\n",
            score.released,
            score.original,
            percent(kept(score.original, score.released))
        )
    };
    let (altered, risk) = (found.altered, &found.risk);
    let mut text = format!(
        "{} → {}, {} → {} bytes{}\n",
        counted(found.rows.original, "row"),
        counted(found.rows.released, "row"),
        bytes(found.bytes.original),
        bytes(found.bytes.released),
        if found.tables == 1 { String::new() } else { format!(" in {}", counted(found.tables, "table")) }
    );
    text += &score("table-6.1", found.data_score.variants.table_6_1);
    text += &score("equation-7", found.data_score.variants.equation_7);
    text += &format!(
        "Altered: {} of {} cells ({}): {} suppressed, {} generalized, {} falsified; distortion {}\n",
        grouped(found.altered_cells),
        grouped(found.cells),
        percent(found.altered_share),
        grouped(altered.suppressed),
        grouped(altered.generalized),
        grouped(altered.falsified),
        figure(found.distortion)
    );
    text += &format!("Associations preserved: {}\n", percent(found.associations.preserved));
    if let Some(queries) = found.count_queries {
        text += &format!(
            "Relative error of {} random counting queries: {} on average, median {}\n",
            grouped(queries.queries),
            percent(Some(queries.mean_relative_error)),
            percent(Some(queries.median_relative_error))
        );
    }
    text += &format!(
        "Unique on {}: {} → {} records; in classes below {}: {} → {}\n",
        counted(risk.columns.len() as u64, "column"),
        grouped(risk.original.unique_rows),
        grouped(risk.released.unique_rows),
        risk.k,
        grouped(risk.original.rows_below_k),
        grouped(risk.released.rows_below_k)
    );
    text
}

fn learning(found: &Comparison, text: &mut String) {
    let Some(learned) = &found.learning else { return };
    let mut table = output::table(&[
        "learner",
        "accuracy",
        "original",
        "ZeroR",
        "relative",
        "AUC",
        "Brier",
        "precision",
        "recall",
        "false positives",
        "false negatives",
    ]);
    for one in learned {
        let rates = &one.rates;
        table.add_row([
            one.model.clone(),
            percent(Some(one.accuracy)),
            percent(Some(one.original_accuracy)),
            percent(Some(one.zero_r)),
            percent(one.relative),
            figure(one.auc),
            figure(one.brier),
            percent(rates.precision),
            percent(rates.recall),
            percent(rates.false_positive_rate),
            percent(rates.false_negative_rate),
        ]);
    }
    let _ = writeln!(text, "{table}");
    let weights = learned.iter().filter_map(|one| one.coefficients.as_ref());
    for weights in weights {
        let mut table = output::table(&["feature", "weight, original", "weight, release"]);
        for weight in weights {
            let cells = [weight.original, weight.released].map(|weight| format!("{weight:.2}"));
            table.add_row([printable(&weight.feature)].into_iter().chain(cells));
        }
        let _ = writeln!(text, "{table}");
    }
}

fn kept(original: f64, released: f64) -> Option<f64> {
    (original > 0.0).then(|| released / original)
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| output::percent(share, 2))
}

fn figure(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.4}"))
}
