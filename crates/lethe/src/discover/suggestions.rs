//! What to do about quasi-identifiers, in plain words.
//!
//! Dropping a column removes exactly the sets it is in: the minimal sets of the remaining columns are those that do
//! not hold it. So every sentence here follows from the list of sets and what is told of them, without counting rows
//! again. Sentences about records say that they are about the listed sets: a larger set, which is not listed because it
//! holds a smaller one, may expose records that the smaller one does not.

use super::ColumnRisk;
use super::ranking::Involved;
use lethe_data::ColumnSet;
use lethe_data::wording::{counted, grouped};
use lethe_discovery::qid;

/// What suggestions are made from.
pub(super) struct Evidence<'a> {
    pub(super) name: &'a dyn Fn(usize) -> String,
    pub(super) sets: &'a [ColumnSet],
    pub(super) involved: &'a [Involved],
    /// What is reported of the same columns.
    pub(super) risks: &'a [ColumnRisk],
    /// The records exposed by the first sets, where known.
    pub(super) coverage: &'a [u64],
    /// The records exposed by any listed set, where known.
    pub(super) exposed: Option<u64>,
    pub(super) standalone: &'a [String],
    pub(super) searched: usize,
    pub(super) records: u64,
    pub(super) min_exposed: u64,
    /// All sets of up to so many columns are listed; `None`: all sets.
    pub(super) known_to: Option<usize>,
    /// Whether the search came to its end.
    pub(super) complete: bool,
}

/// Names listed in one sentence before it says how many more there are.
const NAMED: usize = 5;
/// A column in fewer of a hundred sets is not worth a sentence.
const WORTH: u64 = 20;
/// Relieving fewer of a hundred exposed records is not worth a sentence.
const WORTH_RELIEVING: u128 = 5;
/// Trades of records for information that are listed.
const TRADES: usize = 3;
/// What loses less is taken to lose so much, so that it does not beat everything.
const LEAST_BITS: f64 = 0.1;
/// Below so many records one percent is hardly more than one person.
const ENOUGH_FOR_SHARES: u64 = 200;

impl Evidence<'_> {
    /// The sentences, the most useful first.
    pub(super) fn suggestions(&self) -> Vec<String> {
        let trades = self.trades();
        let dropped = if trades.is_empty() { self.drop_one() } else { None };
        let first = [self.remove_standalone(), self.generalize_single(), self.raise_smallest()];
        let last = [dropped, self.ignore_few()];
        first.into_iter().flatten().chain(trades).chain(last.into_iter().flatten()).collect()
    }

    /// What frees most exposed records for the information that it loses: columns generalized or dropped, the best first.
    fn trades(&self) -> Vec<String> {
        let Some(exposed) = self.exposed else { return Vec::new() };
        let mut trades: Vec<(f64, String)> = Vec::new();
        let mut add = |relieved: u64, bits: f64, what: String| {
            if relieved > 0 && u128::from(relieved) * 100 >= u128::from(exposed) * WORTH_RELIEVING {
                let sentence = format!(
                    "{what} frees {} of the {} records that listed sets expose and loses about {bits:.1} bits a record.",
                    grouped(relieved),
                    grouped(exposed)
                );
                trades.push((relieved as f64 / bits.max(LEAST_BITS), sentence));
            }
        };
        for risk in self.risks {
            // Groups of equal size keep the logarithm of their number; others keep less.
            if let Some(joined) = risk.generalized.filter(|joined| joined.groups > 1) {
                let lost = (risk.entropy_bits - (joined.groups as f64).log2()).max(0.0);
                let what = format!("Generalizing {} into {} groups", risk.column, joined.groups);
                add(joined.relieved, lost, what);
            }
            if let Some(records) = risk.records {
                add(records, risk.entropy_bits, format!("Dropping {}", risk.column));
            }
        }
        // Of equal trades the first in the ranking stays first.
        trades.sort_by(|one, other| other.0.total_cmp(&one.0));
        trades.into_iter().take(TRADES).map(|(_, sentence)| sentence).collect()
    }

    fn remove_standalone(&self) -> Option<String> {
        let list = listed(self.standalone.iter().cloned())?;
        let each = if self.standalone.len() == 1 { "it identifies" } else { "each identifies" };
        Some(format!("Remove or replace {list}: {each} records by itself."))
    }

    fn generalize_single(&self) -> Option<String> {
        let single = self.sets.iter().take_while(|set| set.len() == 1);
        let count = single.clone().count() as u64;
        let list = listed(single.flat_map(ColumnSet::iter).map(self.name))?;
        let (have, those) = if count == 1 { ("has", "it") } else { ("have", "those") };
        Some(format!("{} {have} a single column ({list}): generalize {those} first.", counted(count, "set")))
    }

    /// The column without which the smallest remaining set is largest, as far as all sets are known.
    fn raise_smallest(&self) -> Option<String> {
        let smallest = self.sets.first()?.len();
        let columns: Vec<usize> = self.involved.iter().map(|involved| involved.column).collect();
        let beyond = self.known_to.map_or(usize::MAX, |known| known.saturating_add(1));
        let without = qid::smallest_without(&columns, self.sets);
        let sizes = without.into_iter().map(|size| size.unwrap_or(usize::MAX).min(beyond));
        // No set at all beats any size; of equal columns the first in the ranking stays.
        let ranked = sizes.zip(columns);
        let (size, best) = ranked.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
        if size <= smallest {
            return None;
        }
        let name = (self.name)(best);
        Some(match self.known_to {
            None if size == usize::MAX => format!("Without {name} no set remains."),
            Some(known) if size == beyond => {
                format!("Without {name} no set of up to {} remains.", counted(known as u64, "column"))
            }
            _ => format!("Without {name} no set smaller than {size} columns remains."),
        })
    }

    fn drop_one(&self) -> Option<String> {
        let (all, first) = (self.sets.len() as u64, self.involved.first()?);
        let percent = first.sets * 100 / all;
        if all < 3 || first.sets < 2 || first.sets == all || percent < WORTH {
            return None;
        }
        let (name, sets, all) = ((self.name)(first.column), grouped(first.sets), grouped(all));
        let so_far = if self.complete { "" } else { " found so far" };
        Some(format!("Dropping {name} removes {percent} % of the sets{so_far} ({sets} of {all})."))
    }

    /// Sets that expose a handful of records hide what is above them.
    fn ignore_few(&self) -> Option<String> {
        if self.min_exposed > 1 || self.records < ENOUGH_FOR_SHARES || self.sets.is_empty() {
            return None;
        }
        let few = |records: &&u64| u128::from(**records) * 100 < u128::from(self.records);
        let mostly_few = self.coverage.iter().filter(few).count() * 2 > self.coverage.len();
        let single = self.sets.iter().take_while(|set| set.len() == 1).count();
        if mostly_few || single * 2 >= self.searched {
            let why = match self.coverage.len() {
                _ if !mostly_few => "Single columns dominate".to_owned(),
                reported if reported == self.sets.len() => {
                    "Most sets expose less than 1 % of the records".to_owned()
                }
                reported => format!(
                    "Most of the first {} expose less than 1 % of the records",
                    counted(reported as u64, "set")
                ),
            };
            return Some(format!("{why}: `min_exposed` 1% looks past single outliers."));
        }
        None
    }
}

/// `a`, `a and b`, `a, b and c`, and how many more there are; `None` for nothing.
fn listed(names: impl Iterator<Item = String>) -> Option<String> {
    let names: Vec<String> = names.collect();
    match names.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        many if many.len() > NAMED => {
            Some(format!("{} and {} more", many[..NAMED].join(", "), grouped((many.len() - NAMED) as u64)))
        }
        [first @ .., last] => Some(format!("{} and {last}", first.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discover::Generalized;
    use crate::discover::ranking::involved;

    const NAMES: [&str; 5] = ["age", "birthday", "city", "drug", "zip"];

    fn sets(columns: &[&[usize]]) -> Vec<ColumnSet> {
        columns.iter().map(|columns| ColumnSet::of(columns.iter().copied()).unwrap()).collect()
    }

    /// After a search that was stopped when all sets of up to so many columns were known.
    fn stopped_after(known: usize, columns: &[&[usize]]) -> Vec<String> {
        let sets = sets(columns);
        Evidence {
            known_to: Some(known),
            complete: false,
            ..evidence(&|column| NAMES[column].to_owned(), &sets, &involved(&sets))
        }
        .suggestions()
    }

    fn about(sets: &[ColumnSet], risks: &[ColumnRisk], coverage: &[u64], records: u64) -> Vec<String> {
        let (name, involved) = (|column: usize| NAMES[column].to_owned(), involved(sets));
        Evidence { risks, coverage, records, ..evidence(&name, sets, &involved) }.suggestions()
    }

    fn evidence<'a>(
        name: &'a dyn Fn(usize) -> String,
        sets: &'a [ColumnSet],
        involved: &'a [Involved],
    ) -> Evidence<'a> {
        Evidence {
            name,
            sets,
            involved,
            risks: &[],
            coverage: &[],
            exposed: Some(1000),
            standalone: &[],
            searched: 5,
            records: 1000,
            min_exposed: 1,
            known_to: Some(4),
            complete: true,
        }
    }

    fn suggestions(columns: &[&[usize]], coverage: &[u64], records: u64) -> Vec<String> {
        about(&sets(columns), &[], coverage, records)
    }

    #[test]
    fn what_frees_most_records_for_the_information_lost_comes_first() {
        let sets = sets(&[&[0, 1], &[1, 2]]);
        let risk = |column: &str, records: u64, bits: f64, joined: Option<(usize, u64)>| ColumnRisk {
            column: column.to_owned(),
            sets: 1,
            smallest_set: 2,
            records: Some(records),
            entropy_bits: bits,
            generalized: joined.map(|(groups, relieved)| Generalized { groups, relieved }),
        };
        let risks = [
            risk("birthday", 900, 9.0, Some((8, 600))),
            risk("age", 400, 2.0, None),
            // One group is as good as dropped, and five of a hundred records are the least that is worth a sentence.
            risk("city", 49, 1.0, Some((1, 900))),
        ];
        let found = about(&sets, &risks, &[], 1000);
        let trades: Vec<&String> = found.iter().filter(|sentence| sentence.contains("frees")).collect();
        let sentence = |what: &str, freed: u64, bits: &str| {
            format!(
                "{what} frees {freed} of the 1,000 records that listed sets expose and loses about {bits} bits a record."
            )
        };
        assert_eq!(
            trades,
            [
                &sentence("Dropping age", 400, "2.0"),
                &sentence("Generalizing birthday into 8 groups", 600, "6.0"),
                &sentence("Dropping birthday", 900, "9.0"),
            ]
        );
    }

    #[test]
    fn the_column_that_all_small_sets_need_is_named() {
        let found = suggestions(&[&[0, 1], &[1, 2], &[0, 2, 3, 4]], &[], 1000);
        assert!(
            found.contains(&"Without birthday no set smaller than 4 columns remains.".to_owned()),
            "{found:?}"
        );
        assert!(found.contains(&"Dropping age removes 66 % of the sets (2 of 3).".to_owned()), "{found:?}");
        let found = suggestions(&[&[0, 1], &[1, 2]], &[], 1000);
        assert_eq!(found, ["Without birthday no set of up to 4 columns remains."]);
    }

    #[test]
    fn a_stopped_search_speaks_only_of_sets_it_has_settled() {
        let found = stopped_after(2, &[&[0, 1], &[1, 2]]);
        assert_eq!(found, ["Without birthday no set of up to 2 columns remains."]);
        // The set of four columns was met by chance; sets of three may be missing.
        let found = stopped_after(2, &[&[0, 1], &[1, 2], &[0, 2, 3, 4]]);
        assert_eq!(found[0], "Without birthday no set of up to 2 columns remains.");
        assert_eq!(found[1], "Dropping age removes 66 % of the sets found so far (2 of 3).");
        assert_eq!(stopped_after(0, &[&[0, 1], &[1, 2]]), [""; 0]);
        assert_eq!(stopped_after(1, &[&[0, 1], &[1, 2]]), [""; 0]);
    }

    #[test]
    fn what_is_known_of_the_first_sets_is_not_said_of_all() {
        let found = suggestions(&[&[0, 1], &[1, 2], &[0, 2]], &[3, 9], 1000);
        let sentence = "Most of the first 2 sets expose less than 1 % of the records";
        assert!(found.iter().any(|found| found.starts_with(sentence)), "{found:?}");
    }

    #[test]
    fn single_columns_and_single_outliers_are_told() {
        let found = suggestions(&[&[0], &[1, 2]], &[3, 500], 1000);
        assert_eq!(found[0], "1 set has a single column (age): generalize it first.");
        assert!(!found.iter().any(|sentence| sentence.contains("outliers")), "{found:?}");
        let found = suggestions(&[&[0], &[1, 2]], &[3, 9], 1000);
        assert!(found.last().unwrap().contains("`min_exposed` 1%"), "{found:?}");
        assert_eq!(suggestions(&[], &[], 1000), [""; 0]);
    }

    #[test]
    fn long_lists_end_in_a_number() {
        let names = |count: usize| (0..count).map(|i| format!("c{i}"));
        assert_eq!(listed(names(3)).unwrap(), "c0, c1 and c2");
        assert_eq!(listed(names(7)).unwrap(), "c0, c1, c2, c3, c4 and 2 more");
    }
}
