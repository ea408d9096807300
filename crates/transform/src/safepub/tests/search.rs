//! The search finds the same whatever memory and threads it has.

use super::definition::score;
use super::*;
use lethe_data::MemoryBudget;
use lethe_num::{Entropy, ratio};
use std::convert::Infallible;

/// Linear congruence: enough to walk a small lattice.
struct Seeded(u64);

impl Entropy for Seeded {
    type Error = Infallible;
    fn word(&mut self) -> Result<u64, Infallible> {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Ok(self.0.rotate_left(29) ^ self.0)
    }
}

fn rows() -> Vec<Row> {
    (0..400u32).map(|n| [(n % 4) as u8, (n / 3 % 4) as u8, (n / 7 % 3) as u8, u8::from(n % 5 == 0)]).collect()
}

fn plan(choice: Choice) -> Plan {
    Plan { steps: 12, epsilon: ratio(1, 2).unwrap(), choice }
}

#[test]
fn levels_do_not_depend_on_memory_or_threads() {
    let records = records(&rows(), true);
    for score in Score::ALL {
        let problem = Problem { records: &records, score, k: 20 };
        let find = |context: &Context| {
            search(&problem, &plan(Choice::WeightedDraw(ratio(1, 2).unwrap())), &mut Seeded(7), context)
        };
        let Ok(found) = find(&context()) else { panic!("it fits") };
        assert!(found.scored > 12 && found.steps == 12);
        let one = Context::new(1).unwrap();
        assert_eq!(find(&one).ok(), Some(found.clone()));
        // The least memory with which it works at all: partitions are let go and made again.
        let limited = |bytes: u64| {
            Context::new(1).unwrap().with_memory(MemoryBudget::limited(lethe_data::ByteSize(bytes)))
        };
        let least = (1..200).map(|step| step * 512).find(|&bytes| find(&limited(bytes)).is_ok());
        assert_eq!(least.and_then(|bytes| find(&limited(bytes)).ok()), Some(found));
        assert!(matches!(find(&limited(64)), Err(Error::Data(lethe_data::Error::MemoryExceeded { .. }))));
    }
}

#[test]
fn every_choice_ends_at_levels_that_were_scored_and_the_best_is_best() {
    let table = rows();
    let records = records(&table, true);
    let problem = Problem { records: &records, score: Score::Classification, k: 20 };
    // With a budget beyond all measure each lottery takes the best of its tickets.
    let sure = Plan { steps: 17, epsilon: ratio(1 << 40, 1).unwrap(), choice: Choice::Best };
    let Ok(found) = search(&problem, &sure, &mut Seeded(1), &context()) else { panic!("it fits") };
    let value = |levels: &[usize]| score(Score::Classification, &table, levels, 20, true);
    let best = all_levels().iter().map(|levels| value(levels)).max().unwrap();
    assert_eq!((found.scored, value(&found.levels)), (18, best));
    let Ok(last) = search(&problem, &plan(Choice::Last), &mut Seeded(1), &context()) else {
        panic!("it fits")
    };
    assert_eq!(last.levels.len(), 3);
    // The levels run out before the steps do.
    let long = Plan { steps: 100, epsilon: ratio(1, 1).unwrap(), choice: Choice::Last };
    let Ok(whole) = search(&problem, &long, &mut Seeded(2), &context()) else { panic!("it fits") };
    assert_eq!((whole.scored, whole.steps), (18, 17));
}
