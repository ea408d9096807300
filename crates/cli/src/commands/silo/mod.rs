//! `lethe silo`

mod text;

use crate::args::{Global, ReadWithRecipeArgs};
use crate::commands::files;
use crate::exit::Failure;
use crate::output;
use clap::{Args, Subcommand};
use lethe::request::Verdict;
use lethe::silo::{self, Data, Epsilon};
use lethe::{Context, Document, Error, Location};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "Examples:
  lethe silo train patients.csv --exclude id,name -o clinic.model
  lethe silo update clinic.model new-patients.csv -o clinic.model
  lethe silo sanitize clinic.model --k 10 -o clinic.safe.model
  lethe silo merge clinic.safe.model hospital.safe.model -o all.model
  lethe silo score all.model patients.csv --k 10";

const LONG: &str = "Work with models of counts instead of rows, across silos that may not share them.

A model counts how many records have each value and each two values of different columns; it has no rows. Each silo trains its own, \
sanitises it and hands it on; merged models rate every silo's records among all. Models that were not \
sanitised hold counts of single records and must not leave their silo.

Tables are read record by record: columns without a declared type are text, and nothing is inferred from other records.";

/// Work with models of counts instead of rows, across silos that may not share them.
#[derive(Debug, Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Train(TrainArguments),
    Merge(MergeArguments),
    Update(UpdateArguments),
    Sanitize(SanitizeArguments),
    Score(Box<ScoreArguments>),
}

/// Count the values and value pairs of a table; the model goes to -o.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  lethe silo train patients.csv --exclude id,name -o clinic.model")]
struct TrainArguments {
    /// The silo's table.
    data: String,
    /// The columns to count; without it, all.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    columns: Vec<String>,
    /// Columns not to count, such as record numbers and names.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    exclude: Vec<String>,
    #[command(flatten)]
    read: ReadWithRecipeArgs,
}

/// Add up models of silos with different records: exactly the model of all their rows, when none was sanitised.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  lethe silo merge clinic.safe.model hospital.safe.model -o all.model\n\nColumns that only some silos have are missing for the records of the others. Counts of sanitised models become lower bounds."
)]
struct MergeArguments {
    /// The models.
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,
}

/// Add the rows of a table to a silo's own model, or remove them: exactly as if it were trained anew.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  lethe silo update clinic.model new.csv -o clinic.model\n  lethe silo update clinic.model withdrawn.csv --remove -o clinic.model"
)]
struct UpdateArguments {
    /// The silo's model, not sanitised.
    model: PathBuf,
    /// The rows; all columns of the model must be there.
    data: String,
    /// Remove the rows instead of adding them.
    #[arg(long)]
    remove: bool,
    #[command(flatten)]
    read: ReadWithRecipeArgs,
}

/// Hide values and value pairs of few records, so that no subtraction brings them back, before a model leaves its silo.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  lethe silo sanitize clinic.model --k 10 -o clinic.safe.model\n  lethe silo sanitize clinic.model --k 500 --epsilon 2 -o clinic.noisy.model\n\nWhat is guaranteed, and what is not, is on the page \"Models of silos\" of the documentation. Noise comes from the operating system, whatever --seed says."
)]
struct SanitizeArguments {
    /// The silo's model, not sanitised before.
    model: PathBuf,
    /// Hide values and pairs of fewer than K records.
    #[arg(long, value_name = "K")]
    k: u64,
    /// Also add discrete Laplace noise to every count: differential privacy with this loss, such as 0.5 or 1/3.
    #[arg(long, value_name = "E")]
    epsilon: Option<Epsilon>,
}

/// Rate the records of a table against a model: which are unusual among all records?
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  lethe silo score all.model patients.csv --k 10 --top 20\n  lethe silo score all.model patients.csv --records rated.csv --format json"
)]
struct ScoreArguments {
    /// The model, merged or not.
    model: PathBuf,
    /// The silo's table.
    data: String,
    /// Value pairs of fewer than K records are rare.
    #[arg(long, value_name = "K", default_value_t = lethe::recipe::USUAL_K)]
    k: u64,
    /// Flag records that deviate from the mean by more than THETA standard deviations.
    #[arg(long, value_name = "THETA", default_value_t = 2.0)]
    theta: f64,
    /// Show so many records.
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Write all records to this table: row, sum, mean, smallest, `below_k`, `surely_below_k`, flagged.
    #[arg(long, value_name = "FILE")]
    records: Option<String>,
    #[command(flatten)]
    read: ReadWithRecipeArgs,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    match &arguments.command {
        Command::Train(train) => {
            let data = data(&train.data, &train.read)?;
            let output = output(global)?;
            let (columns, exclude) = (train.columns.clone(), train.exclude.clone());
            let request = silo::Train { data, columns, exclude, output };
            files::check_all(request.files().and(train.read.files()))?;
            let written = silo::train(&request, context)?;
            output::notice(global, &written, || text::written(&written))?;
        }
        Command::Merge(merge) => {
            let output = output(global)?;
            let request =
                silo::Merge { models: merge.models.iter().cloned().map(Into::into).collect(), output };
            files::check_all(request.files())?;
            let written = silo::merge(&request, context)?;
            output::notice(global, &written, || text::written(&written))?;
        }
        Command::Update(update) => {
            let data = data(&update.data, &update.read)?;
            let output = output(global)?;
            let request =
                silo::Update { model: update.model.clone().into(), data, remove: update.remove, output };
            files::check_all(request.files().and(update.read.files()))?;
            let written = silo::update(&request, context)?;
            output::notice(global, &written, || text::written(&written))?;
        }
        Command::Sanitize(sanitize) => {
            let output = output(global)?;
            let (model, k, epsilon) = (sanitize.model.clone().into(), sanitize.k, sanitize.epsilon);
            let request = silo::Sanitize { model, k, epsilon, output };
            files::check_all(request.files())?;
            let safe = silo::sanitize(&request, context)?;
            output::notice(global, &safe, || text::sanitized(&safe))?;
        }
        Command::Score(score) => {
            let data = data(&score.data, &score.read)?;
            let records = score.records.as_deref().map(Location::parse).transpose()?;
            let (model, k, theta, top) = (score.model.clone().into(), score.k, score.theta, score.top);
            let request = silo::Score { model, data, k, theta, top, records };
            files::check(request.files().and(score.read.files()), global)?;
            let rated = silo::score(&request, context)?;
            output::report(global, &rated, || text::rated(&rated))?;
        }
    }
    Ok(Verdict::Holds)
}

fn data(name: &str, read: &ReadWithRecipeArgs) -> Result<Data, Error> {
    Ok(Data { location: Location::parse(name)?, read: read.options()? })
}

/// Where the model goes.
fn output(global: &Global) -> Result<Document, Error> {
    let file = global.output.as_deref().filter(|&file| file != "-");
    file.map(|file| Path::new(file).into())
        .ok_or_else(|| Error::Request("a model is a file: name it with -o FILE".to_owned()))
}
