//! What an attack finds out about each person.

use crate::candidates::{Candidates, Scratch};
use crate::classes::Classes as ReleasedClasses;
use crate::histogram::{ClassValues, Tally};
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
    /// By sensitive column, what the attacker infers about each person: the value that most candidates show. `None` where
    /// all withhold it.
    pub inferred: Vec<Vec<Option<Inferred>>>,
    /// The candidates that are the person's own record, where the truth is known.
    pub own: Option<Vec<u64>>,
}

/// The value that most candidates of a person show in a sensitive column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inferred {
    /// The code of the value; of several, the first in their order.
    pub value: u32,
    /// The candidates that show it.
    pub records: u64,
    /// Whether a record of the person shows it, where the truth is known.
    pub is_right: Option<bool>,
}

impl ReadingFindings {
    /// Whether all candidates of a person share one value in a sensitive column, which the attacker so learns.
    pub fn is_disclosed(&self, column: usize, person: usize) -> bool {
        self.inferred[column][person].is_some_and(|inferred| inferred.records == self.candidates[person])
    }
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
struct Pool {
    records: u64,
    blank: bool,
    /// By sensitive column, the value that most show, and how many do.
    most: Vec<Option<(u32, u64)>>,
}

/// Candidates being gathered.
struct Gathered {
    records: u64,
    blank: bool,
    tallies: Vec<Tally>,
}

impl Gathered {
    fn new(classes: &ReleasedClasses) -> Self {
        Self { records: 0, blank: true, tallies: classes.values.iter().map(ClassValues::tally).collect() }
    }

    fn add(&mut self, classes: &ReleasedClasses, class: usize) {
        self.records += classes.records[class];
        self.blank &= classes.blank[class];
        for (tally, values) in self.tallies.iter_mut().zip(&classes.values) {
            tally.add(values, class);
        }
    }

    /// What was gathered; nothing is left.
    fn take(&mut self) -> Pool {
        let most = self.tallies.iter_mut().map(Tally::take_most).collect();
        let pool = Pool { records: self.records, blank: self.blank, most };
        (self.records, self.blank) = (0, true);
        pool
    }
}

/// What a thread needs to find pools.
struct Workplace {
    scratch: Scratch,
    any: Gathered,
    shown: Gathered,
}

impl Workplace {
    fn new(candidates: &Candidates) -> Self {
        let gathered = || Gathered::new(&candidates.classes);
        Self { scratch: candidates.scratch(), any: gathered(), shown: gathered() }
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
            || Workplace::new(candidates),
            |workplace, chunk| {
                context.check_cancelled()?;
                let find = |&person: &u32| found(candidates, suppression, &known(person as usize), workplace);
                let found = chunk.iter().map(find).collect();
                task.advance(chunk.len() as u64);
                Ok(found)
            },
        );
        chunks.collect::<Result<_>>()
    })?;
    let found: Vec<Found> = found.into_iter().flatten().collect();
    let of_person = |person: usize| &found[pieces.ids()[person] as usize];
    let persons = 0..knowledge.records();
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
                let own = truth.own(person).iter().filter(|own| is_left(own.class));
                own.map(|own| own.records).sum()
            };
            context.install(|| persons.clone().into_par_iter().map(own).collect())
        });
        let pools = || persons.clone().map(|person| of_person(person).of(reading));
        ReadingFindings {
            candidates: pools().map(|pool| pool.records).collect(),
            blank: pools().map(|pool| pool.blank && pool.records > 0).collect(),
            inferred: (0..candidates.classes.values.len())
                .map(|column| {
                    let most = pools().map(|pool| pool.most[column]).enumerate();
                    let inferred = |(person, most): (usize, Option<(u32, u64)>)| {
                        let (value, records) = most?;
                        let is_right = truth.map(|truth| truth.is_right(person, column, value));
                        Some(Inferred { value, records, is_right })
                    };
                    most.map(inferred).collect()
                })
                .collect(),
            own,
        }
    };
    Ok(Findings { any: outcome(Reading::Any), rule: suppression.map(|_| outcome(Reading::Rule)) })
}

/// Records of whom the same is known are attacked once.
fn pieces(candidates: &Candidates, knowledge: &Knowledge, context: &Context) -> Result<Classes> {
    let lists: Vec<(Vec<u32>, usize)> = (knowledge.codes.iter().zip(&candidates.consistent))
        .map(|(codes, consistent)| {
            let values = consistent.values() as u32;
            let code = |&code: &u32| if code == UNKNOWN { values } else { code };
            (codes.iter().map(code).collect(), values as usize + 1)
        })
        .collect();
    let lists: Vec<(&[u32], usize)> = lists.iter().map(|(list, domain)| (list.as_slice(), *domain)).collect();
    group::classes_of_numbers(&lists, knowledge.records(), None, context)
}

fn found(
    candidates: &Candidates,
    suppression: Option<&Suppression>,
    known: &[u32],
    workplace: &mut Workplace,
) -> Found {
    let classes = &candidates.classes;
    let Workplace { scratch, any, shown } = workplace;
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
    let shown = shown.take();
    Found { any: any.take(), rule: is_published.then_some(shown) }
}
