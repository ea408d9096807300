//! Classes over every choice of some of the columns: what an attacker sees who knows no more.

use crate::Result;
use crate::sheet::Sheet;
use lethe_data::{Context, Table, group};

/// Puts every choice of `known` of the sheet's columns before `visit`, as a sheet of its own.
///
/// People alike on all columns are alike on some of them, so the classes of a choice are unions of those of the sheet,
/// and the rows need not be looked at again.
///
/// **Cost**: for each choice one grouping of the sheet's classes and a sort of their values.
pub(crate) fn for_each_choice(
    sheet: &Sheet,
    table: &Table,
    known: usize,
    context: &Context,
    mut visit: impl FnMut(&Sheet) -> Result<()>,
) -> Result<()> {
    let published: Vec<usize> = (0..sheet.sizes.len())
        .filter(|&class| sheet.sizes[class] > 0 && sheet.unpublished != Some(class))
        .collect();
    let rows: Vec<u32> = published.iter().map(|&class| sheet.first_rows[class]).collect();
    let representatives = table.project(&sheet.columns).select(&rows)?;
    let task = context.task("judging choices of known columns", None);
    for choice in choices(sheet.columns.len(), known) {
        context.check_cancelled()?;
        let unions = group::classes_of(&representatives, &choice, context)?;
        let mut union_of = vec![None; sheet.sizes.len()];
        let mut united = Sheet {
            sizes: vec![0; unions.len()],
            population: vec![0; if sheet.population.is_empty() { 0 } else { unions.len() }],
            first_rows: unions.first_rows().iter().map(|&row| rows[row as usize]).collect(),
            histograms: Vec::new(),
            columns: choice.iter().map(|&index| sheet.columns[index]).collect(),
            unpublished: None,
            suppressed: sheet.suppressed,
        };
        for (&class, &union) in published.iter().zip(unions.ids()) {
            union_of[class] = Some(union);
            united.sizes[union as usize] += sheet.sizes[class];
            if let Some(people) = united.population.get_mut(union as usize) {
                *people += sheet.population[class];
            }
        }
        for histograms in &sheet.histograms {
            united.histograms.push(histograms.united(&union_of, unions.len(), context)?);
        }
        visit(&united)?;
        task.advance(1);
    }
    Ok(())
}

/// Every choice of `size` out of `0..count`, in order.
fn choices(count: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut next = (size <= count).then(|| (0..size).collect::<Vec<usize>>());
    std::iter::from_fn(move || {
        let current = next.take()?;
        let movable = (0..size).rev().find(|&place| current[place] < count - size + place);
        next = movable.map(|place| {
            let start = current[place] + 1;
            current[..place].iter().copied().chain((start..).take(size - place)).collect()
        });
        Some(current)
    })
}

#[cfg(test)]
mod tests {
    use super::choices;

    #[test]
    fn choices_are_all_and_in_order() {
        let all: Vec<_> = choices(4, 2).collect();
        assert_eq!(all, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(choices(3, 3).count(), 1);
        assert_eq!(choices(3, 0).collect::<Vec<_>>(), [[0; 0]]);
        assert_eq!(choices(2, 3).count(), 0);
    }
}
