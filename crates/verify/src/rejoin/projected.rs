//! Two compartments joined on all shared columns, seen by an attacker who knows few of their columns.
//!
//! The attacker joins on columns whose values he need not know, and adds up what the groups say about the values that he
//! does know: over groups z, at least Σ max(0, n(a,z) + n(b,z) − n(z)) and at most Σ min(n(a,z), n(b,z)) records have a
//! in the one compartment and b in the other.

use super::bounds::{Caught, add, frechet};
use super::file::File;
use super::pair::Join;
use crate::Result;
use crate::known::choices;
use lethe_data::{ColumnSet, Context, Error as DataError, group};
use rayon::prelude::*;
use std::collections::HashMap;

/// More choices of columns of one compartment than this are too much work.
const MOST_CHOICES: usize = 1 << 12;
/// So many rows and terms of all pairs of compartments together are enough work.
pub(super) const ENOUGH: u64 = 1 << 28;

/// Who is found on at most `max_size` columns, by the columns; `None` where that is more work than is left, which becomes
/// less by what is done.
///
/// A shared column that is known as well only splits a combination, and one of its parts keeps its person, so as many of
/// them are taken as the attacker may know.
pub(super) fn find(
    [first, second]: [&File; 2],
    join: &Join,
    shared: &ColumnSet,
    max_size: usize,
    k: u64,
    left: &mut u64,
    context: &Context,
) -> Result<Option<Vec<(ColumnSet, Caught)>>> {
    let small = |file: &File| file.records().iter().any(|&records| records < k);
    if shared.len() <= 1 || max_size < 2 || !(small(first) || small(second)) {
        // Known and shared columns together are no more than the attacker may know, or even all columns have classes
        // that are large enough: all counts are 0 or at least k where the compartments by themselves are safe.
        return Ok(Some(Vec::new()));
    }
    let sides = [(first, &join.first), (second, &join.second)];
    let chosen = sides.map(|(file, _)| columns_beside(file, shared, max_size - 1));
    let of_shared =
        (0..max_size - 1).flat_map(|size| choices(shared.len(), size)).take(MOST_CHOICES + 1).count();
    let [ones, twos] = [chosen[0].len(), chosen[1].len()];
    let rows = first.records().len() * (ones + of_shared) + second.records().len() * twos;
    let too_many = [ones, twos, of_shared].iter().any(|&count| count > MOST_CHOICES);
    if too_many || !take(left, (rows + ones * twos * join.records.len()) as u64) {
        return Ok(None);
    }
    let mut parts = [Vec::new(), Vec::new()];
    for (side, (file, ids)) in sides.into_iter().enumerate() {
        for places in &chosen[side] {
            parts[side].push(Parts::of(file, places, ids, join.records.len(), context)?);
        }
    }
    let known_shared = SharedChoices::of(first, &join.first, shared, join.records.len(), max_size, context)?;
    let partners = |one: &Parts| {
        let known = one.columns.len();
        let fitting = parts[1].iter().filter(move |two| known + two.columns.len() <= max_size);
        fitting
            .map(|two| (two, known_shared.of_size(max_size - known - two.columns.len())))
            .collect::<Vec<_>>()
    };
    let terms = |one: &Parts| -> u64 {
        partners(one).iter().map(|(two, shared)| one.terms_with(two) * shared.len() as u64).sum()
    };
    if !take(left, context.install(|| parts[0].par_iter().map(terms).sum())) {
        return Ok(None);
    }
    let work = |one: &Parts| -> Result<Vec<(ColumnSet, Caught)>, DataError> {
        let mut found = Vec::new();
        for (two, shared) in partners(one) {
            context.check_cancelled()?;
            for (columns, value_of) in shared {
                if let Some(caught) = together(one, two, value_of, join, k) {
                    found.push((one.columns.union(&two.columns).union(columns), caught));
                }
            }
        }
        Ok(found)
    };
    let found: Result<Vec<_>, DataError> = context.install(|| parts[0].par_iter().map(work).collect());
    Ok(Some(found?.into_iter().flatten().collect()))
}

/// Takes from what is left, if it is enough.
fn take(left: &mut u64, amount: u64) -> bool {
    let enough = amount <= *left;
    *left -= if enough { amount } else { 0 };
    enough
}

/// Every choice of 1 to `most` of the file's columns that are not shared, by place.
fn columns_beside(file: &File, shared: &ColumnSet, most: usize) -> Vec<Vec<usize>> {
    let own: Vec<usize> =
        (0..file.columns.len()).filter(|&place| !shared.contains(file.columns[place])).collect();
    let sizes = 1..=most.min(own.len());
    sizes
        .flat_map(|size| choices(own.len(), size))
        .take(MOST_CHOICES + 1)
        .map(|choice| choice.into_iter().map(|index| own[index]).collect())
        .collect()
}

/// How many records show each combination of some columns in each group.
struct Parts {
    columns: ColumnSet,
    starts: Vec<usize>,
    entries: Vec<(u32, u64)>,
}

impl Parts {
    fn of(file: &File, places: &[usize], ids: &[u32], groups: usize, context: &Context) -> Result<Self> {
        let classes = group::classes_of(&file.distinct, places, context)?;
        let rows = ids.iter().zip(classes.ids()).zip(file.records());
        let mut rows: Vec<(u32, u32, u64)> =
            rows.map(|((&id, &value), &records)| (id, value, records)).collect();
        rows.sort_unstable();
        rows.dedup_by(|later, kept| {
            let same = (later.0, later.1) == (kept.0, kept.1);
            kept.2 += if same { later.2 } else { 0 };
            same
        });
        let mut starts = vec![0; groups + 1];
        for &(id, ..) in &rows {
            starts[id as usize + 1] += 1;
        }
        for id in 0..groups {
            starts[id + 1] += starts[id];
        }
        let columns = ColumnSet::of(places.iter().map(|&place| file.columns[place]))?;
        Ok(Self {
            columns,
            starts,
            entries: rows.into_iter().map(|(_, value, records)| (value, records)).collect(),
        })
    }

    fn group(&self, group: usize) -> &[(u32, u64)] {
        &self.entries[self.starts[group]..self.starts[group + 1]]
    }

    fn terms_with(&self, other: &Self) -> u64 {
        let groups = 0..self.starts.len() - 1;
        groups.map(|group| (self.group(group).len() * other.group(group).len()) as u64).sum()
    }
}

/// Choices of shared columns, with the combination that each group shows on them.
struct SharedChoices(Vec<Vec<(ColumnSet, Vec<u32>)>>);

impl SharedChoices {
    fn of(
        file: &File,
        ids: &[u32],
        shared: &ColumnSet,
        groups: usize,
        most: usize,
        context: &Context,
    ) -> Result<Self> {
        let columns: Vec<usize> = shared.iter().collect();
        let mut by_size = Vec::new();
        for size in 0..=(most - 2).min(columns.len()) {
            let mut made = Vec::new();
            for choice in choices(columns.len(), size) {
                let chosen = ColumnSet::of(choice.into_iter().map(|index| columns[index]))?;
                let places: Vec<usize> = chosen.iter().filter_map(|column| file.place(column)).collect();
                let classes = group::classes_of(&file.distinct, &places, context)?;
                let mut value_of = vec![0; groups];
                ids.iter().zip(classes.ids()).for_each(|(&id, &value)| value_of[id as usize] = value);
                made.push((chosen, value_of));
            }
            by_size.push(made);
        }
        Ok(Self(by_size))
    }

    /// The choices of so many columns, of all of them where there are fewer.
    fn of_size(&self, size: usize) -> &[(ColumnSet, Vec<u32>)] {
        &self.0[size.min(self.0.len() - 1)]
    }
}

/// Who is found on the columns of both parts and the shared ones with these values.
fn together(one: &Parts, two: &Parts, value_of: &[u32], join: &Join, k: u64) -> Option<Caught> {
    let mut bounds: HashMap<(u32, u32, u32), (u64, u64)> = HashMap::new();
    // Only a combination that is certain in some group can be found; of these alone the upper bound is needed.
    for_each_term(one, two, value_of, join, |key, lower, _| {
        if lower > 0 {
            bounds.entry(key).or_default().0 += lower;
        }
    });
    if bounds.is_empty() {
        return None;
    }
    for_each_term(one, two, value_of, join, |key, _, upper| {
        if let Some(bounds) = bounds.get_mut(&key) {
            bounds.1 += upper;
        }
    });
    let mut caught = None;
    // The sum and the smallest bounds are the same in whatever order the map gives them.
    for (lower, upper) in bounds.into_values() {
        add(&mut caught, lower, upper, k);
    }
    caught
}

fn for_each_term(
    one: &Parts,
    two: &Parts,
    value_of: &[u32],
    join: &Join,
    mut visit: impl FnMut((u32, u32, u32), u64, u64),
) {
    for (group, &[all, _]) in join.records.iter().enumerate() {
        for &(a, records) in one.group(group) {
            for &(b, others) in two.group(group) {
                let (lower, upper) = frechet(records, others, all);
                visit((a, b, value_of[group]), lower, upper);
            }
        }
    }
}
