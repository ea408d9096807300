//! `lethe schema`

use crate::args::Global;
use crate::exit::Failure;
use crate::output;
use clap::Args;
use lethe::request::Verdict;
use lethe::schema;
use std::path::Path;

/// Print the JSON Schema of what a command prints with --format json.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  lethe schema inspect\n  lethe schema hierarchy-check -o check.schema.json\n  lethe schema discover --request"
)]
pub(crate) struct Arguments {
    /// The command, such as inspect or hierarchy-check.
    #[arg(value_name = "COMMAND", value_parser = names())]
    command: String,
    /// Of what a program asks instead, as a request of the library.
    #[arg(long)]
    request: bool,
}

fn names() -> clap::builder::PossibleValuesParser {
    schema::COMMANDS.iter().map(|(name, _)| *name).collect::<Vec<_>>().into()
}

pub(crate) fn run(arguments: &Arguments, global: &Global) -> Result<Verdict, Failure> {
    let schema = if arguments.request {
        let problem = || lethe::Error::Request(format!("'{}' has no request of its own", arguments.command));
        schema::request(&arguments.command).ok_or_else(problem)?
    } else {
        schema::schema(&arguments.command).unwrap_or_default()
    };
    let text = lethe::json::pretty(&schema)? + "\n";
    match global.output.as_deref().filter(|&file| file != "-") {
        Some(file) => lethe::io::write_atomically(Path::new(file), text.as_bytes())?,
        None => output::deliver(&text)?,
    }
    Ok(Verdict::Holds)
}
