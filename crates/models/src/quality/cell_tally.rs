//! A release as sums, for tables of which no list of records can be held.

use super::{Cell, CellCosts, ColumnCosts, KeptClass, Measure, MixedNode, View};
use std::collections::BTreeMap;

/// What most measures need to know of a release: the records on each node or span of each column, and how many classes
/// there are of each size. It is as large as the hierarchies and spans, not as the table.
///
/// Classes are reported by their sizes only: their labels and nodes are unknown. So it serves the value of every measure but
/// those that predict a label ([`CellTally::serves`]), and no bounds.
///
/// **Guarantee**: the value of a measure that is served is, to the last digit, that of a [`super::CellRelease`] of the
/// same records; parts that are merged in any order are equal to the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellTally {
    /// By column, then by level, then by node.
    columns: Vec<Vec<Vec<OnNode>>>,
    records: u64,
    suppressed: u64,
    /// How many published classes have each size.
    classes: BTreeMap<u64, u64>,
    /// How many suppressed classes have each size.
    suppressed_classes: BTreeMap<u64, u64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct OnNode {
    kept: u64,
    suppressed: u64,
}

impl CellTally {
    /// Nobody yet, in so many quasi-identifying columns.
    pub fn new(columns: usize) -> Self {
        Self {
            columns: vec![Vec::new(); columns],
            records: 0,
            suppressed: 0,
            classes: BTreeMap::new(),
            suppressed_classes: BTreeMap::new(),
        }
    }

    /// Nobody's class yet, but all records, reported column by column: those on each node of each, any node any number of
    /// times. All columns must show of the same records.
    pub fn of_nodes(records: u64, suppressed: u64, columns: &[Vec<MixedNode>]) -> Self {
        let mut tally = Self { records, suppressed, ..Self::new(columns.len()) };
        for (column, nodes) in tally.columns.iter_mut().zip(columns) {
            for &MixedNode { level, node, kept, suppressed } in nodes {
                add(column, Cell { level, node }, OnNode { kept, suppressed });
            }
        }
        tally
    }

    /// Counts records that publish these cells, one a column.
    pub fn add(&mut self, cells: &[Cell], records: u64) {
        self.records += records;
        for (column, &cell) in self.columns.iter_mut().zip(cells) {
            add(column, cell, OnNode { kept: records, suppressed: 0 });
        }
    }

    /// Counts suppressed records that would have published these cells.
    pub fn add_suppressed(&mut self, cells: &[Cell], records: u64) {
        self.records += records;
        self.suppressed += records;
        for (column, &cell) in self.columns.iter_mut().zip(cells) {
            add(column, cell, OnNode { kept: 0, suppressed: records });
        }
    }

    /// Counts a published class, which is whole: its records are in no other part that will be merged.
    pub fn add_class(&mut self, size: u64) {
        add_class(&mut self.classes, size, 1);
    }

    /// Counts so many published classes of one size; see [`CellTally::add_class`].
    pub fn add_classes(&mut self, size: u64, classes: u64) {
        add_class(&mut self.classes, size, classes);
    }

    /// Counts a class of suppressed records. Where they are not all in one, [`View::suppressed_squares`] is unknown.
    pub fn add_suppressed_class(&mut self, size: u64) {
        add_class(&mut self.suppressed_classes, size, 1);
    }

    /// Adds all that another part of the release counted, whose spans have the same numbers.
    pub fn merge(&mut self, other: &Self) {
        self.records += other.records;
        self.suppressed += other.suppressed;
        for (mine, theirs) in self.columns.iter_mut().zip(&other.columns) {
            for (level, nodes) in theirs.iter().enumerate() {
                for (node, &records) in (0..).zip(nodes) {
                    add(mine, Cell { level, node }, records);
                }
            }
        }
        for (&size, &classes) in &other.classes {
            add_class(&mut self.classes, size, classes);
        }
        for (&size, &classes) in &other.suppressed_classes {
            add_class(&mut self.suppressed_classes, size, classes);
        }
    }

    /// Whether the measure's value can be reported: it does not look at labels.
    pub fn serves(measure: &dyn Measure) -> bool {
        measure.label_column().is_none()
    }

    /// What a measure sees of the release.
    ///
    /// **Cost**: one multiplication a node and span.
    pub fn view(&self, measure: &dyn Measure) -> TallyView<'_> {
        let sums = measure.costs().map_or_else(Vec::new, |costs| self.cell_sums(costs));
        let levels: Vec<usize> =
            self.columns.iter().map(|column| in_use(column).next().unwrap_or(0)).collect();
        let mixed = self.columns.iter().any(|column| in_use(column).nth(1).is_some());
        TallyView { tally: self, sums, levels, mixed }
    }

    /// The loss of the release, for a measure that is served.
    pub fn value(&self, measure: &dyn Measure) -> f64 {
        measure.value(&self.view(measure))
    }

    fn cell_sums(&self, costs: &CellCosts) -> Vec<u128> {
        let of_column = |(column, costs): (&Vec<Vec<OnNode>>, &ColumnCosts)| {
            let nodes = column.iter().zip(&costs.levels).flat_map(|(nodes, costs)| nodes.iter().zip(costs));
            nodes.map(|(on, &cost)| u128::from(cost) * u128::from(on.kept)).sum()
        };
        self.columns.iter().zip(&costs.columns).map(of_column).collect()
    }
}

fn add(column: &mut Vec<Vec<OnNode>>, Cell { level, node }: Cell, records: OnNode) {
    if records == OnNode::default() {
        return;
    }
    if column.len() <= level {
        column.resize_with(level + 1, Vec::new);
    }
    let nodes = &mut column[level];
    if nodes.len() <= node as usize {
        nodes.resize(node as usize + 1, OnNode::default());
    }
    let on = &mut nodes[node as usize];
    on.kept += records.kept;
    on.suppressed += records.suppressed;
}

fn add_class(classes: &mut BTreeMap<u64, u64>, size: u64, count: u64) {
    if size > 0 {
        *classes.entry(size).or_default() += count;
    }
}

/// The levels on which there are records, ascending.
fn in_use(column: &[Vec<OnNode>]) -> impl Iterator<Item = usize> {
    // Lists grow only for records.
    column.iter().enumerate().filter(|(_, nodes)| !nodes.is_empty()).map(|(level, _)| level)
}

/// A [`CellTally`] as a measure sees it.
#[derive(Clone, Debug)]
pub struct TallyView<'a> {
    tally: &'a CellTally,
    sums: Vec<u128>,
    levels: Vec<usize>,
    mixed: bool,
}

impl View for TallyView<'_> {
    fn records(&self) -> u64 {
        self.tally.records
    }

    fn suppressed(&self) -> u64 {
        self.tally.suppressed
    }

    /// The lowest level of each column.
    fn levels(&self) -> &[usize] {
        &self.levels
    }

    fn kept_classes(&self) -> u64 {
        self.tally.classes.values().sum()
    }

    fn cell_sums(&self) -> &[u128] {
        &self.sums
    }

    /// Shows the sizes of classes; their nodes and labels are not known.
    fn visit_classes(&self, visit: &mut dyn FnMut(KeptClass<'_>)) {
        for (&size, &classes) in &self.tally.classes {
            for _ in 0..classes {
                visit(KeptClass { size, nodes: &[], labels: &[] });
            }
        }
    }

    fn suppressed_nodes(&self, column: usize) -> Vec<u64> {
        let nodes = self.tally.columns[column].get(self.levels[column]);
        nodes.into_iter().flatten().map(|on| on.suppressed).collect()
    }

    fn suppressed_squares(&self) -> Option<u128> {
        let classes = &self.tally.suppressed_classes;
        let reported: u64 = classes.iter().map(|(size, count)| size * count).sum();
        let square = |(&size, &count): (&u64, &u64)| u128::from(size).pow(2) * u128::from(count);
        (reported == self.tally.suppressed).then(|| classes.iter().map(square).sum())
    }

    fn mixed_nodes(&self, column: usize) -> Option<Vec<MixedNode>> {
        self.mixed.then(|| self.nodes(column))
    }

    fn nodes(&self, column: usize) -> Vec<MixedNode> {
        let levels = self.tally.columns[column].iter().enumerate();
        let of_level = |(level, nodes): (usize, &Vec<OnNode>)| {
            let of_node = move |(node, &OnNode { kept, suppressed }): (u32, &OnNode)| {
                (kept + suppressed > 0).then_some(MixedNode { level, node, kept, suppressed })
            };
            (0..).zip(nodes).filter_map(of_node).collect::<Vec<_>>()
        };
        levels.flat_map(of_level).collect()
    }
}
