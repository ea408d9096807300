//! The figures of a column.

use super::release::Shape;
use super::report::{
    Altered, BeforeAfter, ChartBin, ColumnComparison, DataScores, Distribution, NumberStatistics,
};
use lethe_utility::bins::{Bin, Content, bins};
use lethe_utility::cells::Alteration;
use lethe_utility::data_score::{self, DataScore};
use lethe_utility::distances::{Distances, Spread};
use lethe_utility::label_bins::{LabelBin, Labels, label_bins};
use lethe_utility::statistics::Summary;
use lethe_utility::{Counterpart, Shown};

/// Bars of a chart.
const BINS: usize = 12;

/// All that is reported of a column.
pub(super) struct ColumnFigures {
    pub(super) original_score: f64,
    pub(super) score: DataScore,
    pub(super) alteration: Alteration,
    pub(super) report: ColumnComparison,
    pub(super) chart: Distribution,
}

pub(super) fn figures(counterpart: &Counterpart<'_>, shape: Shape, k: u64) -> ColumnFigures {
    let original = &counterpart.original;
    let shown = counterpart.best();
    let alteration = match (shown, shape) {
        (None, _) => Alteration::of_missing(original),
        (Some(shown), Shape::Rows) => Alteration::by_rows(original, shown),
        (Some(_), _) => Alteration::by_counts(counterpart, shape == Shape::SplitRows),
    };
    let original_score = data_score::of_original(original);
    let score = match (shown, shape) {
        (None, _) => DataScore::default(),
        (Some(shown), Shape::Rows) => data_score::by_rows(original, shown),
        (Some(shown), _) => data_score::by_counts(counterpart, shown, shape == Shape::SplitRows),
    };
    let before = Spread::of_original(original);
    let after = shown.map(|shown| Spread::of_released(original, shown));
    let distances =
        after.as_ref().map(|after| Distances::between(original, &before, after)).unwrap_or_default();
    let column = original.column();
    let share = |missing: u64, rows: usize| (rows > 0).then(|| missing as f64 / rows as f64);
    let report = ColumnComparison {
        name: column.name().to_owned(),
        value_type: column.value_type().name().to_owned(),
        role: None,
        levels: None,
        example: None,
        tables: counterpart.shown.len() as u64,
        data_score: DataScores::of(original_score, score),
        distinct: BeforeAfter {
            original: before.on_values.iter().filter(|cells| **cells > 0.0).count() as u64,
            released: shown.map_or(0, |shown| shown.labels().count() as u64),
        },
        missing: BeforeAfter {
            original: share(before.missing, column.len()),
            released: shown
                .zip(after.as_ref())
                .map_or(Some(1.0), |(shown, after)| share(after.missing, shown.column.len())),
        },
        altered_cells: alteration.altered(),
        altered: altered(&alteration),
        distortion: mean_distortion(&alteration),
        unread: shown.map_or(0, Shown::unread),
        total_variation: distances.total_variation,
        kolmogorov_smirnov: distances.kolmogorov_smirnov,
        wasserstein: distances.wasserstein,
        statistics: statistics(counterpart, k),
    };
    let chart = Distribution {
        by_label: shown.and_then(|shown| over_labels(counterpart, &before, shown, k)),
        by_value: over_values(counterpart, &before, after.as_ref()),
    };
    ColumnFigures { original_score, score, alteration, report, chart }
}

fn statistics(counterpart: &Counterpart<'_>, k: u64) -> Option<BeforeAfter<Option<NumberStatistics>>> {
    let original = &counterpart.original;
    let before = Summary::of_original(original)?;
    let after = counterpart.best().and_then(|shown| Summary::of_released(original, shown));
    let shown = |summary: &Summary| NumberStatistics::of(summary, k);
    Some(BeforeAfter { original: shown(&before), released: after.as_ref().and_then(shown) })
}

const OTHERS: &str = "others";
const MISSING: &str = "missing or suppressed";

fn over_labels(
    counterpart: &Counterpart<'_>,
    before: &Spread,
    shown: &Shown<'_>,
    k: u64,
) -> Option<Vec<ChartBin>> {
    let bins = label_bins(&counterpart.original, before, shown, BINS, k)?;
    let text = |code: u32| shown.column.dictionary().text(code).to_owned();
    let bar = |LabelBin { labels, before, after }: LabelBin| {
        let (name, is_rest) = match labels {
            Labels::Named(first, last) => (between(&text(first), &text(last)), false),
            Labels::Others => (OTHERS.to_owned(), true),
            Labels::Missing => (MISSING.to_owned(), true),
        };
        ChartBin { name, is_rest, before, after }
    };
    Some(bins.into_iter().map(bar).collect())
}

fn over_values(counterpart: &Counterpart<'_>, before: &Spread, after: Option<&Spread>) -> Vec<ChartBin> {
    let original = &counterpart.original;
    let none = Spread { on_values: vec![0.0; original.len()], points: Vec::new(), missing: 0, unread: 0 };
    let text = |code: u32| original.column().dictionary().text(code).to_owned();
    let bar = |Bin { content, before, after }: Bin| {
        let (name, is_rest) = match content {
            Content::Values(first, last) => (between(&text(first), &text(last)), false),
            Content::Others => (OTHERS.to_owned(), true),
            Content::Missing => (MISSING.to_owned(), true),
        };
        ChartBin { name, is_rest, before, after }
    };
    bins(original, before, after.unwrap_or(&none), BINS).into_iter().map(bar).collect()
}

fn between(first: &str, last: &str) -> String {
    if first == last { first.to_owned() } else { format!("{first} … {last}") }
}

pub(super) fn altered(alteration: &Alteration) -> Altered {
    let &Alteration { suppressed, generalized, falsified, .. } = alteration;
    Altered { suppressed, generalized, falsified }
}

pub(super) fn mean_distortion(alteration: &Alteration) -> Option<f64> {
    alteration.distortion.filter(|_| alteration.cells > 0).map(|sum| sum / alteration.cells as f64)
}
