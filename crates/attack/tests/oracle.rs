//! The attack against two plain loops with a matcher of their own.

use lethe_attack::{Attack, Findings, Inferred, Linked, QuasiColumns, ReadingFindings, Subject};
use lethe_data::label::Tolerance;
use lethe_data::{Column, Context, Decimal, Hierarchy, Table, TypeChoice};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What a cell of the release was made from, so that the oracle need not read labels.
#[derive(Clone, Debug)]
enum Cell {
    Hidden(&'static str),
    Range(i32, i32),
    HalfOpen(i32, i32),
    Below(i32),
    From(i32),
    Node(usize),
    Set(Vec<usize>),
    Value(usize),
}

const WORDS: [&str; 5] = ["ash", "birch", "cedar", "elm, oak", "fir"];
/// The first three are conifers or not in one group, the others in another.
const GROUPS: [&str; 5] = ["low", "low", "low", "high", "high"];

fn number() -> impl Strategy<Value = Cell> {
    prop_oneof![
        prop::sample::select(vec!["*", "n/a", ""]).prop_map(Cell::Hidden),
        (0..12, 0..6).prop_map(|(low, wide)| Cell::Range(low, low + wide)),
        (0..12, 1..6).prop_map(|(low, wide)| Cell::HalfOpen(low, low + wide)),
        (0..12).prop_map(Cell::Below),
        (0..12).prop_map(Cell::From),
    ]
}

fn word() -> impl Strategy<Value = Cell> {
    prop_oneof![
        Just(Cell::Hidden("*")),
        (0usize..5).prop_map(Cell::Value),
        (0usize..5).prop_map(Cell::Node),
        prop::collection::vec(0usize..5, 1..4).prop_map(Cell::Set),
    ]
}

/// Often one that is suppressed.
fn record() -> impl Strategy<Value = Record> {
    let hidden = || Cell::Hidden("*");
    prop_oneof![
        4 => (number(), word(), number(), 0u8..3),
        1 => (0u8..3).prop_map(move |disease| (hidden(), hidden(), hidden(), disease)),
    ]
}

fn spelt(cell: &Cell) -> String {
    match cell {
        Cell::Hidden(text) => (*text).to_owned(),
        Cell::Range(low, high) if low == high => low.to_string(),
        Cell::Range(low, high) => format!("[{low}-{high}]"),
        Cell::HalfOpen(low, high) => format!("[{low}, {high}["),
        Cell::Below(high) => format!("<{high}"),
        Cell::From(low) => format!(">={low}"),
        Cell::Node(of) => GROUPS[*of].to_owned(),
        Cell::Value(of) => WORDS[*of].to_owned(),
        Cell::Set(of) => {
            let quoted =
                |word: &&str| if word.contains(',') { format!("\"{word}\"") } else { (*word).to_owned() };
            let items: Vec<String> = of.iter().map(|&of| quoted(&WORDS[of])).collect();
            format!("{{{}}}", items.join(", "))
        }
    }
}

/// Whether a number within some distance of a known one fits; all are written out.
fn number_fits_nearly(cell: &Cell, known: i32, distance: i32) -> bool {
    (known - distance..=known + distance).any(|near| number_fits(cell, near))
}

/// Whether a word within some edits of a known one fits; the true words are those that there are.
fn word_fits_nearly(cell: &Cell, known: usize, edits: usize) -> bool {
    (0..WORDS.len()).any(|near| DISTANCES[known][near] <= edits && word_fits(cell, near))
}

/// The edits between all words.
static DISTANCES: LazyLock<[[usize; 5]; 5]> =
    LazyLock::new(|| WORDS.map(|one| WORDS.map(|other| distance(one, other))));

/// The edits between two texts, by the plain recursion.
fn distance(one: &str, other: &str) -> usize {
    match (one.as_bytes(), other.as_bytes()) {
        ([], rest) | (rest, []) => rest.len(),
        ([first, ..], [second, ..]) if first == second => distance(&one[1..], &other[1..]),
        _ => {
            let edits = [(&one[1..], other), (one, &other[1..]), (&one[1..], &other[1..])];
            1 + edits.into_iter().map(|(one, other)| distance(one, other)).min().unwrap()
        }
    }
}

fn number_fits(cell: &Cell, known: i32) -> bool {
    match cell {
        Cell::Range(low, high) => (*low..=*high).contains(&known),
        Cell::HalfOpen(low, high) => (*low..*high).contains(&known),
        Cell::Below(high) => known < *high,
        Cell::From(low) => known >= *low,
        _ => true,
    }
}

fn word_fits(cell: &Cell, known: usize) -> bool {
    match cell {
        Cell::Value(of) => *of == known,
        Cell::Node(of) => GROUPS[*of] == GROUPS[known],
        Cell::Set(of) => of.contains(&known),
        _ => true,
    }
}

type Person = (Option<i32>, Option<usize>, Option<i32>);
type Record = (Cell, Cell, Cell, u8);

fn column(name: &str, cells: &[Option<String>]) -> Column {
    Column::from_texts(name, cells.iter().map(Option::as_deref), TypeChoice::Infer).unwrap()
}

fn names(count: usize) -> Vec<Option<String>> {
    (0..count).map(|row| Some(format!("p{row}"))).collect()
}

fn released(records: &[Record]) -> Table {
    let cells = |of: fn(&Record) -> &Cell| -> Vec<Option<String>> {
        records.iter().map(|record| Some(spelt(of(record)))).collect()
    };
    let disease: Vec<_> = records.iter().map(|record| Some(format!("d{}", record.3))).collect();
    Table::new(vec![
        column("age", &cells(|record| &record.0)),
        column("tree", &cells(|record| &record.1)),
        column("size", &cells(|record| &record.2)),
        column("disease", &disease),
        column("who", &names(records.len())),
    ])
    .unwrap()
}

fn known(records: &[Person]) -> Table {
    let number = |of: fn(&Person) -> Option<i32>| -> Vec<Option<String>> {
        records.iter().map(|person| of(person).map(|number| number.to_string())).collect()
    };
    let trees: Vec<_> = records.iter().map(|person| person.1.map(|word| WORDS[word].to_owned())).collect();
    Table::new(vec![
        column("age", &number(|person| person.0)),
        column("tree", &trees),
        column("size", &number(|person| person.2)),
        column("who", &names(records.len())),
    ])
    .unwrap()
}

fn hierarchy() -> Hierarchy {
    let paths: Vec<[&str; 3]> = WORDS.iter().zip(GROUPS).map(|(word, group)| [*word, group, "*"]).collect();
    Hierarchy::from_paths(&paths).unwrap()
}

/// How far known ages and trees may be from the true ones.
type Errors = (i32, usize);

fn attacked(
    records: &[Record],
    people: &[Person],
    quasi: QuasiColumns,
    errors: Errors,
    threads: usize,
) -> Findings {
    let (released, known, hierarchy) = (released(records), known(people), hierarchy());
    let linked = |at: usize, hierarchy, tolerance| Linked { released: at, known: at, hierarchy, tolerance };
    let age = Tolerance::Number(Decimal::from(i64::from(errors.0)));
    let tree = Tolerance::Edits(errors.1 as u32);
    let subject = Subject {
        released: &released,
        known: &known,
        columns: vec![
            linked(0, None, Some(age)),
            linked(1, Some(&hierarchy), Some(tree)),
            linked(2, None, None),
        ],
        sensitive: vec![3],
        truth: Some((4, 3)),
        quasi,
    };
    let context = Context::new(threads).unwrap();
    let attack = Attack::new(&subject, &context).unwrap();
    attack.run(&subject.knowledge(), &context).unwrap()
}

fn cell(record: &Record, column: usize) -> &Cell {
    [&record.0, &record.1, &record.2][column]
}

fn is_hidden(record: &Record, column: usize) -> bool {
    matches!(cell(record, column), Cell::Hidden(_))
}

/// What is found with a chosen part of each person's candidates.
fn expected(
    records: &[Record],
    people: &[Person],
    errors: Errors,
    choose: impl Fn(&Person, Vec<usize>) -> Vec<usize>,
) -> ReadingFindings {
    let mut found =
        ReadingFindings { candidates: vec![], blank: vec![], inferred: vec![vec![]], own: Some(vec![]) };
    for (row, person) in people.iter().enumerate() {
        let fits = |record: &Record| {
            person.0.is_none_or(|age| number_fits_nearly(&record.0, age, errors.0))
                && person.1.is_none_or(|tree| word_fits_nearly(&record.1, tree, errors.1))
                && person.2.is_none_or(|size| number_fits(&record.2, size))
        };
        let candidates = choose(person, (0..records.len()).filter(|&at| fits(&records[at])).collect());
        // Diseases are d0, d1 and d2, so that their order is that of their codes among those that there are.
        let diseases: BTreeSet<u8> = records.iter().map(|record| record.3).collect();
        let with = |disease: u8| candidates.iter().filter(|&&at| records[at].3 == disease).count() as u64;
        let diseases: Vec<(u8, u32)> = diseases.into_iter().zip(0..).collect();
        // The last of several largest is taken, so the first in order comes last.
        let most = diseases.iter().rev().max_by_key(|(disease, _)| with(*disease));
        let inferred = most.filter(|_| !candidates.is_empty()).map(|&(disease, value)| Inferred {
            value,
            records: with(disease),
            is_right: Some(records.get(row).is_some_and(|own| own.3 == disease)),
        });
        found.candidates.push(candidates.len() as u64);
        // Every record shows a disease.
        found.blank.push(false);
        found.inferred[0].push(inferred);
        found.own.as_mut().unwrap().push(u64::from(candidates.contains(&row)));
    }
    found
}

/// By the rule, nobody who fits a record that shows all deciding columns is among the suppressed ones.
/// Where a deciding column is not known exactly, nobody's class is.
fn by_rule(
    records: &[Record],
    people: &[Person],
    errors: Errors,
    quasi: &QuasiColumns,
) -> Option<ReadingFindings> {
    let (QuasiColumns::Named(columns) | QuasiColumns::Guessed(columns)) = quasi;
    let shows = |column: &usize| records.iter().any(|record| !is_hidden(record, *column));
    let of: &[usize] = if matches!(quasi, QuasiColumns::Named(_)) { columns } else { &[0, 1, 2] };
    let deciding: Vec<usize> = of.iter().copied().filter(shows).collect();
    let hides = |at: usize| columns.iter().all(|&column| is_hidden(&records[at], column));
    // Where no record shows anything, none is suppressed.
    let is_suppressed = |at: usize| hides(at) && !(0..records.len()).all(hides);
    let is_shown = |at: usize| deciding.iter().all(|&column| !is_hidden(&records[at], column));
    let is_exact = [errors.0 == 0, errors.1 == 0, true];
    let outcome = expected(records, people, errors, |person, candidates| {
        let is_known = [person.0.is_some(), person.1.is_some(), person.2.is_some()];
        let is_told = deciding.iter().all(|&column| is_known[column]);
        let is_published = is_told && candidates.iter().any(|&at| is_shown(at));
        candidates.into_iter().filter(|&at| !is_published || !is_suppressed(at)).collect()
    });
    let are_exact = deciding.iter().all(|&column| is_exact[column]);
    (are_exact && (0..records.len()).any(is_suppressed)).then_some(outcome)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_candidate_is_found_and_no_other(
        records in prop::collection::vec(record(), 0..40),
        people in prop::collection::vec(
            (prop::option::of(-1..18), prop::option::of(0usize..5), prop::option::weighted(0.9, 0..14)), 0..25),
        repeated in 1usize..6,
        errors in prop_oneof![Just((0, 0)), (0..3, 0usize..6)],
    ) {
        // Repeated records make classes of several, many classes make sets of bits.
        let records: Vec<Record> = records.iter().cycle().take(records.len() * repeated).cloned().collect();
        let any = expected(&records, &people, errors, |_, candidates| candidates);
        let named = [vec![0, 1, 2], vec![0, 2], vec![1]].map(QuasiColumns::Named);
        for quasi in named.into_iter().chain([QuasiColumns::Guessed(vec![0, 1, 2])]) {
            let rule = by_rule(&records, &people, errors, &quasi);
            let expected = Findings { any: any.clone(), rule };
            prop_assert_eq!(&attacked(&records, &people, quasi.clone(), errors, 1), &expected);
            prop_assert_eq!(&attacked(&records, &people, quasi, errors, 2), &expected);
        }
    }
}

#[test]
fn a_record_of_nothing_is_blank_and_one_that_withholds_tells_no_value() {
    let cells = |texts: [&str; 3]| texts.into_iter().map(|text| Some(text.to_owned())).collect::<Vec<_>>();
    let released = Table::new(vec![
        column("age", &cells(["[1-3]", "[1-3]", "*"])),
        column("disease", &cells(["flu", "*", "n/a"])),
    ])
    .unwrap();
    let known = Table::new(vec![column("age", &cells(["2", "9", "*"]))]).unwrap();
    let subject = Subject {
        released: &released,
        known: &known,
        columns: vec![Linked { released: 0, known: 0, hierarchy: None, tolerance: None }],
        sensitive: vec![1],
        truth: None,
        quasi: QuasiColumns::Guessed(vec![0]),
    };
    let context = Context::new(1).unwrap();
    let attack = Attack::new(&subject, &context).unwrap();
    let found = attack.run(&subject.knowledge(), &context).unwrap().any;
    assert_eq!(found.candidates, [3, 1, 3]);
    assert_eq!(found.blank, [false, true, false]);
    let inferred = |value, records| Some(Inferred { value, records, is_right: None });
    let flu = released.column(1).dictionary().texts().position(|text| text == "flu").unwrap() as u32;
    assert_eq!(found.inferred, [[inferred(flu, 1), None, inferred(flu, 1)]]);
    assert!((0..3).all(|person| !found.is_disclosed(0, person)));
}

#[test]
fn a_budget_too_small_ends_the_attack() {
    use lethe_data::{ByteSize, Error, MemoryBudget};
    let released = released(&vec![(Cell::Range(0, 9), Cell::Value(0), Cell::Range(0, 9), 0); 9]);
    let known = known(&[(Some(1), Some(0), Some(1))]);
    let subject = Subject {
        released: &released,
        known: &known,
        columns: vec![Linked { released: 0, known: 0, hierarchy: None, tolerance: None }],
        sensitive: vec![],
        truth: None,
        quasi: QuasiColumns::Guessed(vec![0]),
    };
    let context = Context::new(1).unwrap().with_memory(MemoryBudget::limited(ByteSize(20)));
    assert!(matches!(Attack::new(&subject, &context), Err(Error::MemoryExceeded { .. })));
    let context = Context::new(1).unwrap();
    context.cancel_token().cancel();
    assert!(matches!(Attack::new(&subject, &context), Err(Error::Cancelled)));
}
