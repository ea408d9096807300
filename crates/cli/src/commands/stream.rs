//! `lethe stream`

use crate::args::{Global, WriteArgs};
use crate::commands::column_sets::{Sets, parse_sets};
use crate::commands::files;
use crate::exit::Failure;
use crate::output::{self, printable};
use clap::{Args, ValueEnum};
use lethe::Context;
use lethe::data::wording::{counted, grouped};
use lethe::request::{Report as _, Verdict};
use lethe::stream::{AtEnd, Stream, StreamReport, stream};
use std::fmt::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  lethe stream inbox/ --state clinic.stream --columns age,zip,gender --max-size 2 --k 5 -o released.csv
  lethe stream events.csv --follow --state s --sets \"age,zip;gender,zip\" --k 10 --max-delay 20 -o released.csv
  tail -n +1 feed.csv | lethe stream - --id event --state s --columns age,zip --k 5 --finish -o released.csv";

const LONG: &str = "Release records as they arrive, each when enough others look like it.

A record is judged on column sets. It is released once at least k released records, those released with it included, show the \
same values on each of them; the most records that can go together go. Until then it is held, for --max-delay further batches at \
most; then cells of it are suppressed (*), and what it shows so needs k carriers, too: a suppressed cell is a value, and so is a missing \
one. A record that has too few carriers even with all its cells suppressed is dropped. Every batch is counted again by the verifier before it \
is shown, and the whole output with --finish.

All is kept in the folder --state: the next call goes on where this one ended, however it ended, and nothing is lost or doubled. \
The folder holds records that were not released; only its owner can read it. Guard it like the input.";

/// Release records as they arrive, each when enough others look like it.
#[derive(Debug, Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A .csv, .tsv or .psv file that may grow, a folder that such files, also .gz and .zst, are put into, or - for standard input.
    #[arg(value_name = "INPUT", default_value = "-")]
    input: String,
    /// The folder with the state of the stream; made where there is none.
    #[arg(long, value_name = "DIR")]
    state: PathBuf,
    /// Column sets to judge records on, such as "age,zip;gender".
    #[arg(long, value_name = "A,B;C", value_parser = parse_sets)]
    sets: Option<Sets>,
    /// Columns to judge records on: all of them together, or --max-size at a time.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    columns: Vec<String>,
    /// Judge records on all sets of at most M of the columns.
    #[arg(long, value_name = "M")]
    max_size: Option<usize>,
    /// The carriers that each combination must have; without it, the recipe's k.
    #[arg(long, value_name = "K")]
    k: Option<u64>,
    /// Records a batch.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    batch: usize,
    /// For how many batches after its own a record is held.
    #[arg(long, value_name = "D", default_value_t = 10)]
    max_delay: u64,
    /// What happens to a record that was held so long.
    #[arg(long, value_enum, default_value_t = Overdue::Suppress)]
    overdue: Overdue,
    /// A column that names the record: one that was taken is not taken again. It is not written out.
    #[arg(long, value_name = "COLUMN")]
    id: Option<String>,
    /// Keep a model of all that was released in this file, as of 'lethe silo train' on the output with * as missing.
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// Columns that are not written out.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    exclude: Vec<String>,
    /// Wait for more when all is taken; an interrupt ends it.
    #[arg(long)]
    follow: bool,
    /// Nothing more will come: all that is still held is overdue.
    #[arg(long, conflicts_with = "follow")]
    finish: bool,
    /// Take k, quasi-identifying columns and, as not to be written out, identifying ones from this recipe.
    #[arg(long, value_name = "FILE")]
    recipe: Option<PathBuf>,
    /// Field separator of the input: one character, or 'tab'; found out when not given.
    #[arg(long, value_name = "CHAR", value_parser = lethe::io::parse_delimiter)]
    delimiter: Option<u8>,
    #[command(flatten)]
    write: WriteArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Overdue {
    /// Cells of it are suppressed until what it shows has k carriers; where that cannot be, it is dropped.
    Suppress,
    /// It is never shown.
    Drop,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let Some(output) = global.output.as_deref().filter(|file| *file != "-") else {
        let problem = "a stream is appended to a file: name it with -o FILE";
        return Err(lethe::Error::Request(problem.to_owned()).into());
    };
    let request = Stream {
        input: arguments.input.clone(),
        state: arguments.state.clone(),
        output: PathBuf::from(output),
        model: arguments.model.clone(),
        recipe: arguments.recipe.clone(),
        sets: arguments.sets.clone().map_or_else(Vec::new, |sets| sets.0),
        columns: arguments.columns.clone(),
        max_size: arguments.max_size,
        k: arguments.k,
        batch: arguments.batch,
        max_delay: arguments.max_delay,
        drop_overdue: arguments.overdue == Overdue::Drop,
        id: arguments.id.clone(),
        exclude: arguments.exclude.clone(),
        delimiter: arguments.delimiter,
        escape_formulas: arguments.write.escape_formulas,
        at_end: match (arguments.follow, arguments.finish) {
            (true, _) => AtEnd::Follow,
            (false, true) => AtEnd::Finish,
            (false, false) => AtEnd::Pause,
        },
    };
    files::check_all(request.files())?;
    let report = stream(&request, context)?;
    output::notice(global, &report, || text(&report))?;
    Ok(report.verdict())
}

/// What a run did, for readers.
fn text(report: &StreamReport) -> String {
    let judged = counted(report.sets.len() as u64, "column set");
    let mut text = format!("{}: k = {} on {judged}\n", printable(&report.output), report.k);
    let mut table = output::table(&["records", "this run", "all runs"]);
    let (run, total) = (&report.run, &report.total);
    for (words, now, all) in [
        ("taken in", run.taken, total.taken),
        ("left out, taken before", run.repeated, total.repeated),
        ("released as they came", run.released, total.released),
        ("released with suppressed cells", run.suppressed, total.suppressed),
        ("dropped", run.dropped, total.dropped),
    ] {
        table.add_row([words.to_owned(), grouped(now), grouped(all)]);
    }
    table.add_row(["held".to_owned(), String::new(), grouped(report.held)]);
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{table}");
    let verified = &report.verified;
    if let Some(fewest) = verified.fewest_carriers {
        let records = counted(verified.records, "record");
        let whole = if verified.whole_file { ", and the whole file once more" } else { "" };
        let _ = writeln!(
            text,
            "verified: {records} of the output{whole}; each combination is shown by at least {}",
            grouped(fewest)
        );
    }
    text
}
