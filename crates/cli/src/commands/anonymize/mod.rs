//! `lethe anonymize`

mod arguments;
mod changes;
mod elimination;
mod groups;
mod safepub;
mod solutions;
mod text;

pub(crate) use arguments::Arguments;
pub(crate) use text::text;

use crate::args::{Global, OutputFormat};
use crate::commands::files;
use crate::exit::Failure;
use crate::flags;
use crate::output;
use lethe::anonymize::anonymize;
use lethe::request::{Report as _, Verdict};
use lethe::{Context, Error};

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let to_stdout = global.output.as_deref() == Some("-");
    if to_stdout && global.format == OutputFormat::Json {
        let problem = "standard output cannot hold both the table and the JSON; name a file with -o FILE";
        return Err(Error::Request(problem.to_owned()).into());
    }
    let request = arguments.request(global.output.as_deref())?;
    files::check_all(request.files().and(arguments.files()))?;
    let report = anonymize(&request, context)?;
    // Another method than was asked for is said whatever else is not.
    if report.method != request.recipe.search.method.name().to_string()
        && let Some(why) = report.notes.last()
    {
        output::say(&flags::spelled(why));
    }
    let is_quiet = global.format == OutputFormat::Table && global.quiet && report.holds;
    if !to_stdout && !is_quiet {
        output::print(global, &report, || text(&report))?;
    }
    if to_stdout && !report.holds {
        output::say("no solution was found; nothing was written");
    }
    Ok(report.verdict())
}
