//! A release given record by record, each with levels of its own.

use super::{CellCosts, KeptClass, Measure, MixedNode, View};
use std::collections::BTreeMap;

/// What stands in a cell: a node of the column's hierarchy, or a span.
///
/// Cells that publish the same must be given as the same node, for records are separated by their nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The node's level, or the height of the hierarchy for a span.
    pub level: usize,
    /// The node's code on that level of the bound hierarchy, or the number of the span.
    pub node: u32,
}

/// A record of a release.
#[derive(Clone, Debug)]
pub struct Record {
    /// One cell a quasi-identifying column. In a suppressed record: what it would have published.
    pub cells: Vec<Cell>,
    /// How many records the record stands for.
    pub records: u64,
    /// Whether the record is suppressed.
    pub suppressed: bool,
    /// The code of its label, for measures that predict one.
    pub label: u32,
}

/// A release as a list of records, for whatever made it: full-domain generalization or local recoding.
///
/// Classes are the records with equal cells; records of nobody are left out.
#[derive(Clone, Debug)]
pub struct CellRelease {
    classes: Vec<CellClass>,
    records: u64,
    suppressed: u64,
    levels: Vec<usize>,
    mixed: bool,
}

#[derive(Clone, Debug)]
struct CellClass {
    cells: Vec<Cell>,
    nodes: Vec<u32>,
    size: u64,
    suppressed: bool,
    labels: Vec<(u32, u64)>,
}

impl CellRelease {
    /// The release of these records, whose cells are those of `columns` columns.
    ///
    /// **Cost**: one look-up in an ordered map a record.
    pub fn new(columns: usize, records: impl IntoIterator<Item = Record>) -> Self {
        let mut classes: BTreeMap<(bool, Vec<Cell>), BTreeMap<u32, u64>> = BTreeMap::new();
        for record in records {
            if record.records > 0 {
                let labels = classes.entry((record.suppressed, record.cells)).or_default();
                *labels.entry(record.label).or_default() += record.records;
            }
        }
        let classes: Vec<CellClass> = classes
            .into_iter()
            .map(|((suppressed, cells), labels)| CellClass {
                nodes: cells.iter().map(|cell| cell.node).collect(),
                cells,
                size: labels.values().sum(),
                suppressed,
                labels: labels.into_iter().collect(),
            })
            .collect();
        let levels_of = |column: usize| classes.iter().map(move |class| class.cells[column].level);
        let levels: Vec<usize> = (0..columns).map(|column| levels_of(column).min().unwrap_or(0)).collect();
        let mixed = levels.iter().enumerate().any(|(column, &least)| levels_of(column).any(|l| l != least));
        let all = classes.iter().map(|class| class.size).sum();
        let suppressed = classes.iter().filter(|class| class.suppressed).map(|class| class.size).sum();
        Self { classes, records: all, suppressed, levels, mixed }
    }

    /// What a measure sees of the release.
    pub fn view(&self, measure: &dyn Measure) -> TableView<'_> {
        let sums = measure.costs().map_or_else(Vec::new, |costs| self.cell_sums(costs));
        TableView { release: self, sums }
    }

    /// The loss of the release.
    pub fn value(&self, measure: &dyn Measure) -> f64 {
        measure.value(&self.view(measure))
    }

    fn cell_sums(&self, costs: &CellCosts) -> Vec<u128> {
        let of_column = |(column, costs): (usize, &super::ColumnCosts)| {
            let of_class = |class: &CellClass| {
                let Cell { level, node } = class.cells[column];
                u128::from(costs.levels[level][node as usize]) * u128::from(class.size)
            };
            self.kept().map(of_class).sum()
        };
        costs.columns.iter().enumerate().map(of_column).collect()
    }

    fn kept(&self) -> impl Iterator<Item = &CellClass> {
        self.classes.iter().filter(|class| !class.suppressed)
    }

    fn lost(&self) -> impl Iterator<Item = &CellClass> {
        self.classes.iter().filter(|class| class.suppressed)
    }
}

/// A [`CellRelease`] as a measure sees it.
#[derive(Clone, Debug)]
pub struct TableView<'a> {
    release: &'a CellRelease,
    sums: Vec<u128>,
}

impl View for TableView<'_> {
    fn records(&self) -> u64 {
        self.release.records
    }

    fn suppressed(&self) -> u64 {
        self.release.suppressed
    }

    /// The lowest level of each column.
    fn levels(&self) -> &[usize] {
        &self.release.levels
    }

    fn kept_classes(&self) -> u64 {
        self.release.kept().count() as u64
    }

    fn cell_sums(&self) -> &[u128] {
        &self.sums
    }

    fn visit_classes(&self, visit: &mut dyn FnMut(KeptClass<'_>)) {
        for CellClass { nodes, size, labels, .. } in self.release.kept() {
            visit(KeptClass { size: *size, nodes, labels });
        }
    }

    fn suppressed_nodes(&self, column: usize) -> Vec<u64> {
        let last = self.release.lost().map(|class| class.nodes[column] as usize).max();
        let mut records = vec![0; last.map_or(0, |last| last + 1)];
        for class in self.release.lost() {
            records[class.nodes[column] as usize] += class.size;
        }
        records
    }

    fn suppressed_squares(&self) -> Option<u128> {
        Some(self.release.lost().map(|class| u128::from(class.size).pow(2)).sum())
    }

    fn mixed_nodes(&self, column: usize) -> Option<Vec<MixedNode>> {
        if !self.release.mixed {
            return None;
        }
        let mut nodes: BTreeMap<Cell, (u64, u64)> = BTreeMap::new();
        for class in &self.release.classes {
            let (kept, suppressed) = nodes.entry(class.cells[column]).or_default();
            *(if class.suppressed { suppressed } else { kept }) += class.size;
        }
        let mixed = |(Cell { level, node }, (kept, suppressed))| MixedNode { level, node, kept, suppressed };
        Some(nodes.into_iter().map(mixed).collect())
    }
}
