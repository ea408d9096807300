//! One number in place of a group's.

use lethe_data::{Decimal, Dictionary};
use lethe_recipe::Center;

/// Digits of a mean beyond those of the numbers.
const FURTHER_DIGITS: usize = 2;
/// More digits after the point than a double can be trusted with.
const MOST_DIGITS: usize = 9;

/// What stands for the numbers with these codes, each with its records; at least one person. Neither is true of its records: the
/// mean, or the smallest number that half of the records do not exceed.
pub(crate) fn label(center: Center, dictionary: &Dictionary, numbers: &mut [(u32, u64)]) -> String {
    // In the order of their values, so that sums do not depend on that of the records.
    numbers.sort_unstable();
    let all: u64 = numbers.iter().map(|(_, records)| records).sum();
    match center {
        Center::Mean => {
            let number = |code: u32| dictionary.value(code).as_decimal().map_or(0.0, Decimal::to_f64);
            let sum: f64 = numbers.iter().map(|&(code, records)| number(code) * records as f64).sum();
            let digits = numbers.iter().map(|&(code, _)| digits_after_point(dictionary.text(code))).max();
            let digits = digits.unwrap_or(0) + FURTHER_DIGITS;
            rounded(sum / all.max(1) as f64, digits.min(MOST_DIGITS))
        }
        Center::Median => {
            let mut seen = 0;
            let median = numbers.iter().find(|(_, records)| {
                seen += records;
                2 * seen >= all
            });
            median.map_or_else(String::new, |&(code, _)| dictionary.text(code).to_owned())
        }
    }
}

fn digits_after_point(text: &str) -> usize {
    text.split_once('.').map_or(0, |(_, fraction)| fraction.len())
}

/// A number with at most so many digits after the point, none of them in vain.
fn rounded(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    let text = if digits > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::{Column, TypeChoice};

    fn label(center: Center, cells: &[&str], records: &[u64]) -> String {
        let column =
            Column::from_texts("c", cells.iter().map(|&cell| Some(cell)), TypeChoice::Infer).unwrap();
        let codes = column.codes().widened();
        let mut numbers: Vec<(u32, u64)> = codes.zip(records.iter().copied()).collect();
        super::label(center, column.dictionary(), &mut numbers)
    }

    #[test]
    fn means_and_medians_count_records() {
        assert_eq!(label(Center::Mean, &["20", "30", "40"], &[1, 1, 2]), "32.5");
        assert_eq!(label(Center::Mean, &["1", "2", "2.5"], &[1, 1, 1]), "1.833");
        assert_eq!(label(Center::Mean, &["-1", "1"], &[1, 1]), "0");
        assert_eq!(label(Center::Mean, &["100", "300"], &[1, 1]), "200");
        assert_eq!(label(Center::Median, &["40", "20", "30"], &[1, 1, 1]), "30");
        assert_eq!(label(Center::Median, &["40", "20", "30"], &[5, 1, 1]), "40");
        assert_eq!(label(Center::Median, &["20", "40"], &[1, 1]), "20");
    }
}
