//! `lethe exposure`

mod text;

use crate::args::{Global, ReadArgs, WriteArgs, parse_share};
use crate::commands::column_sets::{Sets, parse_sets};
use crate::commands::files;
use crate::exit::Failure;
use crate::output;
use clap::Args;
use lethe::data::Decimal;
use lethe::exposure::{Aggregate, Exposure, Release, exposure};
use lethe::request::Verdict;
use lethe::{Context, Location};
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  lethe exposure patients.csv --exclude patient_id
  lethe exposure patients.csv --sensitive disease --certain 0.95 --min-support 20 --show-values
  lethe exposure patients.csv --records scores.csv --theta 3 --format json
  lethe exposure patients.csv --columns age,zip,drug,disease --edges graph.csv --check --k 5
  lethe exposure patients.csv --sets \"age,zip;age,gender,drug\" --max-size 4
  lethe exposure patients.csv --exclude patient_id --release statistics.csv --k 10";

const LONG: &str = "Which values give others away, and which records are exposed by it?

Every value of a column is a node, and the edge from one to another says how likely somebody who has the first has the second: \
records with both / records with the first, from exact counts of all pairs of values of different columns. A missing value is no \
node. Reported are the values that reveal most, records and column pairs that deviate from comparable ones by more than theta \
standard deviations, and what is certain: everybody with one value has another.

These are signs of exposure and no proof of safety: which column sets identify records is answered by lethe discover, and \
--check holds the signs against it.

--release writes probabilities that may be shown to others: what is risky is lowered to what all have, and no pair of values that \
fewer than K records have can be derived from them. The column pairs form no cycle, because several tables together reveal more \
than each. What was written is checked before the file appears.";

/// Which values give others away, and which records are exposed by it?
#[derive(Debug, Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The table: .csv .tsv .psv (also .gz .zst), .parquet, .arrow, .feather, file.sqlite#table, or - for standard input.
    data: String,
    /// Only these columns.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    columns: Vec<String>,
    /// Not these columns.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    exclude: Vec<String>,
    /// Sensitive columns: what is certain about them is listed first.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    sensitive: Vec<String>,
    /// Records and column pairs that deviate by more than so many standard deviations are listed.
    #[arg(long, value_name = "N", default_value_t = 2.0)]
    theta: f64,
    /// How many values, records, column pairs and certain inferences are listed.
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Certain inferences are about at least so many records.
    #[arg(long, value_name = "S", default_value_t = 5)]
    min_support: u64,
    /// The least share of those with one value who have the other, so that it is listed as certain.
    #[arg(long, value_name = "SHARE", default_value = "1", value_parser = parse_share)]
    certain: Decimal,
    /// Hold candidates against the column pairs that really expose somebody, for several thresholds.
    #[arg(long)]
    check: bool,
    /// For --check: a column pair exposes a record when fewer than K records have both values. For --release: no pair of values
    /// that fewer than K records have can be derived.
    #[arg(long, value_name = "K", default_value_t = lethe::recipe::USUAL_K)]
    k: u64,
    /// Also measure these column sets, such as "age,zip;gender,drug,zip".
    #[arg(long, value_name = "A,B;C,D", value_parser = parse_sets)]
    sets: Option<Sets>,
    /// Column pairs that are candidates grow to sets of up to M columns of which every pair is one; 2 for none.
    #[arg(long, value_name = "M", default_value_t = 3)]
    max_size: usize,
    /// Write probabilities that may be shown to others to this file: two columns, two values, probability, count, suppressed.
    #[arg(long, value_name = "FILE")]
    release: Option<String>,
    /// For --release: of these column pairs, which must not form a cycle; otherwise those that reveal most are chosen.
    #[arg(long, value_name = "A,B;C,D", value_parser = parse_sets, requires = "release")]
    pairs: Option<Sets>,
    /// Write every edge to this file: two columns, two values, count and probability.
    #[arg(long, value_name = "FILE")]
    edges: Option<String>,
    /// Write the measures of every record to this file: row, sum, mean and whether it is flagged.
    #[arg(long, value_name = "FILE")]
    records: Option<String>,
    /// Merge nodes and report how many are left: those that the same records have (exact), those that imply each other
    /// (implied, threshold:0.95), or those near each other in a map of the graph (manifold).
    #[arg(long, value_name = "HOW", default_value = "none", hide_default_value = true)]
    aggregate: Aggregate,
    /// Draw values that the same records have near each other: an .svg file.
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Show values; without it only columns are named.
    #[arg(long)]
    show_values: bool,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    write: WriteArgs,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let sets = |sets: &Option<Sets>| sets.clone().map_or_else(Vec::new, |sets| sets.0);
    let place =
        |name: &Option<String>| name.as_deref().map(|name| arguments.write.location(name)).transpose();
    let release = place(&arguments.release)?;
    let request = Exposure {
        data: Location::parse(&arguments.data)?,
        read: arguments.read.options(),
        columns: arguments.columns.clone(),
        exclude: arguments.exclude.clone(),
        sensitive: arguments.sensitive.clone(),
        theta: arguments.theta,
        top: arguments.top,
        min_support: arguments.min_support,
        certain: arguments.certain,
        k: arguments.k,
        check: arguments.check,
        sets: sets(&arguments.sets),
        max_size: arguments.max_size,
        release: release.map(|file| Release { file, pairs: sets(&arguments.pairs) }),
        aggregate: arguments.aggregate,
        show_values: arguments.show_values,
        map: arguments.map.clone().map(Into::into),
        edges: place(&arguments.edges)?,
        records: place(&arguments.records)?,
    };
    files::check(request.files(), global)?;
    let report = exposure(&request, context)?;
    output::report(global, &report, || text::text(&report))?;
    Ok(Verdict::Holds)
}
