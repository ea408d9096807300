//! Models of uniqueness on random tables: the optimum against every choice of levels, the file against a plain count.

use lethe::anonymize::{Anonymization, Anonymize, Overrides, anonymize};
use lethe::data::{Decimal, Role};
use lethe::models::risk::{ClassSizes, Sample, UniquenessEstimates};
use lethe::recipe_file::{HierarchyRecipe, MethodName, Recipe};
use lethe::requirements::flags;
use lethe::verify::{Verify, verify};
use lethe::{Context, Location};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

const AGES: &str = "1;low;*\n2;low;*\n3;high;*\n4;high;*\n";

/// What is asked for, and its flag.
#[derive(Clone, Debug)]
struct Asked {
    /// Of a hundred.
    max: u32,
    /// The size of the population and the estimator; `None`: uniqueness in the table.
    population: Option<(u64, &'static str)>,
}

impl Asked {
    fn flag(&self) -> (&'static str, String) {
        let max = f64::from(self.max) / 100.0;
        match self.population {
            None => ("sample-uniqueness", max.to_string()),
            Some((records, estimator)) => ("population-uniqueness", format!("{max}@{records}:{estimator}")),
        }
    }

    /// Whether records that show these texts satisfy it.
    fn holds<'a>(&self, shown: impl Iterator<Item = &'a String>) -> bool {
        let mut classes: BTreeMap<&str, u64> = BTreeMap::new();
        shown.for_each(|text| *classes.entry(text).or_default() += 1);
        let (records, uniques) =
            (classes.values().sum::<u64>(), classes.values().filter(|records| **records == 1).count());
        if uniques == 0 {
            return true;
        }
        let Some((population, _)) = self.population else {
            return uniques as u64 * 100 <= records * u64::from(self.max);
        };
        let most = f64::from(self.max) / 100.0 * population as f64;
        self.estimate(&classes, records).is_some_and(|uniques| uniques <= most)
    }

    /// Whether an estimate is the limit itself, as far as doubles can tell: a rounding decides then.
    fn is_on_the_edge<'a>(&self, shown: impl Iterator<Item = &'a String>) -> bool {
        let mut classes: BTreeMap<&str, u64> = BTreeMap::new();
        shown.for_each(|text| *classes.entry(text).or_default() += 1);
        let population = self.population.map_or(0.0, |(population, _)| population as f64);
        let estimate = self.estimate(&classes, classes.values().sum());
        estimate.is_some_and(|uniques| {
            (uniques - f64::from(self.max) / 100.0 * population).abs() < 1e-9 * population
        })
    }

    /// How many records of the population are unique.
    fn estimate(&self, classes: &BTreeMap<&str, u64>, records: u64) -> Option<f64> {
        let (population, estimator) = self.population?;
        let sizes = ClassSizes::of(classes.values().copied());
        let all = UniquenessEstimates::of(&Sample::new(&sizes, population).unwrap());
        match estimator {
            "zayatz" if records < population => Some(zayatz(classes, records, population)),
            "zayatz" => all.zayatz,
            "pitman" => all.pitman,
            "snb" => all.snb,
            _ => all.chosen.map(|chosen| chosen.uniques),
        }
    }
}

/// By definition: a class of `j` records has one in the sample with a hypergeometric probability.
fn zayatz(classes: &BTreeMap<&str, u64>, records: u64, population: u64) -> f64 {
    let choose = |n: u64, k: u64| {
        if k > n { 0.0 } else { (0..k).map(|step| (n - step) as f64 / (step + 1) as f64).product() }
    };
    let one_of =
        |size: u64| size as f64 * choose(population - size, records - 1) / choose(population, records);
    let all: f64 = classes.values().map(|&size| one_of(size)).sum();
    let uniques = classes.values().filter(|size| **size == 1).count() as f64;
    uniques * (uniques * one_of(1) / all) * population as f64 / records as f64
}

fn run(folder: &Path, asked: &Asked, method: MethodName, limit: u32) -> Anonymization {
    let (flag, text) = asked.flag();
    let quasi = ["age", "zip"].map(|name| (name.to_owned(), Role::Quasi)).to_vec();
    let overrides = Overrides {
        roles: quasi,
        hierarchies: vec![("age".to_owned(), HierarchyRecipe::File("age.csv".to_owned()))],
        models: vec![flags::parse(flag, &text).unwrap()],
        method: Some(method),
        suppression_limit: Some(Decimal::new(limit.into(), -1)),
        quality: Some("precision".parse().unwrap()),
        ..Overrides::default()
    };
    let mut recipe = Recipe::default();
    overrides.apply(&mut recipe, Path::new("")).unwrap();
    let place = |name: &str| Location::parse(folder.join(name).to_str().unwrap()).unwrap();
    let request = Anonymize {
        folder: folder.to_owned(),
        output: Some(place("out.csv")),
        others: lethe::anonymize::Others::Keep,
        ..Anonymize::of(place("data.csv"), recipe)
    };
    let report = anonymize(&request, &Context::new(1).unwrap()).unwrap();
    if report.holds {
        let quasi = vec!["age".to_owned(), "zip".to_owned()];
        let models = vec![flags::parse(flag, &text).unwrap()];
        let again = Verify { models, quasi, ..Verify::of(place("out.csv")) };
        assert!(verify(&again, &Context::new(1).unwrap()).unwrap().holds, "{asked:?}");
    }
    report
}

/// What a record shows on levels.
fn shown((age, zip): (u8, u8), levels: [usize; 2]) -> String {
    let age = match levels[0] {
        0 => age.to_string(),
        1 => (if age < 3 { "low" } else { "high" }).to_owned(),
        _ => "*".to_owned(),
    };
    let zip = if levels[1] == 0 { format!("z{zip}") } else { "*".to_owned() };
    format!("{age},{zip}")
}

fn check(rows: &[(u8, u8)], asked: &Asked, limit: u32) {
    let folder = tempfile::tempdir().unwrap();
    let lines: String = rows.iter().map(|&row| shown(row, [0, 0]) + "\n").collect();
    std::fs::write(folder.path().join("data.csv"), "age,zip\n".to_owned() + &lines).unwrap();
    std::fs::write(folder.path().join("age.csv"), AGES).unwrap();
    let nodes = (0..3).flat_map(|age| [[age, 0], [age, 1]]);
    let texts = |levels: [usize; 2]| -> Vec<String> { rows.iter().map(|&row| shown(row, levels)).collect() };
    if nodes.clone().any(|levels| asked.is_on_the_edge(texts(levels).iter())) {
        return;
    }
    let holds = |levels: &[usize; 2]| asked.holds(texts(*levels).iter());
    let loss = |levels: [usize; 2]| f64::midpoint(levels[0] as f64 / 2.0, levels[1] as f64);
    let best = nodes.filter(holds).map(loss).min_by(f64::total_cmp);
    for method in [MethodName::Auto, MethodName::Flash, MethodName::Incognito] {
        let report = run(folder.path(), asked, method, 0);
        assert_eq!(report.holds, best.is_some(), "{method} {asked:?}");
        let found = report.search.value.filter(|_| report.holds);
        let close = found.zip(best).is_none_or(|(found, best)| (found - best).abs() < 1e-9);
        assert!(close, "{method} {asked:?}: {found:?} instead of {best:?}");
    }
    let report = run(folder.path(), asked, MethodName::Auto, limit);
    if report.holds {
        assert!(report.suppressed <= report.suppression_limit);
        let text = std::fs::read_to_string(folder.path().join("out.csv")).unwrap();
        let kept: Vec<String> =
            text.lines().skip(1).filter(|line| *line != "*,*").map(str::to_owned).collect();
        assert!(asked.holds(kept.iter()), "{asked:?}: {text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn the_least_loss_and_what_is_published_are_those_of_a_plain_count(
        rows in prop::collection::vec((1u8..5, 0u8..4), 2..24), max in 0u32..60, limit in 0u32..=10,
        more in 0u64..200, estimator in prop::sample::select(vec!["dankar", "pitman", "zayatz", "snb"]),
        in_population in any::<bool>(),
    ) {
        let population = in_population.then_some((rows.len() as u64 + more, estimator));
        check(&rows, &Asked { max, population }, limit);
    }
}
