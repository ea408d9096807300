//! The records of a release, those that look alike on the known columns taken together.

use crate::histogram::ClassValues;
use crate::suppression::{QuasiColumns, suppressed_rows};
use lethe_data::label::says_nothing;
use lethe_data::{Column, Context, Reservation, Result, Table, group};

/// The classes of a release on the known columns.
pub(crate) struct Classes {
    /// The known columns, one row a class.
    pub(crate) shown: Table,
    /// The records of each class.
    pub(crate) records: Vec<u64>,
    /// By known column, the classes that show each label.
    pub(crate) by_label: Vec<ByLabel>,
    /// By sensitive column, the values of each class.
    pub(crate) values: Vec<ClassValues>,
    /// Whether the records of each class show nothing at all.
    pub(crate) blank: Vec<bool>,
    /// Whether the records of each class are suppressed.
    pub(crate) suppressed: Vec<bool>,
    /// The class of each row.
    pub(crate) of_row: Vec<u32>,
    _memory: Reservation,
}

impl Classes {
    /// `columns` are known, `sensitive` are to be learned; the column `beside` only says who is who. Suppressed records are in
    /// classes of their own.
    ///
    /// **Cost**: a grouping of the rows, and a pass over each column.
    pub(crate) fn new(
        released: &Table,
        columns: &[usize],
        sensitive: &[usize],
        beside: Option<usize>,
        quasi: &QuasiColumns,
        context: &Context,
    ) -> Result<Self> {
        let alike = group::classes_of(released, columns, context)?;
        let hidden = suppressed_rows(released, quasi);
        // Those that look alike on the known columns may differ in others.
        let halves: Vec<u32> =
            alike.ids().iter().zip(&hidden).map(|(&id, &half)| 2 * id + u32::from(half)).collect();
        let lists = [(halves.as_slice(), 2 * alike.len())];
        let classes = group::classes_of_numbers(&lists, released.rows(), released.weights(), context)?;
        drop((alike, halves));
        let shown = released.project(columns).select(classes.first_rows())?;
        let mut memory = context.memory().reserve("the classes of the release");
        let each = 4 * columns.len() + 18;
        memory.try_grow(classes.len() * each + released.rows() * 4 + shown.bytes())?;
        let by_label = shown.columns().iter().map(ByLabel::of).collect();
        let mut values = Vec::with_capacity(sensitive.len());
        for &column in sensitive {
            let values_of =
                ClassValues::new(released.column(column), classes.ids(), classes.len(), released.weights());
            memory.try_grow(values_of.bytes())?;
            values.push(values_of);
        }
        let mut blank = vec![true; classes.len()];
        for (position, column) in released.columns().iter().enumerate() {
            if beside != Some(position) {
                let silent = silent_labels(column);
                for (code, &class) in column.codes().widened().zip(classes.ids()) {
                    blank[class as usize] &= silent[code as usize];
                }
            }
        }
        let suppressed = classes.first_rows().iter().map(|&row| hidden[row as usize]).collect();
        let (records, of_row) = (classes.counts().to_vec(), classes.ids().to_vec());
        Ok(Self { shown, records, by_label, values, blank, suppressed, of_row, _memory: memory })
    }

    /// The number of classes.
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    /// The label that a class shows in a known column.
    pub(crate) fn label(&self, class: u32, column: usize) -> u32 {
        self.shown.column(column).codes().get(class as usize)
    }
}

/// Whether each label of a column says nothing, the missing one last.
pub(crate) fn silent_labels(column: &Column) -> Vec<bool> {
    column.dictionary().texts().map(says_nothing).chain([true]).collect()
}

/// The classes that show each label of a column.
pub(crate) struct ByLabel {
    starts: Vec<u32>,
    classes: Vec<u32>,
}

impl ByLabel {
    fn of(column: &Column) -> Self {
        let labels = column.dictionary().len() + 1;
        let mut starts = vec![0u32; labels + 1];
        for label in column.codes().widened() {
            starts[label as usize + 1] += 1;
        }
        for label in 0..labels {
            starts[label + 1] += starts[label];
        }
        let mut next = starts.clone();
        let mut classes = vec![0; column.len()];
        for (class, label) in column.codes().widened().enumerate() {
            classes[next[label as usize] as usize] = class as u32;
            next[label as usize] += 1;
        }
        Self { starts, classes }
    }

    /// The classes that show a label, ascending.
    pub(crate) fn classes(&self, label: u32) -> &[u32] {
        let label = label as usize;
        &self.classes[self.starts[label] as usize..self.starts[label + 1] as usize]
    }
}
