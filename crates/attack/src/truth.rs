//! Who is who in the release.

use lethe_data::Column;
use lethe_data::label::{Covered, Lookup};

/// The records of each known person.
pub(crate) struct Truth {
    /// The code of each person in the column that says who is who.
    person: Vec<u32>,
    /// By code, the records that say so.
    own: Vec<Vec<OwnRecord>>,
    /// By column that is to be learned, the value of each row.
    values: Vec<Vec<u32>>,
}

/// A row of the release that is a person's own.
#[derive(Clone, Copy)]
pub(crate) struct OwnRecord {
    pub(crate) class: u32,
    /// How many records the row stands for.
    pub(crate) records: u64,
    row: u32,
}

impl Truth {
    pub(crate) fn new<'a>(
        known: &Column,
        released: &Column,
        sensitive: impl Iterator<Item = &'a Column>,
        class_of_row: &[u32],
        weights: Option<&[u64]>,
    ) -> Self {
        let values = Lookup::of(known.dictionary());
        let same = released.dictionary().texts().map(|text| values.spelt(text));
        let same: Vec<Covered> = same.chain([Covered::Codes(Vec::new())]).collect();
        // A person without a name is nobody's record.
        let mut own = vec![Vec::new(); known.dictionary().len() + 1];
        for (row, (code, &class)) in released.codes().widened().zip(class_of_row).enumerate() {
            let records = weights.map_or(1, |weights| weights[row]);
            for person in same[code as usize].codes() {
                own[person as usize].push(OwnRecord { class, records, row: row as u32 });
            }
        }
        let values = sensitive.map(|column| column.codes().widened().collect()).collect();
        Self { person: known.codes().widened().collect(), own, values }
    }

    /// A person's own records.
    pub(crate) fn own(&self, person: usize) -> &[OwnRecord] {
        &self.own[self.person[person] as usize]
    }

    /// Whether a record of the person shows a value in a column that is to be learned.
    pub(crate) fn is_right(&self, person: usize, column: usize, value: u32) -> bool {
        self.own(person).iter().any(|own| self.values[column][own.row as usize] == value)
    }
}
