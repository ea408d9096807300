//! What every model of classes owes, on every class of small tables.

use crate::privacy::suite::{Case, cases, parameters};
use lethe_models::privacy::{Class, ClassModel, Threshold};
use lethe_num::Interval;
use proptest::prelude::*;

/// Shows a class of these counts to a model.
pub(crate) fn with_class<R>(counts: &[u64], population: u64, see: impl FnOnce(&Class<'_>) -> R) -> R {
    let pairs = counts.iter().enumerate().filter(|(_, count)| **count > 0);
    let histogram: Vec<(u32, u64)> = pairs.map(|(code, &count)| (code as u32, count)).collect();
    see(&Class { size: counts.iter().sum(), population, histograms: &[&histogram] })
}

pub(crate) fn holds(model: &dyn ClassModel, counts: &[u64], population: u64) -> bool {
    with_class(counts, population, |class| model.holds(class))
}

/// All classes that records of a table can form, the empty one apart.
pub(crate) fn classes(table: &[u64]) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for &count in table {
        all = all
            .into_iter()
            .flat_map(|class| (0..=count).map(move |count| [class.clone(), vec![count]].concat()))
            .collect();
    }
    all.retain(|class| class.iter().sum::<u64>() > 0);
    all
}

fn encloses(measure: Interval, value: f64) -> bool {
    let slack = 1e-9 * value.abs().max(1.0);
    if value.is_infinite() {
        measure.hi() >= value
    } else {
        measure.lo() <= value + slack && measure.hi() >= value - slack
    }
}

/// What the measured bounds prove about the limit.
fn proven(measure: Interval, threshold: Threshold) -> Option<bool> {
    let decide = |yes: bool, no: bool| if yes { Some(true) } else { no.then_some(false) };
    match threshold {
        Threshold::AtLeast(limit) => decide(measure.lo() > limit + 1e-9, measure.hi() < limit - 1e-9),
        Threshold::AtMost(limit) | Threshold::Below(limit) => {
            decide(measure.hi() < limit - 1e-9, measure.lo() > limit + 1e-9)
        }
        Threshold::Between(low, high) => decide(
            measure.lo() > low + 1e-9 && measure.hi() < high - 1e-9,
            measure.hi() < low - 1e-9 || measure.lo() > high + 1e-9,
        ),
    }
}

fn check(case: &Case, class: &[u64], population: u64) -> Result<bool, TestCaseError> {
    let Case { model, definition } = case;
    let name = format!("{} {:?} {class:?} {population}", model.name(), model.variant());
    let truth = definition(class, population);
    let (holds, measure) = with_class(class, population, |class| (model.holds(class), model.measure(class)));
    if let Some(expected) = truth.holds {
        prop_assert_eq!(holds, expected, "{}", name);
    }
    prop_assert!(encloses(measure, truth.measure), "{name}: {measure:?} lacks {}", truth.measure);
    let distinct = class.iter().filter(|&&count| count > 0).count();
    let least = model.least();
    let has_least = class.iter().sum::<u64>() >= least.size
        && distinct >= least.distinct
        && population >= least.population;
    if model.least_is_enough() {
        prop_assert_eq!(holds, has_least, "{}: {:?}", name, least);
    }
    if holds {
        prop_assert!(class.iter().sum::<u64>() >= least.size, "{name}: size {least:?}");
        prop_assert!(distinct >= least.distinct, "{name}: distinct {least:?}");
        prop_assert!(population >= least.population, "{name}: population {least:?}");
    }
    // The estimate asks for distinct values besides what it measures.
    if model.variant() != Some("grassberger-entropy")
        && let Some(expected) = proven(measure, model.threshold())
    {
        prop_assert_eq!(holds, expected, "{}: measured {:?}", name, measure);
    }
    Ok(holds)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn models_decide_as_defined_and_keep_what_they_promise(
        (table, with) in (1usize..5).prop_flat_map(|values| {
            (prop::collection::vec(0u64..4, values), parameters(values))
        }),
        extra in 0u64..4,
    ) {
        prop_assume!(table.iter().sum::<u64>() > 0);
        for case in cases(&table, &with) {
            let mut safe = Vec::new();
            for class in classes(&table) {
                let population = class.iter().sum::<u64>() * (1 + extra) + class[0] * extra;
                if check(&case, &class, population)? {
                    safe.push((class, population));
                }
            }
            for class in classes(&table) {
                let population = class.iter().sum::<u64>() * (1 + extra) + class[0] * extra;
                let lost = with_class(&class, population, |class| case.model.least_lost(class));
                let parts = safe.iter().filter(|(part, _)| part.iter().zip(&class).all(|(a, b)| a <= b));
                let most = parts.map(|(part, _)| part.iter().sum::<u64>()).max().unwrap_or(0);
                let size: u64 = class.iter().sum();
                prop_assert!(
                    most + lost <= size,
                    "{} {:?}: {class:?} can publish {most}, but is said to lose {lost}", case.model.name(), case.model.variant()
                );
            }
            if !case.model.monotone() {
                continue;
            }
            for (a, one) in &safe {
                for (b, other) in &safe {
                    let union: Vec<u64> = a.iter().zip(b).map(|(a, b)| a + b).collect();
                    prop_assert!(
                        holds(case.model.as_ref(), &union, one + other),
                        "{} {:?}: {a:?} and {b:?} hold, their union does not", case.model.name(), case.model.variant()
                    );
                }
            }
        }
    }
}

#[test]
fn nobody_of_a_population_in_the_table_is_a_share_of_zero() {
    use lethe_data::Decimal;
    use lethe_models::privacy::DeltaPresence;
    let empty = Class { size: 0, population: 7, histograms: &[] };
    let model = |min: &str| DeltaPresence::new(Decimal::parse(min).unwrap(), Decimal::from(1)).unwrap();
    assert!(model("0").holds(&empty) && !model("0.1").holds(&empty));
    assert!(model("0").judges_unpublished());
    assert!(!model("0").holds(&Class { population: 0, ..empty }));
}

#[test]
fn an_estimated_entropy_is_not_monotone() {
    use lethe_data::Decimal;
    use lethe_models::privacy::{Distribution, EntropyDiversity, Estimator};
    let table = [4, 4, 4];
    let reference = Distribution::from_counts(table.to_vec());
    let mut broken = false;
    for tenths in 10..30 {
        let l = Decimal::new(tenths, -1);
        let model = EntropyDiversity::with_estimator(0, l, &reference, Estimator::Grassberger).unwrap();
        let all = classes(&table);
        let safe: Vec<_> = all.iter().filter(|class| holds(&model, class, 0)).collect();
        for a in &safe {
            for b in &safe {
                let union: Vec<u64> = a.iter().zip(*b).map(|(a, b)| a + b).collect();
                broken |= !holds(&model, &union, 0);
            }
        }
    }
    assert!(broken);
}
