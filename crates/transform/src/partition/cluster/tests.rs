//! The steps of the algorithms against the same written plainly.

use super::chance::Chance;
use super::clusters::Clusters;
use super::k_member::k_member;
use super::part::Part;
use super::reach::Group;
use super::runs::best_runs;
use crate::partition::{Axis, Extent, GroupModels, Units};
use lethe_data::{Column, Context, Table, TypeChoice};
use lethe_models::privacy::{ClassRequirement, KAnonymity, Requirements};
use proptest::prelude::*;

/// Units of columns without hierarchies; each row is a unit with so many records.
struct Fixture {
    axes: Vec<Axis>,
    units: Units,
    requirements: Requirements,
}

impl Fixture {
    fn new(rows: &[(Vec<u32>, u64)], k: u64) -> Self {
        let columns = rows[0].0.len();
        let column = |at: usize| {
            let texts: Vec<String> = rows.iter().map(|(cells, _)| cells[at].to_string()).collect();
            let texts = texts.iter().map(|text| Some(text.as_str()));
            Column::from_texts(&format!("q{at}"), texts, TypeChoice::Infer).unwrap()
        };
        let table = Table::new((0..columns).map(column).collect()).unwrap();
        let table = table.with_weights(rows.iter().map(|(_, records)| *records).collect()).unwrap();
        let axes: Vec<Axis> = table.columns().iter().map(|column| Axis::line(column, 1.0)).collect();
        let requirements = Requirements {
            classes: vec![ClassRequirement::quasi(KAnonymity::new(k))],
            ..Requirements::default()
        };
        let quasi: Vec<usize> = (0..columns).collect();
        let context = Context::new(1).unwrap();
        let (units, _) = Units::of_table(&table, &quasi, &axes, &requirements, &context).unwrap();
        Self { axes, units, requirements }
    }

    fn with_part<T>(&self, work: impl FnOnce(&Part<'_>) -> T) -> T {
        let group_models = GroupModels::new(&self.requirements, "test").unwrap();
        let ids: Vec<u32> = (0..self.units.len() as u32).collect();
        work(&Part::new(&self.axes, &self.units, &group_models, &ids))
    }

    fn records(&self, group: &[u32]) -> u64 {
        group.iter().map(|&unit| self.units.records(unit)).sum()
    }

    fn loss(&self, group: &[u32]) -> f64 {
        self.records(group) as f64 * Extent::over(&self.units, group).cost(&self.axes)
    }

    fn distance(&self, one: u32, other: u32) -> f64 {
        let places = self.units.places(one).iter().zip(self.units.places(other));
        self.axes.iter().zip(places).map(|(axis, (&a, &b))| axis.distance(a, b)).sum()
    }

    /// K-member as Byun et al. write it down.
    fn k_member(&self, k: u64, mut last: u32) -> Vec<Vec<u32>> {
        let mut free: Vec<u32> = (0..self.units.len() as u32).collect();
        let mut clusters: Vec<Vec<u32>> = Vec::new();
        while self.records(&free) >= k {
            let mut best = free[0];
            for &unit in &free {
                if self.distance(last, unit) > self.distance(last, best) {
                    best = unit;
                }
            }
            let mut cluster = Vec::new();
            loop {
                cluster.push(best);
                last = best;
                free.retain(|&unit| unit != best);
                if self.records(&cluster) >= k {
                    break;
                }
                let with = |unit: u32| self.loss(&[cluster.as_slice(), &[unit]].concat());
                best = free[0];
                for &unit in &free {
                    if with(unit) < with(best) - 1e-9 {
                        best = unit;
                    }
                }
            }
            clusters.push(cluster);
        }
        for unit in free {
            let rise =
                |cluster: &Vec<u32>| self.loss(&[cluster.as_slice(), &[unit]].concat()) - self.loss(cluster);
            let mut best = 0;
            for number in 1..clusters.len() {
                if rise(&clusters[number]) < rise(&clusters[best]) - 1e-9 {
                    best = number;
                }
            }
            clusters[best].push(unit);
        }
        clusters
    }

    /// The least loss of any way to cut a row into runs of k records.
    fn least_of_runs(&self, row: &[u32], k: u64) -> f64 {
        (1..=row.len())
            .filter(|&end| self.records(&row[..end]) >= k)
            .map(|end| {
                let rest = &row[end..];
                self.loss(&row[..end]) + if rest.is_empty() { 0.0 } else { self.least_of_runs(rest, k) }
            })
            .fold(f64::INFINITY, f64::min)
    }
}

/// Distinct rows of few columns, with records.
fn rows(most: usize) -> impl Strategy<Value = Vec<(Vec<u32>, u64)>> {
    (1usize..4).prop_flat_map(move |columns| {
        let row = prop::collection::vec(0u32..30, columns);
        prop::collection::btree_map(row, 0u64..4, 2..most).prop_map(|rows| rows.into_iter().collect())
    })
}

proptest! {
    /// Where two units add the same, sums in another order may prefer the other one: only the loss is compared then.
    #[test]
    fn k_member_is_what_the_paper_says(rows in rows(12), k in 1u64..5, first in 0usize..12) {
        let fixture = Fixture::new(&rows, k);
        let everyone: Vec<u32> = (0..fixture.units.len() as u32).collect();
        prop_assume!(fixture.records(&everyone) >= k);
        let first = (first % everyone.len()) as u32;
        let found = fixture.with_part(|part| k_member(part, &everyone, first));
        let plain = fixture.k_member(k, first);
        prop_assert_eq!(found[0][0], plain[0][0]);
        prop_assert_eq!(found.len(), plain.len());
        let mut units = found.concat();
        units.sort_unstable();
        prop_assert_eq!(units, everyone);
        for group in &found {
            prop_assert!(fixture.records(group) >= k);
        }
    }

    #[test]
    fn runs_lose_least(rows in rows(11), k in 1u64..6, seed in any::<u64>()) {
        let fixture = Fixture::new(&rows, k);
        let mut row: Vec<u32> = (0..fixture.units.len() as u32).collect();
        Chance::new(seed, &[]).shuffle(&mut row);
        let mut runs = fixture.with_part(|part| best_runs(part, &row));
        runs.reverse();
        prop_assert_eq!(&runs.concat(), &row);
        if fixture.records(&row) < k {
            prop_assert_eq!(runs.len(), 1);
        } else {
            let loss: f64 = runs.iter().map(|run| fixture.loss(run)).sum();
            prop_assert!(runs.iter().all(|run| fixture.records(run) >= k));
            prop_assert!((loss - fixture.least_of_runs(&row, k)).abs() < 1e-4);
        }
    }

    /// What changes when a unit comes, goes or is exchanged is what shows when it has.
    #[test]
    fn rises_are_differences_of_losses(rows in rows(14), picks in prop::collection::vec(any::<prop::sample::Index>(), 4)) {
        prop_assume!(rows.len() >= 4);
        let fixture = Fixture::new(&rows, 1);
        let everyone: Vec<u32> = (0..fixture.units.len() as u32).collect();
        let (one, two) = everyone.split_at(everyone.len() / 2);
        fixture.with_part(|part| {
            let mut clusters = Clusters::none(part);
            let (a, b) = (clusters.found(one.to_vec()), clusters.found(two.to_vec()));
            let (unit, other) = (one[picks[0].index(one.len())], two[picks[1].index(two.len())]);
            let without = |group: &[u32], unit: u32| group.iter().copied().filter(|&u| u != unit).collect::<Vec<u32>>();
            let with = |mut group: Vec<u32>, unit: u32| { group.push(unit); group };
            let loss = |group: &[u32]| fixture.loss(group);
            let close = |x: f64, y: f64| (x - y).abs() < 1e-4;
            assert!(close(clusters.rise(b, unit), loss(&with(two.to_vec(), unit)) - loss(two)));
            assert!(close(clusters.relief(unit), loss(one) - loss(&without(one, unit))));
            let exchanged = with(without(two, other), unit);
            assert!(close(clusters.rise_exchanged(other, unit), loss(&exchanged) - loss(two)));
            assert!(close(clusters.rise_joined(a, b), loss(&everyone) - loss(one) - loss(two)));
            assert!(close(Group::of(part, two).rise(unit), clusters.rise(b, unit)));
            clusters.take(unit);
            clusters.take(other);
            clusters.add(b, unit);
            clusters.add(a, other);
            assert!(close(clusters.get(b).loss(), loss(&exchanged)));
            assert_eq!((clusters.of(unit), clusters.of(other)), (b, a));
            clusters.join(b, a);
            assert!(close(clusters.get(0).loss(), loss(&everyone)));
            clusters.divide(0, two.to_vec());
            assert!(close(clusters.get(1).loss(), loss(two)) && close(clusters.get(0).loss(), loss(one)));
        });
    }
}

/// Ages 1, 2, 3 and 9, 10, 11, salaries alike: k-member for three begins at one end and finds both groups.
#[test]
fn k_member_finds_two_heaps() {
    let ages: Vec<(Vec<u32>, u64)> = [1, 2, 3, 9, 10, 11].map(|age| (vec![age], 1)).to_vec();
    let fixture = Fixture::new(&ages, 3);
    let everyone: Vec<u32> = (0..6).collect();
    let mut groups = fixture.with_part(|part| k_member(part, &everyone, 0));
    for group in &mut groups {
        group.sort_unstable();
    }
    groups.sort();
    assert_eq!(groups, [[0, 1, 2], [3, 4, 5]]);
}
