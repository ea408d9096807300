//! `lethe man`

use crate::args::{Cli, Global};
use crate::exit::Failure;
use crate::output::{self, printable};
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use lethe::data::wording::counted;
use lethe::request::Verdict;
use serde::Serialize;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "Examples:
  lethe man ~/.local/share/man/man1
  lethe man pages && man ./pages/lethe-anonymize.1";

/// Write the manual as man pages, one a command.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The folder of the pages; it is created where it is missing.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// The pages that were written.
#[derive(Debug, Serialize)]
struct ManReport {
    folder: String,
    pages: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments, global: &Global) -> Result<Verdict, Failure> {
    let folder = &arguments.folder;
    let fault = |path: &Path| {
        let path = path.display().to_string();
        move |error: std::io::Error| lethe::Error::Request(format!("{path}: {error}"))
    };
    std::fs::create_dir_all(folder).map_err(fault(folder))?;
    let mut root = Cli::command();
    root.build();
    let mut pages = Vec::new();
    render(&root, &mut pages).map_err(fault(folder))?;
    for (name, page) in &pages {
        lethe::io::write_atomically(&folder.join(name), page)?;
    }
    let report = ManReport {
        folder: folder.display().to_string(),
        pages: pages.into_iter().map(|(name, _)| name).collect(),
    };
    output::report(global, &report, || {
        let pages = counted(report.pages.len() as u64, "man page");
        format!("{pages} in {}\n", printable(&report.folder))
    })?;
    Ok(Verdict::Holds)
}

/// The pages of a command and of all below it, with their names.
fn render(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) -> std::io::Result<()> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render(&mut page)?;
    pages.push((man.get_filename(), page));
    for below in command.get_subcommands() {
        if !below.is_hide_set() && below.get_name() != "help" {
            render(below, pages)?;
        }
    }
    Ok(())
}
