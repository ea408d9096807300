//! The table as searches see it: one row for each combination of codes that occurs, with the people who have it.
//!
//! Rows can be rolled up to higher levels (rows that become alike are merged) and relieved of people who are
//! suppressed anyway. Both keep the order of what remains, so that the first row of a class is the same row of the
//! table however the class was reached.

use super::group::{Grouper, Plan};
use super::key::{Field, Key, Layout};
use super::problem::Problem;
use super::space::Dimension;
use crate::Result;
use lethe_data::{Codes, Context, Table, group};
use lethe_models::quality::ColumnCosts;
use rayon::prelude::*;

/// Weighted rows of codes.
#[derive(Clone, Debug)]
pub(crate) struct Rows<const W: usize> {
    /// The level of each column's codes.
    pub(crate) levels: Vec<usize>,
    pub(crate) keys: Vec<Key<W>>,
    pub(crate) weights: Vec<u32>,
    /// The people of the population with each row's codes; empty where there is no population.
    pub(crate) population: Vec<u32>,
    /// People by code of each column on its level.
    pub(crate) histograms: Vec<Vec<u64>>,
    /// All people in these rows.
    pub(crate) people: u64,
}

impl<const W: usize> Rows<W> {
    /// The rows of the table itself, and of its population, on level 0.
    pub(crate) fn of(
        problem: &Problem<'_>,
        layout: &Layout,
        extra: &[usize],
        context: &Context,
    ) -> Result<Self> {
        let dimensions = problem.space.dimensions();
        let columns: Vec<usize> = problem.quasi.iter().chain(extra).copied().collect();
        let mut rows = distinct(problem.table, &columns, &problem.encoder(layout, extra), context)?;
        let mut people_only = true;
        if let Some(population) = &problem.population {
            let bounds = dimensions.iter().zip(&population.hierarchies);
            let maps = bounds.map(|(dimension, bound)| dimension.leaf_codes(bound)).collect();
            let encoder = Encoder::new(population.table, &population.quasi, maps, &[], layout);
            let others = distinct(population.table, &population.quasi, &encoder, context)?;
            rows.extend(others.into_iter().map(|row| Row { weight: 0, population: row.weight, ..row }));
            people_only = false;
        }
        rows.par_sort_unstable_by_key(|row| row.key);
        rows.dedup_by(|later, first| {
            let same = later.key == first.key;
            if same {
                first.weight += later.weight;
                first.population += later.population;
            }
            same
        });
        let mut base = Self {
            levels: vec![0; dimensions.len()],
            keys: rows.iter().map(|row| row.key).collect(),
            weights: rows.iter().map(|row| row.weight).collect(),
            population: if people_only {
                Vec::new()
            } else {
                rows.iter().map(|row| row.population).collect()
            },
            histograms: Vec::new(),
            people: problem.table.people(),
        };
        base.histograms = (0..dimensions.len())
            .map(|at| base.histogram(layout.quasi[at], dimensions[at].domain(0)))
            .collect();
        Ok(base)
    }

    fn histogram(&self, field: Field, domain: usize) -> Vec<u64> {
        let mut histogram = vec![0; domain];
        for (key, &weight) in self.keys.iter().zip(&self.weights) {
            histogram[field.get(key)] += u64::from(weight);
        }
        histogram
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.keys.len() * size_of::<Key<W>>()
            + (self.weights.len() + self.population.len()) * size_of::<u32>()
    }

    /// The sum of a column's costs over all these people, were the column on `level`.
    pub(crate) fn cost(&self, at: usize, level: usize, dimension: &Dimension, costs: &ColumnCosts) -> u128 {
        let nodes = dimension.step(self.levels[at], level);
        let people = self.histograms[at].iter().zip(nodes).filter(|(people, _)| **people > 0);
        people
            .map(|(&people, &node)| {
                let cost = costs.levels[level][dimension.bound_code(level, node) as usize];
                u128::from(people) * u128::from(cost)
            })
            .sum()
    }

    /// These rows without those for which `gone` is true.
    pub(crate) fn without(&self, layout: &Layout, gone: impl Fn(usize) -> bool) -> Self {
        let mut kept = Self {
            levels: self.levels.clone(),
            keys: Vec::with_capacity(self.len()),
            weights: Vec::with_capacity(self.len()),
            population: Vec::new(),
            histograms: self.histograms.clone(),
            people: self.people,
        };
        for row in 0..self.len() {
            let (key, weight) = (self.keys[row], self.weights[row]);
            if gone(row) {
                kept.people -= u64::from(weight);
                for (histogram, field) in kept.histograms.iter_mut().zip(&layout.quasi) {
                    histogram[field.get(&key)] -= u64::from(weight);
                }
            } else {
                kept.keys.push(key);
                kept.weights.push(weight);
                if let Some(&population) = self.population.get(row) {
                    kept.population.push(population);
                }
            }
        }
        kept
    }

    /// These rows on higher levels, rows that become alike merged.
    pub(crate) fn rolled_up(
        &self,
        levels: &[usize],
        dimensions: &[Dimension],
        layout: &Layout,
        grouper: &mut Grouper<W>,
    ) -> Self {
        let mut plan = Plan::at(&self.levels, levels, dimensions, layout);
        plan.keep_extra(layout);
        grouper.number(self, &plan);
        let mut merged = Self {
            levels: levels.to_vec(),
            keys: grouper.first_rows().iter().map(|&row| self.keys[row as usize]).collect(),
            weights: vec![0; grouper.len()],
            population: vec![0; if self.population.is_empty() { 0 } else { grouper.len() }],
            histograms: Vec::with_capacity(dimensions.len()),
            people: self.people,
        };
        for (at, dimension) in dimensions.iter().enumerate() {
            let nodes = dimension.step(self.levels[at], levels[at]);
            let mut histogram = vec![0; dimension.domain(levels[at])];
            for (&people, &node) in self.histograms[at].iter().zip(nodes) {
                histogram[node as usize] += people;
            }
            merged.histograms.push(histogram);
            if self.levels[at] < levels[at] {
                let field = layout.quasi[at];
                for key in &mut merged.keys {
                    field.set(key, nodes[field.get(key)]);
                }
            }
        }
        for (&id, &weight) in grouper.ids().iter().zip(&self.weights) {
            merged.weights[id as usize] += weight;
        }
        for (&id, &people) in grouper.ids().iter().zip(&self.population) {
            merged.population[id as usize] += people;
        }
        merged
    }
}

struct Row<const W: usize> {
    key: Key<W>,
    weight: u32,
    population: u32,
}

/// Makes keys from the rows of a table.
pub(crate) struct Encoder<'a> {
    columns: Vec<(&'a Codes, Field, Vec<u32>)>,
    extra: Vec<(&'a Codes, Field)>,
}

impl<'a> Encoder<'a> {
    fn new(table: &'a Table, quasi: &[usize], maps: Vec<Vec<u32>>, extra: &[usize], layout: &Layout) -> Self {
        let fields = quasi.iter().zip(&layout.quasi).zip(maps);
        let columns =
            fields.map(|((&column, &field), map)| (table.column(column).codes(), field, map)).collect();
        let extra = extra.iter().zip(&layout.extra);
        Self {
            columns,
            extra: extra.map(|(&column, &field)| (table.column(column).codes(), field)).collect(),
        }
    }

    /// The key of a row on level 0.
    pub(crate) fn key<const W: usize>(&self, row: usize) -> Key<W> {
        let mut key = [0; W];
        for (codes, field, map) in &self.columns {
            field.set(&mut key, map[codes.get(row) as usize]);
        }
        for (codes, field) in &self.extra {
            field.set(&mut key, codes.get(row));
        }
        key
    }
}

impl Problem<'_> {
    /// Makes keys from the table's rows.
    pub(crate) fn encoder(&self, layout: &Layout, extra: &[usize]) -> Encoder<'_> {
        let dimensions = self.space.dimensions().iter();
        let maps = dimensions.map(|dimension| dimension.leaf_codes(dimension.bound())).collect();
        Encoder::new(self.table, &self.quasi, maps, extra, layout)
    }
}

/// One row for each combination of codes that occurs.
fn distinct<const W: usize>(
    table: &Table,
    columns: &[usize],
    encoder: &Encoder<'_>,
    context: &Context,
) -> Result<Vec<Row<W>>> {
    let classes = group::classes_of(table, columns, context)?;
    let make = |(&row, &count): (&u32, &u64)| Row {
        key: encoder.key(row as usize),
        weight: count as u32,
        population: 0,
    };
    Ok(context.install(|| classes.first_rows().par_iter().zip(classes.counts()).map(make).collect()))
}
