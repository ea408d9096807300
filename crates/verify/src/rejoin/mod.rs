//! What an attacker learns who has all files of a release that was split by columns.
//!
//! Every file shows some of the columns of the same records, in an order of its own. [`attack`] tries what there is to try:
//! each file by itself ([`own`]), the order of rows ([`order`]), joins of two files on the columns they share ([`pair`],
//! [`projected`]) and rings of files that together say more than any two ([`triangle`]). Joint counts are bounded from both
//! sides with whole numbers; a person is *found* where a combination of values provably has at least one and fewer than
//! k records.

mod acyclic;
mod align;
mod bounds;
mod file;
mod homogeneous;
mod order;
mod own;
mod pair;
mod projected;
mod ring;
mod triangle;
mod vocabulary;

pub use order::{Order, order_of};

use crate::Result;
use file::File;
use lethe_data::{ColumnSet, Context, Table};
use std::collections::BTreeSet;
use vocabulary::Vocabulary;

/// One file of a release, or the rows of a file that show the same columns.
#[derive(Clone, Copy, Debug)]
pub struct Compartment<'a> {
    /// Its rows. Columns of the same name in several compartments are the same column; row weights are not used.
    pub table: &'a Table,
    /// What [`order_of`] says about the order of its rows.
    pub order: Order,
}

/// How to judge.
#[derive(Clone, Copy, Debug)]
pub struct RejoinOptions {
    /// Nobody may be in a group of fewer records.
    pub k: u64,
    /// The most columns that the attacker knows; `None`: all of them.
    pub max_size: Option<usize>,
}

/// What was learnt about one compartment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedCompartment {
    /// The fewest records that are equal on its columns, of which the attacker knows at most `max_size`; `None` without rows.
    pub min_class: Option<u64>,
    /// Whether the order of its rows can show anything.
    pub order: Order,
    /// Whether its classes are large enough and its order shows nothing.
    pub holds: bool,
}

/// Records that are provably fewer than k.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// The compartments whose counts prove it, ascending.
    pub compartments: Vec<usize>,
    /// The columns on which the records are equal.
    pub columns: Vec<String>,
    /// So many records at least are in such combinations.
    pub records: u64,
    /// The smallest combination found has at least so many records …
    pub lower: u64,
    /// … and at most so many.
    pub upper: u64,
}

/// What an attacker with all compartments learns.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub struct Rejoin {
    /// Whether it is proven that nobody can be found, every compartment holds, and nobody was found.
    pub holds: bool,
    /// Whether the number of rows is the same everywhere; if not, joins say nothing and are not tried.
    pub same_rows: bool,
    /// The compartments in the order given.
    pub compartments: Vec<JudgedCompartment>,
    /// Whether the compartments form no ring.
    pub acyclic: bool,
    /// Whether it is proven that counts reveal nobody, by whatever calculation.
    pub proven: bool,
    /// Whether all that this attack can try was tried.
    pub complete: bool,
    /// Who is found, sorted by compartments and columns.
    pub found: Vec<Found>,
    /// The groups of records that are equal on the columns that two compartments share who show only one value in a further
    /// column of one of them: whoever is known to be in the group has that value.
    pub homogeneous: u64,
    /// Compartments whose rows stand in a common order, with how many standard deviations that is from chance.
    pub aligned: Vec<(usize, usize, f64)>,
    /// Compartments whose shared columns do not have the same counts, so that they cannot be of the same records.
    pub disagreeing: Vec<(usize, usize)>,
    /// Pairs of compartments and triples of columns that were too much work.
    pub skipped: u64,
}

/// Tries to find records in a release of several compartments.
///
/// **Guarantee**: nobody is called found unless every table that agrees with all compartments has that combination, with
/// fewer than k records. `holds` is true only when every compartment by itself has k records for everything that the
/// attacker may know, no order is in doubt, no one is found, and that is `proven` of every calculation on the counts:
/// the compartments are acyclic and k-anonymous on all their columns, or km-anonymous, and two of them share at most one
/// column unless both are k-anonymous on all of theirs. A ring in which this attack finds nobody does not hold: others
/// may find more in it. The answer does not depend on the number of threads.
///
/// **Paper**: Dobra and Fienberg 2000 for bounds on joint counts from decomposable margins; Buzzigoli and Giusti 1999 for
/// narrowing bounds in turns.
///
/// **Cost**: a grouping of each compartment, and one of the distinct rows of every two that share columns; in a ring also
/// a count of every two columns that stand together.
///
/// **Errors**: the memory budget is too small, or the run is cancelled.
pub fn attack(compartments: &[Compartment<'_>], options: RejoinOptions, context: &Context) -> Result<Rejoin> {
    let vocabulary = Vocabulary::of(compartments);
    let mut files = Vec::with_capacity(compartments.len());
    for compartment in compartments {
        files.push(File::of(compartment.table, &vocabulary, context)?);
    }
    let mut rejoin = Rejoin { complete: true, ..Rejoin::default() };
    rejoin.same_rows = compartments.windows(2).all(|two| two[0].table.rows() == two[1].table.rows());
    rejoin.aligned =
        if rejoin.same_rows { align::in_common_order(compartments, &files, context)? } else { Vec::new() };
    for (number, (compartment, file)) in compartments.iter().zip(&files).enumerate() {
        let min_class = own::smallest_class(file, options.max_size, context)?;
        let aligned = rejoin.aligned.iter().any(|&(one, two, _)| one == number || two == number);
        let order =
            if aligned && !compartment.order.is_harmless() { Order::Aligned } else { compartment.order };
        let holds = order.is_harmless() && min_class.is_none_or(|records| records >= options.k);
        rejoin.compartments.push(JudgedCompartment { min_class, order, holds });
    }
    let sets = files.iter().map(|file| ColumnSet::of(file.columns.iter().copied()));
    let sets = sets.collect::<Result<Vec<_>, _>>()?;
    rejoin.acyclic = acyclic::is_acyclic(&sets);
    if rejoin.same_rows {
        join_pairs(&files, &sets, options, &vocabulary, context, &mut rejoin)?;
        // What three columns say together is beyond an attacker who knows fewer.
        if !rejoin.acyclic && rejoin.disagreeing.is_empty() && options.max_size.is_none_or(|most| most >= 3) {
            let (found, skipped) = ring::find(&files, &sets, options.k, &vocabulary, context)?;
            rejoin.found.extend(found);
            rejoin.skipped += skipped;
        }
    }
    rejoin.found.sort();
    rejoin.complete = rejoin.same_rows && rejoin.skipped == 0 && rejoin.disagreeing.is_empty();
    let large_enough =
        rejoin.compartments.iter().all(|one| one.min_class.is_none_or(|records| records >= options.k));
    rejoin.proven = rejoin.complete
        && rejoin.acyclic
        && large_enough
        && counts_are_safe(&files, &sets, options, context)?;
    // What this attack does not find another may: only what is proven holds.
    rejoin.holds =
        rejoin.proven && rejoin.found.is_empty() && rejoin.compartments.iter().all(|one| one.holds);
    Ok(rejoin)
}

/// Whether acyclic compartments, large enough for what the attacker knows, stay safe however they are joined: no term of
/// an upper bound may lie between 1 and k − 1, and an attacker joins on all shared columns, known or not.
fn counts_are_safe(
    files: &[File],
    sets: &[ColumnSet],
    options: RejoinOptions,
    context: &Context,
) -> Result<bool> {
    if options.max_size.is_none() {
        return Ok(true);
    }
    // A compartment inside another tells nothing that the other does not, so joining the two is no join.
    let inside = |one: usize, two: usize| sets[one].intersection(&sets[two]) == sets[one];
    let several = |&(one, two): &(usize, usize)| {
        sets[one].intersection(&sets[two]).len() > 1 && !inside(one, two) && !inside(two, one)
    };
    let joined: BTreeSet<usize> =
        pairs(sets.len()).filter(several).flat_map(|(one, two)| [one, two]).collect();
    for file in joined {
        if own::smallest_class(&files[file], None, context)?.is_some_and(|records| records < options.k) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn join_pairs(
    files: &[File],
    sets: &[ColumnSet],
    options: RejoinOptions,
    vocabulary: &Vocabulary,
    context: &Context,
    rejoin: &mut Rejoin,
) -> Result<()> {
    let task =
        context.task("joining compartments", Some((files.len() * files.len().saturating_sub(1) / 2) as u64));
    // Several pairs may share the same columns; their groups are looked at once.
    let mut looked_at = BTreeSet::new();
    let mut left = projected::ENOUGH;
    for (one, two) in pairs(files.len()) {
        task.advance(1);
        context.check_cancelled()?;
        let shared = sets[one].intersection(&sets[two]);
        if shared.is_empty() {
            continue;
        }
        let join = pair::Join::of(&files[one], &files[two], &shared, context)?;
        if !join.agrees() {
            rejoin.disagreeing.push((one, two));
            continue;
        }
        for (number, ids) in [(one, &join.first), (two, &join.second)] {
            if looked_at.insert((number, shared.clone())) {
                rejoin.homogeneous +=
                    homogeneous::groups(&files[number], ids, join.records.len(), &shared, context)?;
            }
        }
        let contained = shared == sets[one] || shared == sets[two];
        let found = match options.max_size {
            _ if contained => Some(Vec::new()),
            None => Some(
                join.found(options.k).into_iter().map(|found| (sets[one].union(&sets[two]), found)).collect(),
            ),
            Some(most) => {
                let both = [&files[one], &files[two]];
                projected::find(both, &join, &shared, most, options.k, &mut left, context)?
            }
        };
        rejoin.skipped += u64::from(found.is_none());
        rejoin.found.extend(found.into_iter().flatten().map(|(columns, found)| Found {
            compartments: vec![one, two],
            columns: vocabulary.names(&columns),
            records: found.records,
            lower: found.lower,
            upper: found.upper,
        }));
    }
    Ok(())
}

/// Every two numbers below `count`, in order.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |one| (one + 1..count).map(move |two| (one, two)))
}
