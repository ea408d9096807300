//! `lethe risk`

use crate::args::{Global, ReadWithRecipeArgs, WeightArgs};
use crate::commands::files;
use crate::exit::Failure;
use crate::output::{self, printable};
use clap::Args;
use lethe::data::wording::{counted, grouped};
use lethe::recipe_file::Population;
use lethe::request::Verdict;
use lethe::risk::{Attack, Risk, Risks, UniquenessEstimate, risk};
use lethe::{Context, Location};
use std::fmt::Write;

const EXAMPLES: &str = "Examples:
  lethe risk patients.csv --quasi age,gender,zip
  lethe risk patients.csv --quasi age,gender,zip --k 5 --population 83000000
  lethe risk patients.csv --quasi age,zip --population residents.csv --format json
  lethe risk patients.csv --quasi age,gender,zip,birth --subsets 2 --suda=3";

/// How re-identifiable are the records as they stand?
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The table: .csv .tsv .psv (also .gz .zst), .parquet, .arrow, .feather, file.sqlite#table, or - for standard
    /// input.
    data: String,
    /// The quasi-identifiers; those of --recipe when not given.
    #[arg(long, value_delimiter = ',', value_name = "A,B", required_unless_present = "recipe")]
    quasi: Vec<String>,
    /// Records in classes of fewer than K are at risk; without it, the recipe's k, or 2.
    #[arg(long, value_name = "K")]
    k: Option<u64>,
    /// The population the table was drawn from: its size, or a file with its records.
    #[arg(long, value_name = "N|FILE")]
    population: Option<String>,
    /// Report how well every choice of up to N columns separates records.
    #[arg(long, value_name = "N", default_value_t = 1)]
    subsets: usize,
    /// Also find the records that up to N columns identify.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "3")]
    suda: Option<usize>,
    #[command(flatten)]
    read: ReadWithRecipeArgs,
    #[command(flatten)]
    weights: WeightArgs,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let request = Risk {
        data: Location::parse(&arguments.data)?,
        read: arguments.weights.with(arguments.read.options()?),
        quasi: arguments.read.quasi(&arguments.quasi)?,
        k: arguments.k.map_or_else(|| arguments.read.k(), Ok)?,
        population: arguments.population.as_deref().map(population),
        subsets: arguments.subsets,
        suda: arguments.suda,
    };
    files::check(request.files().and(arguments.read.files()), global)?;
    let risks = risk(&request, context)?;
    output::report(global, &risks, || text(&risks, request.k))?;
    Ok(Verdict::Holds)
}

/// A number is a size, everything else a file.
fn population(text: &str) -> Population {
    text.parse().map_or_else(|_| Population::File(text.to_owned()), Population::Size)
}

/// The risks for readers.
fn text(risks: &Risks, k: u64) -> String {
    let rows = counted(risks.rows, "row");
    let Some((smallest, mean)) = risks.min_class.zip(risks.avg_class) else { return format!("{rows}\n") };
    let mut text = format!(
        "{rows} in {} classes; smallest {}, mean {mean:.2}; {} unique\n",
        grouped(risks.classes),
        grouped(smallest),
        grouped(risks.unique_rows),
    );
    let risky = format!("above 1/{k}");
    let mut table = output::table(&["attacker", "highest risk", "mean risk", risky.as_str()]);
    for (name, attack) in [("prosecutor", risks.prosecutor), ("journalist", risks.journalist)] {
        if let Some(Attack { max, avg, at_risk }) = attack {
            table.add_row([name.to_owned(), percent(max), percent(avg), percent(at_risk)]);
        }
    }
    if let Some(marketer) = risks.marketer {
        table.add_row(["marketer".to_owned(), String::new(), percent(marketer), String::new()]);
    }
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{table}");
    let mut table = output::table(&["columns", "combinations", "per row", "pairs separated", "unique"]);
    for one in &risks.columns {
        table.add_row([
            printable(&one.columns.join(", ")),
            grouped(one.classes),
            one.distinction.map(percent).unwrap_or_default(),
            one.separation.map(percent).unwrap_or_default(),
            grouped(one.unique_rows),
        ]);
    }
    let _ = writeln!(text, "{table}");
    estimates(risks, &mut text);
    if let Some(suda) = &risks.suda {
        let _ = writeln!(
            text,
            "Up to {} columns identify {}; a match with one of them is correct with probability {:.4}",
            suda.max_size,
            counted(suda.rows_at_risk, "row"),
            suda.dis
        );
    }
    text
}

fn estimates(risks: &Risks, text: &mut String) {
    let Some(population) = &risks.population else { return };
    let mut table = output::table(&["estimator", "unique in the population", "share"]);
    let used = population.dankar_uses.as_deref().unwrap_or("none");
    let named = [("Pitman", population.pitman), ("Zayatz", population.zayatz), ("SNB", population.snb)];
    let rule = format!("rule of Dankar et al. ({used})");
    for (name, estimate) in named.into_iter().chain([(rule.as_str(), population.dankar)]) {
        let cells = match estimate {
            Some(UniquenessEstimate { records, share }) => [format!("{records:.0}"), percent(share)],
            None => ["does not fit".to_owned(), String::new()],
        };
        table.add_row([name.to_owned()].into_iter().chain(cells));
    }
    let _ = writeln!(text, "{table}");
}

fn percent(share: f64) -> String {
    output::percent(share, 2)
}
