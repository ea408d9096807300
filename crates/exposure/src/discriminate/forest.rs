//! Which column pairs are released together.

use super::release::ReleasedPair;
use std::collections::BTreeSet;

/// Some column pairs without a cycle: those first whose released tables show most, unless they would close one.
///
/// **Paper**: Chow & Liu 1968 build the tree of largest mutual information so. Here it is computed from what may be shown of the two
/// columns, in records times nats.
pub(super) fn of_most_information(mut pairs: Vec<ReleasedPair>) -> Vec<ReleasedPair> {
    let columns = pairs.iter().map(|pair| pair.columns.1 as usize + 1).max().unwrap_or(0);
    let mut trees = Trees::new(columns);
    pairs.retain(|pair| !pair.named[0].is_empty());
    let mut ranked: Vec<(f64, ReleasedPair)> =
        pairs.into_iter().map(|pair| (information(&pair), pair)).collect();
    // The sort is stable, so that a draw goes to the first columns.
    ranked.sort_by(|one, other| other.0.total_cmp(&one.0));
    ranked.retain(|(_, pair)| trees.join(pair.columns));
    let mut kept: Vec<ReleasedPair> = ranked.into_iter().map(|(_, pair)| pair).collect();
    kept.sort_unstable_by_key(|pair| pair.columns);
    kept
}

/// Whether pairs of columns, each counted once, form no cycle.
pub fn form_no_cycle(pairs: impl IntoIterator<Item = (u32, u32)>) -> bool {
    let pairs: BTreeSet<(u32, u32)> =
        pairs.into_iter().map(|(one, other)| (one.min(other), one.max(other))).collect();
    let columns = pairs.iter().map(|pair| pair.1 as usize + 1).max().unwrap_or(0);
    let mut trees = Trees::new(columns);
    pairs.into_iter().all(|pair| trees.join(pair))
}

/// Columns that hang together by pairs.
struct Trees {
    root: Vec<u32>,
}

impl Trees {
    fn new(columns: usize) -> Self {
        Self { root: (0..columns as u32).collect() }
    }

    /// Connects two columns; false when they were, so that this closes a cycle.
    fn join(&mut self, (left, right): (u32, u32)) -> bool {
        let (left, right) = (self.root[left as usize], self.root[right as usize]);
        self.root.iter_mut().filter(|root| **root == right).for_each(|root| *root = left);
        left != right
    }
}

/// The mutual information of what is shown of two columns, times the records that have both.
fn information(pair: &ReleasedPair) -> f64 {
    let rectangle = &pair.rectangle;
    let inside = |side: &[(u32, u64)], node: u32| {
        side.binary_search_by_key(&node, |line| line.0).map_or(0, |at| side[at].1)
    };
    let mut margins = [0, 1].map(|side| {
        let lines = if side == 0 { &rectangle.left } else { &rectangle.right };
        pair.named[side].iter().map(|&node| inside(lines, node)).collect::<Vec<u64>>()
    });
    let place = |side: usize, node: u32| pair.named[side].binary_search(&node).unwrap_or(0);
    let mut all = rectangle.records;
    for &(left, right, records) in &pair.kept {
        margins[0][place(0, left)] += records;
        margins[1][place(1, right)] += records;
        all += records;
    }
    let all = all as f64;
    let log = |part: u64, of: f64| if part == 0 { 0.0 } else { part as f64 * (part as f64 / of).ln() };
    let kept = pair.kept.iter().map(|&(left, right, records)| {
        log(records, margins[0][place(0, left)] as f64 * margins[1][place(1, right)] as f64 / all)
    });
    // Inside, records are spread in proportion to the lines, so that the sum over cells is one over lines. Values that are not named
    // are all inside and add nothing of their own.
    let lines = [&rectangle.left, &rectangle.right].into_iter().enumerate().flat_map(|(side, lines)| {
        let margins = &margins[side];
        lines.iter().map(move |&(node, records)| log(records, margins[place(side, node)] as f64))
    });
    kept.sum::<f64>() + lines.sum::<f64>() - log(rectangle.records, all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discriminate::Rectangle;

    fn pair(columns: (u32, u32), kept: &[(u32, u32, u64)], rectangle: Rectangle) -> ReleasedPair {
        let named = [vec![0, 1], vec![2, 3]];
        ReleasedPair { columns, named, kept: kept.to_vec(), rectangle, risky: 0, above: 0 }
    }

    #[test]
    fn pairs_that_say_more_come_first_and_no_cycle_is_closed() {
        let spread = Rectangle {
            left: vec![(0, 5), (1, 5)],
            right: vec![(2, 5), (3, 5)],
            unnamed: [0, 0],
            records: 10,
        };
        let nothing = pair((0, 1), &[], spread);
        let all = |columns| pair(columns, &[(0, 2, 5), (1, 3, 5)], Rectangle::default());
        assert!(information(&nothing).abs() < 1e-9);
        assert!((information(&all((0, 2))) - 10.0 * 2.0_f64.ln()).abs() < 1e-9);
        let kept = of_most_information(vec![nothing, all((0, 2)), all((1, 2))]);
        assert_eq!(kept.iter().map(|pair| pair.columns).collect::<Vec<_>>(), [(0, 2), (1, 2)]);
        assert!(form_no_cycle([(0, 1), (1, 0), (2, 1)]) && !form_no_cycle([(0, 1), (1, 2), (2, 0)]));
    }
}
