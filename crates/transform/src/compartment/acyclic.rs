//! Families of column sets that can be drawn as a tree.
//!
//! Margins of a table over an acyclic family bound the count of every combination by sums of counts that the margins
//! show, and these bounds are reached. Over a ring they may determine a count that no margin shows.

use lethe_data::ColumnSet;

/// Whether a family of column sets is acyclic: repeatedly leaving out columns that are in one set only, and sets that are
/// inside another, leaves nothing.
///
/// **Guarantee**: true exactly when the sets can be ordered so that what each shares with all before it is inside one of them.
/// **Paper**: Graham 1979, Yu & Özsoyoğlu 1979 (GYO reduction); Beeri, Fagin, Maier & Yannakakis 1983.
pub fn is_acyclic(sets: &[ColumnSet]) -> bool {
    let mut left: Vec<ColumnSet> = sets.to_vec();
    loop {
        let before: (usize, usize) = (left.len(), left.iter().map(ColumnSet::len).sum());
        for index in 0..left.len() {
            let mut elsewhere = ColumnSet::default();
            for (_, other) in left.iter().enumerate().filter(|(other, _)| *other != index) {
                elsewhere = elsewhere.union(other);
            }
            left[index] = left[index].intersection(&elsewhere);
        }
        let mut index = 0;
        while index < left.len() {
            let contained =
                (0..left.len()).any(|other| other != index && left[index].is_subset(&left[other]));
            if contained || left[index].is_empty() {
                left.remove(index);
            } else {
                index += 1;
            }
        }
        if left.is_empty() {
            return true;
        }
        if before == (left.len(), left.iter().map(ColumnSet::len).sum()) {
            return false;
        }
    }
}

/// A family made acyclic.
pub(super) struct Trimmed {
    pub(super) sets: Vec<ColumnSet>,
    /// Columns taken out, counted for every set.
    pub(super) columns: u64,
}

/// Takes columns out of sets until the family is acyclic; every column stays in some set.
///
/// A set keeps the columns that no set before it has, and of the others those that it shares with one of them: that is
/// the running intersection property. It keeps at most one of these unless both sets are `anonymous`, k-anonymous on all
/// their columns; so no two sets share more of which one is not. `wanted` columns are kept before others. Every set
/// is tried as the first of the order, and the best family is taken: most wanted columns, then most pairs.
pub(super) fn trim(sets: &[ColumnSet], wanted: &[usize], anonymous: &[bool]) -> Trimmed {
    let total: usize = sets.iter().map(ColumnSet::len).sum();
    let mut best: Option<((usize, u64), Vec<ColumnSet>)> = None;
    for first in 0..sets.len().min(STARTS) {
        let family = trim_from(sets, first, wanted, anonymous);
        let kept =
            family.iter().map(|set| wanted.iter().filter(|&&column| set.contains(column)).count()).sum();
        let score = (kept, super::choose::pairs_together(&family));
        if best.as_ref().is_none_or(|(known, _)| score > *known) {
            best = Some((score, family));
        }
    }
    let mut family = best.map_or_else(Vec::new, |(_, family)| family);
    let left: usize = family.iter().map(ColumnSet::len).sum();
    // A set that brought nothing of its own is inside another: it would be a second look at the same table.
    let all = family.clone();
    let mut index = 0;
    family.retain(|set| {
        let (here, larger) = (index, |other: &ColumnSet| set.is_subset(other) && set != other);
        index += 1;
        !all.iter().any(larger) && !all[..here].contains(set)
    });
    Trimmed { sets: family, columns: (total - left) as u64 }
}

/// More first sets than this are not tried.
const STARTS: usize = 24;

/// Goes from set to set as along a spanning tree: next is always the one that can keep most.
fn trim_from(sets: &[ColumnSet], first: usize, wanted: &[usize], anonymous: &[bool]) -> Vec<ColumnSet> {
    let mut family: Vec<Option<ColumnSet>> = vec![None; sets.len()];
    let mut covered = sets[first].clone();
    family[first] = Some(sets[first].clone());
    for _ in 1..sets.len() {
        let mut best: Option<((usize, usize), usize, ColumnSet)> = None;
        for (index, set) in sets.iter().enumerate().filter(|(index, _)| family[*index].is_none()) {
            let new = set.difference(&covered);
            for (other, before) in family.iter().enumerate().filter_map(|(i, set)| Some((i, set.as_ref()?))) {
                let one_column = !(anonymous[index] && anonymous[other]);
                let shared = kept(&set.intersection(before), wanted, one_column);
                let asked_for = wanted.iter().filter(|&&column| shared.contains(column)).count();
                let score = (asked_for, shared.len());
                if best.as_ref().is_none_or(|(known, ..)| score > *known) {
                    best = Some((score, index, new.union(&shared)));
                }
            }
        }
        let Some((_, index, set)) = best else { break };
        covered = covered.union(&set);
        family[index] = Some(set);
    }
    family.into_iter().flatten().filter(|set| !set.is_empty()).collect()
}

/// What a set keeps of the columns it shares.
fn kept(shared: &ColumnSet, wanted: &[usize], one_column: bool) -> ColumnSet {
    if !one_column {
        return shared.clone();
    }
    let column =
        wanted.iter().copied().find(|&column| shared.contains(column)).or_else(|| shared.iter().next());
    // The column is in a set already, so it fits.
    ColumnSet::of(column).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn set(bits: u32) -> ColumnSet {
        ColumnSet::of((0..32).filter(|column| bits >> column & 1 == 1)).unwrap()
    }

    /// Whether the sets can be ordered so that what each shares with those before it is inside one of them.
    fn has_running_order(placed: &mut Vec<ColumnSet>, left: &[ColumnSet]) -> bool {
        if left.is_empty() {
            return true;
        }
        (0..left.len()).any(|index| {
            let union = placed.iter().fold(ColumnSet::default(), |all, set| all.union(set));
            let shared = left[index].intersection(&union);
            if !placed.is_empty() && !placed.iter().any(|set| shared.is_subset(set)) {
                return false;
            }
            let mut rest = left.to_vec();
            placed.push(rest.remove(index));
            let ordered = has_running_order(placed, &rest);
            placed.pop();
            ordered
        })
    }

    proptest! {
        #[test]
        fn acyclic_means_that_a_running_order_exists(bits in prop::collection::vec(1u32..64, 0..6)) {
            let sets: Vec<ColumnSet> = bits.into_iter().map(set).collect();
            prop_assert_eq!(is_acyclic(&sets), has_running_order(&mut Vec::new(), &sets));
        }

        #[test]
        fn trimmed_families_are_acyclic_and_lose_no_column(
            bits in prop::collection::vec(1u32..256, 0..7),
            wanted in prop::collection::vec(0usize..8, 0..3),
            anonymous in any::<u8>(),
        ) {
            let sets: Vec<ColumnSet> = bits.into_iter().map(set).collect();
            let anonymous: Vec<bool> = (0..sets.len()).map(|index| anonymous >> index & 1 == 1).collect();
            let trimmed = trim(&sets, &wanted, &anonymous);
            prop_assert!(has_running_order(&mut Vec::new(), &trimmed.sets));
            let union = |sets: &[ColumnSet]| sets.iter().fold(ColumnSet::default(), |all, set| all.union(set));
            prop_assert_eq!(union(&trimmed.sets), union(&sets));
            for (index, a) in trimmed.sets.iter().enumerate() {
                let within = |set: &ColumnSet| (0..sets.len()).any(|i| set.is_subset(&sets[i]));
                let anonymous = |set: &ColumnSet| (0..sets.len()).any(|i| anonymous[i] && set.is_subset(&sets[i]));
                prop_assert!(within(a));
                for b in trimmed.sets.iter().skip(index + 1) {
                    prop_assert!(a.intersection(b).len() <= 1 || anonymous(a) && anonymous(b));
                }
            }
        }
    }

    #[test]
    fn a_ring_is_not_acyclic_and_loses_as_little_as_possible() {
        let ring = [set(0b011), set(0b110), set(0b101)];
        assert!(!is_acyclic(&ring));
        let trimmed = trim(&ring, &[], &[true; 3]);
        assert!(is_acyclic(&trimmed.sets) && trimmed.columns == 1 || trimmed.sets.len() == 2);
        let wanted = trim(&[set(0b1011), set(0b1110), set(0b1101)], &[3], &[false; 3]);
        assert!(wanted.sets.iter().all(|set| set.contains(3)));
    }
}
