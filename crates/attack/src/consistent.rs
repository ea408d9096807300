//! Which labels of a released column each known value is consistent with.

use lethe_data::label::{Lookup, Tolerance, are_of_texts, says_nothing};
use lethe_data::{Column, Context, Hierarchy, Reservation, Result};
use rayon::prelude::*;
use std::collections::HashMap;

/// The labels of a released column, by known value.
pub(crate) struct Consistent {
    /// Where the labels of each known value begin.
    starts: Vec<u64>,
    labels: Vec<u32>,
    /// Labels that say nothing, missing ones included; they are not among those of single values.
    says_nothing: Vec<bool>,
    silent: Vec<u32>,
    _memory: Reservation,
}

impl Consistent {
    /// **Cost**: a few binary searches a label, and what they find. **Errors**: the memory budget is too small for all
    /// pairs of a label and a value, or the run is cancelled.
    pub(crate) fn new(
        known: &Column,
        released: &Column,
        hierarchy: Option<&Hierarchy>,
        tolerance: Option<Tolerance>,
        context: &Context,
    ) -> Result<Self> {
        let dictionary = known.dictionary();
        let values =
            tolerance.map_or_else(|| Lookup::of(dictionary), |tolerance| Lookup::near(dictionary, tolerance));
        let of_texts = are_of_texts(released);
        let dictionary = released.dictionary();
        let mut hidden: Vec<bool> = dictionary.texts().map(says_nothing).collect();
        hidden.push(true);
        let above = hierarchy.map(|hierarchy| nodes_above(hierarchy, &values, released)).unwrap_or_default();
        let mut memory = context.memory().reserve("the labels that fit what is known");
        let mut by_label: Vec<Vec<u32>> = Vec::with_capacity(dictionary.len());
        let all: Vec<u32> = (0..dictionary.len() as u32).collect();
        for some in all.chunks(LABELS_AT_A_TIME) {
            context.check_cancelled()?;
            let found: Vec<Vec<u32>> = context.install(|| {
                let labels = some.par_iter().map(|&label| {
                    if hidden[label as usize] {
                        return Vec::new();
                    }
                    let mut found: Vec<u32> =
                        values.under(dictionary.text(label), of_texts).codes().collect();
                    found.extend(above.get(&label).into_iter().flatten());
                    found.sort_unstable();
                    found.dedup();
                    found
                });
                labels.collect()
            });
            // Each pair is held twice while the list is turned round.
            memory.try_grow(found.iter().map(|found| found.len() * 8).sum())?;
            by_label.extend(found);
        }
        let (starts, labels) = turned_round(&by_label, known.dictionary().len());
        drop(by_label);
        memory.shrink(labels.len() * 4);
        let silent = (0..hidden.len() as u32).filter(|&label| hidden[label as usize]).collect();
        Ok(Self { starts, labels, says_nothing: hidden, silent, _memory: memory })
    }

    /// The number of known values.
    pub(crate) fn values(&self) -> usize {
        self.starts.len() - 1
    }

    /// The labels that a known value is consistent with, ascending, besides those that say nothing.
    pub(crate) fn labels(&self, value: u32) -> &[u32] {
        let value = value as usize;
        &self.labels[self.starts[value] as usize..self.starts[value + 1] as usize]
    }

    /// Whether a label says nothing.
    pub(crate) fn says_nothing(&self, label: u32) -> bool {
        self.says_nothing[label as usize]
    }

    /// Every label that says nothing, the missing one included.
    pub(crate) fn silent(&self) -> &[u32] {
        &self.silent
    }

    /// Whether a known value is consistent with a label.
    pub(crate) fn holds(&self, value: u32, label: u32) -> bool {
        self.says_nothing(label) || self.labels(value).binary_search(&label).is_ok()
    }
}

const LABELS_AT_A_TIME: usize = 4096;

/// The known values under each label that is a node of a hierarchy.
fn nodes_above(hierarchy: &Hierarchy, values: &Lookup<'_>, released: &Column) -> HashMap<u32, Vec<u32>> {
    let labels: HashMap<&str, u32> =
        released.dictionary().texts().enumerate().map(|(code, text)| (text, code as u32)).collect();
    let mut above: HashMap<u32, Vec<u32>> = HashMap::new();
    for leaf in 0..hierarchy.leaf_count() as u32 {
        let known: Vec<u32> = values.spelt(hierarchy.label(0, leaf)).codes().collect();
        if known.is_empty() {
            continue;
        }
        for node in hierarchy.path(leaf).filter_map(|label| labels.get(label)) {
            above.entry(*node).or_default().extend(&known);
        }
    }
    above
}

/// From the values of each label to the labels of each value.
fn turned_round(by_label: &[Vec<u32>], values: usize) -> (Vec<u64>, Vec<u32>) {
    let mut starts = vec![0u64; values + 1];
    for &value in by_label.iter().flatten() {
        starts[value as usize + 1] += 1;
    }
    for value in 0..values {
        starts[value + 1] += starts[value];
    }
    let mut next = starts.clone();
    let mut labels = vec![0; starts[values] as usize];
    for (label, found) in by_label.iter().enumerate() {
        for &value in found {
            labels[next[value as usize] as usize] = label as u32;
            next[value as usize] += 1;
        }
    }
    (starts, labels)
}
