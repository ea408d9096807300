//! `lethe generate`

use crate::args::Global;
use crate::commands::files;
use crate::exit::Failure;
use crate::output;
use clap::Args;
use lethe::data::wording::counted;
use lethe::generate::{Generate, Generated, generate};
use lethe::request::Verdict;
use lethe::synth::DataSet;
use lethe::{Context, Location};
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  lethe generate health --rows 100000 --columns 20 --seed 7 -o health.csv
  lethe generate health --rows 1000000 -o health.parquet --hierarchies hierarchies/
  lethe generate census --rows 30000 | head";

/// Write a synthetic data set: nobody's data, with the shape of somebody's.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// health (up to 109 columns), amnesia (8) or census (15).
    #[arg(value_name = "NAME")]
    name: DataSet,
    /// The number of rows.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    rows: u64,
    /// Only the first so many columns.
    #[arg(long, value_name = "N")]
    columns: Option<usize>,
    /// Write matching hierarchies into this folder.
    #[arg(long, value_name = "DIR")]
    hierarchies: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    output::artifact_to(global)?;
    let request = Generate {
        data_set: arguments.name,
        rows: arguments.rows,
        columns: arguments.columns,
        output: Location::parse(global.output.as_deref().unwrap_or("-"))?,
        hierarchies: arguments.hierarchies.clone(),
    };
    files::check_all(request.files())?;
    let generated = generate(&request, context)?;
    output::notice(global, &generated, || text(&generated))?;
    Ok(Verdict::Holds)
}

/// What was generated, for readers.
pub(crate) fn text(generated: &Generated) -> String {
    let Generated { data_set, rows, columns, seed, output, hierarchies } = generated;
    let hierarchies = match hierarchies.len() {
        0 => String::new(),
        1 => " and 1 hierarchy".to_owned(),
        count => format!(" and {count} hierarchies"),
    };
    let (rows, columns) = (counted(*rows, "row"), counted(*columns as u64, "column"));
    format!("{output}: {rows} and {columns} of {data_set}{hierarchies}, seed {seed}\n")
}
