//! "Did you mean": the most similar of several names.

/// The candidate that is closest to `name` by edit distance, when it is close enough to be a typing slip.
pub fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = name.to_lowercase();
    candidates
        .map(|candidate| (edit_distance(&wanted, &candidate.to_lowercase()), candidate))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, _)| *distance <= 1 + wanted.chars().count() / 4)
        .map(|(_, candidate)| candidate)
}

fn edit_distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &b) in right.iter().enumerate() {
            let substituted = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_corrected_and_strangers_are_not() {
        let names = || ["birthday", "gender", "zip"].into_iter();
        assert_eq!(closest("brithday", names()), Some("birthday"));
        assert_eq!(closest("Gender", names()), Some("gender"));
        assert_eq!(closest("salary", names()), None);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
    }
}
