//! A table that is judged part by part gets the verdict of the whole.

use super::models::Different;
use super::oracle::Row;
use super::{mode, row, table};
use lethe_data::{Context, group};
use lethe_models::privacy::{ClassRequirement, KAnonymity, Requirements};
use lethe_verify::{Judgement, Options, SuppressedRecords, judge};
use proptest::prelude::*;

fn requirements() -> Requirements {
    let classes = vec![
        ClassRequirement::quasi(KAnonymity::new(2)),
        ClassRequirement::quasi(Different { slot: 0, l: 2 }),
    ];
    Requirements { sensitive: vec![3], classes, release: Vec::new() }
}

fn in_parts(rows: &[Row], weighted: bool, count: u32, options: &Options, context: &Context) -> Judgement {
    let whole = table(rows, weighted);
    let classes = group::classes_of(&whole, &[0, 1, 2], context).unwrap();
    let part = |number: u32| {
        let rows = (0..whole.rows() as u32).filter(|&row| classes.ids()[row as usize] % count == number);
        let rows: Vec<u32> = rows.collect();
        let part = whole.select(&rows).unwrap();
        let judged = judge(&part, &[0, 1, 2], &requirements(), None, options, context).unwrap();
        judged.in_rows(|row| rows[row as usize])
    };
    (0..count).map(part).reduce(Judgement::and).unwrap()
}

fn naming_no_class(mut judgement: Judgement) -> Judgement {
    judgement.fewest_matches = None;
    judgement.models.iter_mut().for_each(|model| model.worst = None);
    judgement
}

proptest! {
    #[test]
    fn parts_that_share_no_class_add_up_to_the_whole(
        rows in prop::collection::vec(row(), 1..40), weighted in any::<bool>(), count in 1u32..5, mode in mode()
    ) {
        let context = Context::new(2).unwrap();
        let options = Options { suppressed: mode, ..Options::default() };
        let whole = judge(&table(&rows, weighted), &[0, 1, 2], &requirements(), None, &options, &context).unwrap();
        let parts = in_parts(&rows, weighted, count, &options, &context);
        let (smallest, found) = (&whole.models[0].worst, &parts.models[0].worst);
        prop_assert_eq!(found.as_ref().map(|class| class.records), smallest.as_ref().map(|class| class.records));
        if let (Some(class), SuppressedRecords::Class) = (found, mode) {
            let row = &rows[class.first_row.unwrap() as usize];
            let alike = rows.iter().filter(|other| other.quasi == row.quasi);
            let records: u64 = alike.map(|row| if weighted { row.weight } else { 1 }).sum();
            prop_assert_eq!(records, class.records);
        }
        prop_assert_eq!(naming_no_class(parts), naming_no_class(whole));
    }
}
