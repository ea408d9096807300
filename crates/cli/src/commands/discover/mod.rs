//! `lethe discover`

mod approximate;
mod arguments;
mod text;

pub(crate) use arguments::Arguments;
pub(crate) use text::text;

use crate::args::{Global, OutputFormat};
use crate::commands::files;
use crate::exit::{Answer, Failure};
use crate::flags;
use crate::output;
use lethe::Context;
use lethe::discover::{Discover, Discovery, Stop, discover, first_look, script};
use std::path::Path;

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Answer, Failure> {
    let request = arguments.request(global.format == OutputFormat::Table)?;
    let plotted = request.files().writes("--plot", arguments.plot.as_deref());
    files::check(plotted.and(arguments.read.files()), global)?;
    if let Some(table) = arguments.sql_table() {
        return emit_sql(&request, table, global, context);
    }
    if arguments.approximate {
        let look = first_look(&request, context)?;
        output::report(global, &look, || approximate::text(&look))?;
        return Ok(Answer::Good);
    }
    let plot = arguments.plot()?;
    let discovery = discover(&request, context)?;
    if let Some(plot) = plot {
        plot.write(&discovery)?;
    }
    output::report(global, &discovery, || text(&discovery, arguments.top))?;
    if let Some(reason) = discovery.notes.iter().find(|_| discovery.stopped.is_some()) {
        output::say(&flags::spelled(reason));
    }
    Ok(answer(&discovery, arguments.fail_if_found))
}

fn emit_sql(request: &Discover, table: &str, global: &Global, context: &Context) -> Result<Answer, Failure> {
    if global.format == OutputFormat::Json {
        let problem = "--emit-sql prints SQL; leave out --format json".to_owned();
        return Err(lethe::Error::Request(problem).into());
    }
    let script = script(request, Some(table).filter(|table| !table.is_empty()), context)?;
    match global.output.as_deref().filter(|&file| file != "-") {
        Some(file) => lethe::io::write_atomically(Path::new(file), script.as_bytes())?,
        None => output::deliver(&script)?,
    }
    Ok(Answer::Good)
}

/// An answer that was cut short says so, whatever it found. A column that identifies people by itself is not searched,
/// but it is found.
fn answer(discovery: &Discovery, fail_if_found: bool) -> Answer {
    let found = !(discovery.minimal_qids.is_empty() && discovery.standalone_identifiers.is_empty());
    match discovery.stopped {
        Some(Stop::Interrupt) => Answer::Interrupted,
        Some(Stop::TimeLimit | Stop::MemoryLimit) => Answer::Limited,
        None if fail_if_found && found => Answer::No,
        None => Answer::Good,
    }
}
