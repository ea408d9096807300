//! Measuring a claim. Ours and its peers work on the same data on the same machine, in
//! turns, so that a busy minute hurts both; medians are compared, and a dated record is kept in `benches/results/`.

mod chart;
mod closeness;
mod discover;
mod eliminate;
mod exposure;
mod group;
mod growth;
mod io;
mod lab;
mod lattice;
mod machine;
mod panels;
mod peers;
mod python;
mod recode;
mod report;
mod safepub;
mod scope;
mod store;
mod stream;
mod table;
mod verify;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use clap::builder::PossibleValuesParser;
use lab::Lab;
use report::Report;
use scope::Scope;

/// A claim that can be measured.
trait Bench {
    /// What it is called on the command line and in the name of its record.
    fn name(&self) -> &'static str;
    /// What it answers, in one sentence.
    fn question(&self) -> &'static str;
    /// Whether programs of others are measured as well.
    fn has_peers(&self) -> bool {
        true
    }
    /// Whether a part of it can be asked for.
    fn has_parts(&self) -> bool {
        false
    }
    /// Measures it.
    fn measure(&self, lab: &Lab) -> Result<Report>;
}

/// Every claim.
const BENCHES: &[&dyn Bench] = &[
    &io::Io,
    &group::Group,
    &discover::Discover,
    &growth::Growth,
    &lattice::Lattice,
    &closeness::Closeness,
    &store::Store,
    &verify::Verify,
    &recode::Recode,
    &eliminate::Eliminate,
    &exposure::Exposure,
    &stream::Stream,
    &safepub::Safepub,
    &python::Python,
];

/// Measure a claim: ours and its peers on the same data, in turns
#[derive(Parser)]
#[command(name = "cargo xtask bench", bin_name = "cargo xtask bench")]
struct Request {
    /// The claim to measure
    #[arg(value_parser = PossibleValuesParser::new(BENCHES.iter().map(|bench| bench.name())))]
    name: String,
    /// How often ours and each peer run
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Try the measurement on a tenth of the data and keep no record
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    scope: Scope,
}

/// Measures, prints and records the claim that the words name. The current folder is that of the workspace.
pub(crate) fn run(words: &[&str]) -> Result<()> {
    let request = Request::parse_from(std::iter::once(&"cargo xtask bench").chain(words));
    let bench = BENCHES.iter().find(|bench| bench.name() == request.name).context("no such benchmark")?;
    ensure!(bench.has_parts() || request.scope.is_whole(), "{} is measured as a whole", bench.name());
    let lab = Lab::set_up(request.rounds, request.quick, request.scope.clone(), bench.has_peers())?;
    let report = bench.measure(&lab)?;
    println!("\n{}\n\n{}", bench.question(), report.tables());
    if !request.quick {
        let mut machine = machine::describe(&lab)?;
        let command =
            format!("cargo xtask bench {} --rounds {}{}", bench.name(), request.rounds, request.scope);
        machine["command"] = command.into();
        let path = report.record(bench.name(), bench.question(), &machine)?;
        println!("recorded in {}", path.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        for (at, bench) in BENCHES.iter().enumerate() {
            assert!(BENCHES[..at].iter().all(|other| other.name() != bench.name()), "{}", bench.name());
        }
    }
}
