//! Streams against the plainest definitions.

use lethe_exposure::stream::{ByteReader, ByteWriter, Engine, Outcome, Overdue, Rules};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// A shown cell: a value, which may be that there is none, or a suppressed one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Cell {
    Value(u8),
    Star,
}

/// The value that looks like a suppressed cell.
const STAR: u8 = 3;

fn shown_as_is(record: &[u8]) -> Vec<Cell> {
    record.iter().map(|&value| if value == STAR { Cell::Star } else { Cell::Value(value) }).collect()
}

fn is_hidden(cells: &[Cell]) -> bool {
    cells.iter().all(|cell| *cell == Cell::Star)
}

/// An engine beside everything it was given and has shown.
struct Watched {
    engine: Engine,
    sets: Vec<Vec<usize>>,
    k: u64,
    waiting: Vec<(usize, Vec<u8>)>,
    taken: usize,
    shown: Vec<(usize, Vec<Cell>)>,
    dropped: Vec<usize>,
}

impl Watched {
    fn new(k: u64, columns: usize, sets: &[Vec<usize>], delay: u64, overdue: Overdue) -> Self {
        let engine = Engine::new(Rules::new(k, columns, sets.to_vec(), delay, overdue).unwrap());
        let (waiting, shown, dropped) = (Vec::new(), Vec::new(), Vec::new());
        Self { engine, sets: sets.to_vec(), k, waiting, taken: 0, shown, dropped }
    }

    fn step(&mut self, batch: &[Vec<u8>], finish: bool) -> Outcome {
        let mut codes = Vec::new();
        for record in batch {
            for (column, value) in record.iter().enumerate() {
                let text = if *value == STAR { "*".to_owned() } else { value.to_string() };
                // One of the values is that there is none.
                codes.push(self.engine.code(column, (*value != 0).then_some(&text)));
            }
            self.waiting.push((self.taken, record.clone()));
            self.taken += 1;
        }
        let outcome = self.engine.step(&codes, finish);
        let mut gone = Vec::new();
        for &position in &outcome.released {
            let (number, record) = &self.waiting[position];
            self.shown.push((*number, shown_as_is(record)));
            gone.push(position);
        }
        for suppressed in &outcome.suppressed {
            let (number, record) = &self.waiting[suppressed.position];
            let mut cells = shown_as_is(record);
            suppressed.columns.iter().for_each(|&column| cells[column] = Cell::Star);
            self.shown.push((*number, cells));
            gone.push(suppressed.position);
        }
        for &position in &outcome.dropped {
            self.dropped.push(self.waiting[position].0);
            gone.push(position);
        }
        let mut position = 0;
        self.waiting.retain(|_| {
            position += 1;
            !gone.contains(&(position - 1))
        });
        outcome
    }

    /// Every combination that is shown has k carriers, also for those who take records that show nothing for none, and every
    /// record is somewhere once.
    fn check(&self) {
        for with_hidden in [true, false] {
            let counted: Vec<&Vec<Cell>> = self
                .shown
                .iter()
                .map(|(_, cells)| cells)
                .filter(|cells| with_hidden || !is_hidden(cells))
                .collect();
            for set in &self.sets {
                let mut carriers: BTreeMap<Vec<&Cell>, u64> = BTreeMap::new();
                for cells in &counted {
                    *carriers.entry(set.iter().map(|&column| &cells[column]).collect()).or_default() += 1;
                }
                for (combination, carriers) in carriers {
                    assert!(carriers >= self.k, "{combination:?} has {carriers} on {set:?}");
                }
            }
        }
        let hidden = self.shown.iter().filter(|(_, cells)| is_hidden(cells)).count() as u64;
        assert!(hidden == 0 || hidden >= self.k, "{hidden} records show nothing");
        let mut all: Vec<usize> = self.shown.iter().map(|(number, _)| *number).collect();
        all.extend(&self.dropped);
        all.extend(self.waiting.iter().map(|(number, _)| number));
        all.sort_unstable();
        assert_eq!(all, (0..self.taken).collect::<Vec<_>>());
        assert_eq!(self.waiting.len(), self.engine.held());
    }
}

/// The largest subset of the held records that can go, by trying all subsets.
fn largest(shown: &[(usize, Vec<Cell>)], held: &[Vec<u8>], sets: &[Vec<usize>], k: u64) -> Vec<usize> {
    let mut best = Vec::new();
    for subset in 0u32..1 << held.len() {
        let chosen: Vec<usize> = (0..held.len()).filter(|index| subset >> index & 1 == 1).collect();
        let together: Vec<Vec<Cell>> = shown
            .iter()
            .map(|(_, cells)| cells.clone())
            .chain(chosen.iter().map(|&i| shown_as_is(&held[i])))
            .collect();
        let is_safe = |record: &usize| {
            sets.iter().all(|set| {
                let alike =
                    |other: &&Vec<Cell>| set.iter().all(|&c| other[c] == Cell::Value(held[*record][c]));
                together.iter().filter(alike).count() as u64 >= k
            })
        };
        if chosen.len() > best.len() && chosen.iter().all(is_safe) {
            best = chosen;
        }
    }
    best
}

fn sets() -> impl Strategy<Value = Vec<Vec<usize>>> {
    prop::collection::vec(prop::sample::subsequence(vec![0, 1, 2, 3], 1..4), 1..4)
}

fn batches(records: usize, values: u8) -> impl Strategy<Value = Vec<Vec<Vec<u8>>>> {
    let record = prop::collection::vec(0..values, 4);
    prop::collection::vec(prop::collection::vec(record, 0..records), 1..6)
}

fn overdue() -> impl Strategy<Value = Overdue> {
    prop_oneof![Just(Overdue::Suppress), Just(Overdue::Drop)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn nothing_shown_has_fewer_than_k_carriers_after_any_batch(
        batches in batches(30, 4), sets in sets(), k in 1u64..5, delay in 0u64..4, overdue in overdue()
    ) {
        let mut watched = Watched::new(k, 4, &sets, delay, overdue);
        let steps = batches.iter().map(|batch| (&batch[..], false)).chain([(&[][..], true)]);
        for (batch, finish) in steps {
            let outcome = watched.step(batch, finish);
            watched.check();
            // Where k show nothing, whoever cannot be helped otherwise is shown so, too.
            prop_assert!(overdue == Overdue::Drop || (outcome.dropped.len() as u64) < k);
        }
        prop_assert_eq!(watched.engine.held(), 0);
    }

    #[test]
    fn as_many_records_go_as_can(batches in batches(5, 2), sets in sets(), k in 1u64..4, overdue in overdue()) {
        let mut watched = Watched::new(k, 4, &sets, 2, overdue);
        for batch in batches.iter().take(3) {
            let shown = watched.shown.clone();
            let held: Vec<Vec<u8>> =
                watched.waiting.iter().map(|(_, record)| record.clone()).chain(batch.iter().cloned()).collect();
            let outcome = watched.step(batch, false);
            prop_assert_eq!(outcome.released, largest(&shown, &held, &sets, k));
        }
    }

    #[test]
    fn a_saved_state_goes_on_like_the_one_that_was_not_saved(
        batches in batches(30, 4), sets in sets(), k in 1u64..5, delay in 0u64..4, at in 0usize..5
    ) {
        let mut whole = Watched::new(k, 4, &sets, delay, Overdue::Suppress);
        let mut split = Watched::new(k, 4, &sets, delay, Overdue::Suppress);
        for (index, batch) in batches.iter().enumerate() {
            let expected = whole.step(batch, false);
            prop_assert_eq!(split.step(batch, false), expected);
            if index == at {
                let mut writer = ByteWriter::default();
                split.engine.save(&mut writer);
                let bytes = writer.into_bytes();
                let mut reader = ByteReader::new(&bytes);
                split.engine = Engine::restore(split.engine.rules().clone(), &mut reader).unwrap();
                prop_assert!(reader.is_empty());
                for cut in 0..bytes.len() {
                    let rest = &mut ByteReader::new(&bytes[..cut]);
                    prop_assert!(Engine::restore(whole.engine.rules().clone(), rest).is_none());
                }
            }
        }
        prop_assert_eq!(split.step(&[], true), whole.step(&[], true));
    }

    #[test]
    fn bytes_of_strangers_are_refused_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let rules = Rules::new(2, 4, vec![vec![0, 1], vec![2, 3]], 1, Overdue::Drop).unwrap();
        let _ = Engine::restore(rules, &mut ByteReader::new(&bytes));
    }
}

/// Two columns, each judged by itself: the record with the age that nobody else has would be the only one with a suppressed age.
#[test]
fn a_record_that_alone_would_have_a_cell_suppressed_is_dropped() {
    let records = [[1, 7], [1, 7], [2, 7]].map(|record| record.to_vec());
    let mut watched = Watched::new(2, 2, &[vec![0], vec![1]], 9, Overdue::Suppress);
    assert_eq!(watched.step(&records, false).released, [0, 1]);
    let outcome = watched.step(&[], true);
    watched.check();
    assert_eq!((outcome.suppressed.len(), outcome.dropped), (0, vec![0]));
    // Two of them carry each other.
    watched.step(&[vec![4, 7], vec![5, 7]], false);
    let outcome = watched.step(&[], true);
    watched.check();
    assert_eq!(
        outcome.suppressed.iter().map(|record| record.columns.clone()).collect::<Vec<_>>(),
        [[0], [0]]
    );
}

/// Podlesny 2023, Table 5.2 and Example 6, with gender, ZIP, drug and disease.
#[test]
fn the_record_that_blends_in_is_the_one_whose_values_were_there() {
    let texts = [
        ["M", "10001", "remdesivir", "COVID"],
        ["F", "64123", "cortisol", "COVID"],
        ["M", "60617", "cortisol", "COVID"],
        ["M", "60617", "remdesivir", "COVID"],
        ["F", "10002", "hydroxychloroquine", "COVID"],
        ["F", "10001", "remdesivir", "COVID"],
    ];
    let rules = Rules::new(2, 4, vec![vec![1], vec![2]], 9, Overdue::Drop).unwrap();
    let mut engine = Engine::new(rules);
    let mut step = |records: &[[&str; 4]]| {
        let cells = records.iter().flat_map(|record| record.iter().enumerate());
        let codes: Vec<u32> = cells.map(|(column, text)| engine.code(column, Some(text))).collect();
        engine.step(&codes, false).released
    };
    // 10001 and 64123 have one carrier each. Without these two records cortisol and remdesivir have one each.
    assert_eq!(step(&texts[..4]), Vec::<usize>::new());
    // The record of 10001 and remdesivir, the second new one, brings both a second carrier and goes with the first of all.
    // The record of 10002 and hydroxychloroquine is the one that stands out: nobody has had either.
    assert_eq!(step(&texts[4..]), [0, 5]);
}

#[test]
fn memory_follows_what_is_released_and_held_not_what_has_come() {
    let mut engine = Engine::new(Rules::new(2, 2, vec![vec![0, 1]], 1, Overdue::Drop).unwrap());
    let mut at_first = 0;
    for batch in 0..100 {
        let mut codes = Vec::new();
        for record in 0..2000 {
            let unique = format!("{batch}-{record}");
            // Every tenth record has a companion in each batch.
            let shared = record.to_string();
            let text = if record % 10 == 0 { &shared } else { &unique };
            codes.extend([engine.code(0, Some(text)), engine.code(1, None)]);
        }
        let outcome = engine.step(&codes, false);
        let expected = [(0, 0), (400, 1800), (200, 1800)][batch.min(2)];
        assert_eq!((outcome.released.len(), outcome.dropped.len()), expected);
        if batch < 20 {
            at_first = at_first.max(engine.bytes());
        }
    }
    assert!(engine.bytes() <= at_first, "{} after {at_first}", engine.bytes());
}
