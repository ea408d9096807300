//! The flags of truthful differential privacy, and its account as users read it.

use crate::args::parse_share;
use crate::exit::Failure;
use crate::output;
use clap::Args;
use lethe::Error;
use lethe::anonymize::{Account, Anonymization, SafepubOverrides};
use lethe::data::Decimal;
use lethe::data::wording::grouped;
use lethe::recipe_file::{Final, Sampling, Score};
use std::path::{Path, PathBuf};

/// What only goes with --method safepub.
#[derive(Debug, Args)]
#[command(next_help_heading = "Truthful differential privacy (--method safepub)")]
pub(super) struct SafepubFlags {
    /// What the search may spend of epsilon; a tenth of it when not given.
    #[arg(long, value_name = "EPSILON", value_parser = parse_positive)]
    eps_search: Option<Decimal>,
    /// How many steps the search takes; 300 when not given.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    steps: Option<u32>,
    /// What the search looks for: granularity, intensity, discernibility, entropy, group-size or, with --class, classification or
    /// prediction (the default with --class; granularity without).
    #[arg(long, value_name = "NAME")]
    score: Option<Score>,
    /// How levels are chosen in the end: by the exponential mechanism once more (choose), the last ones (last), or by the true scores as published
    /// (paper), for which the guarantee is not proven.
    #[arg(long = "final", value_name = "choose|last|paper")]
    final_choice: Option<Final>,
    /// The share of the search's budget that the last choice has; 0.9 when not given.
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    final_share: Option<Decimal>,
    /// Let the search read all records and sample afterwards (fresh), or read the sample that is published, as published (shared), for
    /// which the guarantee is not proven.
    #[arg(long, value_name = "fresh|shared")]
    sampling: Option<Sampling>,
    /// Pay for the release from this ledger (`lethe dp ledger create`), which refuses what it cannot pay; exit status 3 then.
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
    /// Make the random bits from a seed, for tests: what is published is not private, and the report says so.
    #[arg(long, value_name = "N")]
    insecure_seed: Option<u64>,
}

impl SafepubFlags {
    /// What the flags say over the recipe.
    pub(super) fn overrides(&self) -> SafepubOverrides {
        SafepubOverrides {
            eps_search: self.eps_search,
            steps: self.steps,
            score: self.score,
            final_choice: self.final_choice,
            final_share: self.final_share,
            sampling: self.sampling,
        }
    }

    /// With another method, flags that no recipe has would do nothing.
    pub(super) fn must_be_left_out(&self) -> Result<(), Failure> {
        let problem = match (self.insecure_seed, &self.ledger) {
            (Some(_), _) => "--insecure-seed only goes with --method safepub; other methods use --seed",
            (_, Some(_)) => "--ledger only goes with --method safepub: other methods have no privacy budget",
            (None, None) => return Ok(()),
        };
        Err(Error::Request(problem.to_owned()).into())
    }

    /// The ledger that is paid from.
    pub(super) fn ledger(&self) -> Option<&Path> {
        self.ledger.as_deref()
    }

    /// The seed of bits that are not private.
    pub(super) fn insecure_seed(&self) -> Option<u64> {
        self.insecure_seed
    }
}

fn parse_positive(text: &str) -> Result<Decimal, &'static str> {
    Decimal::parse(text).filter(|number| *number > Decimal::ZERO).ok_or("write a number above 0, such as 0.1")
}

/// What was published, in numbers for the owner of the table only.
pub(super) fn summary(report: &Anonymization) -> String {
    format!(
        "{} of {} records published; {} levels scored in {:.0} ms.",
        grouped(report.rows - report.suppressed),
        grouped(report.rows),
        grouped(report.search.checked),
        report.search.elapsed_ms
    )
}

/// The account in a table.
pub(super) fn account(account: &Account) -> String {
    let mut table = output::table(&["spent on", "epsilon"]);
    table.add_row(["sampling and suppression", &account.epsilon_sampling]);
    table.add_row([&format!("{} steps of the search", account.steps), &account.epsilon_steps]);
    table.add_row(["the last choice", &account.epsilon_final]);
    table.add_row(["together", &account.epsilon]);
    format!(
        "{table}\ndelta {:e}, groups of {} or more records, each sampled with probability {:.6}.\n",
        account.delta, account.k, account.beta.lower
    )
}
