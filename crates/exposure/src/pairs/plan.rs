//! Which columns are counted together, and how.

/// Two columns with at most so many possible pairs are counted in a table with a counter for each.
const DENSE: usize = if cfg!(test) { 1 << 5 } else { 1 << 19 };
/// Counters of a unit of work, so that they stay in the cache of a core.
const COUNTERS: usize = if cfg!(test) { 1 << 6 } else { 1 << 17 };
/// Partners of a column in one unit of work.
const PARTNERS: usize = 16;

/// A column and others that it is counted with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    /// The place of the column.
    pub(crate) by: usize,
    /// The places of the others.
    pub(crate) with: Vec<usize>,
    pub(crate) way: Way,
}

/// How pairs are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// A counter for every pair that is possible.
    Dense,
    /// Rows in the order of the column, so that counters for the other one suffice.
    Grouped,
}

/// Every two columns once; `domains` are their numbers of codes. The most work comes first.
pub(crate) fn units(domains: &[usize], most_bytes: usize) -> Vec<Unit> {
    let dense = DENSE.min(most_bytes / size_of::<u32>());
    let mut units = Vec::new();
    for by in 0..domains.len() {
        let is_dense = |other: usize| domains[by].saturating_mul(domains[other]) <= dense;
        let mut counters = 0;
        let mut with = Vec::new();
        for other in (by + 1..domains.len()).filter(|&other| is_dense(other)) {
            let more = domains[by] * domains[other];
            if !with.is_empty() && (counters + more > COUNTERS || with.len() == PARTNERS) {
                units.push(Unit { by, with: std::mem::take(&mut with), way: Way::Dense });
                counters = 0;
            }
            with.push(other);
            counters += more;
        }
        if !with.is_empty() {
            units.push(Unit { by, with, way: Way::Dense });
        }
        let is_larger = |other: usize| (domains[by], by) > (domains[other], other);
        let with: Vec<usize> =
            (0..domains.len()).filter(|&other| other != by && !is_dense(other) && is_larger(other)).collect();
        units.extend(with.chunks(PARTNERS).map(|with| Unit { by, with: with.to_vec(), way: Way::Grouped }));
    }
    units.sort_by_key(|unit| std::cmp::Reverse((unit.way == Way::Grouped, unit.with.len())));
    units
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_two_columns_are_counted_once(domains in prop::collection::vec(0usize..20, 0..12), bytes in 0usize..400) {
            let mut seen = Vec::new();
            for unit in units(&domains, bytes) {
                for other in unit.with {
                    seen.push((unit.by.min(other), unit.by.max(other)));
                }
            }
            seen.sort_unstable();
            let width = domains.len();
            let all: Vec<(usize, usize)> =
                (0..width).flat_map(|left| (left + 1..width).map(move |right| (left, right))).collect();
            prop_assert_eq!(seen, all);
        }
    }
}
