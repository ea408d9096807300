//! What gives way must not depend on the columns that are kept.

use super::super::Problem;
use super::super::cells::Cells;
use super::super::classes::Scratch;
use super::RARE;

/// A set without the columns that are kept. What cells show must not depend on these: a `*` that stands where the rarer of
/// their values are would tell them, and what is left would be most common where it is not the rarer.
pub(super) struct Open {
    pub(super) columns: Vec<usize>,
    /// So many records alike on these columns are likely to have enough of each of the kept values among them.
    pub(super) enough: u64,
    is_all: bool,
}

impl Open {
    /// For a set whose cells of `column` give way.
    pub(super) fn of(
        cells: &Cells,
        problem: &Problem<'_>,
        column: usize,
        set: &[usize],
        scratch: &mut Scratch,
    ) -> Self {
        let is_open = |&other: &usize| other == column || !cells.is_kept(other);
        let (columns, kept): (Vec<usize>, Vec<usize>) = set.iter().copied().partition(is_open);
        if kept.is_empty() {
            return Self { columns, enough: problem.k, is_all: true };
        }
        let records = cells.alike(&kept, scratch).records;
        let fewest = records.iter().copied().min().unwrap_or(1).max(1);
        let everybody: u64 = records.iter().sum();
        let enough = problem.k.saturating_mul(everybody) / fewest;
        Self { columns, enough: enough.min(problem.k.saturating_mul(RARE)), is_all: false }
    }

    /// Exposed records, and with kept columns in the set all who differ from them in these only, and all who are so few
    /// that it is chance whether they are exposed.
    pub(super) fn with_alike(&self, cells: &Cells, rows: &[u32], scratch: &mut Scratch) -> Vec<u32> {
        if self.is_all {
            return rows.to_vec();
        }
        let alike = cells.alike(&self.columns, scratch);
        let mut goes: Vec<bool> = alike.records.iter().map(|&records| records < self.enough).collect();
        for &row in rows {
            goes[alike.class[row as usize] as usize] = true;
        }
        (0..).zip(&alike.class).filter(|(_, class)| goes[**class as usize]).map(|(row, _)| row).collect()
    }
}
