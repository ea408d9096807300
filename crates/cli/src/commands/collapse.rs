//! `lethe collapse`

use crate::args::{Global, ReadArgs, WeightArgs, WriteArgs};
use crate::commands::files;
use crate::exit::Failure;
use crate::output;
use clap::Args;
use lethe::collapse::{Collapse, collapse};
use lethe::data::wording::counted;
use lethe::request::Verdict;
use lethe::{Context, Location};

const EXAMPLES: &str = "Examples:
  lethe collapse patients.parquet --columns age,zip,gender,disease -o counts.parquet
  lethe collapse part-1.csv part-2.csv --columns age,zip -o counts.csv
  lethe collapse counts-a.csv counts-b.csv --weights count -o counts.csv
  lethe anonymize counts.parquet --weights count --recipe r.toml -o release.parquet";

const LONG: &str = "Write each combination of values once, with the number of records that have it in the column 'count'.

discover, anonymize, verify and risk take such a table with '--weights count' and give the answers that they give for the records. Several tables \
with the same columns are added up; with --weights they may be collapsed already, so that counts of parts become the counts of all.";

/// The distinct combinations of columns with their counts.
#[derive(Debug, Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The tables, or folders of tables; all with the same columns.
    #[arg(required = true)]
    data: Vec<String>,
    /// The columns to combine; all when not given.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    columns: Vec<String>,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    weights: WeightArgs,
    #[command(flatten)]
    write: WriteArgs,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    output::artifact_to(global)?;
    let data = arguments.data.iter().map(|name| Location::parse(name)).collect::<Result<_, _>>()?;
    let request = Collapse {
        data,
        read: arguments.weights.with(arguments.read.options()),
        columns: arguments.columns.clone(),
        output: arguments.write.location(global.output.as_deref().unwrap_or("-"))?,
    };
    files::check_all(request.files())?;
    let collapsed = collapse(&request, context)?;
    output::notice(global, &collapsed, || {
        let records = counted(collapsed.records, "record");
        let combinations = counted(collapsed.combinations, "combination");
        format!("{}: {combinations} of {records}\n", collapsed.output)
    })?;
    Ok(Verdict::Holds)
}
