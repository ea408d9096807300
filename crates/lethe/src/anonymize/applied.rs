//! A solution of several rounds or regions, applied to another table.

use super::findings::Findings;
use super::levels;
use super::pipeline::{Solved, Strategy};
use super::plan::Plan;
use super::recoded::Recoded;
use super::report::{Round, SearchReport, Solution};
use crate::{Error, Result};
use lethe_data::Context;
use lethe_data::hierarchy::BoundHierarchy;
use lethe_transform::Recoding;
use lethe_transform::rule::Rule;

/// What the records of a table show by a rule.
pub(super) struct Apply<'r>(pub(super) &'r Rule);

impl Strategy for Apply<'_> {
    fn solve(self: Box<Self>, plan: &mut Plan<'_>, context: &Context) -> Result<Solved> {
        let Self(rule) = *self;
        let recoding = recoding(plan, rule, context)?;
        let mut findings = Findings::begin(SearchReport::begin(1.0, plan.measure()?.name()));
        let mut records = vec![0; recoding.rounds.len()];
        for (row, &round) in recoding.round_of_row.iter().enumerate() {
            let weight = plan.table.weights().map_or(1, |weights| weights[row]);
            match records.get_mut(round as usize) {
                Some(records) => *records += weight,
                None => findings.suppressed += weight,
            }
        }
        if findings.suppressed > plan.limit {
            let note = "more records than may be suppressed have values that the solution does not publish";
            findings.notes.push(note.to_owned());
            return Ok(Solved::nothing(findings));
        }
        let rounds = match rule {
            Rule::Levels(_) => recoding
                .rounds
                .iter()
                .zip(records)
                .map(|(levels, records)| Round { levels: levels::named_levels(plan, levels), records })
                .collect(),
            Rule::Regions(_) => Vec::new(),
        };
        findings.solution = Some(Solution { levels: None, rounds });
        let publication = Recoded::new(plan, recoding, None, context)?;
        Ok(Solved { findings, publication: Some(Box::new(publication)) })
    }
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
