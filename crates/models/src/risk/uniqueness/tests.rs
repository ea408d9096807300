use super::*;
use std::collections::HashMap;

/// Pseudo-random numbers in [0, 1).
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn sizes(records: impl Iterator<Item = u64>) -> ClassSizes {
    let mut classes: HashMap<u64, u64> = HashMap::new();
    records.for_each(|class| *classes.entry(class).or_default() += 1);
    ClassSizes::of(classes.into_values())
}

/// The uniques of a population and the estimates from a sample of it.
fn compare(population: &[u64], fraction: f64, random: &mut Random) -> (f64, UniquenessEstimates) {
    let truth = sizes(population.iter().copied()).of_size(1) as f64;
    let sample = sizes(population.iter().copied().filter(|_| random.next() < fraction));
    (truth, UniquenessEstimates::of(&Sample::new(&sample, population.len() as u64).unwrap()))
}

fn near(found: Option<f64>, truth: f64, tolerance: f64) {
    let found = found.expect("an estimate");
    assert!((found / truth - 1.0).abs() < tolerance, "{found} where {truth} are unique");
}

#[test]
fn pitman_finds_the_uniques_of_a_population_that_grew_by_pitmans_rule() {
    let (alpha, theta) = (0.5, 20.0);
    let mut random = Random(42);
    // The restaurant of Pitman and Yor: a new class, or an old one in proportion to its size less α.
    let (mut population, mut sizes): (Vec<u64>, Vec<f64>) = (Vec::new(), Vec::new());
    for person in 0..20_000u64 {
        let new = (theta + alpha * sizes.len() as f64) / (theta + person as f64);
        if random.next() < new {
            population.push(sizes.len() as u64);
            sizes.push(1.0);
            continue;
        }
        let class = loop {
            let class = population[(random.next() * population.len() as f64) as usize] as usize;
            if random.next() < (sizes[class] - alpha) / sizes[class] {
                break class;
            }
        };
        population.push(class as u64);
        sizes[class] += 1.0;
    }
    let (truth, estimates) = compare(&population, 0.05, &mut random);
    near(estimates.pitman, truth, 0.25);
    assert_eq!(estimates.chosen.unwrap().estimator, "pitman");
}

#[test]
fn the_shifted_negative_binomial_finds_the_uniques_of_such_a_population() {
    let mut random = Random(7);
    let (mut population, p) = (Vec::new(), 0.25);
    for class in 0..20_000u64 {
        // Two geometric variables make a negative binomial one with r = 2.
        let mut records = 1;
        for _ in 0..2 {
            while random.next() > p {
                records += 1;
            }
        }
        population.extend((0..records).map(|_| class));
    }
    let (truth, estimates) = compare(&population, 0.5, &mut random);
    near(estimates.snb, truth, 0.3);
}

#[test]
fn zayatz_is_near_for_large_samples() {
    let mut random = Random(99);
    let population: Vec<u64> = (0..40_000).map(|_| (random.next().powi(3) * 20_000.0) as u64).collect();
    let (truth, estimates) = compare(&population, 0.9, &mut random);
    near(estimates.zayatz, truth, 0.15);
    assert_ne!(estimates.chosen.unwrap().estimator, "pitman");
}

#[test]
fn zayatz_is_the_formula_on_a_small_sample() {
    // Classes of 1, 1 and 2 records; 4 of 8 records. h(1) = 1/2, h(2) = 2 · 1/2 · 4/7.
    let sizes = ClassSizes::of([1, 1, 2]);
    let estimates = UniquenessEstimates::of(&Sample::new(&sizes, 8).unwrap());
    let likely = 2.0 * 0.5 / (2.0 * 0.5 + 4.0 / 7.0);
    assert!((estimates.zayatz.unwrap() - 2.0 * likely * 2.0).abs() < 1e-12);
}

#[test]
fn a_whole_population_and_a_sample_without_uniques_need_no_estimate() {
    for (list, population, uniques) in [(&[1, 1, 2][..], 4, 2.0), (&[2, 3], 100, 0.0)] {
        let sizes = ClassSizes::of(list.iter().copied());
        let estimates = UniquenessEstimates::of(&Sample::new(&sizes, population).unwrap());
        assert_eq!(estimates.chosen, Some(Chosen { estimator: "exact", uniques }));
    }
    assert!(Sample::new(&ClassSizes::of([3]), 2).is_none());
    assert!(Sample::new(&ClassSizes::default(), 2).is_none());
}

#[test]
fn what_has_no_solution_is_not_told() {
    // All alone: every model fits as well as any other.
    let sizes = ClassSizes::of([1; 50]);
    let estimates = UniquenessEstimates::of(&Sample::new(&sizes, 1000).unwrap());
    assert_eq!((estimates.pitman, estimates.snb), (None, None));
    assert_eq!(estimates.chosen.unwrap().estimator, "zayatz");
    // Nearly equal classes are no growth by Pitman's rule.
    let sizes = ClassSizes::of([20; 50].into_iter().chain([1]));
    let estimates = UniquenessEstimates::of(&Sample::new(&sizes, 100_000).unwrap());
    assert_eq!(estimates.pitman, None);
}

#[test]
fn the_rule_takes_pitman_for_small_samples_and_the_smaller_of_the_others_for_large_ones() {
    let chosen =
        |fraction, pitman, zayatz, snb| choose(fraction, pitman, zayatz, snb).map(|one| one.estimator);
    assert_eq!(chosen(0.1, Some(9.0), Some(1.0), Some(2.0)), Some("pitman"));
    assert_eq!(chosen(0.1, None, Some(1.0), Some(2.0)), Some("zayatz"));
    assert_eq!(chosen(0.2, Some(0.0), Some(1.0), Some(2.0)), Some("zayatz"));
    assert_eq!(chosen(0.2, Some(0.0), Some(3.0), Some(2.0)), Some("snb"));
    assert_eq!(chosen(0.2, Some(0.0), Some(3.0), None), Some("zayatz"));
    assert_eq!(chosen(0.2, Some(0.0), None, None), None);
}
