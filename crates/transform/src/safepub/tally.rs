//! What scores are made of, counted in one pass over the records of some levels.

use super::partition::{Counters, Partition};
use super::records::Records;
use super::score::Score;

/// Sums over the groups that are published.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// All records.
    pub(super) records: u64,
    /// Those in published groups, groups that tell nothing included.
    pub(super) published: u64,
    /// Those in groups that tell nothing.
    pub(super) untold: u64,
    /// Published groups that tell something.
    pub(super) groups: u64,
    /// The sum of their squared sizes.
    pub(super) squares: u128,
    /// The records with their group's most frequent label, in groups of what is shown besides the label.
    pub(super) majority: u64,
    /// By label: the records that are not credited to a group.
    pub(super) left: Vec<u64>,
    /// By column: the leaves that the published values stand for.
    pub(super) leaves: Vec<u128>,
    /// By column: squared numbers of records with each value that is told, and those whose value is not.
    pub(super) values: Vec<(u128, u64)>,
}

/// Levels, and what they publish.
pub(super) struct Node<'a> {
    pub(super) partition: &'a Partition,
    /// The levels of the partition.
    pub(super) levels: &'a [usize],
    /// A column on another level than the partition's.
    pub(super) finer: Option<(usize, usize)>,
}

impl Tally {
    /// Counts what a score needs.
    ///
    /// **Cost**: a few operations for each record of the partition, and for each group as many as columns.
    pub(super) fn count(
        records: &Records,
        node: &Node<'_>,
        k: u64,
        score: Score,
        counters: &mut Counters,
    ) -> Self {
        let columns = records.attributes().len();
        let mut tally = Self { records: records.records(), ..Self::default() };
        let mut by_value: Vec<Vec<u64>> = Vec::new();
        if score.needs_leaves() {
            tally.leaves = vec![0; columns];
        }
        if score.needs_values() {
            by_value =
                (0..columns).map(|at| vec![0; records.attributes()[at].domain(node.level(at))]).collect();
        }
        let mut best: Vec<u64> = Vec::new();
        if score == Score::Prediction {
            tally.left = records.records_by_label().to_vec();
        }
        let least = score.least(k);
        for segment in node.partition.segments() {
            let Some(&first) = segment.first() else { continue };
            match node.finer {
                Some((attribute, level)) => {
                    let nodes = records.attributes()[attribute].nodes(level);
                    let codes = records.codes(attribute);
                    counters.count(records, segment, |record| nodes[codes[record as usize] as usize]);
                }
                None => counters.count(records, segment, |_| 0),
            }
            let is_star = |at: usize, shown: u32| records.attributes()[at].is_star(node.level(at), shown);
            let others = (0..columns).filter(|&at| node.finer.is_none_or(|(finer, _)| finer != at));
            let others_are_stars =
                others.clone().all(|at| is_star(at, records.node(at, node.level(at), first)));
            let mut stays = 0;
            for (shown, label, count, _) in counters.cells() {
                if count < least {
                    continue;
                }
                let count = score.credit(count, k);
                stays += count;
                let tells_nothing =
                    others_are_stars && node.finer.is_none_or(|(attribute, _)| is_star(attribute, shown));
                if tells_nothing && !records.has_label() {
                    tally.untold += count;
                } else {
                    tally.groups += 1;
                    tally.squares += u128::from(count) * u128::from(count);
                }
                if score == Score::Prediction {
                    tally.left[label as usize] -= count;
                }
                if score.needs_labels() && (score == Score::Prediction || !tells_nothing) {
                    best.resize(best.len().max(shown as usize + 1), 0);
                    best[shown as usize] = best[shown as usize].max(count);
                }
                if let Some((attribute, level)) = node.finer {
                    if score.needs_leaves() {
                        let leaves = records.attributes()[attribute].leaves_under(level, shown);
                        tally.leaves[attribute] += u128::from(leaves) * u128::from(count);
                    }
                    if score.needs_values() {
                        by_value[attribute][shown as usize] += count;
                    }
                }
            }
            tally.published += stays;
            if score.needs_labels() {
                for (shown, _, _, _) in counters.cells() {
                    if let Some(most) = best.get_mut(shown as usize) {
                        tally.majority += std::mem::take(most);
                    }
                }
            }
            if stays > 0 && (score.needs_leaves() || score.needs_values()) {
                for at in others {
                    let shown = records.node(at, node.level(at), first);
                    if score.needs_leaves() {
                        let leaves = records.attributes()[at].leaves_under(node.level(at), shown);
                        tally.leaves[at] += u128::from(leaves) * u128::from(stays);
                    }
                    if score.needs_values() {
                        by_value[at][shown as usize] += stays;
                    }
                }
            }
            counters.clear();
        }
        for (at, counts) in by_value.iter().enumerate() {
            let mut sums = (0u128, 0u64);
            for (shown, &count) in counts.iter().enumerate() {
                if records.attributes()[at].is_star(node.level(at), shown as u32) {
                    sums.1 += count;
                } else {
                    sums.0 += u128::from(count) * u128::from(count);
                }
            }
            tally.values.push(sums);
        }
        tally
    }
}

impl Node<'_> {
    /// The level of a column.
    pub(super) fn level(&self, at: usize) -> usize {
        match self.finer {
            Some((attribute, level)) if attribute == at => level,
            _ => self.levels[at],
        }
    }
}
