//! Bounds on the counts of three columns of which every two were published together.
//!
//! The counts of two columns are sums over the third, so a cell is at most what a sum leaves when all others are as small
//! as they can be, and at least what it leaves when they are as large as they can be. Bounds are narrowed so in turns
//! until nothing changes.
//!
//! **Paper**: Buzzigoli and Giusti 1999 (the shuttle algorithm); Dobra and Fienberg 2000, section 4.

use super::bounds::{Caught, add};

/// After so many rounds the bounds are taken as they are, which may miss a person but never invents one.
const MOST_ROUNDS: usize = 1000;

/// The counts of two columns.
#[derive(Clone, Debug)]
pub(super) struct Margin {
    pub(super) counts: Vec<u64>,
    pub(super) width: usize,
}

impl Margin {
    fn at(&self, row: usize, column: usize) -> u64 {
        self.counts[row * self.width + column]
    }
}

/// Three columns x, y, z by the counts of every two.
pub(super) struct Triangle<'a> {
    pub(super) xy: &'a Margin,
    pub(super) xz: &'a Margin,
    pub(super) yz: &'a Margin,
}

/// What the counts prove.
pub(super) struct Narrowed {
    pub(super) caught: Option<Caught>,
    /// Whether the bounds would not change any more.
    pub(super) decided: bool,
}

impl Triangle<'_> {
    /// Who is found on the three columns.
    pub(super) fn narrow(&self, k: u64) -> Narrowed {
        let sides = [self.xy.counts.len() / self.xy.width.max(1), self.xy.width, self.xz.width];
        let mut lower = vec![0u64; sides.iter().product()];
        let mut upper = Vec::with_capacity(lower.len());
        for x in 0..sides[0] {
            for y in 0..sides[1] {
                upper.extend(
                    (0..sides[2]).map(|z| self.xy.at(x, y).min(self.xz.at(x, z)).min(self.yz.at(y, z))),
                );
            }
        }
        let mut decided = false;
        for _ in 0..MOST_ROUNDS {
            let mut changed = false;
            for (margin, axis) in [(self.xy, 2), (self.xz, 1), (self.yz, 0)] {
                changed |= narrow_along(axis, margin, sides, &mut lower, &mut upper);
            }
            if !changed {
                decided = true;
                break;
            }
        }
        let mut caught = None;
        lower.iter().zip(&upper).for_each(|(&lower, &upper)| add(&mut caught, lower, upper, k));
        Narrowed { caught, decided }
    }
}

/// Narrows every line of cells along an axis by its sum; whether anything changed.
fn narrow_along(
    axis: usize,
    margin: &Margin,
    sides: [usize; 3],
    lower: &mut [u64],
    upper: &mut [u64],
) -> bool {
    let strides = [sides[1] * sides[2], sides[2], 1];
    let others: Vec<usize> = (0..3).filter(|&other| other != axis).collect();
    let mut changed = false;
    for row in 0..sides[others[0]] {
        for column in 0..sides[others[1]] {
            let start = row * strides[others[0]] + column * strides[others[1]];
            let cells = || (0..sides[axis]).map(|step| start + step * strides[axis]);
            let total = margin.at(row, column);
            let (mut least, mut most) = (0u64, 0u64);
            cells().for_each(|cell| {
                least += lower[cell];
                most += upper[cell];
            });
            if least == most {
                continue;
            }
            for cell in cells() {
                let at_most = upper[cell].min(total.saturating_sub(least - lower[cell]));
                let at_least = lower[cell].max(total.saturating_sub(most - upper[cell]));
                changed |= (at_least, at_most) != (lower[cell], upper[cell]);
                least = least - lower[cell] + at_least;
                most = most - upper[cell] + at_most;
                (lower[cell], upper[cell]) = (at_least, at_most);
            }
        }
    }
    changed
}
