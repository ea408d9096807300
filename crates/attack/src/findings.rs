//! What an attack finds out about each person.

use crate::candidates::{Candidates, Scratch};
use crate::classes::{Classes as ReleasedClasses, NO_ONE_VALUE};
use crate::knowledge::{Knowledge, UNKNOWN};
use crate::suppression::{Shows, Suppression};
use crate::truth::Truth;
use lethe_data::{Classes, Context, Result, group};
use rayon::prelude::*;

/// What was found out, by how suppressed records are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// A suppressed record may be anybody's.
    pub any: ReadingFindings,
    /// Equal records are suppressed together: nobody whose class is published is suppressed. `None` where that makes no
    /// difference, because nobody is suppressed or nobody's class is known.
    pub rule: Option<ReadingFindings>,
}

/// What was found out, person by person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadingFindings {
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
    any: Pool,
    /// What is left without suppressed records, where the person cannot be one of them.
    rule: Option<Pool>,
}

impl Found {
    fn of(&self, reading: Reading) -> &Pool {
        match reading {
            Reading::Any => &self.any,
            Reading::Rule => self.rule.as_ref().unwrap_or(&self.any),
        }
    }
}

#[derive(Clone, Copy)]
enum Reading {
    Any,
    Rule,
}

/// Candidates, taken together.
#[derive(Clone)]
struct Pool {
    records: u64,
    blank: bool,
    /// By sensitive column, the value that all share; `None` before the first.
    shared: Vec<Option<u32>>,
}

impl Pool {
    fn new(sensitive: usize) -> Self {
        Self { records: 0, blank: true, shared: vec![None; sensitive] }
    }

    fn add(&mut self, classes: &ReleasedClasses, class: usize) {
        self.records += classes.records[class];
        self.blank &= classes.blank[class];
        for (shared, values) in self.shared.iter_mut().zip(&classes.sensitive) {
            if *shared.get_or_insert(values[class]) != values[class] {
                *shared = Some(NO_ONE_VALUE);
            }
        }
    }

    fn discloses(&self, column: usize) -> bool {
        self.shared[column].is_some_and(|value| value != NO_ONE_VALUE)
    }
}

const AT_A_TIME: usize = 64;

pub(crate) fn find(
    candidates: &Candidates,
    suppression: Option<&Suppression>,
    truth: Option<&Truth>,
    knowledge: &Knowledge,
    context: &Context,
) -> Result<Findings> {
    let pieces = pieces(candidates, knowledge, context)?;
    let known = |person: usize| -> Vec<u32> { knowledge.codes.iter().map(|codes| codes[person]).collect() };
    let task = context.task("attacking", Some(pieces.len() as u64));
    let found: Vec<Vec<Found>> = context.install(|| {
        let chunks = pieces.first_rows().par_chunks(AT_A_TIME).map_init(
            || candidates.scratch(),
            |scratch, chunk| {
                context.check_cancelled()?;
                let find = |&person: &u32| found(candidates, suppression, &known(person as usize), scratch);
                let found = chunk.iter().map(find).collect();
                task.advance(chunk.len() as u64);
                Ok(found)
            },
        );
        chunks.collect::<Result<_>>()
    })?;
    let found: Vec<Found> = found.into_iter().flatten().collect();
    let of_person = |person: usize| &found[pieces.ids()[person] as usize];
    let people = 0..knowledge.people();
    let outcome = |reading: Reading| {
        let own = truth.map(|truth| {
            let own = |person: usize| {
                let known = known(person);
                // Where there is a pool of its own, suppressed records are not in it.
                let without = of_person(person).rule.as_ref().and(suppression);
                let without = without.filter(|_| matches!(reading, Reading::Rule));
                let is_left = |class: u32| {
                    without.is_none_or(|hidden| hidden.shows[class as usize] != Shows::Nothing)
                        && candidates.is_candidate(&known, class)
                };
                let own = truth.classes(person).iter().filter(|(class, _)| is_left(*class));
                own.map(|(_, records)| records).sum()
            };
            context.install(|| people.clone().into_par_iter().map(own).collect())
        });
        let pools = || people.clone().map(|person| of_person(person).of(reading));
        ReadingFindings {
            candidates: pools().map(|pool| pool.records).collect(),
            blank: pools().map(|pool| pool.blank && pool.records > 0).collect(),
            disclosed: (0..candidates.classes.sensitive.len())
                .map(|column| pools().map(|pool| pool.discloses(column)).collect())
                .collect(),
            own,
        }
    };
    Ok(Findings { any: outcome(Reading::Any), rule: suppression.map(|_| outcome(Reading::Rule)) })
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

fn found(
    candidates: &Candidates,
    suppression: Option<&Suppression>,
    known: &[u32],
    scratch: &mut Scratch,
) -> Found {
    let classes = &candidates.classes;
    let new = || Pool::new(classes.sensitive.len());
    let (mut any, mut shown) = (new(), new());
    let suppression = suppression.filter(|suppression| suppression.is_known(known));
    let mut is_published = false;
    candidates.visit(known, scratch, |class| {
        let class = class as usize;
        any.add(classes, class);
        if let Some(suppression) = suppression {
            is_published |= suppression.shows[class] == Shows::Everything;
            if suppression.shows[class] != Shows::Nothing {
                shown.add(classes, class);
            }
        }
    });
    Found { any, rule: is_published.then_some(shown) }
}
