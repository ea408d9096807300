//! Level vectors that breed.

use super::incumbent::Incumbent;
use crate::Result;
use crate::lattice::{Checked, Checker, Outcome, Problem, Search, Space};
use lethe_data::Context;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;

const POPULATION: usize = 48;
/// The best that live on unchanged.
const ELITE: usize = 12;
/// Without anything better for so many generations it ends.
const PATIENCE: usize = 20;
const MOST_GENERATIONS: usize = 400;

/// Breeds level vectors: the better half of a population has children that take each column's level from one of two
/// parents, and a few levels change by chance.
///
/// **Guarantee**: the best of the nodes looked at. The seed of the context decides all that is left to chance, so equal
/// seeds give equal results on any number of threads.
///
/// **Paper**: after Iyengar 2002, and the genetic search of Wan et al. 2015, on level vectors.
///
/// **Cost**: one pass over the distinct rows for each new node of a generation, at most 48 in each of 400.
#[derive(Clone, Copy, Debug, Default)]
pub struct Genetic;

impl Search for Genetic {
    fn name(&self) -> &'static str {
        "genetic"
    }

    fn search(&self, problem: &Problem<'_>, context: &Context) -> Result<Outcome> {
        let checker = Checker::new(problem, context)?;
        let mut found = Incumbent::new(&checker, problem, context);
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(context.seed());
        let space = &problem.space;
        let mut known: BTreeMap<Vec<usize>, Checked> = BTreeMap::new();
        let mut population = vec![space.bottom(), space.top()];
        while population.len() < POPULATION {
            population.push(anywhere(space, &mut chance));
        }
        let (mut waited, mut best) = (0, None);
        for _ in 0..MOST_GENERATIONS {
            if found.cancelled() {
                return Ok(found.heuristic(false));
            }
            let mut new = population.clone();
            new.retain(|levels| !known.contains_key(levels));
            new.sort_unstable();
            new.dedup();
            let checked = found.check_all(&new);
            known.extend(checked.into_iter().map(|node| (node.levels.clone(), node)));
            population.sort_unstable();
            population.dedup();
            population.sort_by(|a, b| known[a].by_merit(&known[b]));
            waited = if found.best == best { waited + 1 } else { 0 };
            if waited == PATIENCE {
                break;
            }
            best.clone_from(&found.best);
            population = next_generation(space, &population, &mut chance);
        }
        Ok(found.heuristic(true))
    }
}

/// The best, and children of the better half.
fn next_generation(space: &Space, ranked: &[Vec<usize>], chance: &mut impl Rng) -> Vec<Vec<usize>> {
    let parents = &ranked[..ranked.len().div_ceil(2)];
    let mut next: Vec<Vec<usize>> = ranked.iter().take(ELITE).cloned().collect();
    while next.len() < POPULATION {
        let (mother, father) =
            (&parents[below(chance, parents.len())], &parents[below(chance, parents.len())]);
        let mut child: Vec<usize> = mother
            .iter()
            .zip(father)
            .map(|(&ours, &theirs)| if below(chance, 2) == 0 { ours } else { theirs })
            .collect();
        let at = below(chance, child.len());
        let dimension = &space.dimensions()[at];
        match below(chance, 4) {
            0 => child[at] = (child[at] + 1).min(dimension.max()),
            1 => child[at] = child[at].saturating_sub(1).max(dimension.min()),
            2 => child[at] = anywhere(space, chance)[at],
            _ => {}
        }
        next.push(child);
    }
    next
}

fn anywhere(space: &Space, chance: &mut impl Rng) -> Vec<usize> {
    let dimensions = space.dimensions().iter();
    dimensions.map(|dim| dim.min() + below(chance, dim.max() - dim.min() + 1)).collect()
}

/// A number below `end`; that the first numbers are more likely by less than 2^-50 does not matter here.
fn below(chance: &mut impl Rng, end: usize) -> usize {
    (chance.next_u64() % end as u64) as usize
}
