//! `lethe recipe`

use crate::args::{Global, ReadArgs};
use crate::commands::files;
use crate::exit::Failure;
use crate::output;
use clap::Args;
use lethe::recipe::{Check, check};
use lethe::request::Verdict;
use lethe::{Context, Location};
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  lethe recipe clinic.toml
  lethe recipe clinic.toml --data patients.csv
  lethe recipe clinic.toml --format json

With --data, the table's columns and types are checked, and every hierarchy is built or loaded and must cover its column.";

/// Check a recipe: is it understood, and does it fit the data?
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The recipe file (TOML).
    file: PathBuf,
    /// The table it is for.
    #[arg(long)]
    data: Option<String>,
    #[command(flatten)]
    read: ReadArgs,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let data = arguments.data.as_deref().map(Location::parse).transpose()?;
    let request = Check { recipe: arguments.file.clone(), data, read: arguments.read.options() };
    files::check(request.files(), global)?;
    let checked = check(&request, context)?;
    output::report(global, &checked, || {
        let models =
            if checked.privacy.is_empty() { "no privacy model".into() } else { checked.privacy.join(", ") };
        let file = arguments.file.display();
        let columns = lethe::data::wording::counted(checked.columns.len() as u64, "column");
        format!("{file}: {columns}, {models}, search by {}\n", checked.method)
    })?;
    Ok(Verdict::Holds)
}
