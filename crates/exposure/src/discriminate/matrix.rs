//! The table of two columns, with rare values put together.

use crate::Graph;
use std::ops::Range;

/// Records that have two values, by their nodes.
pub(super) type Cell = (u32, u32, u64);

/// Where the nodes of each column are; they are sorted by column.
pub(super) fn column_ranges(graph: &Graph) -> Vec<Range<usize>> {
    let nodes = graph.nodes();
    let columns = nodes.last().map_or(0, |node| node.column + 1);
    (0..columns)
        .map(|column| {
            let from = nodes.partition_point(|node| node.column < column);
            from..nodes.partition_point(|node| node.column <= column)
        })
        .collect()
}

/// The pairs that occur between two columns.
pub(super) fn cells(graph: &Graph, [left, right]: &[Range<usize>; 2]) -> Vec<Cell> {
    left.clone()
        .flat_map(|from| {
            let beside = graph.beside_within(from, right.clone());
            beside.map(move |(to, together)| (from as u32, to as u32, together))
        })
        .collect()
}

/// One side of the table.
#[derive(Clone, Debug, Default)]
pub(super) struct Side {
    /// The nodes that are named, ascending. Line `named.len()`, if there is mass in it, has all others.
    pub(super) named: Vec<u32>,
    /// The records of each line.
    pub(super) records: Vec<u64>,
    /// The cells of each line: the line across, and the records.
    pub(super) cells: Vec<Vec<(u32, u64)>>,
}

impl Side {
    /// Whether a line has the values that are not named.
    pub(super) fn is_unnamed(&self, line: usize) -> bool {
        line >= self.named.len()
    }
}

/// The table of two columns, of records that have a value in both.
#[derive(Clone, Debug)]
pub(super) struct Matrix {
    pub(super) sides: [Side; 2],
}

impl Matrix {
    /// Values of fewer than k records are put together, with further ones if these are fewer than k records together; none when
    /// no value of a column can be named.
    pub(super) fn new(cells: &[Cell], ranges: &[Range<usize>; 2], k: u64) -> Option<Self> {
        let mut records = ranges.clone().map(|range| vec![0_u64; range.len()]);
        for &(left, right, together) in cells {
            records[0][left as usize - ranges[0].start] += together;
            records[1][right as usize - ranges[1].start] += together;
        }
        let lines = [0, 1].map(|side| name_lines(&records[side], k));
        let mut sides = [Side::default(), Side::default()];
        for side in [0, 1] {
            let named = lines[side].iter().zip(ranges[side].clone());
            sides[side].named =
                named.filter(|(line, _)| line.is_some()).map(|(_, node)| node as u32).collect();
            if sides[side].named.is_empty() {
                return None;
            }
        }
        let line = |side: usize, node: u32| {
            lines[side][node as usize - ranges[side].start].unwrap_or(sides[side].named.len() as u32)
        };
        let mut merged: Vec<Cell> =
            cells.iter().map(|&(left, right, together)| (line(0, left), line(1, right), together)).collect();
        merged.sort_unstable();
        merged.dedup_by(|next, kept| {
            let is_same = (next.0, next.1) == (kept.0, kept.1);
            if is_same {
                kept.2 += next.2;
            }
            is_same
        });
        for side in &mut sides {
            side.records = vec![0; side.named.len() + 1];
            side.cells = vec![Vec::new(); side.named.len() + 1];
        }
        for (left, right, together) in merged {
            for (side, here, across) in [(0, left, right), (1, right, left)] {
                sides[side].records[here as usize] += together;
                sides[side].cells[here as usize].push((across, together));
            }
        }
        Some(Self { sides })
    }

    /// All records.
    pub(super) fn total(&self) -> u64 {
        self.sides[0].records.iter().sum()
    }
}

/// The line of each value that is named.
fn name_lines(records: &[u64], k: u64) -> Vec<Option<u32>> {
    let mut by_records: Vec<usize> = (0..records.len()).collect();
    by_records.sort_unstable_by_key(|&value| (records[value], value));
    let mut is_named = vec![true; records.len()];
    let mut unnamed = 0_u64;
    for value in by_records {
        if records[value] >= k && (unnamed == 0 || unnamed >= k) {
            break;
        }
        is_named[value] = false;
        unnamed += records[value];
    }
    let mut next = 0..;
    is_named.into_iter().map(|named| if named { next.next() } else { None }).collect()
}
