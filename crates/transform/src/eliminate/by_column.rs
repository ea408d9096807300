//! One column after the other: each joins those before it, and only its own cells change until all are safe together.
//!
//! Where a column joins, the sets that count are the ones that contain it: all others were safe before and stay so. A record
//! that one of them exposes gives way in the new column. Its `*` may be too rare itself; then others who look like it on
//! the rest of the set join it. There are always enough of them, because without the new column the set is safe. So the work
//! on a column ends, and columns with few values, which come first, stay whole.

use super::cells::Cells;
use super::classes::Scratch;
use super::fixpoint::features;
use super::perturb;
use super::suppress::exposed_by;
use super::trial::Trial;
use super::{Policy, Problem, Stuck, Treatment};
use lethe_data::{Context, Error};
use std::collections::HashMap;

/// Passes over a column that may move its numbers.
const MOVING_PASSES: u64 = 4;
/// Ordered columns have ranges or neighbours to give way to, so that they come as if they had no more values than this.
const ORDERED: usize = 24;
/// After so many passes a rare value that still exposes somebody is given up by all who show it: its records would go one after
/// the other, each pass a few.
const PATIENCE: u64 = 6;
/// A value is rare when fewer than this many times `k` people show it.
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
    /// Changes cells until nobody is exposed; the sets that were treated, by treatment, are counted by `told`.
    ///
    /// **Errors**: the run is cancelled. `Ok(Err(_))`: columns that are kept expose somebody.
    pub(super) fn run(
        &self,
        cells: &mut Cells,
        mut told: impl FnMut(Treatment, u64),
    ) -> Result<Result<u64, Stuck>, Error> {
        let order = self.order(cells);
        let task = self.context.task("changing cells column by column", Some(order.len() as u64));
        let mut joined: Vec<usize> = Vec::new();
        let mut passes = 0;
        for column in order {
            let sets = self.sets(&joined, column);
            let mut pass = 0;
            loop {
                let mut any_exposed = false;
                for sets in sets.chunks(AT_ONCE) {
                    self.context.check_cancelled()?;
                    let found = self.exposing(cells, sets);
                    any_exposed |= !found.is_empty();
                    if let Err(stuck) = self.give_way(cells, column, &found, pass, &mut told) {
                        return Ok(Err(stuck));
                    }
                }
                if !any_exposed {
                    break;
                }
                pass += 1;
            }
            passes += pass;
            joined.push(column);
            task.advance(1);
        }
        Ok(Ok(passes))
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

    /// The sets of this column and some that joined before, inside one of the problem's sets, smaller ones first.
    fn sets(&self, joined: &[usize], column: usize) -> Vec<Vec<usize>> {
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

    /// Those of the sets that expose records.
    fn exposing<'s>(&self, cells: &mut Cells, sets: &'s [Vec<usize>]) -> Vec<Exposing<'s>> {
        let exposed = exposed_by(cells, self.problem.k, sets, self.context);
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
        told: &mut impl FnMut(Treatment, u64),
    ) -> Result<(), Stuck> {
        let mut changed = vec![false; cells.rows()];
        let mut scratch = Scratch::default();
        // A column that is kept gives way to nobody.
        let found_to_treat = if cells.is_kept(column) { &[] } else { found };
        for Exposing { set, rows } in found_to_treat {
            cells.number();
            let treatment = self.treatment(cells, column, set, rows, pass);
            told(treatment, 1);
            let rows = with_kept_alike(cells, column, set, rows, &mut scratch);
            let rows = self.giving_way(cells, column, &rows, pass);
            let rows: Vec<u32> = rows.into_iter().filter(|&row| !changed[row as usize]).collect();
            let top = cells.ladder(column).top();
            if treatment == Treatment::Perturb {
                let Trial { changes, .. } =
                    perturb::along(cells, self.problem, set, column, &rows, &mut scratch);
                for (row, column, change) in changes {
                    Trial::apply(cells, row, column, change);
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
                cells.raise(column, row, next);
                changed[row as usize] = true;
            }
        }
        if found.is_empty() || changed.contains(&true) {
            return Ok(());
        }
        // Nobody can give way any more: the stars themselves are rare.
        found.iter().try_for_each(|Exposing { set, .. }| self.join(cells, column, set))
    }

    /// Exposed records, and, when patience is at an end, those who show the same rare values.
    fn giving_way(&self, cells: &Cells, column: usize, rows: &[u32], pass: u64) -> Vec<u32> {
        if pass < PATIENCE {
            return rows.to_vec();
        }
        let (numbers, distinct) = cells.numbered(column);
        let mut people = vec![0u64; distinct];
        for (row, &number) in numbers.iter().enumerate() {
            people[number as usize] += cells.people(row as u32);
        }
        let mut goes = vec![false; distinct];
        for &row in rows {
            let number = numbers[row as usize] as usize;
            goes[number] = people[number] < self.problem.k.saturating_mul(RARE);
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
        let people: f64 = rows.iter().map(|&row| cells.people(row) as f64).sum();
        let mut best = (weight * people, Treatment::Suppress);
        if ladder.top() > 1 {
            let rise = |row: u32| {
                let (level, value) = (cells.level(column, row), cells.value(column, row));
                let next = (level + 1).min(ladder.top());
                (ladder.loss(next, value) - ladder.loss(level, value)) * cells.people(row) as f64
            };
            let loss = weight * rows.iter().map(|&row| rise(row)).sum::<f64>();
            if loss < best.0 {
                best = (loss, Treatment::Generalize);
            }
        }
        if self.problem.is_ordered(column) && pass < MOVING_PASSES {
            let trial = perturb::along(cells, self.problem, set, column, rows, &mut Scratch::default());
            if trial.loss < best.0 {
                best = (trial.loss, Treatment::Perturb);
            }
        }
        best.1
    }

    /// Finds company for records whose `*` is rare: others alike on the rest of the set show it, too, those first who have
    /// most company where they are.
    fn join(&self, cells: &mut Cells, column: usize, set: &[usize]) -> Result<(), Stuck> {
        let k = self.problem.k;
        let mut scratch = Scratch::default();
        cells.number();
        let alike = cells.alike(set, &mut scratch);
        let others: Vec<usize> = set.iter().copied().filter(|&other| other != column).collect();
        let rest = cells.alike(&others, &mut scratch);
        let people = |row: u32| alike.people[alike.class[row as usize] as usize];
        // By what the rest of the set shows: how many more people must show `*`. Exposed records that can still do so will.
        let mut needy: HashMap<u32, u64> = HashMap::new();
        for row in (0..cells.rows() as u32).filter(|&row| people(row) < k) {
            needy.insert(rest.class[row as usize], k);
        }
        let mut candidates: Vec<(u32, bool, std::cmp::Reverse<u64>, u32)> = Vec::new();
        for row in 0..cells.rows() as u32 {
            let class = rest.class[row as usize];
            let Some(missing) = needy.get_mut(&class) else { continue };
            if cells.can_be_starred(column, row) {
                candidates.push((class, people(row) >= k, std::cmp::Reverse(people(row)), row));
            } else if cells.level(column, row) == cells.ladder(column).top() {
                *missing = missing.saturating_sub(cells.people(row));
            }
        }
        candidates.sort_unstable();
        for (class, is_safe, _, row) in candidates {
            let missing = needy.entry(class).or_default();
            if !is_safe || *missing > 0 {
                *missing = missing.saturating_sub(cells.people(row));
                cells.star(column, row);
            }
        }
        if needy.values().any(|&missing| missing > 0) {
            return Err(Stuck { columns: set.iter().map(|&column| cells.name(column).to_owned()).collect() });
        }
        Ok(())
    }
}

/// Exposed records, and all who differ from them only in columns that are kept: otherwise a `*` would tell what these show, as
/// it would stand where the rarer of their values are.
fn with_kept_alike(
    cells: &Cells,
    column: usize,
    set: &[usize],
    rows: &[u32],
    scratch: &mut Scratch,
) -> Vec<u32> {
    let others: Vec<usize> =
        set.iter().copied().filter(|&other| other == column || !cells.is_kept(other)).collect();
    if others.len() == set.len() {
        return rows.to_vec();
    }
    let alike = cells.alike(&others, scratch);
    let mut goes = vec![false; alike.people.len()];
    for &row in rows {
        goes[alike.class[row as usize] as usize] = true;
    }
    (0..).zip(&alike.class).filter(|(_, class)| goes[**class as usize]).map(|(row, _)| row).collect()
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
