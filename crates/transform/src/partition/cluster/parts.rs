//! The parts that are clustered by themselves.

use crate::partition::{Axis, Crowd, Cutter, SMALL_PART, Split, Units};
use lethe_data::Context;

/// Parts of at most so many people are clustered by themselves: more would lower the loss by less than a hundredth, and
/// the work on a part grows with the square of its units. Large k need larger parts, so that there are some clusters.
fn enough(crowd: &Crowd<'_>) -> u64 {
    (16 * crowd.least()).clamp(1 << 10, 1 << 13)
}

/// Cuts units, which together satisfy the models, into parts that do.
pub(super) fn parts(axes: &[Axis], units: &Units, crowd: &Crowd<'_>, context: &Context) -> Vec<Vec<u32>> {
    let enough = enough(crowd);
    let cut = Cutter { axes, units, crowd, split: Split::Strict, enough }.cut(context);
    let pieces = cut.iter().flat_map(|part| pieces(part, units, crowd, enough as usize));
    pieces.map(<[u32]>::to_vec).collect()
}

/// A part that Mondrian could not cut, where no cut would change what its groups show, is divided in the order of its
/// units into pieces that satisfy the models. A part of more than [`SMALL_PART`] units is left whole: on disk it may not
/// fit into memory, and then nothing else can be done with it.
fn pieces<'a>(part: &'a [u32], units: &Units, crowd: &Crowd<'_>, enough: usize) -> Vec<&'a [u32]> {
    if part.len() as u64 > SMALL_PART {
        return vec![part];
    }
    let mut starts = vec![0];
    let (mut start, mut width) = (0, enough);
    while part.len() - start > width + enough {
        if crowd.holds(units, &part[start..start + width]) {
            start += width;
            width = enough;
            starts.push(start);
        } else {
            // Twice as many, so that units are looked at only a few times.
            width *= 2;
        }
    }
    while starts.len() > 1 && !crowd.holds(units, &part[starts[starts.len() - 1]..]) {
        starts.pop();
    }
    let ends = starts[1..].iter().copied().chain([part.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &part[start..end]).collect()
}
