//! Two compartments joined on the columns that they share.

use super::bounds::{Caught, add, frechet};
use super::file::File;
use crate::Result;
use lethe_data::{ColumnSet, Context, group};

/// Which group of records that are equal on the shared columns each distinct row is in.
pub(super) struct Join {
    pub(super) first: Vec<u32>,
    pub(super) second: Vec<u32>,
    /// The records of each group, in the first compartment and in the second.
    pub(super) records: Vec<[u64; 2]>,
    rows: [Vec<u64>; 2],
}

impl Join {
    pub(super) fn of(first: &File, second: &File, shared: &ColumnSet, context: &Context) -> Result<Self> {
        let rows = first.records().len() + second.records().len();
        let mut memory = context.memory().reserve("joining compartments");
        memory.try_grow(rows * size_of::<u32>() * (shared.len() + 2))?;
        let mut lists = Vec::with_capacity(shared.len());
        for column in shared.iter() {
            let mut list = Vec::with_capacity(rows);
            for file in [first, second] {
                // Both have every shared column.
                list.extend(file.place(column).into_iter().flat_map(|place| file.values(place)));
            }
            let domain = list.iter().max().map_or(1, |&largest| largest as usize + 1);
            lists.push((list, domain));
        }
        let lists: Vec<(&[u32], usize)> =
            lists.iter().map(|(list, domain)| (list.as_slice(), *domain)).collect();
        let classes = group::classes_of_numbers(&lists, rows, None, context)?;
        let (one, two) = classes.ids().split_at(first.records().len());
        let mut records = vec![[0; 2]; classes.len()];
        for (side, ids, file) in [(0, one, first), (1, two, second)] {
            ids.iter().zip(file.records()).for_each(|(&id, count)| records[id as usize][side] += count);
        }
        let rows = [first.records().to_vec(), second.records().to_vec()];
        Ok(Self { first: one.to_vec(), second: two.to_vec(), records, rows })
    }

    /// Whether both compartments have the same records in every group.
    pub(super) fn agrees(&self) -> bool {
        self.records.iter().all(|[one, two]| one == two)
    }

    /// Who is found on all columns of both.
    ///
    /// A combination with a person provably in it takes up more than what the other rows of its group leave over, so for
    /// each small row only the largest rows of the other side come into question.
    pub(super) fn found(&self, k: u64) -> Option<Caught> {
        let sides = [by_group(&self.first, &self.rows[0]), by_group(&self.second, &self.rows[1])];
        let mut caught = None;
        let mut starts = [0, 0];
        for (group, [all, _]) in self.records.iter().enumerate() {
            let parts = [0, 1].map(|side| {
                let rest = &sides[side][starts[side]..];
                let length = rest.iter().take_while(|(id, _)| *id as usize == group).count();
                starts[side] += length;
                &rest[..length]
            });
            for &(_, one) in parts[0] {
                for &(_, two) in parts[1] {
                    let (lower, upper) = frechet(one, two, *all);
                    if lower == 0 {
                        break;
                    }
                    add(&mut caught, lower, upper, k);
                }
            }
        }
        caught
    }
}

/// The rows by group, the largest of each first.
fn by_group(ids: &[u32], records: &[u64]) -> Vec<(u32, u64)> {
    let mut rows: Vec<(u32, u64)> = ids.iter().copied().zip(records.iter().copied()).collect();
    rows.sort_unstable_by_key(|&(id, records)| (id, std::cmp::Reverse(records)));
    rows
}
