//! What a column's cells may show, step by step: values, labels of its hierarchy, `*`.

use lethe_data::hierarchy::{BoundHierarchy, ROOT};
use lethe_data::{Column, Dictionary};
use std::sync::Arc;

/// The steps of a column. What is spelt alike in the file is one symbol, on whatever level it stands.
pub(super) struct Ladder {
    /// The symbol of each of the column's codes on each level.
    symbols: Vec<Vec<u32>>,
    /// What is lost on each level by showing the label of a code: the share of other values that it may be, 1 for `*`.
    losses: Vec<Vec<f32>>,
    /// All that can be shown; null is the symbol after.
    dictionary: Arc<Dictionary>,
    /// The lowest and the highest level that cells may have.
    pub(super) lowest: usize,
    pub(super) highest: usize,
}

impl Ladder {
    /// The steps between two levels of a hierarchy that is bound to the column.
    pub(super) fn new(column: &Column, bound: &BoundHierarchy, lowest: usize, highest: usize) -> Self {
        let values = column.domain();
        let height = bound.height();
        let labels = (0..height)
            .flat_map(|level| bound.codes(level).iter().filter_map(move |&node| bound.label(level, node)));
        let dictionary = Dictionary::of_texts(labels.chain([ROOT]));
        let null = dictionary.len() as u32;
        let symbol = |label: Option<&str>| label.and_then(|label| dictionary.find(label)).unwrap_or(null);
        let mut symbols = Vec::with_capacity(height);
        let mut losses = Vec::with_capacity(height);
        let others = (bound.hierarchy().leaf_count().max(2) - 1) as f32;
        for level in 0..height {
            let nodes = bound.codes(level);
            let is_top = level + 1 == height;
            symbols.push((0..values).map(|code| symbol(bound.label(level, nodes[code]))).collect());
            let loss = |code: usize| {
                let leaves = bound.leaves_under(level, nodes[code]);
                if is_top { 1.0 } else { (leaves - 1) as f32 / others }
            };
            losses.push((0..values).map(loss).collect());
        }
        Self { symbols, losses, dictionary: Arc::new(dictionary), lowest, highest }
    }

    /// What a value shows on a level.
    pub(super) fn symbol(&self, level: usize, code: u32) -> u32 {
        self.symbols[level][code as usize]
    }

    /// What is lost by showing a value on a level.
    pub(super) fn loss(&self, level: usize, code: u32) -> f64 {
        f64::from(self.losses[level][code as usize])
    }

    /// The level of `*`.
    pub(super) fn top(&self) -> usize {
        self.symbols.len() - 1
    }

    /// The symbol of `*`.
    pub(super) fn star(&self) -> Option<u32> {
        self.dictionary.find(ROOT)
    }

    /// Whether cells may be suppressed.
    pub(super) fn reaches_star(&self) -> bool {
        self.highest == self.top()
    }

    /// All that can be shown.
    pub(super) fn dictionary(&self) -> &Arc<Dictionary> {
        &self.dictionary
    }

    /// One more than the largest symbol.
    pub(super) fn domain(&self) -> usize {
        self.dictionary.len() + 1
    }
}
