//! Random tables, hierarchies and limits, in plain terms.

use lethe_data::hierarchy::{BoundHierarchy, Hierarchy, UnknownValues};
use lethe_data::{Column, Table, TypeChoice};
use lethe_models::quality::Domain;
use proptest::prelude::*;

pub(crate) const SENSITIVE_VALUES: usize = 4;

/// A quasi-identifying column: how its leaves are grouped, level by level.
#[derive(Clone, Debug)]
pub(crate) struct Quasi {
    pub(crate) leaves: usize,
    /// Levels, the leaves and the root included.
    pub(crate) height: usize,
    /// The group of each node in the next level, for the levels between.
    pub(crate) groups: Vec<Vec<usize>>,
    pub(crate) min: usize,
    pub(crate) max: usize,
    pub(crate) weight: f64,
}

impl Quasi {
    /// The label of a value on a level. Null and values that are no leaf keep to themselves below the top.
    pub(crate) fn label(&self, value: Option<usize>, level: usize) -> String {
        match value {
            _ if level + 1 == self.height => "*".to_owned(),
            None => "null".to_owned(),
            Some(leaf) if leaf >= self.leaves => "unknown".to_owned(),
            Some(leaf) => self.node(leaf, level),
        }
    }

    fn node(&self, leaf: usize, level: usize) -> String {
        if level == 0 {
            return spelled(leaf);
        }
        let node = (0..level).fold(leaf, |node, step| self.groups[step][node % self.groups[step].len()]);
        format!("{level}:{node}")
    }

    fn hierarchy(&self) -> Hierarchy {
        let path = |leaf: usize| -> Vec<String> {
            (0..self.height).map(|level| self.label(Some(leaf), level)).collect()
        };
        // Leaves in another order than that of their values.
        let paths: Vec<Vec<String>> = (0..self.leaves).rev().map(path).collect();
        Hierarchy::from_paths(&paths).unwrap()
    }

    /// The position of a value among the leaves, then null, then values that are no leaf.
    pub(crate) fn order(&self, value: Option<usize>) -> usize {
        match value {
            Some(leaf) if leaf < self.leaves => self.leaves - 1 - leaf,
            None => self.leaves,
            Some(_) => self.leaves + 1,
        }
    }
}

/// Values are numbers, so that measures of numbers have something to measure.
fn spelled(value: usize) -> String {
    (value * value).to_string()
}

#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) quasi: Vec<Option<usize>>,
    pub(crate) sensitive: [Option<usize>; 2],
    pub(crate) label: usize,
    pub(crate) weight: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) quasi: Vec<Quasi>,
    pub(crate) rows: Vec<Row>,
    pub(crate) weighted: bool,
    /// Records of the population who are not in the table.
    pub(crate) others: Vec<Vec<Option<usize>>>,
    /// In tenths of all records.
    pub(crate) limit: u64,
    pub(crate) k: u64,
    pub(crate) share: usize,
    pub(crate) measure: usize,
    pub(crate) aggregate: usize,
    pub(crate) factor: usize,
    pub(crate) also: usize,
    pub(crate) seed: u64,
}

fn quasi_column() -> impl Strategy<Value = Quasi> {
    let groups = prop::collection::vec(prop::collection::vec(0usize..3, 5), 2);
    (1usize..6, 2usize..5, groups, 0usize..4, 0usize..4, 0usize..4).prop_map(
        |(leaves, height, groups, min, cut, weight)| {
            let top = height - 1;
            // Mostly the whole range.
            let min = if min == 3 { 1.min(top) } else { 0 };
            let max = if cut == 3 { min.max(top - 1) } else { top };
            Quasi { leaves, height, groups, min, max, weight: [1.0, 1.0, 0.5, 0.0][weight] }
        },
    )
}

fn cell() -> impl Strategy<Value = Option<usize>> {
    prop_oneof![9 => (0usize..5).prop_map(Some), 1 => Just(None), 1 => Just(Some(usize::MAX))]
}

pub(crate) fn cases() -> impl Strategy<Value = Case> {
    let secret = || prop_oneof![7 => (0..SENSITIVE_VALUES).prop_map(Some), 1 => Just(None)];
    let row = (prop::collection::vec(cell(), 4), [secret(), secret()], 0usize..3, 0u64..4)
        .prop_map(|(quasi, sensitive, label, weight)| Row { quasi, sensitive, label, weight })
        .boxed();
    let rows = prop_oneof![1 => Just(1usize..4), 3 => Just(4usize..40)]
        .prop_flat_map(move |size| prop::collection::vec(row.clone(), size));
    let others = prop::collection::vec(prop::collection::vec(cell(), 4), 0..20);
    let limit = prop_oneof![Just(0u64), Just(1), Just(3), Just(10)];
    let choices = (1u64..5, 0usize..6, 0usize..64, (0usize..5, 0usize..5), 0usize..64, any::<u64>());
    (prop::collection::vec(quasi_column(), 2..5), rows, any::<bool>(), others, limit, choices).prop_map(
        |(
            mut quasi,
            mut rows,
            weighted,
            mut others,
            limit,
            (k, share, measure, (aggregate, factor), also, seed),
        )| {
            if quasi.iter().all(|column| column.weight <= 0.0) {
                quasi[0].weight = 1.0;
            }
            let fit = |cells: &mut Vec<Option<usize>>| {
                cells.truncate(quasi.len());
                for (cell, column) in cells.iter_mut().zip(&quasi) {
                    *cell = cell.map(|value| if value == usize::MAX { 7 } else { value % column.leaves });
                }
            };
            for row in &mut rows {
                fit(&mut row.quasi);
            }
            others.iter_mut().for_each(fit);
            if !weighted {
                for row in &mut rows {
                    row.weight = 1;
                }
            }
            Case { quasi, rows, weighted, others, limit, k, share, measure, aggregate, factor, also, seed }
        },
    )
}

/// A table and its population as the library sees them.
pub(crate) struct Built {
    pub(crate) table: Table,
    pub(crate) population: Table,
    pub(crate) bound: Vec<BoundHierarchy>,
    pub(crate) population_bound: Vec<BoundHierarchy>,
    pub(crate) domains: Vec<Domain>,
}

fn column(name: &str, cells: impl Iterator<Item = Option<usize>>) -> Column {
    let texts: Vec<Option<String>> = cells.map(|cell| cell.map(spelled)).collect();
    Column::from_texts(name, texts.iter().map(Option::as_deref), TypeChoice::Infer).unwrap()
}

impl Case {
    /// Whether suppressed records are left out of the release.
    pub(crate) fn drops(&self) -> bool {
        self.seed.is_multiple_of(3)
    }

    pub(crate) fn records(&self) -> u64 {
        self.rows.iter().map(|row| row.weight).sum()
    }

    pub(crate) fn limit(&self) -> u64 {
        self.records() * self.limit / 10
    }

    /// Quasi-identifying columns first, then two sensitive ones and the label.
    pub(crate) fn build(&self) -> Built {
        let name = |at: usize| format!("q{at}");
        let mut columns: Vec<Column> = (0..self.quasi.len())
            .map(|at| column(&name(at), self.rows.iter().map(|row| row.quasi[at])))
            .collect();
        for slot in 0..2 {
            columns.push(column(&format!("s{slot}"), self.rows.iter().map(|row| row.sensitive[slot])));
        }
        columns.push(column("label", self.rows.iter().map(|row| Some(row.label))));
        let mut table = Table::new(columns).unwrap();
        if self.weighted {
            table = table.with_weights(self.rows.iter().map(|row| row.weight).collect()).unwrap();
        }
        // The population has the columns in the opposite order.
        let everybody = |at: usize| {
            self.rows.iter().map(move |row| row.quasi[at]).chain(self.others.iter().map(move |row| row[at]))
        };
        let population: Vec<Column> =
            (0..self.quasi.len()).rev().map(|at| column(&name(at), everybody(at))).collect();
        let weights = self.rows.iter().map(|row| row.weight).chain(self.others.iter().map(|_| 1)).collect();
        let population = Table::new(population).unwrap().with_weights(weights).unwrap();
        let bind = |table: &Table, at: usize, column: usize| {
            self.quasi[at].hierarchy().bind(table.column(column), UnknownValues::Suppress).unwrap()
        };
        let last = self.quasi.len() - 1;
        let bound: Vec<BoundHierarchy> = (0..=last).map(|at| bind(&table, at, at)).collect();
        let population_bound = (0..=last).map(|at| bind(&population, at, last - at)).collect();
        let domains = (0..=last).map(|at| self.domain(at, &table, &bound[at])).collect();
        Built { table, population, bound, population_bound, domains }
    }

    fn domain(&self, at: usize, table: &Table, bound: &BoundHierarchy) -> Domain {
        let column = table.column(at);
        let mut numbers: Vec<Option<f64>> =
            column.dictionary().texts().map(|text| text.parse().ok()).collect();
        numbers.resize(column.domain(), None);
        Domain {
            hierarchy: bound.clone(),
            counts: column.histogram(table.weights()),
            weight: self.quasi[at].weight,
            numbers: Some(numbers),
            spans: Vec::new(),
        }
    }

    /// Every choice of levels, in lexicographic order.
    pub(crate) fn nodes(&self) -> Vec<Vec<usize>> {
        self.quasi.iter().fold(vec![Vec::new()], |nodes, column| {
            let longer = |node: Vec<usize>| {
                (column.min..=column.max).map(move |level| [node.as_slice(), &[level]].concat())
            };
            nodes.into_iter().flat_map(longer).collect()
        })
    }
}
