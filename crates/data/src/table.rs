//! The table: everything Lethe knows of a data set, in codes.

use crate::{Column, ColumnSet, Context, Error, Result, group};

/// Named columns of equal length, with an optional weight a row (how many people the row stands for).
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<Column>,
    rows: usize,
    weights: Option<Vec<u64>>,
}

impl Table {
    /// A table from columns of equal length.
    pub fn new(columns: Vec<Column>) -> Result<Self> {
        let rows = columns.first().map_or(0, Column::len);
        columns.iter().try_for_each(|column| column.check_len(rows))?;
        if rows >= u32::MAX as usize {
            return Err(Error::TooLarge { what: "rows" });
        }
        Ok(Self { columns, rows, weights: None })
    }

    /// The same table where row `i` stands for `weights[i]` people.
    pub fn with_weights(mut self, weights: Vec<u64>) -> Result<Self> {
        if weights.len() != self.rows {
            let column = "(row weights)".to_owned();
            return Err(Error::RaggedTable { column, found: weights.len(), expected: self.rows });
        }
        weights.iter().try_fold(0u64, |sum, &w| sum.checked_add(w)).ok_or(Error::WeightOverflow)?;
        self.weights = Some(weights);
        Ok(self)
    }

    /// The number of rows held; with weights, people may be more.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of people: the sum of weights, or the number of rows.
    pub fn people(&self) -> u64 {
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

    /// The positions of several columns by name.
    pub fn positions<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Result<ColumnSet> {
        let mut set = ColumnSet::default();
        for name in names {
            set.insert(self.position(name)?)?;
        }
        Ok(set)
    }

    /// Only the columns of a set, in file order.
    #[must_use]
    pub fn project(&self, set: &ColumnSet) -> Self {
        let columns = set.iter().map(|index| self.columns[index].clone()).collect();
        Self { columns, rows: self.rows, weights: self.weights.clone() }
    }

    /// Only chosen rows, in the order given; dictionaries are kept whole.
    #[must_use]
    pub fn select(&self, rows: &[u32]) -> Self {
        Self {
            columns: self.columns.iter().map(|column| column.select(rows)).collect(),
            rows: rows.len(),
            weights: self.weights.as_ref().map(|w| rows.iter().map(|&row| w[row as usize]).collect()),
        }
    }

    /// Only a range of rows; dictionaries are kept whole.
    #[must_use]
    pub fn slice(&self, rows: std::ops::Range<usize>) -> Self {
        Self {
            columns: self.columns.iter().map(|column| column.slice(rows.clone())).collect(),
            rows: rows.len(),
            weights: self.weights.as_ref().map(|w| w[rows].to_vec()),
        }
    }

    /// Identical rows become one row whose weight is the sum of theirs, in order of first occurrence.
    ///
    /// **Guarantee**: for every set of columns the weighted class counts are those of the original.
    pub fn collapse(&self, context: &Context) -> Result<Self> {
        let columns: Vec<usize> = (0..self.columns.len()).collect();
        let classes = group::classes_of(self, &columns, context)?;
        let mut collapsed = self.select(classes.first_rows());
        collapsed.weights = Some(classes.counts().to_vec());
        Ok(collapsed)
    }

    /// The bytes held: codes, dictionaries, weights.
    pub fn bytes(&self) -> usize {
        let weights = self.weights.as_ref().map_or(0, |w| w.len() * 8);
        self.columns.iter().map(Column::bytes).sum::<usize>() + weights
    }
}
