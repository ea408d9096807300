//! `lethe recipe init|check`

use crate::args::{Global, ReadArgs, parse_share};
use crate::commands::files;
use crate::commands::model_flags::ModelFlags;
use crate::exit::Failure;
use crate::output::{self, printable};
use clap::{Args, Subcommand};
use lethe::data::Decimal;
use lethe::data::wording::counted;
use lethe::recipe::{Check, Init, ProposedRecipe, check, init};
use lethe::request::Verdict;
use lethe::{Context, Location};
use std::path::PathBuf;

const INIT_EXAMPLES: &str = "Examples:
  lethe recipe init patients.csv -o patients.toml
  lethe recipe init patients.csv --hierarchies hierarchies -o patients.toml
  lethe recipe init adult.csv --k 5 --l 3@occupation --suppression-limit 5% -o adult.toml";

const CHECK_EXAMPLES: &str = "Examples:
  lethe recipe check clinic.toml
  lethe recipe check clinic.toml --data patients.csv
  lethe recipe check clinic.toml --format json

With --data, the table's columns and types are checked, and every hierarchy is built or loaded and must cover its column.";

/// Propose a recipe for a table, or check one.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Init(Box<InitArguments>),
    Check(CheckArguments),
}

/// Propose a recipe: a role for every column with the reason, default hierarchies, models. Review it before you use it.
#[derive(Debug, Args)]
#[command(after_help = INIT_EXAMPLES)]
struct InitArguments {
    /// The table: .csv .tsv .psv (also .gz .zst), .parquet, .arrow, .feather or file.sqlite#table.
    data: String,
    /// A folder with hierarchy files named after their columns, such as age.csv or `adult_hierarchy_age.csv`.
    #[arg(long, value_name = "FOLDER")]
    hierarchies: Option<PathBuf>,
    /// The share of records that may be suppressed, such as 0.05 or 5%; 5% when not given.
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    suppression_limit: Option<Decimal>,
    #[command(flatten)]
    models: ModelFlags,
    #[command(flatten)]
    read: ReadArgs,
}

/// Check a recipe: is it understood, and does it fit the data?
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
struct CheckArguments {
    /// The recipe file (TOML), or a saved solution.
    file: PathBuf,
    /// The table it is for.
    #[arg(long)]
    data: Option<String>,
    #[command(flatten)]
    read: ReadArgs,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    match &arguments.command {
        Command::Init(arguments) => propose(arguments, global, context),
        Command::Check(arguments) => check_recipe(arguments, global, context),
    }
}

fn propose(arguments: &InitArguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    output::artifact_to(global)?;
    let output = global.output.as_deref().filter(|&file| file != "-").map(PathBuf::from);
    let request = Init {
        read: arguments.read.options(),
        hierarchies: arguments.hierarchies.clone(),
        models: arguments.models.parse()?,
        orders: arguments.models.orders(),
        suppression_limit: arguments.suppression_limit,
        output: output.clone().map(Into::into),
        ..Init::of(Location::parse(&arguments.data)?)
    };
    files::check_all(request.files())?;
    let proposed = init(&request, context)?;
    if output.is_none() {
        output::deliver(&proposed.recipe)?;
    }
    output::notice(global, &proposed, || text(&proposed, &arguments.data))?;
    Ok(Verdict::Holds)
}

fn text(proposed: &ProposedRecipe, data: &str) -> String {
    let mut table = output::table(&["column", "role", "hierarchy"]);
    for column in &proposed.columns {
        let hierarchy = column.hierarchy.as_ref().map(lethe::hierarchy::describe);
        table.add_row([
            printable(&column.name),
            column.role.clone(),
            printable(&hierarchy.unwrap_or_default()),
        ]);
    }
    let mut text = format!("{table}\nModels: {}; method {}.\n", proposed.privacy.join(", "), proposed.method);
    output::add_notes(&mut text, &proposed.notes);
    let recipe = proposed.output.as_deref().unwrap_or("recipe.toml");
    output::add_next(
        &mut text,
        &format!(
            "review {recipe}, then lethe anonymize {data} --recipe {recipe} -o release.csv --report report.html"
        ),
    );
    text
}

fn check_recipe(arguments: &CheckArguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let data = arguments.data.as_deref().map(Location::parse).transpose()?;
    let request = Check { recipe: arguments.file.clone(), data, read: arguments.read.options() };
    files::check(request.files(), global)?;
    let checked = check(&request, context)?;
    output::report(global, &checked, || {
        let models =
            if checked.privacy.is_empty() { "no privacy model".into() } else { checked.privacy.join(", ") };
        let file = arguments.file.display();
        let columns = counted(checked.columns.len() as u64, "column");
        format!("{file}: {columns}, {models}, search by {}\n", checked.method)
    })?;
    Ok(Verdict::Holds)
}
