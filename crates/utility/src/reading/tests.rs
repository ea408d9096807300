use super::*;
use lethe_data::TypeChoice;

fn column(cells: &[&str]) -> Column {
    Column::from_texts("c", cells.iter().map(|&cell| Some(cell)), TypeChoice::Infer).unwrap()
}

/// The values that a label stands for.
fn covered(original: &[&str], text: &str) -> Vec<String> {
    let (original, released) = (column(original), column(&[text, "unreadable, surely"]));
    let values = Values::of(&original);
    let code = released.dictionary().find(text).unwrap();
    match &meanings(&values, &released, &KnownLabels::new())[code as usize] {
        Meaning::Label(covered) => {
            covered.codes().map(|code| original.dictionary().text(code).to_owned()).collect()
        }
        other => vec![format!("{other:?}")],
    }
}

#[test]
fn intervals_are_read_in_every_spelling() {
    let ages = ["18", "20", "24", "25", "34", "90"];
    assert_eq!(covered(&ages, "[20, 25)"), ["20", "24"]);
    assert_eq!(covered(&ages, "[20, 25["), ["20", "24"]);
    assert_eq!(covered(&ages, "[20, 25]"), ["20", "24", "25"]);
    assert_eq!(covered(&ages, "(20, 25]"), ["24", "25"]);
    assert_eq!(covered(&ages, "[20-34]"), ["20", "24", "25", "34"]);
    assert_eq!(covered(&ages, "20 - 34"), ["20", "24", "25", "34"]);
    assert_eq!(covered(&ages, "<20"), ["18"]);
    assert_eq!(covered(&ages, "<=20"), ["18", "20"]);
    assert_eq!(covered(&ages, ">=34"), ["34", "90"]);
    assert_eq!(covered(&ages, ">34"), ["90"]);
    assert_eq!(covered(&["-5", "-3", "2"], "[-5, -3]"), ["-5", "-3"]);
    assert_eq!(covered(&["-5", "-3", "2"], "-5--3"), ["-5", "-3"]);
    assert_eq!(covered(&ages, "[40, 50)"), ["Unread"], "no value of the original lies there");
}

#[test]
fn sets_masks_and_periods_are_read() {
    let letters = ["a", "b", "c", "d, or e", "f"];
    assert_eq!(covered(&letters, "{a, c}"), ["a", "c"]);
    assert_eq!(covered(&letters, "{a, \"d, or e\"}"), ["a", "d, or e"]);
    assert_eq!(covered(&letters, "[b, \"d, or e\"]"), ["b", "c", "d, or e"]);
    assert_eq!(covered(&letters, "{{a, b}}"), ["a", "b"]);
    assert_eq!(
        covered(&["a", "{a, b}", "b"], "{{a, b}}"),
        ["a", "b"],
        "more braces tell a label from a value"
    );
    assert_eq!(covered(&["81667", "81669", "81700", "99"], "8166*"), ["81667", "81669"]);
    assert_eq!(covered(&["081667", "081669", "081700"], "**1700"), ["081700"]);
    assert_eq!(covered(&["x81667", "x8"], "x8****"), ["x8", "x81667"]);
    let days = ["2020-01-31", "2020-11-23", "2020-12-24", "2021-01-01"];
    assert_eq!(covered(&days, "2020-11"), ["2020-11-23"]);
    assert_eq!(covered(&days, "2020-Q4"), ["2020-11-23", "2020-12-24"]);
    assert_eq!(covered(&days, "2020"), ["2020-01-31", "2020-11-23", "2020-12-24"]);
    assert_eq!(covered(&days, "2020s").len(), 4);
    assert_eq!(covered(&days, "[2020-11-23, 2021-01-01]").len(), 3);
}

#[test]
fn values_numbers_and_nothing_are_told_apart() {
    let original = column(&["1.5", "1.50", "2"]);
    let values = Values::of(&original);
    let released = Column::from_texts(
        "c",
        [Some("1.500"), Some("1.7"), Some("*"), Some("n/a"), Some("x"), None],
        TypeChoice::Infer,
    )
    .unwrap();
    let found = meanings(&values, &released, &KnownLabels::new());
    let of = |text: &str| &found[released.dictionary().find(text).unwrap() as usize];
    assert_eq!(*of("1.500"), Meaning::Value(0));
    assert_eq!(*of("1.7"), Meaning::Point(1.7));
    assert_eq!((of("*"), of("n/a"), of("x")), (&Meaning::Nothing, &Meaning::Nothing, &Meaning::Unread));
    assert_eq!(found.last(), Some(&Meaning::Nothing));
    assert_eq!((values.value(1), values.value(3)), (Some(0), None));
    let known = KnownLabels::from([("x".to_owned(), Covered::Codes(vec![0, 2]))]);
    let code = released.dictionary().find("x").unwrap() as usize;
    assert_eq!(meanings(&values, &released, &known)[code], Meaning::Label(Covered::Codes(vec![0, 2])));
}

#[test]
fn a_day_among_moments_is_a_period_and_no_midnight() {
    let moments = ["2020-11-23T00:00", "2020-11-23T10:30", "2020-11-24T08:00"];
    assert_eq!(covered(&moments, "2020-11-23"), moments[..2]);
    assert_eq!(covered(&moments, "[2020-11-23, 2020-11-24]"), moments);
}

#[test]
fn labels_that_may_be_of_others_are_not_read() {
    assert_eq!(
        covered(&["a", "b"], "{a, z}"),
        ["Unread"],
        "a hierarchy may have made a label that looks like a set"
    );
    assert_eq!(covered(&["a", "b"], "[a, z]"), ["Unread"]);
    assert_eq!(covered(&["12345", "12399"], "*****"), ["Nothing"]);
}

#[test]
fn unquoted_texts_with_commas_are_not_taken_for_others() {
    assert_eq!(covered(&["a", "a, b", "b, c", "c", "d"], "[a, b, c]"), ["a", "a, b", "b, c", "c"]);
}
