//! The table: everything Lethe knows of a data set, in codes.

use crate::{Column, Context, Error, MemoryBudget, Reservation, Result, group};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

/// Named columns of equal length, with an optional weight a row (how many records the row stands for).
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<Column>,
    rows: usize,
    weights: Option<Vec<u64>>,
    /// The part of the memory budget that this table and its clones occupy.
    memory: Option<Arc<Reservation>>,
}

impl Table {
    /// The most rows a table can have: rows and classes are numbered in 32 bits.
    pub const MAX_ROWS: usize = u32::MAX as usize - 1;

    /// A table from columns of equal length.
    pub fn new(columns: Vec<Column>) -> Result<Self> {
        let rows = columns.first().map_or(0, Column::len);
        columns.iter().try_for_each(|column| column.check_len(rows).and_then(|()| column.check_codes()))?;
        if rows > Self::MAX_ROWS {
            return Err(Error::TooLarge { what: "rows" });
        }
        Ok(Self { columns, rows, weights: None, memory: None })
    }

    /// The same table where row `i` stands for `weights[i]` records.
    pub fn with_weights(mut self, weights: Vec<u64>) -> Result<Self> {
        if weights.len() != self.rows {
            let column = "(row weights)".to_owned();
            return Err(Error::RaggedTable { column, found: weights.len(), expected: self.rows });
        }
        weights.iter().try_fold(0u64, |sum, &w| sum.checked_add(w)).ok_or(Error::WeightOverflow)?;
        self.weights = Some(weights);
        Ok(self)
    }

    /// The same table, holding its part of a memory budget for as long as it lives.
    pub fn with_memory(mut self, budget: &Arc<MemoryBudget>) -> Result<Self> {
        let mut reservation = budget.reserve("the table");
        reservation.try_grow(self.bytes())?;
        self.memory = Some(Arc::new(reservation));
        Ok(self)
    }

    /// The number of rows held; with weights, records may be more.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of records: the sum of weights, or the number of rows.
    pub fn records(&self) -> u64 {
        self.weights.as_ref().map_or(self.rows as u64, |w| w.iter().sum())
    }

    /// The columns in file order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The column at a position.
    pub fn column(&self, index: usize) -> &Column {
        &self.columns[index]
    }

    /// The row weights, where given.
    pub fn weights(&self) -> Option<&[u64]> {
        self.weights.as_deref()
    }

    /// The position of a column by name.
    ///
    /// **Errors**: no column has the name; the most similar name is suggested.
    pub fn position(&self, name: &str) -> Result<usize> {
        self.columns.iter().position(|column| column.name() == name).ok_or_else(|| Error::UnknownColumn {
            name: name.to_owned(),
            suggestion: crate::similar::closest(name, self.columns.iter().map(Column::name))
                .map(str::to_owned),
        })
    }

    /// The positions of several columns by name, in the order given.
    pub fn positions<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Result<Vec<usize>> {
        let known = self.columns.iter().enumerate().map(|(at, column)| (column.name(), at));
        let known: HashMap<&str, usize> = known.collect();
        // Asking again gives the error.
        names
            .into_iter()
            .map(|name| known.get(name).map_or_else(|| self.position(name), |&at| Ok(at)))
            .collect()
    }

    /// Only some columns, in the order given.
    #[must_use]
    pub fn project(&self, columns: &[usize]) -> Self {
        let columns = columns.iter().map(|&index| self.columns[index].clone()).collect();
        Self { columns, rows: self.rows, weights: self.weights.clone(), memory: self.memory.clone() }
    }

    /// Only chosen rows, in the order given; dictionaries are kept whole.
    ///
    /// **Errors**: rows are chosen so often that there are too many, or that their weights exceed 64 bits.
    pub fn select(&self, rows: &[u32]) -> Result<Self> {
        let selected = Self::new(self.columns.iter().map(|column| column.select(rows)).collect())?;
        let selected = Self { rows: rows.len(), ..selected };
        match &self.weights {
            Some(weights) => selected.with_weights(rows.iter().map(|&row| weights[row as usize]).collect()),
            None => Ok(selected),
        }
    }

    /// A row for each person: rows are repeated as often as their weights say.
    ///
    /// **Errors**: there are more records than rows can be numbered, or the memory budget is too small.
    pub fn unweighted(self, context: &Context) -> Result<Self> {
        let Some(weights) = &self.weights else { return Ok(self) };
        let what = "the records of a weighted table";
        let records = usize::try_from(self.records()).ok().filter(|&records| records <= Self::MAX_ROWS);
        let records = records.ok_or(Error::TooLarge { what })?;
        let mut room = context.memory().reserve(what);
        room.try_grow(records.saturating_mul(size_of::<u32>() * (1 + self.columns.len())))?;
        let mut rows = Vec::with_capacity(records);
        for (row, &weight) in weights.iter().enumerate() {
            rows.extend(std::iter::repeat_n(row as u32, weight as usize));
        }
        let repeated = Self { weights: None, ..self }.select(&rows)?;
        drop(room);
        repeated.with_memory(context.memory())
    }

    /// Only a range of rows; dictionaries are kept whole.
    #[must_use]
    pub fn slice(&self, rows: std::ops::Range<usize>) -> Self {
        Self {
            columns: self.columns.iter().map(|column| column.slice(rows.clone())).collect(),
            rows: rows.len(),
            weights: self.weights.as_ref().map(|w| w[rows].to_vec()),
            memory: None,
        }
    }

    /// Identical rows become one row whose weight is the sum of theirs, in order of first occurrence.
    ///
    /// **Guarantee**: for every set of columns the weighted class counts are those of the original.
    pub fn collapse(&self, context: &Context) -> Result<Self> {
        let columns: Vec<usize> = (0..self.columns.len()).collect();
        let classes = group::classes_of(self, &columns, context)?;
        let mut collapsed = self.select(classes.first_rows())?;
        collapsed.weights = Some(classes.counts().to_vec());
        Ok(collapsed)
    }

    /// The rows in the order of their values, column by column.
    pub fn in_value_order(&self) -> Result<Self> {
        let mut rows: Vec<u32> = (0..self.rows as u32).collect();
        let codes: Vec<Vec<u32>> =
            self.columns.iter().map(|column| column.codes().widened().collect()).collect();
        rows.sort_by(|&one, &other| {
            let mut compared = codes.iter().map(|codes| codes[one as usize].cmp(&codes[other as usize]));
            compared.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
        });
        self.select(&rows)
    }

    /// The bytes held: codes, dictionaries, weights.
    pub fn bytes(&self) -> usize {
        let weights = self.weights.as_ref().map_or(0, |w| w.len() * 8);
        self.columns.iter().map(Column::bytes).sum::<usize>() + weights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Codes, Dictionary, TypeChoice};

    fn column(name: &str, cells: &[&str]) -> Column {
        Column::from_texts(name, cells.iter().map(|&cell| Some(cell)), TypeChoice::Infer).unwrap()
    }

    #[test]
    fn columns_of_other_lengths_and_codes_without_a_value_are_refused() {
        let ragged = Table::new(vec![column("a", &["1"]), column("b", &["1", "2"])]);
        assert!(matches!(ragged, Err(Error::RaggedTable { .. })));
        let dictionary = Arc::new(Dictionary::of_texts(["x"]));
        let null_is_fine = Column::new("a", Arc::clone(&dictionary), Codes::U8(vec![0, 1]));
        assert!(Table::new(vec![null_is_fine]).is_ok());
        let beyond = Column::new("a", dictionary, Codes::U8(vec![0, 2]));
        assert!(matches!(Table::new(vec![beyond]), Err(Error::UnknownCode { .. })));
    }

    #[test]
    fn weights_must_fit_the_rows_and_64_bits() {
        let table = Table::new(vec![column("a", &["x", "y"])]).unwrap();
        assert!(table.clone().with_weights(vec![1]).is_err());
        assert!(matches!(table.clone().with_weights(vec![u64::MAX, 1]), Err(Error::WeightOverflow)));
        let heavy = table.clone().with_weights(vec![u64::MAX, 0]).unwrap();
        assert!(matches!(heavy.select(&[0, 1, 0]), Err(Error::WeightOverflow)));
        assert_eq!(table.with_weights(vec![3, 4]).unwrap().records(), 7);
    }

    #[test]
    fn a_row_for_each_person_has_the_order_of_the_rows() {
        let context = Context::new(1).unwrap();
        let table =
            Table::new(vec![column("a", &["x", "y", "z"])]).unwrap().with_weights(vec![2, 0, 3]).unwrap();
        let records = table.clone().unweighted(&context).unwrap();
        let texts: Vec<_> = (0..records.rows()).map(|row| records.column(0).text(row).unwrap()).collect();
        assert_eq!((texts, records.weights()), (vec!["x", "x", "z", "z", "z"], None));
        let small = context.with_memory(MemoryBudget::limited(crate::ByteSize(16)));
        assert!(matches!(table.clone().unweighted(&small), Err(Error::MemoryExceeded { .. })));
        let many = table.with_weights(vec![1, 1, 1 << 40]).unwrap();
        assert!(matches!(many.unweighted(&small), Err(Error::TooLarge { .. })));
    }

    #[test]
    fn a_table_holds_its_memory_until_its_last_clone_is_gone() {
        let budget = Arc::new(MemoryBudget::limited(crate::ByteSize(1 << 20)));
        let table = Table::new(vec![column("a", &["x", "y"])]).unwrap().with_memory(&budget).unwrap();
        let (held, clone) = (table.bytes() as u64, table.clone());
        drop(table);
        assert_eq!(budget.left(), (1 << 20) - held);
        drop(clone);
        assert_eq!(budget.left(), 1 << 20);
    }

    #[test]
    fn projection_and_selection_keep_the_order_asked_for() {
        let table = Table::new(vec![column("a", &["1", "2", "3"]), column("b", &["x", "y", "z"])]).unwrap();
        let projected = table.project(&table.positions(["b", "a"]).unwrap());
        assert_eq!(projected.columns().iter().map(Column::name).collect::<Vec<_>>(), ["b", "a"]);
        let selected = table.with_weights(vec![5, 6, 7]).unwrap().select(&[2, 0]).unwrap();
        assert_eq!((selected.column(1).text(0), selected.weights()), (Some("z"), Some(&[7, 5][..])));
    }
}
