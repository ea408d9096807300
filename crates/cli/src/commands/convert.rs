//! `lethe convert`

use crate::args::{Global, ReadWithRecipeArgs, WriteArgs};
use crate::commands::files;
use crate::exit::Failure;
use crate::output;
use clap::Args;
use lethe::convert::{Convert, convert};
use lethe::data::wording::counted;
use lethe::request::Verdict;
use lethe::{Context, Location};

const EXAMPLES: &str = "Examples:
  lethe convert patients.csv -o patients.parquet
  lethe convert clinic.sqlite#patients -o patients.csv.zst";

/// The same table in another format; cells keep their spelling.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The table to read.
    data: String,
    #[command(flatten)]
    read: ReadWithRecipeArgs,
    #[command(flatten)]
    write: WriteArgs,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    output::artifact_to(global)?;
    let data = Location::parse(&arguments.data)?;
    let output = arguments.write.location(global.output.as_deref().unwrap_or("-"))?;
    let request = Convert { data, read: arguments.read.options()?, output };
    files::check_all(request.files().and(arguments.read.files()))?;
    let converted = convert(&request, context)?;
    output::notice(global, &converted, || {
        let columns = counted(converted.columns as u64, "column");
        format!("{}: {}, {columns}\n", converted.output, counted(converted.rows, "row"))
    })?;
    Ok(Verdict::Holds)
}
