//! Every measure in its plainest form: person by person, on labels.

#![expect(clippy::float_cmp, reason = "these figures are exact")]

use crate::quality::sample::{Sample, SampleColumn, SampleSpan};
use lethe_models::quality::Aggregate;
use std::collections::BTreeSet;

type Row = Vec<Option<String>>;

/// A release in which every row has levels of its own.
pub(crate) struct Plain<'a> {
    pub(crate) sample: &'a Sample,
    pub(crate) levels: Vec<Vec<usize>>,
    pub(crate) lost: &'a [bool],
    pub(crate) aggregate: Aggregate,
}

impl Plain<'_> {
    /// The rows of all records.
    pub(crate) fn records(&self) -> Vec<usize> {
        let rows = self.sample.records.iter().enumerate();
        rows.flat_map(|(row, &records)| (0..records).map(move |_| row)).collect()
    }

    fn row(&self, row: usize) -> Row {
        self.sample.published(row, &self.levels[row])
    }

    pub(crate) fn share_lost(&self) -> f64 {
        let records = self.records();
        records.iter().filter(|&&row| self.lost[row]).count() as f64 / records.len() as f64
    }

    pub(crate) fn combine(&self, losses: &[f64], scale: &[f64]) -> f64 {
        let weights: Vec<f64> = self.sample.columns.iter().map(|column| column.weight).collect();
        let mut scaled: Vec<f64> = weights.iter().zip(scale).map(|(w, s)| w * s).collect();
        if scaled.iter().sum::<f64>() == 0.0 {
            scaled = weights;
        }
        let total: f64 = scaled.iter().sum();
        let pairs = || losses.iter().zip(&scaled);
        match self.aggregate {
            Aggregate::Mean | Aggregate::Sum => pairs().map(|(l, w)| l * w / total).sum(),
            Aggregate::Geometric => pairs().map(|(l, w)| (1.0 + l).powf(w / total)).product::<f64>() - 1.0,
            Aggregate::Max => pairs().filter(|(_, w)| **w > 0.0).map(|(l, _)| *l).fold(0.0, f64::max),
            Aggregate::Rank => {
                let most = scaled.iter().copied().fold(0.0, f64::max);
                pairs().map(|(l, w)| l * w / most).fold(0.0, f64::max)
            }
        }
    }

    fn cells(&self, cost: impl Fn(&SampleColumn, usize, usize) -> f64) -> f64 {
        self.combine(&self.cell_columns(cost), &vec![1.0; self.sample.columns.len()])
    }

    fn cell_columns(&self, cost: impl Fn(&SampleColumn, usize, usize) -> f64) -> Vec<f64> {
        let records = self.records();
        let of_column = |(index, column): (usize, &SampleColumn)| {
            let of = |&row: &usize| match self.levels[row][index] {
                _ if self.lost[row] => 1.0,
                entry => cost(column, row, entry),
            };
            records.iter().map(of).sum::<f64>() / records.len() as f64
        };
        self.sample.columns.iter().enumerate().map(of_column).collect()
    }

    /// The loss of each column where a factor weighs suppression against generalization.
    pub(crate) fn weighted_losses(&self, factor: f64) -> Vec<f64> {
        let suppression = if factor < 0.5 { 2.0 * factor } else { 1.0 };
        let generalization = if factor > 0.5 { 2.0 - 2.0 * factor } else { 1.0 };
        let records = self.records();
        let of_column = |(index, column): (usize, &SampleColumn)| {
            let size = column.paths.len() as f64;
            let of = |&row: &usize| {
                let covered = leaves(column, row, self.levels[row][index]);
                let most = size - generalization;
                let shown = if most > 0.0 { (generalization * (covered - 1.0) / most).min(1.0) } else { 0.0 };
                if self.lost[row] { shown + suppression * (1.0 - shown) } else { shown }
            };
            records.iter().map(of).sum::<f64>() / records.len() as f64
        };
        self.sample.columns.iter().enumerate().map(of_column).collect()
    }

    pub(crate) fn value(&self, name: &str) -> f64 {
        match name {
            "loss" => self.cells(|column, row, level| {
                if let Some(span) = column.span(level) {
                    return share(span.values.len() as f64 - 1.0, column.paths.len() as f64 - 1.0).min(1.0);
                }
                share(leaves(column, row, level) - 1.0, column.paths.len() as f64 - 1.0)
            }),
            "ncp" => self.cells(|column, row, level| match leaves(column, row, level) {
                1.0 => 0.0,
                leaves => (leaves / column.paths.len() as f64).min(1.0),
            }),
            "precision" => self.cells(|column, row, level| {
                if let Some(span) = column.span(level) {
                    return way_up(span, column);
                }
                let unknown = column.label(row, level).as_deref() == Some("*");
                if unknown { 1.0 } else { level as f64 / (column.height() - 1) as f64 }
            }),
            "total" => self.cells(|column, row, level| {
                if let Some(span) = column.span(level) {
                    return way_up(span, column);
                }
                let label = column.label(row, level);
                if label.as_deref() == Some("*") {
                    return 1.0;
                }
                let mut own = level;
                let same = |lower: usize| {
                    column.label(row, lower) == label
                        && leaves(column, row, lower) == leaves(column, row, level)
                };
                while own > 0 && same(own - 1) {
                    own -= 1;
                }
                own as f64 / (column.height() - 1) as f64
            }),
            "ambiguity" => {
                let logs: Vec<f64> =
                    self.sample.columns.iter().map(|column| (column.paths.len() as f64).log2()).collect();
                let losses = self.cell_columns(|column, row, level| {
                    share(leaves(column, row, level).log2(), (column.paths.len() as f64).log2()).min(1.0)
                });
                self.combine(&losses, &logs)
            }
            "discernibility" => self.alike(|row, other| self.lost[row] || self.together(row, other)),
            "discernibility-monotone" => self
                .alike(|row, other| self.lost[row] == self.lost[other] && self.row(row) == self.row(other)),
            "group-size" => self.group_size(),
            "entropy" => self.entropy(),
            "entropy-monotone" => self.with_lost(&vec![false; self.lost.len()]).entropy(),
            "kl-divergence" => self.divergence(),
            "classification" => self.wrong(),
            "squared-error" => self.squared_error(),
            other => panic!("{other} has no oracle"),
        }
    }

    /// The same release with other records suppressed.
    pub(crate) fn with_lost<'a>(&'a self, lost: &'a [bool]) -> Plain<'a> {
        Plain { sample: self.sample, levels: self.levels.clone(), lost, aggregate: self.aggregate }
    }

    fn together(&self, row: usize, other: usize) -> bool {
        !self.lost[row] && !self.lost[other] && self.row(row) == self.row(other)
    }

    fn alike(&self, alike: impl Fn(usize, usize) -> bool) -> f64 {
        let records = self.records();
        let pairs = records.iter().flat_map(|&row| records.iter().map(move |&other| (row, other)));
        pairs.filter(|&(row, other)| alike(row, other)).count() as f64 / (records.len() as f64).powi(2)
    }

    fn group_size(&self) -> f64 {
        let records = self.records();
        let classes: BTreeSet<Option<Row>> =
            records.iter().map(|&row| (!self.lost[row]).then(|| self.row(row))).collect();
        if records.len() == 1 {
            return self.share_lost();
        }
        (records.len() as f64 / classes.len() as f64 - 1.0) / (records.len() - 1) as f64
    }

    fn entropy(&self) -> f64 {
        let records = self.records();
        let lost: Vec<usize> = records.iter().copied().filter(|&row| self.lost[row]).collect();
        let (mut losses, mut scale) = (Vec::new(), Vec::new());
        for (index, column) in self.sample.columns.iter().enumerate() {
            let level = self.levels[0][index];
            let node = |row: usize| column.label(row, level);
            let count = |rows: &[usize], alike: &dyn Fn(usize) -> bool| {
                rows.iter().filter(|&&row| alike(row)).count() as f64
            };
            let mut bits = 0.0;
            let mut most = 0.0;
            for &row in &records {
                let same_value = count(&records, &|other| column.cells[other] == column.cells[row]);
                bits += (count(&records, &|other| node(other) == node(row)) / same_value).log2();
                most += (records.len() as f64 / same_value).log2();
            }
            for &row in &lost {
                bits += (lost.len() as f64 / count(&lost, &|other| node(other) == node(row))).log2();
            }
            losses.push(if most > 1e-9 { bits / most } else { self.share_lost() });
            scale.push(most.max(0.0));
        }
        self.combine(&losses, &scale)
    }

    fn divergence(&self) -> f64 {
        let records = self.records();
        let total = records.len() as f64;
        let values = |column: &SampleColumn| {
            let known = |cell: &String| column.paths.iter().any(|path| path[0] == *cell);
            let unknown = column.cells.iter().flatten().any(|cell| !known(cell));
            let null = column.cells.iter().any(Option::is_none);
            column.paths.len() as f64 + f64::from(unknown) + f64::from(null)
        };
        let spread = |row: usize| -> f64 {
            let columns = self.sample.columns.iter().zip(&self.levels[row]);
            let of_column = |(column, &level): (&SampleColumn, &usize)| {
                if let Some(span) = column.span(level).filter(|_| !self.lost[row]) {
                    (span.values.len() as f64).min(values(column))
                } else if self.lost[row] || level + 1 == column.height() {
                    values(column)
                } else if column.label(row, level).as_deref() == Some("*") {
                    1.0
                } else {
                    leaves(column, row, level)
                }
            };
            columns.map(of_column).product()
        };
        let whole: f64 = self.sample.columns.iter().map(values).product();
        let same_values = |row: usize, other: usize| {
            self.sample.columns.iter().all(|column| column.cells[row] == column.cells[other])
        };
        let (mut divergence, mut most) = (0.0, 0.0);
        for &row in &records {
            let count =
                |alike: &dyn Fn(usize) -> bool| records.iter().filter(|&&other| alike(other)).count() as f64;
            let really = count(&|other| same_values(row, other)) / total;
            let class =
                count(&|other| self.lost[row] && self.lost[other] || self.together(row, other)) / total;
            divergence += (really / (class / spread(row))).log2() / total;
            most += (really * whole).log2() / total;
        }
        if most < 1e-8 { self.share_lost() } else { (divergence / most).clamp(0.0, 1.0) }
    }

    fn wrong(&self) -> f64 {
        let records = self.records();
        let mut right = 0;
        let classes: BTreeSet<Row> =
            records.iter().filter(|&&row| !self.lost[row]).map(|&row| self.row(row)).collect();
        for class in classes {
            let of_label = |label: u32| {
                let mine = |&&row: &&usize| {
                    !self.lost[row] && self.row(row) == class && self.sample.labels[row] == label
                };
                records.iter().filter(mine).count()
            };
            right += (0..3).map(of_label).max().unwrap();
        }
        (records.len() - right) as f64 / records.len() as f64
    }

    fn squared_error(&self) -> f64 {
        let records = self.records();
        let number = |column: &SampleColumn, row: usize| -> Option<f64> {
            column.cells[row].as_ref().map(|cell| cell.parse().unwrap())
        };
        let mut losses = Vec::new();
        for (index, column) in self.sample.columns.iter().enumerate() {
            let numbers: Vec<(usize, f64)> =
                records.iter().filter_map(|&row| Some((row, number(column, row)?))).collect();
            let mean = |of: &dyn Fn(usize) -> bool| {
                let some: Vec<f64> = numbers.iter().filter(|(row, _)| of(*row)).map(|(_, x)| *x).collect();
                some.iter().sum::<f64>() / some.len() as f64
            };
            let all = mean(&|_| true);
            let (mut error, mut most) = (0.0, 0.0);
            for &(row, x) in &numbers {
                let level = self.levels[row][index];
                let label = column.label(row, level);
                let unknown = label.as_deref() == Some("*");
                let node = if unknown { all } else { mean(&|other| column.label(other, level) == label) };
                error += (x - node).powi(2);
                if self.lost[row] {
                    error += (node - all).powi(2);
                }
                most += (x - all).powi(2);
            }
            losses.push(if most > 1e-9 { error / most } else { self.share_lost() });
        }
        self.combine(&losses, &vec![1.0; losses.len()])
    }
}

/// The leaves that could be behind what a row publishes.
fn leaves(column: &SampleColumn, row: usize, level: usize) -> f64 {
    if let Some(span) = column.span(level) {
        return span.values.len() as f64;
    }
    match column.label(row, level) {
        None => 1.0,
        Some(label) if label == "*" => column.paths.len() as f64,
        label => column.paths.iter().filter(|path| Some(&path[level]) == label.as_ref()).count() as f64,
    }
}

/// How far a span is on the way from one value to all.
fn way_up(span: &SampleSpan, column: &SampleColumn) -> f64 {
    let beyond_one = (column.paths.len() as f64 - 1.0).max(1.0);
    ((span.values.len() as f64 - 1.0) / beyond_one).min(1.0)
}

/// A share of what there is; where there is nothing, none of it was lost.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
