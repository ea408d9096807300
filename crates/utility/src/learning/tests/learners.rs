//! Learners against what can be computed by hand.

use super::{context, repeated, small, table};
use crate::learning::bayes::Bayes;
use crate::learning::forest::Forest;
use crate::learning::lesson::Lesson;
use crate::learning::logistic::Logistic;
use crate::learning::reading::Scale;
use crate::learning::sheet::Sheet;
use crate::learning::tree::Tree;
use crate::learning::{Options, classes::Classes};
use lethe_data::Table;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A table whose last column is the class, ready to learn from.
struct Prepared {
    sheet: Sheet,
    classes: Vec<u8>,
    weights: Vec<f64>,
    class_count: usize,
}

fn prepare(table: &Table, options: &Options) -> Prepared {
    let rows: Vec<u32> = (0..table.rows() as u32).collect();
    let class = table.columns().len() - 1;
    let columns: Vec<_> = (0..class).map(|at| (at, Scale::of(table.column(at).value_type()))).collect();
    let classes = Classes::of(table.column(class), &rows, options).unwrap();
    Prepared {
        sheet: Sheet::of(table, &columns, &rows, options.rare),
        classes: classes.numbers(table.column(class), &rows),
        weights: vec![1.0; rows.len()],
        class_count: classes.len(),
    }
}

impl Prepared {
    fn lesson(&self) -> Lesson<'_> {
        let rows = (0..self.classes.len() as u32).collect();
        let (classes, weights) = (&self.classes, &self.weights);
        Lesson { sheet: &self.sheet, rows, classes, weights, class_count: self.class_count }
    }

    fn tree(&self, options: &Options) -> Tree {
        Tree::train(&self.lesson(), options, &context(1)).unwrap()
    }

    fn logistic(&self, options: &Options) -> Logistic {
        Logistic::train(&self.lesson(), options, &context(1)).unwrap()
    }

    fn bayes(&self) -> Bayes {
        Bayes::train(&self.lesson())
    }

    fn forest(&self, options: &Options) -> Forest {
        Forest::train(&self.lesson(), options, &context(1)).unwrap()
    }

    fn right(&self, tell: impl Fn(&[u8], &mut [f64])) -> usize {
        let mut out = vec![0.0; self.class_count];
        let right = (0..self.classes.len()).filter(|&row| {
            tell(self.sheet.row(row as u32), &mut out);
            let sum: f64 = out.iter().map(|log| log.exp()).sum();
            assert!((sum - 1.0).abs() < 1e-9, "probabilities sum to {sum}");
            let best = (0..out.len()).max_by(|&a, &b| out[a].total_cmp(&out[b])).unwrap();
            best == usize::from(self.classes[row])
        });
        right.count()
    }
}

#[test]
fn a_tree_needs_one_cut_for_a_threshold_and_one_for_a_set_of_categories() {
    let numbers: Vec<Vec<String>> = (0..40)
        .map(|number| vec![number.to_string(), if number < 17 { "low" } else { "high" }.to_owned()])
        .collect();
    let prepared = prepare(&table(&["n", "class"], &numbers), &small());
    let tree = prepared.tree(&small());
    assert_eq!((tree.leaves(), prepared.right(|row, out| tree.log_probabilities(row, out))), (2, 40));

    let letters = repeated(&[(9, &["a", "1"]), (8, &["b", "0"]), (7, &["c", "1"]), (6, &["d", "0"])]);
    let prepared = prepare(&table(&["l", "class"], &letters), &small());
    let tree = prepared.tree(&small());
    assert_eq!((tree.leaves(), prepared.right(|row, out| tree.log_probabilities(row, out))), (2, 30));
}

#[test]
fn a_tree_cuts_by_the_purest_feature_first() {
    // One cut by x leaves the 4 of x = 1 and y = 0 among others; one by y leaves nobody.
    let rows = repeated(&[(30, &["0", "0", "no"]), (26, &["1", "1", "yes"]), (4, &["1", "0", "no"])]);
    let prepared = prepare(&table(&["x", "y", "class"], &rows), &small());
    let tree = prepared.tree(&Options { max_depth: 1, ..small() });
    assert_eq!((tree.leaves(), prepared.right(|row, out| tree.log_probabilities(row, out))), (2, 60));
}

#[test]
fn a_tree_without_signal_is_pruned_to_its_root() {
    let rows = repeated(&[(26, &["a", "no"]), (14, &["a", "yes"]), (25, &["b", "no"]), (15, &["b", "yes"])]);
    let tree = prepare(&table(&["x", "class"], &rows), &small()).tree(&small());
    assert_eq!(tree.leaves(), 1);
}

#[test]
fn leaves_have_as_many_records_as_asked_for() {
    let rows = repeated(&[(20, &["a", "no"]), (4, &["b", "yes"])]);
    let prepared = prepare(&table(&["x", "class"], &rows), &small());
    assert_eq!(prepared.tree(&Options { min_leaf: 4, ..small() }).leaves(), 2);
    assert_eq!(prepared.tree(&Options { min_leaf: 5, ..small() }).leaves(), 1);
}

#[test]
fn cells_that_are_no_number_are_told_apart_from_numbers() {
    let rows = repeated(&[(10, &["1", "no"]), (10, &["9", "no"]), (10, &["", "yes"])]);
    let prepared = prepare(&table(&["x", "class"], &rows), &small());
    let tree = prepared.tree(&small());
    assert_eq!((tree.leaves(), prepared.right(|row, out| tree.log_probabilities(row, out))), (2, 30));
    let logistic = prepared.logistic(&small());
    assert_eq!(prepared.right(|row, out| logistic.log_probabilities(row, out)), 30);
}

#[test]
fn the_coefficient_of_a_category_is_the_log_of_the_odds_ratio() {
    // Odds of yes: 30/10 for a, 5/20 for b; the ratio is 12.
    let rows = repeated(&[(30, &["a", "yes"]), (10, &["a", "no"]), (5, &["b", "yes"]), (20, &["b", "no"])]);
    let options = Options { l2: 1e-9, positive: Some("yes".to_owned()), ..small() };
    let prepared = prepare(&table(&["x", "class"], &rows), &options);
    let logistic = prepared.logistic(&options);
    assert!(logistic.converged);
    // "yes" is the more frequent class (35 of 65) and so the first; the score is the log odds of "no".
    let difference = logistic.effect(0, 1, 0) - logistic.effect(0, 0, 0);
    assert!((difference - 12f64.ln()).abs() < 1e-4, "{difference}");
    let mut out = [0.0; 2];
    logistic.log_probabilities(prepared.sheet.row(0), &mut out);
    assert!((out[0].exp() - 0.75).abs() < 1e-5, "{out:?}");
}

#[test]
fn the_slope_of_a_number_is_in_standard_deviations() {
    // The same odds as above with x = 0 and 1: ln 12 between them.
    let rows = repeated(&[(30, &["0", "1"]), (10, &["0", "0"]), (5, &["1", "1"]), (20, &["1", "0"])]);
    let options = Options { l2: 1e-9, ..small() };
    let logistic = prepare(&table(&["x", "class"], &rows), &options).logistic(&options);
    let deviation = (40.0f64 / 65.0 * 25.0 / 65.0).sqrt();
    assert!((logistic.importance[0] - 12f64.ln() * deviation).abs() < 1e-4);
}

#[test]
fn three_classes_have_the_probabilities_of_their_cells() {
    let mut rows = repeated(&[(20, &["a", "r"]), (10, &["a", "g"]), (10, &["a", "b"])]);
    rows.extend(repeated(&[(6, &["b", "r"]), (12, &["b", "g"]), (2, &["b", "b"])]));
    let options = Options { l2: 1e-9, ..small() };
    let prepared = prepare(&table(&["x", "class"], &rows), &options);
    let logistic = prepared.logistic(&options);
    let mut out = [0.0; 3];
    for (row, wanted) in [(0, [0.5, 0.25, 0.25]), (40, [0.3, 0.6, 0.1])] {
        logistic.log_probabilities(prepared.sheet.row(row), &mut out);
        assert!(out.iter().zip(wanted).all(|(log, share)| (log.exp() - share).abs() < 1e-4), "{out:?}");
    }
}

#[test]
fn a_penalty_bounds_what_separable_records_teach_and_the_minimum_is_reached() {
    let rows = repeated(&[(10, &["a", "yes"]), (10, &["b", "no"])]);
    let prepared = prepare(&table(&["x", "class"], &rows), &small());
    let logistic = prepared.logistic(&small());
    assert!(logistic.converged && logistic.effect(0, 0, 0).abs() < 5.0);
    // At the minimum the penalty's slope is the sum of residuals: λ β = n (1 − p), by symmetry with p = 1/(1 + e^−β).
    let beta = logistic.effect(0, 0, 0).abs();
    assert!((beta - 10.0 * (1.0 - 1.0 / (1.0 + (-beta).exp()))).abs() < 1e-4, "{beta}");
    let hurried = prepared.logistic(&Options { max_steps: 1, ..small() });
    assert!(!hurried.converged);
}

/// P(class | cells) with one person more in each level of each feature and in each class, by counting rows.
fn bayes_by_hand(rows: &[Vec<String>], asked: &[String], class: &str) -> f64 {
    let classes: BTreeSet<&str> = rows.iter().map(|row| row.last().unwrap().as_str()).collect();
    let of = |class: &str| -> f64 {
        let mine: Vec<&Vec<String>> = rows.iter().filter(|row| row.last().unwrap() == class).collect();
        let prior = (mine.len() as f64 + 1.0) / (rows.len() + classes.len()) as f64;
        let share = |(at, cell): (usize, &String)| {
            let levels: BTreeSet<&String> = rows.iter().map(|row| &row[at]).collect();
            let same = mine.iter().filter(|row| row[at] == *cell).count();
            (same as f64 + 1.0) / (mine.len() + levels.len()) as f64
        };
        prior * asked.iter().enumerate().map(share).product::<f64>()
    };
    of(class) / classes.iter().map(|class| of(class)).sum::<f64>()
}

proptest! {
    #[test]
    fn naive_bayes_is_the_product_of_shares(
        cells in prop::collection::vec((0usize..3, 0usize..4, 0usize..3), 4..60)
    ) {
        let rows: Vec<Vec<String>> = cells
            .iter()
            .map(|&(a, b, class)| vec![format!("a{a}"), format!("b{b}"), format!("c{class}")])
            .collect();
        let options = small();
        let table = table(&["a", "b", "class"], &rows);
        prop_assume!(rows.iter().any(|row| row[2] != rows[0][2]));
        let prepared = prepare(&table, &options);
        let bayes = prepared.bayes();
        let mut out = vec![0.0; prepared.class_count];
        for (at, row) in rows.iter().enumerate() {
            bayes.log_probabilities(prepared.sheet.row(at as u32), &mut out);
            let wanted = bayes_by_hand(&rows, &row[..2], &row[2]);
            let found = out[usize::from(prepared.classes[at])].exp();
            prop_assert!((found - wanted).abs() < 1e-9, "{found}, not {wanted}");
        }
    }
}

#[test]
fn a_forest_learns_what_depends_on_two_features_together_and_averages_its_trees() {
    let both =
        ["0", "1"].iter().flat_map(|a| ["0", "1"].map(|b| [*a, b, if *a == b { "same" } else { "other" }]));
    let rows = both.flat_map(|row| vec![row.map(str::to_owned).to_vec(); 25]).collect::<Vec<_>>();
    let prepared = prepare(&table(&["a", "b", "class"], &rows), &small());
    let forest = prepared.forest(&Options { trees: 16, ..small() });
    assert_eq!(prepared.right(|row, out| forest.log_probabilities(row, out)), 100);
    // The same seed gives the same forest.
    let again = prepared.forest(&Options { trees: 16, ..small() });
    let (mut one, mut other) = ([0.0; 2], [0.0; 2]);
    for row in 0..100 {
        forest.log_probabilities(prepared.sheet.row(row), &mut one);
        again.log_probabilities(prepared.sheet.row(row), &mut other);
        assert_eq!(one.map(f64::to_bits), other.map(f64::to_bits));
    }
}

#[test]
fn a_forest_without_signal_tells_the_shares_of_classes() {
    let rows = repeated(&[(300, &["a", "no"]), (100, &["a", "yes"])]);
    let prepared = prepare(&table(&["x", "class"], &rows), &small());
    let forest = prepared.forest(&Options { trees: 64, ..small() });
    let mut out = [0.0; 2];
    forest.log_probabilities(prepared.sheet.row(0), &mut out);
    assert!((out[0].exp() - 0.75).abs() < 0.02, "{out:?}");
}
