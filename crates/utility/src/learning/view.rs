//! A table as something to learn from in folds.

use super::classes::{Classes, NONE};
use super::content::folds_by_content;
use super::draw::Draw;
use super::lesson::Lesson;
use super::options::Shown;
use super::reading::Scale;
use super::sheet::Sheet;
use super::{Error, Options, Result, folds};
use lethe_data::Table;

/// The purpose of the numbers drawn for samples.
const SAMPLE: u64 = 2;

/// The records of the original that are tested, and what is asked of them.
pub(super) struct Exam<'a> {
    pub(super) original: &'a Table,
    /// The columns that may be learned from.
    pub(super) features: Vec<usize>,
    /// The rows tested.
    pub(super) rows: Vec<u32>,
    pub(super) classes: Classes,
    pub(super) truth: Vec<u8>,
    pub(super) weights: Vec<f64>,
    pub(super) fold: Vec<u16>,
    pub(super) folds: usize,
    pub(super) sampled: bool,
}

impl<'a> Exam<'a> {
    pub(super) fn of(original: &'a Table, class: &str, options: &Options) -> Result<Self> {
        let at = original.position(class)?;
        let features = match &options.features {
            Some(names) => original.positions(names.iter().map(String::as_str))?,
            None => (0..original.columns().len()).collect(),
        };
        let features = features.into_iter().filter(|&feature| feature != at).collect();
        let column = original.column(at);
        let null = column.dictionary().len() as u32;
        let has_class = |row: &u32| column.codes().get(*row as usize) != null;
        let rows: Vec<u32> = (0..original.rows() as u32).filter(has_class).collect();
        if rows.len() < 2 {
            return Err(Error::TooFewRecords { column: class.to_owned(), rows: rows.len() });
        }
        let sampled = rows.len() > options.max_rows;
        let rows = Draw::new(options.seed, SAMPLE).sample(rows, options.max_rows);
        let classes = Classes::of(column, &rows, options)?;
        let codes: Vec<u32> = rows.iter().map(|&row| column.codes().get(row as usize)).collect();
        let folds = options.folds.min(rows.len());
        Ok(Self {
            original,
            features,
            truth: classes.numbers(column, &rows),
            weights: weights(original, &rows),
            fold: folds::stratified(&codes, folds, options.seed),
            rows,
            classes,
            folds,
            sampled,
        })
    }

    fn scale(&self, column: usize) -> Option<Scale> {
        Scale::of(self.original.column(column).value_type())
    }
}

/// A table to learn from, and how the tested records look in its words.
pub(super) struct View {
    pub(super) sheet: Sheet,
    /// The positions of its features among those of the exam.
    pub(super) features: Vec<usize>,
    classes: Vec<u8>,
    weights: Vec<f64>,
    fold: Vec<u16>,
    /// The tested records in the levels of the sheet; absent where row `i` of the sheet is tested record `i`.
    tested: Option<Vec<u8>>,
    pub(super) held_out: f64,
    pub(super) sampled: bool,
}

impl View {
    /// A table whose rows are those of the original.
    pub(super) fn linked(exam: &Exam<'_>, table: &Table, class: usize, options: &Options) -> Self {
        let features = shared(exam, table, &mut vec![false; exam.features.len()]);
        let unweighted = table.weights().is_none();
        Self {
            sheet: Sheet::of(table, &features.columns, &exam.rows, options.rare),
            features: features.positions,
            classes: exam.classes.numbers(table.column(class), &exam.rows),
            weights: if unweighted { exam.weights.clone() } else { weights(table, &exam.rows) },
            fold: exam.fold.clone(),
            tested: None,
            held_out: 1.0,
            sampled: exam.sampled,
        }
    }

    /// A table whose rows are nobody's; features that another table has shown (`taken`) are left out.
    pub(super) fn unlinked(
        exam: &Exam<'_>,
        table: &Table,
        class: usize,
        shown: Option<Shown<'_>>,
        taken: &mut [bool],
        options: &Options,
    ) -> Self {
        let features = shared(exam, table, taken);
        let all: Vec<u32> = (0..table.rows() as u32).collect();
        let classes = exam.classes.numbers(table.column(class), &all);
        let rows: Vec<u32> = all.into_iter().filter(|&row| classes[row as usize] != NONE).collect();
        let sampled = rows.len() > options.max_rows;
        let rows = Draw::new(options.seed, SAMPLE).sample(rows, options.max_rows);
        let classes: Vec<u8> = rows.iter().map(|&row| classes[row as usize]).collect();
        let (fold, held_out) =
            folds_by_content((exam.original, &exam.rows), &exam.fold, (table, &rows), &classes, exam.folds);
        let sheet = Sheet::of(table, &features.columns, &rows, options.rare);
        let tested = Some(sheet.place(exam.original, &features.originals, &exam.rows, shown));
        Self {
            sheet,
            features: features.positions,
            classes,
            weights: weights(table, &rows),
            fold,
            tested,
            held_out,
            sampled,
        }
    }

    /// What is learned when a fold is tested: the rows of all others.
    pub(super) fn lesson(&self, fold: u16, class_count: usize) -> Lesson<'_> {
        let teaches =
            |&row: &usize| self.fold[row] != fold && self.classes[row] != NONE && self.weights[row] > 0.0;
        let rows = (0..self.fold.len()).filter(teaches).map(|row| row as u32).collect();
        Lesson { sheet: &self.sheet, rows, classes: &self.classes, weights: &self.weights, class_count }
    }

    /// A tested record in the levels of the sheet.
    pub(super) fn tested(&self, record: usize) -> &[u8] {
        let width = self.sheet.features.len();
        let levels = self.tested.as_deref().unwrap_or(self.sheet.levels());
        &levels[record * width..][..width]
    }
}

/// Where features stand.
#[derive(Default)]
struct Shared {
    /// Among the features of the exam.
    positions: Vec<usize>,
    /// In the table, with their scales.
    columns: Vec<(usize, Option<Scale>)>,
    /// In the original.
    originals: Vec<usize>,
}

/// The features of a table that are not taken; they are taken then.
fn shared(exam: &Exam<'_>, table: &Table, taken: &mut [bool]) -> Shared {
    let mut shared = Shared::default();
    for (at, &original) in exam.features.iter().enumerate() {
        let found = table.position(exam.original.column(original).name());
        let (false, Ok(column)) = (taken[at], found) else { continue };
        taken[at] = true;
        shared.positions.push(at);
        shared.columns.push((column, exam.scale(original)));
        shared.originals.push(original);
    }
    shared
}

fn weights(table: &Table, rows: &[u32]) -> Vec<f64> {
    rows.iter().map(|&row| table.weights().map_or(1.0, |weights| weights[row as usize] as f64)).collect()
}
