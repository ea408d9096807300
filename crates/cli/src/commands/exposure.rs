//! `lethe exposure`

use crate::args::{Global, ReadArgs};
use crate::commands::column_sets::{Sets, parse_sets};
use crate::commands::files::{self, Role};
use crate::exit::{Answer, Failure};
use crate::output::{self, printable};
use clap::Args;
use lethe::data::Decimal;
use lethe::data::wording::{counted, grouped};
use lethe::exposure::{Aggregate, Exposure, ExposureReport, Release, exposure};
use lethe::{Context, Location};
use std::fmt::Write;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "Examples:
  lethe exposure patients.csv --exclude patient_id
  lethe exposure patients.csv --sensitive disease --certain 0.95 --min-support 20 --show-values
  lethe exposure patients.csv --records scores.csv --theta 3 --format json
  lethe exposure patients.csv --columns age,zip,drug,disease --edges graph.csv --check --k 5
  lethe exposure patients.csv --sets \"age,zip;age,gender,drug\" --max-size 4
  lethe exposure patients.csv --exclude patient_id --release statistics.csv --k 10";

const LONG: &str = "Which values give others away, and which records are exposed by it?

Every value of a column is a node, and the edge from one to another says how likely somebody who has the first has the second: \
people with both / people with the first, from exact counts of all pairs of values of different columns. A missing value is no \
node. Told are the values that give most away, records and column pairs that deviate from comparable ones by more than theta \
standard deviations, and what is certain: everybody with one value has another.

These are signs of exposure and no proof of safety: which column sets single people out is answered by lethe discover, and \
--check holds the signs against it.

--release writes probabilities that may be shown to others: what is risky is lowered to what all have, and no pair of values that \
fewer than K people have can be worked out from them. The column pairs form no cycle, because several tables together tell more \
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
    /// Columns whose values nobody should learn: what is certain about them is told first.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    sensitive: Vec<String>,
    /// Records and column pairs that deviate by more than so many standard deviations are told.
    #[arg(long, value_name = "N", default_value_t = 2.0)]
    theta: f64,
    /// How many values, records, column pairs and certain inferences are told.
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Certain inferences are about at least so many people.
    #[arg(long, value_name = "S", default_value_t = 5)]
    min_support: u64,
    /// The least share of those with one value who have the other, so that it is told as certain.
    #[arg(long, value_name = "SHARE", default_value = "1", value_parser = parse_share)]
    certain: Decimal,
    /// Hold candidates against the column pairs that really expose somebody, for several thresholds.
    #[arg(long)]
    check: bool,
    /// For --check: a column pair exposes somebody when fewer than K people have both values. For --release: no pair of values
    /// that fewer than K people have can be worked out.
    #[arg(long, value_name = "K", default_value_t = 2)]
    k: u64,
    /// Also measure these column sets, such as "age,zip;gender,drug,zip".
    #[arg(long, value_name = "A,B;C,D", value_parser = parse_sets)]
    sets: Option<Sets>,
    /// Column pairs that are candidates grow to sets of up to M columns of which every pair is one; 2 for none.
    #[arg(long, value_name = "M", default_value_t = 3)]
    max_size: usize,
    /// Write probabilities that may be shown to others to this file: two columns, two values, probability, count, withheld.
    #[arg(long, value_name = "FILE")]
    release: Option<String>,
    /// For --release: of these column pairs, which must not form a cycle; otherwise those that tell most are chosen.
    #[arg(long, value_name = "A,B;C,D", value_parser = parse_sets, requires = "release")]
    pairs: Option<Sets>,
    /// Write every edge to this file: two columns, two values, count and probability.
    #[arg(long, value_name = "FILE")]
    edges: Option<String>,
    /// Write the measures of every record to this file: row, sum, mean and whether it is flagged.
    #[arg(long, value_name = "FILE")]
    records: Option<String>,
    /// Make nodes one and tell how many are left: those that the same people have (exact), those that imply each other
    /// (implied, threshold:0.95), or those near each other in a map of the graph (manifold).
    #[arg(long, value_name = "HOW", default_value = "none", hide_default_value = true)]
    aggregate: Aggregate,
    /// Draw values that the same people have near each other: an .svg file.
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Show values; without it only columns are named.
    #[arg(long)]
    show_values: bool,
    #[command(flatten)]
    read: ReadArgs,
}

fn parse_share(text: &str) -> Result<Decimal, &'static str> {
    Decimal::parse(text).ok_or("write a share, such as 0.95")
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Answer, Failure> {
    let sets = |sets: &Option<Sets>| sets.clone().map_or_else(Vec::new, |sets| sets.0);
    let release = arguments.release.as_deref().map(Location::parse).transpose()?;
    let place = |name: &Option<String>| name.as_deref().map(Location::parse).transpose();
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
        map: arguments.map.clone(),
        edges: place(&arguments.edges)?,
        records: place(&arguments.records)?,
    };
    check_files(&request, global)?;
    let report = exposure(&request, context)?;
    output::report(global, &report, || text(&report))?;
    Ok(Answer::Good)
}

fn check_files(request: &Exposure, global: &Global) -> Result<(), Failure> {
    let path = |location: &'_ Option<Location>| location.as_ref().and_then(|location| location.path.clone());
    let (edges, records) = (path(&request.edges), path(&request.records));
    let report = global.output.as_deref().filter(|file| *file != "-").map(Path::new);
    let read = request.data.path.as_deref().map(|path| Role { called: "the table", path });
    let released = request.release.as_ref().and_then(|release| release.file.path.as_deref());
    let written = [
        ("--edges", edges.as_deref()),
        ("--records", records.as_deref()),
        ("--map", request.map.as_deref()),
        ("--release", released),
        ("-o", report),
    ];
    let written: Vec<Role<'_>> =
        written.into_iter().filter_map(|(called, path)| Some(Role { called, path: path? })).collect();
    files::check(&read.into_iter().collect::<Vec<_>>(), &written)
}

/// What is exposed as people read it. Writing to a String cannot fail.
fn text(report: &ExposureReport) -> String {
    let mut text = format!(
        "{}, {} values of {}, {} edges\nA record's values give each other away with probability {:.4} on average (sigma {:.4}); {} deviate by more \
         than {} sigma\n",
        counted(report.rows, "row"),
        grouped(report.nodes),
        counted(report.columns.len() as u64, "column"),
        grouped(report.edges),
        report.mean,
        report.sigma,
        counted(report.flagged_records, "record"),
        report.theta,
    );
    let shown = |column: &str, value: &Option<String>| match value {
        Some(value) => format!("{} = {}", printable(column), printable(value)),
        None => printable(column),
    };
    if !report.top_nodes.is_empty() {
        let mut table = output::table(&["value of", "people", "mean inference", "summed"]);
        for node in &report.top_nodes {
            table.add_row([
                shown(&node.column, &node.value),
                grouped(node.count),
                format!("{:.4}", node.mcf),
                format!("{:.4}", node.scf),
            ]);
        }
        let _ = writeln!(text, "{table}");
    }
    if !report.top_records.is_empty() {
        let mut table = output::table(&["row", "sum", "mean", "deviates by sigma"]);
        for record in &report.top_records {
            let numbers = [record.sum, record.mean, record.deviation].map(|number| format!("{number:.4}"));
            table.add_row([grouped(record.row)].into_iter().chain(numbers));
        }
        let _ = writeln!(text, "{table}");
    }
    if !report.candidates.is_empty() {
        let mut table = output::table(&["columns", "deviate by sigma", "fewest people"]);
        for set in &report.candidates {
            let columns: Vec<String> = set.columns.iter().map(|column| printable(column)).collect();
            table.add_row([columns.join(", "), format!("{:.4}", set.deviation), grouped(set.fewest)]);
        }
        let _ = writeln!(text, "{table}\n{} candidates", grouped(report.candidate_sets));
    }
    if !report.sets.is_empty() {
        let headings =
            ["column set", "mean", "largest", "mean sum", "largest", "flagged records", "fewest people"];
        let mut table = output::table(&headings);
        for set in &report.sets {
            let columns: Vec<String> = set.columns.iter().map(|column| printable(column)).collect();
            let numbers = [set.mean, set.largest_mean, set.sum, set.largest_sum];
            let numbers = numbers.map(|number| format!("{number:.4}"));
            let counts = [set.flagged_records, set.fewest].map(grouped);
            table.add_row([columns.join(", ")].into_iter().chain(numbers).chain(counts));
        }
        let _ = writeln!(text, "{table}");
    }
    if !report.certain.is_empty() {
        let mut table = output::table(&["everybody with", "has", "people", "share"]);
        for rule in &report.certain {
            let sensitive = if rule.sensitive { " (sensitive)" } else { "" };
            table.add_row([
                shown(&rule.from_column, &rule.from_value),
                shown(&rule.to_column, &rule.to_value) + sensitive,
                grouped(rule.support),
                format!("{:.4}", rule.probability),
            ]);
        }
        let _ = writeln!(text, "{table}\n{} inferences as certain", grouped(report.certain_inferences));
    }
    if let Some(levels) = &report.levels {
        let mut table = output::table(&[
            "level",
            "nodes",
            "edges",
            "error of a probability",
            "made in ms",
            "a step in ms",
        ]);
        for (at, level) in levels.iter().enumerate() {
            let error =
                if level.error > 0.0 { format!("at most {:.4}", level.error) } else { "none".to_owned() };
            let times = [level.made_ms, level.step_ms].map(|time| format!("{time:.3}"));
            let row = [at.to_string(), grouped(level.nodes), grouped(level.edges), error];
            table.add_row(row.into_iter().chain(times));
        }
        let _ = writeln!(text, "{table}");
    }
    if let Some(release) = &report.release {
        let _ = writeln!(
            text,
            "Released {} edges of {}: {} lowered, {} raised by at most {:.4}, {} without a count, {} of values that are not named \
             left out\nChecked on the file: {} of fewer than {} people, none of which can be worked out",
            grouped(release.edges),
            counted(release.column_pairs.len() as u64, "column pair"),
            grouped(release.lowered),
            grouped(release.raised),
            release.largest_change,
            grouped(release.withheld),
            grouped(release.unnamed),
            counted(release.checked_pairs, "pair"),
            release.k,
        );
    }
    if let Some(checks) = &report.check {
        let mut table =
            output::table(&["theta", "candidates", "precision", "recall", "false positives", "missed"]);
        for check in checks {
            let share = |share: Option<f64>| share.map_or("-".to_owned(), |share| format!("{share:.4}"));
            table.add_row([
                format!("{:.4}", check.theta),
                grouped(check.candidates),
                share(check.precision),
                share(check.recall),
                grouped(check.false_positives),
                grouped(check.false_negatives),
            ]);
        }
        let _ = writeln!(text, "{table}");
    }
    let _ = write!(text, "Counted in {:.0} ms", report.elapsed_ms);
    text
}
