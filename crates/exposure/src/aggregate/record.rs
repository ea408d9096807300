//! A record's sum from an aggregated graph.

use super::{AggregatedGraph, Odds};
use lethe_num::Rational;

impl AggregatedGraph {
    /// The sum of P(b | a) over the ordered pairs of a record's values, given as nodes of the graph, each once.
    ///
    /// **Guarantee**: on an exact level this is the sum of the graph itself. Otherwise it is off by at most the level's error for
    /// each ordered pair.
    pub fn record_sum(&self, nodes: &[usize]) -> Rational {
        self.record_terms(nodes).fold(Rational::ZERO, |sum, (ways, odds)| {
            if odds.together == 0 {
                return sum;
            }
            let share = Rational::from_parts(odds.together.into(), odds.possible.into());
            sum + share * Rational::from(ways)
        })
    }

    /// The same sum, rounded, for showing and ranking.
    pub fn record_sum_shown(&self, nodes: &[usize]) -> f64 {
        self.record_terms(nodes).map(|(ways, odds)| ways as f64 * odds.share()).sum()
    }

    /// How many ordered pairs of the record are between two aggregates, and how likely each is.
    fn record_terms(&self, nodes: &[usize]) -> impl Iterator<Item = (u64, Odds)> + '_ {
        let mut aggregates: Vec<usize> = nodes.iter().map(|&node| self.of[node] as usize).collect();
        aggregates.sort_unstable();
        let runs: Vec<(usize, u64)> =
            aggregates.chunk_by(|one, other| one == other).map(|run| (run[0], run.len() as u64)).collect();
        let others = runs.clone();
        runs.into_iter().flat_map(move |(from, here)| {
            let terms = others.iter().map(|&(to, there)| {
                let ways = if from == to { here * (here - 1) } else { here * there };
                (ways, self.odds(from, to))
            });
            terms.filter(|&(ways, _)| ways > 0).collect::<Vec<_>>()
        })
    }
}
