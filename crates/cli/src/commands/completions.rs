//! `lethe completions`

use crate::args::{Cli, Global};
use crate::exit::Failure;
use crate::output;
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use lethe::request::Verdict;
use std::path::Path;

const EXAMPLES: &str = "Examples:
  lethe completions bash -o ~/.local/share/bash-completion/completions/lethe
  lethe completions zsh -o ~/.zfunc/_lethe
  lethe completions fish -o ~/.config/fish/completions/lethe.fish";

/// Print the completions of commands and flags for a shell.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The shell.
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments, global: &Global) -> Result<Verdict, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "lethe", &mut script);
    match global.output.as_deref().filter(|&file| file != "-") {
        Some(file) => lethe::io::write_atomically(Path::new(file), &script)?,
        None => output::deliver(&String::from_utf8_lossy(&script))?,
    }
    Ok(Verdict::Holds)
}
