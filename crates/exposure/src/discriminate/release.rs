//! What is shown.

use super::forest::form_no_cycle;
use super::matrix::{Cell, Matrix};
use super::withhold::Withheld;
use crate::Graph;
use lethe_num::Rational;

/// Some values of the one column against some of the other, of which only the records of each value are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rectangle {
    /// Nodes of the left column, ascending, each with its records inside.
    pub left: Vec<(u32, u64)>,
    /// Nodes of the right column likewise.
    pub right: Vec<(u32, u64)>,
    /// The records inside whose left value is not named, and whose right value is not.
    pub unnamed: [u64; 2],
    /// All records inside.
    pub records: u64,
}

/// What is shown of two columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReleasedPair {
    /// The places of the columns, the left one before the right.
    pub columns: (u32, u32),
    /// The nodes of each column that are named. Nobody has two of them together unless shown or in the rectangle.
    pub named: [Vec<u32>; 2],
    /// Pairs as they are: the left node, the right node, the records.
    pub kept: Vec<(u32, u32, u64)>,
    /// Where records are spread evenly.
    pub rectangle: Rectangle,
    /// How many probabilities of pairs were risky. Not for others.
    pub risky: usize,
    /// How many of those could not be made low enough. Not for others.
    pub above: usize,
}

/// A model that may be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sanitised {
    /// The fewest records of whom two values together are shown.
    pub k: u64,
    /// By columns.
    pub pairs: Vec<ReleasedPair>,
}

impl Sanitised {
    /// P(to | from) as released; none when it is not, because a value is not named beside the other's column.
    pub fn probability(&self, graph: &Graph, from: usize, to: usize) -> Option<Rational> {
        let column = |node: usize| graph.nodes()[node].column;
        let columns = (column(from).min(column(to)), column(from).max(column(to)));
        let at = self.pairs.binary_search_by_key(&columns, |pair| pair.columns).ok()?;
        let (left, right) = (from.min(to) as u32, from.max(to) as u32);
        let (numerator, denominator) = self.pairs[at].records(left, right)?;
        let records = lethe_num::Natural::from(graph.nodes()[from].records) * denominator;
        Some(Rational::from_parts(numerator.into(), records))
    }

    /// Whether the column pairs of which something is shown form no cycle, so that the guarantee holds for all of them together.
    pub fn is_forest(&self) -> bool {
        let shown = self.pairs.iter().filter(|pair| !pair.named[0].is_empty());
        form_no_cycle(shown.map(|pair| pair.columns))
    }
}

/// What is shown of two named values, from the side of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReleasedCell {
    /// The node on the other side.
    pub to: u32,
    /// The records that have both; none inside the rectangle, where they are spread.
    pub kept: Option<u64>,
    /// The records that the model puts there: this many over `over`.
    pub records: u128,
    /// 1 outside the rectangle, the records in it inside.
    pub over: u64,
}

impl ReleasedPair {
    /// The ordered pairs of values that are written down: those that are kept and those inside the rectangle, both ways.
    pub fn edges(&self) -> u64 {
        let inside = self.rectangle.left.len() as u64 * self.rectangle.right.len() as u64;
        2 * (self.kept.len() as u64 + inside)
    }

    /// The cells of each named value of a side (0 is the left), ascending; named pairs that are not among them have nobody.
    pub fn lines(&self, side: usize) -> impl Iterator<Item = (u32, Vec<ReleasedCell>)> + '_ {
        let mut kept: Vec<(u32, u32, u64)> = self
            .kept
            .iter()
            .map(
                |&(left, right, records)| {
                    if side == 0 { (left, right, records) } else { (right, left, records) }
                },
            )
            .collect();
        kept.sort_unstable();
        let (own, across) = match side {
            0 => (&self.rectangle.left, &self.rectangle.right),
            _ => (&self.rectangle.right, &self.rectangle.left),
        };
        self.named[side].iter().map(move |&from| {
            let range =
                kept.partition_point(|cell| cell.0 < from)..kept.partition_point(|cell| cell.0 <= from);
            let mut cells: Vec<ReleasedCell> = kept[range]
                .iter()
                .map(|&(_, to, records)| ReleasedCell {
                    to,
                    kept: Some(records),
                    records: records.into(),
                    over: 1,
                })
                .collect();
            if let Ok(at) = own.binary_search_by_key(&from, |line| line.0) {
                cells.extend(across.iter().map(|&(to, records)| ReleasedCell {
                    to,
                    kept: None,
                    records: u128::from(own[at].1) * u128::from(records),
                    over: self.rectangle.records,
                }));
                cells.sort_unstable_by_key(|cell| cell.to);
            }
            (from, cells)
        })
    }

    /// Nothing of two columns.
    pub(super) fn nothing(columns: (u32, u32)) -> Self {
        let rectangle = Rectangle::default();
        Self { columns, named: [Vec::new(), Vec::new()], kept: Vec::new(), rectangle, risky: 0, above: 0 }
    }

    /// The records that have both as released, as numerator and denominator; none when a value is not named.
    fn records(&self, left: u32, right: u32) -> Option<(lethe_num::Natural, lethe_num::Natural)> {
        self.named[0].binary_search(&left).ok()?;
        self.named[1].binary_search(&right).ok()?;
        let inside = |side: &[(u32, u64)], node: u32| {
            side.binary_search_by_key(&node, |&(node, _)| node).ok().map(|at| side[at].1)
        };
        let spread = inside(&self.rectangle.left, left).zip(inside(&self.rectangle.right, right));
        if let Some((one, other)) = spread {
            let product = u128::from(one) * u128::from(other);
            return Some((product.into(), self.rectangle.records.into()));
        }
        let kept = self.kept.binary_search_by_key(&(left, right), |&(left, right, _)| (left, right));
        Some((kept.map_or(0, |at| self.kept[at].2).into(), 1_u8.into()))
    }

    /// Whether no pair of named values with 1 to k − 1 records can be worked out.
    ///
    /// All records of a line are shown cell by cell or are inside, the rectangle is whole, and each of its lines has at least k
    /// records inside. Then a cell inside may have as many records as the smaller of its two lines: put them there, and fill the
    /// rest of the rectangle in any order; what is left of its rows and columns stays equal.
    pub(super) fn is_safe(&self, graph: &Graph, cells: &[Cell], k: u64) -> bool {
        let is_named = |side: usize, node: u32| self.named[side].binary_search(&node).is_ok();
        let inside =
            |side: &[(u32, u64)], node: u32| side.binary_search_by_key(&node, |&(node, _)| node).ok();
        let mut counted = Rectangle {
            left: emptied(&self.rectangle.left),
            right: emptied(&self.rectangle.right),
            ..Rectangle::default()
        };
        let mut shown = 0;
        for &(left, right, records) in cells {
            let (at_left, at_right) =
                (inside(&self.rectangle.left, left), inside(&self.rectangle.right, right));
            let may_be_inside =
                (at_left.is_some() || !is_named(0, left)) && (at_right.is_some() || !is_named(1, right));
            if may_be_inside {
                at_left.map_or_else(|| counted.unnamed[0] += records, |at| counted.left[at].1 += records);
                at_right.map_or_else(|| counted.unnamed[1] += records, |at| counted.right[at].1 += records);
                counted.records += records;
            } else {
                let is_kept = is_named(0, left) && is_named(1, right) && records >= k;
                if !is_kept || self.kept.get(shown) != Some(&(left, right, records)) {
                    return false;
                }
                shown += 1;
            }
        }
        let enough = |records: u64| records >= k;
        let lines = counted.left.iter().chain(&counted.right);
        let names = self.named.iter().flatten();
        shown == self.kept.len()
            && counted == self.rectangle
            && lines.into_iter().all(|line| enough(line.1))
            && counted.unnamed.into_iter().all(|records| records == 0 || enough(records))
            && names.into_iter().all(|&node| enough(graph.nodes()[node as usize].records))
    }
}

fn emptied(side: &[(u32, u64)]) -> Vec<(u32, u64)> {
    side.iter().map(|&(node, _)| (node, 0)).collect()
}

/// What is shown of a matrix of which a rectangle is suppressed.
pub(super) fn of_matrix(
    columns: (u32, u32),
    matrix: &Matrix,
    suppressed: &Withheld,
    risky: usize,
) -> ReleasedPair {
    let side = |side: usize| -> Vec<(u32, u64)> {
        let named = matrix.sides[side].named.iter().enumerate();
        named
            .filter(|&(line, _)| suppressed.is_in[side][line])
            .map(|(line, &node)| (node, suppressed.inside[side][line]))
            .collect()
    };
    // The last line has the values that are not named.
    let unnamed = [0, 1].map(|side| suppressed.inside[side].last().copied().unwrap_or(0));
    let records = suppressed.inside[0].iter().sum();
    let [left, right] = &matrix.sides;
    let mut kept = Vec::new();
    for (row, cells) in left.cells.iter().enumerate().take(left.named.len()) {
        for &(column, together) in cells {
            let (column, is_in) =
                (column as usize, suppressed.is_in[0][row] && suppressed.is_in[1][column as usize]);
            if !is_in && !right.is_unnamed(column) {
                kept.push((left.named[row], right.named[column], together));
            }
        }
    }
    ReleasedPair {
        columns,
        named: [left.named.clone(), right.named.clone()],
        kept,
        rectangle: Rectangle { left: side(0), right: side(1), unnamed, records },
        risky,
        above: suppressed.above,
    }
}
