//! Releases that show spans of values beside nodes.

use crate::quality::local::level_of_label;
use crate::quality::oracle::Plain;
use crate::quality::sample::{AGGREGATES, Sample, SampleColumn, SampleSpan, samples};
use lethe_models::quality::{Aggregate, Covers};
use proptest::prelude::*;

/// A sample whose columns have spans, what each row shows, and who is suppressed.
#[derive(Clone, Debug)]
pub(crate) struct Spanned {
    pub(crate) sample: Sample,
    pub(crate) entries: Vec<Vec<usize>>,
    pub(crate) lost: Vec<bool>,
}

pub(crate) fn spanned() -> impl Strategy<Value = Spanned> {
    (samples(), prop::collection::vec(any::<u64>(), 14), any::<bool>()).prop_map(
        |(mut sample, dice, only)| {
            for (column, dice) in sample.columns.iter_mut().zip(&dice) {
                column.spans = spans(column, *dice);
            }
            let rows = 0..sample.records.len();
            let entry = |row: usize, column: usize| {
                let spans = 0..sample.columns[column].spans.len();
                let height = sample.columns[column].height();
                let cell = sample.columns[column].cells[row].as_ref();
                let fits = |span: &usize| {
                    cell.is_some_and(|cell| sample.columns[column].spans[*span].values.contains(cell))
                };
                let mut possible: Vec<usize> = spans.filter(fits).map(|span| height + span).collect();
                if !only || possible.is_empty() {
                    possible.extend(0..height);
                }
                possible[(dice[4 + row % 4] >> (8 * column)) as usize % possible.len()]
            };
            let columns = 0..sample.columns.len();
            let entries =
                rows.clone().map(|row| columns.clone().map(|column| entry(row, column)).collect()).collect();
            let lost = rows.map(|row| dice[4 + row % 4].is_multiple_of(5)).collect();
            Spanned { sample, entries, lost }
        },
    )
}

/// A range, a set and the range of all values.
fn spans(column: &SampleColumn, dice: u64) -> Vec<SampleSpan> {
    let own = column.column();
    let texts: Vec<&str> = own.dictionary().texts().collect();
    let count = texts.len() as u64;
    if count == 0 {
        return Vec::new();
    }
    let (one, other) = (dice % count, (dice >> 8) % count);
    let (first, last) = (one.min(other) as u32, one.max(other) as u32);
    let set = (0..count as u32).filter(|code| (dice >> (16 + code % 8)) & 1 == 1).collect();
    let all = [
        Covers::Range { first, last },
        Covers::Codes(set),
        Covers::Range { first: 0, last: count as u32 - 1 },
    ];
    let span = |(number, covers): (usize, Covers)| {
        let values = covers.codes().map(|code| texts[code as usize].to_owned()).collect();
        SampleSpan { label: format!("span {number}"), covers, values }
    };
    all.into_iter().enumerate().map(span).collect()
}

/// Whether another row's value is behind what a row shows.
fn could_be(column: &SampleColumn, row: usize, entry: usize, other: usize) -> bool {
    match column.span(entry) {
        Some(span) => column.cells[other].as_ref().is_some_and(|cell| span.values.contains(cell)),
        None => column.label(row, entry) == column.label(other, entry),
    }
}

impl Plain<'_> {
    /// The sum over records and over suppressed records of what each loses by what is shown in a column, of the most.
    fn by_column(
        &self,
        most: impl Fn(&SampleColumn, &[usize]) -> f64,
        charge: impl Fn(&SampleColumn, usize, &[usize]) -> f64,
        suppressed: impl Fn(&SampleColumn, usize, &[usize], &[usize]) -> f64,
    ) -> (Vec<f64>, Vec<f64>) {
        let records = self.records();
        let lost: Vec<usize> = records.iter().copied().filter(|&row| self.lost[row]).collect();
        let (mut losses, mut scale) = (Vec::new(), Vec::new());
        for (index, column) in self.sample.columns.iter().enumerate() {
            let entry = |row: usize| self.levels[row][index];
            let mut sum = 0.0;
            for &row in &records {
                let behind: Vec<usize> = records
                    .iter()
                    .copied()
                    .filter(|&other| could_be(column, row, entry(row), other))
                    .collect();
                sum += charge(column, row, &behind) / behind.len() as f64;
                if self.lost[row] {
                    let shows = |row: usize| (entry(row), column.label(row, entry(row)));
                    let alike: Vec<usize> =
                        lost.iter().copied().filter(|&other| shows(other) == shows(row)).collect();
                    sum += suppressed(column, row, &behind, &alike);
                }
            }
            let most = most(column, &records);
            let nothing = most <= 1e-9 || lost.len() == records.len();
            losses.push(if nothing { self.share_lost() } else { (sum / most).min(1.0) });
            scale.push(most.max(0.0));
        }
        (losses, scale)
    }

    fn entropy_by_cell(&self) -> f64 {
        let bits = |column: &SampleColumn, behind: &[usize]| {
            let same =
                |row: usize| behind.iter().filter(|&&other| column.cells[other] == column.cells[row]).count();
            behind.iter().map(|&row| (behind.len() as f64 / same(row) as f64).log2()).sum::<f64>()
        };
        let lost = self.records().iter().filter(|&&row| self.lost[row]).count() as f64;
        let (losses, scale) = self.by_column(
            bits,
            |column, _, behind| bits(column, behind),
            |_, _, _, alike| (lost / alike.len() as f64).log2(),
        );
        self.combine(&losses, &scale)
    }

    fn squared_error_by_cell(&self) -> f64 {
        let number = |column: &SampleColumn, row: usize| -> Option<f64> {
            column.cells[row].as_ref().map(|cell| cell.parse().unwrap())
        };
        let numbers = |column: &SampleColumn, rows: &[usize]| -> Vec<f64> {
            rows.iter().filter_map(|&row| number(column, row)).collect()
        };
        let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
        let about = |numbers: &[f64], mean: f64| numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
        let all = self.records();
        // For a value that the hierarchy does not have, and is not in a span, the mean of the column stands.
        let stands = |column: &SampleColumn, row: usize, behind: &[usize]| {
            let index = self.sample.columns.iter().position(|other| std::ptr::eq(other, column)).unwrap();
            let is_root = column.label(row, self.levels[row][index]).as_deref() == Some("*");
            mean(&numbers(column, if is_root { &all } else { behind }))
        };
        let (losses, _) = self.by_column(
            |column, records| {
                let numbers = numbers(column, records);
                about(&numbers, mean(&numbers))
            },
            |column, row, behind| about(&numbers(column, behind), stands(column, row, behind)),
            |column, row, behind, _| {
                let with_number = numbers(column, behind).len() as f64;
                let beyond = stands(column, row, behind) - mean(&numbers(column, &all));
                if with_number > 0.0 { beyond.powi(2) * with_number / behind.len() as f64 } else { 0.0 }
            },
        );
        self.combine(&losses, &vec![1.0; losses.len()])
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn spans_are_measured_by_the_values_they_cover(case in spanned()) {
        let Spanned { sample, entries, lost } = &case;
        let known = sample.known();
        let release = known.release(sample, entries, lost);
        let row_by_label = |(row, entries): (usize, &Vec<usize>)| -> Vec<usize> {
            entries.iter().zip(&sample.columns).map(|(&entry, column)| level_of_label(column, row, entry)).collect()
        };
        let same: Vec<Vec<usize>> = entries.iter().enumerate().map(row_by_label).collect();
        let by_label = known.release(sample, &same, lost);
        for aggregate in AGGREGATES {
            let plain = Plain { sample, levels: entries.clone(), lost, aggregate };
            for measure in known.measures(aggregate) {
                let name = measure.name();
                let value = release.value(measure.as_ref());
                prop_assert!((0.0..=1.0).contains(&value), "{name}: {value}");
                let (value, wanted) = match name {
                    "discernibility" | "discernibility-monotone" | "group-size" | "classification" => {
                        (by_label.value(measure.as_ref()), plain.value(name))
                    }
                    "entropy" => (value, plain.entropy_by_cell()),
                    "entropy-monotone" => (value, plain.with_lost(&vec![false; lost.len()]).entropy_by_cell()),
                    "squared-error" => (value, plain.squared_error_by_cell()),
                    // The oracle tells classes by their labels.
                    "kl-divergence" if same != *entries => continue,
                    _ => (value, plain.value(name)),
                };
                prop_assert!((value - wanted).abs() < 1e-7, "{name} {aggregate:?}: {value}, not {wanted}");
            }
        }
    }

    #[test]
    fn spans_cost_no_less_than_those_within_them_and_no_more_than_suppression(case in spanned()) {
        let known = case.sample.known();
        for measure in known.measures(Aggregate::Mean) {
            for (index, costs) in measure.costs().map_or(&[][..], |costs| &costs.columns).iter().enumerate() {
                let spans = &case.sample.columns[index].spans;
                prop_assert_eq!(costs.levels.len(), case.sample.columns[index].height() + usize::from(!spans.is_empty()));
                for (span, &cost) in spans.iter().zip(costs.levels.last().unwrap()) {
                    prop_assert!(cost <= costs.whole && (span.values.len() > 1 || cost == 0), "{}", measure.name());
                    for (other, &more) in spans.iter().zip(costs.levels.last().unwrap()) {
                        prop_assert!(!span.values.is_subset(&other.values) || cost <= more, "{}", measure.name());
                    }
                }
            }
        }
    }
}
