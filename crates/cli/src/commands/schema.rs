//! `lethe schema`

use crate::args::Global;
use crate::exit::{Answer, Failure};
use crate::output;
use clap::Args;
use lethe::schema;
use std::path::Path;

/// Print the JSON Schema of what a command prints with --format json.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  lethe schema inspect\n  lethe schema hierarchy-check -o check.schema.json"
)]
pub(crate) struct Arguments {
    /// The command, such as inspect or hierarchy-check.
    #[arg(value_name = "COMMAND", value_parser = names())]
    command: String,
}

fn names() -> clap::builder::PossibleValuesParser {
    schema::COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().into()
}

pub(crate) fn run(arguments: &Arguments, global: &Global) -> Result<Answer, Failure> {
    let schema = schema::schema(&arguments.command);
    let text = lethe::json::pretty(&schema)? + "\n";
    match global.output.as_deref().filter(|&file| file != "-") {
        Some(file) => lethe::io::write_atomically(Path::new(file), text.as_bytes())?,
        None => output::deliver(&text)?,
    }
    Ok(Answer::Good)
}
