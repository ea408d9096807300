//! Whole evaluations.

use super::{context, repeated, rows_scored, small, table, unlinked};
use crate::learning::{Baseline, Error, Learner, Options, Released, evaluate};
use lethe_data::Table;
use proptest::prelude::*;

/// Two features that show the class together with a little noise, and one that does not.
fn records(count: usize) -> Vec<Vec<String>> {
    let mut state = 7u64;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let person = |_| {
        let (age, city, noise) = (20 + draw(60), draw(4), draw(10));
        let ill = (age > 50 && city < 2) != (noise == 0);
        [
            age.to_string(),
            format!("c{city}"),
            draw(3).to_string(),
            if ill { "ill" } else { "well" }.to_owned(),
        ]
        .to_vec()
    };
    (0..count).map(person).collect()
}

const NAMES: [&str; 4] = ["age", "city", "luck", "class"];

fn original(count: usize) -> Table {
    table(&NAMES, &records(count))
}

#[test]
fn the_original_as_its_own_release_has_relative_accuracy_one() {
    let original = original(600);
    for score in rows_scored(&original, &original, &Options::default()) {
        assert_eq!(score.relative, Some(1.0), "{score:?}");
        assert_eq!(score.rates, score.original_rates);
        assert!(score.accuracy > score.zero_r && score.converged && !score.sampled);
        assert_eq!((score.folds, score.rows, score.classes, score.held_out), (10, 600, 2, 1.0));
        let coefficients = score.coefficients.unwrap_or_default();
        assert!(coefficients.iter().all(|c| (c.original - c.released).abs() < 1e-12));
        let most = coefficients.iter().map(|c| c.original).fold(0.0, f64::max);
        assert!(coefficients.is_empty() || (most - 100.0).abs() < 1e-9);
    }
}

#[test]
fn shuffled_rows_with_the_same_cells_are_held_out_as_exactly_as_linked_ones() {
    let mut rows = records(400);
    let original = table(&NAMES, &rows);
    rows.reverse();
    let shuffled = table(&NAMES, &rows);
    for score in unlinked(&original, &[&shuffled], &Options::default()) {
        assert_eq!((score.relative, score.held_out), (Some(1.0), 1.0), "{score:?}");
    }
}

#[test]
fn suppressing_everything_teaches_as_much_as_telling_the_most_frequent_class() {
    let stars: Vec<Vec<String>> = records(300)
        .into_iter()
        .map(|row| vec!["*".to_owned(), "*".to_owned(), "*".to_owned(), row[3].clone()])
        .collect();
    let (original, released) = (original(300), table(&NAMES, &stars));
    let both = [
        rows_scored(&original, &released, &Options::default()),
        unlinked(&original, &[&released], &Options::default()),
    ];
    for score in both.into_iter().flatten() {
        assert_eq!((score.accuracy, score.relative), (score.zero_r, Some(0.0)), "{score:?}");
    }
}

#[test]
fn a_release_without_the_class_of_anyone_teaches_nothing() {
    let hidden: Vec<Vec<String>> =
        records(100).into_iter().map(|row| [&row[..3], &["*".to_owned()]].concat()).collect();
    for score in rows_scored(&original(100), &table(&NAMES, &hidden), &Options::default()) {
        assert!((score.accuracy - score.zero_r).abs() < 1e-12, "{score:?}");
    }
}

#[test]
fn intervals_lose_little_and_are_understood_linked_or_not() {
    let grouped: Vec<Vec<String>> = records(600)
        .into_iter()
        .map(|mut row| {
            let age: u32 = row[0].parse().unwrap();
            row[0] = if age > 50 { "[51-79]" } else { "[20-50]" }.to_owned();
            row
        })
        .collect();
    let (original, released) = (original(600), table(&NAMES, &grouped));
    let linked = rows_scored(&original, &released, &Options::default());
    let mapped = unlinked(&original, &[&released], &Options::default());
    for score in linked.iter().chain(&mapped) {
        assert!(score.relative.unwrap() > 0.8, "{score:?}");
    }
    assert!(mapped[0].held_out < 1e-12);
}

#[test]
fn the_caller_may_say_what_a_release_shows() {
    let regions: Vec<Vec<String>> = records(400)
        .into_iter()
        .map(|mut row| {
            row[1] = if row[1].as_str() < "c2" { "north" } else { "south" }.to_owned();
            row
        })
        .collect();
    let (original, released) = (original(400), table(&NAMES, &regions));
    let shown = |column: &str, value: &str| {
        let region = if value < "c2" { "north" } else { "south" };
        if column == "city" { vec![region.to_owned()] } else { Vec::new() }
    };
    let accuracy = |shown: Option<super::super::Shown<'_>>| {
        let released = Released::Unlinked { tables: vec![&released], shown };
        evaluate(&original, &released, "class", &Options::default(), &context(1)).unwrap()[0]
            .relative
            .unwrap()
    };
    assert!(accuracy(Some(&shown)) > 0.8 && accuracy(None) < 0.5);
}

#[test]
fn compartments_are_experts_whose_evidence_adds_up() {
    // The class follows either of two independent symptoms: each compartment alone knows one of them.
    let rows = repeated(&[
        (40, &["0", "0", "well"]),
        (9, &["1", "0", "ill"]),
        (9, &["0", "1", "ill"]),
        (2, &["1", "1", "ill"]),
    ]);
    let original = table(&["x", "y", "class"], &rows);
    let (first, second) = (original.project(&[0, 2]), original.project(&[1, 0, 2]));
    let without_class = original.project(&[0, 1]);
    let options = small();
    let scores = unlinked(&original, &[&without_class, &first, &second], &options);
    for score in &scores {
        assert!(score.accuracy > 0.95 && score.held_out > 0.99, "{score:?}");
    }
    let half = unlinked(&original, &[&first], &options);
    assert!(half[0].accuracy < 0.9);
    let known = half[1].coefficients.clone().unwrap();
    assert!(known[0].released > 99.0 && known[1].released < 1e-12 && known[1].original > 50.0, "{known:?}");
}

#[test]
fn more_threads_change_nothing() {
    let (original, released) = (original(500), original(500).project(&[0, 2, 3]));
    let score = |threads| {
        evaluate(&original, &Released::Rows(&released), "class", &Options::default(), &context(threads))
            .unwrap()
    };
    assert_eq!(score(1), score(2));
    let options = Options::default();
    let baseline = Baseline::train(&original, "class", &options, &context(2)).unwrap();
    assert_eq!(baseline.evaluate(&Released::Rows(&released), &context(1)).unwrap(), score(1));
}

#[test]
fn a_tree_sees_little_in_noise() {
    let rows: Vec<Vec<String>> =
        records(3000).into_iter().map(|row| [&row[..2], &row[2..3]].concat()).collect();
    let original = table(&["age", "city", "class"], &rows);
    let score =
        &rows_scored(&original, &original, &Options { learners: vec![Learner::Tree], ..Options::default() })
            [0];
    assert!((score.accuracy - score.zero_r).abs() < 0.03, "{score:?}");
}

#[test]
fn large_tables_are_sampled_and_say_so() {
    let original = original(500);
    let options = Options { max_rows: 200, ..Options::default() };
    for score in rows_scored(&original, &original, &options) {
        assert!(score.sampled && score.rows == 200 && score.relative == Some(1.0), "{score:?}");
    }
    for score in unlinked(&original, &[&original], &options) {
        assert!(score.sampled && score.rows == 200);
    }
}

#[test]
fn weights_count_like_copies() {
    let rows = repeated(&[(4, &["a", "x"]), (3, &["b", "y"]), (3, &["a", "y"])]);
    let weighted = table(&["f", "class"], &rows).with_weights(vec![5, 5, 5, 5, 1, 1, 1, 1, 1, 1]).unwrap();
    let score = &rows_scored(&weighted, &weighted, &small())[0];
    assert!((score.zero_r - 20.0 / 26.0).abs() < 1e-12);
    let nobody = table(&["f", "class"], &rows).with_weights(vec![0; 10]).unwrap();
    assert!(rows_scored(&nobody, &nobody, &small()).iter().all(|score| score.accuracy.abs() < 1e-12));
}

#[test]
fn one_class_is_always_told_and_has_no_relative_accuracy() {
    let original = table(&["f", "class"], &repeated(&[(7, &["a", "x"]), (5, &["b", "x"])]));
    for score in rows_scored(&original, &original, &Options::default()) {
        assert_eq!((score.accuracy, score.zero_r, score.relative), (1.0, 1.0, None));
    }
}

#[test]
fn what_cannot_be_learned_is_said() {
    let context = context(1);
    let refused = |original: &Table, released: &Table, options: &Options| {
        evaluate(original, &Released::Rows(released), "class", options, &context).unwrap_err()
    };
    let empty = table(&["f", "class"], &[]);
    assert!(matches!(refused(&empty, &empty, &Options::default()), Error::TooFewRecords { rows: 0, .. }));
    let original = original(20);
    assert!(matches!(refused(&original, &empty, &Options::default()), Error::OtherRows { .. }));
    let classless = original.project(&[0, 1]);
    assert!(matches!(refused(&original, &classless, &Options::default()), Error::NoClass { .. }));
    let unknown = Options { positive: Some("secret".to_owned()), ..Options::default() };
    let error = refused(&original, &original, &unknown);
    assert!(matches!(error, Error::UnknownPositive { .. }) && !error.to_string().contains("secret"));
    assert!(matches!(
        refused(&original, &original, &Options { folds: 1, ..small() }),
        Error::TooFewFolds { .. }
    ));
    assert!(matches!(
        refused(&original, &original, &Options { l2: 0.0, ..small() }),
        Error::Parameter { .. }
    ));
    context.cancel_token().cancel();
    assert!(matches!(refused(&original, &original, &small()), Error::Data(lethe_data::Error::Cancelled)));
}

#[test]
fn fewer_records_than_folds_nulls_and_many_values_are_borne() {
    let few = table(&["f", "class"], &repeated(&[(2, &["a", "x"]), (1, &["b", "y"])]));
    assert!(rows_scored(&few, &few, &Options::default()).iter().all(|score| score.folds == 3));
    let rows: Vec<Vec<String>> = (0..10_000)
        .map(|row| {
            vec![
                String::new(),
                format!("id{row}"),
                row.to_string(),
                if row % 3 == 0 { "" } else { "x" }.to_owned(),
            ]
        })
        .collect();
    let wide = table(&["null", "id", "number", "class"], &rows);
    for score in rows_scored(&wide, &wide, &Options::default()) {
        assert_eq!((score.rows, score.accuracy), (6666, 1.0));
    }
    // Every record of a class of its own: only some are learned, and nobody can be told.
    let classes = table(
        &["number", "class"],
        &(0..300).map(|row| vec![row.to_string(), format!("k{row}")]).collect::<Vec<_>>(),
    );
    for score in rows_scored(&classes, &classes, &Options { max_steps: 5, ..Options::default() }) {
        assert!(score.classes == 20 && score.accuracy < 0.01 && score.rates.recall.is_some());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn any_small_table_gives_finite_scores_in_every_mode(
        cells in prop::collection::vec((0u8..5, 0u8..4, 0u8..3), 2..30), seed in any::<u64>()
    ) {
        let text = |cell: u8| ["", "*", "n/a", "[1-3]", "2"][usize::from(cell)].to_owned();
        let rows: Vec<Vec<String>> =
            cells.iter().map(|&(a, b, class)| vec![text(a), text(b + 1), format!("k{class}")]).collect();
        let original = table(&["a", "b", "class"], &rows);
        let options = Options { seed, ..small() };
        let scores = [rows_scored(&original, &original, &options), unlinked(&original, &[&original], &options)];
        prop_assert!(scores[0].iter().zip(&scores[1]).all(|(linked, not)| linked.original_rates == not.original_rates));
        for score in scores.iter().flatten() {
            prop_assert!((0.0..=1.0).contains(&score.accuracy) && (0.0..=1.0).contains(&score.original_accuracy));
            let coefficients = score.coefficients.iter().flatten();
            prop_assert!(coefficients.flat_map(|c| [c.original, c.released]).all(f64::is_finite));
        }
    }
}
