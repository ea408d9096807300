//! The records of a table, each combination once, with what every level shows of them.

use lethe_data::hierarchy::{BoundHierarchy, ROOT};
use lethe_data::{Context, Result, Table, group};

/// A column that is generalized: what each code shows on each level.
#[derive(Clone, Debug)]
pub struct Attribute {
    levels: Vec<Level>,
    lowest: usize,
    highest: usize,
    leaves: u64,
}

#[derive(Clone, Debug)]
struct Level {
    node_of_code: Vec<u32>,
    /// By node: how many leaves it stands for.
    leaves: Vec<u64>,
    /// By node: whether it tells nothing.
    is_star: Vec<bool>,
}

impl Attribute {
    /// A column under its hierarchy, between two of its levels.
    pub fn new(bound: &BoundHierarchy, lowest: usize, highest: usize) -> Self {
        let levels = (0..bound.height()).map(|level| {
            let nodes = 0..bound.domain(level) as u32;
            Level {
                node_of_code: bound.codes(level).to_vec(),
                leaves: nodes.clone().map(|node| bound.leaves_under(level, node) as u64).collect(),
                is_star: nodes.map(|node| bound.label(level, node) == Some(ROOT)).collect(),
            }
        });
        Self { levels: levels.collect(), lowest, highest, leaves: bound.hierarchy().leaf_count() as u64 }
    }

    /// The same for records of which only the nodes of a level and above are known: their codes are these nodes.
    fn above_level(&self, floor: usize) -> Self {
        let mut above = self.clone();
        let at_floor = &self.levels[floor].node_of_code;
        for (level, known) in above.levels.iter_mut().enumerate() {
            known.node_of_code.clear();
            if level >= floor {
                known.node_of_code.resize(self.domain(floor), 0);
                for (&node, &higher) in at_floor.iter().zip(&self.levels[level].node_of_code) {
                    known.node_of_code[node as usize] = higher;
                }
            }
        }
        above
    }

    /// The lowest level that may be published.
    pub fn lowest(&self) -> usize {
        self.lowest
    }

    /// The highest level that may be published.
    pub fn highest(&self) -> usize {
        self.highest
    }

    /// The level of the root.
    pub(super) fn top(&self) -> usize {
        self.levels.len() - 1
    }

    /// How many leaves there are.
    pub(super) fn leaf_count(&self) -> u64 {
        self.leaves
    }

    /// The number of nodes of a level.
    pub(super) fn domain(&self, level: usize) -> usize {
        self.levels[level].leaves.len()
    }

    pub(super) fn nodes(&self, level: usize) -> &[u32] {
        &self.levels[level].node_of_code
    }

    pub(super) fn leaves_under(&self, level: usize, node: u32) -> u64 {
        self.levels[level].leaves[node as usize]
    }

    pub(super) fn is_star(&self, level: usize, node: u32) -> bool {
        self.levels[level].is_star[node as usize]
    }
}

/// The distinct records of a table.
#[derive(Clone, Debug)]
pub struct Records {
    attributes: Vec<Attribute>,
    /// By attribute, then by record: the column's code.
    codes: Vec<Vec<u32>>,
    /// By record: the code of the column that is published as it is; all zero without one.
    labels: Vec<u32>,
    label_domain: usize,
    /// Whether there is such a column, however many values it happens to have.
    has_label: bool,
    counts: Vec<u64>,
    /// By label: its records.
    by_label: Vec<u64>,
}

impl Records {
    /// The distinct records of these columns, the first of which are generalized and the last, if any, is published as it is.
    ///
    /// **Cost**: one grouping of the rows.
    pub fn new(
        table: &Table,
        columns: &[usize],
        attributes: Vec<Attribute>,
        label: Option<usize>,
        context: &Context,
    ) -> Result<Self> {
        let all: Vec<usize> = columns.iter().copied().chain(label).collect();
        let classes = group::classes_of(table, &all, context)?;
        let codes_of = |column: usize| {
            let codes = table.column(column).codes();
            classes.first_rows().iter().map(|&row| codes.get(row as usize)).collect::<Vec<u32>>()
        };
        let records = Self {
            attributes,
            codes: columns.iter().map(|&column| codes_of(column)).collect(),
            labels: label.map_or_else(|| vec![0; classes.len()], codes_of),
            label_domain: label.map_or(1, |column| table.column(column).domain().max(1)),
            has_label: label.is_some(),
            counts: Vec::new(),
            by_label: Vec::new(),
        };
        Ok(records.with_counts(classes.counts().to_vec()))
    }

    /// The distinct records of what these levels show: they are enough for all levels above.
    ///
    /// **Cost**: one grouping of the records.
    pub(super) fn rolled_up(&self, floor: &[usize], context: &Context) -> Result<Self> {
        let shown: Vec<Vec<u32>> = (0..self.attributes.len())
            .map(|at| {
                let nodes = self.attributes[at].nodes(floor[at]);
                self.codes[at].iter().map(|&code| nodes[code as usize]).collect()
            })
            .collect();
        let domains = self.attributes.iter().zip(floor).map(|(attribute, &level)| attribute.domain(level));
        let mut lists: Vec<(&[u32], usize)> = shown.iter().map(Vec::as_slice).zip(domains).collect();
        lists.push((&self.labels, self.label_domain));
        let classes = group::classes_of_numbers(&lists, self.len(), Some(&self.counts), context)?;
        let first =
            |list: &[u32]| classes.first_rows().iter().map(|&row| list[row as usize]).collect::<Vec<u32>>();
        let attributes =
            self.attributes.iter().zip(floor).map(|(attribute, &level)| attribute.above_level(level));
        let records = Self {
            attributes: attributes.collect(),
            codes: shown.iter().map(|list| first(list)).collect(),
            labels: first(&self.labels),
            label_domain: self.label_domain,
            has_label: self.has_label,
            counts: Vec::new(),
            by_label: Vec::new(),
        };
        Ok(records.with_counts(classes.counts().to_vec()))
    }

    /// What the records take in memory.
    pub(super) fn bytes(&self) -> usize {
        self.len() * (size_of::<u64>() + (self.codes.len() + 1) * size_of::<u32>())
    }

    /// The same records, each with another number of records.
    #[must_use]
    pub(super) fn with_counts(&self, counts: Vec<u64>) -> Self {
        let mut by_label = vec![0; self.label_domain];
        for (&label, &records) in self.labels.iter().zip(&counts) {
            by_label[label as usize] += records;
        }
        Self { counts, by_label, ..self.clone() }
    }

    /// The columns that are generalized.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// How many distinct records there are.
    pub(super) fn len(&self) -> usize {
        self.counts.len()
    }

    /// The weight of each distinct record.
    pub(super) fn counts(&self) -> &[u64] {
        &self.counts
    }

    pub(super) fn records(&self) -> u64 {
        self.by_label.iter().sum()
    }

    /// By label: its records.
    pub(super) fn records_by_label(&self) -> &[u64] {
        &self.by_label
    }

    pub(super) fn labels(&self) -> &[u32] {
        &self.labels
    }

    pub(super) fn label_domain(&self) -> usize {
        self.label_domain
    }

    pub(super) fn has_label(&self) -> bool {
        self.has_label
    }

    pub(super) fn codes(&self, attribute: usize) -> &[u32] {
        &self.codes[attribute]
    }

    /// What a record shows in a column on a level.
    pub(super) fn node(&self, attribute: usize, level: usize, record: u32) -> u32 {
        self.attributes[attribute].nodes(level)[self.codes[attribute][record as usize] as usize]
    }

    /// The highest levels.
    pub(super) fn top(&self) -> Vec<usize> {
        self.attributes.iter().map(Attribute::highest).collect()
    }
}
