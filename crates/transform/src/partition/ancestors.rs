//! Lowest common ancestors in constant time.

use lethe_data::hierarchy::BoundHierarchy;

/// A hierarchy's leaves in depth-first order, and for any range of them the lowest level on which they are one node.
///
/// The leaves under a node stand side by side in this order. The lowest common ancestor of a set of leaves is therefore
/// that of its first and its last, and its level is the highest among those of neighbours in between: the maximum of a
/// range, which two overlapping ranges of a power of two cover (Bender and Farach-Colton 2000).
#[derive(Clone, Debug)]
pub(super) struct Ancestors {
    /// The column code at each place.
    pub(super) codes: Vec<u32>,
    /// `meets[j][i]`: the highest level at which neighbours among the places `i ..= i + 2^j` meet.
    meets: Vec<Vec<u16>>,
}

impl Ancestors {
    /// Puts the codes of a bound column in order. Nodes follow each other by their smallest code, so that a hierarchy of
    /// intervals keeps the order of the values.
    ///
    /// **Cost**: sorting the codes, and two bytes a code for each power of two below their number.
    pub(super) fn new(bound: &BoundHierarchy) -> Self {
        let domain = bound.codes(0).len();
        let height = bound.height();
        let first_code = |level: usize| {
            let mut first = vec![u32::MAX; bound.domain(level)];
            for (code, &node) in bound.codes(level).iter().enumerate().rev() {
                first[node as usize] = code as u32;
            }
            bound.codes(level).iter().map(|&node| first[node as usize]).collect::<Vec<u32>>()
        };
        let first_codes: Vec<Vec<u32>> = (0..height).rev().map(first_code).collect();
        let mut codes: Vec<u32> = (0..domain as u32).collect();
        let key = |code: u32| first_codes.iter().map(move |of_level| of_level[code as usize]);
        codes.sort_unstable_by(|&a, &b| key(a).cmp(key(b)).then(a.cmp(&b)));
        let meet = |pair: &[u32]| {
            let same = |level: &usize| {
                bound.codes(*level)[pair[0] as usize] == bound.codes(*level)[pair[1] as usize]
            };
            // Every two leaves meet at the root.
            (0..height).find(same).unwrap_or(height - 1) as u16
        };
        let mut meets = vec![codes.windows(2).map(meet).collect::<Vec<u16>>()];
        let mut width = 1;
        while 2 * width < domain {
            // The first row always exists, and the loop adds to it.
            let below = &meets[meets.len() - 1];
            let wider = (0..below.len() - width).map(|at| below[at].max(below[at + width])).collect();
            meets.push(wider);
            width *= 2;
        }
        Self { codes, meets }
    }

    /// The level of the lowest common ancestor of the leaves at the places `first ..= last`.
    #[inline]
    pub(super) fn level(&self, first: u32, last: u32) -> usize {
        let (first, steps) = (first as usize, (last - first) as usize);
        if steps == 0 {
            return 0;
        }
        let power = steps.ilog2() as usize;
        let row = &self.meets[power];
        usize::from(row[first].max(row[first + steps - (1 << power)]))
    }
}
