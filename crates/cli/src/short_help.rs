//! `-h` on one screen: the flags that users use most; `--help` has all of them.

use clap::Command;

/// The flags that `-h` shows, for commands that have more than a screen holds. Others show all of theirs.
const SHOWN: &[(&str, &[&str])] = &[
    (
        "anonymize",
        &[
            "data",
            "recipe",
            "report",
            "quasi",
            "sensitive",
            "identifiers",
            "insensitive",
            "others",
            "method",
            "suppression_limit",
            "k",
            "l",
            "explain",
        ],
    ),
    (
        "discover",
        &[
            "data",
            "k",
            "min_exposed",
            "columns",
            "exclude",
            "max_size",
            "time_limit",
            "borders",
            "plot",
            "recipe",
        ],
    ),
    (
        "exposure",
        &["data", "columns", "exclude", "sensitive", "theta", "top", "records", "edges", "release", "k"],
    ),
    ("verify", &["data", "recipe", "quasi", "reference", "compartments", "k", "l", "t"]),
    ("compare", &["original", "released", "recipe", "quasi", "class", "report", "k"]),
    ("attack", &["released", "known", "recipe", "truth", "knowledge", "original", "plot", "k"]),
    ("stream", &["input", "state", "recipe", "k", "columns", "max_size", "id", "finish"]),
    ("init", &["data", "hierarchies", "suppression_limit", "k", "l"]),
];

/// Global flags that every `-h` shows.
const GLOBAL: &[&str] = &["output", "format", "help"];

/// Hides what is rarely used from `-h`.
pub(crate) fn shortened(command: Command) -> Command {
    let shown = SHOWN.iter().find(|(name, _)| *name == command.get_name()).map(|(_, shown)| *shown);
    let command = command.mut_args(|argument| {
        let id = argument.get_id().as_str();
        let is_of_all = argument.is_global_set() || READING.contains(&id);
        let is_shown = match shown {
            _ if GLOBAL.contains(&id) => true,
            Some(shown) => shown.contains(&id),
            None => !is_of_all,
        };
        argument.hide_short_help(!is_shown)
    });
    let command = match (shown, command.get_after_help().cloned()) {
        (Some(_), examples) => {
            let command =
                command.after_help("The flags that are used most; --help lists all, with examples.");
            command.after_long_help(examples.unwrap_or_default())
        }
        (None, _) => command,
    };
    command.mut_subcommands(shortened)
}

/// Flags about reading, which most commands have.
const READING: &[&str] =
    &["no_header", "delimiter", "null_words", "unescape_formulas", "types", "weights", "escape_formulas"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Cli;
    use clap::CommandFactory as _;

    /// Lines of a screen.
    const SCREEN: usize = 50;

    fn checked(command: &mut Command) {
        let name = command.get_name().to_owned();
        if let Some((_, shown)) = SHOWN.iter().find(|(known, _)| *known == name) {
            for id in *shown {
                assert!(command.get_arguments().any(|argument| argument.get_id() == id), "{name} {id}");
            }
            let help = command.clone().term_width(100).render_help().to_string();
            assert!(help.lines().count() <= SCREEN, "{name}: {} lines\n{help}", help.lines().count());
        }
        command.get_subcommands_mut().filter(|child| child.get_name() != "help").for_each(checked);
    }

    #[test]
    fn short_help_fits_a_screen_and_names_flags_that_there_are() {
        let mut root = shortened(Cli::command());
        root.build();
        checked(&mut root);
    }
}
