//! `lethe attack`

use crate::args::{Global, ReadArgs};
use crate::commands::{attack_text, files};
use crate::exit::Failure;
use crate::output::{self, printable};
use clap::Args;
use lethe::Plot;
use lethe::attack::{Attack, AttackReport, KnowledgeRange, ReadingCounts, SuppressedReading, attack, plot};
use lethe::data::wording::{counted, grouped};
use lethe::request::{Report as _, Verdict};
use lethe::{Context, Location};
use std::fmt::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  lethe attack release.csv --known voters.csv
  lethe attack release.csv --known patients.csv --columns age,zip --sensitive disease --truth id
  lethe attack release.csv --known patients.csv --recipe clinic.toml --format json
  lethe attack compartments/ --known patients.csv --k 5
  lethe attack release.csv --known patients.csv --knowledge 1..6 --draws 10 --original patients.csv --plot success.svg
  lethe attack release.csv --known voters.csv --tolerance age=2,zip=1 --absent others.csv";

const LONG: &str = "Link a release with what somebody knows about records: which are re-identified?

A record is a candidate of a known person when each value that it shows in a known column is consistent with the known one: \
the same, *, n/a or nothing, an interval, a set, a period or a masked text that holds it, or a node of a hierarchy above it. \
Somebody with one candidate is re-identified; somebody whose candidates all show the same sensitive value has it disclosed. \
Everybody who is known is taken to be in the release. \
With --tolerance what is known may be wrong by so much. \
The share of candidates with the most frequent sensitive value is the confidence with which it is inferred, and it is compared with the value's share \
of the whole release. \
Of a folder of compartments each is attacked by itself, and the one that gets furthest with a person counts.

A suppressed record, one with * in every quasi-identifier, is read in two ways. By the rule that equal records are \
suppressed together it is nobody's candidate whose class is published: this counts, because it leaves fewer candidates. \
Or it may be anybody's record: this is reported beside it, and counts with --reading any, or where the recipe samples \
records. The quasi-identifiers are those of the recipe; without one, all columns of both files that are not sensitive.

Exit status 1 when anybody is re-identified or a sensitive value is disclosed, else 0. The attack shows what one attacker can do with one piece of knowledge; \
that a release is safe is shown by lethe verify.";

/// Link a release with what somebody knows about records: who is re-identified?
#[derive(Debug, Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The released table: .csv .tsv .psv (also .gz .zst), .parquet, .arrow, .feather, file.sqlite#table, or - for
    /// standard input; or a folder of compartments.
    released: String,
    /// What is known: a table with one row a person and columns named as in the release.
    #[arg(long, value_name = "FILE")]
    known: String,
    /// The known columns; without it, all that are in both files and neither sensitive nor, in the recipe, identifying.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    columns: Vec<String>,
    /// The columns that an attacker wants to learn; without it, the sensitive ones of the recipe.
    #[arg(long, value_delimiter = ',', value_name = "A,B")]
    sensitive: Vec<String>,
    /// A column of both files that says who is who: claims are scored with it, and it is never compared.
    #[arg(long, value_name = "COLUMN")]
    truth: Option<String>,
    /// Records with fewer than K candidates are narrowed down; without it, the recipe's k, or 2.
    #[arg(long, value_name = "K")]
    k: Option<u64>,
    /// Attack with M columns a person, drawn at random among the known ones; or with 1, 2, … up to M.
    #[arg(long, value_name = "M|1..M")]
    knowledge: Option<KnowledgeRange>,
    /// How often columns are drawn for each person.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "knowledge")]
    draws: u64,
    /// Whose candidate a suppressed record is: everybody's (any), or nobody's whose class is published, because equal
    /// records are suppressed together (rule); without it, rule, unless the recipe samples records.
    #[arg(long, value_name = "any|rule")]
    reading: Option<SuppressedReading>,
    /// Exit with 0 when sensitive values are disclosed and nobody is re-identified.
    #[arg(long)]
    ignore_disclosure: bool,
    /// Draw success over the number of known columns: an .svg file.
    #[arg(long, value_name = "FILE", requires = "knowledge")]
    plot: Option<PathBuf>,
    /// Take hierarchies, types, sensitive columns and k from this recipe.
    #[arg(long, value_name = "FILE")]
    recipe: Option<PathBuf>,
    /// The hierarchy file of a column, whose labels the release shows; repeatable.
    #[arg(long, value_name = "COLUMN=FILE", value_parser = parse_file)]
    hierarchy: Vec<(String, String)>,
    /// How far known values may be from the true ones: numbers by a difference, dates by days, texts by edits.
    #[arg(long, value_name = "COLUMN=N,…", value_delimiter = ',', value_parser = parse_tolerance)]
    tolerance: Vec<(String, String)>,
    /// Count the records whose sensitive value is inferred with at least this confidence, the share of their candidates
    /// that show it.
    #[arg(long, value_name = "SHARE,…", value_delimiter = ',', default_value = "0.5,0.8,0.95")]
    confidence: Vec<f64>,
    /// A table of records that are not in the release: how many of them seem to be?
    #[arg(long, value_name = "FILE")]
    absent: Option<String>,
    /// The table before it was anonymized, attacked in the same way for comparison.
    #[arg(long, value_name = "FILE")]
    original: Option<String>,
    #[command(flatten)]
    read: ReadArgs,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let request = Attack {
        released: arguments.released.clone(),
        known: Location::parse(&arguments.known)?,
        read: arguments.read.options(),
        recipe: arguments.recipe.clone(),
        hierarchies: arguments.hierarchy.clone(),
        columns: arguments.columns.clone(),
        sensitive: arguments.sensitive.clone(),
        truth: arguments.truth.clone(),
        k: arguments.k,
        knowledge: arguments.knowledge,
        draws: arguments.draws,
        ignore_disclosure: arguments.ignore_disclosure,
        reading: arguments.reading,
        tolerance: arguments.tolerance.clone(),
        confidence: arguments.confidence.clone(),
        absent: arguments.absent.as_deref().map(Location::parse).transpose()?,
        original: arguments.original.as_deref().map(Location::parse).transpose()?,
    };
    let picture = arguments.plot.as_deref().map(Plot::at).transpose()?;
    check_files(arguments, &request, global)?;
    let report = attack(&request, context)?;
    if let Some(picture) = picture {
        plot(&report, &picture)?;
    }
    output::report(global, &report, || text(&report))?;
    Ok(report.verdict())
}

fn check_files(arguments: &Arguments, request: &Attack, global: &Global) -> Result<(), Failure> {
    let others = [&arguments.absent, &arguments.original].into_iter().flatten();
    if [&arguments.released, &arguments.known].into_iter().chain(others).filter(|name| *name == "-").count()
        > 1
    {
        let problem =
            "standard input cannot be both the release and what is known, or two tables at once".to_owned();
        return Err(lethe::Error::Request(problem).into());
    }
    files::check(request.files().writes("--plot", arguments.plot.as_deref()), global)
}

fn parse_file(text: &str) -> Result<(String, String), &'static str> {
    let (column, file) = text.split_once('=').ok_or("write COLUMN=FILE, such as zip=zip.csv")?;
    Ok((column.to_owned(), file.to_owned()))
}

fn parse_tolerance(text: &str) -> Result<(String, String), &'static str> {
    let (column, distance) = text.split_once('=').ok_or("write COLUMN=N, such as age=2")?;
    Ok((column.to_owned(), distance.to_owned()))
}

/// The attack for readers.
fn text(report: &AttackReport) -> String {
    let mut text = format!(
        "{} against {}, by {}\n",
        counted(report.known, "known record"),
        counted(report.records, "record"),
        printable(&report.columns.join(", ")),
    );
    let share =
        |records: u64| [grouped(records), output::percent(records as f64 / report.known.max(1) as f64, 2)];
    let other = other_reading(report);
    let mut headings = vec!["", "records", "share"];
    headings.extend(other.map(heading));
    let mut table = output::table(&headings);
    let mut row = |words: String, records: u64, otherwise: Option<u64>| {
        let otherwise = other.map(|_| otherwise.map_or_else(String::new, grouped));
        table.add_row([words].into_iter().chain(share(records)).chain(otherwise));
    };
    let by = |count: fn(&ReadingCounts) -> u64| other.map(count);
    row("re-identified: one candidate".to_owned(), report.reidentified, by(|other| other.reidentified));
    for (words, records) in [("  rightly", report.correct), ("  wrongly", report.wrong)] {
        if let Some(records) = records {
            row(words.to_owned(), records, None);
        }
    }
    row(format!("fewer than {} candidates", report.k), report.below_k, by(|other| other.below_k));
    for (at, column) in report.sensitive.iter().enumerate() {
        let words = format!("'{}' disclosed", printable(&column.column));
        row(words, column.disclosed, other.map(|other| other.sensitive[at].disclosed));
    }
    row("no candidate".to_owned(), report.no_candidate, Some(report.no_candidate));
    row("candidates that show nothing".to_owned(), report.blank, by(|other| other.blank));
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{table}");
    if let Some(success) = report.mean_success {
        let _ = writeln!(text, "Mean chance of naming a person's record: {}", output::percent(success, 4));
    }
    if let Some(expected) = report.expected_correct {
        let _ = writeln!(text, "Right guesses to be expected: {expected:.2}");
    }
    text.push_str(&attack_text::inference(report));
    text.push_str(&attack_text::membership(report));
    text.push_str(&attack_text::original(report));
    parts(report, &mut text);
    output::add_notes(&mut text, &report.notes);
    let _ = writeln!(text, "{}", verdict(report));
    text
}

/// The counts by the reading that does not count, where there are suppressed records.
fn other_reading(report: &AttackReport) -> Option<&ReadingCounts> {
    let mut readings = report.readings.iter().filter(|_| report.suppressed > 0);
    readings.find(|counts| counts.reading != report.reading)
}

fn heading(other: &ReadingCounts) -> &'static str {
    match other.reading {
        SuppressedReading::Any => "if suppressed records are anybody's",
        SuppressedReading::Rule => "if equal records are suppressed together",
    }
}

/// The answer in a line, and what it rests on where only the rule leads to it.
fn verdict(report: &AttackReport) -> String {
    let records = |number: u64| lethe::data::wording::counted(number, "record");
    let are = |number: u64| if number == 1 { "is" } else { "are" };
    let found = match (report.reidentified, report.disclosed) {
        (0, 0) if report.sensitive.is_empty() => "Nobody is re-identified.".to_owned(),
        (0, 0) => "Nobody is re-identified, and no sensitive value is disclosed.".to_owned(),
        (one, 0) => format!("{} {} re-identified.", records(one), are(one)),
        (0, reported) => {
            format!("Nobody is re-identified, but a sensitive value of {} is disclosed.", records(reported))
        }
        (one, reported) => format!(
            "{} {} re-identified, and a sensitive value of {} is disclosed.",
            records(one),
            are(one),
            records(reported)
        ),
    };
    let nobody = |other: &&ReadingCounts| other.reidentified == 0 && other.disclosed == 0;
    match other_reading(report).filter(nobody) {
        Some(_) if !report.is_good() => {
            format!(
                "{found} This follows from the rule that equal records are suppressed together; where it does not hold, use --reading any."
            )
        }
        _ => found,
    }
}

/// What each compartment and each size of knowledge reveals.
fn parts(report: &AttackReport, text: &mut String) {
    let narrowed = format!("fewer than {}", report.k);
    if let Some(compartments) = &report.compartments {
        let headings = ["compartment", "known columns", "re-identified", &narrowed, "disclosed"];
        let mut table = output::table(&headings);
        for one in compartments {
            table.add_row([
                printable(&one.file),
                printable(&one.columns.join(", ")),
                grouped(one.reidentified),
                grouped(one.below_k),
                grouped(one.disclosed),
            ]);
        }
        let _ = writeln!(text, "{table}");
    }
    if let Some(attacks) = &report.knowledge {
        let headings = ["known columns", "attacks", "re-identified", &narrowed, "disclosed", "mean chance"];
        let mut table = output::table(&headings);
        for one in attacks {
            table.add_row([
                grouped(one.knowledge as u64),
                grouped(one.attacks),
                grouped(one.reidentified),
                grouped(one.below_k),
                grouped(one.disclosed),
                one.mean_success.map(|chance| output::percent(chance, 4)).unwrap_or_default(),
            ]);
        }
        let _ = writeln!(text, "{table}");
    }
}
