//! From everything generalized downwards, a lottery at each step.

use super::Error;
use super::partition::{Counters, Partition};
use super::pivots::{Pivot, Pivots};
use super::records::Records;
use super::score::Score;
use super::tally::{Node, Tally};
use lethe_data::Context;
use lethe_num::{Decide, Lottery, Rational};
use rayon::prelude::*;
use std::collections::HashSet;

/// What is searched, and by which score.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The records.
    pub records: &'a Records,
    /// What is good.
    pub score: Score,
    /// Groups of fewer people count as suppressed.
    pub k: u64,
}

/// How many lotteries there are, and what each may spend.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The number of steps.
    pub steps: u32,
    /// What all steps together may spend.
    pub epsilon: Rational,
    /// How the levels are chosen in the end.
    pub choice: Choice,
}

/// How the levels are chosen among those that the steps have come by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// By one more lottery, which may spend so much.
    Lottery(Rational),
    /// The last ones.
    Last,
    /// Those with the best score, as the publication has it. That reads the records once more without paying for it, so the promise of
    /// the steps does not cover it.
    Best,
}

/// What a search has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The levels that were chosen.
    pub levels: Vec<usize>,
    /// How many levels were scored.
    pub scored: usize,
    /// How many steps were taken: fewer than planned where the levels ran out.
    pub steps: u32,
}

struct Candidate {
    levels: Vec<usize>,
    score: Rational,
    reached: (usize, usize),
}

/// Searches levels.
///
/// **Guarantee**: with [`Choice::Lottery`] or [`Choice::Last`] the levels, the number of steps and of scored levels are
/// (steps + choice)-differentially private for the records: every step is one exponential mechanism over candidates that only earlier
/// outcomes decide (Bild et al., 2018, Theorem 10, without its last line).
/// **Cost**: a step looks at the records that its levels publish once for each column.
pub fn search<D: Decide>(
    problem: &Problem<'_>,
    plan: &Plan,
    decide: &mut D,
    context: &Context,
) -> Result<Found, Error<D::Error>> {
    let Problem { records, score, k } = *problem;
    let mut counters = Counters::new(records);
    let mut held = context.memory().reserve("the counters of a search");
    held.try_grow(counters.bytes() * (context.threads() + 1))?;
    let sensitivity = score.sensitivity(k, records.attributes().len());
    let top = Partition::top(records, k, &mut counters);
    let levels = records.top();
    let tally = Tally::count(
        records,
        &Node { partition: &top, levels: &levels, finer: None },
        k,
        score,
        &mut counters,
    );
    let value = score.value(&tally, records, &levels);
    let mut seen = HashSet::from([levels.clone()]);
    let mut pivots = Pivots::new(Pivot { levels, score: value, reached: None }, top, k, context)?;
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut lottery = Lottery::new();
    let mut scored = 1;
    let task = context.task("searching levels", Some(u64::from(plan.steps)));
    let share = weight_of(score, &(&plan.epsilon / Rational::from(plan.steps.max(1))), &sensitivity);
    for _ in 0..plan.steps {
        context.check_cancelled()?;
        let found = finer(problem, &mut pivots, &mut seen, &mut counters, context)?;
        scored += found.len();
        for candidate in found {
            lottery.add(&candidate.score * &share);
            candidates.push(candidate);
        }
        let Some(winner) = decide.draw(&lottery).map_err(Error::Random)? else { break };
        lottery.swap_remove(winner);
        let Candidate { levels, score, reached } = candidates.swap_remove(winner);
        pivots.push(Pivot { levels, score, reached: Some(reached) });
        task.advance(1);
    }
    let chosen = choose(score, plan, pivots.all(), &sensitivity, decide)?;
    Ok(Found { levels: pivots.all()[chosen].levels.clone(), scored, steps: pivots.all().len() as u32 - 1 })
}

/// What a score is multiplied with to become the exponent of a ticket.
fn weight_of(score: Score, epsilon: &Rational, sensitivity: &Rational) -> Rational {
    let both_ways = if score.is_monotone() { Rational::ONE } else { Rational::from(2u8) };
    epsilon / (sensitivity * both_ways)
}

fn choose<D: Decide>(
    score: Score,
    plan: &Plan,
    pivots: &[Pivot],
    sensitivity: &Rational,
    decide: &mut D,
) -> Result<usize, Error<D::Error>> {
    let last = pivots.len() - 1;
    match &plan.choice {
        Choice::Last => Ok(last),
        Choice::Best => {
            // The first of equals.
            let best = (0..pivots.len())
                .reduce(|best, at| if pivots[at].score > pivots[best].score { at } else { best });
            Ok(best.unwrap_or(last))
        }
        Choice::Lottery(epsilon) => {
            let share = weight_of(score, epsilon, sensitivity);
            let mut lottery = Lottery::new();
            for pivot in pivots {
                lottery.add(&pivot.score * &share);
            }
            Ok(decide.draw(&lottery).map_err(Error::Random)?.unwrap_or(last))
        }
    }
}

/// The levels with one column finer than the last pivot's that were not seen yet, scored.
fn finer<E>(
    problem: &Problem<'_>,
    pivots: &mut Pivots,
    seen: &mut HashSet<Vec<usize>>,
    counters: &mut Counters,
    context: &Context,
) -> Result<Vec<Candidate>, Error<E>> {
    let Problem { records, score, k } = *problem;
    let pivot = pivots.all().len() - 1;
    let levels = pivots.all()[pivot].levels.clone();
    let columns = 0..records.attributes().len();
    let wanted: Vec<(usize, Vec<usize>)> = columns
        .filter(|&at| levels[at] > records.attributes()[at].lowest())
        .map(|at| {
            let mut finer = levels.clone();
            finer[at] -= 1;
            (at, finer)
        })
        .filter(|(_, finer)| seen.insert(finer.clone()))
        .collect();
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let partition = pivots.partition(records, pivot, counters)?;
    let score_of = |counters: &mut Counters, (at, finer): (usize, Vec<usize>)| {
        let node = Node { partition, levels: &levels, finer: Some((at, finer[at])) };
        let tally = Tally::count(records, &node, k, score, counters);
        Candidate { score: score.value(&tally, records, &finer), levels: finer, reached: (pivot, at) }
    };
    let fresh = counters.clone();
    Ok(context.install(|| {
        wanted
            .into_par_iter()
            .map_init(|| fresh.clone(), |counters, wanted| score_of(counters, wanted))
            .collect()
    }))
}
