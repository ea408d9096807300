//! A solution of several rounds or regions, applied to another table.

use super::plan::Plan;
use super::report::{Anonymization, Round, SearchReport, Solution};
use super::{Solved, levels};
use crate::{Error, Result};
use lethe_data::Context;
use lethe_data::hierarchy::BoundHierarchy;
use lethe_transform::Recoding;
use lethe_transform::lattice::Problem;
use lethe_transform::rule::Rule;

/// What the records of the plan's table show by a rule.
///
/// **Errors**: the quasi-identifying columns are not those of the solution, or the run was cancelled.
pub(super) fn solve(
    plan: &Plan<'_>,
    problem: &Problem<'_>,
    rule: &Rule,
    context: &Context,
) -> Result<Solved> {
    let recoding = recoding(plan, rule, context)?;
    let mut report = Anonymization::begin(plan, SearchReport::begin(1.0, problem.measure.name()));
    let mut people = vec![0; recoding.rounds.len()];
    for (row, &round) in recoding.round_of_row.iter().enumerate() {
        let weight = plan.table.weights().map_or(1, |weights| weights[row]);
        match people.get_mut(round as usize) {
            Some(people) => *people += weight,
            None => report.suppressed += weight,
        }
    }
    if report.suppressed > plan.limit {
        let note = "more records than may be suppressed have values that the solution does not publish";
        report.notes.push(note.to_owned());
        return Ok(Solved::nothing(report));
    }
    let rounds = match rule {
        Rule::Levels(_) => recoding
            .rounds
            .iter()
            .zip(people)
            .map(|(levels, people)| Round { levels: levels::named_levels(plan, levels), people })
            .collect(),
        Rule::Regions(_) => Vec::new(),
    };
    report.solution = Some(Solution { levels: None, rounds });
    Ok(Solved { report, recoding: Some(recoding), best: None, grouped: None })
}

/// The rule speaks of columns in the order of the table that it was found on.
fn recoding(plan: &Plan<'_>, rule: &Rule, context: &Context) -> Result<Recoding> {
    let hierarchies = &plan.request.hierarchies;
    let places: Option<Vec<usize>> = (0..plan.roles.quasi.len())
        .map(|at| hierarchies.iter().position(|(name, _)| name == plan.quasi_name(at)))
        .collect();
    let places = places.filter(|places| places.len() == hierarchies.len()).ok_or_else(|| {
        Error::Request("a solution that is applied has its own quasi-identifying columns".to_owned())
    })?;
    let mut ordered = vec![(0, 0); places.len()];
    for (at, &place) in places.iter().enumerate() {
        ordered[place] = (at, plan.roles.quasi[at]);
    }
    let quasi: Vec<usize> = ordered.iter().map(|&(_, position)| position).collect();
    let bound: Vec<BoundHierarchy> = ordered.iter().map(|&(at, _)| plan.hierarchies[at].clone()).collect();
    let heights: Vec<usize> = bound.iter().map(BoundHierarchy::height).collect();
    if !rule.fits(&heights) {
        return Err(Error::Request("the rule of the solution does not fit its hierarchies".to_owned()));
    }
    let found = rule.recoding(&plan.table, &quasi, &bound, context)?;
    let reordered = |entries: &Vec<usize>| places.iter().map(|&place| entries[place]).collect();
    let spans = places.iter().map(|&place| found.spans_of(place).to_vec());
    Ok(Recoding {
        rounds: found.rounds.iter().map(reordered).collect(),
        spans: if found.spans.is_empty() { Vec::new() } else { spans.collect() },
        round_of_row: found.round_of_row,
    })
}
