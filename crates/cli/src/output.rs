//! Reports as tables for people or JSON for programs, on standard output or in a file.

use crate::args::{Global, OutputFormat};
use crate::exit::Failure;
use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// Prints a report in the format asked for: as `text` says, or as one JSON object.
pub(crate) fn report(
    global: &Global,
    value: &impl Serialize,
    text: impl FnOnce() -> String,
) -> Result<(), Failure> {
    let content = match global.format {
        OutputFormat::Table => text(),
        OutputFormat::Json => json(value),
    };
    match &global.output {
        Some(file) if file != "-" => Ok(lethe::io::write_atomically(Path::new(file), content.as_bytes())?),
        _ => print(&content),
    }
}

/// Prints a report about a file that was written: to standard output, or nowhere when quiet or when the file itself
/// went there.
pub(crate) fn notice(
    global: &Global,
    value: &impl Serialize,
    text: impl FnOnce() -> String,
) -> Result<(), Failure> {
    let to_stdout = global.output.as_deref().is_none_or(|file| file == "-");
    match global.format {
        _ if to_stdout => Ok(()),
        OutputFormat::Json => print(&json(value)),
        OutputFormat::Table if global.quiet => Ok(()),
        OutputFormat::Table => print(&text()),
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

/// A report as one JSON object.
pub(crate) fn json(value: &impl Serialize) -> String {
    // Reports hold only finite numbers and text keys, so they always serialise.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

/// Says a line on standard error; when nobody listens, nothing is lost.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "lethe: {line}");
}

/// Prints text; a reader that closed the pipe is no error.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
    let fail = |source| lethe::io::Error::File { file: "standard output".into(), action: "write", source };
    Ok(written.map_err(fail)?)
}

/// An empty table in the house style, as wide as the terminal.
pub(crate) fn table(headings: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_BORDERS_ONLY).set_content_arrangement(ContentArrangement::Dynamic);
    if table.width().is_none() {
        table.set_width(160);
    }
    table.set_header(headings);
    table
}

/// A share in percent with so many decimals, never rounded to nobody or to everybody.
pub(crate) fn percent(share: f64, decimals: usize) -> String {
    let percent = share * 100.0;
    let step = 0.1f64.powi(decimals as i32);
    if percent > 0.0 && percent < step / 2.0 {
        format!("< {step:.decimals$} %")
    } else if percent < 100.0 && percent > 100.0 - step / 2.0 {
        format!("> {:.decimals$} %", 100.0 - step)
    } else {
        format!("{percent:.decimals$} %")
    }
}

/// A name or value of the user's on one line, with control characters made visible: a table cell must not be able to
/// steer the terminal.
pub(crate) fn printable(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut line, character| {
        if character.is_control() {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
        line
    })
}

#[cfg(test)]
mod tests {
    use super::{percent, printable};

    #[test]
    fn control_characters_are_made_visible() {
        assert_eq!(printable("a\u{1b}[31mb\nc\u{e4}"), "a\\u{1b}[31mb\\ncä");
    }

    #[test]
    fn shares_are_never_rounded_to_nobody_or_everybody() {
        let shares = [0.0, 1e-9, 0.00016, 0.5, 1.0 - 1e-9, 1.0];
        let shown = ["0.00 %", "< 0.01 %", "0.02 %", "50.00 %", "> 99.99 %", "100.00 %"];
        assert_eq!(shares.map(|share| percent(share, 2)), shown);
    }
}
