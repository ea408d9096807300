//! Measures that are sums over cells.

/// The cost of every cell that a release can have, in whole units so that sums do not depend on their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellCosts {
    /// The costs in each quasi-identifying column.
    pub columns: Vec<ColumnCosts>,
}

/// The cost of every node of a column's hierarchy.
///
/// **Guarantee**: along a path from a leaf to the root costs never fall, and none is above `whole`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnCosts {
    /// By level, then by node code of the bound hierarchy.
    pub levels: Vec<Vec<u64>>,
    /// The cost of a suppressed cell.
    pub whole: u64,
}

impl ColumnCosts {
    /// The loss of a column: the costs of the cells that were kept, and all of the others, per person.
    pub fn loss(&self, kept: u128, suppressed: u64, people: u64) -> f64 {
        let most = u128::from(self.whole) * u128::from(people);
        if most == 0 {
            return if people > 0 { suppressed as f64 / people as f64 } else { 0.0 };
        }
        (kept + u128::from(self.whole) * u128::from(suppressed)) as f64 / most as f64
    }
}
