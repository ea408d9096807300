//! Models of all classes together, against their definitions.

use crate::privacy::examples::d;
use crate::privacy::oracle::{r, sum};
use lethe_data::Decimal;
use lethe_models::privacy::{AverageRisk, ClassSize, MarketerRisk, ReleaseModel, exact};
use lethe_num::{Interval, Rational};
use proptest::prelude::*;

type Risk = fn(&[ClassSize]) -> Rational;

fn mean(classes: &[ClassSize], risk: impl Fn(&ClassSize) -> Rational) -> Rational {
    let people: u64 = classes.iter().map(|class| class.people).sum();
    if people == 0 {
        return Rational::ZERO;
    }
    sum(classes.iter().map(|class| r(class.people) * risk(class))) / r(people)
}

fn average(classes: &[ClassSize]) -> Rational {
    mean(classes, |class| Rational::ONE / r(class.people))
}

fn marketer(classes: &[ClassSize]) -> Rational {
    mean(classes, |class| Rational::ONE / r(class.population))
}

proptest! {
    #[test]
    fn release_models_decide_as_defined(
        sizes in prop::collection::vec((1u64..9, 0u64..9), 0..12), hundredths in 1i128..101,
    ) {
        let mut classes: Vec<ClassSize> =
            sizes.iter().map(|&(people, more)| ClassSize { people, population: people + more }).collect();
        classes.sort_unstable();
        let max = Decimal::new(hundredths, -2);
        let models: [(Box<dyn ReleaseModel>, Risk); 2] = [
            (Box::new(AverageRisk::new(max).unwrap()), average),
            (Box::new(MarketerRisk::new(max).unwrap()), marketer),
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
                merged.push(ClassSize { people: a.people + b.people, population: a.population + b.population });
                prop_assert!(model.monotone() && model.holds(&merged));
            }
        }
    }
}

#[test]
fn exactly_at_the_limit_is_within_it() {
    // 1/3 + 1/6 + 1/2 of three people is a third each, which no double is.
    let classes: Vec<ClassSize> =
        [3, 6, 2].iter().map(|&population| ClassSize { people: 1, population }).collect();
    let third = d("0.33333333333333333333333333333333333334");
    assert!(MarketerRisk::new(third).unwrap().holds(&classes));
    let less = d("0.33333333333333333333333333333333333333");
    assert!(!MarketerRisk::new(less).unwrap().holds(&classes));
    let halves = [ClassSize { people: 2, population: 0 }; 3];
    assert!(AverageRisk::new(d("0.5")).unwrap().holds(&halves));
    assert_eq!(AverageRisk::new(d("0.5")).unwrap().measure(&halves), Interval::point(0.5));
}

#[test]
fn people_without_a_population_are_found() {
    let model = MarketerRisk::new(d("1")).unwrap();
    let classes = [ClassSize { people: 1, population: 0 }];
    assert!(!model.holds(&classes) && model.needs_population());
    assert_eq!(model.excess(&classes), 1);
    assert!(model.holds(&[]));
}
