//! The middle of a cluster.

use super::part::{Line, Part};

/// A record that stands for a cluster: the mean of its numbers, and the lowest common ancestor of its other values.
///
/// **Paper**: Dimakopoulos 2022, section 3.2.2.
#[derive(Clone, Debug)]
pub(super) struct Centroid(Vec<Middle>);

/// The middle on one axis.
#[derive(Clone, Copy, Debug)]
struct Middle {
    /// The first and the last place.
    range: (u32, u32),
    sum: f64,
    /// How many have a number.
    known: f64,
}

impl Centroid {
    pub(super) fn of(part: &Part<'_>, unit: u32) -> Self {
        let middle = |(line, &rank): (&Line<'_>, &u16)| {
            let place = line.places[usize::from(rank)];
            Middle { range: (place, place), sum: 0.0, known: 0.0 }
        };
        let mut centroid = Self(part.lines().iter().zip(part.ranks(unit)).map(middle).collect());
        centroid.include(part, unit);
        centroid
    }

    pub(super) fn over(part: &Part<'_>, members: &[u32]) -> Option<Self> {
        let (&first, others) = members.split_first()?;
        let mut centroid = Self::of(part, first);
        for &unit in others {
            centroid.include(part, unit);
        }
        Some(centroid)
    }

    pub(super) fn include(&mut self, part: &Part<'_>, unit: u32) {
        let records = part.records(unit) as f64;
        for ((middle, line), &rank) in self.0.iter_mut().zip(part.lines()).zip(part.ranks(unit)) {
            let place = line.places[usize::from(rank)];
            middle.range = (middle.range.0.min(place), middle.range.1.max(place));
            if let Some(number) = line.axis.number(place) {
                middle.sum += records * number;
                middle.known += records;
            }
        }
    }

    /// The distance of a unit in each column.
    pub(super) fn distances<'a>(&'a self, part: &'a Part<'_>, unit: u32) -> impl Iterator<Item = f64> + 'a {
        let lines = self.0.iter().zip(part.lines()).zip(part.ranks(unit));
        lines.map(|((middle, line), &rank)| {
            let mean = (middle.known > 0.0).then(|| middle.sum / middle.known);
            line.axis.distance_to(line.places[usize::from(rank)], middle.range, mean)
        })
    }

    /// The distance of a unit.
    pub(super) fn distance(&self, part: &Part<'_>, unit: u32) -> f64 {
        self.distances(part, unit).sum()
    }
}
