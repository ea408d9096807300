//! Putting records in the order of their places.

use lethe_data::Context;
use rayon::prelude::*;

/// The numbers of records in ascending order of their places, first axis first; equal ones by their numbers. `places` has
/// one record after the other, each with as many places as there are `domains`.
///
/// Places are packed into one integer a record, so that sorting moves and compares integers, not lists.
pub(super) fn order(places: &[u32], domains: &[usize], context: &Context) -> Vec<u32> {
    let bits: Vec<u32> =
        domains.iter().map(|&domain| usize::BITS - domain.saturating_sub(1).leading_zeros()).collect();
    let records = places.chunks_exact(domains.len().max(1)).enumerate();
    match bits.iter().sum() {
        0..=64 => {
            by_key(records.map(|(at, places)| (pack(places, &bits) as u64, at as u32)).collect(), context)
        }
        65..=128 => by_key(records.map(|(at, places)| (pack(places, &bits), at as u32)).collect(), context),
        _ => by_key(records.map(|(at, places)| (places, at as u32)).collect(), context),
    }
}

fn by_key<K: Ord + Send>(mut keyed: Vec<(K, u32)>, context: &Context) -> Vec<u32> {
    context.install(|| keyed.par_sort_unstable());
    keyed.into_iter().map(|(_, at)| at).collect()
}

fn pack(places: &[u32], bits: &[u32]) -> u128 {
    places.iter().zip(bits).fold(0, |key, (&place, &bits)| key << bits | u128::from(place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packed_or_not_the_order_is_that_of_the_places(
            rows in prop::collection::vec(prop::collection::vec(0u32..3, 5), 0..40),
            widths in prop::sample::select(vec![3usize, 1 << 16, 1 << 25, 1 << 31])
        ) {
            let places: Vec<u32> = rows.iter().flatten().copied().collect();
            let mut expected: Vec<u32> = (0..rows.len() as u32).collect();
            expected.sort_by_key(|&row| &rows[row as usize]);
            let context = Context::new(2).unwrap();
            prop_assert_eq!(order(&places, &[widths; 5], &context), expected);
        }
    }
}
