//! `lethe safepub-parameters`

use crate::args::Global;
use crate::exit::Failure;
use crate::output;
use clap::Args;
use lethe::Context;
use lethe::request::Verdict;
use lethe::safepub_parameters::{Guarantee, SafepubParameters, safepub_parameters};

const EXAMPLES: &str = "Examples:
  lethe safepub-parameters --epsilon 1 --delta 1e-6
  lethe safepub-parameters --epsilon 'ln(5/2)' --delta 1e-9 --format json";

const LONG: &str = "The smallest group size with which sampling and suppression guarantee differential privacy.

Every record is sampled with the chance beta = 1 - e^-epsilon, and of the sampled ones those that fewer than k share are left \
out. The k that is reported is the smallest that keeps epsilon and delta, which is proven with bounds from both sides. The same k \
keeps larger epsilons with smaller deltas: the curve shows with which.";

/// The group size that truthful differential privacy needs.
#[derive(Debug, Args)]
#[command(long_about = LONG, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The budget: a number, taken exactly, or ln(P) or ln(P/Q).
    #[arg(long, value_name = "EPSILON")]
    epsilon: String,
    /// The chance with which the budget may be exceeded.
    #[arg(long, value_name = "DELTA")]
    delta: String,
}

pub(crate) fn run(arguments: &Arguments, global: &Global, context: &Context) -> Result<Verdict, Failure> {
    let refuse = |name: &str, error: &dyn std::fmt::Display| lethe::Error::Request(format!("{name} {error}"));
    let epsilon = arguments.epsilon.parse().map_err(|error| refuse("epsilon", &error))?;
    let delta = lethe::dp::parse_number(&arguments.delta).map_err(|error| refuse("delta", &error))?;
    let found = safepub_parameters(&Guarantee { epsilon, delta }, context)?;
    output::report(global, &found, || text(&found))?;
    Ok(Verdict::Holds)
}

fn text(found: &SafepubParameters) -> String {
    let mut curve = output::table(&["epsilon", "delta"]);
    for point in &found.smoothness {
        curve.add_row([format!("{:.6}", point.epsilon), format!("{:.3e}", point.delta.upper)]);
    }
    let hint = found.hint.as_ref().map_or_else(String::new, |hint| format!("\nnote: {hint}\n"));
    format!(
        "beta {:.12}, k {}, delta {:.6e} (required: {:e})\n\nThe same sampling and suppression keep\n{curve}\n{hint}",
        found.beta.lower, found.k, found.delta_at_k.upper, found.delta
    )
}
