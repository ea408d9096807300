//! Solutions that are applied to tables in parts, and to other tables: what a record shows is settled by its own values.

use lethe::anonymize::{Anonymize, anonymize, thaw};
use lethe::data::Table;
use lethe::io::arrow_array::RecordBatch;
use lethe::io::{MemoryTable, read_table};
use lethe::recipe_file::Recipe;
use lethe::solution::Solution;
use lethe::{Context, Location, ReadOptions};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const HOW: [&str; 5] = [
    "method = 'flash'",
    "method = 'flash'\nlocal = true",
    "method = 'mondrian'",
    "method = 'mondrian'\nrecode = 'range'",
    "method = 'flash'\nsuppressed = 'drop'\nlocal = true",
];

fn recipe(how: &str, k: u64, limit: u32) -> Recipe {
    let text = format!(
        "[columns.age]\nrole = 'quasi'\ntype = 'integer'\nhierarchy = {{ intervals = [2, 4] }}\n[columns.zip]\nrole = 'quasi'\n\
         [columns.name]\nrole = 'identifying'\n[columns.disease]\nrole = 'sensitive'\n[columns.note]\nrole = 'insensitive'\n\
         [[privacy]]\nmodel = 'k-anonymity'\nk = {k}\n[search]\n{how}\nsuppression_limit = 0.{limit}\n"
    );
    Recipe::parse("recipe", &text).unwrap()
}

fn location(folder: &Path, file: &str) -> Location {
    Location::parse(folder.join(file).to_str().unwrap()).unwrap()
}

fn csv(rows: &[(u8, u8)]) -> String {
    let lines = rows.iter().enumerate().map(|(row, (age, zip))| {
        let age = if *age == 0 { String::new() } else { age.to_string() };
        format!("{age},z{zip},p{row},d{},n{row}\n", row % 3)
    });
    format!("age,zip,name,disease,note\n{}", lines.collect::<String>())
}

fn read(folder: &Path, file: &str, context: &Context) -> Table {
    read_table(&location(folder, file), &ReadOptions::default(), context).unwrap()
}

fn rows(table: &Table) -> Vec<Vec<Option<String>>> {
    let cell = |row: usize, column: usize| table.column(column).text(row).map(str::to_owned);
    (0..table.rows())
        .map(|row| (0..table.columns().len()).map(|column| cell(row, column)).collect())
        .collect()
}

/// Some rows of a table as a batch.
fn part(table: &Table, from: usize, to: usize) -> RecordBatch {
    let some: Vec<u32> = (from as u32..to as u32).collect();
    MemoryTable::from_table(&table.select(&some).unwrap()).unwrap().batches().unwrap().remove(0)
}

fn of_batch(batch: RecordBatch, context: &Context) -> Vec<Vec<Option<String>>> {
    let memory = MemoryTable::new(batch.schema(), vec![batch]).unwrap();
    let types = ["age", "zip"].map(|name| (name.to_owned(), lethe::ValueType::Text)).to_vec();
    let options = ReadOptions { types, ..ReadOptions::default() };
    rows(&read_table(&Location::memory("part", memory), &options, context).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn parts_show_what_the_whole_shows_and_others_only_what_was_published(
        first in prop::collection::vec((0..7_u8, 0..4_u8), 1..40),
        later in prop::collection::vec((0..9_u8, 0..6_u8), 1..20),
        how in 0..HOW.len(),
        k in 2..4_u64,
        limit in 0..6_u32,
        cut in any::<prop::sample::Index>(),
        threads in 1..3_usize,
    ) {
        prop_assume!(first.iter().any(|(age, _)| *age > 0));
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let context = Context::new(threads).unwrap();
        std::fs::write(folder.join("data.csv"), csv(&first)).unwrap();
        std::fs::write(folder.join("later.csv"), csv(&later)).unwrap();
        let request = Anonymize {
            output: Some(location(folder, "out.csv")),
            freeze: Some(folder.join("solution.json").into()),
            others: lethe::anonymize::Others::Keep,
            ..Anonymize::of(location(folder, "data.csv"), recipe(HOW[how], k, limit))
        };
        if !anonymize(&request, &context).unwrap().holds {
            return Ok(());
        }
        let solution = Solution::load(&folder.join("solution.json")).unwrap();
        let original = read(folder, "data.csv", &context);
        let published = rows(&read(folder, "out.csv", &context));
        prop_assert_eq!(&rows(&solution.apply(&original, &context).unwrap()), &published);
        // In two parts, one thread each.
        let middle = cut.index(original.rows() + 1);
        let parts = [(0, middle), (middle, original.rows())].map(|(from, to)| {
            let alone = Context::new(1).unwrap();
            of_batch(solution.apply_batch(&part(&original, from, to), &alone).unwrap(), &alone)
        });
        prop_assert_eq!(&parts.concat(), &published);
        // A file again is the same solution.
        solution.save(&folder.join("again.json")).unwrap();
        let texts = ["solution.json", "again.json"].map(|file| std::fs::read_to_string(folder.join(file)).unwrap());
        prop_assert_eq!(&texts[0], &texts[1]);
        // Others show what a record of the same values showed, or a class that was published, or nothing.
        let keeps = !HOW[how].contains("drop");
        let table = read(folder, "later.csv", &context);
        let shown = rows(&solution.apply(&table, &context).unwrap());
        let quasi = |row: &[Option<String>]| row[..2].to_vec();
        let classes: BTreeSet<_> = published.iter().map(|row| quasi(row)).collect();
        let stars = vec![Some("*".to_owned()); 2];
        prop_assert!(shown.iter().all(|row| quasi(row) == stars || classes.contains(&quasi(row))));
        let hides = |row: &Vec<Option<String>>| row[2..].iter().all(|cell| cell.as_deref() == Some("*"));
        // Unless a class on the most general levels was published, whoever shows stars is suppressed.
        if published.iter().filter(|row| quasi(row) == stars).all(hides) {
            prop_assert!(shown.iter().filter(|row| quasi(row) == stars).all(hides), "suppressed whole");
        }
        if keeps {
            let same: BTreeMap<_, _> = first.iter().zip(&published).map(|(values, row)| (values, quasi(row))).collect();
            for (values, row) in later.iter().zip(&shown) {
                if let Some(before) = same.get(values) {
                    prop_assert_eq!(&quasi(row), before);
                }
            }
        }
        // Published through the front door, the other table is judged by itself.
        let request = Anonymize {
            output: Some(location(folder, "applied.csv")),
            unknown: lethe::data::hierarchy::UnknownValues::Suppress,
            ..thaw(&folder.join("solution.json"), location(folder, "later.csv")).unwrap()
        };
        let report = anonymize(&request, &context).unwrap();
        prop_assert_eq!(report.holds, folder.join("applied.csv").exists());
        if report.holds {
            let applied = rows(&read(folder, "applied.csv", &context));
            let mut sizes: BTreeMap<_, u64> = BTreeMap::new();
            for row in &applied {
                *sizes.entry(quasi(row)).or_default() += 1;
            }
            prop_assert!(sizes.iter().all(|(class, size)| *class == stars || *size >= k));
        }
    }
}

#[test]
fn a_table_of_other_columns_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let context = Context::new(1).unwrap();
    let data: Vec<(u8, u8)> = (0..12).map(|row| (1 + row % 2, 1)).collect();
    std::fs::write(folder.path().join("data.csv"), csv(&data)).unwrap();
    std::fs::write(folder.path().join("more.csv"), csv(&data).replace("note", "remark")).unwrap();
    let request = Anonymize {
        freeze: Some(folder.path().join("solution.json").into()),
        others: lethe::anonymize::Others::Keep,
        ..Anonymize::of(location(folder.path(), "data.csv"), recipe(HOW[0], 2, 0))
    };
    assert!(anonymize(&request, &context).unwrap().holds);
    let solution = Solution::load(&folder.path().join("solution.json")).unwrap();
    let problem =
        solution.apply(&read(folder.path(), "more.csv", &context), &context).unwrap_err().to_string();
    assert!(problem.contains("unknown column 'note'"), "{problem}");
    let text = std::fs::read_to_string(folder.path().join("solution.json")).unwrap();
    let broken = [
        ("\"levels\":[{\"levels\":[", "\"levels\":[{\"levels\":[9,"),
        ("\"hidden\":[", "\"hidden\":[\"zap\","),
        (":2,", ":1,"),
    ];
    for (from, to) in broken {
        assert!(text.contains(from), "{from}");
        std::fs::write(folder.path().join("broken.json"), text.replacen(from, to, 1)).unwrap();
        assert!(Solution::load(&folder.path().join("broken.json")).is_err(), "{from}");
    }
}
