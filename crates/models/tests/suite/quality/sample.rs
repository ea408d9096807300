//! Small random tables with hierarchies, and releases of them.

use lethe_data::{Column, Decimal, Hierarchy, TypeChoice, UnknownValues};
use lethe_models::quality::{
    Aggregate, Cell, CellRelease, Covers, Domain, MEASURES, Measure, Record, Subject, measure,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// A column: one path a leaf, and one value a row (null, or a spelling that may be no leaf).
#[derive(Clone, Debug)]
pub(crate) struct SampleColumn {
    pub(crate) paths: Vec<Vec<String>>,
    pub(crate) cells: Vec<Option<String>>,
    pub(crate) weight: f64,
    pub(crate) spans: Vec<SampleSpan>,
}

/// A label that is no node, with the values that it covers.
#[derive(Clone, Debug)]
pub(crate) struct SampleSpan {
    pub(crate) label: String,
    pub(crate) covers: Covers,
    pub(crate) values: BTreeSet<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) columns: Vec<SampleColumn>,
    pub(crate) records: Vec<u64>,
    pub(crate) labels: Vec<u32>,
}

impl SampleColumn {
    pub(crate) fn height(&self) -> usize {
        self.paths[0].len()
    }

    /// The span that a row publishes, where what is said of it is no level.
    pub(crate) fn span(&self, entry: usize) -> Option<&SampleSpan> {
        entry.checked_sub(self.height()).map(|span| &self.spans[span])
    }

    /// What a row publishes on a level, or as a span.
    pub(crate) fn label(&self, row: usize, level: usize) -> Option<String> {
        if let Some(span) = self.span(level) {
            return Some(span.label.clone());
        }
        let top = level + 1 == self.height();
        let Some(cell) = &self.cells[row] else { return top.then(|| "*".to_owned()) };
        let path = self.paths.iter().find(|path| path[0] == *cell);
        Some(path.map_or("*".to_owned(), |path| path[level].clone()))
    }

    pub(crate) fn column(&self) -> Column {
        let cells = self.cells.iter().map(Option::as_deref);
        Column::from_texts("c", cells, TypeChoice::Infer).unwrap()
    }

    fn domain(&self, records: &[u64]) -> (Domain, Vec<u32>) {
        let column = self.column();
        let hierarchy = Hierarchy::from_paths(&self.paths).unwrap();
        let hierarchy = hierarchy.bind(&column, UnknownValues::Suppress).unwrap();
        let mut numbers: Vec<Option<f64>> =
            column.dictionary().texts().map(|text| text.parse().ok()).collect();
        numbers.resize(column.domain(), None);
        let counts = column.histogram(Some(records));
        let codes = column.codes().widened().collect();
        let spans = self.spans.iter().map(|span| span.covers.clone()).collect();
        (Domain { hierarchy, counts, weight: self.weight, numbers: Some(numbers), spans }, codes)
    }
}

/// A sample as measures know it.
pub(crate) struct Known {
    pub(crate) domains: Vec<Domain>,
    codes: Vec<Vec<u32>>,
    combinations: Vec<u64>,
}

impl Sample {
    pub(crate) fn known(&self) -> Known {
        let (domains, codes) = self.columns.iter().map(|column| column.domain(&self.records)).unzip();
        let mut combinations: BTreeMap<Vec<&Option<String>>, u64> = BTreeMap::new();
        for (row, records) in self.records.iter().enumerate() {
            *combinations
                .entry(self.columns.iter().map(|column| &column.cells[row]).collect())
                .or_default() += records;
        }
        Known { domains, codes, combinations: combinations.into_values().collect() }
    }

    /// All levels at least as high as these.
    pub(crate) fn levels_above(&self, least: &[usize]) -> Vec<Vec<usize>> {
        let mut all = vec![Vec::new()];
        for (column, &least) in self.columns.iter().zip(least) {
            let longer = |levels: Vec<usize>| {
                (least..column.height()).map(move |level| [levels.clone(), vec![level]].concat())
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all
    }

    pub(crate) fn published(&self, row: usize, levels: &[usize]) -> Vec<Option<String>> {
        self.columns.iter().zip(levels).map(|(column, &level)| column.label(row, level)).collect()
    }

    /// Suppresses the classes that hold one of these records, and those that the dice hit.
    pub(crate) fn suppress(&self, levels: &[usize], lost: &[bool], dice: u64) -> Vec<bool> {
        let hit = |row: usize| lost[row] || (dice >> (row % 64)) & 1 == 1;
        let rows = 0..self.records.len();
        let classes: BTreeSet<_> =
            rows.clone().filter(|&row| hit(row)).map(|row| self.published(row, levels)).collect();
        rows.map(|row| classes.contains(&self.published(row, levels))).collect()
    }
}

impl Known {
    pub(crate) fn measures(&self, aggregate: Aggregate) -> Vec<Box<dyn Measure>> {
        let subject = self.subject(aggregate);
        MEASURES.iter().map(|entry| measure(entry.name, &subject).unwrap()).collect()
    }

    /// Loss with a factor for suppression.
    pub(crate) fn weighted_loss(&self, aggregate: Aggregate, factor: &str) -> Box<dyn Measure> {
        let gs_factor = Some(Decimal::parse(factor).unwrap());
        measure("loss", &Subject { gs_factor, ..self.subject(aggregate) }).unwrap()
    }

    pub(crate) fn subject(&self, aggregate: Aggregate) -> Subject<'_> {
        let combinations = Some(self.combinations.as_slice());
        Subject { domains: &self.domains, aggregate, label: Some(7), gs_factor: None, combinations }
    }

    pub(crate) fn cell(&self, row: usize, column: usize, level: usize) -> Cell {
        if let Some(span) = level.checked_sub(self.domains[column].hierarchy.height()) {
            return Cell { level: level - span, node: span as u32 };
        }
        Cell { level, node: self.domains[column].hierarchy.codes(level)[self.codes[column][row] as usize] }
    }

    /// The release with these levels in each row.
    pub(crate) fn release(&self, sample: &Sample, levels: &[Vec<usize>], lost: &[bool]) -> CellRelease {
        let record = |row: usize| Record {
            cells: (0..self.domains.len())
                .map(|column| self.cell(row, column, levels[row][column]))
                .collect(),
            records: sample.records[row],
            suppressed: lost[row],
            label: sample.labels[row],
        };
        CellRelease::new(self.domains.len(), (0..sample.records.len()).map(record))
    }

    pub(crate) fn full_domain(&self, sample: &Sample, levels: &[usize], lost: &[bool]) -> CellRelease {
        self.release(sample, &vec![levels.to_vec(); lost.len()], lost)
    }
}

/// Paths for `leaves` leaves and `inner` levels between them and the root; a node of one child may keep its label.
fn paths(leaves: usize, inner: usize, dice: u64) -> Vec<Vec<String>> {
    let mut groups: Vec<usize> = (0..leaves).collect();
    let mut paths: Vec<Vec<String>> = (0..leaves).map(|leaf| vec![(leaf * leaf).to_string()]).collect();
    for level in 0..inner {
        let parent =
            |group: usize| (dice >> ((group + 5 * level) % 60)) as usize % (leaves - level.min(leaves - 1));
        let parents: Vec<usize> = groups.iter().map(|&group| parent(group)).collect();
        for leaf in 0..leaves {
            let siblings: BTreeSet<usize> =
                (0..leaves).filter(|&l| parents[l] == parents[leaf]).map(|l| groups[l]).collect();
            let alone = siblings.len() == 1 && !dice.is_multiple_of(3);
            let label = if alone { paths[leaf][level].clone() } else { format!("{level}:{}", parents[leaf]) };
            paths[leaf].push(label);
        }
        groups = parents;
    }
    for path in &mut paths {
        path.push("*".to_owned());
    }
    paths
}

fn column(rows: usize) -> impl Strategy<Value = SampleColumn> {
    let shape = (1..6_usize, 0..3_usize, any::<u64>(), 0..3_u32, 0..4_u32);
    (shape, proptest::collection::vec(0..8_usize, rows)).prop_map(
        |((leaves, inner, dice, weight, holes), cells)| {
            let paths = paths(leaves, inner, dice);
            let cell = |cell: usize| match cell {
                7 if holes == 1 => None,
                6 if holes < 2 => Some("1000".to_owned()),
                cell => Some(paths[cell % leaves][0].clone()),
            };
            let cells = cells.into_iter().map(cell).collect();
            SampleColumn { paths, cells, weight: f64::from(weight), spans: Vec::new() }
        },
    )
}

pub(crate) fn samples() -> impl Strategy<Value = Sample> {
    (1..4_usize, 1..14_usize)
        .prop_flat_map(|(columns, rows)| {
            let columns = proptest::collection::vec(column(rows), columns);
            let records = proptest::collection::vec(0..4_u64, rows);
            (columns, records, proptest::collection::vec(0..3_u32, rows))
        })
        .prop_map(|(mut columns, mut records, labels)| {
            records[0] += 1;
            columns[0].weight += 0.5;
            Sample { columns, records, labels }
        })
}

pub(crate) const AGGREGATES: [Aggregate; 5] =
    [Aggregate::Mean, Aggregate::Geometric, Aggregate::Max, Aggregate::Sum, Aggregate::Rank];
/// What suppression counts against generalization.
pub(crate) const FACTORS: [&str; 5] = ["0", "0.2", "0.5", "0.75", "1"];
