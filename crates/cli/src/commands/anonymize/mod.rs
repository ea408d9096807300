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
use lethe::anonymize::{Anonymization, anonymize};
use lethe::recipe::{Init, init};
use lethe::request::{Report as _, Verdict};
use lethe::{Context, Error};

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let to_stdout = global.output.as_deref() == Some("-");
    if to_stdout && global.format == OutputFormat::Json {
        let problem = "standard output cannot hold both the table and the JSON; name a file with -o FILE";
        return Err(Error::Request(problem.to_owned()).into());
    }
    if arguments.says_nothing() {
        return propose(arguments, global, context);
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
    let shown = || text(&report) + &next(arguments, &report);
    if to_stdout && !global.quiet {
        output::say_all(&shown());
    } else if !to_stdout && !is_quiet {
        output::print(global, &report, shown)?;
    }
    if to_stdout && !report.holds {
        output::say("no solution was found; nothing was written");
    }
    Ok(report.verdict())
}

/// Proposes a recipe to somebody who gave none, and stops.
fn propose(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let request: Init = arguments.init()?;
    files::check_all(request.files())?;
    let proposed = init(&request, context)?;
    if global.format == OutputFormat::Table {
        output::deliver(&proposed.recipe)?;
    }
    let data = &request.data.name;
    Err(Error::Request(format!(
        "no roles and no models were given, so nothing was published; a recipe is proposed: save it with lethe recipe init \
         {data} -o recipe.toml, review it, then run lethe anonymize {data} --recipe recipe.toml -o release.csv"
    ))
    .into())
}

/// What to do after a release, or after none.
fn next(arguments: &Arguments, report: &Anonymization) -> String {
    let mut text = String::new();
    if report.holds {
        let Some(output) = &report.output else {
            output::add_next(&mut text, "publish it with -o FILE");
            return text;
        };
        let how =
            arguments.recipe().map(|recipe| format!(" --recipe {}", recipe.display())).unwrap_or_default();
        let data = arguments.data();
        if report.elimination.is_none() && !how.is_empty() {
            output::add_next(
                &mut text,
                &format!(
                    "lethe verify {output}{how}, then lethe compare {data} {output}{how} --report compare.html"
                ),
            );
        }
        return text;
    }
    if let Some(miss) = &report.nearest_miss {
        let percent = 100.0 * miss.suppressed as f64 / report.rows.max(1) as f64;
        output::add_next(
            &mut text,
            &format!(
                "allow --suppression-limit {:.1}%, which is enough for the nearest miss, or ask less of the models in the way",
                (percent * 10.0).ceil() / 10.0
            ),
        );
    }
    text
}
