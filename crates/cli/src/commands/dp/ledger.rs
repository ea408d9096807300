//! `lethe dp ledger`

use super::arguments::parse_delta;
use super::text;
use crate::args::Global;
use crate::commands::files;
use crate::exit::Failure;
use crate::output;
use clap::{Args, Subcommand, ValueEnum};
use lethe::Context;
use lethe::dp::{self, Budget, CreateLedger, Epsilon, Neighbours, Rational, ShowLedger};
use lethe::request::Verdict;
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
    /// Which neighbouring tables the guarantee covers: with one row more, or with one other row (then the first kind of answer costs twice).
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

pub(super) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let report = match &arguments.command {
        Command::Create(create) => {
            let neighbours = match create.neighbours {
                NeighboursChoice::AddRemove => Neighbours::AddRemove,
                NeighboursChoice::ReplaceOne => Neighbours::ReplaceOne,
            };
            let total = Budget { epsilon: create.epsilon.clone(), delta: create.delta.clone() };
            let (file, data_set) = (create.file.clone(), create.data_set.clone());
            let request = CreateLedger { file, data_set, neighbours, total };
            files::check(request.files(), global)?;
            dp::create(&request, context)?
        }
        Command::Show(show) => {
            let request = ShowLedger { file: show.file.clone() };
            files::check(request.files(), global)?;
            dp::show(&request, context)?
        }
    };
    output::report(global, &report, || text::ledger(&report))?;
    Ok(Verdict::Holds)
}
