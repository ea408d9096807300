//! The parts that are clustered by themselves.

use crate::partition::{Axis, Cutter, GroupModels, SMALL_PART, Split, Units};
use lethe_data::Context;

/// Parts of at most so many records are clustered by themselves: more would lower the loss by less than a hundredth, and
/// the work on a part grows with the square of its units. Large k need larger parts, so that there are some clusters.
fn enough(group_models: &GroupModels<'_>) -> u64 {
    (16 * group_models.least()).clamp(1 << 10, 1 << 13)
}

/// Cuts units, which together satisfy the models, into parts that do.
pub(super) fn parts(
    axes: &[Axis],
    units: &Units,
    group_models: &GroupModels<'_>,
    context: &Context,
) -> Vec<Vec<u32>> {
    let enough = enough(group_models);
    let cut = Cutter { axes, units, group_models, split: Split::Strict, enough }.cut(context);
    let pieces = cut.iter().flat_map(|part| pieces(part, units, group_models, enough as usize));
    pieces.map(<[u32]>::to_vec).collect()
}

/// A part that Mondrian could not cut, where no cut would change what its groups show, is divided in the order of its
/// units into pieces that satisfy the models. A part of more than [`SMALL_PART`] units is left whole: on disk it may not
/// fit into memory, and then nothing else can be done with it.
fn pieces<'a>(
    part: &'a [u32],
    units: &Units,
    group_models: &GroupModels<'_>,
    enough: usize,
) -> Vec<&'a [u32]> {
    if part.len() as u64 > SMALL_PART {
        return vec![part];
    }
    let mut starts = vec![0];
    let (mut start, mut width) = (0, enough);
    while part.len() - start > width + enough {
        if group_models.holds(units, &part[start..start + width]) {
            start += width;
            width = enough;
            starts.push(start);
        } else {
            // Twice as many, so that units are looked at only a few times.
            width *= 2;
        }
    }
    while starts.len() > 1 && !group_models.holds(units, &part[starts[starts.len() - 1]..]) {
        starts.pop();
    }
    let ends = starts[1..].iter().copied().chain([part.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &part[start..end]).collect()
}
