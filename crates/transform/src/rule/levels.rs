//! Rounds of levels, each with the classes that it publishes.

use crate::{Recoding, Result, SUPPRESSED};
use lethe_data::hierarchy::BoundHierarchy;
use lethe_data::{Context, Table};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};

/// Rows that a thread looks at before it asks whether to stop.
const ROWS_AT_ONCE: usize = 1 << 14;

/// What is known of a label that no published class has.
const NOT_SHOWN: u32 = u32::MAX;

/// Levels, and who is published on them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelRound {
    /// The level of each quasi-identifying column.
    pub levels: Vec<usize>,
    /// The labels that published classes show in each column, in order; null is none.
    labels: Vec<Vec<Option<String>>>,
    /// The published classes: a label of each column, by its number. In order.
    classes: Vec<Vec<u32>>,
}

/// The rounds of a recoding.
pub(super) fn rounds(
    table: &Table,
    quasi: &[usize],
    hierarchies: &[BoundHierarchy],
    recoding: &Recoding,
) -> Vec<LevelRound> {
    let mut nodes: Vec<HashSet<Vec<u32>>> = vec![HashSet::new(); recoding.rounds.len()];
    let columns: Vec<_> = quasi.iter().map(|&position| table.column(position).codes()).collect();
    let mut key = vec![0; quasi.len()];
    for (row, &round) in recoding.round_of_row.iter().enumerate().filter(|(_, round)| **round != SUPPRESSED) {
        let levels = &recoding.rounds[round as usize];
        for (at, node) in key.iter_mut().enumerate() {
            *node = hierarchies[at].codes(levels[at])[columns[at].get(row) as usize];
        }
        if !nodes[round as usize].contains(&key) {
            nodes[round as usize].insert(key.clone());
        }
    }
    let rounds = recoding.rounds.iter().zip(nodes);
    rounds.map(|(levels, nodes)| LevelRound::new(levels, hierarchies, &nodes)).collect()
}

impl LevelRound {
    /// Classes by the labels of their nodes: what looks the same in the file is one class.
    fn new(levels: &[usize], hierarchies: &[BoundHierarchy], nodes: &HashSet<Vec<u32>>) -> Self {
        let mut classes = vec![vec![0; levels.len()]; nodes.len()];
        let mut labels = Vec::with_capacity(levels.len());
        for (at, (&level, bound)) in levels.iter().zip(hierarchies).enumerate() {
            let label = |key: &Vec<u32>| bound.label(level, key[at]).map(str::to_owned);
            let shown: BTreeMap<Option<String>, u32> = nodes.iter().map(|key| (label(key), 0)).collect();
            let numbered: BTreeMap<Option<String>, u32> = shown.into_keys().zip(0..).collect();
            for (class, key) in classes.iter_mut().zip(nodes) {
                class[at] = numbered[&label(key)];
            }
            labels.push(numbered.into_keys().collect());
        }
        classes.sort_unstable();
        classes.dedup();
        Self { levels: levels.to_vec(), labels, classes }
    }

    /// The number of each node's label in each column.
    fn numbers(&self, hierarchies: &[BoundHierarchy]) -> Vec<Vec<u32>> {
        let columns = self.levels.iter().zip(hierarchies).zip(&self.labels);
        let number = |((&level, bound), labels): ((&usize, &BoundHierarchy), &Vec<Option<String>>)| {
            let number = |node: u32| {
                let label = bound.label(level, node);
                let found = labels.binary_search_by(|other| other.as_deref().cmp(&label));
                found.map_or(NOT_SHOWN, |number| number as u32)
            };
            (0..bound.domain(level) as u32).map(number).collect()
        };
        columns.map(number).collect()
    }

    /// Whether a file could say this of hierarchies of these heights.
    pub(super) fn fits(&self, heights: &[usize]) -> bool {
        let columns = heights.len();
        let levels = self.levels.iter().zip(heights).all(|(&level, &height)| level < height);
        let sorted = |labels: &Vec<Option<String>>| labels.windows(2).all(|pair| pair[0] < pair[1]);
        let is_class = |class: &Vec<u32>| {
            class.len() == columns
                && class.iter().zip(&self.labels).all(|(&number, labels)| (number as usize) < labels.len())
        };
        self.levels.len() == columns
            && levels
            && self.labels.len() == columns
            && self.labels.iter().all(sorted)
            && self.classes.iter().all(is_class)
    }
}

/// The round of each row: the first that published its class.
pub(super) fn round_of_row(
    rounds: &[LevelRound],
    table: &Table,
    quasi: &[usize],
    hierarchies: &[BoundHierarchy],
    context: &Context,
) -> Result<Vec<u32>> {
    struct Known<'a> {
        levels: &'a [usize],
        numbers: Vec<Vec<u32>>,
        classes: HashSet<&'a [u32]>,
    }
    let known: Vec<Known<'_>> = rounds
        .iter()
        .map(|round| Known {
            levels: &round.levels,
            numbers: round.numbers(hierarchies),
            classes: round.classes.iter().map(Vec::as_slice).collect(),
        })
        .collect();
    let columns: Vec<_> = quasi.iter().map(|&position| table.column(position).codes()).collect();
    let of_row = |row: usize, key: &mut Vec<u32>| {
        let is_published = |known: &Known<'_>| {
            key.clear();
            let nodes = known.levels.iter().zip(&known.numbers).zip(hierarchies).zip(&columns);
            key.extend(nodes.map(|(((&level, numbers), bound), codes)| {
                numbers[bound.codes(level)[codes.get(row) as usize] as usize]
            }));
            known.classes.contains(key.as_slice())
        };
        known.iter().position(is_published).map_or(SUPPRESSED, |round| round as u32)
    };
    let mut found = vec![SUPPRESSED; table.rows()];
    context.install(|| {
        found.par_chunks_mut(ROWS_AT_ONCE).enumerate().try_for_each(|(chunk, rows)| {
            context.check_cancelled()?;
            let mut key = Vec::with_capacity(quasi.len());
            for (row, round) in rows.iter_mut().enumerate() {
                *round = of_row(chunk * ROWS_AT_ONCE + row, &mut key);
            }
            Ok::<_, lethe_data::Error>(())
        })
    })?;
    Ok(found)
}
