//! `lethe clean`

use crate::args::Global;
use crate::exit::Failure;
use crate::output::{self, printable};
use clap::Args;
use lethe::clean::{Clean, CleanReport, LeftoverKind, LeftoverOutcome, clean};
use lethe::request::Verdict;
use lethe::{ByteSize, Context};
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  lethe clean . --dry-run
  lethe clean results/
  lethe clean /srv/clinic --streams";

const LONG: &str = "Remove what runs that were killed have left in a folder.

These are temporary files and folders (.lethe-XXXXXX.tmp) and the work folders of tables larger than memory; both hold original \
values. Work folders are what --resume goes on with. The states of streams are listed, and removed only with --streams: they hold records \
that were not released, and a stream cannot go on without its state. The folder and the folders right in it are looked at, \
links are not followed, and what a running process uses stays.";

/// Remove what runs that were killed have left in a folder.
#[derive(Debug, Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The folder to look through.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// List what would be removed, and remove nothing.
    #[arg(long)]
    dry_run: bool,
    /// Remove the states of streams, too, with the records that they hold.
    #[arg(long)]
    streams: bool,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let Arguments { folder, dry_run, streams } = arguments;
    let request = Clean { folder: folder.clone(), streams: *streams, dry_run: *dry_run };
    let report = clean(&request, context)?;
    output::report(global, &report, || text(&report))?;
    Ok(Verdict::Holds)
}

/// What was found, for readers.
fn text(report: &CleanReport) -> String {
    if report.leftovers.is_empty() {
        return format!("{}: nothing was left behind\n", printable(&report.folder));
    }
    let mut table = output::table(&["path", "kind", "size", "outcome"]);
    for found in &report.leftovers {
        let kind = match found.kind {
            LeftoverKind::Temporary => "temporary",
            LeftoverKind::WorkFolder => "work folder",
            LeftoverKind::StreamState => "state of a stream",
        };
        let outcome = match found.outcome {
            LeftoverOutcome::Removed => "removed",
            LeftoverOutcome::WouldBeRemoved => "would be removed",
            LeftoverOutcome::InUse => "kept: in use by a running process",
            LeftoverOutcome::NotAsked => "kept: --streams removes it",
        };
        let size = ByteSize(found.bytes).to_string();
        table.add_row([printable(&found.path), kind.to_owned(), size, outcome.to_owned()]);
    }
    if report.dry_run {
        format!("{table}\nnothing was removed; call it without --dry-run to remove it\n")
    } else {
        format!("{table}\nremoved {}\n", ByteSize(report.removed_bytes))
    }
}
