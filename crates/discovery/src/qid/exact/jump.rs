//! Jumps to large safe sets, so that their many subsets need not be settled one by one.
//!
//! From a safe set a column is added as long as that stays safe. One jump settles a handful of sets and vouches for all
//! subsets of the set it ends at. Jumps go on as long as they vouch for more sets than they settle, so they cost little
//! where safe sets are small and much is saved where they are large.

use super::Index;
use super::evaluate::{Evaluator, Outcome, Scratch};
use super::levels::Progress;
use super::pool::Pool;
use super::tally::Tally;
use crate::Result;
use lethe_data::random::Random;
use lethe_data::{ColumnSet, Context};
use rayon::prelude::*;

/// The most jumps between two looks at their yield. Not a matter of threads, so that all runs settle the same sets.
const ROUND: u64 = 16;
/// Attempts to start at a set that is not known to be safe.
const ATTEMPTS: usize = 16;
/// Subsets drawn to estimate how many a jump vouches for.
const DRAWN: usize = 64;

/// Where a jump has come to.
struct Landing {
    safe: Vec<Index>,
    exposing: Vec<Vec<Index>>,
    decided: u64,
}

/// Jumps before the candidates of `size` are settled, until it does not pay any more.
pub(super) fn explore<T: Tally>(
    (evaluator, pool): (&Evaluator<'_>, &Pool<T>),
    progress: &mut Progress,
    size: usize,
    context: &Context,
) -> Result<()> {
    let (mut jumped, mut jumps) = (0, 1);
    loop {
        let starts: Vec<Vec<Index>> = (jumped..jumped + jumps)
            .filter_map(|jump| start(progress, size, &mut Random::new(((size as u64) << 32) + jump)))
            .collect();
        jumped += jumps;
        jumps = (jumps * 2).min(ROUND);
        let landings: Result<Vec<Landing>> = context.install(|| {
            let jumps = starts.into_par_iter().with_max_len(1);
            jumps
                .map(|start| pool.with(|scratch| jump(evaluator, progress, start, scratch, context)))
                .collect()
        });
        let (mut decided, mut vouched) = (0, 0.0);
        for landing in landings? {
            decided += landing.decided;
            vouched += news(progress, &landing.safe, size)?;
            progress.note(columns(&landing.safe)?, landing.exposing);
        }
        progress.candidates += decided;
        if vouched < decided as f64 || decided == 0 {
            return Ok(());
        }
    }
}

/// A random safe set of one column less than `size` that can be extended to one not known to be safe.
fn start(progress: &Progress, size: usize, random: &mut Random) -> Option<Vec<Index>> {
    (0..ATTEMPTS).find_map(|_| {
        let mut set: Vec<Index> = Vec::with_capacity(size);
        while set.len() + 1 < size {
            let allowed = progress.ruled.allowed(&set);
            set.push(*allowed.get(random.below(allowed.len() as u64) as usize)?);
            set.sort_unstable();
        }
        let allowed = progress.ruled.allowed(&set);
        let column = *allowed.get(random.below(allowed.len() as u64) as usize)?;
        let with_column: Vec<Index> = set.iter().copied().chain([column]).collect();
        let unknown = columns(&with_column).is_ok_and(|set| !progress.cover.has(&set));
        unknown.then_some(set)
    })
}

fn jump<T: Tally>(
    evaluator: &Evaluator<'_>,
    progress: &Progress,
    mut safe: Vec<Index>,
    scratch: &mut Scratch<T>,
    context: &Context,
) -> Result<Landing> {
    let mut random =
        Random::new(safe.iter().fold(1u64, |mixed, &column| mixed.rotate_left(16) ^ u64::from(column)));
    let mut left = progress.ruled.allowed(&safe);
    let mut landing = Landing { safe: Vec::new(), exposing: Vec::new(), decided: 0 };
    while !left.is_empty() {
        let outcomes = evaluator.settle_family(&safe, &left, scratch, context)?;
        landing.decided += left.len() as u64;
        let mut still_safe = Vec::new();
        for (&column, outcome) in left.iter().zip(&outcomes) {
            if *outcome == Outcome::Exposing {
                landing.exposing.push(with(&safe, column));
            } else {
                still_safe.push(column);
            }
        }
        // Of two columns the one with fewer values leaves more room for others.
        if still_safe.is_empty() {
            break;
        }
        let mut draw = || random.below(still_safe.len() as u64) as usize;
        let chosen = still_safe[draw().min(draw())];
        safe = with(&safe, chosen);
        let allowed = progress.ruled.allowed(&safe);
        left = still_safe.into_iter().filter(|column| allowed.contains(column)).collect();
    }
    landing.safe = safe;
    Ok(landing)
}

/// About how many subsets, of `size` columns or more, of a safe set are not known to be safe yet.
fn news(progress: &Progress, safe: &[Index], size: usize) -> Result<f64> {
    if safe.len() < size {
        return Ok(0.0);
    }
    let mut random = Random::new(safe.len() as u64);
    let mut unknown = 0;
    for _ in 0..DRAWN {
        let mut drawn = safe.to_vec();
        while drawn.len() > size {
            drawn.swap_remove(random.below(drawn.len() as u64) as usize);
        }
        unknown += usize::from(!progress.cover.has(&columns(&drawn)?));
    }
    let largest = safe.len().min(progress.max_size);
    let subsets: f64 = (size..=largest).map(|size| binomial(safe.len(), size)).sum();
    Ok(subsets * unknown as f64 / DRAWN as f64)
}

fn binomial(of: usize, chosen: usize) -> f64 {
    (0..chosen).map(|step| (of - step) as f64 / (step + 1) as f64).product()
}

fn with(set: &[Index], column: Index) -> Vec<Index> {
    let mut larger: Vec<Index> = set.iter().copied().chain([column]).collect();
    larger.sort_unstable();
    larger
}

fn columns(set: &[Index]) -> Result<ColumnSet> {
    Ok(ColumnSet::of(set.iter().map(|&column| usize::from(column)))?)
}
