//! One column after the other: each joins those before it, and only its own cells change until all are safe together.
//!
//! Where a column joins, the sets that count are the ones that contain it: all others were safe before and stay so. A record
//! that one of them exposes gives way in the new column. Its `*` may be too rare itself; then others who look like it on
//! the rest of the set join it. There are always enough of them, because without the new column the set is safe. So the work
//! on a column ends, and columns with few values, which come first, stay whole.

mod again;
mod open;

use super::cells::Cells;
use super::classes::Scratch;
use super::fixpoint::features;
use super::perturb;
use super::suppress::exposed_by;
use super::trial::Trial;
use super::{Policy, Problem, Stuck, Treatment};
use again::Again;
use lethe_data::{Context, Error};
use open::Open;
use std::collections::HashMap;

/// Passes over a column that may move its numbers.
const MOVING_PASSES: u64 = 4;
/// Ordered columns have ranges or neighbours to give way to, so that they come as if they had no more values than this.
const ORDERED: usize = 24;
/// After so many passes a rare value that still exposes somebody is given up by all who show it: its records would go one after
/// the other, each pass a few.
const PATIENCE: u64 = 6;
/// A value is rare when fewer than this many times `k` records show it.
const RARE: u64 = 8;
/// Sets that are looked at before cells change.
const AT_ONCE: usize = 128;

/// A set that exposes records.
struct Exposing<'s> {
    set: &'s [usize],
    rows: Vec<u32>,
}

/// The work on all columns.
pub(super) struct ByColumn<'a> {
    pub(super) problem: &'a Problem<'a>,
    pub(super) policy: &'a Policy,
    pub(super) context: &'a Context,
}

impl ByColumn<'_> {
    /// Changes cells until nobody is exposed; the sets that were treated, by treatment, are counted by `reported`.
    ///
    /// **Errors**: the run is cancelled. `Ok(Err(_))`: columns that are kept expose somebody.
    pub(super) fn run(
        &self,
        cells: &mut Cells,
        mut reported: impl FnMut(Treatment, u64),
    ) -> Result<Result<u64, Stuck>, Error> {
        let order = self.order(cells);
        let task = self.context.task("changing cells column by column", Some(order.len() as u64));
        let mut joined: Vec<usize> = Vec::new();
        let mut passes = 0;
        for column in order {
            let sets = self.sets(&joined, column, cells);
            match self.join_column(cells, column, &sets, &mut reported)? {
                Ok(more) => passes += more,
                Err(stuck) => return Ok(Err(stuck)),
            }
            joined.push(column);
            task.advance(1);
        }
        Ok(Ok(passes))
    }

    /// Changes the cells of a column until none of the sets exposes anybody; returns the passes over the sets.
    fn join_column(
        &self,
        cells: &mut Cells,
        column: usize,
        sets: &[Vec<usize>],
        reported: &mut impl FnMut(Treatment, u64),
    ) -> Result<Result<u64, Stuck>, Error> {
        let ladder = cells.ladder(column);
        let mut again = Again::new(ladder.domain());
        // Those who show `*` cannot give way any more: whether they are enough is asked when all others are.
        let star = ladder.star().filter(|_| ladder.reaches_star() && !cells.is_kept(column));
        let mut counted = vec![0; sets.len().div_ceil(AT_ONCE)];
        let mut pass = 0;
        loop {
            let mut any_exposed = false;
            for (sets, counted) in sets.chunks(AT_ONCE).zip(&mut counted) {
                self.context.check_cancelled()?;
                let rows = again.rows(cells.shown(column), *counted, star);
                *counted = again.counted();
                let found = self.exposing(cells, sets, &rows);
                any_exposed |= !found.is_empty();
                if let Err(stuck) = self.give_way(cells, column, &found, pass, &mut again, reported) {
                    return Ok(Err(stuck));
                }
            }
            if let (false, Some(star)) = (any_exposed, star) {
                for sets in sets.chunks(AT_ONCE) {
                    self.context.check_cancelled()?;
                    let shown = (0..).zip(cells.shown(column));
                    let rows: Vec<u32> =
                        shown.filter(|(_, symbol)| **symbol == star).map(|(row, _)| row).collect();
                    let found = self.exposing(cells, sets, &rows);
                    any_exposed |= !found.is_empty();
                    for Exposing { set, .. } in &found {
                        if let Err(stuck) = self.join(cells, column, set, &mut again) {
                            return Ok(Err(stuck));
                        }
                    }
                }
            }
            if !any_exposed {
                return Ok(Ok(pass));
            }
            pass += 1;
        }
    }

    /// Columns that must be kept come first, then those with few values and those that count most.
    fn order(&self, cells: &Cells) -> Vec<usize> {
        let only_removes = *self.policy == Policy::Always(Treatment::Suppress);
        let key = |column: usize| {
            let original = self.problem.table.column(self.problem.columns[column]);
            let values = original.dictionary().len();
            let values =
                if self.problem.is_ordered(column) && !only_removes { values.min(ORDERED) } else { values };
            let worth = values as f64 / self.problem.weight(column);
            (!cells.is_kept(column), worth, column)
        };
        let mut order: Vec<usize> = (0..cells.width()).collect();
        order
            .sort_by(|&left, &right| key(left).partial_cmp(&key(right)).unwrap_or(std::cmp::Ordering::Equal));
        order
    }

    /// The sets of this column and some that joined before, inside one of the problem's sets, smaller ones first. Columns that
    /// show the same everywhere tell nobody apart.
    fn sets(&self, joined: &[usize], column: usize, cells: &mut Cells) -> Vec<Vec<usize>> {
        cells.number();
        let tells = |other: &usize| cells.numbered(*other).1 > 1;
        let joined: Vec<usize> = joined.iter().copied().filter(tells).collect();
        let mut sets: Vec<Vec<usize>> = Vec::new();
        for within in self.problem.within.iter().filter(|within| within.contains(&column)) {
            let partners: Vec<usize> =
                joined.iter().copied().filter(|other| within.contains(other)).collect();
            match self.problem.max_size {
                Some(size) if size <= partners.len() => {
                    choices(&partners, size - 1, &mut vec![column], &mut sets);
                }
                // Safe all together, they are safe in every choice.
                _ => sets.push([column].into_iter().chain(partners).collect()),
            }
        }
        // The column stands first in all of them, so that sets with the same second column are counted together.
        sets.sort_unstable_by(|left, right| (left.len(), left).cmp(&(right.len(), right)));
        sets.dedup();
        sets
    }

    /// Those of the sets that expose some of the rows, which are whole groups.
    fn exposing<'s>(&self, cells: &mut Cells, sets: &'s [Vec<usize>], rows: &[u32]) -> Vec<Exposing<'s>> {
        if rows.is_empty() {
            return Vec::new();
        }
        let rows = (rows.len() < cells.rows()).then_some(rows);
        let exposed = exposed_by(cells, self.problem.k, sets, rows, self.context);
        let found = sets.iter().zip(exposed).filter(|(_, rows)| !rows.is_empty());
        found.map(|(set, rows)| Exposing { set, rows }).collect()
    }

    /// Changes the column's cells of the records that sets expose.
    fn give_way(
        &self,
        cells: &mut Cells,
        column: usize,
        found: &[Exposing<'_>],
        pass: u64,
        again: &mut Again,
        reported: &mut impl FnMut(Treatment, u64),
    ) -> Result<(), Stuck> {
        for &row in found.iter().flat_map(|exposing| &exposing.rows) {
            again.touch(cells.shown(column)[row as usize]);
        }
        let mut changed = vec![false; cells.rows()];
        let mut scratch = Scratch::default();
        // A column that is kept gives way to nobody.
        let found_to_treat = if cells.is_kept(column) { &[] } else { found };
        // Groups of the moment are looked at by those who move values, keep columns, or lose patience.
        let only_raises = matches!(self.policy, Policy::Always(Treatment::Suppress | Treatment::Generalize));
        for Exposing { set, rows } in found_to_treat {
            if rows.iter().all(|&row| changed[row as usize]) {
                continue;
            }
            if !only_raises || pass >= PATIENCE || set.iter().any(|&column| cells.is_kept(column)) {
                cells.number();
            }
            let treatment = self.treatment(cells, column, set, rows, pass);
            reported(treatment, 1);
            let open = Open::of(cells, self.problem, column, set, &mut scratch);
            let rows = open.with_alike(cells, rows, &mut scratch);
            let rows = self.giving_way(cells, column, &rows, pass);
            let rows: Vec<u32> = rows.into_iter().filter(|&row| !changed[row as usize]).collect();
            let top = cells.ladder(column).top();
            if treatment == Treatment::Perturb {
                let Trial { changes, .. } = perturb::along(
                    cells,
                    self.problem,
                    (&open.columns, open.enough),
                    column,
                    &rows,
                    &mut scratch,
                );
                for (row, column, change) in changes {
                    again.touch(cells.shown(column)[row as usize]);
                    Trial::apply(cells, row, column, change);
                    again.touch(cells.shown(column)[row as usize]);
                    changed[row as usize] = true;
                }
            }
            for row in rows {
                let level = cells.level(column, row);
                if changed[row as usize] || !cells.can_be_raised(column, row) {
                    continue;
                }
                let next = if treatment == Treatment::Generalize { level + 1 } else { top };
                if next == top && !cells.can_be_starred(column, row) {
                    continue;
                }
                again.touch(cells.shown(column)[row as usize]);
                cells.raise(column, row, next);
                again.touch(cells.shown(column)[row as usize]);
                changed[row as usize] = true;
            }
        }
        if found.is_empty() || changed.contains(&true) {
            return Ok(());
        }
        // Nobody can give way any more: the stars themselves are rare.
        found.iter().try_for_each(|Exposing { set, .. }| self.join(cells, column, set, again))
    }

    /// Exposed records, and, when patience is at an end, those who show the same rare values.
    fn giving_way(&self, cells: &Cells, column: usize, rows: &[u32], pass: u64) -> Vec<u32> {
        if pass < PATIENCE {
            return rows.to_vec();
        }
        let (numbers, distinct) = cells.numbered(column);
        let mut records = vec![0u64; distinct];
        for (row, &number) in numbers.iter().enumerate() {
            records[number as usize] += cells.records(row as u32);
        }
        let mut goes = vec![false; distinct];
        for &row in rows {
            let number = numbers[row as usize] as usize;
            goes[number] = records[number] < self.problem.k.saturating_mul(RARE);
        }
        let mut all: Vec<u32> =
            (0..).zip(numbers).filter(|(_, number)| goes[**number as usize]).map(|(row, _)| row).collect();
        all.extend(rows.iter().filter(|&&row| !goes[numbers[row as usize] as usize]));
        all.sort_unstable();
        all
    }

    /// What the column's cells do for a set.
    fn treatment(&self, cells: &Cells, column: usize, set: &[usize], rows: &[u32], pass: u64) -> Treatment {
        let wanted = match self.policy {
            Policy::Always(treatment) => *treatment,
            Policy::Rules(rules) => rules.treatment(&features(self.problem, cells, set, rows)),
            Policy::Least => return self.least(cells, column, set, rows, pass),
        };
        let may_move = self.problem.is_ordered(column) && pass < MOVING_PASSES;
        let may_rise = cells.ladder(column).top() > 1;
        match wanted {
            Treatment::Perturb if may_move => Treatment::Perturb,
            Treatment::Suppress => Treatment::Suppress,
            Treatment::Perturb if *self.policy == Policy::Always(Treatment::Perturb) => Treatment::Suppress,
            _ if may_rise => Treatment::Generalize,
            _ => Treatment::Suppress,
        }
    }

    /// The treatment of the column's cells that loses least.
    fn least(&self, cells: &Cells, column: usize, set: &[usize], rows: &[u32], pass: u64) -> Treatment {
        let ladder = cells.ladder(column);
        let weight = self.problem.weight(column);
        let records: f64 = rows.iter().map(|&row| cells.records(row) as f64).sum();
        let mut best = (weight * records, Treatment::Suppress);
        if ladder.top() > 1 {
            let rise = |row: u32| {
                let (level, value) = (cells.level(column, row), cells.value(column, row));
                let next = (level + 1).min(ladder.top());
                (ladder.loss(next, value) - ladder.loss(level, value)) * cells.records(row) as f64
            };
            let loss = weight * rows.iter().map(|&row| rise(row)).sum::<f64>();
            if loss < best.0 {
                best = (loss, Treatment::Generalize);
            }
        }
        if self.problem.is_ordered(column) && pass < MOVING_PASSES {
            let trial = perturb::along(
                cells,
                self.problem,
                (set, self.problem.k),
                column,
                rows,
                &mut Scratch::default(),
            );
            if trial.loss < best.0 {
                best = (trial.loss, Treatment::Perturb);
            }
        }
        best.1
    }

    /// Finds company for records whose `*` is rare: others alike on the rest of the set show it, too, those first who have
    /// most company where they are.
    fn join(&self, cells: &mut Cells, column: usize, set: &[usize], again: &mut Again) -> Result<(), Stuck> {
        let k = self.problem.k;
        let mut scratch = Scratch::default();
        cells.number();
        let alike = cells.alike(set, &mut scratch);
        let others: Vec<usize> = set.iter().copied().filter(|&other| other != column).collect();
        let rest = cells.alike(&others, &mut scratch);
        let records = |row: u32| alike.records[alike.class[row as usize] as usize];
        // By what the rest of the set shows: how many more records must show `*`. Exposed records that can still do so will.
        let mut needy: HashMap<u32, u64> = HashMap::new();
        for row in (0..cells.rows() as u32).filter(|&row| records(row) < k) {
            needy.insert(rest.class[row as usize], k);
        }
        let mut candidates: Vec<(u32, bool, std::cmp::Reverse<u64>, u32)> = Vec::new();
        for row in 0..cells.rows() as u32 {
            let class = rest.class[row as usize];
            let Some(missing) = needy.get_mut(&class) else { continue };
            if cells.can_be_starred(column, row) {
                candidates.push((class, records(row) >= k, std::cmp::Reverse(records(row)), row));
            } else if cells.level(column, row) == cells.ladder(column).top() {
                *missing = missing.saturating_sub(cells.records(row));
            }
        }
        candidates.sort_unstable();
        let mut recruits = Vec::new();
        for (class, is_safe, _, row) in candidates {
            let missing = needy.entry(class).or_default();
            if !is_safe || *missing > 0 {
                *missing = missing.saturating_sub(cells.records(row));
                recruits.push(row);
            }
        }
        let open = Open::of(cells, self.problem, column, set, &mut scratch);
        for row in open.with_alike(cells, &recruits, &mut scratch) {
            if cells.can_be_starred(column, row) {
                again.touch(cells.shown(column)[row as usize]);
                cells.star(column, row);
            }
        }
        if needy.values().any(|&missing| missing > 0) {
            return Err(Stuck { columns: set.iter().map(|&column| cells.name(column).to_owned()).collect() });
        }
        Ok(())
    }
}

/// Every choice of at most `size` of the columns, each with what was chosen before.
fn choices(columns: &[usize], size: usize, chosen: &mut Vec<usize>, all: &mut Vec<Vec<usize>>) {
    all.push(chosen.clone());
    if size == 0 {
        return;
    }
    for (at, &column) in columns.iter().enumerate() {
        chosen.push(column);
        choices(&columns[at + 1..], size - 1, chosen, all);
        chosen.pop();
    }
}
