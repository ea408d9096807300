//! The door: a data set in blocks.

use crate::plan::Source;
use crate::random::Streams;
use crate::{DataSet, Error, HierarchyRows, Request, Result, amnesia, census, health};
use lethe_data::{Table, ValueType};

/// Makes one data set, block by block.
///
/// **Guarantee**: a block depends on nothing but the data set, the seed, its index and the number of rows in it. Its
/// first `n` columns are those of a request for `n` columns, its first rows those of a request for fewer rows.
/// Columns with a fixed domain share one dictionary across all blocks; every block has the types of [`Self::schema`].
///
/// ```
/// use lethe_synth::{DataSet, Generator, Request};
///
/// let request = Request { rows: 100_000, columns: Some(20), seed: 1 };
/// let generator = Generator::new(DataSet::Health, &request)?;
/// let rows: usize = (0..generator.blocks()).map(|i| generator.block(i).map(|t| t.rows())).sum::<Result<_, _>>()?;
/// assert_eq!(rows, 100_000);
/// # Ok::<(), lethe_synth::Error>(())
/// ```
pub struct Generator {
    data_set: DataSet,
    rows: u64,
    blocks: usize,
    streams: Streams,
    source: Box<dyn Source>,
}

impl Generator {
    /// The rows of every block but the last: enough to make the cost of a block small, few enough to hold many.
    pub const BLOCK_ROWS: usize = 65_536;

    /// Prepares a data set: its world is made here, its records in [`Self::block`].
    ///
    /// **Errors**: the data set does not have that many columns, or none are asked for; more rows than a table can
    /// have.
    pub fn new(data_set: DataSet, request: &Request) -> Result<Self> {
        let width = request.width(data_set)?;
        let rows = usize::try_from(request.rows).ok().filter(|&rows| rows <= Table::MAX_ROWS);
        let blocks = rows.ok_or(Error::TooManyRows { rows: request.rows })?.div_ceil(Self::BLOCK_ROWS);
        let mut source: Box<dyn Source> = match data_set {
            DataSet::Health => Box::new(health::plan()?),
            DataSet::Amnesia => Box::new(amnesia::plan()?),
            DataSet::Census => Box::new(census::plan()?),
        };
        source.truncate(width);
        let streams = Streams::new(request.seed, data_set.name());
        Ok(Self { data_set, rows: request.rows, blocks, streams, source })
    }

    /// The name and type of each column.
    pub fn schema(&self) -> Vec<(String, ValueType)> {
        self.source.schema()
    }

    /// The number of rows in all blocks.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The number of blocks; none for no rows.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// The rows from `index * BLOCK_ROWS` on, at most [`Self::BLOCK_ROWS`] of them. Any thread may make any block.
    /// Block 0 always exists, so that a table of no rows still has its columns.
    ///
    /// **Errors**: there is no such block.
    pub fn block(&self, index: usize) -> Result<Table> {
        if index >= self.blocks.max(1) {
            return Err(Error::NoSuchBlock { index, blocks: self.blocks });
        }
        let first = index as u64 * Self::BLOCK_ROWS as u64;
        let last = self.rows.min(first.saturating_add(Self::BLOCK_ROWS as u64));
        self.source.table(self.streams, index, first..last)
    }

    /// Hierarchies for the generated columns where one makes sense. They cover every value the column can take, so
    /// they fit any number of rows and any seed.
    pub fn hierarchies(&self) -> Vec<HierarchyRows> {
        self.source.hierarchies()
    }
}

impl std::fmt::Debug for Generator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generator")
            .field("data_set", &self.data_set)
            .field("rows", &self.rows)
            .field("blocks", &self.blocks)
            .finish_non_exhaustive()
    }
}
