//! The other side of the border: the maximal column sets that are no quasi-identifiers, as far as they are known.
//!
//! A search that looked at sets of up to `m` columns, or was stopped after all of them, knows nothing about larger
//! sets. Calling a larger one safe would be a guess. So the safe sets are those that are maximal among the sets of up
//! to `m` columns: the known ones of at most that size, and every `m` columns of the larger ones.

use crate::Result;
use lethe_data::{ColumnSet, Context};
use lethe_discovery::qid::{self, Question};

/// More sets than this are no answer anybody can read.
const MOST: u64 = 1_000_000;

/// The maximal safe sets among the sets of up to `size` columns, in the order of reports; `None` when there are more
/// than a million.
///
/// **Guarantee**: with `size` the number of columns, these are all maximal sets without a subset in `minimal`.
pub(super) fn maximal_safe(
    question: &Question<'_>,
    minimal: &[ColumnSet],
    size: usize,
    context: &Context,
) -> Result<Option<Vec<ColumnSet>>, lethe_discovery::Error> {
    let safe = qid::maximal_safe(question.columns(), minimal, context)?;
    let (mut known, larger): (Vec<_>, Vec<_>) = safe.into_iter().partition(|set| set.len() <= size);
    let parts: u64 = larger.iter().fold(0, |sum, set| sum.saturating_add(choices(set.len(), size)));
    if parts.saturating_add(known.len() as u64) > MOST {
        return Ok(None);
    }
    for set in &larger {
        context.check_cancelled()?;
        let columns: Vec<usize> = set.iter().collect();
        parts_of(&columns, size, &mut Vec::new(), &mut known)?;
    }
    known.sort_unstable();
    known.dedup();
    Ok(Some(known))
}

/// The number of ways to choose `size` of `count`, or a number that is larger than all that matter.
fn choices(count: usize, size: usize) -> u64 {
    (0..size).fold(1u64, |ways, taken| {
        let ways = u128::from(ways) * (count - taken) as u128 / (taken + 1) as u128;
        u64::try_from(ways).unwrap_or(u64::MAX).min(MOST * MOST)
    })
}

/// Adds every `size` of the columns.
fn parts_of(
    columns: &[usize],
    size: usize,
    taken: &mut Vec<usize>,
    parts: &mut Vec<ColumnSet>,
) -> Result<(), lethe_data::Error> {
    if size == 0 {
        parts.push(ColumnSet::of(taken.iter().copied())?);
        return Ok(());
    }
    for (index, &column) in columns.iter().enumerate().take((columns.len() + 1).saturating_sub(size)) {
        taken.push(column);
        parts_of(&columns[index + 1..], size - 1, taken, parts)?;
        taken.pop();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use lethe_data::{Column, Table, TypeChoice};
    use lethe_discovery::qid::Limits;

    #[test]
    fn sets_larger_than_what_was_searched_are_not_called_safe() {
        let column = |name| Column::from_texts(name, [Some("x")], TypeChoice::Infer).unwrap();
        let table = Table::new(["a", "b", "c", "d"].map(column).to_vec()).unwrap();
        let question = Question::new(&table, 0..4, Limits::default()).unwrap();
        let context = Context::new(1).unwrap();
        let set = |columns: &[usize]| ColumnSet::of(columns.iter().copied()).unwrap();
        let safe = |size| maximal_safe(&question, &[set(&[0, 1])], size, &context).unwrap().unwrap();
        assert_eq!(safe(4), [set(&[0, 2, 3]), set(&[1, 2, 3])]);
        let pairs = [set(&[0, 2]), set(&[0, 3]), set(&[1, 2]), set(&[1, 3]), set(&[2, 3])];
        assert_eq!(safe(2), pairs);
        assert_eq!(choices(100, 3), 161_700);
        assert!(choices(4000, 2000) > MOST);
    }
}
