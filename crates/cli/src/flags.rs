//! Settings as the command line spells them: the core says `` `max_size` `` where its users say `--max-size`.

use crate::args::Cli;
use clap::CommandFactory;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Every flag of every command, without the dashes.
static FLAGS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    fn gather(command: &clap::Command, flags: &mut BTreeSet<String>) {
        flags.extend(command.get_arguments().filter_map(|argument| Some(argument.get_long()?.to_owned())));
        command.get_subcommands().for_each(|command| gather(command, flags));
    }
    let mut flags = BTreeSet::new();
    gather(&Cli::command(), &mut flags);
    flags
});

/// A message of the core with its settings spelled as flags. Other words in backticks stay as they are.
pub(crate) fn spelled(message: &str) -> String {
    let mut parts = message.split('`');
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut rest = parts.peekable();
    while let Some(part) = rest.next() {
        if let Some(flag) = flag(part).filter(|_| rest.peek().is_some()) {
            text.push_str(&flag);
            text.push_str(rest.next().unwrap_or_default());
        } else {
            text.push('`');
            text.push_str(part);
        }
    }
    text
}

fn flag(setting: &str) -> Option<String> {
    let name = setting.replace('_', "-");
    match name.as_str() {
        "output" => Some("-o".to_owned()),
        _ => FLAGS.contains(&name).then(|| format!("--{name}")),
    }
}

#[cfg(test)]
mod tests {
    use super::spelled;

    #[test]
    fn settings_become_flags_and_nothing_else_does() {
        assert_eq!(
            spelled("take a smaller `max_size` or fewer `columns`"),
            "take a smaller --max-size or fewer --columns"
        );
        assert_eq!(spelled("`output` would overwrite `records`"), "-o would overwrite --records");
        for as_it_is in ["a `", "`b", "the column `c d`", "`x`y`z", "", "``", "`lethe clean` removes it"] {
            assert_eq!(spelled(as_it_is), as_it_is);
        }
    }
}
