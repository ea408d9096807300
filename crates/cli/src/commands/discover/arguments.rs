//! The flags of `lethe discover`.

use crate::args::{ReadWithRecipeArgs, WeightArgs, parse_rough_share};
use crate::exit::Failure;
use clap::{Args, ValueEnum};
use lethe::Location;
use lethe::Plot;
use lethe::discover::{ALGORITHMS, Details, Discover, Effort, MinExposed, RecordFile};
use lethe::discovery::qid;
use lethe::recipe_file::parse_time_or_none;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "Examples:
  lethe discover patients.csv
  lethe discover patients.csv --k 5 --min-exposed 1%
  lethe discover patients.parquet --exclude notes --max-size 3 --borders --format json -o found.json
  lethe discover survey.csv --weights count --time-limit 30s
  lethe discover patients.csv --max-size 3 --plot exposed.svg --witness 3
  lethe discover patients.csv --records at-risk.csv --record-size 3
  lethe discover patients.csv --approximate
  lethe discover patients.csv --max-size 2 --emit-sql=patients -o patients.sql
  lethe discover release.csv --k 3 --fail-if-found";

const LONG: &str = "Which minimal column sets identify records.

A record is exposed by a column set when its equivalence class on these columns has fewer than K records. A set that exposes \
a record is a quasi-identifier; it is minimal when no smaller set inside it is one. Columns that identify records by \
themselves, and the direct identifiers of a recipe, are set aside first.

For each column the table counts, of the records that the listed sets expose, those that no listed set exposes any more \
if the column is dropped, or generalized: neighbouring numbers or dates are joined until each group has at least two values \
and a tenth of the records. Larger sets, which are not listed, may still expose them.";

/// Which minimal column sets identify records: the quasi-identifiers.
#[derive(Debug, Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "a flag is a bool")]
pub(crate) struct Arguments {
    /// The table: .csv .tsv .psv (also .gz .zst), .parquet, .arrow, .feather, file.sqlite#table, or - for standard
    /// input.
    data: String,
    /// Records in classes of fewer than K are exposed; at least 2.
    #[arg(long, value_name = "K", default_value_t = lethe::recipe::USUAL_K)]
    k: u64,
    /// Only sets that expose at least so many records, or such a share of all.
    #[arg(long, value_name = "N|P%", default_value_t = MinExposed::default())]
    min_exposed: MinExposed,
    /// Only these columns.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    columns: Vec<String>,
    /// Not these columns.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    exclude: Vec<String>,
    /// Only sets of up to N columns.
    #[arg(long, value_name = "N")]
    max_size: Option<usize>,
    /// How a missing value compares with others: it is a value of its own, or it may be any value.
    #[arg(long, value_enum, default_value_t = Nulls::Value)]
    nulls: Nulls,
    /// Distinct values per row with a value from which a column counts as identifying by itself.
    #[arg(long, value_name = "SHARE", value_parser = parse_rough_share, default_value_t = 1.0)]
    standalone_threshold: f64,
    /// Combine columns that identify records by themselves, too.
    #[arg(long)]
    keep_standalone: bool,
    /// The search algorithm; all find the same sets. auto takes exact; the others are those of the literature, to
    /// compare with.
    #[arg(long, value_name = "NAME", default_value = ALGORITHMS[0], value_parser = ALGORITHMS)]
    algorithm: String,
    /// Where to search.
    #[arg(long, value_enum, default_value_t = Device::Cpu)]
    device: Device,
    /// Stop after this time, such as 500ms, 30s, 5m or 1h, and report what is proven; exit status 3. A tenth of it is kept
    /// for what is reported besides the sets.
    #[arg(long, value_name = "TIME", value_parser = parse_limit)]
    time_limit: Option<Duration>,
    /// Also report the records each set exposes; the table does so for the sets it shows.
    #[arg(long, help_heading = TELL)]
    coverage: bool,
    /// Also list the maximal sets that are no quasi-identifiers.
    #[arg(long, help_heading = TELL)]
    borders: bool,
    /// Also list up to N rows that each set exposes: their numbers, never their values.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, help_heading = TELL)]
    witness: usize,
    /// Show N sets in the table; JSON has all.
    #[arg(long, value_name = "N", default_value_t = 30, help_heading = TELL)]
    pub(super) top: usize,
    /// Also list constant columns, and columns that another one determines.
    #[arg(long, help_heading = TELL)]
    explain_dependencies: bool,
    /// Also draw the records exposed over the size of sets, and the sets each column is in.
    #[arg(long, value_name = "FILE.svg", help_heading = TELL)]
    pub(super) plot: Option<PathBuf>,
    /// Exit status 1 when a quasi-identifier is found, or a column that identifies records by itself.
    #[arg(long, help_heading = TELL)]
    fail_if_found: bool,
    /// Also write the records that few columns identify, with their scores: a table with row numbers.
    #[arg(long, value_name = "FILE", help_heading = RECORDS)]
    records: Option<String>,
    /// Look for minimal sets of a record of up to M columns.
    #[arg(long, value_name = "M", default_value_t = 3, requires = "records", help_heading = RECORDS)]
    record_size: usize,
    /// The share of the population that the table holds, for the DIS scores.
    #[arg(long, value_name = "SHARE", value_parser = parse_rough_share, default_value_t = 0.01, requires = "records", help_heading = RECORDS)]
    sampling_fraction: f64,
    /// Do not search; estimate from samples which few columns separate most records. Every figure is approximate.
    #[arg(long, conflicts_with_all = ONLY_WITH_SEARCH, conflicts_with_all = ["emit_sql", "min_exposed", "max_size"],
          help_heading = INSTEAD)]
    pub(super) approximate: bool,
    /// Do not search; print SQL for your own database, one statement a set. The table is called TABLE there, or like
    /// the file.
    #[arg(long, value_name = "TABLE", num_args = 0..=1, require_equals = true, default_missing_value = "",
          conflicts_with_all = ONLY_WITH_SEARCH, help_heading = INSTEAD)]
    emit_sql: Option<String>,
    #[command(flatten)]
    pub(super) read: ReadWithRecipeArgs,
    #[command(flatten)]
    weights: WeightArgs,
}

const TELL: &str = "What to report";
const RECORDS: &str = "Records at risk";
const INSTEAD: &str = "Instead of searching";
/// What says nothing without a search; to ignore it would look like an answer.
const ONLY_WITH_SEARCH: [&str; 10] = [
    "algorithm",
    "borders",
    "coverage",
    "explain_dependencies",
    "fail_if_found",
    "plot",
    "records",
    "time_limit",
    "top",
    "witness",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Nulls {
    Value,
    Wildcard,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Device {
    Cpu,
    Gpu,
}

impl Arguments {
    /// The call as a request; readers see the details of the sets they are shown, programs what they request.
    pub(super) fn request(&self, for_records: bool) -> Result<Discover, Failure> {
        if self.device == Device::Gpu {
            let problem = "--device gpu is not built in; leave it out to search with the processor";
            return Err(lethe::Error::Request(problem.to_owned()).into());
        }
        let details = Details {
            coverage: for_records || self.coverage,
            witnesses: self.witness,
            only_first: for_records.then_some(self.top),
            borders: self.borders,
            dependencies: self.explain_dependencies,
            records_by_size: self.plot.is_some(),
            column_records: match (self.coverage, for_records) {
                (true, _) => Effort::Any,
                (false, true) => Effort::Little,
                (false, false) => Effort::None,
            },
        };
        Ok(Discover {
            data: Location::parse(&self.data)?,
            read: self.weights.with(self.read.options()?),
            columns: self.columns.clone(),
            exclude: self.excluded()?,
            k: self.k,
            min_exposed: self.min_exposed,
            max_size: self.max_size,
            nulls: if self.nulls == Nulls::Value { qid::Nulls::Value } else { qid::Nulls::Wildcard },
            algorithm: self.algorithm.clone(),
            standalone_threshold: self.standalone_threshold,
            keep_standalone: self.keep_standalone,
            time_limit: self.time_limit,
            details,
            fail_if_found: self.fail_if_found,
            records: self.record_file()?,
        })
    }

    /// The columns to leave out: those named, and the direct identifiers of the recipe.
    fn excluded(&self) -> Result<Vec<String>, Failure> {
        let mut exclude = self.exclude.clone();
        let identifying = self.read.of_role(lethe::data::Role::Identifying)?;
        exclude.extend(identifying.into_iter().filter(|name| !self.columns.contains(name)));
        Ok(exclude)
    }

    fn record_file(&self) -> Result<Option<RecordFile>, Failure> {
        let Some(name) = &self.records else { return Ok(None) };
        if name == "-" {
            let problem = "--records writes a file; standard output is for the report";
            return Err(lethe::Error::Request(problem.to_owned()).into());
        }
        let output = Location::parse(name)?;
        let (max_size, sampling_fraction) = (self.record_size, self.sampling_fraction);
        Ok(Some(RecordFile { output, max_size, sampling_fraction }))
    }

    /// The table, as it was named.
    pub(super) fn data(&self) -> &str {
        &self.data
    }

    /// The picture to draw, where one is requested.
    pub(super) fn plot(&self) -> Result<Option<Plot>, Failure> {
        Ok(self.plot.as_ref().map(Plot::at).transpose()?)
    }

    /// The name of the table in SQL, empty for that of the file, where SQL is requested.
    pub(super) fn sql_table(&self) -> Option<&str> {
        self.emit_sql.as_deref()
    }
}

fn parse_limit(text: &str) -> Result<Duration, &'static str> {
    parse_time_or_none(text).ok_or("write a time such as 500ms, 30s, 5m or 1h")
}
