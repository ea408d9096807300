//! Counting with almost no memory: the table is read several times, each time for a share of the value combinations.
//!
//! Used where the budget does not allow lists of rows. Combinations are dealt to passes by hash, and a pass that meets
//! more of them than it may keep is dealt among twice as many passes. Within a pass combinations are compared in full.

use super::Index;
use super::evaluate::Evaluator;
use crate::Result;
use lethe_data::{ColumnSet, Context};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Combinations that one pass may keep, however small the budget is.
const KEPT: usize = if cfg!(test) { 4 } else { 1 << 14 };

impl Evaluator<'_> {
    /// Whether a column set exposes enough records.
    ///
    /// **Cost**: as many readings of the columns as there are [`KEPT`] combinations, or twice that.
    pub(super) fn exposes_frugally(&self, columns: &[Index], context: &Context) -> Result<bool> {
        let domains = columns.iter().map(|&column| u128::from(self.sheet.domain(column)));
        if domains.clone().try_fold(1u128, u128::checked_mul).is_none() {
            let set = ColumnSet::of(self.positions(columns))?;
            return Ok(self.question.exposed_by_values(&set, context)? >= self.sheet.need);
        }
        // Each pass is one of `shares` equal shares; a share that is too large is split in two.
        let mut waiting = vec![(0u64, 1u64)];
        let mut exposed = 0;
        while let Some((share, shares)) = waiting.pop() {
            match self.records_of_share(columns, share, shares, context)? {
                Some(records) => {
                    exposed += records.values().filter(|&&records| records < self.sheet.k).sum::<u64>();
                    if exposed >= self.sheet.need {
                        return Ok(true);
                    }
                }
                None => waiting.extend([(share, shares * 2), (share + shares, shares * 2)]),
            }
        }
        Ok(false)
    }

    /// The records of each combination whose hash falls to a share; `None` when these are too many combinations.
    fn records_of_share(
        &self,
        columns: &[Index],
        share: u64,
        shares: u64,
        context: &Context,
    ) -> Result<Option<HashMap<u128, u64>>> {
        let mut records: HashMap<u128, u64> = HashMap::new();
        for row in 0..self.sheet.rows {
            if row % (1 << 16) == 0 {
                context.check_cancelled()?;
            }
            let key = columns.iter().fold(0u128, |key, &column| {
                key * u128::from(self.sheet.domain(column)) + u128::from(self.whole.codes(column).get(row))
            });
            let mut hasher = DefaultHasher::new();
            key.hash(&mut hasher);
            if hasher.finish() % shares != share {
                continue;
            }
            let sum = records.entry(key).or_default();
            *sum = sum.saturating_add(self.whole.weight::<u64>(row)).min(self.sheet.k);
            // Hashes have 64 bits: beyond that many shares, equal hashes cannot be told apart by them.
            if records.len() > KEPT && shares < 1 << 32 {
                return Ok(None);
            }
        }
        Ok(Some(records))
    }
}
