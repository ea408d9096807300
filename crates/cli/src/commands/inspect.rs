//! `lethe inspect`

use crate::args::{Global, ReadWithRecipeArgs, parse_rough_share};
use crate::commands::files;
use crate::exit::Failure;
use crate::output::{self, printable};
use clap::Args;
use lethe::data::wording::{counted, grouped};
use lethe::inspect::{Inspect, InspectedColumn, Inspection, inspect};
use lethe::request::Verdict;
use lethe::{Context, Location};
use std::fmt::Write;

const EXAMPLES: &str = "Examples:
  lethe inspect patients.csv
  lethe inspect patients.parquet --format json -o profile.json
  lethe inspect clinic.sqlite#patients --type zip=text --null NA --show-values=5
  zcat patients.csv.gz | lethe inspect -";

/// What is in this table: types, distinct values, entropy, kinds and suggested roles of its columns.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The table: .csv .tsv .psv (also .gz .zst), .parquet, .arrow, .feather, file.sqlite#table, or - for standard
    /// input.
    data: String,
    /// Only these columns.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    columns: Vec<String>,
    /// Distinct values per row with a value from which a column counts as identifying by itself.
    #[arg(long, value_name = "SHARE", value_parser = parse_rough_share, default_value_t = 1.0)]
    standalone_threshold: f64,
    /// Show the smallest, largest and N most frequent values, which are personal data.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "3")]
    show_values: Option<usize>,
    #[command(flatten)]
    read: ReadWithRecipeArgs,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let request = Inspect {
        data: Location::parse(&arguments.data)?,
        read: arguments.read.options()?,
        columns: arguments.columns.clone(),
        standalone_threshold: arguments.standalone_threshold,
        show_values: arguments.show_values,
    };
    files::check(request.files().and(arguments.read.files()), global)?;
    let inspection = inspect(&request, context)?;
    output::report(global, &inspection, || {
        let mut text = text(&inspection);
        output::add_next(&mut text, &format!("lethe recipe init {} -o recipe.toml", arguments.data));
        text
    })?;
    Ok(Verdict::Holds)
}

/// The inspection for readers.
pub(crate) fn text(inspection: &Inspection) -> String {
    let columns = counted(inspection.columns.len() as u64, "column");
    let mut text = format!("{}, {columns}\n", counted(inspection.rows, "row"));
    // Two tables fit where one of ten columns does not.
    let mut values = output::table(&["column", "type", "nulls", "distinct", "unique", "entropy"]);
    let mut roles = output::table(&["column", "role", "kind", "reason"]);
    for column in &inspection.columns {
        values.add_row([
            printable(&column.name),
            column.value_type.clone(),
            grouped(column.nulls),
            grouped(column.distinct),
            format!("{:.1} %", column.unique_share * 100.0),
            format!("{:.2} bits", column.entropy_bits),
        ]);
        roles.add_row([
            printable(&column.name),
            column.role.clone(),
            column.kind.clone().unwrap_or_default(),
            column.reason.clone(),
        ]);
    }
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{values}\n{roles}");
    for column in inspection.columns.iter().filter(|column| column.top.is_some()) {
        let _ = writeln!(text, "{}", frequent(column));
    }
    if !inspection.standalone_identifiers.is_empty() {
        let _ = writeln!(
            text,
            "Identify records by themselves: {}",
            printable(&inspection.standalone_identifiers.join(", "))
        );
    }
    text
}

fn frequent(column: &InspectedColumn) -> String {
    let most = column.top.iter().flatten().map(|top| format!("{} ({})", top.value, grouped(top.count)));
    let range = column.min.iter().zip(&column.max).map(|(min, max)| format!("{min} to {max}"));
    printable(&format!("{}: {}", column.name, range.chain(most).collect::<Vec<_>>().join(", ")))
}
