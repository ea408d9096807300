//! `lethe dp`

mod arguments;
mod ledger;
mod text;

use crate::args::Global;
use crate::commands::files;
use crate::exit::Failure;
use crate::output;
use arguments::{
    CountArguments, HistogramArguments, MeanArguments, MedianArguments, QuantileArguments, ResponseArguments,
    SelectArguments, SumArguments,
};
use clap::{Args, Subcommand};
use lethe::Context;
use lethe::request::Verdict;

const EXAMPLES: &str = "Examples:
  lethe dp ledger create patients.ledger --data-set patients --epsilon 2 --delta 1e-6
  lethe dp count patients.csv --epsilon 0.1 --ledger patients.ledger
  lethe dp mean patients.csv --column age --lower 0 --upper 120 --grid 1 --epsilon 0.5 --ledger patients.ledger
  lethe dp histogram patients.csv --column sex --values f,m --epsilon 0.2 --ledger patients.ledger
  lethe dp ledger show patients.ledger";

const LONG: &str = "Answer questions about a column with noise: differential privacy that holds for the program.

Whether one row is in the table or not changes the chance of every answer by at most e^epsilon (and delta). Bounds, grids and values are \
the user's and never come from the data; cells that do not fit count as missing and never cause an error. Noise is drawn \
exactly, from the operating system, whatever --seed says. A ledger adds up what all answers cost and refuses to overspend: \
the exit status is then 3.";

/// Answer questions about a column with noise, paid from a ledger.
#[derive(Debug, Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Count(CountArguments),
    Sum(SumArguments),
    Mean(MeanArguments),
    Quantile(QuantileArguments),
    Histogram(HistogramArguments),
    Select(SelectArguments),
    RandomizedResponse(ResponseArguments),
    Median(Box<MedianArguments>),
    Ledger(ledger::Arguments),
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let request = match &arguments.command {
        Command::Count(arguments) => arguments.request(),
        Command::Sum(arguments) => arguments.request(),
        Command::Mean(arguments) => arguments.request(),
        Command::Quantile(arguments) => arguments.request(),
        Command::Histogram(arguments) => arguments.request(),
        Command::Select(arguments) => arguments.request(),
        Command::RandomizedResponse(arguments) => arguments.request(),
        Command::Median(arguments) => arguments.request(),
        Command::Ledger(arguments) => return ledger::run(arguments, global, context),
    }?;
    // What cannot be shown must not be paid for.
    files::check(request.files(), global)?;
    let report = lethe::dp::release(&request, context)?;
    output::report(global, &report, || text::report(&report))?;
    Ok(Verdict::Holds)
}
