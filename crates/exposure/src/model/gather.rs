//! A model that grows with rows that keep coming.

use super::Model;
use crate::Result;
use crate::pairs::Pair;
use lethe_data::{Context, Table};

/// Models of rows that came one after the other, put together when they are about as large as each other.
///
/// **Guarantee**: [`Self::finish`] gives the model that is trained on all rows at once, not said to be counted per record.
/// **Cost**: counting the rows; each count is then put together as often as the logarithm of the number of additions.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// Each more than twice as large as the next.
    parts: Vec<Model>,
}

impl Gathered {
    /// Goes on from a model.
    pub fn from_model(model: Model) -> Self {
        Self { parts: vec![model] }
    }

    /// Adds the rows of a table, all its columns.
    ///
    /// **Errors**: as for [`Model::train`] and [`Model::merge`].
    pub fn add(&mut self, table: &Table, context: &Context) -> Result<()> {
        let columns: Vec<usize> = (0..table.columns().len()).collect();
        let mut last = Model::train(table, &columns, context)?;
        while self.parts.last().is_some_and(|before| before.counts() <= 2 * last.counts()) {
            if let Some(before) = self.parts.pop() {
                last = Model::merge(&[before, last])?;
            }
        }
        self.parts.push(last);
        Ok(())
    }

    /// The bytes held, about.
    pub fn bytes(&self) -> usize {
        let bytes = |model: &Model| {
            let value = |text: &str| size_of::<super::ValueCount>() + text.len();
            let values = model.columns.iter().flat_map(|column| &column.values);
            model.pairs() * size_of::<Pair>() + values.map(|known| value(&known.text)).sum::<usize>()
        };
        self.parts.iter().map(bytes).sum()
    }

    /// The model of all rows.
    ///
    /// **Errors**: as for [`Model::merge`].
    pub fn finish(mut self) -> Result<Model> {
        let mut all = self.parts.pop().unwrap_or_default();
        while let Some(before) = self.parts.pop() {
            all = Model::merge(&[before, all])?;
        }
        Ok(all)
    }
}

impl Model {
    fn counts(&self) -> usize {
        self.values() + self.pairs()
    }
}
