//! Counts of codes.

/// Puts entries in ascending order of their codes and adds up the counts of equal ones.
pub(crate) fn add_up(entries: &mut Vec<(u32, u64)>) {
    entries.sort_unstable();
    entries.dedup_by(|later, first| {
        let same = later.0 == first.0;
        first.1 += if same { later.1 } else { 0 };
        same
    });
}

#[cfg(test)]
mod tests {
    use super::add_up;

    #[test]
    fn every_code_stands_once_with_all_its_records() {
        let mut entries = vec![(3, 1), (1, 2), (3, 4), (1, 0), (2, 5)];
        add_up(&mut entries);
        assert_eq!(entries, [(1, 2), (2, 5), (3, 5)]);
    }
}
