//! Two ways to compute the ordered distance that look at all values of the column. Both work on whole numbers, as ours
//! does: a class of `n` records, a table of `N`, and the distance times `n · N · (values − 1)`.

use super::Histogram;

/// The definition, summed directly: for each value, all differences of shares up to it.
///
/// **Paper**: Li, Li and Venkatasubramanian 2007, section 4.1.
pub(super) fn direct(table: &[u64], records: u64, class: &Histogram) -> u64 {
    let (size, records) = (size(class), records as i64);
    let mut share = vec![0i64; table.len()];
    for &(value, count) in class {
        share[value as usize] = count as i64;
    }
    let sum = |last: usize| {
        let differences = share[..=last].iter().zip(table);
        differences.map(|(&count, &whole)| count * records - whole as i64 * size).sum::<i64>()
    };
    (0..table.len()).map(|last| sum(last).unsigned_abs()).sum()
}

/// One pass over all values that carries the sum along, without giving up early.
///
/// **Paper**: the formula of Bild 2024 for ordered t-closeness, without its pruning.
pub(super) fn one_pass(table: &[u64], records: u64, class: &Histogram) -> u64 {
    let (size, records) = (size(class), records as i64);
    let mut rest = class.iter().peekable();
    let (mut carried, mut sum) = (0i64, 0u64);
    for (value, &whole) in table.iter().enumerate() {
        if let Some((_, count)) = rest.next_if(|(next, _)| *next as usize == value) {
            carried += *count as i64 * records;
        }
        carried -= whole as i64 * size;
        sum += carried.unsigned_abs();
    }
    sum
}

fn size(class: &Histogram) -> i64 {
    class.iter().map(|&(_, count)| count as i64).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Incomes of 3k to 11k, one person each, and the class {3k, 4k, 5k}: 0.375 in the paper.
    #[test]
    fn the_papers_class_is_three_eighths_away() {
        let (table, class) = (vec![1u64; 9], vec![(0, 1), (1, 1), (2, 1)]);
        let unit = 3 * 9 * 8;
        assert_eq!(direct(&table, 9, &class) * 8, 3 * unit);
        assert_eq!(one_pass(&table, 9, &class) * 8, 3 * unit);
    }
}
