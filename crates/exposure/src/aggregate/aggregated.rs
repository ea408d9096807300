//! A graph of aggregates.

use super::{Level, gather};
use crate::held::Held;
use crate::{Graph, Result};
use lethe_data::Context;

/// How far the probabilities of a level are from those of the graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fidelity {
    /// They are the same, by exact counts.
    Exact,
    /// No probability between two values of different columns differs by more than this. It is measured, and rounded up.
    Within(f64),
}

/// How often something is so among the times it could be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// How often it is so.
    pub together: u128,
    /// How often it could be.
    pub possible: u128,
}

impl Odds {
    /// The share; 0 when it could never be so.
    pub fn share(self) -> f64 {
        if self.possible == 0 { 0.0 } else { self.together as f64 / self.possible as f64 }
    }
}

/// The values of one column in an aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) column: u32,
    pub(super) values: u128,
    pub(super) records: u128,
}

/// What is beside an aggregate. The two are kept apart, because together each pair would be filled up to twice its size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Beside {
    /// Ascending.
    pub(super) others: Vec<u32>,
    pub(super) together: Vec<u128>,
}

/// What an aggregate takes besides its edges, while it is made: its lists, its row and the slots of threads.
const BYTES_OF_NODE: usize = 320;
const BYTES_OF_EDGE: usize = size_of::<u32>() + size_of::<u128>();

/// Aggregates of nodes, and the counts between them: the sums over their members.
#[derive(Debug, PartialEq)]
pub struct AggregatedGraph {
    pub(super) of: Vec<u32>,
    pub(super) members: Vec<Vec<u32>>,
    pub(super) tallies: Vec<Vec<Tally>>,
    pub(super) rows: Vec<Beside>,
    pub(super) within: Vec<u128>,
    pub(super) fidelity: Fidelity,
    held: Held,
}

impl AggregatedGraph {
    /// The graph of a partition: `of` has the aggregate of each node, below `count`; there are at most `edges` between them.
    ///
    /// **Errors**: the memory budget is too small.
    pub(super) fn new(
        graph: &Graph,
        of: Vec<u32>,
        count: usize,
        edges: usize,
        context: &Context,
    ) -> Result<Self> {
        let nodes = of.len();
        let bytes = edges * BYTES_OF_EDGE + nodes * BYTES_OF_NODE;
        let held = Held::take("the aggregated inference graph", bytes, context)?;
        let mut members = vec![Vec::new(); count];
        for (node, &aggregate) in of.iter().enumerate() {
            members[aggregate as usize].push(node as u32);
        }
        let tallies = members.iter().map(|members| tallies(graph, members)).collect();
        let mut aggregated = Self {
            of,
            members,
            tallies,
            rows: Vec::new(),
            within: Vec::new(),
            fidelity: Fidelity::Exact,
            held,
        };
        let gathered = context.install(|| gather::rows(graph, &aggregated));
        let mut error: Option<f64> = None;
        for row in gathered {
            error = match (error, row.error) {
                (Some(one), Some(other)) => Some(one.max(other)),
                (one, other) => one.or(other),
            };
            aggregated.rows.push(row.beside);
            aggregated.within.push(row.within);
        }
        aggregated.fidelity = error.map_or(Fidelity::Exact, Fidelity::Within);
        aggregated.held.keep(aggregated.edges() * BYTES_OF_EDGE + nodes * BYTES_OF_NODE);
        Ok(aggregated)
    }

    /// The number of aggregates.
    pub fn nodes(&self) -> usize {
        self.members.len()
    }

    /// The number of edges, both directions counted.
    pub fn edges(&self) -> usize {
        self.rows.iter().map(|row| row.others.len()).sum()
    }

    /// The aggregate of each node of the graph.
    pub fn aggregates(&self) -> &[u32] {
        &self.of
    }

    /// The nodes of the graph that are in an aggregate, ascending.
    pub fn members(&self, aggregate: usize) -> &[u32] {
        &self.members[aggregate]
    }

    /// How true this level is.
    pub fn fidelity(&self) -> Fidelity {
        self.fidelity
    }

    /// The aggregates beside one, ascending, and the sums of the records that a member of each have in common.
    pub fn beside(&self, aggregate: usize) -> impl Iterator<Item = (usize, u128)> + '_ {
        let row = &self.rows[aggregate];
        row.others.iter().map(|&other| other as usize).zip(row.together.iter().copied())
    }

    /// How likely somebody who has a value of `from` has one of `to` in another column: of all records with a member `a` of the
    /// first and all members `b` of the second that are of another column, how often the person has `b`.
    ///
    /// This is the mean of P(b | a), weighted by the records that have `a`. Both may be the same aggregate.
    pub fn odds(&self, from: usize, to: usize) -> Odds {
        let together = if from == to {
            self.within[from]
        } else {
            let row = &self.rows[from];
            row.others.binary_search(&(to as u32)).map_or(0, |at| row.together[at])
        };
        Odds { together, possible: self.possible(from, to) }
    }

    /// Pairs of a person with a member of `from` and a member of `to` of another column.
    pub(super) fn possible(&self, from: usize, to: usize) -> u128 {
        self.over_columns(from, to, |tally| tally.records)
    }

    /// Pairs of a member of `from` and a member of `to` of another column.
    pub(super) fn comparable(&self, from: usize, to: usize) -> u128 {
        self.over_columns(from, to, |tally| tally.values)
    }

    /// Whether no column has values in both.
    pub(super) fn are_apart(&self, one: usize, other: usize) -> bool {
        shared(&self.tallies[one], &self.tallies[other]).next().is_none()
    }

    pub(super) fn level(&self) -> Level {
        Level { nodes: self.nodes(), edges: self.edges(), fidelity: self.fidelity }
    }

    fn over_columns(&self, from: usize, to: usize, what: impl Fn(&Tally) -> u128) -> u128 {
        let all: u128 = self.tallies[from].iter().map(&what).sum::<u128>() * self.members[to].len() as u128;
        let same = shared(&self.tallies[from], &self.tallies[to]);
        all - same.map(|(left, right)| what(left) * right.values).sum::<u128>()
    }
}

fn tallies(graph: &Graph, members: &[u32]) -> Vec<Tally> {
    let mut tallies: Vec<Tally> = Vec::new();
    // Members ascend, and so do their columns.
    for &member in members {
        let node = graph.nodes()[member as usize];
        match tallies.last_mut().filter(|last| last.column == node.column) {
            Some(last) => {
                last.values += 1;
                last.records += u128::from(node.records);
            }
            None => tallies.push(Tally { column: node.column, values: 1, records: node.records.into() }),
        }
    }
    tallies
}

/// The tallies of columns that are in both.
fn shared<'a>(left: &'a [Tally], right: &'a [Tally]) -> impl Iterator<Item = (&'a Tally, &'a Tally)> {
    let mut ahead = right;
    left.iter().filter_map(move |tally| {
        while ahead.first().is_some_and(|other| other.column < tally.column) {
            ahead = &ahead[1..];
        }
        ahead.first().filter(|other| other.column == tally.column).map(|other| (tally, other))
    })
}
