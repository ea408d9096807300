//! The worked examples of the works, with their numbers.

use crate::privacy::properties::{holds, with_class};
use lethe_data::hierarchy::{Hierarchy, UnknownValues};
use lethe_data::{Column, Decimal, TypeChoice};
use lethe_models::privacy::*;
use lethe_num::{Interval, ratio};

pub(crate) fn d(text: &str) -> Decimal {
    Decimal::parse(text).unwrap()
}

pub(crate) fn nullable(values: &[Option<&str>]) -> Column {
    Column::from_texts("sensitive", values.iter().copied(), TypeChoice::Infer).unwrap()
}

pub(crate) fn column(values: &[&str]) -> Column {
    let values: Vec<Option<&str>> = values.iter().copied().map(Some).collect();
    nullable(&values)
}

/// The counts by code of a class, whose rows are counted from 1.
fn counts(column: &Column, rows: &[u32]) -> Vec<u64> {
    column.select(&rows.iter().map(|row| row - 1).collect::<Vec<_>>()).histogram(None)
}

fn measure(model: &dyn ClassModel, counts: &[u64]) -> Interval {
    with_class(counts, 0, |class| model.measure(class))
}

fn around(numerator: i128, denominator: u128) -> Interval {
    Interval::around(&ratio(numerator, denominator).unwrap())
}

/// Bild 2024, Figure 1 of the article on ordered t-closeness.
#[test]
fn the_discharge_example_has_distances_of_a_quarter_and_a_sixth() {
    let charge = column(&["50000", "60000", "60000", "60000", "70000"]);
    let reference = Distribution::of(&charge, None);
    let classes = [counts(&charge, &[1, 2]), counts(&charge, &[3, 4, 5])];
    let model = Closeness::ordered(0, d("0.25"), &reference).unwrap();
    assert_eq!(measure(&model, &classes[0]), around(1, 4));
    assert_eq!(measure(&model, &classes[1]), around(1, 6));
    assert!(classes.iter().all(|class| holds(&model, class, 0)));
    let tighter = Closeness::ordered(0, d("0.2499999999999999999"), &reference).unwrap();
    assert!(!holds(&tighter, &classes[0], 0) && holds(&tighter, &classes[1], 0));
}

fn diseases() -> Column {
    column(&[
        "Anaemia", "Anaemia", "Covid-19", "Covid-19", "Cancer", "Anaemia", "Covid-19", "Covid-19", "Cancer",
        "Cancer", "Cancer", "Cancer",
    ])
}

/// Dimakopoulos 2022, Table 3: classes of four, one of them all cancer. Table 4 groups the same rows anew.
#[test]
fn the_classes_of_table_3_are_not_diverse_and_those_of_table_4_are() {
    let disease = diseases();
    let reference = Distribution::of(&disease, None);
    let three = |rows| counts(&disease, rows);
    let model = DistinctDiversity::new(0, 3, &reference).unwrap();
    let table_3 = [three(&[1, 2, 3, 4]), three(&[5, 6, 7, 8]), three(&[9, 10, 11, 12])];
    let table_4 = [three(&[10, 9, 4, 1]), three(&[6, 8, 5, 7]), three(&[3, 11, 12, 2])];
    assert_eq!(table_3.clone().map(|class| holds(&model, &class, 0)), [false, true, false]);
    assert!(table_4.iter().all(|class| holds(&model, class, 0)));
    assert!(table_3.iter().chain(&table_4).all(|class| holds(&KAnonymity::new(4), class, 0)));
    // Two, one and one of four: entropy 1.5 ln 2, as of 2.83 equal values.
    let entropy = |l| EntropyDiversity::new(0, d(l), &reference).unwrap();
    assert!(measure(&entropy("2"), &table_4[0]).contains(8f64.sqrt()));
    assert!(holds(&entropy("2.8284"), &table_4[0], 0) && !holds(&entropy("2.8285"), &table_4[0], 0));
    // r1 = 2 against r2 + r3 = 2: less than c times as many from c just above 1.
    let recursive = |c| RecursiveDiversity::new(0, d(c), 2, &reference).unwrap();
    assert_eq!(measure(&recursive("2"), &table_4[0]), around(1, 1));
    assert!(holds(&recursive("1.1"), &table_4[0], 0) && !holds(&recursive("1"), &table_4[0], 0));
}

/// Dimakopoulos 2022, Table 5: diverse in both columns, and still its first class tells of low incomes.
#[test]
fn table_5_is_3_diverse_but_far_from_the_table() {
    let income = column(&["0500", "0700", "0650", "1200", "1250", "0980", "1450", "1000", "1100"]);
    let disease = column(&[
        "Lung Cancer",
        "Pneumonia",
        "Pulmonary Edema",
        "Pneumonia",
        "Anaemia",
        "Bronchitis",
        "Bronchitis",
        "Anaemia",
        "Lung Cancer",
    ]);
    for column in [&income, &disease] {
        let model = DistinctDiversity::new(0, 3, &Distribution::of(column, None)).unwrap();
        for rows in [[1, 2, 3], [4, 5, 6], [7, 8, 9]] {
            assert!(holds(&model, &counts(column, &rows), 0));
        }
    }
    // The three lowest of nine incomes.
    let model = Closeness::ordered(0, d("0.3"), &Distribution::of(&income, None)).unwrap();
    assert_eq!(measure(&model, &counts(&income, &[1, 2, 3])), around(3, 8));
}

fn salaries() -> Column {
    column(&["03", "04", "05", "06", "11", "08", "07", "09", "10"])
}

/// Dimakopoulos 2022, Tables 7 and 8; Li et al. 2007.
#[test]
fn salaries_of_tables_7_and_8() {
    let salary = salaries();
    let model = Closeness::ordered(0, d("0.167"), &Distribution::of(&salary, None)).unwrap();
    assert_eq!(measure(&model, &counts(&salary, &[1, 2, 3])), around(3, 8));
    assert_eq!(measure(&model, &counts(&salary, &[1, 3, 8])), around(1, 6));
    for rows in [[1, 3, 8], [4, 5, 6], [2, 7, 9]] {
        assert!(holds(&model, &counts(&salary, &rows), 0), "{rows:?}");
    }
    assert!(!holds(&model, &counts(&salary, &[1, 2, 3]), 0));
    // 6, 11 and 8 thousand are at 1/6 as well; the printed 0.278 is the distance of a set of diseases.
    assert_eq!(measure(&model, &counts(&salary, &[4, 5, 6])), around(1, 6));
}

/// The diseases of Table 6 with the hierarchy of Li et al. 2007, as far as these diseases go: the stomach diseases, the
/// respiratory infections, and the two body systems above them.
#[test]
fn diseases_of_tables_7_and_8_with_a_stated_hierarchy() {
    let disease = column(&[
        "gastric ulcer",
        "gastritis",
        "stomach cancer",
        "gastritis",
        "flu",
        "bronchitis",
        "bronchitis",
        "pneumonia",
        "stomach cancer",
    ]);
    let stomach = |leaf| [leaf, "stomach diseases", "digestive system diseases", "*"];
    let lung = |leaf| [leaf, "respiratory infections", "respiratory system diseases", "*"];
    let paths = [
        stomach("gastric ulcer"),
        stomach("gastritis"),
        stomach("stomach cancer"),
        lung("flu"),
        lung("bronchitis"),
        lung("pneumonia"),
    ];
    let bound = Hierarchy::from_paths(&paths).unwrap().bind(&disease, UnknownValues::Refuse).unwrap();
    let reference = Distribution::of(&disease, None);
    let model = Closeness::hierarchical(0, d("0.5"), &reference, &bound).unwrap();
    assert_eq!(measure(&model, &counts(&disease, &[1, 2, 3])), around(4, 9));
    assert_eq!(measure(&model, &counts(&disease, &[1, 3, 8])), around(7, 27));
    // No hierarchy gives the printed 0.5: a distance along a hierarchy is at most the equal distance.
    let equal = Closeness::equal(0, d("0.5"), &reference).unwrap();
    assert_eq!(measure(&equal, &counts(&disease, &[1, 2, 3])), around(4, 9));
}

/// Dimakopoulos 2022, section 2.5.3.6: eight of ten have one disease in a class that is 3-diverse.
#[test]
fn a_class_of_three_values_can_be_lopsided() {
    let reference = Distribution::from_counts(vec![100, 100, 800]);
    let class = [100, 100, 800];
    assert!(holds(&DistinctDiversity::new(0, 3, &reference).unwrap(), &class, 0));
    let alpha = AlphaK::new(0, 2, d("0.75"), None, &reference).unwrap();
    assert_eq!(measure(&alpha, &class), around(4, 5));
    assert!(!holds(&alpha, &class, 0));
}

/// Dimakopoulos 2022, section 2.5.3.7: half of a class has what one in a hundred has in the table.
#[test]
fn the_skewed_class_is_diverse_but_neither_close_nor_like_the_table() {
    let reference = Distribution::from_counts(vec![990, 10]);
    let class = [5, 5];
    assert!(holds(&DistinctDiversity::new(0, 2, &reference).unwrap(), &class, 0));
    assert!(holds(&EntropyDiversity::new(0, d("2"), &reference).unwrap(), &class, 0));
    for c in ["1.001", "2", "50"] {
        assert!(holds(&RecursiveDiversity::new(0, d(c), 2, &reference).unwrap(), &class, 0));
    }
    // "Any recursive (c,2)-diversity" of the text needs c above 1: r1 < c r2 with r1 = r2.
    assert!(RecursiveDiversity::new(0, d("1"), 2, &reference).is_err());
    let closeness = Closeness::equal(0, d("0.48"), &reference).unwrap();
    assert_eq!(measure(&closeness, &class), around(49, 100));
    assert!(!holds(&closeness, &class, 0));
    let beta = BetaLikeness::basic(0, d("48.9"), &reference).unwrap();
    assert_eq!(measure(&beta, &class), around(49, 1));
    assert!(!holds(&beta, &class, 0));
    let delta = DeltaDisclosure::new(0, d("3.9"), &reference).unwrap();
    assert!(measure(&delta, &class).contains(50f64.ln()) && !holds(&delta, &class, 0));
}

#[test]
fn equal_counts_have_exactly_as_many_values() {
    let reference = Distribution::from_counts(vec![1_000_000; 7]);
    let model = |l| EntropyDiversity::new(0, d(l), &reference).unwrap();
    assert!(holds(&model("3"), &[2, 2, 2], 0));
    assert!(!holds(&model("3.0000000000000000001"), &[2, 2, 2, 0], 0));
    assert!(holds(&model("7"), &[300_007; 7], 0));
    assert!(!holds(&model("7"), &[300_007, 300_007, 300_007, 300_007, 300_007, 300_007, 300_008], 0));
    // Four, one and one of six: 6 / 4^(2/3), about 2.381.
    assert!(holds(&model("2.38"), &[4, 1, 1], 0));
    assert!(!holds(&model("2.39"), &[4, 1, 1], 0));
    // Nearer than doubles can tell, on either side.
    assert!(holds(&model("2.381101577952299212127558"), &[4, 1, 1], 0));
    assert!(!holds(&model("2.381101577952299212127559"), &[4, 1, 1], 0));
    // Likewise where a table of small counts does not reach.
    assert!(holds(&model("2.381101577952299212127558"), &[400_000, 100_000, 100_000], 0));
    assert!(!holds(&model("2.381101577952299212127559"), &[400_000, 100_000, 100_000], 0));
}

/// Equal counts have the entropy `ln d` exactly. Computed in doubles, `e^H` falls short of 2, 3 and others, and without its
/// digits it would be a whole number less.
#[test]
fn whole_numbers_are_reached_where_doubles_fall_short_of_them() {
    let reference = Distribution::from_counts(vec![1_000; 7]);
    let model = |l: usize| EntropyDiversity::new(0, d(&l.to_string()), &reference).unwrap();
    for values in 2..=7 {
        for records in [1, 3, 100] {
            let class = vec![records; values];
            assert!(holds(&model(values), &class, 0), "{values} values, {records} each");
            assert!(values == 7 || !holds(&model(values + 1), &class, 0));
            // Values that nobody in the class has change nothing.
            assert!(holds(&model(values), &[class, vec![0; 7 - values]].concat(), 0));
        }
    }
    let half = 0.5f64;
    let in_doubles = 1f64.exp().powf(-(half * half.ln() + half * half.ln()));
    assert!(in_doubles < 2.0 && holds(&model(2), &[1, 1], 0));
}

#[test]
fn adult_in_the_united_states_needs_classes_of_two() {
    let model = KMap::estimated(3, 30_162, 317_238_626, d("0.01")).unwrap();
    assert_eq!(model.needed(), 2);
    assert_eq!(KMap::estimated(5, 100, 100, d("0.01")).unwrap().needed(), 5);
}
