//! A short name for a set of column sets, equal for every engine that found the same, in whatever order.

use lethe_data::{ColumnSet, Table};

/// The FNV-1a hash of the sets, each a line of sorted names, the lines sorted. `benches/peers/discover.py` does the
/// same. It tells answers apart by chance, which is good enough for honest peers.
pub(super) fn digest(table: &Table, sets: &[ColumnSet]) -> String {
    let line = |set: &ColumnSet| {
        let mut names: Vec<&str> = set.iter().map(|column| table.column(column).name()).collect();
        names.sort_unstable();
        names.join("\t")
    };
    let mut lines: Vec<String> = sets.iter().map(line).collect();
    lines.sort_unstable();
    let hash = lines.join("\n").bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::{Column, TypeChoice};

    #[test]
    fn the_order_of_columns_and_sets_does_not_matter_but_what_is_in_a_set_does() {
        let digest_of = |names: &[&str], sets: &[&[usize]]| {
            let column = |name: &&str| Column::from_texts(name, [Some("1")], TypeChoice::Infer).unwrap();
            let table = Table::new(names.iter().map(column).collect()).unwrap();
            let sets: Vec<ColumnSet> =
                sets.iter().map(|set| ColumnSet::of(set.iter().copied()).unwrap()).collect();
            digest(&table, &sets)
        };
        // The peer's script gives this for [["b", "a"], ["c"]].
        assert_eq!(digest_of(&["a", "b", "c"], &[&[0, 1], &[2]]), "bd4248c215933d5c");
        assert_eq!(
            digest_of(&["a", "b", "c"], &[&[0, 1], &[2]]),
            digest_of(&["c", "b", "a"], &[&[0], &[1, 2]])
        );
        assert_ne!(
            digest_of(&["a", "b", "c"], &[&[0, 1], &[2]]),
            digest_of(&["a", "b", "c"], &[&[0], &[1, 2]])
        );
    }
}
