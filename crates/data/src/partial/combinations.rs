//! How many records have each combination of values.

use crate::{
    Column, ColumnSet, Context, Error, Interner, Reservation, Result, Table, TypeChoice, ValueType, group,
};
use std::collections::HashMap;

/// The code of a missing value.
pub(super) const NULL: u32 = u32::MAX;
/// Bytes of an entry beside its codes.
const ENTRY: usize = 48;

/// The distinct combinations of values of some columns, each with the number of records that have it.
#[derive(Debug)]
pub struct Combinations {
    columns: Vec<CountedColumn>,
    counts: HashMap<Box<[u32]>, u64>,
    records: u64,
    memory: Reservation,
}

#[derive(Debug)]
struct CountedColumn {
    name: String,
    texts: Interner,
    /// The type in all parts; `None` where they differ.
    value_type: Option<ValueType>,
}

impl Combinations {
    /// Counts the combinations of the columns at these positions of a part; weights count.
    ///
    /// **Cost**: one grouping of the rows, and memory for the combinations that occur.
    /// **Errors**: a position is too large, the memory budget is too small, or the run is cancelled.
    pub fn of(part: &Table, columns: &[usize], context: &Context) -> Result<Self> {
        let set = ColumnSet::of(columns.iter().copied())?;
        let positions: Vec<usize> = set.iter().collect();
        let mut memory = context.memory().reserve("counts of combinations");
        let found = group::combinations(part, &set, context)?;
        memory.try_grow(found.len() * (ENTRY + positions.len() * size_of::<u32>()))?;
        let mut counted = Vec::with_capacity(positions.len());
        for &position in &positions {
            let column = part.column(position);
            let mut texts = Interner::default();
            column.dictionary().texts().for_each(|text| {
                texts.intern(text);
            });
            memory.try_grow(texts.bytes())?;
            let value_type = Some(column.value_type());
            counted.push(CountedColumn { name: column.name().to_owned(), texts, value_type });
        }
        let own = |(codes, records): (Vec<u32>, u64)| {
            let codes = codes.iter().zip(&counted);
            let codes = codes.map(|(&code, column)| if code < column.len() { code } else { NULL });
            (codes.collect(), records)
        };
        let counts: HashMap<Box<[u32]>, u64> =
            found.into_iter().filter(|(_, records)| *records > 0).map(own).collect();
        Ok(Self { columns: counted, counts, records: part.records(), memory })
    }

    /// Adds the combinations of another part, which has the same columns in any order.
    ///
    /// **Errors**: (after one of them these counts are incomplete and must not be used) the columns differ, there are more records than 64 bits can count, or the memory budget is too small.
    pub fn merge(&mut self, other: Self) -> Result<()> {
        let places = self.places_in(&other)?;
        self.records = self.records.checked_add(other.records).ok_or(Error::WeightOverflow)?;
        let mut codes = Vec::with_capacity(places.len());
        for (column, &place) in self.columns.iter_mut().zip(&places) {
            let added = &other.columns[place];
            let before = column.texts.bytes();
            codes.push(column.texts.absorb(added.texts.texts()));
            self.memory.try_grow(column.texts.bytes() - before)?;
            column.value_type = column.value_type.filter(|value_type| Some(*value_type) == added.value_type);
        }
        for (key, records) in other.counts {
            let own = places.iter().zip(&codes).map(|(&place, codes)| match key[place] {
                NULL => NULL,
                code => codes[code as usize],
            });
            let own: Box<[u32]> = own.collect();
            if let Some(count) = self.counts.get_mut(&own) {
                *count += records;
            } else {
                self.memory.try_grow(ENTRY + own.len() * size_of::<u32>())?;
                self.counts.insert(own, records);
            }
        }
        Ok(())
    }

    /// The names of the columns.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// The number of distinct combinations.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether no record was counted.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The records that were counted.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// The number of records of each combination, in no order.
    pub fn counts(&self) -> impl Iterator<Item = u64> {
        self.counts.values().copied()
    }

    /// A weighted table: a row for each combination, in the order of the values.
    ///
    /// **Guarantee**: the same for every way in which a table may be split into parts that agree on the types of columns. Where they do
    /// not, types are inferred from all values.
    /// **Errors**: there are more combinations than rows can be numbered.
    pub fn into_table(self) -> Result<Table> {
        let (keys, counts): (Vec<Box<[u32]>>, Vec<u64>) = self.counts.into_iter().unzip();
        let column = |(place, column): (usize, &CountedColumn)| {
            let text = |code: u32| (code != NULL).then(|| column.texts.texts().get(code as usize));
            let choice = column.value_type.map_or(TypeChoice::Infer, TypeChoice::Declared);
            Column::from_texts(column.name.as_str(), keys.iter().map(|key| text(key[place])), choice)
        };
        let columns: Vec<Column> = self.columns.iter().enumerate().map(column).collect::<Result<_>>()?;
        Table::new(columns)?.with_weights(counts)?.in_value_order()
    }

    /// The entries, for what is derived from them.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&[u32], u64)> {
        self.counts.iter().map(|(key, &records)| (&**key, records))
    }

    /// The text of a code; `None` for a missing value.
    pub(super) fn text(&self, place: usize, code: u32) -> Option<&str> {
        (code != NULL).then(|| self.columns[place].texts.texts().get(code as usize))
    }

    /// The place of a column by name.
    pub(super) fn place(&self, name: &str) -> Result<usize> {
        self.columns.iter().position(|column| column.name == name).ok_or_else(|| Error::UnknownColumn {
            name: name.to_owned(),
            suggestion: crate::similar::closest(name, self.columns()).map(str::to_owned),
        })
    }

    /// Where another part has each of these columns.
    fn places_in(&self, other: &Self) -> Result<Vec<usize>> {
        other.columns().try_for_each(|name| self.place(name).map(drop))?;
        self.columns().map(|name| other.place(name)).collect()
    }
}

impl CountedColumn {
    fn len(&self) -> u32 {
        self.texts.len() as u32
    }
}
