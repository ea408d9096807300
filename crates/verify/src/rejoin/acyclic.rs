//! Do compartments form a ring?

use lethe_data::ColumnSet;

/// Whether a family of column sets is acyclic: the reduction of Graham, and of Yu and Özsoyoğlu, removes columns that only
/// one set has and sets that are part of another, and nothing must be left.
pub(super) fn is_acyclic(sets: &[ColumnSet]) -> bool {
    let mut left = sets.to_vec();
    loop {
        let before = left.clone();
        for index in 0..left.len() {
            let others = left.iter().enumerate().filter(|&(other, _)| other != index);
            let others = others.fold(ColumnSet::default(), |union, (_, set)| union.union(set));
            left[index] = left[index].intersection(&others);
        }
        let contained = |index: usize, set: &ColumnSet| {
            left.iter().enumerate().any(|(other, larger)| {
                other != index && set.is_subset(larger) && (set != larger || other < index)
            })
        };
        let kept: Vec<ColumnSet> = left
            .iter()
            .enumerate()
            .filter(|(index, set)| !contained(*index, set))
            .map(|(_, set)| set.clone())
            .collect();
        if kept.len() <= 1 {
            return true;
        }
        if kept == before {
            return false;
        }
        left = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn acyclic(sets: &[&[usize]]) -> bool {
        let sets: Vec<ColumnSet> =
            sets.iter().map(|set| ColumnSet::of(set.iter().copied()).unwrap()).collect();
        is_acyclic(&sets)
    }

    #[test]
    fn chains_stars_and_strangers_are_acyclic_and_rings_are_not() {
        assert!(acyclic(&[]));
        assert!(acyclic(&[&[0, 1]]));
        assert!(acyclic(&[&[0, 1], &[2, 3]]));
        assert!(acyclic(&[&[0, 1], &[1, 2], &[2, 3]]));
        assert!(acyclic(&[&[0, 1, 2], &[0, 3], &[1, 4], &[2, 5]]));
        assert!(acyclic(&[&[0, 1], &[0, 1], &[1]]));
        assert!(!acyclic(&[&[0, 1], &[1, 2], &[0, 2]]));
        assert!(!acyclic(&[&[0, 1], &[1, 2], &[2, 3], &[3, 0], &[7, 8]]));
        // A set that covers the ring closes it.
        assert!(acyclic(&[&[0, 1], &[1, 2], &[0, 2], &[0, 1, 2]]));
    }
}
