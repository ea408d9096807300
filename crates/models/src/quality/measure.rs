//! What a measure is asked, and what it sees of a release.

use super::CellCosts;
use std::fmt::Debug;

/// A class that is published.
#[derive(Clone, Copy, Debug)]
pub struct KeptClass<'a> {
    /// The records in it.
    pub size: u64,
    /// Its node in each quasi-identifying column's hierarchy, on that column's level.
    pub nodes: &'a [u32],
    /// How often each value of the class column occurs, where the measure has one; in no order.
    pub labels: &'a [(u32, u64)],
}

/// A release, or the part of it that is known.
pub trait View {
    /// All records of the table.
    fn records(&self) -> u64;
    /// The records that are suppressed.
    fn suppressed(&self) -> u64;
    /// The level of each quasi-identifying column.
    fn levels(&self) -> &[usize];
    /// The number of classes that are published.
    fn kept_classes(&self) -> u64;
    /// The sum of [`Measure::costs`] over the cells of kept records, by column; empty where the measure has none.
    fn cell_sums(&self) -> &[u128];
    /// Shows every class that is published, in no particular order.
    fn visit_classes(&self, visit: &mut dyn FnMut(KeptClass<'_>));
    /// How many suppressed records have each node of a column on its level, by node code.
    fn suppressed_nodes(&self, column: usize) -> Vec<u64>;

    /// The sum over classes that are suppressed of their sizes squared, where it is known.
    fn suppressed_squares(&self) -> Option<u128> {
        None
    }

    /// The records on each node of a column, in ascending order of level and node, where records have levels of their
    /// own (local recoding), so that [`View::levels`] does not say them all.
    fn mixed_nodes(&self, _column: usize) -> Option<Vec<MixedNode>> {
        None
    }

    /// The records on each node of a column, in ascending order of level and node, however levels are reported.
    fn nodes(&self, column: usize) -> Vec<MixedNode> {
        self.mixed_nodes(column).unwrap_or_else(|| {
            let mut kept = Vec::new();
            self.visit_classes(&mut |class| {
                let node = class.nodes[column] as usize;
                kept.resize(kept.len().max(node + 1), 0);
                kept[node] += class.size;
            });
            let mut suppressed = self.suppressed_nodes(column);
            kept.resize(kept.len().max(suppressed.len()), 0);
            suppressed.resize(kept.len(), 0);
            let level = self.levels()[column];
            let records = (0..).zip(kept.into_iter().zip(suppressed));
            records.map(|(node, (kept, suppressed))| MixedNode { level, node, kept, suppressed }).collect()
        })
    }
}

/// The records on each node of a column, unless all are on one level below `height`; spans are on none.
pub(super) fn nodes_off_levels(view: &dyn View, column: usize, height: usize) -> Option<Vec<MixedNode>> {
    view.mixed_nodes(column).or_else(|| (view.levels()[column] >= height).then(|| view.nodes(column)))
}

/// The records on a node, in a release whose records have levels of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MixedNode {
    /// The node's level.
    pub level: usize,
    /// The node's code on its level.
    pub node: u32,
    /// The records with this node whose records are published.
    pub kept: u64,
    /// The records with this node whose records are suppressed.
    pub suppressed: u64,
}

/// A measure of what a release lost.
pub trait Measure: Send + Sync + Debug {
    /// The name users write.
    fn name(&self) -> &'static str;

    /// The cost of cells, for measures that are sums of them.
    fn costs(&self) -> Option<&CellCosts> {
        None
    }

    /// How much each quasi-identifying column counts, for measures that are sums over cells.
    fn column_weights(&self) -> &[f64] {
        &[]
    }

    /// Whether [`Measure::bound`] looks at classes; without, the cost of cells and the records are all it asks for.
    fn bound_needs_classes(&self) -> bool {
        self.costs().is_none()
    }

    /// Whether it looks at the classes of records that are suppressed, by [`View::suppressed_squares`].
    fn looks_at_suppressed(&self) -> bool {
        false
    }

    /// The position in the table of the column whose values [`KeptClass::labels`] counts, for measures that predict one.
    fn label_column(&self) -> Option<usize> {
        None
    }

    /// The loss of a release, from 0 to 1.
    fn value(&self, release: &dyn View) -> f64;

    /// A loss that no release of a region falls below.
    ///
    /// The region holds the releases whose levels are at least those of `part`, in which all records that `part`
    /// suppresses are suppressed, and perhaps more; classes of `part` are the finest that occur in it. Releases publish
    /// or suppress a class of theirs as a whole.
    fn bound(&self, part: &dyn View) -> f64;

    /// The weighted losses of columns, largest first, where releases of the same value are compared by them
    /// ([`super::Aggregate::Rank`]); nothing otherwise.
    fn ranks(&self, _release: &dyn View) -> Vec<f64> {
        Vec::new()
    }

    /// Ranks of which none is above that of any release of the region of [`Measure::bound`]; nothing where they are not
    /// known to the last digit.
    fn ranks_bound(&self, _part: &dyn View) -> Vec<f64> {
        Vec::new()
    }
}
