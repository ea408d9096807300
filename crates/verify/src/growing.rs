//! A release that grows: is every combination on some column sets carried by enough records whenever it is shown?
//!
//! Records are given as they are read from the release, as texts. Column sets with the same leading columns share them: a
//! combination is the combination of all columns but the last, and the value of the last. Two combinations are one only when all values are equal.

use lethe_data::Interner;
use lethe_data::hash::spread;
use rayon::prelude::*;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Counts the carriers of each combination on some column sets while records are added to a release.
///
/// **Guarantee**: the counts are exact. A suppressed cell and a missing value are values like any other.
/// **Cost**: a look into a table for each record and each column set, or leading part of one; about 30 bytes for each
/// combination.
#[derive(Clone, Debug)]
pub struct GrowingRelease {
    k: u64,
    values: Vec<Interner>,
    /// The column sets by their first columns.
    trees: Vec<Tree>,
    /// The codes of the records that were added since the last [`Self::lacking`].
    added: Vec<u32>,
    records: u64,
}

/// A combination with too few carriers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lacking {
    /// The column set, as positions among the columns.
    pub columns: Vec<usize>,
    /// Its carriers.
    pub carriers: u64,
}

/// The column sets that begin with one column.
#[derive(Clone, Debug, Default)]
struct Tree {
    /// Leading parts of sets, each behind its own leading parts.
    nodes: Vec<Node>,
    /// The places of the last set and its leading parts.
    path: Vec<usize>,
    /// The combination that a record shows on each of them.
    shown: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Node {
    columns: Vec<usize>,
    /// The place of the node with all columns but the last.
    parent: Option<usize>,
    is_set: bool,
    known: HashMap<u64, u32, BuildHasherDefault<Spread>>,
    /// The carriers of each combination, where the node is a set.
    carriers: Vec<u64>,
    /// Combinations that had fewer than k carriers when a record was added.
    few: Vec<u32>,
}

impl GrowingRelease {
    /// A release without records; each combination on the sets, positions among so many columns, needs `k` carriers.
    pub fn new(k: u64, columns: usize, sets: &[Vec<usize>]) -> Self {
        let mut sets = sets.to_vec();
        sets.sort_unstable();
        sets.dedup();
        let mut trees: Vec<Tree> = Vec::new();
        for set in sets.iter().filter(|set| !set.is_empty()) {
            match trees.last_mut() {
                Some(tree) if tree.nodes[0].columns[0] == set[0] => tree.insert(set),
                _ => {
                    let mut tree = Tree::default();
                    tree.insert(set);
                    trees.push(tree);
                }
            }
        }
        Self { k, values: vec![Interner::default(); columns], trees, added: Vec::new(), records: 0 }
    }

    /// Adds a record, whose cells are those of the columns in order.
    pub fn add<'a>(&mut self, cells: impl Iterator<Item = Option<&'a str>>) {
        for (values, cell) in self.values.iter_mut().zip(cells) {
            self.added.push(cell.map_or(0, |text| values.intern(text) + 1));
        }
        self.records += 1;
    }

    /// Counts the records that were added, so that they need not be held any longer.
    pub fn count(&mut self) {
        let (k, width) = (self.k, self.values.len().max(1));
        let added = std::mem::take(&mut self.added);
        self.trees.par_iter_mut().for_each(|tree| {
            added.chunks_exact(width).for_each(|record| tree.add(record, k));
            for Node { few, carriers, .. } in &mut tree.nodes {
                few.retain(|&entry| carriers[entry as usize] < k);
            }
        });
    }

    /// The first column set on which a record that was added since the last call shows a combination with fewer than k
    /// carriers.
    pub fn lacking(&mut self) -> Option<Lacking> {
        self.count();
        let mut found = None;
        for node in self.trees.iter_mut().flat_map(|tree| &mut tree.nodes) {
            let few = std::mem::take(&mut node.few);
            let carriers = few.iter().map(|&entry| node.carriers[entry as usize]).min();
            let lacking = carriers.map(|carriers| Lacking { columns: node.columns.clone(), carriers });
            found = found.or(lacking);
        }
        found
    }

    /// The fewest carriers that a combination has; `None` while there is no record.
    pub fn fewest_carriers(&self) -> Option<u64> {
        let nodes = self.trees.iter().flat_map(|tree| &tree.nodes);
        nodes.flat_map(|node| node.carriers.iter().copied()).min()
    }

    /// The records so far.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// The bytes held.
    pub fn bytes(&self) -> usize {
        let of_node = |node: &Node| {
            node.known.capacity() * (size_of::<(u64, u32)>() + 1)
                + node.carriers.capacity() * size_of::<u64>()
                + node.few.capacity() * size_of::<u32>()
        };
        self.trees.iter().flat_map(|tree| &tree.nodes).map(of_node).sum::<usize>()
            + self.values.iter().map(Interner::bytes).sum::<usize>()
            + self.added.capacity() * size_of::<u32>()
    }
}

impl Tree {
    /// Sets come in order, so that only the last one can share leading columns.
    fn insert(&mut self, set: &[usize]) {
        let is_shared = |&&place: &&usize| set.starts_with(&self.nodes[place].columns);
        self.path.truncate(self.path.iter().take_while(is_shared).count());
        for length in self.path.len() + 1..=set.len() {
            self.nodes.push(Node::new(&set[..length], self.path.last().copied()));
            self.path.push(self.nodes.len() - 1);
            self.shown.push(0);
        }
        if let Some(&last) = self.path.last() {
            self.nodes[last].is_set = true;
        }
    }

    fn add(&mut self, record: &[u32], k: u64) {
        for (place, node) in self.nodes.iter_mut().enumerate() {
            let before = node.parent.map_or(0, |parent| self.shown[parent]);
            self.shown[place] = node.add(before, record, k);
        }
    }
}

impl Node {
    fn new(columns: &[usize], parent: Option<usize>) -> Self {
        let (known, carriers, few) = (HashMap::default(), Vec::new(), Vec::new());
        Self { columns: columns.to_vec(), parent, is_set: false, known, carriers, few }
    }

    /// Counts a record that shows the combination `before` on all columns but the last; returns what it shows on all.
    fn add(&mut self, before: u32, record: &[u32], k: u64) -> u32 {
        let value = self.columns.last().map_or(0, |&column| record[column]);
        let next = self.known.len() as u32;
        let entry = *self.known.entry(u64::from(before) << 32 | u64::from(value)).or_insert(next);
        if self.is_set {
            if entry == next {
                self.carriers.push(0);
            }
            let carriers = &mut self.carriers[entry as usize];
            *carriers += 1;
            if *carriers < k {
                self.few.push(entry);
            }
        }
        entry
    }
}

/// Spreads a key of 64 bits over the places of a table.
#[derive(Clone, Copy, Debug, Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = spread(self.0 ^ key);
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn the_first_lacking_combination_is_that_of_counting_all_again(
            batches in prop::collection::vec(prop::collection::vec([0u8..4, 0u8..3, 0u8..2], 0..12), 1..5),
            sets in prop::collection::vec(prop::sample::subsequence(vec![0usize, 1, 2], 0..=3), 1..5),
            k in 0u64..4,
        ) {
            let mut release = GrowingRelease::new(k, 3, &sets);
            let mut all: Vec<[u8; 3]> = Vec::new();
            for batch in &batches {
                for record in batch {
                    let texts = record.map(|value| value.to_string());
                    release.add(texts.iter().map(|text| (text != "0").then_some(text.as_str())));
                }
                all.extend(batch);
                let mut fewest = BTreeMap::new();
                for set in sets.iter().filter(|set| !set.is_empty()) {
                    let on = |record: &[u8; 3]| set.iter().map(|&column| record[column]).collect::<Vec<_>>();
                    let carriers = |record| all.iter().filter(|other| on(other) == on(record)).count() as u64;
                    if let Some(fewest_here) = batch.iter().map(carriers).min().filter(|&found| found < k) {
                        fewest.insert(set.clone(), fewest_here);
                    }
                }
                let found = release.lacking();
                prop_assert_eq!(found.is_some(), !fewest.is_empty());
                if let Some(found) = found {
                    prop_assert_eq!(fewest.get(&found.columns), Some(&found.carriers));
                }
            }
            prop_assert_eq!(release.records(), all.len() as u64);
        }
    }
}
