//! A solution of several rounds or regions, applied to another table.

use super::plan::Plan;
use super::report::{Anonymization, Round, SearchReport, Solution};
use super::{Solved, levels};
use crate::Result;
use lethe_data::Context;
use lethe_transform::SUPPRESSED;
use lethe_transform::lattice::Problem;
use lethe_transform::rule::Rule;

/// What the records of the plan's table show by a rule.
///
/// **Errors**: the run was cancelled.
pub(super) fn solve(
    plan: &Plan<'_>,
    problem: &Problem<'_>,
    rule: &Rule,
    context: &Context,
) -> Result<Solved> {
    let recoding = rule.recoding(&plan.table, &plan.roles.quasi, &plan.hierarchies, context)?;
    let mut report = Anonymization::begin(plan, SearchReport::begin(1.0, problem.measure.name()));
    let mut people = vec![0; recoding.rounds.len()];
    for (row, &round) in recoding.round_of_row.iter().enumerate() {
        let weight = plan.table.weights().map_or(1, |weights| weights[row]);
        match people.get_mut(round as usize) {
            Some(people) => *people += weight,
            None => report.suppressed += weight,
        }
    }
    debug_assert!(
        recoding.round_of_row.iter().all(|&round| round == SUPPRESSED || (round as usize) < people.len())
    );
    let rounds = match rule {
        Rule::Levels(rounds) => rounds
            .iter()
            .zip(people)
            .map(|(round, people)| Round { levels: levels::named_levels(plan, &round.levels), people })
            .collect(),
        Rule::Regions(_) => Vec::new(),
    };
    report.solution = Some(Solution { levels: None, rounds });
    if report.suppressed > plan.limit {
        let note = "more records than may be suppressed have values that the solution does not publish";
        report.notes.push(note.to_owned());
        return Ok(Solved::nothing(report));
    }
    Ok(Solved { report, recoding: Some(recoding), best: None, grouped: None })
}
