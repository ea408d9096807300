//! `lethe safepub-parameters`

use crate::args::Global;
use crate::exit::{Answer, Failure};
use crate::output;
use clap::Args;
use lethe::safepub_parameters::{SafepubParameters, safepub_parameters};

const EXAMPLES: &str = "Examples:
  lethe safepub-parameters --epsilon 1 --delta 1e-6
  lethe safepub-parameters --epsilon 'ln(5/2)' --delta 1e-9 --format json";

const LONG: &str = "The smallest group size with which sampling and suppression keep a promise of differential privacy.

Every record is sampled with the chance beta = 1 - e^-epsilon, and of the sampled ones those that fewer than k share are left \
out. The k that is told is the smallest that keeps epsilon and delta, which is proven with bounds from both sides. The same k \
keeps larger epsilons with smaller deltas: the curve tells with which.";

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

pub(crate) fn run(arguments: &Arguments, global: &Global) -> Result<Answer, Failure> {
    let found = safepub_parameters(&arguments.epsilon, &arguments.delta)?;
    output::report(global, &found, || text(&found))?;
    Ok(Answer::Good)
}

fn text(found: &SafepubParameters) -> String {
    let mut curve = output::table(&["epsilon", "delta"]);
    for point in &found.smoothness {
        curve.add_row([format!("{:.6}", point.epsilon), format!("{:.3e}", point.delta.upper)]);
    }
    format!(
        "beta {:.12}, k {}, delta {:.6e} (asked for {:e})\n\nThe same sampling and suppression keep\n{curve}\n",
        found.beta.lower, found.k, found.delta_at_k.upper, found.delta
    )
}
