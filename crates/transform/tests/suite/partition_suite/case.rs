//! Random tables and hierarchies, and what a group of their rows must satisfy, in plain terms.

use lethe_data::hierarchy::{BoundHierarchy, Hierarchy, UnknownValues};
use lethe_data::{Column, Context, Decimal, Table, TypeChoice};
use lethe_models::privacy::{
    ClassRequirement, Closeness, DistinctDiversity, Distribution, KAnonymity, Requirements,
};
use lethe_models::quality::{Aggregate, Domain, Loss, Measure};
use lethe_transform::partition::{Axis, Extent, GroupModels, Groups, Units};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// A quasi-identifying column.
#[derive(Clone, Debug)]
pub(crate) struct Quasi {
    pub(crate) values: usize,
    /// How values are grouped on the levels between the lowest and the root; `None` for a column without a hierarchy.
    pub(crate) levels: Option<Vec<usize>>,
    pub(crate) numbers: bool,
    pub(crate) weight: f64,
}

/// What is asked of every group beside k records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Model {
    Records,
    /// So many distinct sensitive values.
    Distinct(u64),
    /// Sensitive values at most so many hundredths from those of the table.
    Close(u64),
}

#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) cells: Vec<Option<usize>>,
    pub(crate) sensitive: usize,
    pub(crate) weight: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) quasi: Vec<Quasi>,
    pub(crate) rows: Vec<Row>,
    pub(crate) weighted: bool,
    pub(crate) k: u64,
    pub(crate) model: Model,
    pub(crate) seed: u64,
}

impl Quasi {
    fn text(&self, value: usize) -> String {
        if self.numbers { (value * value).to_string() } else { format!("v{value:03}") }
    }

    /// The label of a value on each level: values are grouped by shares of their number, so groups nest.
    pub(crate) fn path(&self, value: usize) -> Vec<String> {
        let mut path = vec![self.text(value)];
        let mut node = value;
        for (level, width) in self.levels.iter().flatten().enumerate() {
            node /= width;
            path.push(format!("{level}:{node}"));
        }
        path.push("*".to_owned());
        path
    }
}

fn quasi() -> impl Strategy<Value = Quasi> {
    let values = prop_oneof![1 => Just(1usize), 3 => 2usize..6, 2 => 6usize..40];
    let levels = prop::option::of(prop::collection::vec(1usize..4, 0..3));
    let weight = prop_oneof![4 => Just(1.0), 1 => Just(0.5), 1 => Just(0.0)];
    (values, levels, any::<bool>(), weight).prop_map(|(values, levels, numbers, weight)| Quasi {
        values,
        levels,
        numbers,
        weight,
    })
}

pub(crate) fn cases(rows: std::ops::Range<usize>) -> impl Strategy<Value = Case> {
    let cell = prop_oneof![9 => (0usize..1000).prop_map(Some), 1 => Just(None)];
    let row = (prop::collection::vec(cell, 4), 0usize..4, 0u64..5)
        .prop_map(|(cells, sensitive, weight)| Row { cells, sensitive, weight });
    let model = prop_oneof![3 => Just(Model::Records), 1 => (1u64..4).prop_map(Model::Distinct), 1 => (5u64..90).prop_map(Model::Close)];
    let columns = prop::collection::vec(quasi(), 1..5);
    (columns, prop::collection::vec(row, rows), any::<bool>(), 1u64..7, model, any::<u64>()).prop_map(
        |(quasi, mut rows, weighted, k, model, seed)| {
            for row in &mut rows {
                row.cells.truncate(quasi.len());
                for (cell, column) in row.cells.iter_mut().zip(&quasi) {
                    *cell = cell.map(|value| value % column.values);
                }
                row.weight = if weighted { row.weight } else { 1 };
            }
            Case { quasi, rows, weighted, k, model, seed }
        },
    )
}

/// A case as the library sees it.
pub(crate) struct Built {
    pub(crate) axes: Vec<Axis>,
    pub(crate) bound: Vec<Option<BoundHierarchy>>,
    pub(crate) table: Table,
    pub(crate) requirements: Requirements,
    pub(crate) units: Units,
    pub(crate) of_row: Vec<u32>,
    /// Whether the table can satisfy the model at all.
    possible: bool,
}

impl Case {
    pub(crate) fn build(&self, context: &Context) -> Built {
        let column = |at: usize| {
            let texts: Vec<Option<String>> =
                self.rows.iter().map(|row| row.cells[at].map(|value| self.quasi[at].text(value))).collect();
            let texts = texts.iter().map(Option::as_deref);
            Column::from_texts(&format!("q{at}"), texts, TypeChoice::Infer).unwrap()
        };
        let mut columns: Vec<Column> = (0..self.quasi.len()).map(column).collect();
        let secrets: Vec<String> = self.rows.iter().map(|row| row.sensitive.to_string()).collect();
        let secrets = secrets.iter().map(|text| Some(text.as_str()));
        columns.push(Column::from_texts("s", secrets, TypeChoice::Infer).unwrap());
        let mut table = Table::new(columns).unwrap();
        if self.weighted {
            table = table.with_weights(self.rows.iter().map(|row| row.weight).collect()).unwrap();
        }
        let bind = |at: usize| {
            self.quasi[at].levels.as_ref()?;
            let paths: Vec<Vec<String>> =
                (0..self.quasi[at].values).rev().map(|value| self.quasi[at].path(value)).collect();
            let hierarchy = Hierarchy::from_paths(&paths).unwrap();
            Some(hierarchy.bind(table.column(at), UnknownValues::Suppress).unwrap())
        };
        let bound: Vec<Option<BoundHierarchy>> = (0..self.quasi.len()).map(bind).collect();
        let axis = |at: usize| {
            let (column, weight) = (table.column(at), self.quasi[at].weight);
            let Some(bound) = &bound[at] else { return Axis::line(column, weight) };
            let counts = column.histogram(table.weights());
            let domain =
                Domain { hierarchy: bound.clone(), counts, weight, numbers: None, spans: Vec::new() };
            let loss = Loss::new(&[domain], Aggregate::Mean);
            Axis::tree(column, bound, &loss.costs().unwrap().columns[0], 0, weight)
        };
        let axes: Vec<Axis> = (0..self.quasi.len()).map(axis).collect();
        let requirements = self.requirements(&table);
        let quasi: Vec<usize> = (0..self.quasi.len()).collect();
        let (units, of_row) = Units::of_table(&table, &quasi, &axes, &requirements, context).unwrap();
        let possible = self.model == Model::Records || requirements.classes.len() > 1;
        Built { axes, bound, table, requirements, units, of_row, possible }
    }

    fn requirements(&self, table: &Table) -> Requirements {
        let mut classes = vec![ClassRequirement::quasi(KAnonymity::new(self.k))];
        let whole = Distribution::of(table.column(self.quasi.len()), table.weights());
        match self.model {
            Model::Records => {}
            Model::Distinct(l) => {
                classes.extend(DistinctDiversity::new(0, l, &whole).ok().map(ClassRequirement::quasi));
            }
            Model::Close(hundredths) => {
                let t = Decimal::parse(&format!("0.{hundredths:02}")).unwrap();
                classes.extend(Closeness::equal(0, t, &whole).ok().map(ClassRequirement::quasi));
            }
        }
        let sensitive = if classes.len() > 1 { vec![self.quasi.len()] } else { Vec::new() };
        Requirements { sensitive, classes, release: Vec::new() }
    }

    /// Whether these rows may be published together.
    pub(crate) fn holds(&self, rows: &[usize]) -> bool {
        let mut group: BTreeMap<usize, u64> = BTreeMap::new();
        let mut whole: BTreeMap<usize, u64> = BTreeMap::new();
        for row in &self.rows {
            *whole.entry(row.sensitive).or_default() += row.weight;
        }
        for &row in rows {
            *group.entry(self.rows[row].sensitive).or_default() += self.rows[row].weight;
        }
        let (records, all): (u64, u64) = (group.values().sum(), whole.values().sum());
        records >= self.k
            && match self.model {
                Model::Records => true,
                Model::Distinct(l) => group.values().filter(|records| **records > 0).count() as u64 >= l,
                Model::Close(hundredths) => {
                    let apart = |(value, count): (&usize, &u64)| {
                        let here = group.get(value).copied().unwrap_or(0);
                        (here * all).abs_diff(count * records)
                    };
                    let apart: u64 = whole.iter().map(apart).sum();
                    100 * apart <= 2 * hundredths * all * records
                }
            }
    }
}

impl Built {
    /// The models, unless all rows together do not satisfy them.
    pub(crate) fn group_models(&self) -> Option<GroupModels<'_>> {
        let group_models = GroupModels::new(&self.requirements, "test").unwrap();
        let everyone: Vec<u32> = (0..self.units.len() as u32).collect();
        (self.possible && group_models.holds(&self.units, &everyone)).then_some(group_models)
    }

    /// The rows of some units.
    pub(crate) fn rows(&self, group: &[u32]) -> Vec<usize> {
        (0..self.of_row.len()).filter(|&row| group.contains(&self.of_row[row])).collect()
    }

    pub(crate) fn records(&self, group: &[u32]) -> u64 {
        group.iter().map(|&unit| self.units.records(unit)).sum()
    }

    /// What all records lose.
    pub(crate) fn loss(&self, groups: &Groups) -> f64 {
        let of_group =
            |group: &[u32]| self.records(group) as f64 * Extent::over(&self.units, group).cost(&self.axes);
        groups.iter().map(of_group).sum()
    }
}

/// Every unit is in exactly one group, and every group may be published.
pub(crate) fn check(case: &Case, built: &Built, groups: &Groups) -> Result<(), TestCaseError> {
    let mut units: Vec<u32> = groups.iter().flatten().copied().collect();
    units.sort_unstable();
    prop_assert_eq!(units, (0..built.units.len() as u32).collect::<Vec<u32>>());
    for group in groups.iter() {
        prop_assert!(case.holds(&built.rows(group)), "{group:?} does not satisfy the models");
    }
    Ok(())
}
