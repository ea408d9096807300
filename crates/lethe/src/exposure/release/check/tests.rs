//! The check must be able to say no.

use super::*;

/// k = 3; the left value 0 has a pair of one person, which its neighbours hide.
const TRUTH: [((u32, u32), u64); 5] = [((0, 0), 1), ((0, 1), 9), ((1, 0), 9), ((1, 1), 6), ((2, 2), 7)];

fn run(cells: &Cells) -> Result<u64, &'static str> {
    let truth: BTreeMap<(u32, u32), u64> = TRUTH.into();
    let records = [vec![10, 15, 7], vec![10, 15, 7]];
    Attack { cells, truth: &truth, records: &records, k: 3 }.run()
}

fn cell(together: f64, count: Option<u64>, records: [u64; 2]) -> Cell {
    Cell { along: records.map(|all| Some(together / all as f64)), counts: [count; 2] }
}

type Change = fn(&mut Cells);

fn put(cells: &mut Cells, key: (u32, u32), cell: Cell) {
    cells.insert(key, cell);
}

/// What may be shown.
fn safe() -> Cells {
    let rests = [10, 15];
    let mut cells = Cells::new();
    for (left, one) in (0..).zip(rests) {
        for (right, two) in (0..).zip(rests) {
            cells.insert((left, right), cell((one * two) as f64 / 25.0, None, [one, two]));
        }
    }
    cells.insert((2, 2), cell(7.0, Some(7), [7, 7]));
    cells
}

#[test]
fn what_may_be_shown_passes() {
    assert_eq!(run(&safe()), Ok(1));
}

#[test]
fn what_gives_a_rare_pair_away_does_not() {
    let all: [(&str, Change); 7] = [
        ("told as it is", |cells| put(cells, (0, 0), cell(1.0, Some(1), [10, 10]))),
        ("alone, so that it is what is missing", |cells| {
            cells.insert((0, 1), cell(9.0, Some(9), [10, 15]));
            cells.insert((1, 0), cell(9.0, Some(9), [15, 10]));
            cells.insert((1, 1), cell(6.0, Some(6), [15, 15]));
        }),
        ("told beside it", |cells| put(cells, (1, 1), cell(6.0, Some(6), [15, 15]))),
        ("left out", |cells| cells.retain(|&key, _| key != (0, 0))),
        ("given away by a probability", |cells| put(cells, (0, 0), cell(1.0, None, [10, 10]))),
        ("not true", |cells| put(cells, (2, 2), cell(6.0, Some(6), [7, 7]))),
        ("one way", |cells| cells.get_mut(&(2, 2)).unwrap().along[1] = None),
    ];
    for (what, change) in all {
        let mut cells = safe();
        change(&mut cells);
        assert!(run(&cells).is_err(), "{what}");
    }
}
