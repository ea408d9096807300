//! Every statistic against its definition, written down in the plainest way.

use lethe_data::{Column, Context, Table, TypeChoice};
use lethe_utility::association::{Associations, Limits, correlation_ratio, cramers_v, pearson};
use lethe_utility::cells::Alteration;
use lethe_utility::data_score;
use lethe_utility::distances::{Distances, Spread};
use lethe_utility::{Counterpart, rows_correspond};
use proptest::prelude::*;
use std::collections::{BTreeMap, HashMap};

fn table(columns: &[(&str, Vec<String>)]) -> Table {
    let column = |(name, cells): &(&str, Vec<String>)| {
        let cells = cells.iter().map(|cell| Some(cell.as_str()).filter(|cell| !cell.is_empty()));
        Column::from_texts(name, cells, TypeChoice::Infer).unwrap()
    };
    Table::new(columns.iter().map(column).collect()).unwrap()
}

fn with_counterparts<R>(
    original: &Table,
    release: &[Table],
    look: impl FnOnce(&[Counterpart<'_>]) -> R,
) -> R {
    look(&Counterpart::all(original, release, &HashMap::new(), &Context::new(1).unwrap()))
}

/// Podlesny 2023, Table 6.1 and Equation 7.2, on numbers: cells before and after, `*` for nothing.
fn naive_scores(before: &[i64], after: &[String]) -> (f64, f64) {
    let reward = |cells: &[&String]| {
        let mut counts: BTreeMap<&String, u64> = BTreeMap::new();
        for cell in cells.iter().filter(|cell| cell.as_str() != "*") {
            *counts.entry(cell).or_default() += 1;
        }
        let mut points = 0.0;
        for (_, count) in counts {
            points += 1.0;
            if count > 1 {
                points += (1.0 / (count as f64 - 1.0)).tanh();
            }
        }
        points
    };
    let (mut lost, mut own) = (0.0, 0.0);
    let mut honest = Vec::new();
    for (was, shown) in before.iter().zip(after) {
        match shown.parse::<i64>() {
            Ok(is) if is != *was => {
                let distance =
                    if *was == 0 { 1.0 } else { (is as f64 - *was as f64).abs() / (*was as f64).abs() };
                lost += distance;
                own += 1.0 - distance;
            }
            _ => honest.push(shown),
        }
    }
    (reward(&after.iter().collect::<Vec<_>>()) - lost, reward(&honest) + own)
}

fn naive_ks_and_wasserstein(before: &[i64], after: &[i64]) -> (f64, Option<f64>) {
    let share = |cells: &[i64], up_to: i64| {
        cells.iter().filter(|&&cell| cell <= up_to).count() as f64 / cells.len() as f64
    };
    let (low, high) = (before.iter().min().unwrap(), before.iter().max().unwrap());
    let all = before.iter().chain(after);
    let (mut largest, mut area) = (0.0_f64, 0.0);
    for at in *all.clone().min().unwrap()..*all.max().unwrap() {
        let difference = (share(before, at) - share(after, at)).abs();
        largest = largest.max(difference);
        area += difference;
    }
    let range = (high - low) as f64;
    (largest, if range > 0.0 { Some(area / range) } else { (area == 0.0).then_some(0.0) })
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn scores_and_cells_are_those_of_the_definition(
        rows in prop::collection::vec((-3i64..4, 0u8..4, -4i64..5), 1..30),
    ) {
        let before: Vec<i64> = rows.iter().map(|row| row.0).collect();
        let after: Vec<String> = rows.iter().map(|&(was, fate, other)| match fate {
            0 => "*".to_owned(),
            1 => other.to_string(),
            _ => was.to_string(),
        }).collect();
        let original = table(&[("n", before.iter().map(ToString::to_string).collect())]);
        let release = [table(&[("n", after.clone())])];
        with_counterparts(&original, &release, |found| {
            let shown = found[0].best().unwrap();
            let scores = data_score::by_rows(&found[0].original, shown);
            let (by_table, by_equation) = naive_scores(&before, &after);
            prop_assert!(close(scores.table_6_1, by_table), "{} {by_table}", scores.table_6_1);
            prop_assert!(close(scores.equation_7, by_equation), "{} {by_equation}", scores.equation_7);
            let alteration = Alteration::by_rows(&found[0].original, shown);
            let stars = after.iter().filter(|cell| *cell == "*").count() as u64;
            let wrong = before.iter().zip(&after)
                .filter(|(was, is)| is.parse::<i64>().is_ok_and(|is| is != **was)).count() as u64;
            prop_assert_eq!((alteration.suppressed, alteration.falsified, alteration.generalized), (stars, wrong, 0));
            let least = Alteration::by_counts(&found[0], false);
            prop_assert!(least.altered() <= alteration.altered());
            Ok(())
        })?;
    }

    #[test]
    fn distances_are_those_of_the_definition(
        before in prop::collection::vec(-5i64..6, 1..30), after in prop::collection::vec(-8i64..9, 1..30),
    ) {
        let texts = |cells: &[i64]| cells.iter().map(ToString::to_string).collect::<Vec<_>>();
        let original = table(&[("n", texts(&before))]);
        let release = [table(&[("n", texts(&after))])];
        with_counterparts(&original, &release, |found| {
            let values = &found[0].original;
            let spread = Spread::of_released(values, found[0].best().unwrap());
            let distances = Distances::between(values, &Spread::of_original(values), &spread);
            let (largest, moved) = naive_ks_and_wasserstein(&before, &after);
            prop_assert!(close(distances.kolmogorov_smirnov.unwrap(), largest));
            match (distances.wasserstein, moved) {
                (Some(one), Some(other)) => prop_assert!(close(one, other), "{one} {other}"),
                (one, other) => prop_assert_eq!(one, other),
            }
            let share = |cells: &[i64], value: i64| {
                cells.iter().filter(|&&cell| cell == value).count() as f64 / cells.len() as f64
            };
            // Foreign numbers are as far from every value as from each other.
            let variation: f64 = (-8..9).map(|v| (share(&before, v) - share(&after, v)).abs()).sum();
            prop_assert!(close(distances.total_variation.unwrap(), variation / 2.0));
            Ok(())
        })?;
    }

    #[test]
    fn associations_are_those_of_the_definition(
        pairs in prop::collection::vec((0u32..4, 0u32..3, -5i32..6), 2..40),
    ) {
        let n = pairs.len() as f64;
        // Chi squared, cell by cell, from expected counts.
        let count = |test: &dyn Fn(&(u32, u32, i32)) -> bool| pairs.iter().filter(|p| test(p)).count() as f64;
        let mut chi = 0.0;
        let (mut rows, mut columns) = (0.0, 0.0);
        for one in 0..4 {
            rows += f64::from(u8::from(count(&|p| p.0 == one) > 0.0));
            for other in 0..3 {
                let expected = count(&|p| p.0 == one) * count(&|p| p.1 == other) / n;
                if expected > 0.0 {
                    chi += (count(&|p| p.0 == one && p.1 == other) - expected).powi(2) / expected;
                }
            }
        }
        for other in 0..3 {
            columns += f64::from(u8::from(count(&|p| p.1 == other) > 0.0));
        }
        let found = cramers_v(pairs.iter().map(|p| (p.0, p.1)), 4, 3);
        if rows < 2.0 || columns < 2.0 {
            prop_assert_eq!(found, None);
        } else {
            let phi = (chi / n - (rows - 1.0) * (columns - 1.0) / (n - 1.0)).max(0.0);
            let most = (rows - (rows - 1.0).powi(2) / (n - 1.0))
                .min(columns - (columns - 1.0).powi(2) / (n - 1.0)) - 1.0;
            let expected = if most > 0.0 { (phi / most).sqrt().min(1.0) } else { 0.0 };
            prop_assert!((found.unwrap() - expected).abs() < 1e-6, "{found:?} {expected}");
        }
        let numbers: Vec<f64> = pairs.iter().map(|p| f64::from(p.2)).collect();
        let mean = numbers.iter().sum::<f64>() / n;
        let total: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let mut between = 0.0;
        for one in 0..4 {
            let of: Vec<f64> = pairs.iter().filter(|p| p.0 == one).map(|p| f64::from(p.2)).collect();
            if !of.is_empty() {
                between += of.len() as f64 * (of.iter().sum::<f64>() / of.len() as f64 - mean).powi(2);
            }
        }
        let found = correlation_ratio(|| pairs.iter().map(|p| (p.0, f64::from(p.2))), 4);
        if total > 1e-9 && rows >= 2.0 {
            prop_assert!((found.unwrap() - (between / total).sqrt()).abs() < 1e-6);
        } else {
            prop_assert_eq!(found, None);
        }
        let other: Vec<f64> = pairs.iter().map(|p| f64::from(p.0)).collect();
        let mean_other = other.iter().sum::<f64>() / n;
        let both: f64 = numbers.iter().zip(&other).map(|(a, b)| (a - mean) * (b - mean_other)).sum();
        let of_other: f64 = other.iter().map(|b| (b - mean_other).powi(2)).sum();
        let found = pearson(|| numbers.iter().copied().zip(other.iter().copied()));
        if total > 1e-9 && of_other > 1e-9 {
            prop_assert!((found.unwrap() - both / (total * of_other).sqrt()).abs() < 1e-9);
        } else {
            prop_assert_eq!(found, None);
        }
    }

    #[test]
    fn shuffled_rows_are_noticed_and_rows_in_place_are_not(
        rows in prop::collection::vec((0u8..20, 0u8..10), 800..1000), shift in 1usize..50, noise in 0i32..3,
    ) {
        let texts = |rows: &[(u8, u8)]| vec![
            ("n", rows.iter().map(|row| row.0.to_string()).collect::<Vec<_>>()),
            ("t", rows.iter().map(|row| format!("t{}", row.1)).collect()),
        ];
        let original = table(&texts(&rows));
        let mut shuffled = rows.clone();
        shuffled.rotate_left(shift);
        let moved = [table(&texts(&shuffled))];
        with_counterparts(&original, &moved, |found| {
            prop_assert!(!rows_correspond(found, rows.len()));
            Ok(())
        })?;
        let noisy = [table(&[
            ("n", rows.iter().map(|row| (i32::from(row.0) + noise).to_string()).collect()),
            ("t", rows.iter().map(|_| "*".to_owned()).collect()),
        ])];
        with_counterparts(&original, &noisy, |found| {
            prop_assert!(rows_correspond(found, rows.len()));
            Ok(())
        })?;
    }
}

#[test]
fn the_data_score_of_five_rows_is_that_computed_by_hand() {
    let texts = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
    let original = table(&[
        ("age", texts(&["20", "20", "25", "40", "0"])),
        ("city", texts(&["Rom", "Rom", "Rom", "Ulm", "Bad Sülze"])),
    ]);
    let release = [table(&[
        ("age", texts(&["20", "25", "25", "[30-49]", "4"])),
        ("city", texts(&["Rom", "Rom", "*", "Ulm", "*"])),
    ])];
    with_counterparts(&original, &release, |found| {
        // 20 twice: 1 + tanh(1); three other values.
        assert!(close(data_score::of_original(&found[0].original), 4.0 + 1f64.tanh()));
        // Rom three times: 1 + tanh(1/2); two other values.
        assert!(close(data_score::of_original(&found[1].original), 3.0 + 0.5f64.tanh()));
        let age = data_score::by_rows(&found[0].original, found[0].best().unwrap());
        // Four labels, 25 twice; 20 → 25 is a quarter of the original, 0 → 4 all of it.
        assert!(close(age.table_6_1, 4.0 + 1f64.tanh() - 0.25 - 1.0), "{}", age.table_6_1);
        // Three labels that are true, and two falsified numbers.
        assert!(close(age.equation_7, 3.0 + (1.0 - 0.25) + (1.0 - 1.0)), "{}", age.equation_7);
        let city = data_score::by_rows(&found[1].original, found[1].best().unwrap());
        // Rom twice: 1 + tanh(1); Ulm; stars earn nothing.
        assert!(close(city.table_6_1, 2.0 + 1f64.tanh()) && close(city.equation_7, city.table_6_1));
        let cells = Alteration::by_rows(&found[0].original, found[0].best().unwrap());
        assert_eq!((cells.suppressed, cells.generalized, cells.falsified), (0, 1, 2));
        // a quarter for 25, 1 for 4 in the place of 0, nothing for a label that stands for 40 alone.
        assert!(close(cells.distortion.unwrap(), 1.25));
    });
}

#[test]
fn repeating_a_column_or_splitting_rows_earns_nothing() {
    let texts = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
    let original = table(&[("a", texts(&["x", "y", "y"])), ("b", texts(&["1", "2", "3"]))]);
    let compartments = [
        table(&[("a", texts(&["y", "x", "y"]))]),
        table(&[("a", texts(&["x", "*", "y"])), ("b", texts(&["3", "1", "2"]))]),
    ];
    with_counterparts(&original, &compartments, |found| {
        let shown = found[0].best().unwrap();
        assert_eq!(shown.part, 0);
        let score = data_score::by_counts(&found[0], shown, false);
        assert!(close(score.table_6_1, data_score::of_original(&found[0].original)));
        assert_eq!(Alteration::by_counts(&found[0], false).altered(), 0);
        let pairs = Associations::of(found, &Limits::default(), &Context::new(1).unwrap()).unwrap();
        assert_eq!(pairs.pairs.len(), 1);
    });
    let apart = [table(&[("a", texts(&["y", "x", "y"]))]), table(&[("b", texts(&["3", "1", "2"]))])];
    with_counterparts(&original, &apart, |found| {
        let pairs = Associations::of(found, &Limits::default(), &Context::new(1).unwrap()).unwrap();
        assert!(pairs.pairs[0].before > 0.8 && pairs.pairs[0].after == 0.0);
        assert!(close(pairs.preserved().unwrap(), 1.0 - pairs.pairs[0].before));
    });
    // What one table hides another may show.
    let hiding = [table(&[("a", texts(&["*", "y", "y"]))]), table(&[("a", texts(&["x", "*", "*"]))])];
    with_counterparts(&original, &hiding, |found| {
        assert_eq!(Alteration::by_counts(&found[0], false).altered(), 0);
    });
    let stars = [table(&[("a", texts(&["*", "y", "y", "y"])), ("b", texts(&["1", "n/a", "2", "3"]))])];
    with_counterparts(&original, &stars, |found| {
        let split = Alteration::by_counts(&found[0], true);
        assert_eq!((split.suppressed, split.falsified, split.distortion), (1, 0, Some(1.0)));
    });
    // A split row repeats its value in each of its parts.
    let split = [table(&[("a", texts(&["x", "x", "y", "y"])), ("b", texts(&["1", "n/a", "2", "3"]))])];
    with_counterparts(&original, &split, |found| {
        let score = data_score::by_counts(&found[0], found[0].best().unwrap(), true);
        assert!(close(score.table_6_1, data_score::of_original(&found[0].original)));
    });
}

#[test]
fn figures_do_not_depend_on_threads_and_empty_tables_have_none() {
    let numbers: Vec<String> = (0..5000).map(|row| (row * 7919 % 613).to_string()).collect();
    let words: Vec<String> = (0..5000).map(|row| format!("w{}", row * 31 % 17)).collect();
    let original = table(&[("n", numbers.clone()), ("w", words.clone()), ("v", words)]);
    let release = [original.clone()];
    let of = |threads: usize| {
        let context = Context::new(threads).unwrap();
        let found = Counterpart::all(&original, &release, &HashMap::new(), &context);
        Associations::of(&found, &Limits::default(), &context).unwrap()
    };
    let one = of(1);
    assert_eq!(one, of(4));
    assert_eq!(one.preserved(), Some(1.0));
    let empty = table(&[("n", Vec::new())]);
    with_counterparts(&empty, std::slice::from_ref(&empty), |found| {
        let values = &found[0].original;
        let spread = Spread::of_original(values);
        assert_eq!(Distances::between(values, &spread, &spread), Distances::default());
        assert!(data_score::of_original(values) == 0.0);
    });
}
