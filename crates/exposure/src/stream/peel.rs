//! The largest set of held records that can be shown together.

use super::combinations::Combinations;
use rayon::prelude::*;

/// Which held records must stay, all others being shown at once.
///
/// All held records begin as candidates. One whose combination on some set has fewer than `k` carriers, released or
/// candidates, cannot be shown whatever else is; without it its other combinations have one carrier less, and so on.
///
/// **Guarantee**: what is left is the largest set in which every record has `k` carriers on every set. A union of such sets
/// is such a set, so there is one largest; none of its records is ever taken away, since by then all of it is still there.
/// The counts of waiting records end as those of the records that go.
///
/// **Cost**: each record is taken away once, each combination falls below `k` once: held records times sets.
pub(super) fn peel(sets: &mut [Combinations], k: u64, held: usize) -> Vec<bool> {
    let lacking: Vec<Vec<u32>> = sets.par_iter_mut().map(|set| set.link(k)).collect();
    let mut stays = vec![false; held];
    let mut queue = Vec::new();
    let mut take_away = |record: u32, queue: &mut Vec<u32>| {
        if !std::mem::replace(&mut stays[record as usize], true) {
            queue.push(record);
        }
    };
    for &record in lacking.iter().flatten() {
        take_away(record, &mut queue);
    }
    while let Some(record) = queue.pop() {
        for set in &mut *sets {
            let entry = set.of_held[record as usize];
            set.waiting[entry as usize] -= 1;
            if set.carriers(entry) + 1 == k {
                for other in set.held_carriers(entry) {
                    take_away(other, &mut queue);
                }
            }
        }
    }
    stays
}
