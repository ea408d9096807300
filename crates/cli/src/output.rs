//! Reports as tables for records or JSON for programs, on standard output or in a file.

use crate::args::{Global, OutputFormat};
use crate::exit::Failure;
use crate::flags;
pub(crate) use crate::grid::Table;
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// Prints a report in the requested format: as `text` says, or as one JSON object.
///
/// A reader that closed the pipe is no error: the answer is the exit status, too, and that stands.
pub(crate) fn report(
    global: &Global,
    value: &impl Serialize,
    text: impl FnOnce() -> String,
) -> Result<(), Failure> {
    let content = content(global, value, text)?;
    let written = match &global.output {
        Some(file) if file != "-" => {
            lethe::io::write_atomically(Path::new(file), content.as_bytes()).map_err(Failure::from)
        }
        _ => deliver(&content),
    };
    unread(written)
}

/// Prints a report about a file that was written: to standard output, or nowhere when quiet or when the file itself
/// went there.
pub(crate) fn notice(
    global: &Global,
    value: &impl Serialize,
    text: impl FnOnce() -> String,
) -> Result<(), Failure> {
    let to_stdout = global.output.as_deref().is_none_or(|file| file == "-");
    let is_wanted = global.format == OutputFormat::Json || !global.quiet;
    if to_stdout || !is_wanted { Ok(()) } else { print(global, value, text) }
}

/// Prints a report to standard output, wherever -o goes.
pub(crate) fn print(
    global: &Global,
    value: &impl Serialize,
    text: impl FnOnce() -> String,
) -> Result<(), Failure> {
    unread(deliver(&content(global, value, text)?))
}

fn content(
    global: &Global,
    value: &impl Serialize,
    text: impl FnOnce() -> String,
) -> Result<String, Failure> {
    Ok(match global.format {
        OutputFormat::Table => lines(&text()),
        OutputFormat::Json => lethe::json::pretty(value)? + "\n",
    })
}

/// That nobody read a report changes nothing about it.
fn unread(written: Result<(), Failure>) -> Result<(), Failure> {
    match written {
        Err(Failure::OutputClosed) => Ok(()),
        other => other,
    }
}

/// **Errors**: standard output is to hold both what a command makes and the JSON about it.
pub(crate) fn artifact_to(global: &Global) -> Result<(), Failure> {
    let to_stdout = global.output.as_deref().is_none_or(|file| file == "-");
    if to_stdout && global.format == OutputFormat::Json {
        let problem = "--format json reports on a file that is written: name it with -o FILE";
        return Err(lethe::Error::Request(problem.to_owned()).into());
    }
    Ok(())
}

/// Adds the notes of a report to its text, a line each.
pub(crate) fn add_notes(text: &mut String, notes: &[String]) {
    for note in notes {
        text.push_str("Note: ");
        text.push_str(&printable(&flags::spelled(note)));
        text.push('\n');
    }
}

/// Adds what to do next to a report's text.
pub(crate) fn add_next(text: &mut String, next: &str) {
    text.push_str("Next: ");
    text.push_str(&printable(&flags::spelled(next)));
    text.push('\n');
}

/// Says a line on standard error; when nobody listens, nothing is lost.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "lethe: {}", printable(line));
}

/// Says a whole report on standard error, where standard output holds the table.
pub(crate) fn say_all(text: &str) {
    let _ = std::io::stderr().lock().write_all(lines(text).as_bytes());
}

/// Prints what was made, such as a hierarchy or a script, and not only reported on.
///
/// **Errors**: it cannot be written; a reader that closed the pipe did not get it.
pub(crate) fn deliver(text: &str) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    let fail = |source| lethe::io::Error::File { file: "standard output".into(), action: "write", source };
    Ok(written.map_err(fail)?)
}

/// An empty table in the house style.
pub(crate) fn table(headings: &[&str]) -> Table {
    Table::new(headings)
}

/// A verdict, in colour on a terminal unless `NO_COLOR` is set.
pub(crate) fn verdict(holds: bool, words: &str) -> String {
    use std::io::IsTerminal as _;
    let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if is_plain || !std::io::stdout().is_terminal() {
        return words.to_owned();
    }
    let colour = if holds { GREEN } else { RED };
    format!("{colour}{words}{PLAIN}")
}

/// The only sequences that steer a terminal in a report.
const GREEN: &str = "\u{1b}[32m";
const RED: &str = "\u{1b}[31m";
const PLAIN: &str = "\u{1b}[0m";

/// A share in percent with so many decimals, never rounded to nobody or to everybody.
pub(crate) fn percent(share: f64, decimals: usize) -> String {
    // Zero has no sign.
    let percent = share * 100.0 + 0.0;
    let step = 0.1f64.powi(decimals as i32);
    if percent > 0.0 && percent < step / 2.0 {
        format!("< {step:.decimals$} %")
    } else if percent < 100.0 && percent > 100.0 - step / 2.0 {
        format!("> {:.decimals$} %", 100.0 - step)
    } else {
        format!("{percent:.decimals$} %")
    }
}

/// A name or value of the user's on one line, with control characters and those that cannot be seen spelled out: a table cell
/// must not be able to steer the terminal.
pub(crate) fn printable(text: &str) -> String {
    lethe::data::visible(text)
}

/// A whole report, in which only its own line ends may be left of such characters.
fn lines(text: &str) -> String {
    let line = |line: &str| {
        let colour = [GREEN, RED].into_iter().find(|colour| line.starts_with(colour));
        match colour.zip(line.strip_suffix(PLAIN)) {
            Some((colour, rest)) => format!("{colour}{}{PLAIN}", printable(&rest[colour.len()..])),
            None => printable(line),
        }
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::{lines, percent};

    #[test]
    fn a_report_keeps_its_lines_and_nothing_else_that_steers() {
        assert_eq!(lines("a\u{1b}[31m\nb\u{202e}c\n"), "a\\u{1b}[31m\nb\\u{202e}c\n");
    }

    #[test]
    fn shares_are_never_rounded_to_nobody_or_everybody() {
        let shares = [0.0, 1e-9, 0.00016, 0.5, 1.0 - 1e-9, 1.0];
        let shown = ["0.00 %", "< 0.01 %", "0.02 %", "50.00 %", "> 99.99 %", "100.00 %"];
        assert_eq!(shares.map(|share| percent(share, 2)), shown);
    }
}
