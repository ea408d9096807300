//! A counter for every pair that is possible.

use super::source::{BLOCK, Source};

/// Tables with at most so many counters are kept four times: neighbouring rows with the same pair would wait for each other.
const SMALL: usize = 1 << 12;

/// The counters of one column with some others: `counts[other][code * domain of the other + code of the other]`.
pub(crate) fn count(source: &Source<'_>, by: usize, with: &[usize]) -> Vec<Vec<u64>> {
    if u32::try_from(source.records).is_ok() {
        let counts = with_counters::<u32>(source, by, with);
        return counts.into_iter().map(|counts| counts.into_iter().map(u64::from).collect()).collect();
    }
    with_counters::<u64>(source, by, with)
}

fn with_counters<C: Counter>(source: &Source<'_>, by: usize, with: &[usize]) -> Vec<Vec<C>> {
    let cells = |&other: &usize| source.domain(by) * source.domain(other);
    let copies = |cells: usize| if cells <= SMALL && source.weights().is_none() { 4 } else { 1 };
    let mut tables: Vec<Vec<C>> =
        with.iter().map(|other| vec![C::default(); cells(other) * copies(cells(other))]).collect();
    let (mut one, mut two) = ([0; BLOCK], [0; BLOCK]);
    for rows in source.blocks() {
        let own = source.read(by, rows.clone(), &mut one);
        for (&other, table) in with.iter().zip(&mut tables) {
            let width = source.domain(other) as u32;
            let others = source.read(other, rows.clone(), &mut two);
            match source.weights() {
                Some(weights) => {
                    for ((own, other), &weight) in own.iter().zip(others).zip(&weights[rows.clone()]) {
                        table[(own * width + other) as usize].add(weight);
                    }
                }
                None if copies(cells(&other)) == 4 => count_small(own, others, width, table),
                None => {
                    for (own, other) in own.iter().zip(others) {
                        table[(own * width + other) as usize].add(1);
                    }
                }
            }
        }
    }
    for (other, table) in with.iter().zip(&mut tables) {
        let cells = cells(other);
        if copies(cells) == 4 {
            for at in 0..cells {
                let rest = [table[cells + at], table[2 * cells + at], table[3 * cells + at]];
                for more in rest {
                    table[at].add(more.into());
                }
            }
            table.truncate(cells);
        }
    }
    tables
}

/// Each of four neighbouring rows has a table of its own.
fn count_small<C: Counter>(own: &[u32], others: &[u32], width: u32, table: &mut [C]) {
    let (first, rest) = table.split_at_mut(table.len() / 4);
    let (second, rest) = rest.split_at_mut(first.len());
    let (third, fourth) = rest.split_at_mut(first.len());
    let (own, own_rest) = own.as_chunks::<4>();
    let (others, others_rest) = others.as_chunks::<4>();
    for (own, other) in own.iter().zip(others) {
        first[(own[0] * width + other[0]) as usize].add(1);
        second[(own[1] * width + other[1]) as usize].add(1);
        third[(own[2] * width + other[2]) as usize].add(1);
        fourth[(own[3] * width + other[3]) as usize].add(1);
    }
    for (own, other) in own_rest.iter().zip(others_rest) {
        first[(own * width + other) as usize].add(1);
    }
}

/// A number of records; the total fits, as was checked.
trait Counter: Copy + Default + Into<u64> {
    fn add(&mut self, records: u64);
}

impl Counter for u32 {
    #[inline]
    fn add(&mut self, records: u64) {
        *self += records as u32;
    }
}

impl Counter for u64 {
    #[inline]
    fn add(&mut self, records: u64) {
        *self += records;
    }
}
