//! Total: how far up its hierarchy a label stands.

use super::cells::{CellLoss, cell_measure};
use super::registry::MeasureEntry;
use super::{Aggregate, ColumnCosts, Domain};
use lethe_data::Hierarchy;

/// The measure in the registry.
pub(super) static ENTRY: MeasureEntry =
    MeasureEntry::new("total", "how far up its hierarchy a label stands", |subject| {
        Ok(Box::new(Total::new(subject.domains, subject.aggregate)))
    });

/// The mean over cells of level / (height − 1), where the level is the lowest on which the cell's label stands for the
/// same leaf or leaves, and a suppressed cell costs 1.
///
/// It differs from [`super::Precision`] only where generalizing left a cell as it was: a node with a single child of
/// the same label counts on the child's level, and null, which stays null below the top, counts as level 0. In
/// full-domain generalization without nulls and without such labels both are equal. A span is on no level; it costs
/// (covered − 1) / (leaves − 1).
///
/// **Paper**: Dimakopoulos 2022, section 3.6.2.
///
/// **Cost**: one addition a kept class and column.
#[derive(Clone, Debug)]
pub struct Total(CellLoss);

impl Total {
    /// The total over these columns.
    pub fn new(domains: &[Domain], aggregate: Aggregate) -> Self {
        Self(CellLoss::new(domains, aggregate, column_costs))
    }
}

fn column_costs(domain: &Domain) -> ColumnCosts {
    let hierarchy = &domain.hierarchy;
    let top = hierarchy.height() - 1;
    let mut levels: Vec<Vec<u64>> = Vec::with_capacity(hierarchy.height());
    for level in 0..hierarchy.height() {
        let mut own = vec![level as u64; hierarchy.domain(level)];
        if let Some(below) = levels.last() {
            for (node, only) in only_children(hierarchy.hierarchy(), level).into_iter().enumerate() {
                let same =
                    |child: &u32| hierarchy.label(level - 1, *child) == hierarchy.label(level, node as u32);
                if let Some(child) = only.filter(same) {
                    own[node] = below[child as usize];
                }
            }
        }
        if level < top {
            if let Some(null) = hierarchy.null_code(level) {
                own[null as usize] = 0;
            }
            if let Some(unknown) = hierarchy.suppressed_code(level) {
                own[unknown as usize] = top as u64;
            }
        }
        levels.push(own);
    }
    ColumnCosts::of_ways_up(domain, levels)
}

/// The child of each node of a level that has no other.
fn only_children(hierarchy: &Hierarchy, level: usize) -> Vec<Option<u32>> {
    let mut children = vec![(None, 0_u32); hierarchy.nodes(level)];
    for child in 0..hierarchy.nodes(level - 1) as u32 {
        if let Some(parent) = hierarchy.parent(level - 1, child) {
            let (only, count) = &mut children[parent as usize];
            *only = Some(child);
            *count += 1;
        }
    }
    children.into_iter().map(|(only, count)| only.filter(|_| count == 1)).collect()
}

cell_measure!(Total is "total");
