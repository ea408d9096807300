//! From everything generalized downwards, a lottery at each step.

use super::Error;
use super::partition::Counters;
use super::pivots::{Pivot, Pivots};
use super::records::Records;
use super::score::Score;
use super::tally::{Node, Tally};
use lethe_data::Context;
use lethe_num::{Decide, Rational, WeightedDraw};
use rayon::prelude::*;
use std::collections::HashSet;

/// What is searched, and by which score.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The records.
    pub records: &'a Records,
    /// What is good.
    pub score: Score,
    /// Groups of fewer records count as suppressed.
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

/// How the levels are chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// By one more lottery among all levels that were scored, which may spend so much.
    WeightedDraw(Rational),
    /// The last ones that the steps have come by.
    Last,
    /// Those with the best score that the steps have come by, as the publication has it. That reads the records once more without paying for it, so the promise of
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
/// **Guarantee**: with [`Choice::WeightedDraw`] or [`Choice::Last`] the levels, the number of steps and of scored levels are
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
    let (down, up) = score.change(k, records.attributes().len());
    let spread = down + up;
    let levels = records.top();
    let mut seen = HashSet::from([levels.clone()]);
    let mut pivots = Pivots::new(records, score.least(k), context);
    let (base, partition) = pivots.partition(&levels, 0, &mut counters)?;
    let tally =
        Tally::count(base, &Node { partition, levels: &levels, finer: None }, k, score, &mut counters);
    let value = score.value(&tally, records, &levels);
    pivots.push(Pivot { levels, score: value, reached: None });
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut weighted_draw = WeightedDraw::new();
    let mut scored = 1;
    let task = context.task("searching levels", Some(u64::from(plan.steps)));
    // What a score is multiplied with to become the exponent of a ticket.
    let share = &plan.epsilon / Rational::from(plan.steps.max(1)) / &spread;
    for _ in 0..plan.steps {
        context.check_cancelled()?;
        let found = finer(problem, &mut pivots, &mut seen, &mut counters, context)?;
        scored += found.len();
        for candidate in found {
            weighted_draw.add(&candidate.score * &share);
            candidates.push(candidate);
        }
        let Some(winner) = decide.draw(&weighted_draw).map_err(Error::Random)? else { break };
        weighted_draw.swap_remove(winner);
        let Candidate { levels, score, reached } = candidates.swap_remove(winner);
        pivots.push(Pivot { levels, score, reached: Some(reached) });
        task.advance(1);
    }
    let levels = choose(plan, pivots.all(), &candidates, &spread, decide)?;
    Ok(Found { levels, scored, steps: pivots.all().len() as u32 - 1 })
}

/// The levels that are published, among all that were scored: whoever knows the steps knows which those are.
fn choose<D: Decide>(
    plan: &Plan,
    pivots: &[Pivot],
    candidates: &[Candidate],
    spread: &Rational,
    decide: &mut D,
) -> Result<Vec<usize>, Error<D::Error>> {
    let last = pivots.len() - 1;
    let chosen = match &plan.choice {
        Choice::Last => last,
        Choice::Best => {
            // The first of equals.
            let better =
                |best: usize, at: usize| if pivots[at].score > pivots[best].score { at } else { best };
            (0..pivots.len()).reduce(better).unwrap_or(last)
        }
        Choice::WeightedDraw(epsilon) => {
            let share = epsilon / spread;
            let scored =
                pivots.iter().map(|pivot| &pivot.score).chain(candidates.iter().map(|other| &other.score));
            let weighted_draw = WeightedDraw::of(scored.map(|score| score * &share));
            decide.draw(&weighted_draw).map_err(Error::Random)?.unwrap_or(last)
        }
    };
    let levels =
        pivots.get(chosen).map_or_else(|| &candidates[chosen - pivots.len()].levels, |pivot| &pivot.levels);
    Ok(levels.clone())
}

/// The levels with one column finer than the last pivot's that were not seen yet, scored.
fn finer<E>(
    problem: &Problem<'_>,
    pivots: &mut Pivots<'_>,
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
    let (base, partition) = pivots.partition(&levels, pivot, counters)?;
    let score_of = |counters: &mut Counters, (at, finer): (usize, Vec<usize>)| {
        let node = Node { partition, levels: &levels, finer: Some((at, finer[at])) };
        let tally = Tally::count(base, &node, k, score, counters);
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
