//! The list of models is complete, told the truth about, tested and documented.

use crate::privacy::suite::{Parameters, cases};
use lethe_models::privacy::entry::{Judged, Judges};
use lethe_models::privacy::registry::{MODELS, judged};
use lethe_models::privacy::{
    AverageRisk, Distribution, MarketerRisk, PopulationUniqueness, ReleaseModel, SampleUniqueness,
    UniquenessEstimator, km_anonymity, lkc_privacy,
};
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../../../../docs/src/methods/privacy-models.md");

fn find(model: &str, variant: Option<&str>) -> &'static Judged {
    let found = judged().find(|(name, entry)| *name == model && entry.variant == variant);
    found.unwrap_or_else(|| panic!("{model} {variant:?} is not in the list")).1
}

#[test]
fn the_suite_tests_every_model_of_classes_and_the_list_tells_the_truth() {
    let with = Parameters {
        k: 2,
        l: 2,
        l_real: 20,
        c: 200,
        c2: 10,
        t: 50,
        beta: 100,
        delta: 100,
        alpha: 80,
        min: 10,
        max: 90,
        some: vec![0],
        others: vec![1],
        groups: vec![0, 0, 1],
    };
    let mut seen = BTreeSet::new();
    for case in cases(&[3, 3, 3], &with) {
        let model = case.model;
        let entry = find(model.name(), model.variant());
        assert_eq!(entry.judges, Judges::Classes);
        assert_eq!(entry.monotone, model.monotone(), "{entry:?}");
        assert_eq!(entry.sensitive, model.slot().is_some(), "{entry:?}");
        assert_eq!(entry.population, model.needs_population(), "{entry:?}");
        // A variant may be tested in several ways.
        seen.insert((model.name(), entry.variant));
    }
    assert_eq!(seen.len(), judged().filter(|(_, entry)| entry.judges == Judges::Classes).count());
}

#[test]
fn models_of_releases_and_known_columns_are_listed() {
    let half = crate::privacy::examples::d("0.5");
    let mut release: Vec<Box<dyn ReleaseModel>> = vec![
        Box::new(AverageRisk::new(half).unwrap()),
        Box::new(MarketerRisk::new(half).unwrap()),
        Box::new(SampleUniqueness::new(half).unwrap()),
    ];
    for (_, estimator) in UniquenessEstimator::NAMES {
        release.push(Box::new(PopulationUniqueness::new(half, 1, 2, *estimator).unwrap()));
    }
    for model in &release {
        let entry = find(model.name(), model.variant());
        assert_eq!((entry.judges, entry.population), (Judges::Release, model.needs_population()));
        assert_eq!(entry.monotone, model.monotone(), "{entry:?}");
    }
    let reference = Distribution::from_counts(vec![2, 2]);
    let known = [km_anonymity(2, 2).unwrap(), lkc_privacy(0, 2, 2, half, None, &reference).unwrap()];
    for requirement in &known {
        let entry = find(requirement.model.name(), None);
        assert_eq!(
            (entry.judges, entry.sensitive),
            (Judges::KnownColumns, requirement.model.slot().is_some())
        );
    }
    let others = judged().filter(|(_, entry)| entry.judges != Judges::Classes).count();
    assert_eq!(others, release.len() + known.len());
}

#[test]
fn every_model_has_its_section() {
    for (model, entry) in judged() {
        assert!(PAGE.contains(&format!("\n## {model}\n")), "no section on {model}");
        if let Some(variant) = entry.variant {
            assert!(PAGE.contains(&format!("`{variant}`")), "nothing on {variant}");
        }
    }
}

#[test]
fn names_and_flags_are_of_one_model_each_and_every_flag_reads_its_own_example() {
    let names: BTreeSet<_> = MODELS.iter().map(|entry| entry.spec.name).collect();
    let flags: BTreeSet<_> = MODELS.iter().filter_map(|entry| Some(entry.spec.flag?.name)).collect();
    assert_eq!((names.len(), flags.len()), (MODELS.len(), MODELS.len()));
    for flag in MODELS.iter().filter_map(|entry| entry.spec.flag) {
        assert!(flag.example.starts_with(&format!("--{} ", flag.name)), "{}", flag.example);
    }
}
