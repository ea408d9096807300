//! The largest set of held records that can be shown together.

use super::combinations::Combinations;
use rayon::prelude::*;

/// So few records are taken away sooner than threads are asked.
const FEW: usize = 256;

/// Which held records must stay, all others being shown at once.
///
/// All held records begin as candidates. One whose combination on some set has fewer than `k` carriers, released or
/// candidates, cannot be shown whatever else is; without it its other combinations have one carrier less, and so on.
///
/// **Guarantee**: what is left is the largest set in which every record has `k` carriers on every set. A union of such sets
/// is such a set, so there is one largest; none of its records is ever taken away, since by then all of it is still there.
/// The counts of waiting records end as those of the records that go.
///
/// **Cost**: each record is taken away once, each combination falls below `k` once: held records times sets, in parallel over
/// the sets while many are taken away at once.
pub(super) fn peel(sets: &mut [Combinations], k: u64, held: usize) -> Vec<bool> {
    let mut lacking: Vec<Vec<u32>> = sets.par_iter_mut().map(|set| set.link(k)).collect();
    let mut stays = vec![false; held];
    loop {
        let mut taken = Vec::new();
        for &record in lacking.iter().flatten() {
            if !std::mem::replace(&mut stays[record as usize], true) {
                taken.push(record);
            }
        }
        let take_away = |set: &mut Combinations| set.take_away(&taken, k);
        lacking = match taken.len() {
            0 => return stays,
            1..FEW => sets.iter_mut().map(take_away).collect(),
            _ => sets.par_iter_mut().map(take_away).collect(),
        };
    }
}
