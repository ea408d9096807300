//! Find exposed records record by record through an inverted index.
//!
//! Other algorithms count a whole table to learn whether a set exposes somebody. This one takes a record and looks for
//! others that share its values on the set: it walks the shortest of the record's posting lists and stops at the
//! `k`-th person. A task is a set and a batch of rows; all open sets work on one batch before they go on to the next,
//! so a set that exposes records early costs little.
//!
//! Three deviations from the publication. It lets sets of different sizes run at the same time, so a superset may be
//! reported before its subset is found; here a size is finished first, and the answer depends on no timing. Its index is
//! keyed by values that an implementation may replace by their hashes, and two values of one hash would hide an
//! exposed person; here values are codes and are compared. And exposed records are added up over batches, with row
//! weights, until `min_exposed` is reached; the published case is a minimum of one.

mod index;

use super::by_size::{self, Strategy};
use crate::Result;
use crate::qid::{Algorithm, Found, Question};
use index::Index;
use lethe_data::{ColumnSet, Context, Error};
use rayon::prelude::*;
use std::ops::Range;

/// Tasks made at a time: enough for many threads, few enough that a set found leaves little to throw away.
const TASKS: usize = 64;

/// Intersects the posting lists of records, batch by batch.
///
/// **Paper**: Gkoulalas-Divanis & Braghin (FPVI), Algorithms 1 to 5 and the remark on `k`.
/// **Cost**: the index takes 4 bytes for each row and distinct value of each column. A record costs at most its
/// shortest posting list on the set; few when `k` records like it are met early.
/// **Errors**: the index does not fit the memory budget.
#[derive(Clone, Copy, Debug)]
pub struct Fpvi {
    /// The rows of a task (`BS` in the paper); at least 1.
    pub batch: usize,
}

impl Fpvi {
    /// A batch in the lower part of the range that the paper measured, where it was fastest.
    pub const DEFAULT: Self = Self { batch: 1 << 10 };
}

impl Algorithm for Fpvi {
    fn name(&self) -> &'static str {
        "fpvi"
    }

    fn find(&self, question: &Question<'_>, context: &Context) -> Result<Found> {
        let index = match Index::build(question, context) {
            Ok(index) => index,
            Err(crate::Error::Data(Error::Cancelled)) => return Ok(Found::stopped(Vec::new(), 0, 0)),
            Err(error) => return Err(error),
        };
        by_size::search(question, &Batches { question, context, index, batch: self.batch.max(1) }, context)
    }
}

struct Batches<'a> {
    question: &'a Question<'a>,
    context: &'a Context,
    index: Index<'a>,
    batch: usize,
}

impl Strategy for Batches<'_> {
    /// The main loop of Algorithm 4 for some sets at a time.
    fn assess(&self, sets: &[ColumnSet]) -> Vec<Result<bool>> {
        let rows = self.question.table().rows();
        let mut exposed = vec![0u64; sets.len()];
        let mut open: Vec<usize> = (0..sets.len()).collect();
        let mut start = 0;
        while start < rows && !open.is_empty() {
            let end = rows.min(start.saturating_add(self.batch.saturating_mul(TASKS.div_ceil(open.len()))));
            let tasks: Vec<(usize, Range<usize>)> = (start..end)
                .step_by(self.batch)
                .flat_map(|from| {
                    open.iter().map(move |&set| (set, from..end.min(from.saturating_add(self.batch))))
                })
                .collect();
            let records: Result<Vec<(usize, u64)>> =
                tasks.into_par_iter().map(|(set, batch)| Ok((set, self.work(&sets[set], batch)?))).collect();
            let Ok(records) = records else { break };
            for (set, records) in records {
                exposed[set] += records;
            }
            open.retain(|&set| exposed[set] < self.question.min_exposed());
            start = end;
        }
        let finished = start >= rows;
        exposed
            .into_iter()
            .map(|records| match records >= self.question.min_exposed() {
                false if !finished && !open.is_empty() => Err(Error::Cancelled.into()),
                exposing => Ok(exposing),
            })
            .collect()
    }
}

impl Batches<'_> {
    /// The records of a batch that a set exposes; fewer are counted when they are enough (Algorithm 5).
    fn work(&self, set: &ColumnSet, batch: Range<usize>) -> Result<u64> {
        let table = self.question.table();
        let lists = self.index.of(set);
        let mut exposed = 0;
        for record in batch {
            self.context.check_cancelled()?;
            let records = table.weights().map_or(1, |weights| weights[record]);
            if records > 0 && self.index.is_below(&lists, record, self.question.k()) {
                exposed += records;
                if exposed >= self.question.min_exposed() {
                    break;
                }
            }
        }
        Ok(exposed)
    }
}
