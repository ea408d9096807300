//! One file a command.

pub(crate) mod anonymize;
pub(crate) mod attack;
mod attack_text;
pub(crate) mod clean;
pub(crate) mod collapse;
mod column_sets;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod demo;
pub(crate) mod discover;
pub(crate) mod dp;
pub(crate) mod exposure;
mod files;
pub(crate) mod generate;
pub(crate) mod hierarchy;
pub(crate) mod inspect;
pub(crate) mod man;
mod model_flags;
pub(crate) mod recipe;
pub(crate) mod report;
pub(crate) mod risk;
pub(crate) mod safepub_parameters;
pub(crate) mod schema;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod silo;
pub(crate) mod stream;
pub(crate) mod verify;
mod verify_compartments;
#[cfg(feature = "serve")]
mod work;

use crate::args::{Cli, Command, Global};
use crate::exit::Failure;
use crate::{interrupt, memory, output, progress, reference};
use lethe::request::Verdict;
use lethe::{CancelToken, Context, MemoryBudget};

/// Runs a command.
pub(crate) fn run(cli: Cli) -> Result<Verdict, Failure> {
    let Cli { global, command } = cli;
    let context = context(&global)?;
    match command {
        Command::Inspect(arguments) => inspect::run(&arguments, &global, &context),
        Command::Discover(arguments) => discover::run(&arguments, &global, &context),
        Command::Exposure(arguments) => exposure::run(&arguments, &global, &context),
        Command::Hierarchy(arguments) => hierarchy::run(&arguments, &global, &context),
        Command::Anonymize(arguments) => anonymize::run(&arguments, &global, &context),
        Command::Generate(arguments) => generate::run(&arguments, &global, &context),
        Command::Collapse(arguments) => collapse::run(&arguments, &global, &context),
        Command::Convert(arguments) => convert::run(&arguments, &global, &context),
        Command::Demo(arguments) => demo::run(&arguments, &global, &context),
        Command::Recipe(arguments) => recipe::run(&arguments, &global, &context),
        Command::Risk(arguments) => risk::run(&arguments, &global, &context),
        Command::Attack(arguments) => attack::run(&arguments, &global, &context),
        Command::Verify(arguments) => verify::run(&arguments, &global, &context),
        Command::Compare(arguments) => compare::run(&arguments, &global, &context),
        Command::Report(arguments) => report::run(&arguments, &global, &context),
        Command::SafepubParameters(arguments) => safepub_parameters::run(&arguments, &global, &context),
        Command::Silo(arguments) => silo::run(&arguments, &global, &context),
        Command::Stream(arguments) => stream::run(&arguments, &global, &context),
        Command::Clean(arguments) => clean::run(&arguments, &global, &context),
        Command::Dp(arguments) => dp::run(&arguments, &global, &context),
        #[cfg(feature = "serve")]
        Command::Serve(arguments) => serve::run(&arguments, &global, &context),
        #[cfg(feature = "serve")]
        Command::Work => work::run(&context),
        Command::Schema(arguments) => schema::run(&arguments, &global),
        Command::Completions(arguments) => completions::run(&arguments, &global),
        Command::Man(arguments) => man::run(&arguments, &global),
        Command::HelpMarkdown => output::deliver(&reference::markdown()).map(|()| Verdict::Holds),
    }
}

fn context(global: &Global) -> Result<Context, Failure> {
    let token = CancelToken::default();
    let mut context = Context::new(global.threads)?.with_seed(global.seed).with_cancel(token.clone());
    interrupt::watch(token);
    if let Some(size) = global.memory {
        context = context.with_memory(MemoryBudget::limited(size));
        memory::watch(&context);
    }
    if let Some(sink) = progress::sink(global.progress, global.quiet) {
        context = context.with_progress(sink);
    }
    if global.verbose {
        output::say(&format!("{} threads, seed {}", context.threads(), global.seed));
    }
    Ok(context)
}
