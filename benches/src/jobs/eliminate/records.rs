//! Removing whole records: everybody who stands out by any few columns, until nobody is left who does.

use anyhow::Result;
use lethe_data::{Context, Table, group};

/// The records that can stay. Who stands out by a set stands out by every larger one, so that sets of the full size
/// decide.
pub(super) fn left(table: &Table, k: u64, size: usize, context: &Context) -> Result<Table> {
    let size = size.min(table.columns().len());
    let mut left = table.clone();
    loop {
        let before = left.rows();
        let mut set: Vec<usize> = (0..size).collect();
        while left.rows() > 0 {
            left = company(&left, &set, k, context)?;
            if !advance(&mut set, table.columns().len()) {
                break;
            }
        }
        if left.rows() == before || left.rows() == 0 {
            return Ok(left);
        }
    }
}

/// The records that are not alone on a set.
fn company(table: &Table, set: &[usize], k: u64, context: &Context) -> Result<Table> {
    let classes = group::classes_of(table, set, context)?;
    let sizes = classes.counts();
    let class_of = classes.ids().iter();
    let rows = (0u32..).zip(class_of).filter(|(_, class)| sizes[**class as usize] >= k);
    let rows: Vec<u32> = rows.map(|(row, _)| row).collect();
    if rows.len() == table.rows() { Ok(table.clone()) } else { Ok(table.select(&rows)?) }
}

/// The next set of as many columns; false after the last one.
fn advance(set: &mut [usize], columns: usize) -> bool {
    let size = set.len();
    let Some(at) = (0..size).rev().find(|&at| set[at] < columns - size + at) else { return false };
    set[at] += 1;
    for next in at + 1..size {
        set[next] = set[next - 1] + 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_comes_once() {
        let (mut set, mut count) = (vec![0, 1, 2], 1);
        while advance(&mut set, 6) {
            count += 1;
        }
        assert_eq!((set, count), (vec![3, 4, 5], 20));
    }
}
