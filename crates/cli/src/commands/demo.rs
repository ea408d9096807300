//! `lethe demo`

use crate::args::Global;
use crate::commands::{anonymize, discover, generate, inspect};
use crate::exit::{Answer, Failure};
use crate::output;
use clap::Args;
use lethe::Context;
use lethe::demo::{Story, demo};
use std::path::PathBuf;

/// The whole story on generated data: make a health table, look at what is in it, find what singles people out, publish
/// it without giving them away.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  lethe demo\n  lethe demo --folder story")]
pub(crate) struct Arguments {
    /// The folder for the files; a new temporary one when not given.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Answer, Failure> {
    let story = demo(arguments.folder.clone(), context)?;
    output::report(global, &story, || text(&story))?;
    Ok(Answer::Good)
}

/// Sets shown; the command itself shows more.
const SETS: usize = 12;

fn text(story: &Story) -> String {
    let data = &story.generated.output;
    let age = story.generated.hierarchies.iter().find(|hierarchy| hierarchy.column == "age");
    let age = age.map_or_else(String::new, |age| format!("  lethe hierarchy show {}\n", age.file));
    let recipe = &story.recipe;
    let verdict = if story.verification.holds {
        "Verified the published file, apart from what made it: every model holds."
    } else {
        "Verified the published file, apart from what made it: not every model holds."
    };
    let indented = |text: String| text.trim_end().replace('\n', "\n   ").replace("\n   \n", "\n\n");
    format!(
        "1. Generated a table of made-up patients:\n   {}\n2. Inspected it:\n   {}\n\n\
         3. Looked for columns that together single people out:\n   {}\n\n\
         4. Generalized the table until nobody stands out, as {recipe} says:\n   {}\n\n\
         5. {verdict}\n\nWhat to try next:\n  \
         lethe inspect {data} --show-values\n  lethe discover {data} --k 5 --min-exposed 1%\n  \
         lethe discover {data} --max-size 3 --plot exposed.svg\n{age}  \
         lethe anonymize {data} --recipe {recipe} --k 10 --explain\n  \
         lethe convert {data} -o health.parquet\n  lethe discover YOUR.csv\n",
        generate::text(&story.generated),
        indented(inspect::text(&story.inspection)),
        indented(discover::text(&story.discovery, SETS)),
        indented(anonymize::text(&story.anonymization)),
    )
}
