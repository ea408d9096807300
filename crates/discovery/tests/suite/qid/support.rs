//! Random tables, and the definition of a minimal quasi-identifier in its most naive form: every pair of rows is
//! compared for every subset of columns. Nothing here uses what is tested.

use lethe_data::{Column, ColumnSet, Context, Table, TypeChoice};
use lethe_discovery::qid::{Found, Limits, Nulls, Question};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The same work with one, two and more threads than there are sets to look at.
pub(crate) static CONTEXTS: LazyLock<[Context; 3]> =
    LazyLock::new(|| [1, 2, 8].map(|threads| Context::new(threads).unwrap()));

/// A table as cells by column, and what is asked about it.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) columns: Vec<Vec<Option<u8>>>,
    pub(crate) weights: Option<Vec<u64>>,
    pub(crate) searched: Vec<usize>,
    pub(crate) limits: Limits,
}

impl Case {
    /// A case without weights that asks about all columns.
    pub(crate) fn new(columns: Vec<Vec<Option<u8>>>, limits: Limits) -> Self {
        let searched = (0..columns.len()).collect();
        Self { columns, weights: None, searched, limits }
    }

    pub(crate) fn rows(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }

    pub(crate) fn table(&self) -> Table {
        let columns = self.columns.iter().enumerate().map(|(index, cells)| {
            let texts: Vec<Option<String>> =
                cells.iter().map(|cell| cell.map(|value| format!("v{value}"))).collect();
            let name = format!("c{index}");
            Column::from_texts(&name, texts.iter().map(Option::as_deref), TypeChoice::Infer).unwrap()
        });
        let table = Table::new(columns.collect()).unwrap();
        match &self.weights {
            Some(weights) => table.with_weights(weights.clone()).unwrap(),
            None => table,
        }
    }

    pub(crate) fn question<'a>(&self, table: &'a Table) -> Question<'a> {
        Question::new(table, self.searched.iter().copied(), self.limits).unwrap()
    }

    fn weight(&self, row: usize) -> u64 {
        self.weights.as_ref().map_or(1, |weights| weights[row])
    }

    fn alike(&self, columns: &[usize], a: usize, b: usize) -> bool {
        columns.iter().all(|&column| {
            let (a, b) = (self.columns[column][a], self.columns[column][b]);
            a == b || (self.limits.nulls == Nulls::Wildcard && (a.is_none() || b.is_none()))
        })
    }

    /// The rows with at least one person whose look on `columns` fewer than `k` records share.
    pub(crate) fn exposed_rows(&self, columns: &[usize]) -> Vec<usize> {
        let records_like = |row: usize| -> u64 {
            (0..self.rows())
                .filter(|&other| self.alike(columns, row, other))
                .map(|other| self.weight(other))
                .sum()
        };
        (0..self.rows()).filter(|&row| self.weight(row) > 0 && records_like(row) < self.limits.k).collect()
    }

    /// The records in some rows.
    pub(crate) fn records(&self, rows: impl IntoIterator<Item = usize>) -> u64 {
        rows.into_iter().map(|row| self.weight(row)).sum()
    }

    fn chosen(&self, subset: usize) -> Vec<usize> {
        (0..self.searched.len())
            .filter(|position| subset >> position & 1 == 1)
            .map(|position| self.searched[position])
            .collect()
    }

    /// All minimal quasi-identifiers, in the order of reports.
    pub(crate) fn minimal(&self) -> Vec<ColumnSet> {
        let exposes: Vec<bool> = (0..1usize << self.searched.len())
            .map(|subset| {
                subset > 0 && self.records(self.exposed_rows(&self.chosen(subset))) >= self.limits.min_exposed
            })
            .collect();
        let is_minimal = |subset: usize| {
            exposes[subset] && (1..subset).filter(|inner| inner & !subset == 0).all(|inner| !exposes[inner])
        };
        let most = self.limits.max_size.unwrap_or(usize::MAX);
        let minimal = (0..exposes.len()).filter(|&subset| is_minimal(subset));
        let small = minimal.map(|subset| self.chosen(subset)).filter(|columns| columns.len() <= most);
        let mut sets: Vec<ColumnSet> = small.map(|columns| ColumnSet::of(columns).unwrap()).collect();
        sets.sort();
        sets
    }

    /// A search may be stopped at any time, but what it says must be true.
    pub(crate) fn check_partial(&self, found: &Found) -> Result<(), TestCaseError> {
        let minimal = self.minimal();
        prop_assert!(found.minimal.is_sorted());
        let listed: BTreeSet<&ColumnSet> = found.minimal.iter().collect();
        prop_assert_eq!(listed.len(), found.minimal.len());
        for set in &minimal {
            prop_assert!(set.len() > found.complete_to || listed.contains(set), "{:?} is missing", set);
        }
        for set in &found.minimal {
            prop_assert!(minimal.contains(set), "{:?} is wrong", set);
        }
        prop_assert!(!found.complete || found.minimal == minimal);
        Ok(())
    }
}

/// What a random column is made from.
#[derive(Clone, Debug)]
enum Recipe {
    /// Few values, with a share of nulls in 256; skewed: the small values often.
    Random {
        values: u8,
        skewed: bool,
        nulls: u8,
    },
    Constant,
    AllDifferent,
    /// The same as the column before.
    Copy,
    /// The column before with pairs of values made one.
    Coarser,
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let nulls = prop_oneof![2 => Just(0u8), 1 => Just(30u8), 1 => Just(140u8)];
    prop_oneof![
        9 => (1u8..6, any::<bool>(), nulls).prop_map(|(values, skewed, nulls)| Recipe::Random { values, skewed, nulls }),
        1 => Just(Recipe::Constant),
        1 => Just(Recipe::AllDifferent),
        1 => Just(Recipe::Copy),
        1 => Just(Recipe::Coarser),
    ]
}

fn cells(recipe: &Recipe, random: &[(u8, u8, u8)], before: Option<&Vec<Option<u8>>>) -> Vec<Option<u8>> {
    let like_before = |row: usize| before.map_or(Some(0), |cells| cells[row]);
    (0..random.len())
        .map(|row| match *recipe {
            Recipe::Random { values, skewed, nulls } => {
                let (a, b, null) = random[row];
                (null >= nulls).then(|| if skewed { (a % values).min(b % values) } else { a % values })
            }
            Recipe::Constant => Some(0),
            Recipe::AllDifferent => Some(row as u8),
            Recipe::Copy => like_before(row),
            Recipe::Coarser => like_before(row).map(|value| value / 2),
        })
        .collect()
}

fn limits(columns: usize) -> impl Strategy<Value = Limits> {
    let min_exposed = prop_oneof![6 => Just(1u64), 4 => 2u64..7, 1 => Just(1u64 << 41)];
    let k = prop_oneof![3 => Just(2u64), 2 => 3u64..7];
    let max_size = prop_oneof![2 => Just(None), 1 => (1..=columns).prop_map(Some)];
    let nulls = prop_oneof![Just(Nulls::Value), Just(Nulls::Wildcard)];
    (k, min_exposed, max_size, nulls).prop_map(|(k, min_exposed, max_size, nulls)| Limits {
        k,
        min_exposed,
        max_size,
        nulls,
    })
}

fn weight() -> impl Strategy<Value = u64> {
    prop_oneof![5 => 1u64..3, 2 => Just(0u64), 1 => 3u64..9, 1 => Just(1u64 << 40)]
}

/// Random tables of up to so many columns and rows, where rows occur up to three times, with random limits.
pub(crate) fn case(columns: usize, rows: usize) -> impl Strategy<Value = Case> {
    let widths = prop_oneof![1 => 1..=columns, 3 => columns.div_ceil(2)..=columns];
    (widths, prop_oneof![1 => 0..=rows, 3 => rows / 2..=rows]).prop_flat_map(|(columns, rows)| {
        let random = prop::collection::vec(any::<(u8, u8, u8)>(), rows);
        let column = (recipe(), random);
        (
            prop::collection::vec(column, columns),
            prop::collection::vec(prop_oneof![3 => Just(1usize), 2 => 2usize..4], rows),
            prop_oneof![2 => Just(None), 1 => prop::collection::vec(weight(), rows * 3).prop_map(Some)],
            prop_oneof![5 => Just((0..columns).collect()), 1 => prop::sample::subsequence((0..columns).collect::<Vec<_>>(), 0..=columns)],
            limits(columns),
        )
            .prop_map(|(recipes, times, weights, searched, limits)| {
                let mut columns: Vec<Vec<Option<u8>>> = Vec::new();
                for (recipe, random) in &recipes {
                    columns.push(cells(recipe, random, columns.last()));
                }
                for column in &mut columns {
                    let repeated = column.iter().zip(&times);
                    *column = repeated.flat_map(|(cell, &times)| std::iter::repeat_n(*cell, times)).collect();
                }
                let rows = columns[0].len();
                let weights = weights.map(|weights| weights[..rows].to_vec());
                Case { columns, weights, searched, limits }
            })
    })
}
