//! The clusters of a part while they change.

use super::part::Part;
use super::reach::Reach;

/// Units in clusters, with what the records of each lose.
#[derive(Clone, Debug)]
pub(super) struct Clusters<'a> {
    part: &'a Part<'a>,
    all: Vec<Cluster>,
    /// The cluster of each unit; `NOWHERE` for those that are in none yet.
    of: Vec<u32>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Cluster {
    pub(super) members: Vec<u32>,
    pub(super) records: u64,
    reach: Reach,
    /// What each of its records loses.
    cost: f64,
    /// How often nothing better was found around it.
    pub(super) failures: u32,
}

impl Cluster {
    /// What all of its records lose.
    pub(super) fn loss(&self) -> f64 {
        self.records as f64 * self.cost
    }
}

const NOWHERE: u32 = u32::MAX;

impl<'a> Clusters<'a> {
    pub(super) fn none(part: &'a Part<'a>) -> Self {
        Self { part, all: Vec::new(), of: vec![NOWHERE; part.len()] }
    }

    pub(super) fn part(&self) -> &'a Part<'a> {
        self.part
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn get(&self, cluster: usize) -> &Cluster {
        &self.all[cluster]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Cluster> {
        self.all.iter()
    }

    /// The cluster of a unit that is in one.
    pub(super) fn of(&self, unit: u32) -> usize {
        self.of[unit as usize] as usize
    }

    pub(super) fn is_free(&self, unit: u32) -> bool {
        self.of[unit as usize] == NOWHERE
    }

    /// The units that are in no cluster, ascending.
    pub(super) fn free(&self) -> Vec<u32> {
        (0..self.part.len() as u32).filter(|&unit| self.is_free(unit)).collect()
    }

    /// A new cluster of units that are in none.
    pub(super) fn found(&mut self, members: Vec<u32>) -> usize {
        let number = self.all.len();
        self.all.push(Cluster::default());
        self.refound(number, members);
        number
    }

    /// Makes these the members of a cluster.
    fn refound(&mut self, number: usize, members: Vec<u32>) {
        let part = self.part;
        for &unit in &members {
            self.of[unit as usize] = number as u32;
        }
        let reach = Reach::over(part, &members);
        let cost = if members.is_empty() { 0.0 } else { reach.cost(part) };
        let records = members.iter().map(|&unit| part.records(unit)).sum();
        self.all[number] = Cluster { members, records, reach, cost, failures: 0 };
    }

    /// Puts a unit that is in no cluster into one.
    pub(super) fn add(&mut self, number: usize, unit: u32) {
        let part = self.part;
        let cluster = &mut self.all[number];
        cluster.members.push(unit);
        cluster.records += part.records(unit);
        cluster.reach.include(part.ranks(unit));
        cluster.cost = cluster.reach.cost(part);
        cluster.failures = 0;
        self.of[unit as usize] = number as u32;
    }

    /// Takes a unit out of its cluster.
    pub(super) fn take(&mut self, unit: u32) {
        let number = self.of(unit);
        let mut members = std::mem::take(&mut self.all[number].members);
        members.retain(|&member| member != unit);
        self.refound(number, members);
        self.of[unit as usize] = NOWHERE;
    }

    /// Ends a cluster: its units are in none. The last cluster takes its number.
    pub(super) fn dissolve(&mut self, number: usize) -> Vec<u32> {
        let Cluster { members, .. } = self.all.swap_remove(number);
        for &unit in &members {
            self.of[unit as usize] = NOWHERE;
        }
        if let Some(moved) = self.all.get(number) {
            for &unit in &moved.members {
                self.of[unit as usize] = number as u32;
            }
        }
        members
    }

    /// Divides a cluster: these of its members become a new one.
    pub(super) fn divide(&mut self, number: usize, leave: Vec<u32>) {
        self.found(leave);
        let mut members = std::mem::take(&mut self.all[number].members);
        members.retain(|&unit| self.of[unit as usize] == number as u32);
        self.refound(number, members);
    }

    /// Says that nothing better was found around a cluster.
    pub(super) fn failed(&mut self, number: usize) {
        self.all[number].failures += 1;
    }

    /// Puts groups of the same units in the place of some clusters.
    pub(super) fn replace(&mut self, mut numbers: Vec<usize>, groups: Vec<Vec<u32>>) {
        // From the last to the first, so that none of them gets another number before its turn.
        numbers.sort_unstable_by(|one, other| other.cmp(one));
        for number in numbers {
            self.dissolve(number);
        }
        for group in groups {
            self.found(group);
        }
    }

    /// By how much the loss grows when a unit comes.
    #[inline]
    pub(super) fn rise(&self, number: usize, unit: u32) -> f64 {
        let cluster = &self.all[number];
        let records = (cluster.records + self.part.records(unit)) as f64;
        records * cluster.reach.cost_with(self.part, self.part.ranks(unit)) - cluster.loss()
    }

    /// By how much the loss falls when a unit leaves that is not alone.
    #[inline]
    pub(super) fn relief(&self, unit: u32) -> f64 {
        let cluster = &self.all[self.of(unit)];
        let records = (cluster.records - self.part.records(unit)) as f64;
        cluster.loss() - records * cluster.reach.cost_without(self.part, self.part.ranks(unit))
    }

    /// Whether each person of a cluster would lose less without a unit, or nobody is left.
    pub(super) fn narrows(&self, unit: u32) -> bool {
        let cluster = &self.all[self.of(unit)];
        let without = || cluster.reach.cost_without(self.part, self.part.ranks(unit));
        cluster.members.len() == 1 || without() < cluster.cost
    }

    /// By how much the loss of a cluster grows when a unit of it makes room for another.
    #[inline]
    pub(super) fn rise_exchanged(&self, out: u32, into: u32) -> f64 {
        let (part, cluster) = (self.part, &self.all[self.of(out)]);
        let records = (cluster.records - part.records(out) + part.records(into)) as f64;
        let cost = if cluster.members.len() == 1 {
            part.pair_cost(into, into)
        } else {
            cluster.reach.cost_exchanged(part, part.ranks(out), part.ranks(into))
        };
        records * cost - cluster.loss()
    }

    /// By how much the loss grows when two clusters become one.
    pub(super) fn rise_joined(&self, one: usize, other: usize) -> f64 {
        let (one, other) = (&self.all[one], &self.all[other]);
        let cost = one.reach.cost_joined(self.part, &other.reach);
        (one.records + other.records) as f64 * cost - one.loss() - other.loss()
    }

    /// The cluster whose loss grows least when a unit comes, the first of them; `None` where there is none.
    pub(super) fn best(&self, unit: u32) -> Option<usize> {
        let rises = (0..self.all.len()).map(|number| (self.rise(number, unit), number));
        rises.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, number)| number)
    }

    /// Joins a cluster to one before it; the last cluster takes its number.
    pub(super) fn join(&mut self, number: usize, into: usize) {
        let mut members = std::mem::take(&mut self.all[into].members);
        members.extend(self.dissolve(number));
        self.refound(into, members);
    }
}
