//! The reference page, made from the flags themselves.

use crate::args::Cli;
use clap::{Command, CommandFactory};
use std::fmt::Write;

/// Help of every command as Markdown.
pub(crate) fn markdown() -> String {
    let mut text = String::from(
        "# Commands\n\nMade from the program's own help by `cargo xtask generate`; do not edit.\n",
    );
    let mut root = Cli::command().term_width(100);
    root.build();
    section(&mut root, "lethe", &mut text);
    text
}

fn section(command: &mut Command, path: &str, text: &mut String) {
    // Writing to a String cannot fail.
    let _ =
        write!(text, "\n## {path}\n\n```text\n{}\n```\n", command.render_long_help().to_string().trim_end());
    for child in
        command.get_subcommands_mut().filter(|child| !child.is_hide_set() && child.get_name() != "help")
    {
        let path = format!("{path} {}", child.get_name());
        section(child, &path, text);
    }
}
