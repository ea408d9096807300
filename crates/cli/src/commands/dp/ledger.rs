//! `lethe dp ledger`

use super::arguments::parse_delta;
use super::text;
use crate::args::Global;
use crate::commands::files;
use crate::exit::{Answer, Failure};
use crate::output;
use clap::{Args, Subcommand, ValueEnum};
use lethe::Files;
use lethe::dp::{self, Budget, Epsilon, Neighbours, Rational};
use std::path::PathBuf;

/// Make the ledger of a data set, or look into it.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Create(CreateArguments),
    Show(ShowArguments),
}

/// Make the ledger of a data set with all that may ever be spent; an existing file is never replaced.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  lethe dp ledger create patients.ledger --data-set patients --epsilon 2 --delta 1e-6"
)]
struct CreateArguments {
    /// The new file.
    file: PathBuf,
    /// Whose budget it is.
    #[arg(long, value_name = "NAME")]
    data_set: String,
    /// All that may be spent, such as 2 or ln(8).
    #[arg(long, value_name = "E")]
    epsilon: Epsilon,
    /// All that may be spent of delta, such as 1e-6.
    #[arg(long, value_name = "D", default_value = "0", value_parser = parse_delta)]
    delta: Rational,
    /// Which tables the promise speaks of: with one row more, or with one other row (then the first kind of answer costs twice).
    #[arg(long, value_enum, default_value_t = NeighboursChoice::AddRemove)]
    neighbours: NeighboursChoice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum NeighboursChoice {
    AddRemove,
    ReplaceOne,
}

/// Show what was spent and what is left.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  lethe dp ledger show patients.ledger --format json")]
struct ShowArguments {
    /// The ledger.
    file: PathBuf,
}

pub(super) fn run(arguments: &Arguments, global: &Global) -> Result<Answer, Failure> {
    let report = match &arguments.command {
        Command::Create(create) => {
            files::check(Files::default().changes("the ledger", create.file.as_path()), global)?;
            let neighbours = match create.neighbours {
                NeighboursChoice::AddRemove => Neighbours::AddRemove,
                NeighboursChoice::ReplaceOne => Neighbours::ReplaceOne,
            };
            let total = Budget { epsilon: create.epsilon.clone(), delta: create.delta.clone() };
            dp::create(&create.file, &create.data_set, neighbours, total)?
        }
        Command::Show(show) => {
            files::check(Files::default().reads("the ledger", show.file.as_path()), global)?;
            dp::show(&show.file)?
        }
    };
    output::report(global, &report, || text::ledger(&report))?;
    Ok(Answer::Good)
}
