//! Our own search: branch and bound over regions of the lattice.
//!
//! A region is a box: for each column a range of levels. Counting classes once at its most general node tells who is
//! suppressed **everywhere** in it (a class that is too small there only splits further below), and the losses at its
//! least general node are the smallest that occur in it. Together they bound the loss of every node of the region
//! from below. A region that cannot beat the best solution known, or in which too many are suppressed, is given up
//! whole; otherwise its most general node is a solution to be compared, its ceilings are lowered as far as the bound
//! allows, and it is split in two.

mod expand;
mod leaders;
mod region;
mod screen;
mod seed;
mod work;

pub(crate) use work::{search, search_for};

use super::checker::{WithEngine, with_engine};
use super::engine::Engine;
use super::outcome::{Outcome, Search};
use super::problem::Problem;
use crate::Result;
use lethe_data::Context;

/// Finds the best node of the lattice and proves it.
///
/// **Guarantee**: when it ends by itself, no solution has a smaller loss, and of those with the same loss the levels
/// returned come first column by column. The result does not depend on the number of threads.
///
/// **Cost**: one pass over the distinct rows for each region that cannot be given up; rows of records that are suppressed
/// anyway drop out, and rows are merged as the levels of a region rise.
#[derive(Clone, Copy, Debug, Default)]
pub struct Optimal;

impl Search for Optimal {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn search(&self, problem: &Problem<'_>, context: &Context) -> Result<Outcome> {
        struct Run<'c>(&'c Context);
        impl<'a> WithEngine<'a> for Run<'_> {
            type Output = Outcome;
            fn run<const W: usize>(self, engine: Engine<'a, W>) -> Result<Outcome> {
                Ok(search(&engine, self.0))
            }
        }
        with_engine(problem, context, Run(context))
    }
}
