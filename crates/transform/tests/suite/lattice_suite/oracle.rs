//! What a node is worth, in the plainest terms: rows with equal labels are a class; a class that breaks a model is
//! suppressed; what a model of fewer columns or of the whole release does not allow is taken back until nothing changes.

use crate::lattice_suite::case::{Built, Case};
use lethe_models::privacy::{Class, ClassModel, ClassSize, Requirements, Scope};
use lethe_models::quality::{Cell, CellRelease, KeptClass, Measure, Record, TableView, View};
use lethe_transform::lattice::Checked;
use std::collections::{BTreeMap, BTreeSet};

/// A row of the table, or of the population.
struct Person {
    labels: Vec<String>,
    cells: Vec<Cell>,
    /// Codes of the sensitive columns; none for the population.
    secrets: Vec<u32>,
    label: u32,
    records: u64,
    population: u64,
    /// Rows are ordered by their codes, those of the sensitive columns first.
    order: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Verdict {
    pub(crate) suppressed: u64,
    pub(crate) classes: u64,
    pub(crate) holds: bool,
    pub(crate) value: f64,
    pub(crate) ranks: Vec<f64>,
}

impl From<&Checked> for Verdict {
    fn from(checked: &Checked) -> Self {
        let Checked { suppressed, classes, holds, value, ref ranks, .. } = *checked;
        Self { suppressed, classes, holds, value, ranks: ranks.clone() }
    }
}

pub(crate) struct Oracle<'a> {
    pub(crate) case: &'a Case,
    pub(crate) built: &'a Built,
    pub(crate) requirements: &'a Requirements,
    pub(crate) measure: &'a dyn Measure,
    pub(crate) with_population: bool,
}

impl Oracle<'_> {
    fn persons(&self, levels: &[usize]) -> Vec<Person> {
        let (case, table) = (self.case, &self.built.table);
        let labels = |quasi: &[Option<usize>]| -> Vec<String> {
            let columns = case.quasi.iter().zip(quasi).zip(levels);
            columns.map(|((column, &value), &level)| column.label(value, level)).collect()
        };
        let order = |quasi: &[Option<usize>]| -> Vec<usize> {
            case.quasi.iter().zip(quasi).map(|(column, &value)| column.order(value)).collect()
        };
        let label_column = table.columns().len() - 1;
        let mut extra = self.requirements.sensitive.clone();
        extra.extend(self.measure.label_column().filter(|column| !extra.contains(column)));
        let mut persons = Vec::new();
        for (at, row) in case.rows.iter().enumerate() {
            let code = |column: usize| table.column(column).codes().get(at);
            let cell = |(column, &level): (usize, &usize)| Cell {
                level,
                node: self.built.bound[column].codes(level)[code(column) as usize],
            };
            let mut sorted: Vec<usize> = extra.iter().map(|&column| code(column) as usize).collect();
            sorted.extend(order(&row.quasi));
            persons.push(Person {
                labels: labels(&row.quasi),
                cells: levels.iter().enumerate().map(cell).collect(),
                secrets: self.requirements.sensitive.iter().map(|&column| code(column)).collect(),
                label: code(label_column),
                records: row.weight,
                population: 0,
                order: sorted,
            });
        }
        if self.with_population {
            let weights = case.rows.iter().map(|row| (&row.quasi, row.weight));
            for (quasi, population) in weights.chain(case.others.iter().map(|quasi| (quasi, 1))) {
                let mut sorted = vec![0; extra.len()];
                sorted.extend(order(quasi));
                persons.push(Person {
                    labels: labels(quasi),
                    cells: Vec::new(),
                    secrets: Vec::new(),
                    label: 0,
                    records: 0,
                    population,
                    order: sorted,
                });
            }
        }
        persons
    }

    fn holds(&self, model: &dyn ClassModel, members: &[&Person]) -> bool {
        let mut counts = vec![BTreeMap::<u32, u64>::new(); self.requirements.sensitive.len()];
        for person in members.iter().filter(|person| person.records > 0) {
            for (counts, &secret) in counts.iter_mut().zip(&person.secrets) {
                *counts.entry(secret).or_default() += person.records;
            }
        }
        let lists: Vec<Vec<(u32, u64)>> =
            counts.into_iter().map(|counts| counts.into_iter().collect()).collect();
        let histograms: Vec<&[(u32, u64)]> = lists.iter().map(Vec::as_slice).collect();
        let (size, population) = (size(members), population(members));
        model.holds(&Class { size, population, histograms: &histograms })
    }

    pub(crate) fn judge(&self, levels: &[usize]) -> Verdict {
        let persons = self.persons(levels);
        let mut classes: BTreeMap<Vec<String>, Vec<&Person>> = BTreeMap::new();
        for person in &persons {
            classes.entry(person.labels.clone()).or_default().push(person);
        }
        let mut kept: BTreeSet<Vec<String>> = BTreeSet::new();
        for (labels, members) in &classes {
            if size(members) > 0 && self.requirements.over_quasi().all(|model| self.holds(model, members)) {
                kept.insert(labels.clone());
            }
        }
        loop {
            let before = kept.len();
            self.take_back_by_known(&classes, &mut kept);
            self.take_back_by_release(&classes, &mut kept);
            if kept.len() == before {
                break;
            }
        }
        let of_kept = |of: fn(&[&Person]) -> u64| kept.iter().map(|labels| of(&classes[labels])).sum::<u64>();
        let suppressed = self.case.records() - of_kept(size);
        let everybody: u64 = persons.iter().map(|person| person.population).sum();
        let absent = everybody - of_kept(population);
        let visible = if self.case.drops() { 0 } else { suppressed };
        let unpublished = Class { size: visible, population: absent, histograms: &[] };
        let judges = self.requirements.over_quasi().filter(|model| model.judges_unpublished());
        let unpublished_hold =
            (visible == 0 && absent == 0) || judges.into_iter().all(|model| model.holds(&unpublished));
        let records = persons.iter().filter(|person| !person.cells.is_empty()).map(|person| Record {
            cells: person.cells.clone(),
            records: person.records,
            suppressed: !kept.contains(&person.labels),
            label: person.label,
        });
        let release = CellRelease::new(levels.len(), records);
        let view = NodeView { inner: release.view(self.measure), levels };
        Verdict {
            suppressed,
            classes: kept.len() as u64,
            holds: unpublished_hold && suppressed <= self.case.limit(),
            value: self.measure.value(&view),
            ranks: self.measure.ranks(&view),
        }
    }

    fn take_back_by_known(
        &self,
        classes: &BTreeMap<Vec<String>, Vec<&Person>>,
        kept: &mut BTreeSet<Vec<String>>,
    ) {
        let columns = self.case.quasi.len();
        for requirement in &self.requirements.classes {
            let Scope::Known(known) = requirement.scope else { continue };
            for choice in choices(columns, known.min(columns)) {
                let part = |labels: &[String]| -> Vec<String> {
                    choice.iter().map(|&column| labels[column].clone()).collect()
                };
                let mut groups: BTreeMap<Vec<String>, Vec<&Person>> = BTreeMap::new();
                for labels in kept.iter() {
                    groups.entry(part(labels)).or_default().extend(&classes[labels]);
                }
                groups.retain(|_, members| !self.holds(requirement.model.as_ref(), members));
                kept.retain(|labels| !groups.contains_key(&part(labels)));
            }
        }
    }

    fn take_back_by_release(
        &self,
        classes: &BTreeMap<Vec<String>, Vec<&Person>>,
        kept: &mut BTreeSet<Vec<String>>,
    ) {
        for model in &self.requirements.release {
            let mut ascending: Vec<(u64, Vec<usize>, u64, Vec<String>)> = kept
                .iter()
                .map(|labels| {
                    let members = &classes[labels];
                    let first = members.iter().map(|person| person.order.clone()).min().unwrap();
                    (size(members), first, population(members), labels.clone())
                })
                .collect();
            ascending.sort();
            let sizes: Vec<ClassSize> = ascending
                .iter()
                .map(|&(records, _, population, _)| ClassSize { records, population })
                .collect();
            for (_, _, _, labels) in &ascending[..model.excess(&sizes)] {
                kept.remove(labels);
            }
        }
    }
}

fn size(members: &[&Person]) -> u64 {
    members.iter().map(|person| person.records).sum()
}

fn population(members: &[&Person]) -> u64 {
    members.iter().map(|person| person.population).sum()
}

fn choices(columns: usize, size: usize) -> Vec<Vec<usize>> {
    let all = (0usize..1 << columns).filter(|set| set.count_ones() as usize == size);
    let mut all: Vec<Vec<usize>> =
        all.map(|set| (0..columns).filter(|column| set >> column & 1 == 1).collect()).collect();
    all.sort();
    all
}

/// A release of the lattice: one level a column, and suppressed records not told apart.
struct NodeView<'a> {
    inner: TableView<'a>,
    levels: &'a [usize],
}

impl View for NodeView<'_> {
    fn records(&self) -> u64 {
        self.inner.records()
    }
    fn suppressed(&self) -> u64 {
        self.inner.suppressed()
    }
    fn levels(&self) -> &[usize] {
        self.levels
    }
    fn kept_classes(&self) -> u64 {
        self.inner.kept_classes()
    }
    fn cell_sums(&self) -> &[u128] {
        self.inner.cell_sums()
    }
    fn visit_classes(&self, visit: &mut dyn FnMut(KeptClass<'_>)) {
        self.inner.visit_classes(visit);
    }
    fn suppressed_nodes(&self, column: usize) -> Vec<u64> {
        self.inner.suppressed_nodes(column)
    }
    fn suppressed_squares(&self) -> Option<u128> {
        self.inner.suppressed_squares()
    }
}
