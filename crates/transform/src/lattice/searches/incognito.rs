//! Incognito: sets of columns that grow, each only as general as its subsets had to be.

use super::incumbent::Incumbent;
use super::nodes::{Nodes, refuse_beyond};
use super::settle::settle;
use crate::Result;
use crate::lattice::{Checker, Outcome, Problem, Search};
use lethe_data::Context;
use rayon::prelude::*;

/// Goes through the sets of columns from single ones to all. A node over a set can hold only if its part over every
/// subset can (a class over fewer columns is a union of classes), and what can hold still can when it is generalized.
/// What remains over all columns is compared by loss.
///
/// With suppression, or with models that do not survive the union of classes, only a property is used that survives
/// both: how many records are in classes that lack what every class needs, whatever else the models ask
/// ([`Checker::could_hold`]). What remains is then checked in full.
///
/// **Guarantee**: the best node of the lattice.
///
/// **Paper**: `LeFevre`, `DeWitt` and Ramakrishnan 2005; Dimakopoulos 2022, section 2.4.1.
///
/// **Cost**: at most one pass over the distinct rows for each node over each set of columns: the product of the columns'
/// levels plus one.
///
/// **Errors**: that product is more than 2^24.
#[derive(Clone, Copy, Debug, Default)]
pub struct Incognito;

impl Search for Incognito {
    fn name(&self) -> &'static str {
        "incognito"
    }

    fn search(&self, problem: &Problem<'_>, context: &Context) -> Result<Outcome> {
        let space = &problem.space;
        let levels = space.dimensions().iter().map(|dimension| dimension.max() - dimension.min() + 1);
        refuse_beyond(levels.map(|levels| levels as f64 + 1.0).product())?;
        let checker = Checker::new(problem, context)?;
        let mut found = Incumbent::new(&checker, problem, context);
        // The most general node first, so that there is something to return early.
        found.check_all(&[space.top()]);
        let all = (1usize << space.dimensions().len()) - 1;
        let mut sets: Vec<usize> = (1..=all).collect();
        sets.sort_by_key(|set| (set.count_ones(), *set));
        let mut could_hold: Vec<Vec<bool>> = vec![Vec::new(); all + 1];
        let mut complete = true;
        for set in sets {
            if found.cancelled() {
                complete = false;
                break;
            }
            could_hold[set] = over(set, &could_hold, &mut found);
        }
        if complete {
            let nodes = Nodes::of(space)?;
            complete = settle(&nodes, &could_hold[all], &vec![false; nodes.len()], &mut found);
        }
        let open = if complete { 0.0 } else { checker.bound(&space.bottom()) };
        Ok(found.exact(complete, open))
    }
}

/// Which nodes over a set of columns could hold, given those over smaller sets.
fn over(set: usize, smaller: &[Vec<bool>], found: &mut Incumbent<'_>) -> Vec<bool> {
    let space = &found.problem.space;
    let columns: Vec<usize> = (0..space.dimensions().len()).filter(|at| set >> at & 1 == 1).collect();
    let nodes = Nodes::over(space, columns.iter().copied());
    let subsets: Vec<(usize, Nodes)> = (0..columns.len())
        .filter(|_| columns.len() > 1)
        .map(|left_out| (left_out, Nodes::over(space, without(&columns, left_out))))
        .collect();
    let by_subsets = |levels: &[usize]| {
        subsets.iter().all(|(left_out, nodes)| {
            smaller[set & !(1 << columns[*left_out])][nodes.number(&without(levels, *left_out))]
        })
    };
    let mut could_hold = vec![false; nodes.len()];
    for level in nodes.by_steps() {
        let mut unknown = Vec::new();
        for node in level {
            if nodes.predecessors(node).any(|below| could_hold[below]) {
                could_hold[node] = true;
            } else if by_subsets(&nodes.levels(node)) {
                unknown.push(node);
            } else {
                found.stats.pruned_by_limit += 1;
            }
        }
        let (checker, context) = (found.checker, found.context);
        let ask = |&node: &usize| {
            // A column on its top level is a column left out.
            let mut levels: Vec<usize> = space.dimensions().iter().map(|dim| dim.height() - 1).collect();
            columns.iter().zip(nodes.levels(node)).for_each(|(&at, level)| levels[at] = level);
            context.check_cancelled().is_err() || checker.could_hold(&levels)
        };
        found.stats.grouped += unknown.len() as u64;
        let answers: Vec<bool> = context.install(|| unknown.par_iter().map(ask).collect());
        unknown.into_iter().zip(answers).for_each(|(node, answer)| could_hold[node] = answer);
    }
    could_hold
}

fn without(items: &[usize], left_out: usize) -> Vec<usize> {
    let kept = items.iter().enumerate().filter(|(at, _)| *at != left_out);
    kept.map(|(_, &item)| item).collect()
}
