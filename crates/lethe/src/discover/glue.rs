//! Stand-ins until the analyses of the discovery crate are here.
#![allow(clippy::pedantic, reason = "short-lived")]

use lethe_data::{ColumnSet, Context, Table};
use lethe_discovery::Result;
use lethe_discovery::qid::{Algorithm, Found, Question};

pub(super) mod standalone {
    use super::*;
    pub(in super::super) fn standalone(
        table: &Table,
        columns: &[usize],
        threshold: f64,
        context: &Context,
    ) -> Result<Vec<usize>> {
        let options = lethe_discovery::ProfileOptions { standalone_threshold: threshold, top_values: 0 };
        let profile = lethe_discovery::profile(&table.project(columns), &options, context)?;
        Ok(columns
            .iter()
            .copied()
            .zip(profile.columns)
            .filter(|(_, p)| p.standalone)
            .map(|(c, _)| c)
            .collect())
    }
}

pub(super) mod coverage {
    use super::*;
    pub(in super::super) fn coverage(
        q: &Question<'_>,
        sets: &[ColumnSet],
        context: &Context,
    ) -> Result<Vec<u64>> {
        sets.iter().map(|set| q.exposed(set, context)).collect()
    }
    pub(in super::super) fn union_coverage(
        q: &Question<'_>,
        sets: &[ColumnSet],
        context: &Context,
    ) -> Result<u64> {
        let mut all = vec![false; q.table().rows()];
        for set in sets {
            for (row, exposed) in q.exposed_rows(set, context)?.into_iter().enumerate() {
                all[row] |= exposed;
            }
        }
        let weight = |row: usize| q.table().weights().map_or(1, |w| w[row]);
        Ok(all.iter().enumerate().filter(|(_, e)| **e).map(|(row, _)| weight(row)).sum())
    }
}

pub(super) mod witness {
    use super::*;
    pub(in super::super) fn witnesses(
        q: &Question<'_>,
        set: &ColumnSet,
        limit: usize,
        context: &Context,
    ) -> Result<Vec<u32>> {
        let rows = q.exposed_rows(set, context)?;
        Ok(rows.iter().enumerate().filter(|(_, e)| **e).map(|(r, _)| r as u32).take(limit).collect())
    }
}

pub(super) mod borders {
    use super::*;
    pub(in super::super) fn maximal_safe(
        columns: &[usize],
        minimal: &[ColumnSet],
        _: &Context,
    ) -> Result<Vec<ColumnSet>> {
        let all = ColumnSet::of(columns.iter().copied())?;
        let mut safe = vec![all];
        for set in minimal {
            let mut next: Vec<ColumnSet> = Vec::new();
            for candidate in safe {
                if set.is_subset(&candidate) {
                    for column in set.iter() {
                        let mut smaller = candidate.clone();
                        smaller.remove(column);
                        next.push(smaller);
                    }
                } else {
                    next.push(candidate);
                }
            }
            next.sort();
            next.dedup();
            let copy = next.clone();
            next.retain(|c| !copy.iter().any(|o| o != c && c.is_subset(o)));
            safe = next;
        }
        safe.retain(|s| !s.is_empty());
        Ok(safe)
    }
}

pub(super) struct Plain;
impl Algorithm for Plain {
    fn name(&self) -> &'static str {
        "exact"
    }
    fn find(&self, q: &Question<'_>, context: &Context) -> Result<Found> {
        let (mut minimal, mut tests): (Vec<ColumnSet>, u64) = (Vec::new(), 0);
        let mut level: Vec<ColumnSet> = vec![ColumnSet::default()];
        for size in 1..=q.max_size() {
            let mut next = Vec::new();
            for set in &level {
                for &column in q.columns().iter().filter(|c| set.iter().all(|s| s < **c)) {
                    if context.check_cancelled().is_err() {
                        return Ok(Found::stopped(minimal, size - 1, tests));
                    }
                    let mut candidate = set.clone();
                    candidate.insert(column)?;
                    if minimal.iter().any(|m| m.is_subset(&candidate)) {
                        continue;
                    }
                    tests += 1;
                    if q.is_exposing(&candidate, context)? {
                        minimal.push(candidate)
                    } else {
                        next.push(candidate)
                    }
                }
            }
            level = next;
        }
        Ok(Found::all(minimal, q.max_size(), tests))
    }
}
