//! The flags: one typed table from which help and the reference page come.

#[cfg(feature = "serve")]
use crate::commands::serve;
use crate::commands::{
    anonymize, attack, clean, collapse, compare, completions, convert, demo, discover, dp, exposure,
    generate, hierarchy, inspect, man, recipe, report, risk, safepub_parameters, schema, silo, stream,
    verify,
};
use clap::{Args, Parser, Subcommand, ValueEnum};
use lethe::data::{Decimal, Role};
use lethe::io::Weights;
use lethe::{ByteSize, Files, Location, ReadOptions, ValueType};
use std::path::PathBuf;

const AFTER_HELP: &str = "Start with `lethe demo`, or with `lethe inspect YOUR.csv`. Exit status: 0 the answer is good, \
1 the question was answered with no, 2 the call or the input is at fault, 3 a resource limit was reached.";

/// Publish data about records without revealing them.
#[derive(Debug, Parser)]
#[command(name = "lethe", version, propagate_version = true, after_help = AFTER_HELP, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What a data steward does.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Inspect(inspect::Arguments),
    Discover(Box<discover::Arguments>),
    Exposure(Box<exposure::Arguments>),
    Hierarchy(Box<hierarchy::Arguments>),
    Anonymize(Box<anonymize::Arguments>),
    Generate(generate::Arguments),
    Collapse(collapse::Arguments),
    Convert(convert::Arguments),
    Recipe(recipe::Arguments),
    Risk(Box<risk::Arguments>),
    Verify(Box<verify::Arguments>),
    Attack(Box<attack::Arguments>),
    Compare(Box<compare::Arguments>),
    Report(Box<report::Arguments>),
    Silo(Box<silo::Arguments>),
    Stream(Box<stream::Arguments>),
    Clean(clean::Arguments),
    Dp(Box<dp::Arguments>),
    SafepubParameters(safepub_parameters::Arguments),
    Demo(demo::Arguments),
    #[cfg(feature = "serve")]
    Serve(Box<serve::Arguments>),
    /// Do one job of `lethe serve`, read from standard input.
    #[cfg(feature = "serve")]
    #[command(hide = true)]
    Work,
    Schema(schema::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
    /// Print the reference page of all commands as Markdown.
    #[command(hide = true)]
    HelpMarkdown,
}

impl Command {
    /// Whether it answers the requests of others until it is stopped.
    pub(crate) fn is_service(&self) -> bool {
        #[cfg(feature = "serve")]
        return matches!(self, Self::Serve(_));
        #[cfg(not(feature = "serve"))]
        false
    }
}

/// Flags of every command.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Global {
    /// Threads to use; 0 for one a core.
    #[arg(long, global = true, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) threads: usize,
    /// Memory budget, such as 2GiB.
    #[arg(long, global = true, value_name = "SIZE")]
    pub(crate) memory: Option<ByteSize>,
    /// Seed of everything random: same seed, same input, same output.
    #[arg(long, global = true, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Print a table for reading, or JSON for programs.
    #[arg(long, global = true, value_enum, default_value_t = OutputFormat::Table)]
    pub(crate) format: OutputFormat,
    /// Show progress bars on standard error.
    #[arg(long, global = true, value_enum, default_value_t = ProgressChoice::Auto)]
    pub(crate) progress: ProgressChoice,
    /// Print only what was requested.
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    /// Say more about what is done, on standard error.
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// Write the result to this file instead of standard output.
    #[arg(short, long, global = true, value_name = "FILE")]
    pub(crate) output: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    Table,
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressChoice {
    Auto,
    Always,
    Never,
}

/// How to read the data.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Reading options")]
pub(crate) struct ReadArgs {
    /// The first line holds data, not column names.
    #[arg(long)]
    no_header: bool,
    /// Field separator of a text file: one character, or 'tab'; found out when not given (in dp, silo and --method safepub
    /// from the header only; a comma without one).
    #[arg(long, value_name = "CHAR", value_parser = lethe::io::parse_delimiter)]
    delimiter: Option<u8>,
    /// A word that means "no value", besides the empty field; repeatable.
    #[arg(long = "null", value_name = "WORD")]
    null_words: Vec<String>,
    /// The file was written with --escape-formulas: take the apostrophes before formulas off again.
    #[arg(long)]
    unescape_formulas: bool,
    /// The type of a column that should not be inferred: boolean, integer, decimal, date, datetime, text or set;
    /// repeatable. In silo and --method safepub, columns without one are text, and values that do not fit are null.
    #[arg(long = "type", value_name = "COLUMN=TYPE", value_parser = parse_type)]
    types: Vec<(String, ValueType)>,
}

/// For how many records a row stands.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Reading options")]
pub(crate) struct WeightArgs {
    /// A column with the number of records that each row stands for, as 'lethe collapse' writes it. It is not a column of the table.
    #[arg(long, value_name = "COLUMN")]
    weights: Option<String>,
}

impl WeightArgs {
    /// The same way to read, with weights.
    pub(crate) fn with(&self, read: ReadOptions) -> ReadOptions {
        let weights = self.weights.clone().map(|column| Weights { column, is_required: true });
        ReadOptions { weights, ..read }
    }

    /// **Errors**: weights are given where they mean nothing.
    pub(crate) fn refuse(&self, beside: &str) -> lethe::Result<()> {
        match &self.weights {
            Some(_) => Err(lethe::Error::Request(format!("--weights cannot be given with {beside}"))),
            None => Ok(()),
        }
    }
}

/// How a table is written.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Writing options")]
pub(crate) struct WriteArgs {
    /// Write an apostrophe before cells and column names of delimited text that a spreadsheet would run as formulas: those that
    /// begin with = + - @, a tab or a carriage return and are no plain numbers. Read them again with --unescape-formulas.
    #[arg(long)]
    pub(crate) escape_formulas: bool,
}

impl WriteArgs {
    /// Where a table goes, and how.
    pub(crate) fn location(&self, name: &str) -> lethe::Result<Location> {
        let location = Location::parse(name)?;
        Ok(if self.escape_formulas { location.escaping_formulas()? } else { location })
    }
}

/// How to read the data, with types from a recipe.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Reading options")]
pub(crate) struct ReadWithRecipeArgs {
    #[command(flatten)]
    read: ReadArgs,
    /// Take roles, types and how to read from this recipe; flags override it.
    #[arg(long = "recipe", value_name = "FILE")]
    recipe: Option<PathBuf>,
}

impl ReadArgs {
    pub(crate) fn options(&self) -> ReadOptions {
        ReadOptions {
            delimiter: self.delimiter,
            header: !self.no_header,
            null_words: self.null_words.clone(),
            types: self.types.clone(),
            unescape_formulas: self.unescape_formulas,
            ..ReadOptions::default()
        }
    }
}

impl ReadWithRecipeArgs {
    /// The quasi-identifiers that are named, or those of the recipe.
    pub(crate) fn quasi(&self, named: &[String]) -> lethe::Result<Vec<String>> {
        if named.is_empty() { self.of_role(Role::Quasi) } else { Ok(named.to_vec()) }
    }

    /// The recipe's k, or the usual one.
    pub(crate) fn k(&self) -> lethe::Result<u64> {
        self.recipe.as_deref().map_or(Ok(lethe::recipe::USUAL_K), |file| {
            lethe::recipe::load(file).map(|recipe| lethe::recipe::usual_k(&recipe))
        })
    }

    /// The columns of a role in the recipe.
    pub(crate) fn of_role(&self, role: Role) -> lethe::Result<Vec<String>> {
        let Some(file) = &self.recipe else { return Ok(Vec::new()) };
        let recipe = lethe::recipe::load(file)?;
        let columns = recipe.columns.iter().filter(|(_, column)| column.role == Some(role));
        Ok(columns.map(|(name, _)| name.clone()).collect())
    }

    /// The files that say how to read.
    pub(crate) fn files(&self) -> Files {
        Files::default().reads_recipe(self.recipe.as_deref())
    }

    pub(crate) fn options(&self) -> lethe::Result<ReadOptions> {
        let options = self.read.options();
        match &self.recipe {
            Some(file) => Ok(lethe::recipe::with_recipe(options, &lethe::recipe::load(file)?)),
            None => Ok(options),
        }
    }
}

fn parse_type(text: &str) -> Result<(String, ValueType), String> {
    let (column, name) = text.rsplit_once('=').ok_or("write COLUMN=TYPE, such as zip=text")?;
    Ok((column.to_owned(), name.parse()?))
}

/// A share of a whole, as a number or in percent.
pub(crate) fn parse_share(text: &str) -> Result<Decimal, &'static str> {
    let share = match text.strip_suffix('%') {
        Some(percent) => Decimal::parse(percent.trim()).map(|percent| {
            let (digits, exponent) = percent.parts();
            Decimal::new(digits, exponent - 2)
        }),
        None => Decimal::parse(text),
    };
    let share = share.filter(|share| (Decimal::ZERO..=Decimal::from(1)).contains(share));
    share.ok_or("write a share between 0 and 1, such as 0.05 or 5%")
}

/// The same where a double will do.
pub(crate) fn parse_rough_share(text: &str) -> Result<f64, &'static str> {
    parse_share(text).map(Decimal::to_f64)
}
