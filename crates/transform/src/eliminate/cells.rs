//! What every cell shows at the moment.

use super::Problem;
use super::ladder::Ladder;
use crate::{Recoding, Result};
use lethe_data::{Codes, Column, Table};
use std::collections::HashMap;

/// The cells of the columns that an attacker may know. Columns go by their place among these.
pub(super) struct Cells {
    ladders: Vec<Ladder>,
    columns: Vec<Lane>,
    names: Vec<String>,
    keep: Vec<bool>,
    weights: Option<Vec<u64>>,
    rows: usize,
}

/// A column: the value of each row, the level it is shown on, and what is shown.
struct Lane {
    values: Vec<u32>,
    levels: Vec<u8>,
    shown: Vec<u32>,
    original: Codes,
    /// What is shown, numbered from zero up without gaps, and how many different ones there are; as of the last
    /// [`Cells::number`].
    numbers: Vec<u32>,
    distinct: usize,
    is_numbered: bool,
}

impl Cells {
    /// Everything as it is, on the lowest levels allowed.
    pub(super) fn new(problem: &Problem<'_>) -> Self {
        let table = problem.table;
        let parts = problem.columns.iter().zip(problem.hierarchies).zip(&problem.levels);
        let mut ladders = Vec::with_capacity(problem.columns.len());
        let mut columns = Vec::with_capacity(problem.columns.len());
        for ((&position, bound), &(lowest, highest)) in parts {
            let column = table.column(position);
            let ladder = Ladder::new(column, bound, lowest, highest);
            let values: Vec<u32> = column.codes().widened().collect();
            let shown: Vec<u32> = values.iter().map(|&code| ladder.symbol(lowest, code)).collect();
            // Hierarchies have at most 256 levels, which is checked where the problem is put together.
            let levels = vec![lowest as u8; values.len()];
            columns.push(Lane {
                values,
                levels,
                shown,
                original: column.codes().clone(),
                numbers: Vec::new(),
                distinct: 0,
                is_numbered: false,
            });
            ladders.push(ladder);
        }
        let names = problem.columns.iter().map(|&position| table.column(position).name().to_owned());
        let mut cells = Self {
            ladders,
            columns,
            names: names.collect(),
            keep: problem.keep.clone(),
            weights: table.weights().map(<[u64]>::to_vec),
            rows: table.rows(),
        };
        cells.number();
        cells
    }

    /// Numbers what columns show, where that has changed. Rows are counted by these numbers.
    pub(super) fn number(&mut self) {
        for (lane, ladder) in self.columns.iter_mut().zip(&self.ladders) {
            if lane.is_numbered {
                continue;
            }
            let mut number_of = vec![u32::MAX; ladder.domain()];
            let mut distinct = 0;
            lane.numbers.clear();
            lane.numbers.extend(lane.shown.iter().map(|&symbol| {
                let number = &mut number_of[symbol as usize];
                if *number == u32::MAX {
                    *number = distinct;
                    distinct += 1;
                }
                *number
            }));
            lane.distinct = distinct as usize;
            lane.is_numbered = true;
        }
    }

    /// What the rows show in a column, numbered without gaps, and how many different ones there are.
    ///
    /// [`Self::number`] must have been called since the last change; whoever counts asks for it once before many sets.
    pub(super) fn numbered(&self, column: usize) -> (&[u32], usize) {
        let lane = &self.columns[column];
        debug_assert!(lane.is_numbered, "what is shown has changed since it was numbered");
        (&lane.numbers, lane.distinct)
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub(super) fn width(&self) -> usize {
        self.columns.len()
    }

    /// The records of a row.
    pub(super) fn records(&self, row: u32) -> u64 {
        self.weights.as_ref().map_or(1, |weights| weights[row as usize])
    }

    pub(super) fn weights(&self) -> Option<&[u64]> {
        self.weights.as_deref()
    }

    pub(super) fn ladder(&self, column: usize) -> &Ladder {
        &self.ladders[column]
    }

    pub(super) fn name(&self, column: usize) -> &str {
        &self.names[column]
    }

    /// What the rows show in a column.
    pub(super) fn shown(&self, column: usize) -> &[u32] {
        &self.columns[column].shown
    }

    pub(super) fn value(&self, column: usize, row: u32) -> u32 {
        self.columns[column].values[row as usize]
    }

    pub(super) fn level(&self, column: usize, row: u32) -> usize {
        usize::from(self.columns[column].levels[row as usize])
    }

    /// Whether the cell shows `*`, removed or so from the beginning.
    pub(super) fn shows_star(&self, column: usize, row: u32) -> bool {
        Some(self.columns[column].shown[row as usize]) == self.ladders[column].star()
    }

    /// Whether the cell can still be suppressed.
    pub(super) fn can_be_starred(&self, column: usize, row: u32) -> bool {
        let ladder = &self.ladders[column];
        !self.keep[column] && ladder.reaches_star() && self.level(column, row) < ladder.top()
    }

    /// Whether the cell can be shown on a higher level.
    pub(super) fn can_be_raised(&self, column: usize, row: u32) -> bool {
        !self.keep[column] && self.level(column, row) < self.ladders[column].highest
    }

    /// Whether values of the column may be replaced by others.
    pub(super) fn is_kept(&self, column: usize) -> bool {
        self.keep[column]
    }

    /// Shows a cell on a level.
    pub(super) fn raise(&mut self, column: usize, row: u32, level: usize) {
        let lane = &mut self.columns[column];
        let row = row as usize;
        lane.levels[row] = level as u8;
        lane.is_numbered = false;
        lane.shown[row] = self.ladders[column].symbol(level, lane.values[row]);
    }

    /// Suppresses a cell.
    pub(super) fn star(&mut self, column: usize, row: u32) {
        let top = self.ladders[column].top();
        self.raise(column, row, top);
    }

    /// Gives a cell another value of its column.
    pub(super) fn replace(&mut self, column: usize, row: u32, value: u32) {
        let lane = &mut self.columns[column];
        lane.values[row as usize] = value;
        lane.is_numbered = false;
        let level = usize::from(lane.levels[row as usize]);
        lane.shown[row as usize] = self.ladders[column].symbol(level, value);
    }

    /// Whether a cell has another value than it had.
    pub(super) fn is_replaced(&self, column: usize, row: u32) -> bool {
        let lane = &self.columns[column];
        lane.values[row as usize] != lane.original.get(row as usize)
    }

    /// What is shown, as a table.
    pub(super) fn as_table(&self) -> Result<Table> {
        let columns = self.columns.iter().zip(&self.ladders).zip(&self.names);
        let columns = columns.map(|((lane, ladder), name)| {
            let codes = Codes::from_iter_within(ladder.domain(), lane.shown.iter().copied());
            Column::new(name.clone(), ladder.dictionary().clone(), codes)
        });
        let table = Table::new(columns.collect())?;
        Ok(match &self.weights {
            Some(weights) => table.with_weights(weights.clone())?,
            None => table,
        })
    }

    /// The level of every cell as a recoding of the table.
    pub(super) fn recoding(&self) -> Recoding {
        let mut numbers: HashMap<Vec<u8>, u32> = HashMap::new();
        let mut rounds = Vec::new();
        let round_of_row = (0..self.rows).map(|row| {
            let levels: Vec<u8> = self.columns.iter().map(|lane| lane.levels[row]).collect();
            *numbers.entry(levels).or_insert_with_key(|levels| {
                rounds.push(levels.iter().map(|&level| usize::from(level)).collect());
                rounds.len() as u32 - 1
            })
        });
        let round_of_row = round_of_row.collect();
        Recoding::of_levels(rounds, round_of_row)
    }

    /// A column with the values that its cells have now.
    pub(super) fn column(&self, column: usize, original: &Column) -> Column {
        let lane = &self.columns[column];
        let codes = Codes::from_iter_within(original.domain(), lane.values.iter().copied());
        Column::new(original.name(), original.dictionary().clone(), codes)
    }
}
