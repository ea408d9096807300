//! `lethe anonymize`

mod arguments;
mod changes;
mod elimination;
mod groups;
mod safepub;
mod text;

pub(crate) use arguments::Arguments;
pub(crate) use text::text;

use crate::args::{Global, OutputFormat};
use crate::commands::files::{self, Role};
use crate::exit::{Answer, Failure};
use crate::output;
use lethe::anonymize::{Anonymization, Anonymize, anonymize};
use lethe::discover::Stop;
use lethe::{Context, Error};
use std::path::Path;

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Answer, Failure> {
    let to_stdout = global.output.as_deref() == Some("-");
    if to_stdout && global.format == OutputFormat::Json {
        let problem = "standard output cannot hold both the table and the JSON; name a file with -o FILE";
        return Err(Error::Request(problem.to_owned()).into());
    }
    let request = arguments.request(global.output.as_deref())?;
    check_files(&request, arguments)?;
    let report = anonymize(&request, context)?;
    match global.format {
        _ if to_stdout => {}
        OutputFormat::Json => output::print(&output::json(&report))?,
        OutputFormat::Table if global.quiet && report.holds => {}
        OutputFormat::Table => output::print(&text(&report))?,
    }
    if to_stdout && !report.holds {
        output::say("no solution was found; nothing was written");
    }
    Ok(answer(&report))
}

fn check_files(request: &Anonymize, arguments: &Arguments) -> Result<(), Failure> {
    let named = request.named_files();
    let named = named.iter().map(|path| ("a file that the recipe names", Some(path.as_path())));
    let read: Vec<Role<'_>> = [("the table", request.data.path.as_deref())]
        .into_iter()
        .chain(arguments.files_read())
        .chain(named)
        .filter_map(role)
        .collect();
    let output = request.output.as_ref().and_then(|output| output.path.as_deref());
    let written =
        [("-o", output), ("--report", request.report.as_deref()), ("--freeze", request.freeze.as_deref())];
    files::check(&read, &written.into_iter().filter_map(role).collect::<Vec<_>>())
}

fn role<'a>((called, path): (&'static str, Option<&'a Path>)) -> Option<Role<'a>> {
    Some(Role { called, path: path? })
}

/// A search that was cut short says so, whatever it found.
fn answer(report: &Anonymization) -> Answer {
    match report.stopped {
        Some(Stop::Interrupt) => Answer::Interrupted,
        Some(Stop::TimeLimit | Stop::MemoryLimit) => Answer::Limited,
        None if report.holds => Answer::Good,
        None => Answer::No,
    }
}
