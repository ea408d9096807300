//! Units put in a row, neighbours next to each other.

use super::part::Part;

/// Sorts units by their places, on these axes one after the other.
pub(super) fn sort_by_axes(part: &Part<'_>, units: &mut [u32], axes: &[usize]) {
    units.sort_unstable_by(|&one, &other| {
        let (a, b) = (part.ranks(one), part.ranks(other));
        axes.iter().map(|&axis| a[axis].cmp(&b[axis])).find(|order| order.is_ne()).unwrap_or(one.cmp(&other))
    });
}

/// Begins with the unit that is farthest from the first one; each is followed by the nearest of those that are left.
///
/// **Cost**: the square of the number of units.
pub(super) fn chain(part: &Part<'_>, units: &mut [u32]) {
    let Some(&first) = units.first() else { return };
    let mut sign = -1.0;
    let mut last = first;
    for at in 0..units.len() {
        let left = units[at..].iter().map(|&unit| (sign * part.pair_cost(last, unit), unit));
        let best = left.enumerate().min_by(|(_, a), (_, b)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        if let Some((ahead, (_, unit))) = best {
            units.swap(at, at + ahead);
            last = unit;
        }
        sign = 1.0;
    }
}
