//! Who is who in the release.

use lethe_data::Column;
use lethe_data::label::{Covered, Lookup};

/// The classes of each known person's own records.
pub(crate) struct Truth {
    /// The code of each person in the column that says who is who.
    person: Vec<u32>,
    /// By code, the classes of the records that say so, and how many records each time.
    classes: Vec<Vec<(u32, u64)>>,
}

impl Truth {
    pub(crate) fn new(
        known: &Column,
        released: &Column,
        class_of_row: &[u32],
        weights: Option<&[u64]>,
    ) -> Self {
        let values = Lookup::of(known.dictionary());
        let same = released.dictionary().texts().map(|text| values.spelt(text));
        let same: Vec<Covered> = same.chain([Covered::Codes(Vec::new())]).collect();
        // A person without a name is nobody's record.
        let mut classes = vec![Vec::new(); known.dictionary().len() + 1];
        for (row, (code, &class)) in released.codes().widened().zip(class_of_row).enumerate() {
            for person in same[code as usize].codes() {
                classes[person as usize].push((class, weights.map_or(1, |weights| weights[row])));
            }
        }
        Self { person: known.codes().widened().collect(), classes }
    }

    /// The classes of a person's own records, with how many they are each time.
    pub(crate) fn classes(&self, person: usize) -> &[(u32, u64)] {
        &self.classes[self.person[person] as usize]
    }
}
