//! Methods that group records: whoever is in a group shows the same, whatever others show.

use super::axes::{axes, recoded};
use super::findings::Findings;
use super::levels;
use super::pipeline::{Solved, Strategy};
use super::plan::Plan;
use super::recoded::Recoded;
use super::report::{Grouping, GroupsOfSize, SearchReport, Solution};
use crate::Result;
use crate::discover::Stop;
use crate::recipe_file::{self, Method};
use crate::time_limit::within;
use lethe_data::Context;
use lethe_transform::lattice::Problem;
use lethe_transform::partition::{
    Algorithm, Axis, Center, Clustered, Clusterer, Cutter, GroupModels, Groups, Units, recoding,
};
use std::collections::BTreeMap;
use std::time::Instant;

/// What must be known about microaggregated numbers.
const NOT_TRUTHFUL: &str = "the release is not truthful: in columns of numbers, a group shows one number that stands for \
                            those of its records";

/// Why nothing can be published.
pub(super) const NO_GROUP: &str = "not even all records as one group satisfy the models";

/// Groups the records of a table in memory.
pub(super) struct GroupRecords;

impl Strategy for GroupRecords {
    fn solve(self: Box<Self>, plan: &mut Plan<'_>, context: &Context) -> Result<Solved> {
        let measure = plan.measure()?;
        let problem = &plan.problem(measure.as_ref())?;
        let recipe = &plan.request.recipe.search;
        let group_models = GroupModels::new(problem.requirements, recipe.method.name().name())?;
        let axes = axes(plan, problem.measure)?;
        let start = Instant::now();
        let mut room = context.memory().reserve("grouping the records");
        let slots = problem.requirements.sensitive.len();
        room.try_grow(plan.table.rows() * bytes_per_person(axes.len(), slots))?;
        let (units, unit_of_row) =
            Units::of_table(&plan.table, &problem.quasi, &axes, problem.requirements, context)?;
        let everyone: Vec<u32> = (0..units.len() as u32).collect();
        let mut findings = begin(plan, problem);
        if !units.is_empty() && !group_models.holds(&units, &everyone) {
            findings.nearest_miss = Some(levels::miss(plan, problem, context)?);
            findings.notes.push(NO_GROUP.to_owned());
            return Ok(Solved::nothing(findings));
        }
        let token = context.cancel_token().child();
        let limited = context.clone().with_cancel(token.clone());
        let (groups, mut grouping) =
            within(recipe.time_limit, &token, || group(plan, &axes, &units, &group_models, &limited));
        findings.search.elapsed_ms = start.elapsed().as_secs_f64() * 1000.0;
        findings.search.checked = groups.len() as u64;
        context.check_cancelled()?;
        if token.is_cancelled() {
            // What there is satisfies the models, but is coarser than it might be.
            findings.stop(Stop::TimeLimit, "the time limit was reached; smaller groups may be possible");
        }
        grouping.count(groups.iter().map(|group| group.iter().map(|&unit| units.records(unit)).sum()));
        findings.grouping = Some(grouping);
        findings.solution = Some(Solution { levels: None, rounds: Vec::new() });
        let center = center(recipe);
        findings.notes.extend(center.map(|_| NOT_TRUTHFUL.to_owned()));
        let recoding = recoding(&groups, &units, &unit_of_row, &recoded(plan, &axes), center);
        let grouped = plan.request.freeze.is_some().then_some(Grouped { axes, units, unit_of_row, groups });
        let publication = Recoded::new(plan, recoding, grouped, context)?;
        Ok(Solved { findings, publication: Some(Box::new(publication)) })
    }
}

/// Who was grouped with whom.
pub(super) struct Grouped {
    axes: Vec<Axis>,
    units: Units,
    unit_of_row: Vec<u32>,
    groups: Groups,
}

impl Grouped {
    pub(super) fn for_rule(&self) -> lethe_transform::rule::Grouped<'_> {
        let Self { axes, units, unit_of_row, groups } = self;
        lethe_transform::rule::Grouped { axes, units, unit_of_row, groups }
    }
}

/// The bytes that each record needs while it is grouped.
pub(super) fn bytes_per_person(axes: usize, slots: usize) -> usize {
    64 + 16 * axes + 24 * slots
}

/// Groups units as the recipe says.
pub(super) fn group(
    plan: &Plan<'_>,
    axes: &[Axis],
    units: &Units,
    group_models: &GroupModels<'_>,
    context: &Context,
) -> (Groups, Grouping) {
    let recipe = &plan.request.recipe.search;
    if let Method::Mondrian { split, .. } = recipe.method {
        let split = split.unwrap_or_default();
        let groups = Cutter { axes, units, group_models, split, enough: 0 }.cut(context);
        return (groups, Grouping::default());
    }
    let algorithm = algorithm(recipe);
    let Clustered { groups, stats } = Clusterer { axes, units, group_models, algorithm }.cluster(context);
    let grouping = Grouping {
        algorithm: Some(algorithm.name().to_owned()),
        identical: stats.set_aside,
        splits: stats.splits,
        dissolved: stats.dissolved,
        moved: stats.moves,
        ..Grouping::default()
    };
    (groups, grouping)
}

fn algorithm(recipe: &recipe_file::Search) -> Algorithm {
    match recipe.method.keys().algorithm {
        Some(recipe_file::Algorithm::Oka) => Algorithm::Oka,
        Some(recipe_file::Algorithm::KMember) => Algorithm::KMember,
        Some(recipe_file::Algorithm::Mdav) => Algorithm::Mdav,
        // The algorithms of other methods are refused together with one that groups records.
        None
        | Some(
            recipe_file::Algorithm::Hybrid
            | recipe_file::Algorithm::Borders
            | recipe_file::Algorithm::Cliques,
        ) => Algorithm::Hybrid,
    }
}

/// What is published in place of numbers, where the recipe asks for that.
fn center(recipe: &recipe_file::Search) -> Option<Center> {
    let (Method::Cluster(options) | Method::DiskCluster(options)) = &recipe.method else { return None };
    (algorithm(recipe) == Algorithm::Mdav).then(|| options.center.unwrap_or_default())
}

/// What can be reported before anything is grouped.
pub(super) fn begin(plan: &Plan<'_>, problem: &Problem<'_>) -> Findings {
    let mut findings = Findings::begin(SearchReport::begin(problem.space.nodes(), problem.measure.name()));
    let nothing = "`explain` is about levels; there are none where records are grouped";
    findings.notes.extend(plan.request.explain.then(|| nothing.to_owned()));
    findings
}

impl Grouping {
    /// Counts the groups by their records.
    pub(super) fn count(&mut self, sizes: impl Iterator<Item = u64>) {
        let mut groups: BTreeMap<u64, u64> = BTreeMap::new();
        for records in sizes {
            *groups.entry(records).or_default() += 1;
        }
        self.groups = groups.values().sum();
        self.sizes = groups.into_iter().map(|(records, groups)| GroupsOfSize { records, groups }).collect();
    }
}
