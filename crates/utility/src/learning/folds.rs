//! Dividing records into folds.

use super::draw::Draw;

/// The purpose of the numbers drawn here.
const FOLDS: u64 = 1;

/// The fold of each record.
///
/// **Guarantee**: folds differ by at most one record in size, and by at most one record of each class.
pub(super) fn stratified(classes: &[u32], folds: usize, seed: u64) -> Vec<u16> {
    let mut order: Vec<u32> = (0..classes.len() as u32).collect();
    Draw::new(seed, FOLDS).shuffle(&mut order);
    order.sort_by_key(|&record| classes[record as usize]);
    let mut fold = vec![0; classes.len()];
    for (turn, record) in order.into_iter().enumerate() {
        fold[record as usize] = (turn % folds) as u16;
    }
    fold
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn folds_are_as_equal_as_can_be_in_all_and_in_every_class(
            classes in prop::collection::vec(0u32..4, 0..80), folds in 2usize..12, seed in any::<u64>()
        ) {
            let fold = stratified(&classes, folds, seed);
            prop_assert_eq!(&fold, &stratified(&classes, folds, seed));
            for class in [None, Some(0), Some(1), Some(2), Some(3)] {
                let mut sizes = vec![0usize; folds];
                for (record, &at) in fold.iter().enumerate() {
                    sizes[at as usize] += usize::from(class.is_none_or(|class| class == classes[record]));
                }
                prop_assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
            }
        }
    }
}
