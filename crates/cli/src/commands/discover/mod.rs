//! `lethe discover`

mod approximate;
mod arguments;
mod text;

pub(crate) use arguments::Arguments;
pub(crate) use text::text;

use crate::args::{Global, OutputFormat};
use crate::commands::files;
use crate::exit::Failure;
use crate::flags;
use crate::output;
use lethe::Context;
use lethe::discover::{Discover, discover, first_look, plot, script};
use lethe::request::{Report as _, Verdict};
use std::path::Path;

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let request = arguments.request(global.format == OutputFormat::Table)?;
    let plotted = request.files().writes("--plot", arguments.plot.as_deref());
    files::check(plotted.and(arguments.read.files()), global)?;
    if let Some(table) = arguments.sql_table() {
        return emit_sql(&request, table, global, context);
    }
    if arguments.approximate {
        let look = first_look(&request, context)?;
        output::report(global, &look, || approximate::text(&look))?;
        return Ok(Verdict::Holds);
    }
    let picture = arguments.plot()?;
    let discovery = discover(&request, context)?;
    if let Some(picture) = picture {
        plot(&discovery, &picture)?;
    }
    output::report(global, &discovery, || {
        let mut text = text(&discovery, arguments.top);
        output::add_next(&mut text, &format!("lethe recipe init {} -o recipe.toml", arguments.data()));
        text
    })?;
    if let Some(reason) = discovery.notes.iter().find(|_| discovery.stopped.is_some()) {
        output::say(&flags::spelled(reason));
    }
    Ok(discovery.verdict())
}

fn emit_sql(request: &Discover, table: &str, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    if global.format == OutputFormat::Json {
        let problem = "--emit-sql prints SQL; leave out --format json".to_owned();
        return Err(lethe::Error::Request(problem).into());
    }
    let script = script(request, Some(table).filter(|table| !table.is_empty()), context)?;
    match global.output.as_deref().filter(|&file| file != "-") {
        Some(file) => lethe::io::write_atomically(Path::new(file), script.as_bytes())?,
        None => output::deliver(&script)?,
    }
    Ok(Verdict::Holds)
}
