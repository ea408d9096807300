//! Records with a value each, and classes of them.

use super::Histogram;
use crate::jobs::random::Random;

/// How the records of a class were chosen.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    /// From the whole table.
    Random,
    /// From records whose values are near each other.
    Clustered,
}

impl Shape {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Clustered => "clustered",
        }
    }
}

/// A column of values.
pub(super) struct Records {
    counts: Vec<u64>,
    /// The value of each person, ascending.
    values: Vec<u32>,
}

impl Records {
    /// Records of whom each value has one at least and small values have more.
    pub(super) fn draw(values: usize, records: usize, random: &mut Random) -> Self {
        let mut counts = vec![1u64; values];
        for _ in values..records {
            counts[random.skewed_below(values as u64) as usize] += 1;
        }
        let repeated = counts.iter().enumerate();
        let values = repeated.flat_map(|(value, &count)| (0..count).map(move |_| value as u32)).collect();
        Self { counts, values }
    }

    /// How many records have each value.
    pub(super) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Some different records.
    pub(super) fn class(&self, size: usize, shape: Shape, random: &mut Random) -> Histogram {
        // A tenth of the records, in the order of their values, is near.
        let width = match shape {
            Shape::Random => self.values.len(),
            Shape::Clustered => self.values.len() / 10,
        };
        let first = random.below((self.values.len() - width + 1) as u64);
        let mut chosen = std::collections::BTreeSet::new();
        while chosen.len() < size {
            chosen.insert(first + random.below(width as u64));
        }
        let mut class = Histogram::new();
        for person in chosen {
            let value = self.values[person as usize];
            match class.last_mut() {
                Some((last, count)) if *last == value => *count += 1,
                _ => class.push((value, 1)),
            }
        }
        class
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_their_size_and_ascending_values_of_the_table() {
        let mut random = Random::new(3);
        let records = Records::draw(50, 400, &mut random);
        assert_eq!(records.counts().iter().sum::<u64>(), 400);
        for shape in [Shape::Random, Shape::Clustered] {
            let class = records.class(20, shape, &mut random);
            assert_eq!(class.iter().map(|(_, count)| count).sum::<u64>(), 20);
            assert!(class.is_sorted_by(|left, right| left.0 < right.0));
            assert!(class.iter().all(|&(value, count)| count <= records.counts()[value as usize]));
        }
    }
}
