//! `lethe work`: what `lethe serve` starts for each job.

use crate::exit::Failure;
use lethe::Context;
use lethe::request::Verdict;

pub(crate) fn run(context: &Context) -> Result<Verdict, Failure> {
    lethe_server::work(context)?;
    Ok(Verdict::Holds)
}
