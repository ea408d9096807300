//! How columns hang together, before and after.
//!
//! Two columns of categories by Cramér's V without its bias, two of numbers or dates by Pearson's correlation (and by that of
//! their ranks, Spearman's), one of each by the correlation ratio. Rows in which one of the two tells nothing are left out.

mod scale;
mod statistics;

pub use statistics::{correlation_ratio, cramers_v, pearson};

use crate::contingency::{Labelled, total_variation};
use crate::{Counterpart, Shown};
use lethe_data::{Column, Context};
use rayon::prelude::*;
use scale::Scale;

/// How much is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most columns; those with the fewest distinct values are taken.
    pub columns: usize,
    /// The most categories of a column.
    pub categories: usize,
    /// The most rows; of longer tables every so-manieth row is taken.
    pub rows: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { columns: 40, categories: 1000, rows: 1 << 18 }
    }
}

/// How two columns are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Two columns of categories.
    CramersV,
    /// Two columns of numbers or dates.
    Pearson,
    /// A column of categories and one of numbers or dates.
    CorrelationRatio,
}

impl Kind {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::CramersV => "cramers-v",
            Self::Pearson => "pearson",
            Self::CorrelationRatio => "correlation-ratio",
        }
    }
}

/// The association of two columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Association {
    /// The two columns, by their position in the original.
    pub columns: (usize, usize),
    /// How it is measured.
    pub kind: Kind,
    /// In the original.
    pub before: f64,
    /// In the release; 0 where no table of it shows both columns, or one of them does not vary any more.
    pub after: f64,
    /// The correlation of ranks before and after, for two columns of numbers or dates.
    pub ranks: Option<(f64, f64)>,
    /// The total variation distance between the contingency tables before and after, the original's values counted under the labels of the
    /// release; `None` where labels overlap or cannot be read, no table of the release shows both columns, or the table is too large.
    pub contingency: Option<f64>,
}

/// The associations of all pairs of columns that were looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct Associations {
    /// The columns that were looked at, by their position in the original.
    pub columns: Vec<usize>,
    /// The columns that were left out.
    pub left_out: Vec<usize>,
    /// Pairs whose association in the original is defined.
    pub pairs: Vec<Association>,
    /// The number of rows of the original that were looked at.
    pub rows: usize,
}

impl Associations {
    /// 1 less the mean difference of associations, each difference at most 1; `None` without pairs.
    pub fn preserved(&self) -> Option<f64> {
        let differences = self.pairs.iter().map(|pair| (pair.before - pair.after).abs().min(1.0));
        (!self.pairs.is_empty()).then(|| 1.0 - differences.sum::<f64>() / self.pairs.len() as f64)
    }

    /// The associations of an original and its release.
    ///
    /// **Cost**: a look at each row looked at for each pair of columns.
    /// **Errors**: the run was cancelled.
    pub fn of(
        counterparts: &[Counterpart<'_>],
        limits: &Limits,
        context: &Context,
    ) -> lethe_data::Result<Self> {
        let scales: Vec<Scales<'_>> = counterparts.iter().map(Scales::of).collect();
        let fits = |at: &usize| scales[*at].categories() <= limits.categories;
        let mut columns: Vec<usize> = (0..counterparts.len()).filter(fits).collect();
        columns.sort_by_key(|&at| (counterparts[at].original.len(), at));
        columns.truncate(limits.columns);
        columns.sort_unstable();
        let left_out = (0..counterparts.len()).filter(|at| !columns.contains(at)).collect();
        let pairs: Vec<(usize, usize)> = columns
            .iter()
            .enumerate()
            .flat_map(|(at, &one)| columns[at + 1..].iter().map(move |&other| (one, other)))
            .collect();
        let association = |&(one, other): &(usize, usize)| {
            context.check_cancelled()?;
            Ok(associate((one, other), &scales[one], &scales[other], limits.rows))
        };
        let found: lethe_data::Result<Vec<Option<Association>>> =
            context.install(|| pairs.par_iter().map(association).collect());
        let rows = counterparts.first().map_or(0, |one| one.original.column().len());
        Ok(Self {
            columns,
            left_out,
            pairs: found?.into_iter().flatten().collect(),
            rows: (0..rows).step_by(stride(rows, limits.rows)).len(),
        })
    }
}

/// The scale of a column before and in each place after.
struct Scales<'a> {
    column: &'a Column,
    before: Scale,
    after: Vec<(&'a Shown<'a>, Scale)>,
    labelled: Vec<Option<Labelled<'a>>>,
}

impl<'a> Scales<'a> {
    fn of(counterpart: &'a Counterpart<'a>) -> Self {
        let after = counterpart.shown.iter();
        Self {
            column: counterpart.original.column(),
            before: Scale::of_original(&counterpart.original),
            after: after.map(|shown| (shown, Scale::of_released(&counterpart.original, shown))).collect(),
            labelled: counterpart.shown.iter().map(|shown| Labelled::of(counterpart, shown)).collect(),
        }
    }

    /// The most categories on either side; numbers have none.
    fn categories(&self) -> usize {
        let after = self.after.iter().map(|(_, scale)| scale.categories());
        after.chain([self.before.categories()]).max().unwrap_or(0)
    }
}

fn associate(
    columns: (usize, usize),
    one: &Scales<'_>,
    other: &Scales<'_>,
    rows: usize,
) -> Option<Association> {
    let (kind, before) = measure((one.column, &one.before), (other.column, &other.before), rows);
    let together = one.after.iter().find_map(|here| {
        let there = other.after.iter().find(|there| there.0.part == here.0.part)?;
        Some(((here.0.column, &here.1), (there.0.column, &there.1)))
    });
    let after = |of: Statistic| together.and_then(|(here, there)| of(here, there, rows)).unwrap_or(0.0);
    let ranks = (kind == Kind::Pearson).then(|| {
        let before = by_ranks((one.column, &one.before), (other.column, &other.before), rows);
        (before.unwrap_or(0.0), after(by_ranks))
    });
    Some(Association {
        columns,
        kind,
        before: before?,
        after: after(|here, there, rows| measure(here, there, rows).1),
        ranks,
        contingency: contingency(one, other, rows),
    })
}

/// Of the first table of the release that shows both columns.
fn contingency(one: &Scales<'_>, other: &Scales<'_>, rows: usize) -> Option<f64> {
    let place =
        |scales: &Scales<'_>, part: usize| scales.after.iter().position(|(shown, _)| shown.part == part);
    let part = one.after.iter().map(|(shown, _)| shown.part).find(|&part| place(other, part).is_some())?;
    let left = one.labelled[place(one, part)?].as_ref()?;
    let right = other.labelled[place(other, part)?].as_ref()?;
    total_variation(left, right, rows)
}

/// A statistic of two columns, over at most so many rows.
type Statistic = fn(Side<'_>, Side<'_>, usize) -> Option<f64>;

/// A column, and its codes as numbers or categories.
type Side<'a> = (&'a Column, &'a Scale);

/// Every so-manieth row.
fn stride(rows: usize, most: usize) -> usize {
    rows.div_ceil(most.max(1)).max(1)
}

fn measure(one: Side<'_>, other: Side<'_>, most: usize) -> (Kind, Option<f64>) {
    let rows = || (0..one.0.len()).step_by(stride(one.0.len(), most));
    let codes = |row: usize| (one.0.codes().get(row) as usize, other.0.codes().get(row) as usize);
    match (one.1, other.1) {
        (Scale::Categories { of: left, count: width }, Scale::Categories { of: right, count: height }) => {
            let pairs = rows().map(codes).filter_map(|(here, there)| Some((left[here]?, right[there]?)));
            (Kind::CramersV, cramers_v(pairs, *width, *height))
        }
        (Scale::Line { numbers: left, .. }, Scale::Line { numbers: right, .. }) => {
            let pairs = || rows().map(codes).map(|(here, there)| (left[here], right[there]));
            (Kind::Pearson, pearson(pairs))
        }
        (Scale::Categories { of, count }, Scale::Line { numbers, .. }) => {
            let pairs = || rows().map(codes).filter_map(|(here, there)| Some((of[here]?, numbers[there])));
            (Kind::CorrelationRatio, correlation_ratio(pairs, *count))
        }
        (Scale::Line { numbers, .. }, Scale::Categories { of, count }) => {
            let pairs = || rows().map(codes).filter_map(|(here, there)| Some((of[there]?, numbers[here])));
            (Kind::CorrelationRatio, correlation_ratio(pairs, *count))
        }
    }
}

fn by_ranks(one: Side<'_>, other: Side<'_>, most: usize) -> Option<f64> {
    let (Scale::Line { ranks: left, .. }, Scale::Line { ranks: right, .. }) = (one.1, other.1) else {
        return None;
    };
    let rows = || (0..one.0.len()).step_by(stride(one.0.len(), most));
    let of_row =
        |row: usize| (left[one.0.codes().get(row) as usize], right[other.0.codes().get(row) as usize]);
    pearson(|| rows().map(of_row))
}
