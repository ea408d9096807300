//! Classes over every choice of some of the columns: what an attacker sees who knows no more.

use crate::sheet::{Asked, Sheet};
use crate::{Result, sizes};
use lethe_data::{Context, Table, group};
use lethe_models::privacy::ClassModel;

/// Asks a model about the classes of every choice of `known` of the sheet's columns.
///
/// **Guarantee**: the answer is that of asking about one choice after the other, in order.
/// **Cost**: for a model of sizes only, one pass over the sheet's classes for each choice; for others a grouping of
/// them and a sort of their values.
pub(crate) fn ask_choices(
    sheet: &Sheet,
    table: &Table,
    known: usize,
    model: &dyn ClassModel,
    context: &Context,
) -> Result<Asked> {
    let records = Representatives::of(sheet, table)?;
    if !model.is_size() || known == 0 {
        return records.ask_each(known, model, context);
    }
    let Some(found) =
        sizes::of_choices(&records.table, &records.sizes(), known, model.least().size, context)?
    else {
        return Ok(Asked::default());
    };
    // Only one class is told of, so its choice alone is formed.
    let worst = records.united(&found.worst_choice, context)?.ask(model, context)?;
    Ok(worst.with_sizes(&found))
}

/// One row for each class that is published.
struct Representatives<'a> {
    sheet: &'a Sheet,
    published: Vec<usize>,
    rows: Vec<u32>,
    /// The columns of the sheet only.
    table: Table,
}

impl<'a> Representatives<'a> {
    fn of(sheet: &'a Sheet, table: &Table) -> Result<Self> {
        let published: Vec<usize> = (0..sheet.sizes.len())
            .filter(|&class| sheet.sizes[class] > 0 && sheet.unpublished != Some(class))
            .collect();
        let rows: Vec<u32> = published.iter().map(|&class| sheet.first_rows[class]).collect();
        let table = table.project(&sheet.columns).select(&rows)?;
        Ok(Self { sheet, published, rows, table })
    }

    /// The records of each.
    fn sizes(&self) -> Vec<u64> {
        self.published.iter().map(|&class| self.sheet.sizes[class]).collect()
    }

    fn ask_each(&self, known: usize, model: &dyn ClassModel, context: &Context) -> Result<Asked> {
        let task = context.task("judging choices of known columns", None);
        let mut asked = Asked::default();
        for choice in choices(self.sheet.columns.len(), known) {
            context.check_cancelled()?;
            asked = asked.and(self.united(&choice, context)?.ask(model, context)?);
            task.advance(1);
        }
        Ok(asked)
    }

    /// The sheet of a choice of columns. Records equal on all columns are equal on some of them, so its classes are
    /// unions of those of the whole sheet, and the rows need not be looked at again.
    fn united(&self, choice: &[usize], context: &Context) -> Result<Sheet> {
        let sheet = self.sheet;
        let unions = group::classes_of(&self.table, choice, context)?;
        let mut union_of = vec![None; sheet.sizes.len()];
        let mut united = Sheet {
            sizes: vec![0; unions.len()],
            population: vec![0; if sheet.population.is_empty() { 0 } else { unions.len() }],
            first_rows: unions.first_rows().iter().map(|&row| self.rows[row as usize]).collect(),
            histograms: Vec::new(),
            columns: choice.iter().map(|&index| sheet.columns[index]).collect(),
            unpublished: None,
            suppressed: sheet.suppressed,
        };
        for (&class, &union) in self.published.iter().zip(unions.ids()) {
            union_of[class] = Some(union);
            united.sizes[union as usize] += sheet.sizes[class];
            if let Some(records) = united.population.get_mut(union as usize) {
                *records += sheet.population[class];
            }
        }
        for histograms in &sheet.histograms {
            united.histograms.push(histograms.united(&union_of, unions.len(), context)?);
        }
        Ok(united)
    }
}

/// Every choice of `size` out of `0..count`, in order.
pub(crate) fn choices(count: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
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
    use super::{Representatives, ask_choices, choices};
    use crate::SuppressedRecords;
    use crate::sheet::Sheet;
    use lethe_data::{Column, Context, Table, TypeChoice, group};
    use lethe_models::privacy::KAnonymity;
    use proptest::prelude::*;

    /// Five columns, of which the first are of few values, and a weight.
    fn row() -> impl Strategy<Value = ([u8; 5], u64)> {
        ((0u8..2, 0u8..2, 0u8..3, 0u8..5, 0u8..20).prop_map(<[u8; 5]>::from), 0u64..4)
    }

    fn table(rows: &[([u8; 5], u64)], weighted: bool) -> Table {
        let column = |at: usize| {
            let texts: Vec<String> = rows.iter().map(|(cells, _)| cells[at].to_string()).collect();
            // A missing value groups like any other.
            let cells = texts.iter().map(|text| (text != "1").then_some(text.as_str()));
            Column::from_texts(&format!("c{at}"), cells, TypeChoice::Infer).unwrap()
        };
        let table = Table::new((0..5).map(column).collect()).unwrap();
        if weighted { table.with_weights(rows.iter().map(|row| row.1).collect()).unwrap() } else { table }
    }

    proptest! {
        #[test]
        fn counting_sizes_answers_as_judging_one_choice_after_the_other_does(
            rows in prop::collection::vec(row(), 0..40),
            weighted in any::<bool>(),
            known in 0usize..6,
            k in 0u64..6,
            unpublished in any::<bool>(),
        ) {
            let table = table(&rows, weighted);
            let model = KAnonymity::new(k);
            let answers = [1, 3].map(|threads| {
                let context = Context::new(threads).unwrap();
                let columns: Vec<usize> = vec![0, 1, 2, 3, 4];
                let classes = group::classes_of(&table, &columns, &context).unwrap();
                let sheet = Sheet {
                    sizes: classes.counts().to_vec(),
                    population: Vec::new(),
                    first_rows: classes.first_rows().to_vec(),
                    histograms: Vec::new(),
                    columns,
                    unpublished: (unpublished && !classes.is_empty()).then_some(0),
                    suppressed: SuppressedRecords::NoClass,
                };
                let counted = ask_choices(&sheet, &table, known, &model, &context).unwrap();
                let records = Representatives::of(&sheet, &table).unwrap();
                (counted, records.ask_each(known, &model, &context).unwrap())
            });
            for (counted, one_by_one) in &answers {
                prop_assert_eq!(format!("{counted:?}"), format!("{one_by_one:?}"));
            }
            prop_assert_eq!(format!("{:?}", answers[0].0), format!("{:?}", answers[1].0));
        }
    }

    #[test]
    fn choices_are_all_and_in_order() {
        let all: Vec<_> = choices(4, 2).collect();
        assert_eq!(all, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(choices(3, 3).count(), 1);
        assert_eq!(choices(3, 0).collect::<Vec<_>>(), [[0; 0]]);
        assert_eq!(choices(2, 3).count(), 0);
    }
}
