//! Which cells are withheld.

use super::matrix::Matrix;
use super::risky::Risky;

/// A rectangle of a matrix: some lines of each side.
#[derive(Clone, Debug)]
pub(super) struct Withheld {
    pub(super) is_in: [Vec<bool>; 2],
    /// The records each line has inside.
    pub(super) inside: [Vec<u64>; 2],
    /// The risky cells that are still above what they may be.
    pub(super) above: usize,
}

/// The cells of fewer than k records, all of values that are not named, and the risky ones, with companions: until every line of
/// the rectangle has k records inside, and until risky ones are low enough when each line's records are spread over the others in
/// proportion to theirs.
pub(super) fn choose(matrix: &Matrix, risky: &[Risky], k: u64) -> Withheld {
    let mut growing = Growing::new(matrix, k);
    for (row, cells) in matrix.sides[0].cells.iter().enumerate() {
        for &(column, together) in cells {
            let is_unnamed = matrix.sides[0].is_unnamed(row) || matrix.sides[1].is_unnamed(column as usize);
            if is_unnamed || together < k {
                growing.add(0, row);
                growing.add(1, column as usize);
            }
        }
    }
    for cell in risky {
        growing.add(0, cell.lines[0] as usize);
        growing.add(1, cell.lines[1] as usize);
    }
    growing.settle();
    let mut companions = [0, 1].map(|side| by_records(&matrix.sides[side].records));
    let mut step = 1;
    loop {
        growing.suppressed.above = growing.still_above(risky);
        if growing.suppressed.above == 0 || companions.iter().all(Vec::is_empty) {
            return growing.suppressed;
        }
        for side in [0, 1] {
            let mut added = 0;
            while added < step
                && let Some(line) = companions[side].pop()
            {
                added += usize::from(growing.add(side, line));
            }
        }
        growing.settle();
        step *= 2;
    }
}

/// Lines with records, those with the most last.
fn by_records(records: &[u64]) -> Vec<usize> {
    let mut lines: Vec<usize> = (0..records.len()).filter(|&line| records[line] > 0).collect();
    lines.sort_unstable_by_key(|&line| (records[line], std::cmp::Reverse(line)));
    lines
}

struct Growing<'a> {
    matrix: &'a Matrix,
    k: u64,
    suppressed: Withheld,
    /// Lines that may have too few records inside.
    pending: Vec<(usize, usize)>,
}

impl<'a> Growing<'a> {
    fn new(matrix: &'a Matrix, k: u64) -> Self {
        let lines = |side: usize| matrix.sides[side].records.len();
        let is_in = [0, 1].map(|side| vec![false; lines(side)]);
        let inside = [0, 1].map(|side| vec![0; lines(side)]);
        Self { matrix, k, suppressed: Withheld { is_in, inside, above: 0 }, pending: Vec::new() }
    }

    /// Adds a line; false when it was in.
    fn add(&mut self, side: usize, line: usize) -> bool {
        if std::mem::replace(&mut self.suppressed.is_in[side][line], true) {
            return false;
        }
        for &(across, together) in &self.matrix.sides[side].cells[line] {
            if self.suppressed.is_in[1 - side][across as usize] {
                self.suppressed.inside[side][line] += together;
                self.suppressed.inside[1 - side][across as usize] += together;
            }
        }
        self.pending.push((side, line));
        true
    }

    /// Adds companions until every line has k records inside, which every line has in the whole matrix.
    fn settle(&mut self) {
        while let Some((side, line)) = self.pending.pop() {
            while self.suppressed.inside[side][line] < self.k
                && let Some(across) = self.companion(side, line)
            {
                self.add(1 - side, across);
                // The loop above looks at this line first.
            }
        }
    }

    /// The line across that is outside and has the fewest records that are enough, or else the most.
    fn companion(&self, side: usize, line: usize) -> Option<usize> {
        let lacking = self.k - self.suppressed.inside[side][line];
        let outside = || {
            let cells = self.matrix.sides[side].cells[line].iter();
            cells.filter(|cell| !self.suppressed.is_in[1 - side][cell.0 as usize])
        };
        let enough = outside().filter(|cell| cell.1 >= lacking).min_by_key(|cell| (cell.1, cell.0));
        let most = || outside().max_by_key(|cell| (cell.1, std::cmp::Reverse(cell.0)));
        enough.or_else(most).map(|cell| cell.0 as usize)
    }

    fn still_above(&self, risky: &[Risky]) -> usize {
        let inside = &self.suppressed.inside;
        let total = inside[0].iter().sum::<u64>() as f64;
        let spread = |cell: &Risky| {
            inside[0][cell.lines[0] as usize] as f64 * inside[1][cell.lines[1] as usize] as f64 / total
        };
        risky.iter().filter(|cell| cell.is_above(spread(cell))).count()
    }
}
