//! Which safe sets become compartments.

use super::acyclic::{is_acyclic, trim};
use super::bound::mutually_unsafe;
use super::cliques::{maximal_cliques, pairwise_projection};
use super::cover::{Chosen, Elements, cover};
use super::grow::Grower;
use super::known::{Known, Pairs};
use super::safety::Safety;
use super::{Algorithm, Compartments, Cover, Options, Question};
use crate::{Error, Result};
use lethe_data::{ColumnSet, Context, group};
use lethe_discovery::qid::{BorderOptions, maximal_safe};
use std::cmp::Reverse;

/// More maximal safe sets than this are not listed.
const LISTED_SETS: usize = 20_000;
/// With more quasi-identifiers than this listing sets takes longer than it is worth.
const LISTED_IDENTIFIERS: usize = 5_000;
/// Orders of growth that are tried where a try is cheap.
const TRIES: u64 = 12;

/// Puts columns into compartments.
///
/// **Guarantee**: every set is safe: on no set of its columns (of at most `max_size`) is a combination of values shared by
/// 1 to k − 1 records. Every column is in a set or in `alone`. For [`Cover::Columns`] the family is acyclic, and two sets
/// share at most one column unless both are k-anonymous on all of their columns. The same for any number of threads.
/// **Paper**: Podlesny 2023, Section 6.2, for the idea and [`Algorithm::Cliques`]; the rest is our own.
/// **Cost**: with bounded knowledge, or up to 20 columns, the search for quasi-identifiers; else a pass over the rows for
/// every set and every column that is safe with it in threes.
/// **Errors**: the question is not one, the graph method is asked about too many columns without a bound, the memory budget
/// is too small, or the run is cancelled.
pub fn compartments(question: &Question<'_>, options: &Options, context: &Context) -> Result<Compartments> {
    if let Some(stranger) = options.shared.iter().find(|column| !question.columns.contains(column)) {
        let place = stranger + 1;
        return Err(Error::Problem(format!(
            "column number {place} shall be in every compartment, but is not one of the columns to be put into them"
        )));
    }
    choose(question, Known::find(question, context)?, options, context)
}

/// As [`compartments`], but only the sets `forbidden` must not be together in a compartment; what else singles records out in
/// one is treated afterwards by changing cells.
///
/// **Errors**: as [`compartments`].
pub fn compartments_without(
    question: &Question<'_>,
    forbidden: Vec<ColumnSet>,
    options: &Options,
    context: &Context,
) -> Result<Compartments> {
    choose(question, Known::given(question, forbidden)?, options, context)
}

fn choose(
    question: &Question<'_>,
    known: Known,
    options: &Options,
    context: &Context,
) -> Result<Compartments> {
    let projected;
    let forbidden = match options.algorithm {
        Algorithm::Borders => &known.minimal,
        Algorithm::Cliques if !known.decisive => {
            return Err(Error::Problem(format!(
                "the method of cliques needs all quasi-identifiers, which are too many with {} columns; bound the knowledge, \
                 or use the method of borders",
                question.columns.len()
            )));
        }
        Algorithm::Cliques => {
            projected = pairwise_projection(&known.minimal)?;
            &projected
        }
    };
    let forbidden_pairs = Pairs::new(&known.columns, forbidden);
    let safety = Safety::new(question, forbidden, !known.decisive);
    let mut grower =
        Grower { safety: &safety, columns: &known.columns, pairs: &forbidden_pairs, wanted: &[], context };
    let wanted = grower.together(&options.shared)?;
    grower.wanted = &wanted;
    let listed = list(&known, forbidden, options.algorithm, context)?;
    let family = match (options.cover, &listed) {
        (Cover::Columns, _) => cover_columns(&grower, listed.as_deref(), known.decisive, context)?,
        (Cover::Pairs, Some(sets)) => cover_listed_pairs(sets, &forbidden_pairs, context)?,
        (Cover::All, Some(sets)) => Family { sets: sets.clone(), lower_bound: sets.len(), complete: true },
        (Cover::Pairs | Cover::All, None) => {
            let (sets, covered) = grower.cover_pairs()?;
            Family { sets, lower_bound: 0, complete: covered && options.cover == Cover::Pairs }
        }
    };
    let maximal = listed.map(|sets| sets.len() as u64);
    finish(question, options, known, &wanted, family, maximal, context)
}

/// Safe sets that cover what was asked for, if `complete`, and a bound on how few could.
struct Family {
    sets: Vec<ColumnSet>,
    lower_bound: usize,
    complete: bool,
}

/// All maximal safe sets that are not empty, unless they are too many.
fn list(
    known: &Known,
    forbidden: &[ColumnSet],
    algorithm: Algorithm,
    context: &Context,
) -> Result<Option<Vec<ColumnSet>>> {
    if !known.decisive || forbidden.len() > LISTED_IDENTIFIERS {
        return Ok(None);
    }
    let listed = match algorithm {
        Algorithm::Borders => {
            let columns: Vec<usize> = known.columns.iter().collect();
            let options = BorderOptions { max_sets: LISTED_SETS, ..BorderOptions::default() };
            maximal_safe(&columns, forbidden, &options, context)?
        }
        Algorithm::Cliques => maximal_cliques(&known.columns, forbidden, LISTED_SETS, context)?,
    };
    Ok(listed.map(|sets| sets.into_iter().filter(|set| !set.is_empty()).collect()))
}

fn cover_columns(
    grower: &Grower<'_>,
    listed: Option<&[ColumnSet]>,
    cheap: bool,
    context: &Context,
) -> Result<Family> {
    let by_pairs = mutually_unsafe(grower.columns, grower.pairs);
    if let Some(listed) = listed {
        let (sets, proven) = cover_listed_columns(listed, grower.columns, grower.wanted, context)?;
        return Ok(Family { sets, lower_bound: proven.max(by_pairs), complete: true });
    }
    let mut sets = without_needless(grower.cover_columns()?);
    let tries = if cheap { TRIES } else { 0 };
    for number in 0..tries {
        if sets.len() == by_pairs {
            break;
        }
        let other = without_needless(grower.cover_columns_by_chance(number)?);
        let better = |sets: &[ColumnSet]| (Reverse(sets.len()), pairs_together(sets));
        if better(&other) > better(&sets) {
            sets = other;
        }
    }
    Ok(Family { sets, lower_bound: by_pairs, complete: true })
}

/// Chooses among all maximal safe sets; with wanted columns, sets that have them all come first, and what these cannot cover is
/// covered by others. How many sets are needed at least is known only without wanted columns.
fn cover_listed_columns(
    listed: &[ColumnSet],
    columns: &ColumnSet,
    wanted: &[usize],
    context: &Context,
) -> Result<(Vec<ColumnSet>, usize)> {
    let width = columns.iter().last().map_or(0, |last| last + 1);
    let choose = |sets: &[ColumnSet], left: &ColumnSet| -> Result<(Vec<ColumnSet>, usize)> {
        let elements = |set: &ColumnSet| {
            let mut elements = Elements::none(width);
            set.intersection(left).iter().for_each(|column| elements.insert(column));
            elements
        };
        let candidates: Vec<Elements> = sets.iter().map(elements).collect();
        let Chosen { sets: chosen, lower_bound } = cover(&candidates, context)?;
        Ok((chosen.into_iter().map(|index| sets[index].clone()).collect(), lower_bound))
    };
    let has_all = |set: &&ColumnSet| wanted.iter().all(|&column| set.contains(column));
    let preferred: Vec<ColumnSet> = listed.iter().filter(has_all).cloned().collect();
    let (mut sets, lower_bound) = choose(&preferred, columns)?;
    if wanted.is_empty() {
        return Ok((sets, lower_bound));
    }
    let left = sets.iter().fold(columns.clone(), |left, set| left.difference(set));
    sets.extend(choose(listed, &left)?.0);
    Ok((without_needless(sets), 0))
}

/// Chooses among all maximal safe sets so that every pair that is in one stays together.
fn cover_listed_pairs(listed: &[ColumnSet], pairs: &Pairs, context: &Context) -> Result<Family> {
    let width = listed.iter().flat_map(ColumnSet::iter).max().map_or(0, |last| last + 1);
    let elements = |set: &ColumnSet| {
        let mut elements = Elements::none(width * width);
        for a in set.iter() {
            // A column that is safe with no other is to be covered, too.
            if pairs.safe_with(a).is_empty() {
                elements.insert(a * width + a);
            }
            set.iter().filter(|&b| a < b).for_each(|b| elements.insert(a * width + b));
        }
        elements
    };
    let candidates: Vec<Elements> = listed.iter().map(elements).collect();
    let Chosen { sets, lower_bound } = cover(&candidates, context)?;
    let sets = sets.into_iter().map(|index| listed[index].clone()).collect();
    Ok(Family { sets, lower_bound, complete: true })
}

/// The sets without those whose columns are all in others, the smallest left out first.
fn without_needless(mut sets: Vec<ColumnSet>) -> Vec<ColumnSet> {
    sets.sort_by(largest_first);
    for index in (0..sets.len()).rev() {
        let mut others = ColumnSet::default();
        for (_, other) in sets.iter().enumerate().filter(|(other, _)| *other != index) {
            others = others.union(other);
        }
        if sets[index].is_subset(&others) {
            sets.remove(index);
        }
    }
    sets
}

fn largest_first(a: &ColumnSet, b: &ColumnSet) -> std::cmp::Ordering {
    b.len().cmp(&a.len()).then_with(|| a.cmp(b))
}

fn finish(
    question: &Question<'_>,
    options: &Options,
    known: Known,
    wanted: &[usize],
    family: Family,
    maximal: Option<u64>,
    context: &Context,
) -> Result<Compartments> {
    let Family { mut sets, lower_bound, complete } = family;
    let mut trimmed = 0;
    if options.cover == Cover::Columns {
        let is_anonymous = |set: &ColumnSet| {
            if known.treated_later {
                return Ok(question.max_size.is_none());
            }
            is_anonymous(question, set, context)
        };
        let anonymous: Result<Vec<bool>> = sets.iter().map(is_anonymous).collect();
        let family = trim(&sets, wanted, &anonymous?);
        (sets, trimmed) = (family.sets, family.columns);
    }
    sets.sort_by(largest_first);
    let lacks = |(index, set): (usize, &ColumnSet)| -> Vec<(usize, usize)> {
        let lacking = options.shared.iter().filter(|&&column| !set.contains(column));
        lacking.map(|&column| (index, column)).collect()
    };
    Ok(Compartments {
        unshared: sets.iter().enumerate().flat_map(lacks).collect(),
        fewest: complete && sets.len() <= lower_bound,
        lower_bound: lower_bound.min(sets.len()),
        pairs: pairs_together(&sets),
        safe_pairs: known.pairs.safe(),
        acyclic: is_acyclic(&sets),
        alone: known.alone,
        maximal,
        trimmed,
        complete,
        sets,
    })
}

/// Whether a safe set is k-anonymous on all of its columns together, however many the attacker knows.
fn is_anonymous(question: &Question<'_>, set: &ColumnSet, context: &Context) -> Result<bool> {
    if question.max_size.is_none_or(|size| set.len() <= size) {
        return Ok(true);
    }
    let counts = group::counts(question.table, set, context)?;
    Ok(!counts.counts().iter().any(|count| (1..question.k).contains(count)))
}

/// The pairs of columns that are together in some set.
pub(super) fn pairs_together(sets: &[ColumnSet]) -> u64 {
    let width = sets.iter().flat_map(ColumnSet::iter).max().map_or(0, |last| last + 1);
    let mut together = vec![ColumnSet::default(); width];
    for set in sets {
        set.iter().for_each(|column| together[column] = together[column].union(set));
    }
    together.iter().map(|set| set.len().saturating_sub(1) as u64).sum::<u64>() / 2
}
