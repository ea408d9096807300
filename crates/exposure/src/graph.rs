//! The inference graph in memory.

use crate::pairs::{PairCounts, for_each};
use crate::{Nodes, Result};
use lethe_data::{Context, Table};
use std::sync::Mutex;

/// A value that somebody has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The place of its column.
    pub column: u32,
    /// Its code in the column's dictionary.
    pub code: u32,
    /// The records that have it.
    pub records: u64,
}

/// Nodes, and for each the others that somebody has beside it, with the records that have both.
///
/// There is no edge from a node to itself, nor between values of one column: nobody has two of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    nodes: Vec<Node>,
    starts: Vec<usize>,
    others: Vec<u32>,
    together: Vec<u64>,
}

impl Graph {
    /// The graph of some columns of a table.
    ///
    /// **Cost**: two entries for each pair of values that occurs, besides counting.
    /// **Errors**: the memory budget is too small, or the run is cancelled.
    pub fn of(table: &Table, columns: &[usize], context: &Context) -> Result<Self> {
        let nodes = Nodes::of(table, columns);
        let counted: Mutex<Vec<PairCounts>> = Mutex::new(Vec::new());
        for_each(table, &nodes, context, |pairs| {
            counted.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(pairs);
            Ok(())
        })?;
        let mut counted = counted.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        counted.sort_unstable_by_key(|pairs| (pairs.left, pairs.right));
        Ok(Self::from_counts(&nodes, &counted))
    }

    /// The graph of counts that are known.
    pub fn from_counts(nodes: &Nodes, counted: &[PairCounts]) -> Self {
        let mut numbers: Vec<Vec<u32>> = Vec::with_capacity(nodes.columns().len());
        let mut all = Vec::new();
        for column in 0..nodes.columns().len() {
            let number = nodes.records(column).iter().zip(0..).map(|(&records, code)| {
                all.push(Node { column: column as u32, code, records });
                all.len() as u32 - 1
            });
            numbers.push(number.collect());
        }
        let mut edges: Vec<(u32, u32, u64)> = Vec::new();
        for pairs in counted {
            for pair in &pairs.pairs {
                let left = numbers[pairs.left][pair.left as usize];
                let right = numbers[pairs.right][pair.right as usize];
                edges.extend([(left, right, pair.records), (right, left, pair.records)]);
            }
        }
        Self::from_edges(all, edges)
    }

    /// The graph of nodes and edges in both directions; nodes that nobody has are left out.
    pub fn from_edges(nodes: Vec<Node>, mut edges: Vec<(u32, u32, u64)>) -> Self {
        let mut number = vec![u32::MAX; nodes.len()];
        let mut kept = Vec::new();
        for (at, node) in nodes.into_iter().enumerate() {
            if node.records > 0 {
                number[at] = kept.len() as u32;
                kept.push(node);
            }
        }
        edges.retain(|&(from, to, _)| number[from as usize] != u32::MAX && number[to as usize] != u32::MAX);
        edges.sort_unstable();
        let mut starts = vec![0; kept.len() + 1];
        for &(from, _, _) in &edges {
            starts[number[from as usize] as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        Self {
            nodes: kept,
            starts,
            others: edges.iter().map(|&(_, to, _)| number[to as usize]).collect(),
            together: edges.iter().map(|&(_, _, records)| records).collect(),
        }
    }

    /// The nodes: by column, then by code.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The number of edges: each pair of values that occurs has one in both directions.
    pub fn edges(&self) -> usize {
        self.others.len()
    }

    /// The nodes beside a node, ascending, and the records that have both.
    pub fn beside(&self, node: usize) -> impl Iterator<Item = (usize, u64)> + '_ {
        let range = self.starts[node]..self.starts[node + 1];
        self.others[range.clone()]
            .iter()
            .map(|&other| other as usize)
            .zip(self.together[range].iter().copied())
    }

    /// The nodes beside a node that are in a range, ascending, and the records that have both.
    pub(crate) fn beside_within(
        &self,
        node: usize,
        range: std::ops::Range<usize>,
    ) -> impl Iterator<Item = (usize, u64)> + '_ {
        let all = self.starts[node]..self.starts[node + 1];
        let others = &self.others[all.clone()];
        let from = all.start + others.partition_point(|&other| (other as usize) < range.start);
        let to = all.start + others.partition_point(|&other| (other as usize) < range.end);
        self.others[from..to].iter().map(|&other| other as usize).zip(self.together[from..to].iter().copied())
    }

    /// The records that have both.
    pub fn together(&self, from: usize, to: usize) -> u64 {
        let range = self.starts[from]..self.starts[from + 1];
        let others = &self.others[range.clone()];
        others.binary_search(&(to as u32)).map_or(0, |at| self.together[range.start + at])
    }

    /// P(to | from).
    pub fn probability(&self, from: usize, to: usize) -> f64 {
        self.together(from, to) as f64 / self.nodes[from].records as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::{Column, TypeChoice};

    /// Podlesny 2023, Table 3.1, from which Table 5.1 is made.
    fn patients() -> Table {
        let columns: [(&str, [&str; 4]); 4] = [
            ("gender", ["m", "f", "m", "m"]),
            ("zip", ["10001", "64123", "60617", "60617"]),
            ("drug", ["remdesivir", "cortisol", "cortisol", "remdesivir"]),
            ("disease", ["covid"; 4]),
        ];
        let columns = columns
            .map(|(name, cells)| Column::from_texts(name, cells.map(Some), TypeChoice::Infer).unwrap());
        Table::new(columns.into()).unwrap()
    }

    #[test]
    fn table_5_1() {
        let table = patients();
        let graph = Graph::of(&table, &[0, 1, 2, 3], &Context::new(2).unwrap()).unwrap();
        let find = |column: usize, text: &str| {
            let code = table.column(column).dictionary().find(text).unwrap();
            graph.nodes().iter().position(|node| (node.column as usize, node.code) == (column, code)).unwrap()
        };
        // Records with both, records with the first.
        let p = |from: (usize, &str), to: (usize, &str)| {
            let (from, to) = (find(from.0, from.1), find(to.0, to.1));
            (graph.together(from, to), graph.nodes()[from].records)
        };
        let (m, f) = ((0, "m"), (0, "f"));
        assert_eq!(p(f, (1, "64123")), (1, 1));
        assert_eq!(p((3, "covid"), m), (3, 4));
        assert_eq!(p((2, "cortisol"), f), (1, 2));
        assert_eq!(p(m, (1, "64123")), (0, 3));
        // Printed as 0.3 and 0.6, cut off.
        assert_eq!(p(m, (1, "10001")), (1, 3));
        assert_eq!(p(m, (1, "60617")), (2, 3));
        assert_eq!((graph.nodes().len(), p(m, m)), (8, (0, 3)));
    }
}
