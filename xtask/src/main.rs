//! The developer's own commands: `cargo xtask test | deps | generate | golden | python | words | book | bench | fuzz`.

mod book;
mod browser;
mod conformance;
mod deps;
mod generate;
mod golden;
mod links;
mod metadata;
mod pages;
mod python;
mod service;
mod shell;
mod suite;
mod web;
mod words;
mod workspace;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// What measures claims; it builds our programs itself, so that other commands need not.
const BENCH: &[&str] = &["run", "--release", "--locked", "--package", "lethe-bench", "--", "measure"];

/// Lethe's developer commands.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run every check a change must pass, in the order that fails soonest
    Test,
    /// Check which crate may depend on which, heavy dependencies and the minimum Rust version
    Deps,
    /// Write the documentation that comes from the code
    Generate {
        /// Write nothing; fail when a file is out of date
        #[arg(long)]
        check: bool,
    },
    /// Hold the program against its recorded behaviour, or record it anew
    Golden(golden::Request),
    /// Build the Python package into the build folder and run its tests
    Python,
    /// Look for words that readers would have to translate, in documentation, texts and public names
    Words,
    /// Check the links of the documentation and build the book
    Book,
    /// Measure a claim: ours and its peers on the same data, in turns
    #[command(disable_help_flag = true)]
    Bench {
        /// The name of the claim, and options; --help lists them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Hold the program against definitions of its own, at random seeds
    Fuzz(conformance::Request),
}

fn main() -> ExitCode {
    match run(&Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> anyhow::Result<()> {
    workspace::enter()?;
    match command {
        Command::Test => suite::run(),
        Command::Deps => deps::run(),
        Command::Generate { check: false } => generate::write(),
        Command::Generate { check: true } => generate::check(),
        Command::Golden(request) => golden::run(request),
        Command::Python => {
            anyhow::ensure!(
                python::is_there(),
                "python3 (3.10 or newer) with venv and pip's packages are missing"
            );
            python::check()
        }
        Command::Words => words::check(),
        Command::Book => links::check().and_then(|()| {
            anyhow::ensure!(book::mdbook_is_there(), "mdbook is missing and cannot be installed");
            book::build()
        }),
        Command::Bench { arguments } => shell::run(shell::cargo(BENCH).args(arguments)),
        Command::Fuzz(request) => conformance::fuzz(request),
    }
}
