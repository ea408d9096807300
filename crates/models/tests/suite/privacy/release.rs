//! Models of all classes together, against their definitions.

use crate::privacy::examples::d;
use crate::privacy::oracle::{r, sum};
use lethe_data::Decimal;
use lethe_models::privacy::{
    AverageRisk, ClassSize, MarketerRisk, PopulationUniqueness, ReleaseModel, SampleUniqueness,
    UniquenessEstimator, exact,
};
use lethe_num::{Interval, Rational};
use proptest::prelude::*;

type Risk = fn(&[ClassSize]) -> Rational;

fn mean(classes: &[ClassSize], risk: impl Fn(&ClassSize) -> Rational) -> Rational {
    let records: u64 = classes.iter().map(|class| class.records).sum();
    if records == 0 {
        return Rational::ZERO;
    }
    sum(classes.iter().map(|class| r(class.records) * risk(class))) / r(records)
}

fn average(classes: &[ClassSize]) -> Rational {
    mean(classes, |class| Rational::ONE / r(class.records))
}

fn marketer(classes: &[ClassSize]) -> Rational {
    mean(classes, |class| Rational::ONE / r(class.population))
}

fn unique(classes: &[ClassSize]) -> Rational {
    mean(classes, |class| if class.records == 1 { Rational::ONE } else { Rational::ZERO })
}

proptest! {
    #[test]
    fn release_models_decide_as_defined(
        sizes in prop::collection::vec((1u64..9, 0u64..9), 0..12), hundredths in 1i128..101,
    ) {
        let mut classes: Vec<ClassSize> =
            sizes.iter().map(|&(records, more)| ClassSize { records, population: records + more }).collect();
        classes.sort_unstable();
        let max = Decimal::new(hundredths, -2);
        let models: [(Box<dyn ReleaseModel>, Risk); 3] = [
            (Box::new(AverageRisk::new(max).unwrap()), average),
            (Box::new(MarketerRisk::new(max).unwrap()), marketer),
            (Box::new(SampleUniqueness::new(max).unwrap()), unique),
        ];
        for (model, risk) in models {
            prop_assert_eq!(model.holds(&classes), risk(&classes) <= exact(max), "{}", model.name());
            let (measure, value) = (model.measure(&classes), risk(&classes));
            prop_assert!(Rational::try_from(measure.lo()).unwrap() <= value);
            prop_assert!(Rational::try_from(measure.hi()).unwrap() >= value);
            let first = (0..=classes.len()).find(|&gone| risk(&classes[gone..]) <= exact(max)).unwrap();
            prop_assert_eq!(model.excess(&classes), first, "{}", model.name());
            if model.holds(&classes) && classes.len() > 1 {
                // Two classes merged, as generalizing does.
                let (a, b) = (classes[0], classes[classes.len() - 1]);
                let mut merged = classes[1..classes.len() - 1].to_vec();
                merged.push(ClassSize { records: a.records + b.records, population: a.population + b.population });
                prop_assert!(model.monotone() && model.holds(&merged));
            }
        }
    }
}

#[test]
fn exactly_at_the_limit_is_within_it() {
    // 1/3 + 1/6 + 1/2 of three records is a third each, which no double is.
    let classes: Vec<ClassSize> =
        [3, 6, 2].iter().map(|&population| ClassSize { records: 1, population }).collect();
    let third = d("0.33333333333333333333333333333333333334");
    assert!(MarketerRisk::new(third).unwrap().holds(&classes));
    let less = d("0.33333333333333333333333333333333333333");
    assert!(!MarketerRisk::new(less).unwrap().holds(&classes));
    let halves = [ClassSize { records: 2, population: 0 }; 3];
    assert!(AverageRisk::new(d("0.5")).unwrap().holds(&halves));
    assert_eq!(AverageRisk::new(d("0.5")).unwrap().measure(&halves), Interval::point(0.5));
}

#[test]
fn records_without_a_population_are_found() {
    let model = MarketerRisk::new(d("1")).unwrap();
    let classes = [ClassSize { records: 1, population: 0 }];
    assert!(!model.holds(&classes) && model.needs_population());
    assert_eq!(model.excess(&classes), 1);
    assert!(model.holds(&[]));
}

/// All ways to split the records of classes into classes of which some are published: what a finer release shows.
fn fewest_lost(sizes: &[u64], allowed: impl Fn(&[u64]) -> bool) -> u64 {
    fn parts(size: u64, most: u64) -> Vec<Vec<u64>> {
        if size == 0 {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for first in 1..=size.min(most) {
            all.extend(parts(size - first, first).into_iter().map(|mut rest| {
                rest.push(first);
                rest
            }));
        }
        all
    }
    let mut published: Vec<Vec<u64>> = vec![Vec::new()];
    for &size in sizes {
        // Some records of the class are published, in any parts.
        let choices: Vec<Vec<u64>> = (0..=size).flat_map(|shown| parts(shown, shown)).collect();
        let grown =
            published.iter().flat_map(|known| choices.iter().map(|choice| [&known[..], choice].concat()));
        published = grown.collect();
    }
    let records: u64 = sizes.iter().sum();
    let allowed = published.into_iter().filter(|classes| allowed(classes));
    allowed.map(|classes| records - classes.iter().sum::<u64>()).min().unwrap_or(records)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn no_finer_release_loses_fewer_than_sample_uniqueness_says(
        mut sizes in prop::collection::vec(1u64..4, 1..6), hundredths in 0i128..101,
    ) {
        sizes.sort_unstable();
        let model = SampleUniqueness::new(Decimal::new(hundredths, -2)).unwrap();
        let classes = |sizes: &[u64]| -> Vec<ClassSize> {
            sizes.iter().map(|&records| ClassSize { records, population: 0 }).collect()
        };
        let fewest = fewest_lost(&sizes, |sizes| model.holds(&classes(sizes)));
        prop_assert!(model.least_lost(&classes(&sizes)) <= fewest, "{:?}", sizes);
    }

    #[test]
    fn population_uniqueness_takes_away_uniques_until_it_holds(
        mut sizes in prop::collection::vec(1u64..5, 1..30), thousandths in 0i128..200, more in 0u64..400,
    ) {
        sizes.sort_unstable();
        let records: u64 = sizes.iter().sum();
        let classes: Vec<ClassSize> =
            sizes.iter().map(|&records| ClassSize { records, population: 0 }).collect();
        for (_, estimator) in UniquenessEstimator::NAMES {
            let max = Decimal::new(thousandths, -3);
            let model = PopulationUniqueness::new(max, records, records + more, *estimator).unwrap();
            let excess = model.excess(&classes);
            prop_assert!(model.holds(&classes[excess..]));
            prop_assert!(excess == 0 || !model.holds(&classes[excess - 1..]));
            prop_assert!(classes[..excess].iter().all(|class| class.records == 1));
        }
    }
}

#[test]
fn population_uniqueness_by_zayatz_is_the_worked_figure() {
    // Classes of 1, 1 and 2 records; 4 of 8 records. A class of one has one person in the sample with probability 1/2, a
    // class of two with 2 · 1/2 · 4/7. So a unique one is unique in the population with probability 1 / (1 + 4/7) = 7/11,
    // and 2 · 7/11 · 2 = 28/11 of 8 records are: a share of 7/22.
    let classes: Vec<ClassSize> =
        [1, 1, 2].iter().map(|&records| ClassSize { records, population: 0 }).collect();
    let model = |max: &str| PopulationUniqueness::new(d(max), 4, 8, UniquenessEstimator::Zayatz).unwrap();
    let measured = model("1").measure(&classes);
    assert!((measured.lo() - 7.0 / 22.0).abs() < 1e-12 && (measured.hi() - 7.0 / 22.0).abs() < 1e-12);
    assert!(model("0.3182").holds(&classes) && !model("0.3181").holds(&classes));
    assert_eq!(SampleUniqueness::new(d("0.5")).unwrap().measure(&classes), Interval::point(0.5));
}

#[test]
fn an_estimate_may_rise_when_classes_are_merged() {
    // Of 40 records of 50 in ten uniques and fifteen pairs; then the pairs become one class of thirty.
    let fine: Vec<ClassSize> = [vec![1; 10], vec![2; 15]]
        .concat()
        .iter()
        .map(|&records| ClassSize { records, population: 0 })
        .collect();
    let aggregated: Vec<ClassSize> = [vec![1; 10], vec![30]]
        .concat()
        .iter()
        .map(|&records| ClassSize { records, population: 0 })
        .collect();
    let model = PopulationUniqueness::new(d("0.1"), 40, 50, UniquenessEstimator::Zayatz).unwrap();
    assert!(model.measure(&aggregated).lo() > model.measure(&fine).hi());
    assert!(!model.monotone());
}

#[test]
fn an_estimate_without_a_solution_counts_everybody_as_unique() {
    let classes = vec![ClassSize { records: 1, population: 0 }; 50];
    let model = PopulationUniqueness::new(d("0.99"), 50, 1000, UniquenessEstimator::Pitman).unwrap();
    assert!(!model.holds(&classes));
    let measured = model.measure(&classes);
    assert!(measured.lo() <= 1.0 && 1.0 <= measured.hi() && measured.lo() > 0.999);
    let all = PopulationUniqueness::new(d("1"), 50, 1000, UniquenessEstimator::Pitman).unwrap();
    assert!(all.holds(&classes));
    assert!(PopulationUniqueness::new(d("0.1"), 50, 49, UniquenessEstimator::Pitman).is_err());
}
