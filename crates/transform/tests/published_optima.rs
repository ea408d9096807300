//! The optima that a tool of the field publishes for the Adult data (107 results of ARX's own test suite), and how ours
//! compare: where its metric has our formula, its optimum is ours.

#[path = "../../../tests/real_data.rs"]
mod real_data;

use lethe_data::{BoundHierarchy, Context, Decimal, Hierarchy, Table, UnknownValues};
use lethe_io::{Location, ReadOptions, read_table};
use lethe_models::privacy::{
    AverageRisk, BetaLikeness, ClassModel, ClassRequirement, Closeness, DeltaPresence, Distribution,
    EntropyDiversity, Estimator, KAnonymity, KMap, RecursiveDiversity, Requirements, Scope,
};
use lethe_models::quality::{Aggregate, Domain, Measure, Subject, measure};
use lethe_transform::lattice::{Checker, Dimension, Optimal, Outcome, Population, Problem, Search, Space};
use real_data::real_data;
use serde_json::Value;
use std::path::Path;

struct Adult {
    whole: Table,
    subset: Table,
    hierarchies: Vec<Hierarchy>,
}

impl Adult {
    fn load(folder: &Path) -> Self {
        let context = Context::new(2).unwrap();
        let read = |file: &str| {
            let name = folder.join(file).display().to_string();
            read_table(&Location::parse(&name).unwrap(), &ReadOptions::default(), &context).unwrap()
        };
        let whole = read("adult/adult.csv");
        let hierarchy = |name: &str| {
            let bytes = std::fs::read(folder.join(format!("adult/adult_hierarchy_{name}.csv"))).unwrap();
            let loaded = lethe_io::hierarchy::read(&bytes, &lethe_io::hierarchy::ReadOptions::default());
            loaded.unwrap().for_column(whole.column(whole.position(name).unwrap())).unwrap()
        };
        let hierarchies = whole.columns().iter().map(|column| hierarchy(column.name())).collect();
        Self { subset: read("adult/adult_subset.csv"), hierarchies, whole }
    }

    fn bound(&self, table: &Table, column: usize) -> BoundHierarchy {
        self.hierarchies[column].bind(table.column(column), UnknownValues::Refuse).unwrap()
    }
}

fn decimal(value: &Value) -> Decimal {
    Decimal::parse(&value.to_string()).unwrap()
}

fn whole(value: &Value) -> u64 {
    value.as_f64().unwrap() as u64
}

fn class_model(adult: &Adult, table: &Table, criterion: &Value) -> Option<Box<dyn ClassModel>> {
    let occupation = table.position("occupation").unwrap();
    let reference = Distribution::of(table.column(occupation), None);
    let t = || decimal(&criterion["t"]);
    Some(match criterion["type"].as_str().unwrap() {
        "KAnonymity" => Box::new(KAnonymity::new(whole(&criterion["k"]))),
        "EntropyLDiversity" => {
            let estimator = match criterion["estimator"].as_str().unwrap() {
                "Shannon" => Estimator::Shannon,
                _ => Estimator::Grassberger,
            };
            Box::new(
                EntropyDiversity::with_estimator(0, decimal(&criterion["l"]), &reference, estimator).unwrap(),
            )
        }
        "RecursiveCLDiversity" => Box::new(
            RecursiveDiversity::new(0, decimal(&criterion["c"]), whole(&criterion["l"]), &reference).unwrap(),
        ),
        "EqualDistanceTCloseness" => Box::new(Closeness::equal(0, t(), &reference).unwrap()),
        "OrderedDistanceTCloseness" => Box::new(Closeness::ordered(0, t(), &reference).unwrap()),
        "HierarchicalDistanceTCloseness" => {
            let hierarchy = adult.bound(table, occupation);
            Box::new(Closeness::hierarchical(0, t(), &reference, &hierarchy).unwrap())
        }
        "BasicBLikeness" => Box::new(BetaLikeness::basic(0, decimal(&criterion["b"]), &reference).unwrap()),
        "EnhancedBLikeness" => {
            Box::new(BetaLikeness::enhanced(0, decimal(&criterion["b"]), &reference).unwrap())
        }
        "DPresence" => {
            Box::new(DeltaPresence::new(decimal(&criterion["dMin"]), decimal(&criterion["dMax"])).unwrap())
        }
        "KMap" if criterion.get("subset_file").is_some() => {
            Box::new(KMap::new(whole(&criterion["k"])).unwrap())
        }
        "KMap" => {
            let significance = decimal(&criterion["significanceLevel"]);
            let (people, population) = (table.people(), whole(&criterion["populationSize"]));
            Box::new(KMap::estimated(whole(&criterion["k"]), people, population, significance).unwrap())
        }
        _ => return None,
    })
}

fn requirements(adult: &Adult, table: &Table, case: &Value) -> Requirements {
    let mut requirements = Requirements::default();
    if let Some(name) = case["sensitive"].as_str() {
        requirements.sensitive.push(table.position(name).unwrap());
    }
    for criterion in case["criteria"].as_array().unwrap() {
        match class_model(adult, table, criterion) {
            Some(model) => requirements.classes.push(ClassRequirement { model, scope: Scope::Quasi }),
            None => {
                let max = decimal(&criterion["threshold"]);
                requirements.release.push(Box::new(AverageRisk::new(max).unwrap()));
            }
        }
    }
    requirements
}

/// Our optimum for a case, and what the published levels are worth to us.
fn solve(
    adult: &Adult,
    case: &Value,
    quality: &str,
    aggregate: Aggregate,
) -> (Outcome, lethe_transform::lattice::Checked) {
    let context = Context::new(2).unwrap();
    let of_subset =
        case["criteria"].as_array().unwrap().iter().any(|other| other.get("subset_file").is_some());
    let table = if of_subset { &adult.subset } else { &adult.whole };
    let quasi: Vec<usize> = case["quasi"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| table.position(name.as_str().unwrap()).unwrap())
        .collect();
    let bounds: Vec<BoundHierarchy> = quasi.iter().map(|&column| adult.bound(table, column)).collect();
    let domains: Vec<Domain> = quasi
        .iter()
        .zip(&bounds)
        .map(|(&column, bound)| Domain {
            hierarchy: bound.clone(),
            counts: table.column(column).histogram(None),
            weight: 1.0,
            numbers: None,
        })
        .collect();
    let subject = Subject { domains: &domains, aggregate, label: None, combinations: None };
    let measure: Box<dyn Measure> = measure(quality, &subject).unwrap();
    let requirements = requirements(adult, table, case);
    let space = Space::new(
        bounds
            .into_iter()
            .map(|bound| {
                let top = bound.height() - 1;
                Dimension::new(bound, 0, top).unwrap()
            })
            .collect(),
    );
    let limit = (case["suppression_limit"].as_f64().unwrap() * table.rows() as f64) as u64;
    let mut problem =
        Problem::new(table, quasi.clone(), space, &requirements, measure.as_ref(), limit).unwrap();
    if of_subset {
        let hierarchies = quasi.iter().map(|&column| adult.bound(&adult.whole, column)).collect();
        problem = problem.with_population(Population { table: &adult.whole, quasi, hierarchies });
    }
    let outcome = Optimal.search(&problem, &context).unwrap();
    let published: Vec<usize> =
        case["expected_levels"].as_array().unwrap().iter().map(|level| whole(level) as usize).collect();
    let checker = Checker::new(&problem, &context).unwrap();
    (outcome, checker.check(&published))
}

fn cases(folder: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join("adult/arx_expected_optima.json")).unwrap();
    let cases: Vec<Value> = serde_json::from_str(&text).unwrap();
    cases.into_iter().filter(|case| case["simple"] == true && !case["expected_levels"].is_null()).collect()
}

#[test]
fn published_optima_are_ours() {
    let Some(folder) = real_data() else { return };
    let adult = Adult::load(&folder);
    for case in cases(&folder) {
        let (quality, aggregate) = match case["metric"].as_str().unwrap() {
            "Loss" => ("loss", Aggregate::Geometric),
            "Monotonic discernability (DM*)" => ("discernibility-monotone", Aggregate::Mean),
            "Average equivalence class size" => ("group-size", Aggregate::Mean),
            _ => ("entropy", Aggregate::Mean),
        };
        let start = std::time::Instant::now();
        let (outcome, published) = solve(&adult, &case, quality, aggregate);
        let best = outcome.best.unwrap();
        println!(
            "{} {:?} {:?} best {:?} published {:?} {}",
            case["criteria"],
            start.elapsed(),
            outcome.stats,
            best,
            published,
            case["expected_loss"]
        );
        if quality == "discernibility-monotone" {
            let (outcome, published) = solve(&adult, &case, "discernibility", aggregate);
            println!("    DM: {:?} {:?}", outcome.best, published);
        }
    }
}
