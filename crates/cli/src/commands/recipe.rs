//! `lethe recipe`

use crate::args::{Global, ReadArgs};
use crate::commands::files;
use crate::exit::{Answer, Failure};
use crate::output;
use clap::Args;
use lethe::recipe::check;
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

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Answer, Failure> {
    let location = arguments.data.as_deref().map(Location::parse).transpose()?;
    let options = arguments.read.options();
    files::check(lethe::recipe::files(&arguments.file, location.as_ref()), global)?;
    let checked = check(&arguments.file, location.as_ref().map(|location| (location, &options)), context)?;
    output::report(global, &checked, || {
        let models =
            if checked.privacy.is_empty() { "no privacy model".into() } else { checked.privacy.join(", ") };
        let file = arguments.file.display();
        let columns = lethe::data::wording::counted(checked.columns.len() as u64, "column");
        format!("{file}: {columns}, {models}, search by {}\n", checked.method)
    })?;
    Ok(Answer::Good)
}
