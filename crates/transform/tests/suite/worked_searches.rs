//! Worked examples of lattice searches from the literature.

use lethe_data::hierarchy::{Hierarchy, UnknownValues};
use lethe_data::{Column, Context, Table, TypeChoice};
use lethe_models::privacy::{ClassRequirement, KAnonymity, Requirements};
use lethe_models::quality::{Aggregate, Domain, Loss};
use lethe_transform::lattice::explain::{Relax, explain};
use lethe_transform::lattice::searches::{ALL, Datafly, Fixed, named};
use lethe_transform::lattice::{Checker, Dimension, Problem, Search, Space, nearest_miss};
use std::collections::BTreeSet;

struct Example {
    table: Table,
    domains: Vec<Domain>,
}

/// A column's name, its cells, and the labels of a value on each level.
type Quasi<'a> = (&'a str, &'a [&'a str], &'a dyn Fn(&str) -> Vec<String>);

/// A table of quasi-identifying columns.
fn example(columns: &[Quasi<'_>]) -> Example {
    let column = |name: &str, cells: &[&str]| {
        Column::from_texts(name, cells.iter().map(|&cell| Some(cell)), TypeChoice::Infer).unwrap()
    };
    let table = Table::new(columns.iter().map(|(name, cells, _)| column(name, cells)).collect()).unwrap();
    let domain = |(at, (_, cells, path)): (usize, &Quasi<'_>)| {
        let leaves: BTreeSet<&str> = cells.iter().copied().collect();
        let paths: Vec<Vec<String>> = leaves.into_iter().map(path).collect();
        let hierarchy = Hierarchy::from_paths(&paths).unwrap();
        Domain {
            hierarchy: hierarchy.bind(table.column(at), UnknownValues::Refuse).unwrap(),
            counts: table.column(at).histogram(None),
            weight: 1.0,
            numbers: None,
            spans: Vec::new(),
        }
    };
    let domains = columns.iter().enumerate().map(domain).collect();
    Example { table, domains }
}

impl Example {
    fn solve<T>(&self, k: u64, limit: u64, work: impl FnOnce(&Problem<'_>, &Context) -> T) -> T {
        let requirements = k_anonymous(k);
        let loss = Loss::new(&self.domains, Aggregate::Mean);
        let dimension = |domain: &Domain| {
            Dimension::new(domain.hierarchy.clone(), 0, domain.hierarchy.height() - 1).unwrap()
        };
        let space = Space::new(self.domains.iter().map(dimension).collect());
        let quasi = (0..self.domains.len()).collect();
        let problem = Problem::new(&self.table, quasi, space, &requirements, &loss, limit).unwrap();
        work(&problem, &Context::new(1).unwrap())
    }
}

fn k_anonymous(k: u64) -> Requirements {
    Requirements { classes: vec![ClassRequirement::quasi(KAnonymity::new(k))], ..Requirements::default() }
}

/// The first digits of a code, the others as stars: a level for each number of digits.
fn digits(code: &str, levels: &[usize]) -> Vec<String> {
    let stars = |keep: &usize| code[..*keep].to_owned() + &"*".repeat(code.len() - keep);
    let mut path: Vec<String> = levels.iter().map(stars).collect();
    path.push("*".to_owned());
    path
}

/// The value, then ranges of these widths.
fn ranges(value: &str, widths: &[u32]) -> Vec<String> {
    let number: u32 = value.parse().unwrap();
    let range = |width: &u32| {
        let low = number / width * width;
        format!("[{low}-{})", low + width)
    };
    let mut path = vec![value.to_owned()];
    path.extend(widths.iter().map(range));
    path.push("*".to_owned());
    path
}

/// Dimakopoulos 2022, Table 1, with post-code before age as in the text on Datafly.
fn table_1() -> Example {
    let codes = ["12278", "23448", "31284", "45026", "45354", "12456", "23781", "31695"];
    let ages = ["44", "57", "53", "45", "49", "42", "59", "54"];
    example(&[
        ("post-code", &codes, &|code| digits(code, &[5, 2])),
        ("age", &ages, &|age| ranges(age, &[5, 10])),
    ])
}

#[test]
fn datafly_needs_three_iterations_for_table_1() {
    table_1().solve(2, 0, |problem, context| {
        let checker = Checker::new(problem, context).unwrap();
        // Iteration 1: both columns have eight values, and the first is generalized; all eight records are unique.
        assert_eq!((checker.distinct(0, 0), checker.distinct(1, 0)), (8, 8));
        assert_eq!(checker.check(&[0, 0]).suppressed, 8);
        // Iteration 2: four post-codes, eight ages, still eight records that are unique.
        assert_eq!((checker.distinct(0, 1), checker.check(&[1, 0]).suppressed), (4, 8));
        // Iteration 3: four classes of two.
        let found = Datafly.search(problem, context).unwrap();
        let best = found.best.unwrap();
        assert_eq!((best.levels, best.classes, best.suppressed, found.stats.checked), (vec![1, 1], 4, 0, 3));
        assert!(!found.optimal);
    });
}

/// Dimakopoulos 2022, Figure 8, generalizes some records' post-codes to 130** and others' to 13***: local recoding. One
/// level for each column cannot give its three classes of four.
#[test]
fn figure_8_is_out_of_reach_for_one_level_a_column() {
    let ages = ["28", "29", "21", "23", "50", "55", "47", "49", "31", "37", "36", "35"];
    let codes = [
        "13053", "13068", "13068", "13053", "14853", "14853", "14850", "14850", "13053", "13053", "13222",
        "13068",
    ];
    let age = |age: &str| {
        let number: u32 = age.parse().unwrap();
        let narrow = if number < 40 { number / 10 * 10 } else { 40 };
        let wide = if number < 40 { 20 } else { 40 };
        vec![age.to_owned(), format!("[{narrow}-..)"), format!("[{wide}-..)"), "*".to_owned()]
    };
    let example = example(&[("age", &ages, &age), ("zip", &codes, &|code| digits(code, &[5, 4, 3, 2]))]);
    example.solve(4, 0, |problem, context| {
        let checker = Checker::new(problem, context).unwrap();
        // With 130** the record 13222 is alone; its class of the figure would break up.
        let fine = checker.check(&[1, 2]);
        assert_eq!((fine.holds, fine.suppressed, fine.classes), (false, 4, 2));
        // The three classes do come out when every post-code is as general as the most general of the figure.
        let aggregated = checker.check(&[1, 3]);
        assert_eq!((aggregated.holds, aggregated.suppressed, aggregated.classes), (true, 0, 3));
        for search in ALL {
            let found = search.search(problem, context).unwrap();
            let best = found.best.unwrap();
            assert!(best.holds && best.value <= checker.check(&problem.space.top()).value);
            if found.optimal {
                assert_eq!(best.levels, [1, 3], "{}", search.name());
            }
        }
    });
}

#[test]
fn an_explanation_names_what_blocks_and_what_a_relaxation_gains() {
    table_1().solve(2, 0, |problem, context| {
        let best = named("auto").unwrap().search(problem, context).unwrap().best.unwrap();
        assert_eq!(best.levels, [1, 1]);
        let weaker = k_anonymous(1);
        let explained = explain(problem, &best, &[("k = 1".to_owned(), &weaker)], context).unwrap();
        let [post_code, age] = explained.lower.as_slice() else { panic!("{explained:?}") };
        for lower in [post_code, age] {
            assert!(!lower.node.holds && lower.node.suppressed == 8);
            let [failure] = lower.failures.as_slice() else { panic!("{lower:?}") };
            assert_eq!(
                (failure.model, failure.classes, failure.records, failure.largest),
                ("k-anonymity", 8, 8, 1)
            );
        }
        let [suppression, no_post_code, no_age, weaker] = explained.relaxations.as_slice() else {
            panic!("{explained:?}")
        };
        assert_eq!(suppression.relax, Relax::Suppression { limit: 1 });
        // One more person does not help: the classes are pairs.
        assert_eq!((suppression.gain, suppression.optimal), (0.0, true));
        // Without the other column, the level is needed all the same.
        assert_eq!((no_post_code.relax.clone(), no_post_code.gain), (Relax::Column { column: 0 }, 0.0));
        assert_eq!(no_age.best.as_ref().unwrap().levels, [1, 3]);
        let nothing = weaker.best.as_ref().unwrap();
        assert_eq!((nothing.levels.as_slice(), nothing.value), ([0, 0].as_slice(), 0.0));
        assert!((weaker.gain - best.value).abs() < 1e-15);
    });
}

#[test]
fn fixed_levels_must_fit_and_the_nearest_miss_names_the_model() {
    table_1().solve(9, 0, |problem, context| {
        assert!(Fixed::new(vec![1]).search(problem, context).is_err());
        assert!(Fixed::new(vec![1, 9]).search(problem, context).is_err());
        let found = Fixed::new(vec![1, 1]).search(problem, context).unwrap();
        assert!(found.best.is_none() && found.complete && !found.optimal);
        let miss = nearest_miss(problem, context).unwrap();
        assert_eq!((miss.levels, miss.suppressed, miss.blocking), (vec![2, 3], 8, vec![("k-anonymity", 8)]));
    });
    table_1().solve(2, 0, |problem, context| {
        let found = Fixed::new(vec![2, 3]).search(problem, context).unwrap();
        assert_eq!(found.best.unwrap().levels, [2, 3]);
    });
}
