//! Measures of random recodings, with levels and spans, held against the published table and single cells.

use super::*;
use crate::Location;
use crate::anonymize::{Anonymize, Overrides};
use crate::recipe_file::HierarchyRecipe;
use crate::recipe_file::Recipe;
use crate::requirements::flags;
use lethe_data::Role;
use lethe_models::quality::{Covers, Span};
use lethe_transform::release::{Options, apply};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

/// Height 3; `9` keeps its label one level up.
const AGES: &str = "1;low;*\n2;low;*\n3;high;*\n4;high;*\n9;9;*\n";

fn request(folder: &Path, rows: &[(u8, u8, u8)]) -> Anonymize {
    let cell = |value: u8| if value == 0 { String::new() } else { value.to_string() };
    let lines = rows
        .iter()
        .map(|&(age, zip, disease)| format!("{},z{zip},d{disease}\n", cell(if age == 5 { 9 } else { age })));
    let text = "age,zip,disease\n".to_owned() + &lines.collect::<String>();
    std::fs::write(folder.join("data.csv"), text).unwrap();
    std::fs::write(folder.join("age.csv"), AGES).unwrap();
    let mut recipe = Recipe::default();
    recipe.search.class = Some("disease".to_owned());
    let roles = [("age", Role::Quasi), ("zip", Role::Quasi), ("disease", Role::Insensitive)];
    let overrides = Overrides {
        roles: roles.map(|(name, role)| (name.to_owned(), role)).to_vec(),
        hierarchies: vec![("age".to_owned(), HierarchyRecipe::File("age.csv".to_owned()))],
        models: vec![flags::parse("k", "2").unwrap()],
        ..Overrides::default()
    };
    overrides.apply(&mut recipe, Path::new("")).unwrap();
    let data = Location::parse(folder.join("data.csv").to_str().unwrap()).unwrap();
    Anonymize {
        folder: folder.to_owned(),
        others: crate::anonymize::Others::Keep,
        ..Anonymize::of(data, recipe)
    }
}

/// A span of the first codes of each column, and one with the same label for its last.
fn spans(plan: &Plan<'_>) -> Vec<Vec<Span>> {
    let of_column = |&position: &usize| {
        let last = (plan.table.column(position).dictionary().len() as u32).saturating_sub(1);
        let span = |label: &str, covers| Span { label: label.to_owned(), covers };
        vec![
            span("some", Covers::Range { first: 0, last: last / 2 }),
            span("some", Covers::Codes(vec![last])),
            span("*", Covers::Range { first: 0, last }),
        ]
    };
    plan.roles.quasi.iter().map(of_column).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn measures_are_those_of_the_published_table(
        rows in prop::collection::vec((0u8..6, 0u8..4, 0u8..3), 1..25),
        rounds in prop::collection::vec((0usize..6, 0usize..5), 1..4),
        dice in prop::collection::vec(0u32..5, 25),
    ) {
        // A column without any value has no span to show.
        prop_assume!(rows.iter().any(|row| row.0 > 0));
        let folder = tempfile::tempdir().unwrap();
        let request = request(folder.path(), &rows);
        let context = Context::new(2).unwrap();
        let table = lethe_io::read_table(&request.data, &request.read, &context).unwrap();
        let plan = Plan::of(&request, table, false, &context).unwrap();
        let count = rounds.len() as u32;
        let round_of_row = dice[..rows.len()].iter().map(|&at| if at < count { at } else { SUPPRESSED }).collect();
        let rounds: Vec<Vec<usize>> = rounds.into_iter().map(|(age, zip)| vec![age, zip]).collect();
        let recoding = Recoding { rounds, round_of_row, spans: spans(&plan) };
        let measured = Measured::new(&plan, &recoding, &context).unwrap();
        let quality = measured.quality().unwrap();
        prop_assert_eq!(measured.value().unwrap().to_bits(), quality.loss.to_bits());

        let table = apply(&plan.table, &plan.roles.quasi, &plan.hierarchies, &recoding, &Options::default()).unwrap();
        let records = rows.len() as f64;
        let is_lost = |row: usize| recoding.round_of_row[row] == SUPPRESSED;
        let lost = (0..rows.len()).filter(|&row| is_lost(row)).count() as f64;
        let mut classes: BTreeMap<Vec<Option<&str>>, BTreeMap<u8, u64>> = BTreeMap::new();
        for row in (0..rows.len()).filter(|&row| !is_lost(row)) {
            let shown = plan.roles.quasi.iter().map(|&position| table.column(position).text(row)).collect();
            *classes.entry(shown).or_default().entry(rows[row].2).or_default() += 1;
        }
        let sizes: Vec<u64> = classes.values().map(|labels| labels.values().sum()).collect();
        let squares: f64 = sizes.iter().map(|&size| (size * size) as f64).sum();
        prop_assert!((quality.discernibility - (squares + lost * records) / (records * records)).abs() < 1e-12);
        let groups = sizes.len() as f64 + f64::from(lost > 0.0);
        if records > 1.0 {
            prop_assert!((quality.group_size - (records / groups - 1.0) / (records - 1.0)).abs() < 1e-12);
        }
        let right: u64 = classes.values().map(|labels| labels.values().max().unwrap()).sum();
        prop_assert!((quality.classification.unwrap() - (1.0 - right as f64 / records)).abs() < 1e-12);

        let mut loss = 0.0;
        for (at, &position) in plan.roles.quasi.iter().enumerate() {
            let (bound, column) = (&plan.hierarchies[at], plan.table.column(position));
            let most = bound.hierarchy().leaf_count() as f64 - 1.0;
            for row in 0..rows.len() {
                loss += match recoding.round_of_row[row] {
                    SUPPRESSED => 1.0,
                    _ if most == 0.0 => 0.0,
                    round => {
                        let entry = recoding.rounds[round as usize][at];
                        let covered = match entry.checked_sub(bound.height()) {
                            Some(span) => recoding.spans[at][span].covers.len(),
                            None => bound.leaves_under(entry, bound.codes(entry)[column.codes().get(row) as usize]),
                        };
                        (covered as f64 - 1.0) / most
                    }
                };
            }
        }
        prop_assert!((quality.loss - loss / (2.0 * records)).abs() < 1e-12, "{} {}", quality.loss, loss / (2.0 * records));
    }
}
