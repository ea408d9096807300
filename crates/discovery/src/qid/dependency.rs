//! Which columns add nothing to others?
//!
//! When a column's value is determined by another's, adding it to a set with the other changes no class. Knowing this
//! explains why such sets never show up as minimal, and which columns say the same in other words.

use crate::Result;
use lethe_data::{Code, Codes, Context, Table, with_codes};
use rayon::prelude::*;

/// Rows between two looks at the cancel token.
const ROWS_PER_CHECK: usize = 1 << 14;
/// No code: a dictionary has fewer values than this.
const UNSEEN: u32 = u32::MAX;

/// What one column says about another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dependency {
    /// Everybody has the same value, or nobody has one.
    Constant(usize),
    /// Records with the same value in `from` have the same value in `to`.
    Determines {
        /// The column that is enough to know.
        from: usize,
        /// The column that follows.
        to: usize,
    },
}

/// The constants among some columns, then every pair of others of which one determines the other.
///
/// **Guarantee**: exact; a missing value is a value, rows that stand for nobody are left out, and constants are in no
/// pair, because they are determined by everything. Nobody in the table: no dependency.
/// **Cost**: one pass for each ordered pair, which ends at the first contradiction; 4 bytes for each value of a column
/// and thread.
/// **Errors**: the memory budget is too small, or the run is cancelled.
pub fn dependencies(table: &Table, columns: &[usize], context: &Context) -> Result<Vec<Dependency>> {
    let distinct: Vec<usize> = columns
        .iter()
        .map(|&column| {
            context.check_cancelled()?;
            let records = table.column(column).histogram(table.weights());
            Ok(records.iter().filter(|&&records| records > 0).count())
        })
        .collect::<Result<_>>()?;
    let counted: Vec<(usize, usize)> = columns.iter().copied().zip(distinct).collect();
    let constants = counted.iter().filter(|(_, distinct)| *distinct == 1);
    let mut found: Vec<Dependency> = constants.map(|&(column, _)| Dependency::Constant(column)).collect();
    let varying: Vec<(usize, usize)> = counted.into_iter().filter(|(_, distinct)| *distinct > 1).collect();
    let pairs: Result<Vec<Vec<Dependency>>> = context
        .install(|| varying.par_iter().map(|&from| determined(table, from, &varying, context)).collect());
    found.extend(pairs?.into_iter().flatten());
    Ok(found)
}

/// What `from` determines; a column of more distinct values cannot be among it.
fn determined(
    table: &Table,
    (from, distinct): (usize, usize),
    varying: &[(usize, usize)],
    context: &Context,
) -> Result<Vec<Dependency>> {
    let domain = table.column(from).domain();
    let mut memory = context.memory().reserve("looking for dependencies");
    memory.try_grow(domain * size_of::<u32>())?;
    let mut seen = vec![0; domain];
    let mut found = Vec::new();
    for &(to, values) in varying {
        if to != from && values <= distinct {
            let (from_codes, to_codes) = (table.column(from).codes(), table.column(to).codes());
            if determines(from_codes, to_codes, table.weights(), &mut seen, context)? {
                found.push(Dependency::Determines { from, to });
            }
        }
    }
    Ok(found)
}

/// Whether rows with equal codes in `from` have equal codes in `to`; rows that stand for nobody do not count. `seen` is
/// a place for each code of `from`, to be overwritten.
///
/// **Cost**: one pass, which ends soon after the first contradiction.
/// **Errors**: the run is cancelled.
pub(in crate::qid) fn determines(
    from: &Codes,
    to: &Codes,
    weights: Option<&[u64]>,
    seen: &mut [u32],
    context: &Context,
) -> Result<bool> {
    seen.fill(UNSEEN);
    let mut start = 0;
    while start < from.len() {
        context.check_cancelled()?;
        let rows = start..from.len().min(start + ROWS_PER_CHECK);
        let weights = weights.map(|weights| &weights[rows.clone()]);
        let consistent = with_codes!(from, a => with_codes!(to, b => {
            consistent(&a[rows.clone()], &b[rows.clone()], weights, seen)
        }));
        if !consistent {
            return Ok(false);
        }
        start = rows.end;
    }
    Ok(true)
}

fn consistent<A: Code, B: Code>(from: &[A], to: &[B], weights: Option<&[u64]>, seen: &mut [u32]) -> bool {
    from.iter().zip(to).enumerate().all(|(row, (from, to))| {
        if weights.is_some_and(|weights| weights[row] == 0) {
            return true;
        }
        let (place, to) = (&mut seen[from.widen() as usize], to.widen());
        if *place == UNSEEN {
            *place = to;
        }
        *place == to
    })
}
