//! What an attack finds out about each person.

use crate::candidates::{Candidates, Scratch};
use crate::classes::NO_ONE_VALUE;
use crate::knowledge::{Knowledge, UNKNOWN};
use crate::truth::Truth;
use lethe_data::{Classes, Context, Result, group};
use rayon::prelude::*;

/// What was found out, person by person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// The records that may be the person's.
    pub candidates: Vec<u64>,
    /// Whether all of them show nothing in any column: there is nothing to be found in them.
    pub blank: Vec<bool>,
    /// By sensitive column, whether all candidates share one value, which the attacker so learns.
    pub disclosed: Vec<Vec<bool>>,
    /// The candidates that are the person's own record, where the truth is known.
    pub own: Option<Vec<u64>>,
}

/// What is found with one piece of knowledge.
struct Found {
    candidates: u64,
    blank: bool,
    disclosed: Vec<bool>,
}

const AT_A_TIME: usize = 64;

pub(crate) fn find(
    candidates: &Candidates,
    truth: Option<&Truth>,
    knowledge: &Knowledge,
    context: &Context,
) -> Result<Findings> {
    let pieces = pieces(candidates, knowledge, context)?;
    let known = |piece: usize| -> Vec<u32> {
        let person = pieces.first_rows()[piece] as usize;
        knowledge.codes.iter().map(|codes| codes[person]).collect()
    };
    let task = context.task("attacking", Some(pieces.len() as u64));
    let all: Vec<usize> = (0..pieces.len()).collect();
    let found: Vec<Vec<Found>> = context.install(|| {
        let chunks = all.par_chunks(AT_A_TIME).map_init(
            || candidates.scratch(),
            |scratch, chunk| {
                context.check_cancelled()?;
                let found = chunk.iter().map(|&piece| found(candidates, &known(piece), scratch)).collect();
                task.advance(chunk.len() as u64);
                Ok(found)
            },
        );
        chunks.collect::<Result<_>>()
    })?;
    let found: Vec<Found> = found.into_iter().flatten().collect();
    let of_person = || pieces.ids().iter().map(|&piece| &found[piece as usize]);
    let own = truth.map(|truth| {
        let own = |person: usize| {
            let known: Vec<u32> = knowledge.codes.iter().map(|codes| codes[person]).collect();
            let classes = truth.classes(person).iter();
            classes
                .filter(|(class, _)| candidates.is_candidate(&known, *class))
                .map(|(_, records)| records)
                .sum()
        };
        context.install(|| (0..knowledge.people()).into_par_iter().map(own).collect())
    });
    Ok(Findings {
        candidates: of_person().map(|found| found.candidates).collect(),
        blank: of_person().map(|found| found.blank).collect(),
        disclosed: (0..candidates.classes.sensitive.len())
            .map(|column| of_person().map(|found| found.disclosed[column]).collect())
            .collect(),
        own,
    })
}

/// People of whom the same is known are attacked once.
fn pieces(candidates: &Candidates, knowledge: &Knowledge, context: &Context) -> Result<Classes> {
    let lists: Vec<(Vec<u32>, usize)> = (knowledge.codes.iter().zip(&candidates.consistent))
        .map(|(codes, consistent)| {
            let values = consistent.values() as u32;
            let code = |&code: &u32| if code == UNKNOWN { values } else { code };
            (codes.iter().map(code).collect(), values as usize + 1)
        })
        .collect();
    let lists: Vec<(&[u32], usize)> = lists.iter().map(|(list, domain)| (list.as_slice(), *domain)).collect();
    group::classes_of_numbers(&lists, knowledge.people(), None, context)
}

fn found(candidates: &Candidates, known: &[u32], scratch: &mut Scratch) -> Found {
    let classes = &candidates.classes;
    let mut records = 0;
    let mut blank = true;
    // `None`: no candidate yet.
    let mut shared: Vec<Option<u32>> = vec![None; classes.sensitive.len()];
    candidates.visit(known, scratch, |class| {
        let class = class as usize;
        records += classes.records[class];
        blank &= classes.blank[class];
        for (shared, values) in shared.iter_mut().zip(&classes.sensitive) {
            if *shared.get_or_insert(values[class]) != values[class] {
                *shared = Some(NO_ONE_VALUE);
            }
        }
    });
    let is_told = |value: &Option<u32>| value.is_some_and(|value| value != NO_ONE_VALUE);
    Found {
        candidates: records,
        blank: blank && records > 0,
        disclosed: shared.iter().map(is_told).collect(),
    }
}
