//! Which classes of a node may be published.

use super::engine::Engine;
use super::group::{Grouper, Plan};
use super::key::Field;
use super::rows::Rows;
use super::scratch::Scratch;
use crate::add_up::add_up;
use lethe_models::privacy::{Class, ClassModel, ClassSize, Histogram, Scope};

/// The verdict on a node; which classes are published is in [`Scratch::keep`].
pub(crate) struct Judgement {
    /// records that are not published, those included who are missing from the rows.
    pub(crate) suppressed: u64,
    /// Whether those models hold that judge the records that are not published.
    pub(crate) unpublished_hold: bool,
}

impl Judgement {
    /// Judges the classes that the scratch's grouper found.
    pub(super) fn of<const W: usize>(
        engine: &Engine<'_, W>,
        rows: &Rows<W>,
        levels: &[usize],
        scratch: &mut Scratch<W>,
    ) -> Self {
        keep_by_class(engine, rows, scratch);
        let requirements = engine.problem.requirements;
        loop {
            let mut changed = keep_by_known_columns(engine, rows, levels, scratch);
            for model in &requirements.release {
                let mut ascending = kept_by_size(scratch);
                ascending.sort_by_key(|&(size, class)| (size.records, class));
                let sizes: Vec<ClassSize> = ascending.iter().map(|&(size, _)| size).collect();
                for &(_, class) in &ascending[..model.excess(&sizes)] {
                    scratch.keep[class] = false;
                    changed = true;
                }
            }
            if !changed || (requirements.release.is_empty() && !has_known_columns(engine)) {
                break;
            }
        }
        let kept = kept_by_size(scratch);
        let records: u64 = kept.iter().map(|(size, _)| size.records).sum();
        let population: u64 = kept.iter().map(|(size, _)| size.population).sum();
        let suppressed = engine.base.records() - records;
        // Of the records that are not published, a release without suppressed records shows none.
        let visible = if engine.problem.suppressed_are_dropped { 0 } else { suppressed };
        let unpublished =
            Class { size: visible, population: engine.population - population, histograms: &[] };
        let judges = requirements.over_quasi().filter(|model| model.judges_unpublished());
        let unpublished_hold = (unpublished.size == 0 && unpublished.population == 0)
            || judges.into_iter().all(|model| model.holds(&unpublished));
        Self { suppressed, unpublished_hold }
    }
}

fn kept_by_size<const W: usize>(scratch: &Scratch<W>) -> Vec<(ClassSize, usize)> {
    let sizes = scratch.sizes.iter().zip(&scratch.populations).enumerate();
    sizes
        .filter(|(class, _)| scratch.keep[*class])
        .map(|(class, (&records, &population))| (ClassSize { records, population }, class))
        .collect()
}

/// Publishes the classes that satisfy every model over all quasi-identifying columns.
fn keep_by_class<const W: usize>(engine: &Engine<'_, W>, rows: &Rows<W>, scratch: &mut Scratch<W>) {
    let models: Vec<&dyn ClassModel> = engine.problem.requirements.over_quasi().collect();
    let fields = slot_fields(engine, &models);
    let least = engine.needs.records;
    scratch.keep.clear();
    scratch.keep.resize(scratch.grouper.len(), false);
    if fields.is_empty() {
        for class in 0..scratch.keep.len() {
            let view =
                Class { size: scratch.sizes[class], population: scratch.populations[class], histograms: &[] };
            scratch.keep[class] = view.size >= least && models.iter().all(|model| model.holds(&view));
        }
        return;
    }
    scratch.order_rows();
    let mut histograms = std::mem::take(&mut scratch.histograms);
    histograms.resize_with(fields.len(), Vec::new);
    for class in 0..scratch.keep.len() {
        let (size, population) = (scratch.sizes[class], scratch.populations[class]);
        if size < least {
            continue;
        }
        for (field, histogram) in fields.iter().zip(&mut histograms) {
            count(rows, scratch.rows_of(class), *field, histogram);
        }
        let holds = |views: &[Histogram<'_>]| {
            let view = Class { size, population, histograms: views };
            models.iter().all(|model| model.holds(&view))
        };
        scratch.keep[class] = match histograms.as_slice() {
            [only] => holds(&[only]),
            several => holds(&several.iter().map(Vec::as_slice).collect::<Vec<_>>()),
        };
    }
    scratch.histograms = histograms;
}

/// The records of a node's classes whom no finer node can publish, at least: the classes must be those that were judged
/// last.
pub(crate) fn least_lost<const W: usize>(
    engine: &Engine<'_, W>,
    rows: &Rows<W>,
    scratch: &mut Scratch<W>,
) -> u64 {
    let models: Vec<&dyn ClassModel> = engine.problem.requirements.over_quasi().collect();
    let fields = slot_fields(engine, &models);
    let mut histograms = vec![Vec::new(); fields.len()];
    let least_distinct = engine.problem.requirements.least_distinct();
    let mut lost = 0;
    for class in (0..scratch.keep.len()).filter(|&class| !scratch.keep[class]) {
        let (size, population) = (scratch.sizes[class], scratch.populations[class]);
        if size < engine.needs.records || population < engine.needs.population {
            lost += size;
            continue;
        }
        for (field, histogram) in fields.iter().zip(&mut histograms) {
            count(rows, scratch.rows_of(class), *field, histogram);
        }
        let views: Vec<Histogram<'_>> = histograms.iter().map(Vec::as_slice).collect();
        if views.iter().zip(&least_distinct).any(|(values, least)| values.len() < *least) {
            lost += size;
            continue;
        }
        let view = Class { size, population, histograms: &views };
        lost += models.iter().map(|model| model.least_lost(&view)).max().unwrap_or(0);
    }
    let releases = &engine.problem.requirements.release;
    if releases.is_empty() {
        return lost;
    }
    let classes = scratch.sizes.iter().zip(&scratch.populations).filter(|(records, _)| **records > 0);
    let mut ascending: Vec<ClassSize> =
        classes.map(|(&records, &population)| ClassSize { records, population }).collect();
    ascending.sort_unstable();
    releases.iter().map(|model| model.least_lost(&ascending)).fold(lost, u64::max)
}

/// The fields of the sensitive columns, where a model looks at any.
fn slot_fields<const W: usize>(engine: &Engine<'_, W>, models: &[&dyn ClassModel]) -> Vec<Field> {
    if models.iter().all(|model| model.slot().is_none()) {
        return Vec::new();
    }
    engine.layout.extra[..engine.problem.requirements.sensitive.len()].to_vec()
}

/// How many records of some rows have each code of a field.
pub(super) fn count<const W: usize>(
    rows: &Rows<W>,
    members: &[u32],
    field: Field,
    histogram: &mut Vec<(u32, u64)>,
) {
    histogram.clear();
    let mut ascending = true;
    for &row in members {
        let (code, records) = (field.get(&rows.keys[row as usize]) as u32, rows.weights[row as usize]);
        if records == 0 {
            continue;
        }
        match histogram.last_mut() {
            Some((last, sum)) if *last == code => *sum += records,
            last => {
                ascending &= last.is_none_or(|(last, _)| *last < code);
                histogram.push((code, records));
            }
        }
    }
    if !ascending {
        add_up(histogram);
    }
}

fn has_known_columns<const W: usize>(engine: &Engine<'_, W>) -> bool {
    engine.problem.requirements.classes.iter().any(|requirement| requirement.scope != Scope::Quasi)
}

/// Takes back the classes with records that stand out to someone who knows some columns; whether there were any.
fn keep_by_known_columns<const W: usize>(
    engine: &Engine<'_, W>,
    rows: &Rows<W>,
    levels: &[usize],
    scratch: &mut Scratch<W>,
) -> bool {
    let mut changed = false;
    let slots = engine.problem.requirements.sensitive.len();
    for requirement in &engine.problem.requirements.classes {
        let Scope::Known(known) = requirement.scope else { continue };
        let columns = engine.dimensions().len();
        let mut choice = first_choice(known.min(columns));
        loop {
            let plan = Plan::some(
                choice.iter().copied(),
                rows.levels(),
                levels,
                engine.dimensions(),
                &engine.layout,
            );
            let mut grouper = Grouper::<W>::new();
            grouper.number(rows, &plan);
            let failing = failing_groups(engine, rows, requirement.model.as_ref(), slots, &grouper, scratch);
            for (&class, &group) in scratch.grouper.ids().iter().zip(grouper.ids()) {
                if failing[group as usize] && scratch.keep[class as usize] {
                    scratch.keep[class as usize] = false;
                    changed = true;
                }
            }
            if !next_choice(&mut choice, columns) {
                break;
            }
        }
    }
    changed
}

/// The groups of published records that a model does not hold in.
fn failing_groups<const W: usize>(
    engine: &Engine<'_, W>,
    rows: &Rows<W>,
    model: &dyn ClassModel,
    slots: usize,
    grouper: &Grouper<W>,
    scratch: &Scratch<W>,
) -> Vec<bool> {
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); grouper.len()];
    for (row, &group) in grouper.ids().iter().enumerate() {
        if scratch.keep[scratch.grouper.ids()[row] as usize] {
            members[group as usize].push(row as u32);
        }
    }
    let mut histograms = vec![Vec::new(); slots];
    let fails = |members: &Vec<u32>| {
        let size = members.iter().map(|&row| rows.weights[row as usize]).sum();
        let of_population = members.iter().filter_map(|&row| rows.population.get(row as usize));
        let population = of_population.copied().sum();
        for (field, histogram) in engine.layout.extra.iter().zip(&mut histograms) {
            count(rows, members, *field, histogram);
        }
        let views: Vec<Histogram<'_>> = histograms.iter().map(Vec::as_slice).collect();
        size > 0 && !model.holds(&Class { size, population, histograms: &views })
    };
    members.iter().map(fails).collect()
}

fn first_choice(size: usize) -> Vec<usize> {
    (0..size).collect()
}

/// The next choice of so many of `columns` columns in lexicographic order; whether there is one.
fn next_choice(choice: &mut [usize], columns: usize) -> bool {
    let size = choice.len();
    let Some(at) = (0..size).rev().find(|&at| choice[at] < columns - size + at) else { return false };
    choice[at] += 1;
    for later in at + 1..size {
        choice[later] = choice[later - 1] + 1;
    }
    true
}
