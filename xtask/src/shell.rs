//! Running other programs.

use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::process::{Command, Output, Stdio};

/// A command of the cargo that runs us.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    command
}

/// Runs a command that shows its own output.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("{}: cannot start", line(command)))?;
    if !status.success() {
        bail!("{}: {status}", line(command));
    }
    Ok(())
}

/// Runs a command with no terminal attached and returns what it wrote to standard output.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("{}: cannot start", line(command)))?;
    if !output.status.success() {
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
    }
    text(command, output)
}

/// Whether a command can be started and succeeds; its output is dropped.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

fn text(command: &Command, output: Output) -> Result<String> {
    if !output.status.success() {
        bail!("{}: {}", line(command), output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("{}: output is not UTF-8", line(command)))
}

/// The command as one would type it; the program without its directory.
fn line(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args()).map(OsStr::to_string_lossy);
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_command_is_named_as_typed() {
        let error = run(Command::new("/bin/sh").args(["-c", "exit 3"])).unwrap_err();
        assert!(error.to_string().starts_with("sh -c exit 3: exit status: 3"), "{error}");
    }

    #[test]
    fn a_program_that_is_not_there_does_not_succeed() {
        assert!(!succeeds(&mut Command::new("lethe-no-such-program")));
        assert!(succeeds(Command::new("/bin/sh").args(["-c", "exit 0"])));
    }
}
